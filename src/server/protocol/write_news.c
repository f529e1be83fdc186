/* write_news.c -- what the room tells, as frames.
 *
 * A frame begins with its envelope: `req` if it answers one, `seq` if it is numbered (J3), `table`
 * if it is about one, `at`, `type`; then comes what belongs to the type, in the order of
 * docs/PROTOCOL.md 15, whose samples are compared byte for byte.  Numbers of users are in no frame
 * but the receiver's own in `welcome`. */
#include "server/protocol/write_news.h"

#include "felt/assert.h"
#include "server/table/live.h"
#include "server/protocol/put.h"
#include "server/protocol/words.h"
#include "server/protocol/write_event.h"
#include "server/protocol/write_hand.h"

#include <inttypes.h>
#include <stdio.h>

struct pen {
    struct felt_json json;
    const struct felt_news *news;
    int64_t wall_ms, now_ms;
};

/* ---- the envelope ---- */

static const char *type_of(const struct felt_news *news)
{
    static const char *const words[FELT_NEWS_KINDS] = {[FELT_NEWS_WELCOME] = "welcome",
                                                       [FELT_NEWS_PONG] = "pong",
                                                       [FELT_NEWS_OK] = "ok",
                                                       [FELT_NEWS_ERROR] = "error",
                                                       [FELT_NEWS_LOBBY] = "lobby",
                                                       [FELT_NEWS_LOBBY_ROW] = "lobby_row",
                                                       [FELT_NEWS_TABLE] = "table",
                                                       [FELT_NEWS_CHAIR] = "chair",
                                                       [FELT_NEWS_MINE] = "mine",
                                                       [FELT_NEWS_TURN] = "turn",
                                                       [FELT_NEWS_CHOOSE] = "choose",
                                                       [FELT_NEWS_GAME] = "game",
                                                       [FELT_NEWS_VOID] = "void",
                                                       [FELT_NEWS_SETTLING] = "settling",
                                                       [FELT_NEWS_CHAT] = "chat",
                                                       [FELT_NEWS_REPORT] = "report",
                                                       [FELT_NEWS_CASHIER] = "cashier",
                                                       [FELT_NEWS_GONE] = "gone",
                                                       [FELT_NEWS_NOTICE] = "notice",
                                                       [FELT_NEWS_HANDS] = "hands",
                                                       [FELT_NEWS_ONE_HAND] = "hand",
                                                       [FELT_NEWS_PRIVATE] = "private",
                                                       [FELT_NEWS_TERMS] = "terms",
                                                       [FELT_NEWS_EVENTS] = "events",
                                                       [FELT_NEWS_EVENT] = "event_page",
                                                       [FELT_NEWS_EVENT_ROW] = "event_row",
                                                       [FELT_NEWS_ENTRY] = "entry"};
    felt_assert(news->kind < FELT_NEWS_KINDS);
    const char *word = news->kind == FELT_NEWS_HAND
                           ? felt_wire_hand_type((enum felt_tell_kind)news->tell->kind)
                           : words[news->kind];
    felt_assert(word != NULL);
    return word;
}

static bool is_numbered(enum felt_news_kind kind)
{
    switch (kind) {
    case FELT_NEWS_TABLE:
    case FELT_NEWS_CHAIR:
    case FELT_NEWS_HAND:
    case FELT_NEWS_TURN:
    case FELT_NEWS_CHOOSE:
    case FELT_NEWS_GAME:
    case FELT_NEWS_TERMS:
    case FELT_NEWS_SETTLING:
    case FELT_NEWS_VOID: return true;
    default: return false;
    }
}

static void begin(struct pen *pen)
{
    const struct felt_news *news = pen->news;
    struct felt_json *json = &pen->json;
    felt_json_object(json);
    if (news->has_req) felt_json_put_uint(json, "req", news->req);
    if (is_numbered((enum felt_news_kind)news->kind)) felt_json_put_int(json, "seq", news->seq);
    if (news->table) felt_json_put_text(json, "table", news->table->id);
    felt_json_put_int(json, "at", pen->wall_ms);
    felt_json_put_text(json, "type", type_of(news));
}

/* ---- tables and chairs ---- */

