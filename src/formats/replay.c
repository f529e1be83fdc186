/* replay.c -- see replay.h.
 *
 * Cards first: everything the record deals or shows is gathered by seat and place, and becomes a
 * deck in the order of RULES 2.4 with holes where a card is not known.  Then the actions, one by
 * one.  The engine deals by itself, so the dealing actions of the record only count along: a card
 * may be named once the engine has dealt it and must be named before anybody acts. */
#include "felt/replay.h"

#include "felt/assert.h"

#include <string.h>

enum { WORDS_BYTES = 96 };

struct table {
    const struct felt_record *record;
    struct felt_replay *replay;
    struct felt_complaint *complaint;
    felt_cards used;
    felt_card hole[FELT_SEATS_MAX][FELT_HOLE_MAX];
    felt_card board[FELT_BOARD_MAX];
    uint8_t holes[FELT_SEATS_MAX], boards;
    uint8_t named[FELT_SEATS_MAX], boards_named; /* while playing: cards the record has named */
};

/* ---- rules and forced bets ---- */

/* RULES 5.1: the record does not say who acts first.  It is the seat left of the largest blind; of
 * equal ones the last, and posts out of turn do not count. */
static felt_seat find_opener(const struct felt_record *record)
{
    int largest = -1;
    if (record->opener) return (felt_seat)(record->opener - 1);
    for (int seat = 0; seat < record->seats; seat++)
        if (record->blind[seat] > 0 &&
            (largest < 0 || record->blind[seat] >= record->blind[largest]))
            largest = seat;
    if (largest < 0) return FELT_SEAT_NONE;
    return (felt_seat)((largest + 1) % record->seats);
}

static enum felt_status make_deal(const struct felt_record *record, struct felt_deal *deal,
                                  struct felt_complaint *complaint)
{
    *deal = (struct felt_deal){.seats = (felt_seats)((1u << record->seats) - 1),
                               .button = (felt_seat)(record->seats - 1),
                               .opener = find_opener(record)};
    for (int seat = 0; seat < record->seats; seat++) {
        felt_chips ante = record->ante[seat], blind = record->blind[seat];
        if (record->stack[seat] == FELT_RECORD_NONE)
            return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                                 "the stack of p%d is not recorded", seat + 1);
        if (record->stack[seat] == 0)
            return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                                 "p%d has no chips; only seats with chips are dealt in", seat + 1);
        deal->stack[seat] = record->stack[seat];
        deal->blind[seat] = blind < 0 ? -blind : blind;
        deal->ante[seat] = record->antes_matched ? ante : 0;
        deal->dead[seat] = record->dead[seat] + (record->antes_matched ? 0 : ante);
    }
    return FELT_OK;
}

enum felt_status felt_replay_begin(const struct felt_record *record, struct felt_poker_rules *rules,
                                   struct felt_deal *deal, struct felt_complaint *complaint)
{
    const struct felt_record_variant *code = felt_record_variant_at(record->variant);
    felt_chips small = record->min_bet ? record->min_bet : record->small_bet;
    felt_chips big = record->min_bet ? record->min_bet : record->big_bet;
    if (code->row == NULL || felt_variant_find(code->row) == NULL)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "variant %s can be read and written, but is not played here",
                             code->code);
    if (small == 0 || big == 0)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "there is no min_bet, nor small_bet and big_bet");
    enum felt_status status =
        felt_poker_rules_make(code->row, (enum felt_limit)code->limit, small, rules, complaint);
    if (status != FELT_OK) return status;
    rules->bet[1] = big;
    rules->bring_in = record->bring_in;
    if (record->cap) rules->cap = record->cap;
    rules->cap_counts_blind = record->cap_counts_blind;
    rules->heads_up_uncapped = record->heads_up_uncapped;
    rules->rake_per_10000 = record->rake_per_10000;
    rules->rake_needs_board = record->rake_needs_board;
    if (record->rake_cap) rules->rake_cap = record->rake_cap;
    status = felt_poker_rules_verify(rules, complaint);
    if (status == FELT_OK) status = make_deal(record, deal, complaint);
    return status == FELT_OK ? felt_poker_deal_verify(rules, deal, complaint) : status;
}

/* ---- complaints ---- */

/* "action 12, p3 cbr 40: ", what is wrong, and "; " what would be right. */
static enum felt_status refuse(struct table *table, enum felt_status status, const char *wrong,
                               const char *right)
{
    char memory[WORDS_BYTES];
    struct felt_buffer words = felt_buffer_make(memory, sizeof memory);
    int at = table->replay->action;
    struct felt_record_action action = table->record->action[at];
    action.remark.bytes = 0;
    felt_record_action_write(table->record, &action, table->record->decimals, &words);
    return felt_complain(table->complaint, status, (size_t)at, 0, "action %d, %s: %s%s%s", at + 1,
                         felt_buffer_terminate(&words), wrong, *right ? "; " : "", right);
}

