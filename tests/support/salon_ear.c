/* salon_ear.c -- what lines of the salon hear: V3, V5, V6, V7.
 *
 * News is taken down when it is posted, for it points into the floor, and heard when the journal is
 * flushed.  Which cards somebody may know is told by the report of a hand, which comes at its end:
 * until then the ear notes who saw which card before it lay open for everybody, and then compares.
 * That cards lay open at the right time follows from the order of actions and open cards, which is
 * compared with the events of the report. */
#include "salon.h"

#include "felt/assert.h"
#include "server/protocol/write_news.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_BYTES = 1 << 17 };
#define CARDS_TOKEN (UINT64_C(1) << 63) /* cards, not a seat */

enum item_kind { ITEM_NEWS, ITEM_REPORT };

struct salon_item {
    struct salon_item *next;
    enum item_kind what;
    uint8_t kind, tell, no;
    bool has_req, choose;
    felt_seat seat;
    uint32_t table, seq, count;
    uint64_t req, req_id, lines; /* lines: a mask                                             */
    felt_chips amount;
    felt_cards cards;
    char hand_id[FELT_HAND_ID_BYTES + 1];
    struct felt_announcement said;
    struct felt_view *view;
    struct felt_away_note *notes;
    felt_cards mine[SALON_USERS]; /* REPORT                                                   */
    felt_cards open;              /* everybody's in the end                                   */
    uint64_t *token;
    int tokens;
};

static void free_item(struct salon_item *item)
{
    free(item->view);
    free(item->notes);
    free(item->token);
    free(item);
}

static struct salon_item *add_item(struct salon *salon, enum item_kind what)
{
    struct salon_item *item = calloc(1, sizeof *item);
    felt_assert(item);
    item->what = what;
    item->table = SALON_TABLES;
    if (salon->last)
        salon->last->next = item;
    else
        salon->first = item;
    salon->last = item;
    return item;
}

void salon_ear_forget(struct salon *salon)
{
    while (salon->first) {
        struct salon_item *item = salon->first;
        salon->first = item->next;
        free_item(item);
    }
    salon->last = NULL;
}

void salon_ear_drop(struct salon *salon, uint32_t line)
{
    for (struct salon_item *item = salon->first; item; item = item->next)
        item->lines &= ~(UINT64_C(1) << line);
}

uint8_t salon_ear_find(const struct salon *salon, uint64_t req)
{
    for (const struct salon_item *item = salon->first; item; item = item->next)
        if (item->what == ITEM_NEWS && item->has_req && item->req == req) {
            if (item->kind == FELT_NEWS_ERROR) return (uint8_t)(1 + item->no);
            return 1;
        }
    return 0;
}

/* ---- cards ---- */

static felt_cards cards_of(const felt_card *cards, int count)
{
    felt_cards mask = 0;
    for (int i = 0; i < count; i++)
        if (cards[i] != FELT_CARD_NONE) mask |= felt_cards_of(cards[i]);
    return mask;
}

static void add_said(void *self, const struct felt_announcement *said)
{
    *(felt_cards *)self |=
        cards_of(said->cards, said->count) | cards_of(said->board, said->board_count);
}

static felt_cards cards_of_tell(const struct felt_tell *tell)
{
    felt_cards mask = 0;
    if (tell->event) add_said(&mask, tell->event);
    if (tell->retell) tell->retell(tell->retell_self, add_said, &mask);
    for (int i = 0; tell->view && i < tell->view->zones; i++)
        mask |= cards_of(tell->view->cards + tell->view->zone[i].at, tell->view->zone[i].count);
    return mask;
}

static felt_cards card_named(const char *word)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    if (!word || strlen(word) != 2) return 0;
    const char *rank = strchr(ranks, word[0]), *suit = strchr(suits, word[1]);
    return rank && suit ? felt_cards_of(felt_card_make((int)(rank - ranks), (int)(suit - suits)))
                        : 0;
}

/* Every card that stands anywhere in a frame, at any depth. */
static felt_cards cards_in(const json_t *value)
{
    const char *key;
    size_t index;
    json_t *item;
    felt_cards cards = card_named(json_string_value(value));
    if (json_is_array(value)) json_array_foreach(value, index, item) cards |= cards_in(item);
    if (json_is_object(value))
        json_object_foreach((json_t *)value, key, item) cards |= cards_in(item);
    return cards;
}

