/* replay.c -- see replay.h.
 *
 * Cards first: everything the record deals, throws away or shows is gathered by seat and place.
 * What is dealt to begin with becomes a deck in the order of RULES 2.4; cards of draws are kept for
 * later (13.6).  Unknown cards are filled in with such as the record never names.
 *
 * Then the actions, one by one.  The engine deals by itself and tells what; the dealing actions of
 * the record only count along: a card may be named once the engine has dealt it and must be named
 * before anybody acts. */
#include "felt/replay.h"

#include "felt/assert.h"

#include <string.h>

enum {
    WORDS_BYTES = 96,
    DEALT_MAX = 1024, /* cards of all seats in a hand; ten seats with three draws have 200 */
    DUE_MAX = 64      /* cards of one seat between two actions, with every redeal          */
};

/* A card that the record deals to a seat. */
struct dealt {
    felt_card card; /* FELT_CARD_NONE: not known */
    felt_seat seat;
    uint16_t acts; /* actions of seats before it */
};

/* Cards the engine has dealt and the record has not yet named. */
struct due {
    uint8_t count;
    felt_card card[DUE_MAX];
};

struct table {
    const struct felt_record *record;
    struct felt_replay *replay;
    struct felt_complaint *complaint;
    bool crowded; /* the last card of a seat comes from the stub (RULES 14.1) */

    /* gathered */
    felt_cards used, named; /* on the board or in a hand now; anywhere in the record */
    int dealts, acts, boards;
    struct dealt dealt[DEALT_MAX];
    uint16_t row[FELT_SEATS_MAX][FELT_HOLE_MAX];  /* indices of dealt[]: before any draw   */
    uint16_t hole[FELT_SEATS_MAX][FELT_HOLE_MAX]; /* the same as the hand stands           */
    uint8_t rows[FELT_SEATS_MAX], holes[FELT_SEATS_MAX];
    uint8_t waiting[FELT_SEATS_MAX]; /* bit i: card i was thrown away, a new one comes     */
    uint8_t draws[FELT_SEATS_MAX];
    felt_card board[2 * FELT_BOARD_MAX];
    uint8_t mask[FELT_RECORD_ACTIONS_MAX]; /* of discards: which cards of the hand          */
    int redeal_at; /* 0, or the cards of a seat when everything is dealt anew               */
    bool redealt;

    /* while playing */
    struct due due[FELT_SEATS_MAX + 1]; /* the last one is the board's */
    struct felt_event_log *told;        /* of the caller, or NULL */
    struct felt_event_log log;
    struct felt_event event[FELT_EVENTS_MAX];
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
                               .opener = find_opener(record),
                               .bomb = record->bomb};
    if (record->later.state[0] || record->later.state[1]) deal->later = &record->later;
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
    const struct felt_record_variant code = felt_record_variant_at(record->variant);
    felt_chips small = record->min_bet ? record->min_bet : record->small_bet;
    felt_chips big = record->min_bet ? record->min_bet : record->big_bet;
    if (small == 0 || big == 0)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "there is no min_bet, nor small_bet and big_bet");
    enum felt_status status =
        felt_poker_rules_make(code.row, (enum felt_limit)code.limit, small, rules, complaint);
    if (status != FELT_OK) return status;
    rules->bet[1] = big;
    rules->bring_in = record->bring_in;
    if (record->cap) rules->cap = record->cap;
    rules->cap_counts_blind = record->cap_counts_blind;
    rules->heads_up_uncapped = record->heads_up_uncapped;
    rules->rake_per_10000 = record->rake_per_10000;
    rules->rake_needs_board = record->rake_needs_board;
    if (record->rake_cap) rules->rake_cap = record->rake_cap;
    if (record->has_wild) rules->wild = record->wild;
    rules->run_twice = record->runs > 0;
    for (int i = 0; i < record->actions; i++)
        rules->may_muck |= record->action[i].kind == FELT_RECORD_SHOW && !record->action[i].count;
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
    if (felt_legal_has(&legal, FELT_DISCARD)) {
        write_chips(&text, " throw away ", legal.discard_min);
        if (legal.discard_max > legal.discard_min) write_chips(&text, " to ", legal.discard_max);
        felt_buffer_text(&text, " cards");
    }
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

static const struct felt_variant *variant_of(const struct table *table)
{
    return table->replay->rules.variant;
}

