/* fake_tables_ear.c -- what lines of the fake tables hear: V3, V5, V6, V7.
 *
 * News is taken down when it is posted, for it points into the room, and heard when the journal is
 * flushed.  Which cards somebody may know is told by the report of a hand, which comes at its end:
 * until then the ear notes who saw which card before it lay open for everybody, and then compares.
 * That cards lay open at the right time follows from the order of actions and open cards, which is
 * compared with the events of the report. */
#include "fake_tables.h"

#include "felt/assert.h"
#include "server/protocol/write_room_server.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_BYTES = 1 << 17 };
#define CARDS_TOKEN (UINT64_C(1) << 63) /* cards, not a seat */

enum item_kind { ITEM_NEWS, ITEM_REPORT };

struct fake_tables_item {
    struct fake_tables_item *next;
    enum item_kind what;
    uint8_t kind, tell, no;
    bool has_req, choose;
    felt_seat seat;
    uint32_t table, seq, count;
    uint64_t req, req_id, conns; /* lines: a mask                                             */
    felt_chips amount;
    felt_cards cards;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    struct felt_announcement said;
    struct felt_view *view;
    struct felt_room_away_note *notes;
    felt_cards mine[FAKE_TABLES_USERS]; /* REPORT */
    felt_cards open; /* everybody's in the end                                   */
    uint64_t *token;
    int tokens;
};

static void free_item(struct fake_tables_item *item)
{
    free(item->view);
    free(item->notes);
    free(item->token);
    free(item);
}

static struct fake_tables_item *add_item(struct fake_tables *fake_tables, enum item_kind what)
{
    struct fake_tables_item *item = calloc(1, sizeof *item);
    felt_assert(item);
    item->what = what;
    item->table = FAKE_TABLES_TABLES;
    if (fake_tables->last)
        fake_tables->last->next = item;
    else
        fake_tables->first = item;
    fake_tables->last = item;
    return item;
}

void fake_tables_ear_forget(struct fake_tables *fake_tables)
{
    while (fake_tables->first) {
        struct fake_tables_item *item = fake_tables->first;
        fake_tables->first = item->next;
        free_item(item);
    }
    fake_tables->last = NULL;
}

void fake_tables_ear_drop(struct fake_tables *fake_tables, uint32_t conn)
{
    for (struct fake_tables_item *item = fake_tables->first; item; item = item->next)
        item->conns &= ~(UINT64_C(1) << conn);
}

