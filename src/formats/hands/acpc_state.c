/* acpc_state.c -- see acpc_state.h. */
#include "formats/hands/acpc_state.h"

#include "felt/assert.h"

#include <string.h>

enum { DIGITS_MAX = 18 };

bool felt_acpc_state_tells(const struct felt_poker_rules *rules)
{
    return strcmp(rules->variant->name, "holdem") == 0 &&
           (rules->limit == FELT_NO_LIMIT || rules->limit == FELT_FIXED_LIMIT);
}

void felt_acpc_state_begin(struct felt_acpc_state *state, const struct felt_poker_rules *rules,
                           felt_seats seats, felt_seat button, felt_seat viewer, uint64_t hand)
{
    felt_assert(felt_acpc_state_tells(rules));
    *state = (struct felt_acpc_state){.players = (uint8_t)felt_seats_count(seats),
                                      .has_amounts = rules->limit == FELT_NO_LIMIT,
                                      .viewer = viewer,
                                      .hand = hand};
    memset(state->position, -1, sizeof state->position);
    memset(state->hole, FELT_CARD_NONE, sizeof state->hole);
    for (int i = 0, seat = button; i < state->players; i++) {
        seat = felt_seats_from(seats, (seat + 1) % FELT_SEATS_MAX);
        state->position[seat] = (int8_t)i;
    }
    felt_assert(state->position[viewer] >= 0);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void put(struct felt_acpc_state *state, char letter, felt_chips number)
{
    struct felt_buffer betting = felt_buffer_make(state->betting, sizeof state->betting);
    betting.used = state->used;
    felt_buffer_char(&betting, letter);
    if (number > 0) felt_buffer_int(&betting, number);
    state->overflow |= betting.overflow;
    state->used = (uint16_t)betting.used;
}

static void take_action(struct felt_acpc_state *state, const struct felt_event *event)
{
    felt_chips *staked = &state->staked[event->seat];
    *staked += event->amount;
    switch (event->act) {
    case FELT_FOLD: put(state, 'f', 0); break;
    case FELT_CHECK:
    case FELT_CALL: put(state, 'c', 0); break;
    case FELT_RAISE_TO:
        put(state, 'r', state->has_amounts ? state->paid[event->seat] + *staked : 0);
        break;
    default: break;
    }
}

static void take_board(struct felt_acpc_state *state, const struct felt_event *event)
{
    if (event->board != 0) return; /* only one is played in this protocol */
    felt_assert(state->boards + event->count <= (int)sizeof state->board);
    memcpy(state->board + state->boards, event->cards, event->count);
    state->boards = (uint8_t)(state->boards + event->count);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        state->paid[seat] += state->staked[seat];
        state->staked[seat] = 0;
    }
    put(state, '/', 0);
}