static void write_chips(struct felt_buffer *out, const char *before, felt_chips amount)
{
    felt_buffer_text(out, before);
    felt_buffer_int(out, amount);
}

/* "p3 may fold, call 50 or raise to 200 up to 564" */
static const char *list_legal(const struct table *table, char out[WORDS_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, WORDS_BYTES);
    const struct felt_poker *state = &table->replay->state;
    struct felt_legal legal;
    felt_poker_legal(&table->replay->rules, state, &legal);
    write_chips(&text, "p", felt_poker_actor(state) + 1);
    felt_buffer_text(&text, " may");
    const char *comma = "";
    if (felt_legal_has(&legal, FELT_FOLD)) felt_buffer_text(&text, " fold"), comma = ",";
    if (felt_legal_has(&legal, FELT_CHECK)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_CHECK)) felt_buffer_text(&text, " check"), comma = ",";
    if (felt_legal_has(&legal, FELT_CALL)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_CALL)) write_chips(&text, " call ", legal.to_call), comma = ",";
    if (felt_legal_has(&legal, FELT_BRING_IN)) felt_buffer_text(&text, comma);
    if (felt_legal_has(&legal, FELT_BRING_IN)) write_chips(&text, " bring in ", legal.to_call);
    if (felt_legal_has(&legal, FELT_RAISE_TO)) {
        write_chips(&text, " or raise to ", legal.raise_to_min);
        if (legal.raise_to_max > legal.raise_to_min)
            write_chips(&text, " up to ", legal.raise_to_max);
    }
    return felt_buffer_terminate(&text);
}

/* What the hand is waiting for. */
static const char *describe(const struct table *table, char out[WORDS_BYTES])
{
    if (felt_poker_actor(&table->replay->state) >= 0) return list_legal(table, out);
    struct felt_buffer text = felt_buffer_make(out, WORDS_BYTES);
    felt_buffer_text(&text, "the hand is over");
    return felt_buffer_terminate(&text);
}

