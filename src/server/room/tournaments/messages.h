/* messages.h -- what the tournament service knows of tournaments, as news
 * (server/room/tournament_message.h). */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_MESSAGES_H
#define FELT_SERVER_ROOM_TOURNAMENTS_MESSAGES_H

#include "server/room/tournament_message.h"
#include "server/room/tournaments/tournaments.h"

/* Where a page lies while it is told. */
struct felt_tournament_sheet {
    struct felt_room_tournament_card card;
    struct felt_room_tournament_level level[FELT_ROOM_TOURNAMENT_LEVELS_TOLD];
    struct felt_room_tournament_prize prize[FELT_ROOM_TOURNAMENT_PRIZES_TOLD];
    struct felt_room_tournament_table table[FELT_ROOM_TOURNAMENT_TABLES_TOLD];
    struct felt_room_tournament_guest leader[FELT_ROOM_TOURNAMENT_LEADERS],
        guest[FELT_ROOM_TOURNAMENT_PAGE], you;
    struct felt_room_tournament_page page;
};

/* The tournament of an index of felt_tournaments_face(). */
void felt_tournament_msg_card(const struct felt_tournaments *tournaments, uint32_t index,
                              struct felt_room_tournament_card *card);
/* The newest ones, those that are not settled first; how many. */
uint32_t
felt_tournament_msg_cards(const struct felt_tournaments *tournaments,
                          struct felt_room_tournament_card cards[FELT_ROOM_TOURNAMENT_ROWS_TOLD]);
/* Everything about one, with entrants `from` on (in the order in which they came) and, of the
 * receiver, his own entry.  user 0: nobody.  sheet->page is what is told. */
void felt_tournament_msg_page(const struct felt_tournaments *tournaments,
                              const struct felt_room *room, uint32_t index, int64_t user,
                              uint32_t from, uint32_t limit, struct felt_tournament_sheet *sheet);
/* One entry: sheet->card and sheet->you.  False: there is none. */
bool felt_tournament_msg_entry(const struct felt_tournaments *tournaments,
                               const struct felt_room *room, uint32_t index, uint32_t entry,
                               struct felt_tournament_sheet *sheet);

#endif