/* Notes that a known card has its place. */
static enum felt_status take_card(struct table *table, felt_card card)
{
    char words[WORDS_BYTES];
    if (card == FELT_CARD_NONE) return FELT_OK;
    if (!(variant_of(table)->deck >> card & 1))
        return refuse(table, FELT_BAD_CARD, name_card("", card, " is not in the deck", words), "");
    if (table->used >> card & 1)
        return refuse(table, FELT_DUPLICATE_CARD, name_card("", card, " is there twice", words),
                      "");
    table->used |= felt_cards_of(card);
    table->named |= felt_cards_of(card);
    return FELT_OK;
}

static void free_card(struct table *table, felt_card card)
{
    if (card != FELT_CARD_NONE) table->used &= ~felt_cards_of(card);
}

/* The step that deals card `index` of a seat, and how many cards it has then. */
static const struct felt_step *find_step(const struct felt_variant *variant, int index, int *count)
{
    *count = 0;
    for (int i = 0; i < variant->steps; i++) {
        *count += variant->step[i].down + variant->step[i].up;
        if (*count > index) return &variant->step[i];
    }
    return NULL;
}

static bool lies_open(const struct felt_variant *variant, int index)
{
    int count;
    const struct felt_step *step = find_step(variant, index, &count);
    return step && count - index <= step->up; /* down cards of a step come first */
}

/* Do the cards of the seat's next discard come back?  NULL: it has no more of them. */
static const struct felt_step *next_discard(const struct table *table, felt_seat seat)
{
    int draw = table->draws[seat];
    const struct felt_variant *variant = variant_of(table);
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD && draw-- == 0) return &variant->step[i];
    return NULL;
}

static bool draws_cards(const struct felt_variant *variant)
{
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD && variant->step[i].replace) return true;
    return false;
}

static enum felt_status gather_hole_card(struct table *table, felt_seat seat, felt_card card)
{
    const struct felt_variant *variant = variant_of(table);
    uint8_t *waiting = &table->waiting[seat];
    int slot = *waiting ? __builtin_ctz(*waiting) : table->holes[seat], count;
    if (table->redeal_at && slot >= table->redeal_at) table->redealt = true;
    if (table->redealt) return FELT_OK; /* from here on the stream deals */
    if (!*waiting && table->rows[seat] == variant->hole_cards)
        return refuse(table, FELT_WRONG_COUNT, "this game deals fewer cards to a seat", "");
    if (table->dealts == DEALT_MAX)
        return refuse(table, FELT_WRONG_COUNT, "no hand deals so many cards", "");
    bool open = lies_open(variant, slot);
    if (open && card == FELT_CARD_NONE) /* who opens depends on it, and what it brings about */
        return felt_complain(table->complaint, FELT_UNSUPPORTED, (size_t)table->replay->action, 0,
                             "card %d of p%d lies open, but is not recorded", slot + 1, seat + 1);
    enum felt_status status = take_card(table, card);
    if (status != FELT_OK) return status;
    table->hole[seat][slot] = (uint16_t)table->dealts;
    if (*waiting)
        *waiting &= (uint8_t)(*waiting - 1);
    else
        table->row[seat][table->rows[seat]++] = table->hole[seat][table->holes[seat]++];
    table->dealt[table->dealts++] = (struct dealt){card, seat, (uint16_t)table->acts};
    if (variant->on_up == FELT_UP_REDEAL && open && !table->redeal_at &&
        (variant->trigger >> card & 1)) {
        (void)find_step(variant, slot, &count);
        table->redeal_at = count;
    }
    return FELT_OK;
}

static enum felt_status gather_board_card(struct table *table, felt_card card)
{
    const struct felt_variant *variant = variant_of(table);
    int most = variant->board_cards * (table->record->runs == 2 ? 2 : 1) + table->crowded;
    if (table->redealt) return FELT_OK;
    if (table->boards == most)
        return refuse(table, FELT_WRONG_COUNT, "this game has fewer cards on the board", "");
    enum felt_status status = take_card(table, card);
    if (status == FELT_OK) table->board[table->boards++] = card;
    return status;
}

/* Finds a card that a seat throws away or shows among the cards of its hand that are not in `mask`;
 * a card that was not known takes the place of an unknown one.  FELT_CARD_NONE is one of them only
 * if all are unknown. */