static const char *name_card(const char *before, felt_card card, const char *behind,
                             char out[WORDS_BYTES])
{
    char name[FELT_CARD_TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(out, WORDS_BYTES);
    felt_card_write(card, name);
    felt_buffer_text(&text, before);
    felt_buffer_text(&text, name);
    felt_buffer_text(&text, behind);
    return felt_buffer_terminate(&text);
}

/* ---- gathering cards ---- */

/* Notes that a known card has its place. */
static enum felt_status take_card(struct table *table, felt_card card)
{
    char words[WORDS_BYTES];
    if (card == FELT_CARD_NONE) return FELT_OK;
    if (!(table->replay->rules.variant->deck >> card & 1))
        return refuse(table, FELT_BAD_CARD, name_card("", card, " is not in the deck", words), "");
    if (table->used >> card & 1)
        return refuse(table, FELT_DUPLICATE_CARD, name_card("", card, " is there twice", words),
                      "");
    table->used |= felt_cards_of(card);
    return FELT_OK;
}

static enum felt_status gather_hole(struct table *table, const struct felt_record_action *action)
{
    uint8_t *count = &table->holes[action->seat];
    for (int i = 0; i < action->count; i++) {
        if (*count == table->replay->rules.variant->hole_cards)
            return refuse(table, FELT_WRONG_COUNT, "this game deals fewer cards to a seat", "");
        enum felt_status status = take_card(table, action->cards[i]);
        if (status != FELT_OK) return status;
        table->hole[action->seat][(*count)++] = action->cards[i];
    }
    return FELT_OK;
}

static enum felt_status gather_board(struct table *table, const struct felt_record_action *action)
{
    for (int i = 0; i < action->count; i++) {
        if (table->boards == table->replay->rules.variant->board_cards)
            return refuse(table, FELT_WRONG_COUNT, "this game has fewer cards on the board", "");
        enum felt_status status = take_card(table, action->cards[i]);
        if (status != FELT_OK) return status;
        table->board[table->boards++] = action->cards[i];
    }
    return FELT_OK;
}

/* Shown cards are those that were dealt, or take the places of unknown ones. */
static enum felt_status gather_show(struct table *table, const struct felt_record_action *action)
{
    char words[WORDS_BYTES];
    felt_card *hole = table->hole[action->seat];
    int count = table->holes[action->seat];
    for (int i = 0; i < action->count; i++) {
        felt_card card = action->cards[i];
        int place = 0, unknown = count;
        if (card == FELT_CARD_NONE) continue;
        for (; place < count && hole[place] != card; place++)
            if (hole[place] == FELT_CARD_NONE && unknown == count) unknown = place;
        if (place < count) continue;
        if (unknown == count)
            return refuse(table, FELT_BAD_CARD,
                          name_card("the seat does not hold ", card, "", words), "");
        enum felt_status status = take_card(table, card);
        if (status != FELT_OK) return status;
        hole[unknown] = card;
    }
    return FELT_OK;
}

static enum felt_status gather_cards(struct table *table)
{
    const struct felt_record *record = table->record;
    for (int i = 0; i < record->actions; i++) {
        const struct felt_record_action *action = &record->action[i];
        enum felt_status status = FELT_OK;
        table->replay->action = i;
        if (action->kind == FELT_RECORD_HOLE) status = gather_hole(table, action);
        if (action->kind == FELT_RECORD_BOARD) status = gather_board(table, action);
        if (action->kind == FELT_RECORD_SHOW) status = gather_show(table, action);
        if (status != FELT_OK) return status;
    }
    table->replay->action = 0;
    return FELT_OK;
}

/* Who opens in stud depends on cards that lie open: they must be known. */
static enum felt_status verify_open_cards(struct table *table)
{
    const struct felt_variant *variant = table->replay->rules.variant;
    for (int step = 0, at = 0; step < variant->steps; step++) {
        at += variant->step[step].down;
        for (int i = 0; i < variant->step[step].up; i++, at++)
            for (int seat = 0; seat < table->record->seats; seat++)
                if (at < table->holes[seat] && table->hole[seat][at] == FELT_CARD_NONE)
                    return felt_complain(table->complaint, FELT_UNSUPPORTED, 0, 0,
                                         "card %d of p%d lies open, but is not recorded", at + 1,
                                         seat + 1);
    }
    return FELT_OK;
}

/* RULES 2.4 */
static int build_deck(const struct table *table, felt_card deck[FELT_CARDS_MAX])
{
    const struct felt_variant *variant = table->replay->rules.variant;
    int seats = table->record->seats, count = seats * variant->hole_cards + variant->board_cards;
    felt_assert(count <= FELT_CARDS_MAX);
    memset(deck, FELT_CARD_NONE, FELT_CARDS_MAX);
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < table->holes[seat]; i++) deck[i * seats + seat] = table->hole[seat][i];
    for (int i = 0; i < table->boards; i++) deck[seats * variant->hole_cards + i] = table->board[i];
    return count;
}

/* ---- playing ---- */

static bool is_live(const struct table *table, int seat)
{
    return felt_seats_has(table->replay->state.betting.turn.live, seat);
}

/* Dealing actions: has the engine dealt these cards? */
static enum felt_status name_cards(struct table *table, const struct felt_record_action *action)
{
    char words[WORDS_BYTES];
    const struct felt_poker *state = &table->replay->state;
    bool board = action->kind == FELT_RECORD_BOARD;
    if (!board && !is_live(table, action->seat))
        return refuse(table, FELT_NOT_LEGAL, "the seat has folded", "");
    uint8_t *named = board ? &table->boards_named : &table->named[action->seat];
    if (*named + action->count > (board ? state->boards : state->slots))
        return refuse(table, FELT_NOT_LEGAL, "no such card is due", describe(table, words));
    *named = (uint8_t)(*named + action->count);
    return FELT_OK;
}

/* Before somebody acts, and at the end: has the record named all cards that were dealt? */
static int find_unnamed(const struct table *table)
{
    const struct felt_poker *state = &table->replay->state;
    for (int seat = 0; seat < table->record->seats; seat++)
        if (is_live(table, seat) && table->named[seat] < state->slots) return seat;
    return table->boards_named < state->boards ? table->record->seats : -1;
}

static enum felt_status verify_named(struct table *table)
{
    char words[WORDS_BYTES];
    int unnamed = find_unnamed(table);
    struct felt_buffer text = felt_buffer_make(words, sizeof words);
    if (unnamed < 0) return FELT_OK;
    if (unnamed == table->record->seats) {
        felt_buffer_text(&text, "first the board gets its cards");
    } else {
        write_chips(&text, "first p", unnamed + 1);
        felt_buffer_text(&text, " gets its cards");
    }
    return refuse(table, FELT_NOT_LEGAL, felt_buffer_terminate(&text), "");
}