/* As the line gets it. */
static felt_cards cards_of_frame(struct salon *salon, const uint32_t *lines, int count,
                                 const struct felt_news *news)
{
    char *text = malloc(FRAME_BYTES);
    felt_assert(text);
    struct felt_buffer out = felt_buffer_make(text, FRAME_BYTES);
    felt_wire_write_news(news, 1760000000000 + salon->now_ms, salon->now_ms, &out);
    if (out.overflow) salon_fail(salon, "a frame of kind %d is too long", news->kind);
    json_error_t error;
    json_t *frame = json_loadb(text, out.overflow ? 0 : out.used, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(frame))
        salon_fail(salon, "a frame that is no JSON: %s: %.200s", error.text, text);
    if (salon->frame) salon->frame(salon->listener, lines, count, text, out.used);
    felt_cards cards = cards_in(frame);
    json_decref(frame);
    free(text);
    salon->frames++;
    return cards;
}

/* ---- posting ---- */

static bool is_open(const struct felt_announcement *said)
{
    return said->count > 0 && said->cards_to == (felt_seats)-1;
}

/* V5: at this moment, not when it is heard. */
static void verify_settled(struct salon *salon, const struct felt_news *news, uint32_t table)
{
    bool end = news->tell->kind == FELT_TELL_END_HAND;
    /* In games that are more than betting pots are won and played for again. */
    bool award = news->tell->event && news->tell->event->ev == FELT_SAID_POT_AWARD &&
                 !news->table->plug->lasts;
    if (!end && !award) return;
    (void)snprintf(salon->awarded[table], sizeof salon->awarded[table], "%s", news->table->hand_id);
    if (*salon->settling[table])
        salon_fail(salon, "V5: %s is told to be over before its receipt", salon->settling[table]);
}