static enum felt_status find_card(struct table *table, felt_seat seat, felt_card card,
                                  unsigned mask, int *out)
{
    char words[WORDS_BYTES];
    int unknown = -1;
    bool all = true;
    for (int i = table->holes[seat] - 1; i >= 0; i--) {
        felt_card held = table->dealt[table->hole[seat][i]].card;
        if (mask >> i & 1) continue;
        *out = i;
        if (card != FELT_CARD_NONE && held == card) return FELT_OK;
        if (held == FELT_CARD_NONE) unknown = i;
        all &= held == FELT_CARD_NONE;
    }
    *out = unknown;
    if (card == FELT_CARD_NONE && !all)
        return refuse(table, FELT_UNSUPPORTED, "which card of the hand this is, nobody knows", "");
    if (unknown < 0)
        return refuse(table, FELT_BAD_CARD, name_card("the seat does not hold ", card, "", words),
                      "");
    table->dealt[table->hole[seat][unknown]].card = card;
    return take_card(table, card);
}

static enum felt_status gather_discard(struct table *table, const struct felt_record_action *action)
{
    felt_seat seat = action->seat;
    const struct felt_step *step = next_discard(table, seat);
    unsigned mask = 0;
    for (int i = 0, at = 0; i < action->count; i++) {
        enum felt_status status =
            find_card(table, seat, action->cards[i], mask | table->waiting[seat], &at);
        if (status != FELT_OK) return status;
        mask |= 1u << at;
    }
    table->mask[table->replay->action] = (uint8_t)mask;
    table->draws[seat]++;
    if (step == NULL) return FELT_OK; /* playing it will be refused */
    if (step->replace) {
        for (unsigned left = mask; left; left &= left - 1)
            free_card(table, table->dealt[table->hole[seat][__builtin_ctz(left)]].card);
        table->waiting[seat] |= (uint8_t)mask;
        return FELT_OK;
    }
    int kept = 0;
    for (int i = 0; i < table->holes[seat]; i++)
        if (!(mask >> i & 1)) table->hole[seat][kept++] = table->hole[seat][i];
    table->holes[seat] = (uint8_t)kept;
    return FELT_OK;
}

static enum felt_status gather_show(struct table *table, const struct felt_record_action *action)
{
    for (int i = 0, at; i < action->count && !table->redealt; i++) {
        if (action->cards[i] == FELT_CARD_NONE) continue;
        enum felt_status status =
            find_card(table, action->seat, action->cards[i], table->waiting[action->seat], &at);
        if (status != FELT_OK) return status;
    }
    return FELT_OK;
}

/* Hands of folded seats may be dealt again in a draw (RULES 13.4). */
static void gather_fold(struct table *table, felt_seat seat)
{
    for (int i = 0; i < table->holes[seat] && draws_cards(variant_of(table)); i++)
        if (!(table->waiting[seat] >> i & 1))
            free_card(table, table->dealt[table->hole[seat][i]].card);
}

static enum felt_status gather_one(struct table *table, const struct felt_record_action *action)
{
    enum felt_status status = FELT_OK;
    for (int i = 0; i < action->count && status == FELT_OK; i++) {
        if (action->kind == FELT_RECORD_HOLE)
            status = gather_hole_card(table, action->seat, action->cards[i]);
        if (action->kind == FELT_RECORD_BOARD) status = gather_board_card(table, action->cards[i]);
    }
    if (action->kind == FELT_RECORD_DISCARD) status = gather_discard(table, action);
    if (action->kind == FELT_RECORD_SHOW) status = gather_show(table, action);
    if (action->kind == FELT_RECORD_FOLD) gather_fold(table, action->seat);
    table->acts += action->kind >= FELT_RECORD_FOLD && action->kind <= FELT_RECORD_DISCARD;
    return status;
}

static enum felt_status gather_cards(struct table *table)
{
    const struct felt_record *record = table->record;
    const struct felt_variant *variant = variant_of(table);
    table->crowded = variant->shares_last &&
                     record->seats * variant->hole_cards > table->replay->rules.deck_count;
    for (int i = 0; i < record->actions; i++) {
        table->replay->action = i;
        enum felt_status status = gather_one(table, &record->action[i]);
        if (status != FELT_OK) return status;
    }
    table->replay->action = table->acts = 0;
    if (table->redealt && !record->later.state[0] && !record->later.state[1])
        return felt_complain(table->complaint, FELT_UNSUPPORTED, 0, 0,
                             "all cards were dealt anew, and no field _later says how");
    return FELT_OK;
}

