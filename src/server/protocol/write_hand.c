/* write_hand.c -- frames of a hand.
 *
 * Members are written from front to back by the JSON writer, in the order of docs/PROTOCOL.md,
 * whose samples are compared byte for byte. */
#include "server/protocol/write_hand.h"

#include "felt/assert.h"
#include "server/table/shuffle.h"
#include "server/protocol/put.h"
#include "server/protocol/words.h"

/* ---- cards and seats ---- */

/* By the name that the game gives it, else by rank and suit. */
static void write_card(struct felt_json *json, const struct felt_game_adapter *adapter,
                       felt_card card)
{
    char text[FELT_CARD_TEXT_BYTES];
    if (adapter && adapter->card) {
        felt_json_text(json, adapter->card(adapter, card));
        return;
    }
    felt_card_write(card, text);
    felt_json_text_n(json, text, 2);
}

static void put_cards(struct felt_json *json, const struct felt_game_adapter *adapter,
                      const char *key, const felt_card *cards, int count)
{
    felt_json_key(json, key);
    felt_json_array(json);
    for (int i = 0; i < count; i++) /* a pile that its own owner may not look at */
        if (cards[i] != FELT_CARD_NONE) write_card(json, adapter, cards[i]);
    felt_json_end(json);
}

static bool is_occupied(const struct felt_table_face *table, int seat)
{
    return table->seat[seat].team != NULL;
}