static void note_decision(struct felt_replay *replay)
{
    struct felt_legal legal;
    const struct felt_poker *state = &replay->state;
    felt_poker_legal(&replay->rules, state, &legal);
    bool raise = felt_legal_has(&legal, FELT_RAISE_TO);
    felt_assert(replay->decisions < FELT_RECORD_ACTIONS_MAX);
    replay->decision[replay->decisions++] = (struct felt_record_decision){
        .call = felt_legal_has(&legal, FELT_BRING_IN) ? FELT_RECORD_NONE : legal.to_call,
        .raise_to_min = raise ? legal.raise_to_min : FELT_RECORD_NONE,
        .raise_to_max = raise ? legal.raise_to_max : FELT_RECORD_NONE,
        .pot = state->betting.pot,
        .actor = felt_poker_actor(state),
        .street = state->street};
}

static struct felt_action translate(const struct felt_record_action *action,
                                    const struct felt_legal *legal)
{
    bool check = felt_legal_has(legal, FELT_CHECK);
    switch (action->kind) {
    case FELT_RECORD_FOLD: return (struct felt_action){.kind = FELT_FOLD};
    case FELT_RECORD_BRING_IN: return (struct felt_action){.kind = FELT_BRING_IN};
    case FELT_RECORD_CHECK_CALL:
        return (struct felt_action){.kind = check ? FELT_CHECK : FELT_CALL};
    default: return (struct felt_action){.kind = FELT_RAISE_TO, .amount = action->amount};
    }
}

static enum felt_status act(struct table *table, const struct felt_record_action *action)
{
    char words[WORDS_BYTES];
    struct felt_replay *replay = table->replay;
    felt_seat actor = felt_poker_actor(&replay->state);
    if (actor < 0) return refuse(table, FELT_NOT_YOUR_TURN, "the hand is over", "");
    enum felt_status status = verify_named(table);
    if (status != FELT_OK) return status;
    if (actor != action->seat)
        return refuse(table, FELT_NOT_YOUR_TURN, "another seat is to act",
                      list_legal(table, words));
    struct felt_legal legal;
    felt_poker_legal(&replay->rules, &replay->state, &legal);
    note_decision(replay);
    status =
        felt_poker_apply(&replay->rules, &replay->state, actor, translate(action, &legal), NULL);
    if (status == FELT_OK) return FELT_OK;
    replay->decisions--;
    return refuse(table, status,
                  status == FELT_BAD_AMOUNT ? "the amount is out of range" : "not offered",
                  list_legal(table, words));
}

static enum felt_status play_one(struct table *table, const struct felt_record_action *action)
{
    char words[WORDS_BYTES];
    switch ((enum felt_record_kind)action->kind) {
    case FELT_RECORD_HOLE:
    case FELT_RECORD_BOARD: return name_cards(table, action);
    case FELT_RECORD_SHOW:
        if (felt_poker_actor(&table->replay->state) < 0) return FELT_OK;
        return refuse(table, FELT_NOT_LEGAL, "the betting is not over", list_legal(table, words));
    case FELT_RECORD_DISCARD:
        return refuse(table, FELT_NOT_LEGAL, "this game has no draw", describe(table, words));
    case FELT_RECORD_REMARK:
    case FELT_RECORD_KINDS: return FELT_OK;
    case FELT_RECORD_FOLD:
    case FELT_RECORD_CHECK_CALL:
    case FELT_RECORD_RAISE_TO:
    case FELT_RECORD_BRING_IN: break;
    }
    return act(table, action);
}

/* ---- the end ---- */

/* The record has no more actions.  It may stop early, if it does not claim to know the end. */
static enum felt_status verify_over(struct table *table)
{
    felt_seat actor = felt_poker_actor(&table->replay->state);
    if (actor < 0) return FELT_OK;
    return felt_complain(
        table->complaint, table->record->has_finish ? FELT_WRONG_COUNT : FELT_UNSUPPORTED,
        table->record->actions, 0, "the record ends after %d actions, while p%d is to act",
        table->record->actions, actor + 1);
}

/* RULES 11: a showdown is decided by cards, so all of them must be known. */
static enum felt_status verify_showdown(struct table *table)
{
    const struct felt_poker *state = &table->replay->state;
    size_t end = table->record->actions;
    if (felt_seats_lone(state->betting.turn.live)) return FELT_OK;
    for (int seat = 0; seat < table->record->seats; seat++)
        for (int i = 0; is_live(table, seat) && i < state->slots; i++)
            if (i >= table->holes[seat] || table->hole[seat][i] == FELT_CARD_NONE)
                return felt_complain(table->complaint, FELT_UNSUPPORTED, end, 0,
                                     "there is a showdown, but the cards of p%d are not recorded",
                                     seat + 1);
    for (int i = 0; i < state->boards; i++)
        if (i >= table->boards || table->board[i] == FELT_CARD_NONE)
            return felt_complain(table->complaint, FELT_UNSUPPORTED, end, 0,
                                 "there is a showdown, but card %d of the board is not recorded",
                                 i + 1);
    return FELT_OK;
}