static void take_tell(struct salon *salon, struct salon_item *item, const struct felt_news *news)
{
    const struct felt_tell *tell = news->tell;
    item->tell = tell->kind;
    item->cards = cards_of_tell(tell);
    item->req_id = tell->req_id;
    if (tell->kind == FELT_TELL_ACT) item->seat = tell->seat;
    if (tell->hand_id) (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", tell->hand_id);
    if (tell->event) item->said = *tell->event;
    if (tell->kind == FELT_TELL_ACT || (tell->kind == FELT_TELL_SNAPSHOT && tell->view)) {
        item->view = malloc(sizeof *item->view);
        felt_assert(item->view && tell->view);
        *item->view = *tell->view;
    }
    if (item->table < SALON_TABLES) verify_settled(salon, news, item->table);
}

void salon_ear_post(void *self, const uint32_t *lines, int count, const struct felt_news *news)
{
    struct salon *salon = self;
    struct salon_item *item = add_item(salon, ITEM_NEWS);
    item->kind = news->kind;
    item->no = news->no;
    item->has_req = news->has_req;
    item->req = news->req;
    item->req_id = news->req_id;
    item->seat = news->seat;
    item->seq = news->seq;
    item->amount = news->amount;
    item->count = news->count;
    if (news->table) item->table = news->table->index;
    if (news->kind == FELT_NEWS_PRIVATE)
        (void)snprintf(salon->key, sizeof salon->key, "%s", news->text);
    if (news->kind == FELT_NEWS_TERMS) salon->terms++;
    if (news->kind == FELT_NEWS_CHAIR && item->table < SALON_TABLES)
        salon->told_state[item->table][news->seat] = news->table->chair[news->seat].state;
    if (news->hand_id) (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", news->hand_id);
    for (int i = 0; i < count; i++) item->lines |= UINT64_C(1) << lines[i];
    if (news->tell) take_tell(salon, item, news);
    if (news->kind == FELT_NEWS_REPORT && news->count) {
        item->notes = malloc(news->count * sizeof *item->notes);
        felt_assert(item->notes);
        memcpy(item->notes, news->notes, news->count * sizeof *item->notes);
    }
    if (salon->wire) item->cards |= cards_of_frame(salon, lines, count, news);
}

/* ---- hands ---- */

static void add_token(uint64_t *token, int *tokens, uint64_t one)
{
    if (*tokens && one & CARDS_TOKEN && token[*tokens - 1] & CARDS_TOKEN)
        token[*tokens - 1] |= one; /* cards that follow each other are one heap */
    else if (*tokens < SALON_TOKENS)
        token[(*tokens)++] = one;
}

static bool is_act(uint8_t act)
{
    return act <= FELT_DISCARD || act == FELT_COMMIT;
}

void salon_ear_report(void *self, const struct felt_floor_report *report)
{
    struct salon *salon = self;
    struct salon_item *item = add_item(salon, ITEM_REPORT);
    item->table = report->table->index;
    (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", report->hand_id);
    item->token = calloc(SALON_TOKENS, sizeof *item->token);
    felt_assert(item->token);
    felt_chips sum = 0;
    for (felt_seats left = report->seats; left;) sum += report->won[felt_seats_take(&left)];
    if (sum != 0) salon_fail(salon, "V1: a hand wins %lld chips", (long long)sum);
    for (uint32_t i = 0; i < report->count; i++) {
        const struct felt_event *event = &report->events[i];
        felt_cards cards = cards_of(event->cards, event->count);
        bool shown = event->kind == FELT_EVENT_SHOW;
        if (event->cards_to == (felt_seats)-1) item->open |= cards;
        if (event->cards_to == (felt_seats)-1 && cards && !shown)
            add_token(item->token, &item->tokens, CARDS_TOKEN | cards);
        if (event->kind == FELT_EVENT_ACT && is_act(event->act))
            add_token(item->token, &item->tokens, (uint64_t)event->seat);
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            int64_t user = report->table->chair[seat].user;
            if (user > 0 && user < SALON_USERS && felt_seats_has(event->cards_to, seat))
                item->mine[user] |= cards;
        }
    }
    item->count = report->count;
    if (salon->over) salon->over(salon->listener, report);
}

static void verify_secrets(struct salon *salon, const struct salon_hand *hand)
{
    if (!hand->reported) return;
    for (int user = 0; user < SALON_USERS; user++)
        if (hand->seen[user] & ~hand->mine[user])
            salon_fail(salon, "V6: user %d was told a card of others in %s", user, hand->hand_id);
}

static void hear_report(struct salon *salon, const struct salon_item *item)
{
    struct salon_hand *hand = &salon->hand[item->table];
    salon->hands++;
    if (strcmp(hand->hand_id, item->hand_id) != 0 || item->count == 0) return;
    hand->reported = true;
    memcpy(hand->mine, item->mine, sizeof hand->mine);
    /* Of a hand that a crash cut in two nobody knows when which card was turned up. */
    for (int user = 0; user < SALON_USERS && !hand->known; user++) hand->mine[user] |= item->open;
    verify_secrets(salon, hand);
    if (!hand->known) return;
    /* What is held back for the ledger may not have been said yet. */
    bool same = hand->tokens <= item->tokens;
    for (int i = 0; same && i < hand->tokens; i++) same = hand->token[i] == item->token[i];
    if (!same) salon_fail(salon, "V6: %s was told in another order", item->hand_id);
}

static void note_cards(struct salon *salon, const struct salon_item *item)
{
    struct salon_hand *hand = &salon->hand[item->table];
    felt_cards hidden = item->cards & ~hand->open;
    if (!hidden) return;
    for (int line = 0; line < SALON_LINES; line++)
        if (item->lines >> line & 1) hand->seen[salon->line[line].user] |= hidden;
    verify_secrets(salon, hand);
}

/* A discard may also be what a fold cost. */
static bool action_said(const struct felt_announcement *said)
{
    uint8_t ev = said->ev;
    if (ev == FELT_SAID_DISCARD) return said->act == FELT_DISCARD;
    return ev == FELT_SAID_BET || ev == FELT_SAID_CALL || ev == FELT_SAID_CHECK ||
           ev == FELT_SAID_FOLD || ev == FELT_SAID_BRING_IN || ev == FELT_SAID_OTHER ||
           ev == FELT_SAID_COMMIT || ev == FELT_SAID_STAY;
}

static void hear_said(struct salon *salon, const struct salon_item *item)
{
    struct salon_hand *hand = &salon->hand[item->table];
    const struct felt_announcement *said = &item->said;
    bool watcher = item->lines >> (SALON_LINES - 1) & 1;
    bool open = is_open(said);
    if (open) hand->open |= cards_of(said->cards, said->count);
    if (!watcher) return;
    if (hand->saids < SALON_SAID) hand->said[hand->saids++] = *said;
    if (open && said->ev != FELT_SAID_SHOWDOWN && said->ev != FELT_SAID_SHOW)
        add_token(hand->token, &hand->tokens, CARDS_TOKEN | cards_of(said->cards, said->count));
    if (!action_said(said)) return;
    if (said->ev != FELT_SAID_OTHER || is_act(said->act))
        add_token(hand->token, &hand->tokens, (uint64_t)said->seat);
    if (salon->ask[item->table].seat == said->seat) salon->ask[item->table].due = false;
}

static void hear_hand(struct salon *salon, const struct salon_item *item)
{
    struct salon_hand *hand = &salon->hand[item->table];
    struct salon_ask *ask = &salon->ask[item->table];
    switch (item->tell) {
    case FELT_TELL_START_HAND:
        if (strcmp(hand->hand_id, item->hand_id) == 0) break; /* to another group of lines */
        memset(hand, 0, offsetof(struct salon_hand, said));
        hand->saids = 0;
        hand->known = true;
        (void)snprintf(hand->hand_id, sizeof hand->hand_id, "%s", item->hand_id);
        ask->due = false;
        break;
    case FELT_TELL_EVENT: hear_said(salon, item); break;
    case FELT_TELL_ACT:
        *ask = (struct salon_ask){.due = true,
                                  .has_view = true,
                                  .seat = item->seat,
                                  .seq = item->seq,
                                  .req_id = item->req_id,
                                  .view = *item->view};
        memcpy(ask->hand_id, item->hand_id, sizeof ask->hand_id);
        break;
    case FELT_TELL_SNAPSHOT:
        if (item->view && item->view->viewer >= 0 && item->view->viewer == item->view->actor) {
            *ask = (struct salon_ask){.due = true,
                                      .has_view = true,
                                      .seat = item->view->viewer,
                                      .seq = item->seq,
                                      .req_id = item->req_id,
                                      .view = *item->view};
            memcpy(ask->hand_id, item->hand_id, sizeof ask->hand_id);
        }
        break;
    case FELT_TELL_END_HAND:
        hand->over = true;
        ask->due = false;
        break;
    default: salon_fail(salon, "a hand with a tell of kind %d", item->tell);
    }
    if (item->tell == FELT_TELL_SNAPSHOT && strcmp(hand->hand_id, item->hand_id) != 0) {
        memset(hand, 0, offsetof(struct salon_hand, said)); /* the salon begins in the middle */
        (void)snprintf(hand->hand_id, sizeof hand->hand_id, "%s", item->hand_id);
    }
}

/* ---- hearing ---- */

static bool is_numbered(uint8_t kind)
{
    return kind == FELT_NEWS_CHAIR || kind == FELT_NEWS_HAND || kind == FELT_NEWS_TURN ||
           kind == FELT_NEWS_CHOOSE || kind == FELT_NEWS_GAME || kind == FELT_NEWS_SETTLING ||
           kind == FELT_NEWS_VOID || kind == FELT_NEWS_TERMS;
}

/* V7.  What is told to a line alone has the number of the moment. */
static void count_up(struct salon *salon, struct salon_line *line, const struct salon_item *item)
{
    uint32_t *seq = &line->seq[item->table];
    bool alone = item->kind == FELT_NEWS_CHOOSE || item->kind == FELT_NEWS_TURN ||
                 (item->kind == FELT_NEWS_HAND &&
                  (item->tell == FELT_TELL_SNAPSHOT || item->tell == FELT_TELL_ACT));
    if (item->kind == FELT_NEWS_TABLE) {
        line->watches[item->table] = true;
        *seq = item->seq;
    } else if (item->kind == FELT_NEWS_GONE) {
        line->watches[item->table] = false;
    } else if (is_numbered(item->kind)) {
        if (!line->watches[item->table])
            salon_fail(salon, "V7: news %d of a table that is not watched", item->kind);
        else if (item->seq != *seq + 1 && !(alone && item->seq == *seq))
            salon_fail(salon, "V7: news %d (%d) of table %u has number %u behind %u", item->kind,
                       item->tell, item->table, item->seq, *seq);
        *seq = item->seq;
    }
}

static void hear_answer(struct salon *salon, uint32_t line, const struct salon_item *item)
{
    if (!item->has_req) return;
    uint64_t at = item->req % SALON_REQUESTS;
    if (item->req > salon->req || salon->asker[at] != line + 1) {
        salon_fail(salon, "V3: line %u is answered what it did not ask", line);
        return;
    }
    if (salon->answer[at]) salon_fail(salon, "V3: an answer twice");
    salon->answer[at] = 1;
    if (item->kind == FELT_NEWS_ERROR) salon->answer[at] = (uint8_t)(1 + item->no);
    if (item->kind == FELT_NEWS_OK) salon->answer_seat = item->seat;
}

static void hear_one(struct salon *salon, uint32_t number, const struct salon_item *item)
{
    struct salon_line *line = &salon->line[number];
    bool answer = item->kind == FELT_NEWS_OK || item->kind == FELT_NEWS_ERROR ||
                  item->kind == FELT_NEWS_LOBBY || item->kind == FELT_NEWS_PRIVATE;
    if (!line->in) salon_fail(salon, "news %d to a line that is gone", item->kind);
    if (line->local && !answer && item->kind != FELT_NEWS_CASHIER)
        salon_fail(salon, "V6: news %d to a local line", item->kind);
    line->heard++;
    if (answer) hear_answer(salon, number, item);
    if (item->table < SALON_TABLES) count_up(salon, line, item);
    if (item->kind == FELT_NEWS_HAND && item->tell == FELT_TELL_SNAPSHOT && line->user) {
        struct salon_snapshot *snapshot = &salon->snapshot[item->table][line->user];
        snapshot->heard++;
        snapshot->view = *item->view;
        memcpy(snapshot->hand_id, item->hand_id, sizeof snapshot->hand_id);
    }
    if (item->kind == FELT_NEWS_REPORT && line->user) {
        struct salon_report *report = &salon->report[item->table][line->user];
        report->heard++;
        report->amount = item->amount;
        report->count = item->count < SALON_NOTES ? item->count : SALON_NOTES;
        if (report->count) memcpy(report->note, item->notes, report->count * sizeof *item->notes);
    }
}

static void hear_table(struct salon *salon, const struct salon_item *item)
{
    struct salon_ask *ask = &salon->ask[item->table];
    if (item->lines >> (SALON_LINES - 1) & 1 && is_numbered(item->kind))
        salon->progress_ms[item->table] = salon->now_ms;
    if (item->kind == FELT_NEWS_HAND) hear_hand(salon, item);
    if (item->kind == FELT_NEWS_TURN &&
        !(ask->due && ask->seat == item->seat && ask->seq == item->seq))
        *ask = (struct salon_ask){.due = true, .seat = item->seat, .seq = item->seq};
    if (item->kind == FELT_NEWS_CHOOSE)
        *ask = (struct salon_ask){.due = true,
                                  .choose = true,
                                  .seat = item->seat,
                                  .seq = item->seq,
                                  .req_id = item->req_id,
                                  .games = (int)item->count};
    if (item->kind == FELT_NEWS_GAME || item->kind == FELT_NEWS_VOID) ask->due = false;
    if (item->kind == FELT_NEWS_VOID) {
        salon->voids++;
        salon->hand[item->table].known = false;
    }
}

void salon_ear_hear(struct salon *salon)
{
    while (salon->first) {
        struct salon_item *item = salon->first;
        if (item->what == ITEM_REPORT) {
            if (item->table < SALON_TABLES) hear_report(salon, item);
        } else {
            if (item->table < SALON_TABLES) {
                hear_table(salon, item);
                note_cards(salon, item);
            } else if (item->cards) {
                salon_fail(salon, "V6: cards in news %d of no table", item->kind);
            }
            for (uint32_t line = 0; line < SALON_LINES; line++)
                if (item->lines >> line & 1) hear_one(salon, line, item);
        }
        salon->first = item->next;
        if (!salon->first) salon->last = NULL;
        free_item(item);
    }
}