static void put_stacks(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    felt_json_key(json, "stacks");
    felt_json_array(json);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!is_occupied(msg->table, seat)) continue;
        felt_json_object(json);
        felt_json_put_int(json, "seat", seat);
        felt_json_put_int(json, "stack", msg->stacks[seat]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

/* ---- begin and end ---- */

static void put_start_hand(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    felt_json_put_text(json, "hand_id", msg->hand_id);
    /* Clients need the key, also where nothing is committed to. */
    felt_json_put_int(json, "seed", msg->commit ? felt_shuffle_seed(msg->commit) : 0);
    felt_json_put_int(json, "button", msg->button);
    put_stacks(json, msg);
    if (msg->hand_number) felt_json_put_int(json, "hand_number", msg->hand_number);
    if (msg->commit) put_hex(json, "commit", msg->commit);
    if (msg->fresh && felt_shuffle_is_fresh(msg->fresh)) put_hex(json, "fresh", msg->fresh);
}

static void put_end_hand(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    felt_json_put_text(json, "hand_id", msg->hand_id);
    put_stacks(json, msg);
    if (msg->key) put_hex(json, "reveal", msg->key);
}

/* ---- a view ---- */

/* Is the seat in this hand, also if it has folded? */
static bool is_dealt(const struct felt_view *view, int seat)
{
    return felt_seats_has(view->seats, seat);
}

static bool is_live(const struct felt_view *view, int seat)
{
    return is_dealt(view, seat) && felt_seats_has(view->betting.turn.live, seat);
}

/* What a seat owes; nothing if it folded or is all-in. */
static felt_chips to_call(const struct felt_view *view, int seat)
{
    if (!is_live(view, seat) || view->betting.stack[seat] == 0) return 0;
    return view->betting.to_match - view->betting.staked[seat];
}

/* Cards that lie face up before a seat, or NULL if the game has none. */
static const struct felt_zone *find_up(const struct felt_arena_server_msg *msg, felt_seat seat)
{
    if (msg->table->config->adapter->awards_uncalled) return NULL;
    const struct felt_zone *zone = felt_view_zone(msg->view, FELT_ZONE_HAND, seat);
    return zone && zone->up ? zone : NULL;
}

/* A text that others wrote, escaped. */
static void copy_text(struct felt_buffer *out, const char *text)
{
    struct felt_json one = felt_json_make(out);
    felt_json_text(&one, text);
}

static void copy_card(struct felt_buffer *out, const struct felt_game_adapter *adapter,
                      felt_card card, bool first)
{
    char text[FELT_CARD_TEXT_BYTES];
    if (adapter->card) {
        if (!first) felt_buffer_char(out, ',');
        copy_text(out, adapter->card(adapter, card));
        return;
    }
    felt_card_write(card, text);
    felt_buffer_text(out, first ? "\"" : ",\"");
    felt_buffer_bytes(out, text, 2);
    felt_buffer_char(out, '"');
}

/* The cards of such a zone, without the brackets. */
static void copy_up(struct felt_buffer *out, const struct felt_game_adapter *adapter,
                    const struct felt_view *view, const struct felt_zone *zone)
{
    bool first = true;
    for (int i = 0; i < zone->count; i++) {
        if (!(zone->up >> i & 1)) continue;
        copy_card(out, adapter, view->cards[zone->at + i], first);
        first = false;
    }
}

static void copy_cards(struct felt_buffer *out, const struct felt_game_adapter *adapter,
                       felt_cards cards)
{
    for (felt_cards left = cards; left;) {
        bool first = left == cards;
        copy_card(out, adapter, felt_cards_take(&left), first);
    }
}

static void copy_list(struct felt_buffer *out, const struct felt_game_adapter *adapter,
                      const felt_card *cards, int count)
{
    bool first = true;
    for (int i = 0; i < count; i++) {
        if (cards[i] == FELT_CARD_NONE) continue;
        copy_card(out, adapter, cards[i], first);
        first = false;
    }
}

static const struct felt_game_adapter *adapter_of(const struct felt_arena_server_msg *msg)
{
    return msg->table->config->adapter;
}

static void put_up(struct felt_json *json, const struct felt_arena_server_msg *msg, felt_seat seat)
{
    const struct felt_zone *zone = find_up(msg, seat);
    if (zone == NULL) return;
    felt_json_key(json, "up");
    felt_json_array(json);
    copy_up(json->out, adapter_of(msg), msg->view, zone);
    felt_json_end(json);
}

static void put_zone(struct felt_json *json, const char *key,
                     const struct felt_arena_server_msg *msg, enum felt_zone_kind kind,
                     felt_seat owner)
{
    const struct felt_view *view = msg->view;
    const struct felt_zone *zone = felt_view_zone(view, kind, owner);
    put_cards(json, adapter_of(msg), key, zone ? view->cards + zone->at : NULL,
              zone ? zone->count : 0);
}

static void put_you(struct felt_json *json, const struct felt_arena_server_msg *msg, bool acts)
{
    const struct felt_view *view = msg->view;
    felt_seat me = msg->seat; /* a newcomer has a seat and a spectator's view */
    felt_assert(me >= 0 && (me == view->viewer || view->viewer < 0));
    felt_json_key(json, "you");
    felt_json_object(json);
    if (!acts) felt_json_put_int(json, "seat", me);
    put_zone(json, "hole", msg, FELT_ZONE_HAND, me);
    put_up(json, msg, me);
    felt_json_put_int(json, "stack",
                      is_dealt(view, me) ? view->betting.stack[me] : msg->table->seat[me].stack);
    felt_json_put_int(json, "committed", is_dealt(view, me) ? view->betting.staked[me] : 0);
    felt_json_put_int(json, "to_call", to_call(view, me));
    if (acts) felt_json_put_int(json, "time_ms", msg->time_ms);
    felt_json_end(json);
}

static void put_table(struct felt_json *json, const struct felt_arena_server_msg *msg,
                      const char *key)
{
    const struct felt_table_config *config = msg->table->config;
    felt_json_key(json, key);
    felt_json_object(json);
    felt_json_put_int(json, "sb", config->adapter->small_blind);
    felt_json_put_int(json, "bb", config->adapter->big_blind);
    felt_json_put_int(json, "seats", config->seats);
    felt_json_put_int(json, "button", msg->view->button);
    felt_json_end(json);
}

/* The list of players is most of an `act`: its fixed parts are copied as they are, which takes a
 * third of the time of writing them key by key.  Nothing here needs escaping. */
#define COPY(out, text) felt_buffer_bytes(out, text, sizeof(text) - 1)

/* What the game counts besides chips, behind the members of an object that is open. */
static void copy_facts(struct felt_buffer *out, const struct felt_arena_server_msg *msg,
                       felt_seat seat)
{
    const struct felt_game_adapter *adapter = msg->table->config->adapter;
    struct felt_table_fact fact[FELT_TABLE_FACTS_MAX];
    int count = adapter->facts ? adapter->facts(adapter, msg->view, seat, fact) : 0;
    for (int i = 0; i < count; i++) {
        felt_buffer_text(out, ",\"");
        felt_buffer_text(out, fact[i].key);
        COPY(out, "\":");
        switch ((enum felt_table_fact_kind)fact[i].kind) {
        case FELT_TABLE_FACT_NUMBER: felt_buffer_int(out, fact[i].number); break;
        case FELT_TABLE_FACT_WORD: copy_text(out, fact[i].word); break;
        case FELT_TABLE_FACT_SEAT:
            if (fact[i].number >= 0)
                felt_buffer_int(out, fact[i].number);
            else
                COPY(out, "null");
            break;
        case FELT_TABLE_FACT_CARDS:
        case FELT_TABLE_FACT_LIST:
            felt_buffer_char(out, '[');
            if (fact[i].kind == FELT_TABLE_FACT_LIST)
                copy_list(out, adapter, fact[i].list, fact[i].count);
            else
                copy_cards(out, adapter, fact[i].cards);
            felt_buffer_char(out, ']');
            break;
        }
    }
}

static void copy_player(struct felt_buffer *out, const struct felt_arena_server_msg *msg, int seat)
{
    const struct felt_view *view = msg->view;
    bool dealt = is_dealt(view, seat);
    COPY(out, "{\"seat\":");
    felt_buffer_int(out, seat);
    COPY(out, ",\"stack\":");
    felt_buffer_int(out, dealt ? view->betting.stack[seat] : msg->table->seat[seat].stack);
    if (is_live(view, seat))
        COPY(out, ",\"has_folded\":false,\"committed\":");
    else
        COPY(out, ",\"has_folded\":true,\"committed\":");
    felt_buffer_int(out, dealt ? view->betting.staked[seat] : 0);
    const struct felt_zone *up = find_up(msg, (felt_seat)seat);
    if (up) {
        COPY(out, ",\"up\":[");
        copy_up(out, adapter_of(msg), view, up);
        felt_buffer_char(out, ']');
    }
    if (dealt) copy_facts(out, msg, (felt_seat)seat);
    felt_buffer_char(out, '}');
}

static void put_players(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    bool first = true;
    felt_json_key(json, "players");
    felt_json_array(json);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!is_occupied(msg->table, seat)) continue;
        if (!first) felt_buffer_char(json->out, ',');
        copy_player(json->out, msg, seat);
        first = false;
    }
    felt_json_end(json);
}

