/* event_news.h -- what the office knows of tournaments, as news (server/room/event_news.h). */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_EVENT_NEWS_H
#define FELT_SERVER_ROOM_TOURNAMENTS_EVENT_NEWS_H

#include "server/room/event_news.h"
#include "server/room/tournaments/office.h"

/* Where a page lies while it is told. */
struct felt_event_sheet {
    struct felt_event_card card;
    struct felt_event_level level[FELT_EVENT_LEVELS_TOLD];
    struct felt_event_prize prize[FELT_EVENT_PRIZES_TOLD];
    struct felt_event_table table[FELT_EVENT_TABLES_TOLD];
    struct felt_event_guest leader[FELT_EVENT_LEADERS], guest[FELT_EVENT_PAGE], you;
    struct felt_event_page page;
};

/* The tournament of an index of felt_office_face(). */
void felt_event_news_card(const struct felt_office *office, uint32_t index,
                          struct felt_event_card *card);
/* The newest ones, those that are not settled first; how many. */
uint32_t felt_event_news_cards(const struct felt_office *office,
                               struct felt_event_card cards[FELT_EVENT_ROWS_TOLD]);
/* Everything about one, with entrants `from` on (in the order in which they came) and, of the
 * receiver, his own entry.  user 0: nobody.  sheet->page is what is told. */
void felt_event_news_page(const struct felt_office *office, const struct felt_floor *floor,
                          uint32_t index, int64_t user, uint32_t from, uint32_t limit,
                          struct felt_event_sheet *sheet);
/* One entry: sheet->card and sheet->you.  False: there is none. */
bool felt_event_news_entry(const struct felt_office *office, const struct felt_floor *floor,
                           uint32_t index, uint32_t entry, struct felt_event_sheet *sheet);

#endif