uint8_t fake_tables_ear_find(const struct fake_tables *fake_tables, uint64_t req)
{
    for (const struct fake_tables_item *item = fake_tables->first; item; item = item->next)
        if (item->what == ITEM_NEWS && item->has_req && item->req == req) {
            if (item->kind == FELT_ROOM_SERVER_ERROR) return (uint8_t)(1 + item->no);
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

static felt_cards cards_of_tell(const struct felt_arena_server_msg *msg)
{
    felt_cards mask = 0;
    if (msg->event) add_said(&mask, msg->event);
    if (msg->retell) msg->retell(msg->retell_self, add_said, &mask);
    for (int i = 0; msg->view && i < msg->view->zones; i++)
        mask |= cards_of(msg->view->cards + msg->view->zone[i].at, msg->view->zone[i].count);
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

/* As the connection gets it. */
static felt_cards cards_of_frame(struct fake_tables *fake_tables, const uint32_t *conns, int count,
                                 const struct felt_room_server_msg *msg)
{
    char *text = malloc(FRAME_BYTES);
    felt_assert(text);
    struct felt_buffer out = felt_buffer_make(text, FRAME_BYTES);
    felt_protocol_write_room_server(msg, 1760000000000 + fake_tables->now_ms, fake_tables->now_ms,
                                    &out);
    if (out.overflow) fake_tables_fail(fake_tables, "a frame of kind %d is too long", msg->kind);
    json_error_t error;
    json_t *frame = json_loadb(text, out.overflow ? 0 : out.used, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(frame))
        fake_tables_fail(fake_tables, "a frame that is no JSON: %s: %.200s", error.text, text);
    if (fake_tables->frame) fake_tables->frame(fake_tables->listener, conns, count, text, out.used);
    felt_cards cards = cards_in(frame);
    json_decref(frame);
    free(text);
    fake_tables->frames++;
    return cards;
}

/* ---- posting ---- */

static bool is_open(const struct felt_announcement *said)
{
    return said->count > 0 && said->cards_to == (felt_seats)-1;
}

/* V5: at this moment, not when it is heard. */
static void verify_settled(struct fake_tables *fake_tables, const struct felt_room_server_msg *msg,
                           uint32_t table)
{
    bool end = msg->tell->kind == FELT_ARENA_SERVER_END_HAND;
    /* In games that are more than betting pots are won and played for again. */
    bool award = msg->tell->event && msg->tell->event->ev == FELT_SAID_POT_AWARD &&
                 !msg->table->adapter->lasts;
    if (!end && !award) return;
    (void)snprintf(fake_tables->awarded[table], sizeof fake_tables->awarded[table], "%s",
                   msg->table->hand_id);
    if (*fake_tables->settling[table])
        fake_tables_fail(fake_tables, "V5: %s is told to be over before its receipt",
                         fake_tables->settling[table]);
}

static void take_tell(struct fake_tables *fake_tables, struct fake_tables_item *item,
                      const struct felt_room_server_msg *out)
{
    const struct felt_arena_server_msg *msg = out->tell;
    item->tell = msg->kind;
    item->cards = cards_of_tell(msg);
    item->req_id = msg->req_id;
    if (msg->kind == FELT_ARENA_SERVER_ACT) item->seat = msg->seat;
    if (msg->hand_id) (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", msg->hand_id);
    if (msg->event) item->said = *msg->event;
    if (msg->kind == FELT_ARENA_SERVER_ACT ||
        (msg->kind == FELT_ARENA_SERVER_SNAPSHOT && msg->view)) {
        item->view = malloc(sizeof *item->view);
        felt_assert(item->view && msg->view);
        *item->view = *msg->view;
    }
    if (item->table < FAKE_TABLES_TABLES) verify_settled(fake_tables, out, item->table);
}

void fake_tables_ear_post(void *self, const uint32_t *conns, int count,
                          const struct felt_room_server_msg *msg)
{
    struct fake_tables *fake_tables = self;
    struct fake_tables_item *item = add_item(fake_tables, ITEM_NEWS);
    item->kind = msg->kind;
    item->no = msg->no;
    item->has_req = msg->has_req;
    item->req = msg->req;
    item->req_id = msg->req_id;
    item->seat = msg->seat;
    item->seq = msg->seq;
    item->amount = msg->amount;
    item->count = msg->count;
    if (msg->table) item->table = msg->table->index;
    if (msg->kind == FELT_ROOM_SERVER_PRIVATE)
        (void)snprintf(fake_tables->key, sizeof fake_tables->key, "%s", msg->text);
    if (msg->kind == FELT_ROOM_SERVER_TERMS) fake_tables->terms++;
    if (msg->kind == FELT_ROOM_SERVER_SEAT && item->table < FAKE_TABLES_TABLES)
        fake_tables->told_state[item->table][msg->seat] = msg->table->seat[msg->seat].state;
    if (msg->hand_id) (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", msg->hand_id);
    for (int i = 0; i < count; i++) item->conns |= UINT64_C(1) << conns[i];
    if (msg->tell) take_tell(fake_tables, item, msg);
    if (msg->kind == FELT_ROOM_SERVER_REPORT && msg->count) {
        item->notes = malloc(msg->count * sizeof *item->notes);
        felt_assert(item->notes);
        memcpy(item->notes, msg->notes, msg->count * sizeof *item->notes);
    }
    if (fake_tables->wire) item->cards |= cards_of_frame(fake_tables, conns, count, msg);
}

/* ---- hands ---- */

static void add_token(uint64_t *token, int *tokens, uint64_t one)
{
    if (*tokens && one & CARDS_TOKEN && token[*tokens - 1] & CARDS_TOKEN)
        token[*tokens - 1] |= one; /* cards that follow each other are one heap */
    else if (*tokens < FAKE_TABLES_TOKENS)
        token[(*tokens)++] = one;
}

static bool is_act(uint8_t act)
{
    return act <= FELT_DISCARD || act == FELT_COMMIT;
}

void fake_tables_ear_report(void *self, const struct felt_room_report *report)
{
    struct fake_tables *fake_tables = self;
    struct fake_tables_item *item = add_item(fake_tables, ITEM_REPORT);
    item->table = report->table->index;
    (void)snprintf(item->hand_id, sizeof item->hand_id, "%s", report->hand_id);
    item->token = calloc(FAKE_TABLES_TOKENS, sizeof *item->token);
    felt_assert(item->token);
    felt_chips sum = 0;
    for (felt_seats left = report->seats; left;) sum += report->won[felt_seats_take(&left)];
    if (sum != 0) fake_tables_fail(fake_tables, "V1: a hand wins %lld chips", (long long)sum);
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
            int64_t user = report->table->seat[seat].user;
            if (user > 0 && user < FAKE_TABLES_USERS && felt_seats_has(event->cards_to, seat))
                item->mine[user] |= cards;
        }
    }
    item->count = report->count;
    if (fake_tables->over) fake_tables->over(fake_tables->listener, report);
}

static void verify_secrets(struct fake_tables *fake_tables, const struct fake_tables_hand *hand)
{
    if (!hand->reported) return;
    for (int user = 0; user < FAKE_TABLES_USERS; user++)
        if (hand->seen[user] & ~hand->mine[user])
            fake_tables_fail(fake_tables, "V6: user %d was told a card of others in %s", user,
                             hand->hand_id);
}

static void hear_report(struct fake_tables *fake_tables, const struct fake_tables_item *item)
{
    struct fake_tables_hand *hand = &fake_tables->hand[item->table];
    fake_tables->hands++;
    if (strcmp(hand->hand_id, item->hand_id) != 0 || item->count == 0) return;
    hand->reported = true;
    memcpy(hand->mine, item->mine, sizeof hand->mine);
    /* Of a hand that a crash cut in two nobody knows when which card was turned up. */
    for (int user = 0; user < FAKE_TABLES_USERS && !hand->known; user++)
        hand->mine[user] |= item->open;
    verify_secrets(fake_tables, hand);
    if (!hand->known) return;
    /* What is held back for the ledger may not have been said yet. */
    bool same = hand->tokens <= item->tokens;
    for (int i = 0; same && i < hand->tokens; i++) same = hand->token[i] == item->token[i];
    if (!same) fake_tables_fail(fake_tables, "V6: %s was told in another order", item->hand_id);
}

static void note_cards(struct fake_tables *fake_tables, const struct fake_tables_item *item)
{
    struct fake_tables_hand *hand = &fake_tables->hand[item->table];
    felt_cards hidden = item->cards & ~hand->open;
    if (!hidden) return;
    for (int conn = 0; conn < FAKE_TABLES_CONNS; conn++)
        if (item->conns >> conn & 1) hand->seen[fake_tables->conn[conn].user] |= hidden;
    verify_secrets(fake_tables, hand);
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

static void hear_said(struct fake_tables *fake_tables, const struct fake_tables_item *item)
{
    struct fake_tables_hand *hand = &fake_tables->hand[item->table];
    const struct felt_announcement *said = &item->said;
    bool watcher = item->conns >> (FAKE_TABLES_CONNS - 1) & 1;
    bool open = is_open(said);
    if (open) hand->open |= cards_of(said->cards, said->count);
    if (!watcher) return;
    if (hand->saids < FAKE_TABLES_SAID) hand->said[hand->saids++] = *said;
    if (open && said->ev != FELT_SAID_SHOWDOWN && said->ev != FELT_SAID_SHOW)
        add_token(hand->token, &hand->tokens, CARDS_TOKEN | cards_of(said->cards, said->count));
    if (!action_said(said)) return;
    if (said->ev != FELT_SAID_OTHER || is_act(said->act))
        add_token(hand->token, &hand->tokens, (uint64_t)said->seat);
    if (fake_tables->ask[item->table].seat == said->seat) fake_tables->ask[item->table].due = false;
}

static void hear_hand(struct fake_tables *fake_tables, const struct fake_tables_item *item)
{
    struct fake_tables_hand *hand = &fake_tables->hand[item->table];
    struct fake_tables_ask *ask = &fake_tables->ask[item->table];
    switch (item->tell) {
    case FELT_ARENA_SERVER_START_HAND:
        if (strcmp(hand->hand_id, item->hand_id) == 0) break; /* to another group of connections */
        memset(hand, 0, offsetof(struct fake_tables_hand, said));
        hand->saids = 0;
        hand->known = true;
        (void)snprintf(hand->hand_id, sizeof hand->hand_id, "%s", item->hand_id);
        ask->due = false;
        break;
    case FELT_ARENA_SERVER_EVENT: hear_said(fake_tables, item); break;
    case FELT_ARENA_SERVER_ACT:
        *ask = (struct fake_tables_ask){.due = true,
                                        .has_view = true,
                                        .seat = item->seat,
                                        .seq = item->seq,
                                        .req_id = item->req_id,
                                        .view = *item->view};
        memcpy(ask->hand_id, item->hand_id, sizeof ask->hand_id);
        break;
    case FELT_ARENA_SERVER_SNAPSHOT:
        if (item->view && item->view->viewer >= 0 && item->view->viewer == item->view->actor) {
            *ask = (struct fake_tables_ask){.due = true,
                                            .has_view = true,
                                            .seat = item->view->viewer,
                                            .seq = item->seq,
                                            .req_id = item->req_id,
                                            .view = *item->view};
            memcpy(ask->hand_id, item->hand_id, sizeof ask->hand_id);
        }
        break;
    case FELT_ARENA_SERVER_END_HAND:
        hand->over = true;
        ask->due = false;
        break;
    default: fake_tables_fail(fake_tables, "a hand with a tell of kind %d", item->tell);
    }
    if (item->tell == FELT_ARENA_SERVER_SNAPSHOT && strcmp(hand->hand_id, item->hand_id) != 0) {
        memset(hand, 0,
               offsetof(struct fake_tables_hand, said)); /* the fake tables begins in the middle */
        (void)snprintf(hand->hand_id, sizeof hand->hand_id, "%s", item->hand_id);
    }
}

/* ---- hearing ---- */

static bool is_numbered(uint8_t kind)
{
    return kind == FELT_ROOM_SERVER_SEAT || kind == FELT_ROOM_SERVER_HAND ||
           kind == FELT_ROOM_SERVER_TURN || kind == FELT_ROOM_SERVER_CHOOSE ||
           kind == FELT_ROOM_SERVER_GAME || kind == FELT_ROOM_SERVER_SETTLING ||
           kind == FELT_ROOM_SERVER_VOID || kind == FELT_ROOM_SERVER_TERMS;
}

/* V7.  What is told to a connection alone has the number of the moment. */
static void count_up(struct fake_tables *fake_tables, struct fake_tables_line *conn,
                     const struct fake_tables_item *item)
{
    uint32_t *seq = &conn->seq[item->table];
    bool alone =
        item->kind == FELT_ROOM_SERVER_CHOOSE || item->kind == FELT_ROOM_SERVER_TURN ||
        (item->kind == FELT_ROOM_SERVER_HAND &&
         (item->tell == FELT_ARENA_SERVER_SNAPSHOT || item->tell == FELT_ARENA_SERVER_ACT));
    if (item->kind == FELT_ROOM_SERVER_TABLE) {
        conn->watches[item->table] = true;
        *seq = item->seq;
    } else if (item->kind == FELT_ROOM_SERVER_GONE) {
        conn->watches[item->table] = false;
    } else if (is_numbered(item->kind)) {
        if (!conn->watches[item->table])
            fake_tables_fail(fake_tables, "V7: news %d of a table that is not watched", item->kind);
        else if (item->seq != *seq + 1 && !(alone && item->seq == *seq))
            fake_tables_fail(fake_tables, "V7: news %d (%d) of table %u has number %u behind %u",
                             item->kind, item->tell, item->table, item->seq, *seq);
        *seq = item->seq;
    }
}

static void hear_answer(struct fake_tables *fake_tables, uint32_t conn,
                        const struct fake_tables_item *item)
{
    if (!item->has_req) return;
    uint64_t at = item->req % FAKE_TABLES_REQUESTS;
    if (item->req > fake_tables->req || fake_tables->asker[at] != conn + 1) {
        fake_tables_fail(fake_tables, "V3: line %u is answered what it did not ask", conn);
        return;
    }
    if (fake_tables->answer[at]) fake_tables_fail(fake_tables, "V3: an answer twice");
    fake_tables->answer[at] = 1;
    if (item->kind == FELT_ROOM_SERVER_ERROR) fake_tables->answer[at] = (uint8_t)(1 + item->no);
    if (item->kind == FELT_ROOM_SERVER_OK) fake_tables->answer_seat = item->seat;
}

static void hear_one(struct fake_tables *fake_tables, uint32_t number,
                     const struct fake_tables_item *item)
{
    struct fake_tables_line *conn = &fake_tables->conn[number];
    bool answer = item->kind == FELT_ROOM_SERVER_OK || item->kind == FELT_ROOM_SERVER_ERROR ||
                  item->kind == FELT_ROOM_SERVER_LOBBY || item->kind == FELT_ROOM_SERVER_PRIVATE;
    if (!conn->in) fake_tables_fail(fake_tables, "news %d to a line that is gone", item->kind);
    if (conn->local && !answer && item->kind != FELT_ROOM_SERVER_CASHIER)
        fake_tables_fail(fake_tables, "V6: news %d to a local line", item->kind);
    conn->heard++;
    if (answer) hear_answer(fake_tables, number, item);
    if (item->table < FAKE_TABLES_TABLES) count_up(fake_tables, conn, item);
    if (item->kind == FELT_ROOM_SERVER_HAND && item->tell == FELT_ARENA_SERVER_SNAPSHOT &&
        conn->user) {
        struct fake_tables_snapshot *snapshot = &fake_tables->snapshot[item->table][conn->user];
        snapshot->heard++;
        snapshot->view = *item->view;
        memcpy(snapshot->hand_id, item->hand_id, sizeof snapshot->hand_id);
    }
    if (item->kind == FELT_ROOM_SERVER_REPORT && conn->user) {
        struct fake_tables_report *report = &fake_tables->report[item->table][conn->user];
        report->heard++;
        report->amount = item->amount;
        report->count = item->count < FAKE_TABLES_NOTES ? item->count : FAKE_TABLES_NOTES;
        if (report->count) memcpy(report->note, item->notes, report->count * sizeof *item->notes);
    }
}

static void hear_table(struct fake_tables *fake_tables, const struct fake_tables_item *item)
{
    struct fake_tables_ask *ask = &fake_tables->ask[item->table];
    if (item->conns >> (FAKE_TABLES_CONNS - 1) & 1 && is_numbered(item->kind))
        fake_tables->progress_ms[item->table] = fake_tables->now_ms;
    if (item->kind == FELT_ROOM_SERVER_HAND) hear_hand(fake_tables, item);
    if (item->kind == FELT_ROOM_SERVER_TURN &&
        !(ask->due && ask->seat == item->seat && ask->seq == item->seq))
        *ask = (struct fake_tables_ask){.due = true, .seat = item->seat, .seq = item->seq};
    if (item->kind == FELT_ROOM_SERVER_CHOOSE)
        *ask = (struct fake_tables_ask){.due = true,
                                        .choose = true,
                                        .seat = item->seat,
                                        .seq = item->seq,
                                        .req_id = item->req_id,
                                        .games = (int)item->count};
    if (item->kind == FELT_ROOM_SERVER_GAME || item->kind == FELT_ROOM_SERVER_VOID)
        ask->due = false;
    if (item->kind == FELT_ROOM_SERVER_VOID) {
        fake_tables->voids++;
        fake_tables->hand[item->table].known = false;
    }
}

void fake_tables_ear_hear(struct fake_tables *fake_tables)
{
    while (fake_tables->first) {
        struct fake_tables_item *item = fake_tables->first;
        if (item->what == ITEM_REPORT) {
            if (item->table < FAKE_TABLES_TABLES) hear_report(fake_tables, item);
        } else {
            if (item->table < FAKE_TABLES_TABLES) {
                hear_table(fake_tables, item);
                note_cards(fake_tables, item);
            } else if (item->cards) {
                fake_tables_fail(fake_tables, "V6: cards in news %d of no table", item->kind);
            }
            for (uint32_t conn = 0; conn < FAKE_TABLES_CONNS; conn++)
                if (item->conns >> conn & 1) hear_one(fake_tables, conn, item);
        }
        fake_tables->first = item->next;
        if (!fake_tables->first) fake_tables->last = NULL;
        free_item(item);
    }
}
