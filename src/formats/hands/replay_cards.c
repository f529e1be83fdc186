/* replay_cards.c -- the cards of a recorded hand.
 *
 * Everything the record deals, throws away or shows is gathered by seat and place.  What is dealt
 * to begin with becomes a deck in the order of RULES 2.4; cards of draws are kept for later (13.6).
 * Unknown cards are filled in with such as the record never names. */
#include "formats/hands/replay_parts.h"

#include "felt/assert.h"

#include <string.h>

/* ---- gathering ---- */

/* Notes that a known card has its place. */
static enum felt_status take_card(struct replay_table *table, felt_card card)
{
    char words[REPLAY_WORDS_BYTES];
    if (card == FELT_CARD_NONE) return FELT_OK;
    if (!(replay_variant(table)->deck >> card & 1))
        return replay_refuse(table, FELT_BAD_CARD,
                             replay_name_card("", card, " is not in the deck", words), "");
    if (table->used >> card & 1)
        return replay_refuse(table, FELT_DUPLICATE_CARD,
                             replay_name_card("", card, " is there twice", words), "");
    table->used |= felt_cards_of(card);
    table->named |= felt_cards_of(card);
    return FELT_OK;
}

static void free_card(struct replay_table *table, felt_card card)
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
static const struct felt_step *next_discard(const struct replay_table *table, felt_seat seat)
{
    int draw = table->draws[seat];
    const struct felt_variant *variant = replay_variant(table);
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

static enum felt_status gather_hole_card(struct replay_table *table, felt_seat seat, felt_card card)
{
    const struct felt_variant *variant = replay_variant(table);
    uint8_t *waiting = &table->waiting[seat];
    int slot = *waiting ? __builtin_ctz(*waiting) : table->holes[seat], count;
    if (table->redeal_at && slot >= table->redeal_at) table->redealt = true;
    if (table->redealt) return FELT_OK; /* from here on the stream deals */
    if (!*waiting && table->rows[seat] == variant->hole_cards)
        return replay_refuse(table, FELT_WRONG_COUNT, "this game deals fewer cards to a seat", "");
    if (table->dealts == REPLAY_DEALT_MAX)
        return replay_refuse(table, FELT_WRONG_COUNT, "no hand deals so many cards", "");
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
    table->dealt[table->dealts++] = (struct replay_card){card, seat, (uint16_t)table->acts};
    if (variant->on_up == FELT_UP_REDEAL && open && !table->redeal_at &&
        (variant->trigger >> card & 1)) {
        (void)find_step(variant, slot, &count);
        table->redeal_at = count;
    }
    return FELT_OK;
}

static enum felt_status gather_board_card(struct replay_table *table, felt_card card)
{
    const struct felt_variant *variant = replay_variant(table);
    int most = variant->board_cards * (table->record->runs == 2 ? 2 : 1) + table->crowded;
    if (table->redealt) return FELT_OK;
    if (table->boards == most)
        return replay_refuse(table, FELT_WRONG_COUNT, "this game has fewer cards on the board", "");
    enum felt_status status = take_card(table, card);
    if (status == FELT_OK) table->board[table->boards++] = card;
    return status;
}

/* Finds a card that a seat throws away or shows among the cards of its hand that are not in `mask`;
 * a card that was not known takes the place of an unknown one.  FELT_CARD_NONE is one of them only
 * if all are unknown. */
static enum felt_status find_card(struct replay_table *table, felt_seat seat, felt_card card,
                                  unsigned mask, int *out)
{
    char words[REPLAY_WORDS_BYTES];
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
        return replay_refuse(table, FELT_UNSUPPORTED,
                             "which card of the hand this is, nobody knows", "");
    if (unknown < 0)
        return replay_refuse(table, FELT_BAD_CARD,
                             replay_name_card("the seat does not hold ", card, "", words), "");
    table->dealt[table->hole[seat][unknown]].card = card;
    return take_card(table, card);
}

static enum felt_status gather_discard(struct replay_table *table,
                                       const struct felt_record_action *action)
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

static enum felt_status gather_show(struct replay_table *table,
                                    const struct felt_record_action *action)
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
static void gather_fold(struct replay_table *table, felt_seat seat)
{
    for (int i = 0; i < table->holes[seat] && draws_cards(replay_variant(table)); i++)
        if (!(table->waiting[seat] >> i & 1))
            free_card(table, table->dealt[table->hole[seat][i]].card);
}

static enum felt_status gather_one(struct replay_table *table,
                                   const struct felt_record_action *action)
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

enum felt_status replay_gather_cards(struct replay_table *table)
{
    const struct felt_record *record = table->record;
    const struct felt_variant *variant = replay_variant(table);
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

/* ---- the deck ---- */

/* A card for a place nobody knows: one of `from` that the record does not name. */
felt_card replay_fill_in(const struct replay_table *table, felt_cards *from)
{
    felt_cards spare = *from & ~table->named;
    if (spare == 0) return FELT_CARD_NONE;
    felt_card card = felt_cards_take(&spare);
    *from &= ~felt_cards_of(card);
    return card;
}

/* RULES 2.4, 14.1: the last cards of a crowded table come from behind the rows, then from what
 * folded seats did not get.  Returns how many lie behind the rows. */
static int place_last_cards(const struct replay_table *table, int rows,
                            felt_card deck[FELT_CARDS_MAX])
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
int replay_build_deck(const struct replay_table *table, felt_card deck[FELT_CARDS_MAX])
{
    const struct felt_variant *variant = replay_variant(table);
    int seats = table->record->seats, rows = variant->hole_cards - table->crowded;
    int count = seats * rows;
    felt_cards spare = variant->deck;
    felt_assert(count + variant->board_cards <= FELT_CARDS_MAX);
    memset(deck, FELT_CARD_NONE, FELT_CARDS_MAX);
    int late = table->crowded && !table->boards ? place_last_cards(table, rows, deck) : 0;
    for (int at = 0; at < count; at++) {
        int seat = at % seats, index = at / seats;
        if (index < table->rows[seat]) deck[at] = table->dealt[table->row[seat][index]].card;
        if (deck[at] == FELT_CARD_NONE) deck[at] = replay_fill_in(table, &spare);
    }
    for (int i = 0; i < table->boards && count + i < FELT_CARDS_MAX; i++)
        deck[count + i] = table->board[i];
    count += table->boards > variant->board_cards ? table->boards : variant->board_cards;
    count += late;
    return count < table->replay->rules.deck_count ? count : table->replay->rules.deck_count;
}

/* A card that was not known at first may turn out to be one of another seat: then it came with some
 * draw, and nobody knows which. */
enum felt_status replay_verify_deck(struct replay_table *table, const felt_card *deck, int count)
{
    char words[REPLAY_WORDS_BYTES];
    felt_cards seen = 0;
    for (int i = 0; i < count; i++) {
        if (deck[i] == FELT_CARD_NONE) continue;
        if (seen >> deck[i] & 1)
            return felt_complain(
                table->complaint, FELT_UNSUPPORTED, 0, 0, "%s",
                replay_name_card("when ", deck[i], " was drawn is not recorded", words));
        seen |= felt_cards_of(deck[i]);
    }
    return FELT_OK;
}