/* A card for a place nobody knows: one of `from` that the record does not name. */
static felt_card fill_in(const struct table *table, felt_cards *from)
{
    felt_cards spare = *from & ~table->named;
    if (spare == 0) return FELT_CARD_NONE;
    felt_card card = felt_cards_take(&spare);
    *from &= ~felt_cards_of(card);
    return card;
}

/* RULES 2.4, 14.1: the last cards of a crowded table come from behind the rows, then from what
 * folded seats did not get.  Returns how many lie behind the rows. */
static int place_last_cards(const struct table *table, int rows, felt_card deck[FELT_CARDS_MAX])
{
    int seats = table->record->seats, at = seats * rows, late = 0, folded = 0, index = 0;
    for (int seat = 0; seat < seats; seat++) {
        if (table->rows[seat] <= rows) continue;
        felt_card card = table->dealt[table->row[seat][rows]].card;
        if (at + late < table->replay->rules.deck_count) {
            deck[at + late++] = card;
            continue;
        }
        for (; folded < seats; folded++, index = 0) {
            if (index < table->rows[folded]) index = table->rows[folded];
            if (index < rows) break;
        }
        if (folded < seats) deck[index++ * seats + folded] = card;
    }
    return late;
}

/* RULES 2.4; returns how many cards are fixed. */
static int build_deck(const struct table *table, felt_card deck[FELT_CARDS_MAX])
{
    const struct felt_variant *variant = variant_of(table);
    int seats = table->record->seats, rows = variant->hole_cards - table->crowded;
    int count = seats * rows;
    felt_cards spare = variant->deck;
    felt_assert(count + variant->board_cards <= FELT_CARDS_MAX);
    memset(deck, FELT_CARD_NONE, FELT_CARDS_MAX);
    int late = table->crowded && !table->boards ? place_last_cards(table, rows, deck) : 0;
    for (int at = 0; at < count; at++) {
        int seat = at % seats, index = at / seats;
        if (index < table->rows[seat]) deck[at] = table->dealt[table->row[seat][index]].card;
        if (deck[at] == FELT_CARD_NONE) deck[at] = fill_in(table, &spare);
    }
    for (int i = 0; i < table->boards && count + i < FELT_CARDS_MAX; i++)
        deck[count + i] = table->board[i];
    count += table->boards > variant->board_cards ? table->boards : variant->board_cards;
    count += late;
    return count < table->replay->rules.deck_count ? count : table->replay->rules.deck_count;
}

/* A card that was not known at first may turn out to be one of another seat: then it came with some
 * draw, and nobody knows which. */
static enum felt_status verify_deck(struct table *table, const felt_card *deck, int count)
{
    char words[WORDS_BYTES];
    felt_cards seen = 0;
    for (int i = 0; i < count; i++) {
        if (deck[i] == FELT_CARD_NONE) continue;
        if (seen >> deck[i] & 1)
            return felt_complain(table->complaint, FELT_UNSUPPORTED, 0, 0, "%s",
                                 name_card("when ", deck[i], " was drawn is not recorded", words));
        seen |= felt_cards_of(deck[i]);
    }
    return FELT_OK;
}

/* ---- playing ---- */

static bool is_live(const struct table *table, int seat)
{
    return felt_seats_has(table->replay->state.betting.turn.live, seat);
}

/* What the engine has dealt since the last time. */
static void take_events(struct table *table)
{
    for (uint32_t i = 0; i < table->log.count; i++) {
        const struct felt_event *event = &table->event[i];
        if (table->told && table->told->count < table->told->room)
            table->told->event[table->told->count] = *event;
        if (table->told) table->told->count++; /* beyond its room: found at the end */
        bool hole = event->kind == FELT_EVENT_DEAL || event->kind == FELT_EVENT_DEAL_UP ||
                    event->kind == FELT_EVENT_DRAW;
        if (!hole && event->kind != FELT_EVENT_BOARD) continue;
        struct due *due = &table->due[hole ? event->seat : FELT_SEATS_MAX];
        felt_assert(due->count + event->count <= DUE_MAX);
        memcpy(due->card + due->count, event->cards, event->count);
        due->count = (uint8_t)(due->count + event->count);
    }
    table->log.count = 0;
}