void felt_acpc_state_take(struct felt_acpc_state *state, const struct felt_event *event)
{
    switch ((enum felt_event_kind)event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD: state->paid[event->seat] += event->amount; break;
    case FELT_EVENT_BLIND: state->staked[event->seat] += event->amount; break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_SHOW:
        felt_assert(event->count <= FELT_ACPC_HOLE);
        memcpy(state->hole[state->position[event->seat]], event->cards, event->count);
        break;
    case FELT_EVENT_BOARD: take_board(state, event); break;
    case FELT_EVENT_ACT: take_action(state, event); break;
    default: break; /* chips that come back are told by nobody */
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void write_cards(const felt_card *cards, int count, struct felt_buffer *out)
{
    for (int i = 0; i < count; i++) {
        char text[FELT_CARD_TEXT_BYTES];
        if (cards[i] == FELT_CARD_NONE) continue;
        felt_card_write(cards[i], text);
        felt_buffer_text(out, text);
    }
}

void felt_acpc_state_write(const struct felt_acpc_state *state, struct felt_buffer *out)
{
    felt_buffer_text(out, "MATCHSTATE:");
    felt_buffer_int(out, state->position[state->viewer]);
    felt_buffer_char(out, ':');
    felt_buffer_uint(out, state->hand);
    felt_buffer_char(out, ':');
    felt_buffer_bytes(out, state->betting, state->used);
    felt_buffer_char(out, ':');
    for (int i = 0; i < state->players; i++) {
        if (i) felt_buffer_char(out, '|');
        write_cards(state->hole[i], FELT_ACPC_HOLE, out);
    }
    for (int i = 0; i < state->boards; i++) {
        if (i == 0 || i >= 3) felt_buffer_char(out, '/');
        write_cards(&state->board[i], 1, out);
    }
}

/* ---- answers --------------------------------------------------------------------------------- */

static enum felt_status read_raise(const char *digits, size_t at, size_t count,
                                   struct felt_action *out, struct felt_complaint *complaint)
{
    felt_chips number = 0;
    if (count == 0 || count > DIGITS_MAX)
        return felt_complain(complaint, FELT_BAD_FORMAT, at, count,
                             "r takes the chips put in over the whole hand, as in r250");
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return felt_complain(complaint, FELT_BAD_FORMAT, at + i, 1,
                                 "r takes the chips put in over the whole hand, as in r250");
        number = 10 * number + (digits[i] - '0');
    }
    *out = (struct felt_action){.kind = FELT_RAISE_TO, .amount = number};
    return FELT_OK;
}

enum felt_status felt_acpc_reply_read(const char *text, size_t bytes, const char *sent,
                                      size_t sent_bytes, bool has_amounts, struct felt_action *out,
                                      struct felt_complaint *complaint)
{
    static const char start[] = "MATCHSTATE:";
    size_t at = sent_bytes + 1;
    if (bytes < sizeof start - 1 || memcmp(text, start, sizeof start - 1) != 0)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, bytes,
                             "an answer is the line that was sent, and :f, :c or :r");
    if (bytes <= at || memcmp(text, sent, sent_bytes) != 0 || text[sent_bytes] != ':')
        return felt_complain(complaint, FELT_NOT_YOUR_TURN, 0, bytes,
                             "this answers another line than the last one");
    size_t rest = bytes - at - 1;
    if (text[at] == 'r' && has_amounts)
        return read_raise(text + at + 1, at + 1, rest, out, complaint);
    static const char letters[] = "fcr";
    static const uint8_t kinds[] = {FELT_FOLD, FELT_CALL, FELT_RAISE_TO};
    for (int i = 0; i < 3 && rest == 0; i++) {
        if (text[at] != letters[i]) continue;
        *out = (struct felt_action){.kind = kinds[i]};
        return FELT_OK;
    }
    return felt_complain(complaint, FELT_BAD_FORMAT, at, bytes - at, "an action is f, c or r");
}

static const struct felt_option *find_option(const struct felt_view *view, uint8_t kind)
{
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == kind) return &view->option[i];
    return NULL;
}

struct felt_action felt_acpc_reply_action(struct felt_action reply, bool has_amounts,
                                          const struct felt_view *view)
{
    if (reply.kind == FELT_CALL && find_option(view, FELT_CHECK))
        return (struct felt_action){.kind = FELT_CHECK};
    if (reply.kind != FELT_RAISE_TO) return reply;
    const struct felt_option *raise = find_option(view, FELT_RAISE_TO);
    if (has_amounts)
        reply.amount -= view->paid[view->viewer];
    else
        reply.amount = raise ? raise->max : 0;
    return reply;
}

bool felt_acpc_is_version(const char *text, size_t bytes)
{
    static const char start[] = "VERSION:2.";
    if (bytes <= sizeof start - 1 || memcmp(text, start, sizeof start - 1) != 0) return false;
    for (size_t i = sizeof start - 1; i < bytes; i++)
        if ((text[i] < '0' || text[i] > '9') && text[i] != '.') return false;
    return true;
}