/* What its host or the operator wants besides the blinds: only what is not as usual. */
static void put_options(struct felt_json *json, const struct felt_floor_face *face)
{
    const struct felt_table_options *options = &face->stake->options;
    if (options->ante_by != FELT_ANTE_NONE) {
        felt_json_put_int(json, "ante", options->ante);
        felt_json_put_text(json, "ante_by", felt_ante_word((enum felt_ante)options->ante_by));
    }
    if (options->straddle != FELT_STRADDLE_NONE)
        felt_json_put_text(json, "straddle",
                           felt_straddle_word((enum felt_straddle)options->straddle));
    if (options->bomb_every) {
        felt_json_put_int(json, "bomb_every", options->bomb_every);
        felt_json_put_int(json, "bomb_bb", options->bomb_units);
    }
    if (options->twice != FELT_TWICE_ASK)
        felt_json_put_text(json, "run_twice", felt_twice_word((enum felt_twice)options->twice));
    if (options->no_rathole) felt_json_put_bool(json, "rathole", false);
    if (!face->is_private) return;
    felt_json_put_bool(json, "private", true);
    if (face->host && face->host[0]) felt_json_put_text(json, "host", face->host);
    if (face->club) felt_json_put_int(json, "club", face->club);
    if (face->paused) felt_json_put_bool(json, "paused", true);
    if (face->bomb_next) felt_json_put_bool(json, "bomb_next", true);
}

/* What a table is, and how busy: members of a row of the lobby and of `table`. */
static void put_row(struct felt_json *json, const struct felt_floor_face *face)
{
    const struct felt_stake *stake = face->stake;
    felt_json_put_text(json, "title", stake->title);
    felt_json_put_text(json, "variant", stake->variant);
    felt_json_put_text(json, "limit", stake->limit);
    felt_json_put_int(json, "sb", stake->small_blind);
    felt_json_put_int(json, "bb", stake->big_blind);
    felt_json_put_int(json, "buy_in_min", stake->buy_in_min);
    felt_json_put_int(json, "buy_in_max", stake->buy_in_max);
    felt_json_put_bool(json, "bots_welcome", stake->bots_welcome);
    felt_json_put_int(json, "seats", stake->seats);
    felt_json_put_int(json, "taken", face->taken);
    felt_json_put_int(json, "people", face->people);
    felt_json_put_int(json, "in_hand", face->in_hand);
    felt_json_put_int(json, "watchers", face->watchers);
    if (face->hands_per_hour) felt_json_put_int(json, "hands_per_hour", face->hands_per_hour);
    if (face->average_pot) felt_json_put_int(json, "average_pot", face->average_pot);
    if (face->percent_flop) felt_json_put_int(json, "percent_flop", face->percent_flop);
    if (face->closing) felt_json_put_bool(json, "closing", true);
    put_options(json, face);
}

static void put_chair(struct felt_json *json, const struct felt_chair_face *chair, int seat)
{
    felt_json_put_int(json, "seat", seat);
    felt_json_put_text(json, "state", felt_chair_word((enum felt_chair_state)chair->state));
    if (chair->state == FELT_CHAIR_FREE || chair->name == NULL) return;
    felt_json_put_text(json, "name", chair->name);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)chair->kind));
    felt_json_put_bool(json, "bot", chair->bot);
    felt_json_put_bool(json, "connected", chair->connected);
    felt_json_put_bool(json, "in_hand", chair->in_hand);
    felt_json_put_int(json, "stack", chair->stack);
    felt_json_put_int(json, "bank_ms", chair->bank_ms);
}

static void put_owes(struct felt_json *json, unsigned owes)
{
    put_list(json, "owes");
    if (owes & FELT_OWES_ENTRY) felt_json_text(json, "entry");
    if (owes & FELT_OWES_BIG) felt_json_text(json, "bb");
    if (owes & FELT_OWES_SMALL) felt_json_text(json, "sb");
    felt_json_end(json);
}