/* Dealing actions: has the engine dealt these cards? */
static enum felt_status name_cards(struct table *table, const struct felt_record_action *action)
{
    char words[WORDS_BYTES];
    bool board = action->kind == FELT_RECORD_BOARD;
    struct due *due = &table->due[board ? FELT_SEATS_MAX : action->seat];
    if (!board && !is_live(table, action->seat))
        return refuse(table, FELT_NOT_LEGAL, "the seat has folded", "");
    if (action->count > due->count)
        return refuse(table, FELT_NOT_LEGAL, "no such card is due", describe(table, words));
    for (int i = 0; i < action->count; i++)
        if (action->cards[i] != FELT_CARD_NONE && action->cards[i] != due->card[i])
            return refuse(table, FELT_BAD_CARD,
                          name_card("the stream deals ", due->card[i], "", words), "");
    due->count = (uint8_t)(due->count - action->count);
    memmove(due->card, due->card + action->count, due->count);
    return FELT_OK;
}

/* Before somebody acts: has the record named all cards that were dealt? */
static enum felt_status verify_named(struct table *table)
{
    char words[WORDS_BYTES];
    struct felt_buffer text = felt_buffer_make(words, sizeof words);
    int seat = 0;
    while (seat < FELT_SEATS_MAX && !(table->due[seat].count && is_live(table, seat))) seat++;
    if (table->due[seat].count == 0) return FELT_OK;
    if (seat == FELT_SEATS_MAX) {
        felt_buffer_text(&text, "first the board gets its cards");
    } else {
        write_chips(&text, "first p", seat + 1);
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

/* Cards that are in nobody's hand and not on the board. */
static felt_cards find_spare(const struct table *table)
{
    const struct felt_poker *state = &table->replay->state;
    felt_cards spare = variant_of(table)->deck & ~felt_cards_from(state->deck, state->boards);
    for (int seat = 0; seat < table->record->seats; seat++) {
        felt_card hole[FELT_HOLE_MAX];
        int count = felt_poker_hole(&table->replay->rules, state, (felt_seat)seat, hole);
        spare &= ~felt_cards_from(hole, count);
    }
    return spare;
}

/* The new cards of the draw that this discard ends, as the record deals them afterwards. */
static int look_ahead(const struct table *table, felt_seat actor, unsigned mask,
                      felt_card out[FELT_SEATS_MAX * FELT_HOLE_MAX])
{
    const struct felt_poker *state = &table->replay->state;
    felt_cards spare = find_spare(table);
    int count = 0;
    for (int seat = 0; seat < table->record->seats; seat++) {
        unsigned thrown = seat == actor ? mask : state->thrown[seat];
        int at = 0;
        for (int left = is_live(table, seat) ? __builtin_popcount(thrown) : 0; left > 0; left--) {
            while (at < table->dealts &&
                   (table->dealt[at].seat != seat || table->dealt[at].acts != table->acts + 1))
                at++;
            out[count] = at < table->dealts ? table->dealt[at++].card : FELT_CARD_NONE;
            if (out[count] == FELT_CARD_NONE) out[count] = fill_in(table, &spare);
            count++;
        }
    }
    return count;
}

static enum felt_status discard(struct table *table, felt_seat actor)
{
    struct felt_replay *replay = table->replay;
    felt_card cards[FELT_SEATS_MAX * FELT_HOLE_MAX];
    uint8_t mask = table->mask[replay->action];
    struct felt_action action = {.kind = FELT_DISCARD, .cards = mask};
    if (replay->state.phase != FELT_PHASE_DISCARD) return FELT_NOT_LEGAL;
    if (felt_poker_draw_due(&replay->rules, &replay->state, mask) == 0)
        return felt_poker_apply(&replay->rules, &replay->state, actor, action, &table->log);
    int count = look_ahead(table, actor, mask, cards);
    enum felt_status status = felt_poker_apply_dealing(&replay->rules, &replay->state, actor,
                                                       action, cards, count, &table->log);
    /* Known cards were found to be different while they were gathered. */
    return status == FELT_DUPLICATE_CARD ? FELT_UNSUPPORTED : status;
}

static enum felt_status bet(struct table *table, felt_seat actor,
                            const struct felt_record_action *action)
{
    struct felt_replay *replay = table->replay;
    struct felt_legal legal;
    felt_poker_legal(&replay->rules, &replay->state, &legal);
    note_decision(replay);
    enum felt_status status = felt_poker_apply(&replay->rules, &replay->state, actor,
                                               translate(action, &legal), &table->log);
    if (status != FELT_OK) replay->decisions--;
    return status;
}

/* Whether the seat mucks, as the rest of the record tells. */
static bool mucks(const struct table *table, felt_seat seat)
{
    for (int i = table->replay->action; i < table->record->actions; i++) {
        const struct felt_record_action *action = &table->record->action[i];
        if (action->kind == FELT_RECORD_SHOW && action->seat == seat) return action->count == 0;
    }
    return false;
}

/* Questions that are answered by other parts of a record: one board or two, show or muck. */
static void answer(struct table *table)
{
    struct felt_replay *replay = table->replay;
    for (;;) {
        felt_seat actor = felt_poker_actor(&replay->state);
        struct felt_action action = {.kind = FELT_SHOW};
        take_events(table);
        if (replay->state.phase == FELT_PHASE_RUNS)
            action = (struct felt_action){.kind = FELT_RUNS, .choice = table->record->runs == 2};
        else if (replay->state.phase != FELT_PHASE_SHOW)
            return;
        else if (mucks(table, actor))
            action.kind = FELT_MUCK;
        enum felt_status status =
            felt_poker_apply(&replay->rules, &replay->state, actor, action, &table->log);
        felt_assert(status == FELT_OK); /* both answers are always legal */
    }
}

static const char *name_reason(const struct felt_record_action *action, enum felt_status status)
{
    switch (status) {
    case FELT_BAD_AMOUNT: return "the amount is out of range";
    case FELT_UNSUPPORTED: return "the new cards may be in hands that are not recorded";
    default: return action->kind == FELT_RECORD_DISCARD ? "no draw is due" : "not offered";
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
    status =
        action->kind == FELT_RECORD_DISCARD ? discard(table, actor) : bet(table, actor, action);
    if (status != FELT_OK)
        return refuse(table, status, name_reason(action, status), list_legal(table, words));
    table->acts++;
    answer(table);
    return FELT_OK;
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
    case FELT_RECORD_REMARK:
    case FELT_RECORD_KINDS: return FELT_OK;
    case FELT_RECORD_FOLD:
    case FELT_RECORD_CHECK_CALL:
    case FELT_RECORD_RAISE_TO:
    case FELT_RECORD_BRING_IN:
    case FELT_RECORD_DISCARD: break;
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
    felt_card hole[FELT_HOLE_MAX];
    if (felt_seats_lone(state->betting.turn.live) || table->redealt) return FELT_OK;
    for (int seat = 0; seat < table->record->seats; seat++) {
        int count = felt_poker_hole(&table->replay->rules, state, (felt_seat)seat, hole);
        bool known = count <= table->holes[seat] && table->waiting[seat] == 0;
        for (int i = 0; known && i < count; i++)
            known = table->dealt[table->hole[seat][i]].card != FELT_CARD_NONE;
        if (is_live(table, seat) && !known)
            return felt_complain(table->complaint, FELT_UNSUPPORTED, end, 0,
                                 "there is a showdown, but the cards of p%d are not recorded",
                                 seat + 1);
    }
    int boards = state->boards + (state->runs == 2 ? state->boards - state->common : 0);
    for (int i = 0; i < boards; i++)
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
    return felt_replay_tell(record, out, NULL, complaint);
}

enum felt_status felt_replay_tell(const struct felt_record *record, struct felt_replay *out,
                                  struct felt_event_log *log, struct felt_complaint *complaint)
{
    struct table table;
    struct felt_deal deal;
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng rng = felt_rng_make(0); /* for cards that are not known, and do not matter */
    memset(&table, 0, offsetof(struct table, event));
    table.record = record;
    table.replay = out;
    table.complaint = complaint;
    table.told = log;
    table.log = (struct felt_event_log){table.event, 0, FELT_EVENTS_MAX};
    memset(&out->state, 0, sizeof out->state);
    out->action = out->decisions = 0;
    enum felt_status status = felt_replay_begin(record, &out->rules, &deal, complaint);
    if (status == FELT_OK) status = gather_cards(&table);
    if (status != FELT_OK) return status;
    deal.deck = deck;
    deal.deck_count = build_deck(&table, deck);
    status = verify_deck(&table, deck, deal.deck_count);
    if (status != FELT_OK) return status;
    status = felt_poker_open(&out->rules, &deal, &out->state, &table.log);
    if (status == FELT_OK)
        status = felt_poker_deal(&out->rules, &deal, &rng, &out->state, &table.log);
    felt_assert(status == FELT_OK); /* felt_replay_begin() has verified the deal */
    answer(&table);
    status = play(&table);
    if (status != FELT_OK) return status;
    if (log && log->count > log->room)
        return felt_complain(complaint, FELT_FULL, record->actions, 0,
                             "the hand has %d events, more than there is room for",
                             (int)log->count);
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