/* Where a raise is a card: those that were flipped. */
static void put_board(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_zone *board = felt_view_zone(msg->view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    if (!adapter_of(msg)->commits) {
        put_zone(json, "community", msg, FELT_ZONE_BOARD, FELT_SEAT_NONE);
        return;
    }
    put_list(json, "community");
    if (board) copy_up(json->out, adapter_of(msg), msg->view, board);
    felt_json_end(json);
}

/* The board, and what lies in the middle. */
static void put_middle(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_view *view = msg->view;
    put_board(json, msg);
    if (felt_view_zone(view, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE))
        put_zone(json, "second_community", msg, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE);
    felt_json_put_int(json, "pot", view->betting.pot);
    felt_json_put_int(json, "current_bet", view->betting.to_match);
    felt_json_put_int(json, "min_raise_increment", view->betting.raise_min);
    copy_facts(json->out, msg, FELT_SEAT_NONE);
}

static void put_moves(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_game_adapter *adapter = msg->table->config->adapter;
    struct felt_table_move_texts moves;
    if (!adapter->moves) return;
    adapter->moves(adapter, msg->view, &moves);
    put_list(json, "moves");
    for (int i = 0; i < moves.count; i++) felt_json_text(json, moves.text[i]);
    felt_json_end(json);
}

/* What an option says besides its word. */
static void put_option(struct felt_json *json, const struct felt_arena_server_msg *msg,
                       const struct felt_option *option)
{
    switch (option->kind) {
    case FELT_CALL:
        if (!adapter_of(msg)->commits) felt_json_put_int(json, "call_amount", option->max);
        break;
    case FELT_RAISE_TO:
        felt_json_put_int(json, "min_raise_to", option->min);
        felt_json_put_int(json, "max_raise_to", option->max);
        break;
    case FELT_BRING_IN: felt_json_put_int(json, "bring_in", option->max); break;
    case FELT_DISCARD:
        felt_json_put_int(json, "discard_min", option->cards_min);
        felt_json_put_int(json, "discard_max", option->cards_max);
        break;
    case FELT_CHOOSE:
    case FELT_RUNS: felt_json_put_int(json, "choice_max", option->choice_max); break;
    case FELT_MOVE:
        felt_json_put_int(json, "choice_max", option->choice_max);
        put_moves(json, msg);
        break;
    default: break;
    }
}

/* Options come in the order of enum felt_action_kind: FOLD, CHECK or CALL, RAISE_TO, others. */
static void put_options(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_view *view = msg->view;
    felt_json_key(json, "legal");
    felt_json_array(json);
    for (int i = 0; i < view->options; i++)
        felt_json_text(json, felt_protocol_actions[view->option[i].kind]);
    felt_json_end(json);
    for (int i = 0; i < view->options; i++) put_option(json, msg, &view->option[i]);
    felt_json_key(json, "req_id");
    felt_json_uint(json, msg->req_id);
}

static const char *phase_of(const struct felt_arena_server_msg *msg)
{
    const struct felt_game_adapter *adapter = msg->table->config->adapter;
    return adapter->phase(adapter, msg->view);
}

static void put_act(struct felt_json *json, const struct felt_arena_server_msg *msg,
                    const char *table)
{
    felt_json_put_text(json, "hand_id", msg->hand_id);
    felt_json_put_int(json, "seat", msg->seat);
    felt_json_put_text(json, "phase", phase_of(msg));
    put_you(json, msg, true);
    put_table(json, msg, table);
    put_players(json, msg);
    put_middle(json, msg);
    put_options(json, msg);
}

/* ---- announcements ---- */

static void put_chips(struct felt_json *json, const struct felt_announcement *said)
{
    felt_json_put_int(json, "amount", said->amount);
    felt_json_put_int(json, "to", said->to);
    felt_json_put_bool(json, "all_in", said->all_in);
}

/* How many cards, and which as far as the receiver may see them. */
static void put_counted(struct felt_json *json, const struct felt_announcement *said)
{
    bool seen = said->count > 0;
    for (int i = 0; i < said->count; i++) seen = seen && said->cards[i] != FELT_CARD_NONE;
    felt_json_put_int(json, "count", said->count);
    if (seen) put_cards(json, said->adapter, "cards", said->cards, said->count);
    if (said->up) felt_json_put_bool(json, "up", true);
}

static void put_blinds(struct felt_json *json, const struct felt_announcement *said)
{
    /* Bots of hold'em find both seats: a small blind that nobody posts is one of nothing, told of a
     * seat that is there (PROTOCOL 17.5). */
    bool dead = said->seat < 0 && said->adapter && said->adapter->awards_uncalled;
    if (said->seat >= 0 || dead)
        felt_json_put_int(json, "sb_seat", dead ? said->other : said->seat);
    felt_json_put_int(json, "bb_seat", said->other);
    if (said->seat >= 0 || dead) felt_json_put_int(json, "sb", dead ? 0 : said->amount);
    felt_json_put_int(json, "bb", said->to);
}

static void put_street(struct felt_json *json, const struct felt_announcement *said)
{
    if (said->ev == FELT_SAID_FLOP || said->count != 1) {
        put_cards(json, said->adapter, "cards", said->cards, said->count);
    } else {
        felt_json_key(json, "card");
        write_card(json, said->adapter, said->cards[0]);
    }
}

static void put_showdown(struct felt_json *json, const struct felt_announcement *said)
{
    put_cards(json, said->adapter, "hand", said->cards, said->count);
    put_cards(json, said->adapter, "board", said->board, said->board_count);
    felt_json_put_text(json, "rank", said->rank);
    felt_json_put_text(json, "name", said->name);
}

static void put_other(struct felt_json *json, const struct felt_announcement *said)
{
    felt_json_put_text(json, "action", felt_protocol_actions[said->act]);
    felt_json_put_int(json, "choice", said->to);
}

static void put_said_text(struct felt_json *json, const char *key,
                          const struct felt_announcement *said)
{
    if (said->rank == NULL) return;
    felt_json_put_text(json, key, said->rank);
}

/* The hand of a longer game that begins. */
static void put_session_hand(struct felt_json *json, const struct felt_announcement *said)
{
    felt_json_put_int(json, "number", said->to);
    if (said->rank) felt_json_put_text(json, said->rank, said->name);
}

static void put_say(struct felt_json *json, const struct felt_announcement *said)
{
    if (said->rank == NULL) return;
    if (said->name[0])
        felt_json_put_text(json, said->rank, said->name);
    else
        felt_json_put_int(json, said->rank, said->to);
}

/* As many cards as `amount` says; those that are known stand there. */
static void put_take(struct felt_json *json, const struct felt_announcement *said)
{
    put_said_text(json, "to", said);
    felt_json_put_int(json, "count", said->amount);
    if (said->count && said->cards[0] != FELT_CARD_NONE)
        put_cards(json, said->adapter, "cards", said->cards, said->count);
}

/* Events of games that are more than betting. */
static void put_more(struct felt_json *json, const struct felt_announcement *said)
{
    switch ((enum felt_said)said->ev) {
    case FELT_SAID_HAND: put_session_hand(json, said); break;
    case FELT_SAID_PLAY:
        put_said_text(json, "to", said);
        put_counted(json, said);
        break;
    case FELT_SAID_TAKE: put_take(json, said); break;
    case FELT_SAID_GIVE:
        felt_json_put_int(json, "other", said->other);
        put_counted(json, said);
        break;
    case FELT_SAID_SAY: put_say(json, said); break;
    case FELT_SAID_SCORE:
        felt_json_put_int(json, "points", said->amount);
        felt_json_put_int(json, "score", said->to);
        break;
    case FELT_SAID_EFFECT:
        put_said_text(json, "effect", said);
        felt_json_put_int(json, "value", said->amount);
        break;
    default: break;
    }
}

static void put_tally(struct felt_json *json, const struct felt_announcement *said)
{
    static const char *const keys[FELT_TALLIES] = {"evidence", "cover", "heat", "profit"};
    for (int i = 0; i < FELT_TALLIES; i++) felt_json_put_int(json, keys[i], said->total[i]);
}

/* Events of games in which a raise is a card. */
static void put_commits(struct felt_json *json, const struct felt_announcement *said)
{
    switch ((enum felt_said)said->ev) {
    case FELT_SAID_ROUND: felt_json_put_int(json, "round", said->to); break;
    case FELT_SAID_COMMIT:
    case FELT_SAID_STAY:
    case FELT_SAID_FLIP: put_counted(json, said); break;
    case FELT_SAID_TALLY: put_tally(json, said); break;
    case FELT_SAID_OUTCOME:
        put_said_text(json, "outcome", said);
        felt_json_put_int(json, "banked", said->amount);
        if (said->last) felt_json_put_bool(json, "session_over", true);
        break;
    default: break;
    }
}

/* "ev" and what belongs to it, into an object that is open. */
static void put_announcement(struct felt_json *json, const struct felt_announcement *said)
{
    enum felt_said ev = said->ev;
    felt_json_put_text(json, "ev", felt_said_word(ev));
    if (said->seat >= 0 && ev != FELT_SAID_POST_BLINDS) felt_json_put_int(json, "seat", said->seat);
    switch (ev) {
    case FELT_SAID_POST_BLINDS: put_blinds(json, said); break;
    case FELT_SAID_ANTE:
        felt_json_put_int(json, "amount", said->amount);
        felt_json_put_bool(json, "all_in", said->all_in);
        break;
    case FELT_SAID_BRING_IN:
    case FELT_SAID_BET:
    case FELT_SAID_CALL: put_chips(json, said); break;
    case FELT_SAID_DEAL:
        put_said_text(json, "to", said);
        put_counted(json, said);
        break;
    case FELT_SAID_DISCARD:
    case FELT_SAID_DRAW:
    case FELT_SAID_SHOW: put_counted(json, said); break;
    case FELT_SAID_FLOP:
    case FELT_SAID_TURN:
    case FELT_SAID_RIVER: put_street(json, said); break;
    case FELT_SAID_RETURN:
    case FELT_SAID_RAKE: felt_json_put_int(json, "amount", said->amount); break;
    case FELT_SAID_SHUFFLE: felt_json_put_int(json, "count", said->amount); break;
    case FELT_SAID_OTHER: put_other(json, said); break;
    case FELT_SAID_SHOWDOWN: put_showdown(json, said); break;
    case FELT_SAID_POT_AWARD:
        felt_json_put_int(json, "amount", said->amount);
        felt_json_put_int(json, "pot", said->pot);
        break;
    case FELT_SAID_CHECK:
        if (said->automatic) felt_json_put_bool(json, "automatic", true);
        break;
    case FELT_SAID_FOLD:
    case FELT_SAID_REDEAL:
    case FELT_SAID_ELIMINATED:
    case FELT_SAID_OUT:
    case FELT_SAIDS: break;
    case FELT_SAID_HAND:
    case FELT_SAID_PLAY:
    case FELT_SAID_TAKE:
    case FELT_SAID_GIVE:
    case FELT_SAID_SAY:
    case FELT_SAID_SCORE:
    case FELT_SAID_EFFECT: put_more(json, said); break;
    case FELT_SAID_ROUND:
    case FELT_SAID_COMMIT:
    case FELT_SAID_STAY:
    case FELT_SAID_INITIATIVE:
    case FELT_SAID_FLIP:
    case FELT_SAID_TALLY:
    case FELT_SAID_OUTCOME: put_commits(json, said); break;
    }
    if (said->run) felt_json_put_int(json, "run", said->run);
}

/* ---- snapshots ---- */

enum { HISTORY_BYTES = 48 * 1024 };

struct history {
    struct felt_json *json;
    size_t end; /* of the buffer: where the history is cut off                                 */
    bool cut;
};

/* A felt_say.  How long a hand gets is up to the players: the frame has an end all the same. */
static void write_history_item(void *self, const struct felt_announcement *said)
{
    struct history *history = self;
    history->cut |= history->json->out->used > history->end;
    if (history->cut) return;
    felt_json_object(history->json);
    put_announcement(history->json, said);
    felt_json_end(history->json);
}

void felt_protocol_put_actor(struct felt_json *json, felt_seat actor, uint32_t time_ms)
{
    felt_json_key(json, "next_actor");
    if (actor >= 0)
        felt_json_int(json, actor);
    else
        felt_json_null(json);
    if (actor >= 0) felt_json_put_int(json, "time_ms_remaining", time_ms);
}

static void put_snapshot(struct felt_json *json, const struct felt_arena_server_msg *msg,
                         const char *table)
{
    const struct felt_view *view = msg->view;
    felt_json_put_text(json, "at_hand_id", msg->hand_id);
    felt_json_put_text(json, "phase", phase_of(msg));
    if (msg->seat >= 0) put_you(json, msg, false);
    put_table(json, msg, table);
    put_players(json, msg);
    put_middle(json, msg);
    felt_protocol_put_actor(json, view->actor, msg->time_ms);
    if (view->viewer >= 0 && view->viewer == view->actor) put_options(json, msg);
    if (msg->retell) {
        felt_json_key(json, "history");
        felt_json_array(json);
        struct history history = {.json = json, .end = json->out->used + HISTORY_BYTES};
        msg->retell(msg->retell_self, write_history_item, &history);
        felt_json_end(json);
        if (history.cut || msg->cut) felt_json_key(json, "history_cut"), felt_json_bool(json, true);
    }
}

/* ---- all of them ---- */

const char *felt_protocol_hand_type(enum felt_arena_server_kind kind)
{
    switch (kind) {
    case FELT_ARENA_SERVER_START_HAND: return "start_hand";
    case FELT_ARENA_SERVER_ACT: return "act";
    case FELT_ARENA_SERVER_EVENT: return "event";
    case FELT_ARENA_SERVER_END_HAND: return "end_hand";
    case FELT_ARENA_SERVER_SNAPSHOT: return "snapshot";
    default: return NULL;
    }
}

void felt_protocol_put_hand(struct felt_json *json, const struct felt_arena_server_msg *msg,
                            const char *table)
{
    felt_assert(felt_protocol_hand_type((enum felt_arena_server_kind)msg->kind) != NULL);
    switch ((enum felt_arena_server_kind)msg->kind) {
    case FELT_ARENA_SERVER_START_HAND: put_start_hand(json, msg); break;
    case FELT_ARENA_SERVER_ACT: put_act(json, msg, table); break;
    case FELT_ARENA_SERVER_EVENT: put_announcement(json, msg->event); break;
    case FELT_ARENA_SERVER_END_HAND: put_end_hand(json, msg); break;
    case FELT_ARENA_SERVER_SNAPSHOT: put_snapshot(json, msg, table); break;
    default: break;
    }
}