static void put_mine(struct felt_json *json, felt_seat seat, const struct felt_mine *mine)
{
    char text[FELT_AUTO_ACTION_BYTES];
    felt_json_put_int(json, "seat", seat);
    felt_json_put_bool(json, "sitting_out", mine->out);
    felt_json_put_bool(json, "leaving", mine->leaving);
    felt_json_put_bool(json, "wait_bb", mine->wait);
    felt_json_put_bool(json, "auto_rebuy", mine->rebuy);
    felt_json_put_bool(json, "auto_muck", mine->muck);
    if (mine->straddle) felt_json_put_bool(json, "straddle", true);
    felt_json_put_text(json, "run_twice", felt_twice_word((enum felt_twice)mine->twice));
    felt_json_put_text(
        json, "auto_action",
        felt_auto_action_write((enum felt_auto_action)mine->auto_action, mine->auto_limit, text));
    felt_json_put_text(json, "preselect",
                       felt_preselect_word((enum felt_preselect)mine->preselect));
    if (mine->preselect == FELT_PRESELECT_CALL)
        felt_json_put_int(json, "preselect_amount", mine->preselect_amount);
    put_owes(json, mine->owes);
    if (mine->top_up) felt_json_put_int(json, "top_up", mine->top_up);
}

static void put_chat(struct felt_json *json, const struct felt_chat_line *line)
{
    felt_json_put_text(json, "name", line->name);
    felt_json_put_text(json, "text", line->text);
}