static enum felt_status play(struct table *table)
{
    struct felt_replay *replay = table->replay;
    for (; replay->action < table->record->actions; replay->action++) {
        enum felt_status status = play_one(table, &table->record->action[replay->action]);
        if (status != FELT_OK) return status;
    }
    enum felt_status status = verify_over(table);
    return status == FELT_OK ? verify_showdown(table) : status;
}

enum felt_status felt_replay_run(const struct felt_record *record, struct felt_replay *out,
                                 struct felt_complaint *complaint)
{
    struct table table = {.record = record, .replay = out, .complaint = complaint};
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng rng = felt_rng_make(0); /* for cards that are not known, and do not matter */
    memset(&out->state, 0, sizeof out->state);
    out->action = out->decisions = 0;
    enum felt_status status = felt_replay_begin(record, &out->rules, &deal, complaint);
    if (status == FELT_OK) status = gather_cards(&table);
    if (status == FELT_OK) status = verify_open_cards(&table);
    if (status != FELT_OK) return status;
    deal.deck = deck;
    deal.deck_count = build_deck(&table, deck);
    status = felt_poker_open(&out->rules, &deal, &out->state, NULL);
    if (status == FELT_OK) status = felt_poker_deal(&out->rules, &deal, &rng, &out->state, NULL);
    felt_assert(status == FELT_OK); /* felt_replay_begin() has verified the deal */
    status = play(&table);
    if (status != FELT_OK) return status;
    for (int seat = 0; seat < record->seats; seat++)
        out->finish[seat] = out->state.betting.stack[seat];
    return FELT_OK;
}

/* ---- comparing ---- */

static bool differ(struct felt_complaint *complaint, int index, const char *what, felt_chips played,
                   felt_chips recorded)
{
    char numbers[2][24];
    felt_chips value[2] = {played, recorded};
    for (int i = 0; i < 2; i++) {
        struct felt_buffer text = felt_buffer_make(numbers[i], sizeof numbers[i]);
        if (value[i] == FELT_RECORD_NONE)
            felt_buffer_text(&text, "none");
        else
            felt_buffer_int(&text, value[i]);
        (void)felt_buffer_terminate(&text);
    }
    (void)felt_complain(complaint, FELT_IMPOSSIBLE, (size_t)index, 0,
                        "decision %d: %s is %s, recorded %s", index + 1, what, numbers[0],
                        numbers[1]);
    return false;
}

static bool decisions_agree(const struct felt_record *record, const struct felt_replay *replay,
                            struct felt_complaint *complaint)
{
    for (int i = 0; i < record->decisions && i < replay->decisions; i++) {
        const struct felt_record_decision *a = &replay->decision[i], *b = &record->decision[i];
        if (a->actor != b->actor)
            return differ(complaint, i, "the actor's index", a->actor, b->actor);
        if (a->street != b->street) return differ(complaint, i, "the street", a->street, b->street);
        if (a->pot != b->pot) return differ(complaint, i, "the pot", a->pot, b->pot);
        if (a->call != b->call) return differ(complaint, i, "a call", a->call, b->call);
        if (a->raise_to_min != b->raise_to_min)
            return differ(complaint, i, "the smallest raise", a->raise_to_min, b->raise_to_min);
        if (a->raise_to_max != b->raise_to_max)
            return differ(complaint, i, "the largest raise", a->raise_to_max, b->raise_to_max);
    }
    if (record->decisions == replay->decisions) return true;
    (void)felt_complain(complaint, FELT_WRONG_COUNT, 0, 0,
                        "%d decisions were made, %d are recorded", replay->decisions,
                        record->decisions);
    return false;
}

bool felt_replay_agrees(const struct felt_record *record, const struct felt_replay *replay,
                        struct felt_complaint *complaint)
{
    for (int seat = 0; record->has_finish && seat < record->seats; seat++) {
        if (replay->finish[seat] == record->finish[seat]) continue;
        (void)felt_complain(complaint, FELT_IMPOSSIBLE, record->actions, 0,
                            "p%d ends with %lld, recorded %lld", seat + 1,
                            (long long)replay->finish[seat], (long long)record->finish[seat]);
        return false;
    }
    return !record->has_decisions || decisions_agree(record, replay, complaint);
}