static void put_chairs(struct felt_json *json, const struct felt_floor_face *face)
{
    put_list(json, "chairs");
    for (int seat = 0; seat < face->stake->seats; seat++) {
        if (face->chair[seat].state == FELT_CHAIR_FREE) continue;
        felt_json_object(json);
        put_chair(json, &face->chair[seat], seat);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_chats(struct pen *pen)
{
    struct felt_json *json = &pen->json;
    put_list(json, "chat");
    for (uint32_t i = 0; i < pen->news->count; i++) {
        const struct felt_chat_line *line = pen->news->chat[i];
        felt_json_object(json);
        felt_json_put_int(json, "at", pen->wall_ms - (pen->now_ms - line->at_ms));
        put_chat(json, line);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_hand_id(struct felt_json *json, const char *hand_id)
{
    if (hand_id && hand_id[0]) felt_json_put_text(json, "hand_id", hand_id);
}

/* The hand that news are about: the one they name, else that of the table. */
static void put_hand_of(struct felt_json *json, const struct felt_news *news)
{
    put_hand_id(json, news->hand_id || !news->table ? news->hand_id : news->table->hand_id);
}

static void put_game_of(struct felt_json *json, const struct felt_plug *plug)
{
    felt_json_put_text(json, "game", plug->variant);
    if (plug->rules_id) felt_json_put_text(json, "rules", plug->rules_id);
    if (!plug->roles) return;
    put_list(json, "roles");
    for (int i = 0; i < plug->seats_max; i++) felt_json_text(json, plug->roles[i]);
    felt_json_end(json);
}

/* "evening.2": what wants call the tournament of a table. */
static void put_event(struct felt_json *json, const char *id, uint32_t number)
{
    char text[FELT_STAKE_ID_BYTES + 12];
    (void)snprintf(text, sizeof text, "%s.%" PRIu32, id, number);
    felt_json_put_text(json, "event", text);
}

static void put_table(struct pen *pen)
{
    const struct felt_floor_face *face = pen->news->table;
    struct felt_json *json = &pen->json;
    put_row(json, face);
    if (pen->news->event) put_event(json, face->stake->id, pen->news->event);
    felt_json_put_int(json, "move_ms", face->stake->move_ms);
    felt_json_put_int(json, "bank_ms", face->stake->bank_ms);
    felt_json_put_int(json, "pause_ms", face->stake->pause_ms);
    if (face->plug) put_game_of(json, face->plug);
    put_hand_id(json, face->hand_id);
    if (face->choosing) felt_json_put_bool(json, "choosing", true);
    if (face->settling) felt_json_put_bool(json, "settling", true);
    put_chairs(json, face);
    if (pen->news->seat >= 0 && pen->news->mine) {
        felt_json_key(json, "you");
        felt_json_object(json);
        put_mine(json, pen->news->seat, pen->news->mine);
        felt_json_end(json);
    }
    put_chats(pen);
}

static void put_lobby(struct pen *pen)
{
    struct felt_json *json = &pen->json;
    put_list(json, "tables");
    for (uint32_t i = 0; i < pen->news->count; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "table", pen->news->faces[i].id);
        put_row(json, &pen->news->faces[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (pen->news->more) felt_json_put_bool(json, "more", true);
}

/* ---- turns and games ---- */

static void put_turn(struct felt_json *json, const struct felt_news *news)
{
    put_hand_of(json, news);
    felt_json_put_int(json, "seat", news->seat);
    if (news->text) felt_json_put_text(json, "what", news->text);
    felt_json_put_int(json, "time_ms", news->time_ms);
    felt_json_put_int(json, "bank_ms", news->bank_ms);
}

static void put_choose(struct felt_json *json, const struct felt_news *news)
{
    felt_json_put_int(json, "seat", news->seat);
    felt_json_put_int(json, "time_ms", news->time_ms);
    put_list(json, "games");
    for (uint32_t i = 0; i < news->count; i++) felt_json_text(json, news->games[i]->variant);
    felt_json_end(json);
    felt_json_put_uint(json, "req_id", news->req_id);
}

static void put_game(struct felt_json *json, const struct felt_news *news)
{
    const struct felt_plug *plug = news->table->plug;
    if (news->seat >= 0) felt_json_put_int(json, "seat", news->seat);
    felt_json_put_text(json, "game", plug->variant);
    felt_json_put_int(json, "sb", plug->small_blind);
    felt_json_put_int(json, "bb", plug->big_blind);
}

/* A frame of a hand.  What the arena calls `table` there is `blinds` here: `table` is taken. */
static void put_hand(struct felt_json *json, const struct felt_news *news)
{
    felt_wire_put_hand(json, news->tell, "blinds");
    if (news->tell->kind == FELT_TELL_ACT) felt_json_put_int(json, "bank_ms", news->bank_ms);
    bool begins =
        news->tell->kind == FELT_TELL_START_HAND || news->tell->kind == FELT_TELL_SNAPSHOT;
    if (begins && news->table && news->table->plug)
        felt_json_put_text(json, "game", news->table->plug->variant);
}

/* ---- somebody ---- */

static void put_welcome(struct felt_json *json, const struct felt_news *news)
{
    felt_json_put_int(json, "v", 1);
    if (news->user == NULL) return;
    felt_json_key(json, "user");
    felt_json_object(json);
    felt_json_put_int(json, "id", news->user->id);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)news->user->kind));
    felt_json_put_text(json, "name", news->user->handle);
    felt_json_end(json);
    felt_json_put_int(json, "bank", news->bank);
}

static void put_ok(struct felt_json *json, const struct felt_news *news)
{
    if (news->table && news->seat >= 0) felt_json_put_int(json, "seat", news->seat);
    if (news->amount) felt_json_put_int(json, "amount", news->amount);
}

static void put_msg(struct felt_json *json, const char *text)
{
    if (text) felt_json_put_text(json, "msg", text);
}

static void put_note(struct felt_json *json, const struct felt_away_note *note)
{
    char hand_id[FELT_HAND_ID_BYTES + 1];
    felt_json_object(json);
    felt_json_put_text(json, "hand_id", felt_hand_id(note->date, note->counter, hand_id));
    if (note->result) {
        felt_json_put_int(json, "won", note->amount);
    } else {
        felt_assert(note->action < FELT_ACTION_KINDS);
        felt_json_put_text(json, "action", felt_wire_actions[note->action]);
        felt_json_put_int(json, "amount", note->amount);
    }
    felt_json_end(json);
}

/* For the host alone; `link` is what he sends to his friends. */
static void put_private(struct felt_json *json, const struct felt_news *news)
{
    char text[FELT_TABLE_NAME_BYTES + FELT_WANT_KEY_BYTES + 32];
    struct felt_buffer link = felt_buffer_make(text, sizeof text);
    felt_buffer_text(&link, "/?table=");
    felt_buffer_text(&link, news->table->id);
    felt_buffer_text(&link, "&key=");
    felt_buffer_text(&link, news->text);
    felt_buffer_terminate(&link);
    felt_json_put_text(json, "key", news->text);
    felt_json_put_text(json, "link", text);
    felt_json_put_bool(json, "password", news->more);
}

static void put_terms(struct felt_json *json, const struct felt_news *news)
{
    felt_json_put_text(json, "when", news->more ? "next" : "now");
    put_row(json, news->table);
}

static void put_report(struct felt_json *json, const struct felt_news *news)
{
    felt_json_put_int(json, "seat", news->seat);
    felt_json_put_int(json, "away_ms", news->time_ms);
    felt_json_put_int(json, "stack_then", news->amount);
    if (news->table && news->seat >= 0)
        felt_json_put_int(json, "stack", news->table->chair[news->seat].stack);
    put_list(json, "notes");
    for (uint32_t i = 0; i < news->count; i++) put_note(json, &news->notes[i]);
    felt_json_end(json);
    if (news->more) felt_json_put_bool(json, "more", true);
}

static void put_hands(struct felt_json *json, const struct felt_news *news)
{
    put_list(json, "hands");
    for (uint32_t i = 0; i < news->count; i++) {
        const struct felt_hand_row *row = &news->rows[i];
        felt_json_object(json);
        felt_json_put_text(json, "hand_id", row->hand_id);
        felt_json_put_text(json, "table", row->table);
        felt_json_put_text(json, "game", row->variant);
        felt_json_put_int(json, "at", row->at_ms);
        felt_json_put_int(json, "won", row->won);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (news->more) felt_json_put_bool(json, "more", true);
}

/* ---- all of it ---- */

static void put_error(struct felt_json *json, const struct felt_news *news)
{
    felt_json_put_text(json, "code", felt_no_word((enum felt_no)news->no));
    put_msg(json, news->text);
}

static void put_members(struct pen *pen)
{
    const struct felt_news *news = pen->news;
    struct felt_json *json = &pen->json;
    switch ((enum felt_news_kind)news->kind) {
    case FELT_NEWS_WELCOME: put_welcome(json, news); break;
    case FELT_NEWS_OK: put_ok(json, news); break;
    case FELT_NEWS_ERROR: put_error(json, news); break;
    case FELT_NEWS_LOBBY: put_lobby(pen); break;
    case FELT_NEWS_LOBBY_ROW: put_row(json, news->table); break;
    case FELT_NEWS_TABLE: put_table(pen); break;
    case FELT_NEWS_CHAIR: put_chair(json, &news->table->chair[news->seat], news->seat); break;
    case FELT_NEWS_MINE: put_mine(json, news->seat, news->mine); break;
    case FELT_NEWS_HAND: put_hand(json, news); break;
    case FELT_NEWS_TURN: put_turn(json, news); break;
    case FELT_NEWS_CHOOSE: put_choose(json, news); break;
    case FELT_NEWS_GAME: put_game(json, news); break;
    case FELT_NEWS_VOID:
        put_hand_id(json, news->hand_id);
        put_msg(json, news->text);
        break;
    case FELT_NEWS_SETTLING: put_hand_of(json, news); break;
    case FELT_NEWS_CHAT: put_chat(json, news->chat[0]); break;
    case FELT_NEWS_REPORT: put_report(json, news); break;
    case FELT_NEWS_CASHIER: felt_json_put_int(json, "bank", news->bank); break;
    case FELT_NEWS_GONE:
    case FELT_NEWS_NOTICE: put_msg(json, news->text); break;
    case FELT_NEWS_HANDS: put_hands(json, news); break;
    case FELT_NEWS_PRIVATE: put_private(json, news); break;
    case FELT_NEWS_TERMS: put_terms(json, news); break;
    case FELT_NEWS_ONE_HAND:
        put_hand_id(json, news->hand_id);
        felt_json_put_text(json, "phh", news->text);
        break;
    case FELT_NEWS_EVENTS: felt_wire_put_event_cards(json, news->cards, news->count); break;
    case FELT_NEWS_EVENT_ROW: felt_wire_put_event_card(json, news->cards); break;
    case FELT_NEWS_EVENT: felt_wire_put_event_page(json, news->page); break;
    case FELT_NEWS_ENTRY: felt_wire_put_event_entry(json, news->entry); break;
    case FELT_NEWS_PONG:
    case FELT_NEWS_KINDS: break;
    }
}

void felt_wire_write_news(const struct felt_news *news, int64_t wall_ms, int64_t now_ms,
                          struct felt_buffer *out)
{
    struct pen pen = {felt_json_make(out), news, wall_ms, now_ms};
    begin(&pen);
    put_members(&pen);
    felt_json_end(&pen.json);
    felt_assert(pen.json.complete && pen.json.depth == 0);
}
