/* rules.c -- rules and deals: the usual ones, and what is wrong with unusual ones. */
#include "games/poker/hand.h"

#include "felt/buffer.h"

/* ---- rules ---------------------------------------------------------------------------------- */

static felt_chips part_of(felt_chips unit, felt_chips divisor)
{
    return unit / divisor > 0 ? unit / divisor : 1;
}

static void list_variants(char *out, size_t bytes)
{
    struct felt_buffer text = felt_buffer_make(out, bytes);
    for (int i = 0; i < felt_variant_count(); i++) {
        if (i) felt_buffer_text(&text, ", ");
        felt_buffer_text(&text, felt_variant_at(i)->name);
    }
    (void)felt_buffer_terminate(&text);
}

enum felt_status felt_poker_rules_make(const char *variant, enum felt_limit limit, felt_chips unit,
                                       struct felt_poker_rules *out,
                                       struct felt_complaint *complaint)
{
    const struct felt_variant *row = felt_variant_find(variant);
    if (row == NULL) {
        char names[FELT_COMPLAINT_BYTES];
        list_variants(names, sizeof names);
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "there is no variant \"%s\"; known: %s", variant, names);
    }
    return felt_poker_rules_of(row, limit, unit, out, complaint);
}

enum felt_status felt_poker_rules_of(const struct felt_variant *row, enum felt_limit limit,
                                     felt_chips unit, struct felt_poker_rules *out,
                                     struct felt_complaint *complaint)
{
    enum felt_status status = felt_variant_verify(row, complaint);
    if (status != FELT_OK) return status;
    if (unit < 1 || unit > FELT_CHIPS_MAX / 2)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "the big blind is %lld: it must be 1 to %lld", (long long)unit,
                             (long long)FELT_CHIPS_MAX / 2);
    bool fixed = limit == FELT_FIXED_LIMIT;
    *out = (struct felt_poker_rules){.variant = row,
                                     .showdown = poker_find_showdown(row->showdown),
                                     .bet = {unit, fixed ? 2 * unit : unit},
                                     .limit = (uint8_t)limit,
                                     .cap = fixed ? row->cap : FELT_CAP_NONE,
                                     .rake_cap = FELT_CHIPS_MAX,
                                     .special = poker_is_special(row),
                                     .reshuffles = poker_reshuffles(row),
                                     .up = poker_up_slots(row)};
    out->wild = out->showdown->wild;
    if (row->forced == FELT_FORCED_BRING_IN && unit > 1) out->bring_in = part_of(unit, 4);
    for (felt_cards left = row->deck; left;) out->deck[out->deck_count++] = felt_cards_take(&left);
    return felt_poker_rules_verify(out, complaint);
}

static enum felt_status refuse(struct felt_complaint *complaint, const char *what)
{
    return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "%s", what);
}

enum felt_status felt_poker_rules_verify(const struct felt_poker_rules *rules,
                                         struct felt_complaint *complaint)
{
    const struct felt_variant *row = rules->variant;
    if (row == NULL || rules->showdown != poker_find_showdown(row->showdown) ||
        rules->deck_count != felt_cards_count(row->deck))
        return refuse(complaint, "no variant: begin with felt_poker_rules_make()");
    if (rules->limit > FELT_FIXED_LIMIT)
        return refuse(complaint, "the limit is one of no limit, pot limit and fixed limit");
    if (rules->bet[0] < 1 || rules->bet[1] < rules->bet[0] || rules->bet[1] > FELT_CHIPS_MAX)
        return refuse(complaint, "bets are positive, and the big bet is not below the small one");
    if (rules->limit != FELT_FIXED_LIMIT && rules->bet[0] != rules->bet[1])
        return refuse(complaint, "only fixed limit has a big bet");
    if (rules->bring_in < 0 || rules->bring_in >= rules->bet[0])
        return refuse(complaint, "the bring-in is not negative, and below the small bet");
    if (rules->bring_in && row->opener == FELT_OPENER_BUTTON)
        return refuse(complaint, "a bring-in needs cards that lie face up");
    if (rules->cap == 0) return refuse(complaint, "a cap of 0 leaves no bets; 255 is no cap");
    if (rules->run_twice && row->board_cards == 0)
        return refuse(complaint, "only games with a board are run twice");
    if (rules->wild & ~row->deck) return refuse(complaint, "a wild card is not in the deck");
    if (rules->wild && (rules->showdown->first != FELT_HIGH || rules->showdown->two_three ||
                        row->hole_cards + row->board_cards < 5))
        return refuse(complaint, "wild cards are for high hands of any five cards");
    if (rules->special != poker_is_special(row) || rules->reshuffles != poker_reshuffles(row) ||
        rules->up != poker_up_slots(row))
        return refuse(complaint, "`special`, `reshuffles` and `up` follow from the variant");
    if (rules->rake_per_10000 > 10000 || rules->rake_cap < 0)
        return refuse(complaint, "the rake is 0 to 10000 of 10000, its cap not negative");
    return FELT_OK;
}

/* ---- deals ---------------------------------------------------------------------------------- */

static inline bool is_amount(felt_chips amount)
{
    return amount >= 0 && amount <= FELT_CHIPS_MAX;
}

static enum felt_status explain_table(const struct felt_poker_rules *rules,
                                      const struct felt_deal *from,
                                      struct felt_complaint *complaint)
{
    const struct felt_variant *row = rules->variant;
    int count = felt_seats_count(from->seats);
    if (from->seats >> FELT_SEATS_MAX)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "seats are numbered 0 to %d",
                             FELT_SEATS_MAX - 1);
    if (count != row->seats_max && row->seats_min == row->seats_max)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "%d seats; %s is played by %d", count,
                             row->title, row->seats_max);
    if (count < row->seats_min || count > row->seats_max)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "%d seats; %s is played by %d to %d",
                             count, row->title, row->seats_min, row->seats_max);
    if (count * row->hole_cards + row->board_cards > rules->deck_count &&
        !poker_fits_crowded(row, count, rules->deck_count))
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                             "%d seats need %d cards, the deck has %d", count,
                             count * row->hole_cards + row->board_cards, rules->deck_count);
    if (from->button < 0 || from->button >= FELT_SEATS_MAX)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "the button is at no seat (0 to %d)",
                             FELT_SEATS_MAX - 1);
    if (from->opener < FELT_SEAT_NONE || from->opener >= FELT_SEATS_MAX ||
        (from->opener >= 0 && !felt_seats_has(from->seats, from->opener)))
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "the first to act is not dealt in");
    return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                         row->board_cards ? "a bomb pot has antes and no blinds"
                                          : "a bomb pot needs a game with a board");
}

static enum felt_status explain_seat(const struct felt_deal *from, felt_seat seat,
                                     struct felt_complaint *complaint)
{
    if (from->stack[seat] < 1 || !is_amount(from->stack[seat]))
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                             "seat %d has a stack of %lld: it must be 1 to %lld", seat,
                             (long long)from->stack[seat], (long long)FELT_CHIPS_MAX);
    const char *what = !is_amount(from->ante[seat])   ? "ante"
                       : !is_amount(from->dead[seat]) ? "dead money"
                                                      : "blind";
    felt_chips amount = !is_amount(from->ante[seat])   ? from->ante[seat]
                        : !is_amount(from->dead[seat]) ? from->dead[seat]
                                                       : from->blind[seat];
    return felt_complain(complaint, FELT_BAD_DEAL, 0, 0,
                         "seat %d has a %s of %lld: it must be 0 to %lld", seat, what,
                         (long long)amount, (long long)FELT_CHIPS_MAX);
}

static enum felt_status verify_deck(const struct felt_poker_rules *rules,
                                    const struct felt_deal *from, struct felt_complaint *complaint)
{
    felt_cards seen = 0;
    if (from->deck_count < 0 || from->deck_count > rules->deck_count)
        return felt_complain(complaint, FELT_BAD_DEAL, 0, 0, "%d cards given, the deck has %d",
                             from->deck_count, rules->deck_count);
    for (int i = 0; i < from->deck_count; i++) {
        felt_card card = from->deck[i];
        char text[FELT_CARD_TEXT_BYTES];
        if (card == FELT_CARD_NONE) continue;
        if (card >= FELT_CARDS_MAX || !(rules->variant->deck & felt_cards_of(card))) {
            if (card < FELT_CARDS_MAX) felt_card_write(card, text);
            return felt_complain(complaint, FELT_BAD_DEAL, (size_t)i, 1,
                                 "card %d, %s, is not in the deck", i + 1,
                                 card < FELT_CARDS_MAX ? text : "no card at all");
        }
        felt_card_write(card, text);
        if (seen & felt_cards_of(card))
            return felt_complain(complaint, FELT_BAD_DEAL, (size_t)i, 1,
                                 "card %d, %s, is there twice", i + 1, text);
        seen |= felt_cards_of(card);
    }
    return FELT_OK;
}

enum felt_status felt_poker_deal_verify(const struct felt_poker_rules *rules,
                                        const struct felt_deal *from,
                                        struct felt_complaint *complaint)
{
    felt_seat wrong = poker_wrong_seat(rules, from);
    if (wrong == FELT_SEATS_MAX) return explain_table(rules, from, complaint);
    if (wrong != FELT_SEAT_NONE) return explain_seat(from, wrong, complaint);
    return from->deck ? verify_deck(rules, from, complaint) : FELT_OK;
}

struct felt_deal felt_poker_deal_make(const struct felt_poker_rules *rules, int seats,
                                      const felt_chips *stacks, felt_seat button)
{
    felt_chips unit = rules->bet[0];
    struct felt_deal deal = {
        .seats = (felt_seats)((1u << seats) - 1), .button = button, .opener = FELT_SEAT_NONE};
    felt_assert(seats >= 2 && seats <= FELT_SEATS_MAX && button >= 0 && button < seats);
    int small = seats == 2 ? button : (button + 1) % seats, big = (small + 1) % seats;
    felt_chips ante = 0;
    switch ((enum felt_forced)rules->variant->forced) {
    case FELT_FORCED_BLINDS:
        deal.blind[small] = part_of(unit, 2);
        deal.blind[big] = unit;
        deal.opener = (felt_seat)((big + 1) % seats);
        break;
    case FELT_FORCED_BUTTON_BLIND:
        ante = deal.blind[button] = unit;
        deal.opener = (felt_seat)((button + 1) % seats);
        break;
    case FELT_FORCED_BRING_IN: ante = part_of(unit, 5); break;
    case FELT_FORCED_ANTES: ante = unit; break;
    case FELT_FORCED_HALF_ANTES: ante = part_of(unit, 2); break;
    }
    for (int seat = 0; seat < seats; seat++) {
        deal.stack[seat] = stacks[seat];
        deal.ante[seat] = ante;
    }
    return deal;
}

/* ---- why not -------------------------------------------------------------------------------- */

/* The first of the reasons why raising is not offered. */
static enum felt_status explain_raise(const struct felt_betting *betting,
                                      struct felt_complaint *complaint)
{
    const struct felt_turn *turn = &betting->turn;
    felt_chips owed = betting->to_match - betting->staked[turn->actor];
    if (betting->stack[turn->actor] <= owed)
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0,
                             "the stack is too short to raise: call all-in or fold");
    if (felt_turn_capped(turn))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0,
                             "no more raises in this round: the cap of %d is reached", turn->cap);
    if (!felt_seats_has(turn->may_raise, turn->actor))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0,
                             "no raise: you have acted, and what came since was no full raise");
    return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "no raise: nobody could call it");
}

static enum felt_status explain_kind(const struct felt_betting *betting,
                                     const struct felt_legal *legal, struct felt_action action,
                                     struct felt_complaint *complaint)
{
    const char *word = felt_action_word(action.kind);
    if (action.kind == FELT_CHECK && felt_legal_has(legal, FELT_CALL))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "there is a bet: call %lld%s or fold",
                             (long long)legal->to_call,
                             felt_legal_has(legal, FELT_RAISE_TO) ? ", raise" : "");
    if (action.kind == FELT_CALL && felt_legal_has(legal, FELT_CHECK))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "there is nothing to call: check");
    if (felt_legal_has(legal, FELT_BRING_IN))
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0,
                             "%s is not offered: bring in for %lld%s", word,
                             (long long)legal->to_call,
                             felt_legal_has(legal, FELT_RAISE_TO) ? " or complete the bet" : "");
    if (action.kind == FELT_RAISE_TO) return explain_raise(betting, complaint);
    return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "%s is not offered now", word);
}

/* Discards, boards, showing. */
static enum felt_status explain_other(const struct felt_poker *state,
                                      const struct felt_legal *legal, enum felt_status status,
                                      struct felt_action action, struct felt_complaint *complaint)
{
    const char *word = felt_action_word(action.kind);
    if (status == FELT_BAD_AMOUNT)
        return felt_complain(complaint, status, 0, 0, "%s takes no amount", word);
    if (state->phase == FELT_PHASE_RUNS)
        return felt_complain(complaint, status, 0, 0,
                             "how often is the board run? runs 0 is once, runs 1 is twice");
    if (state->phase == FELT_PHASE_SHOW)
        return felt_complain(complaint, status, 0, 0, "show your cards or muck them");
    if (action.kind != FELT_DISCARD)
        return felt_complain(complaint, status, 0, 0,
                             "%s is not offered now: discard %d to %d cards", word,
                             legal->discard_min, legal->discard_max);
    if (action.choice) return felt_complain(complaint, status, 0, 0, "%s takes no choice", word);
    if (action.cards >> state->slots)
        return felt_complain(complaint, status, 0, 0, "you hold %d cards, numbered from 0",
                             state->slots);
    if (legal->discard_min == legal->discard_max)
        return felt_complain(complaint, status, 0, 0, "discard exactly %d", legal->discard_min);
    return felt_complain(complaint, status, 0, 0, "discard %d cards at least, %d at most",
                         legal->discard_min, legal->discard_max);
}

enum felt_status felt_poker_explain(const struct felt_poker_rules *rules,
                                    const struct felt_poker *state, felt_seat seat,
                                    struct felt_action action, struct felt_complaint *complaint)
{
    struct felt_legal legal;
    felt_seat actor = felt_poker_actor(state);
    if (actor < 0) return felt_complain(complaint, FELT_NOT_YOUR_TURN, 0, 0, "the hand is over");
    if (seat != actor)
        return felt_complain(complaint, FELT_NOT_YOUR_TURN, 0, 0, "seat %d is to act, not seat %d",
                             actor, seat);
    felt_poker_legal(rules, state, &legal);
    if (action.kind >= FELT_ACTION_KINDS)
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "there is no such action");
    if (state->phase >= FELT_PHASE_DISCARD) {
        enum felt_status status = poker_verify_other(rules, state, action);
        if (status == FELT_OK) return status;
        return explain_other(state, &legal, status, action, complaint);
    }
    if (!felt_legal_has(&legal, action.kind))
        return explain_kind(&state->betting, &legal, action, complaint);
    if (action.choice || action.cards)
        return felt_complain(complaint, FELT_NOT_LEGAL, 0, 0, "%s takes no cards and no choice",
                             felt_action_word(action.kind));
    if (action.kind != FELT_RAISE_TO && action.amount)
        return felt_complain(complaint, FELT_BAD_AMOUNT, 0, 0, "%s takes no amount",
                             felt_action_word(action.kind));
    if (action.kind == FELT_RAISE_TO &&
        (action.amount < legal.raise_to_min || action.amount > legal.raise_to_max)) {
        const char *word = state->betting.to_match ? "raise to" : "bet";
        if (legal.raise_to_min == legal.raise_to_max)
            return felt_complain(complaint, FELT_BAD_AMOUNT, 0, 0, "%s %lld and nothing else", word,
                                 (long long)legal.raise_to_min);
        return felt_complain(complaint, FELT_BAD_AMOUNT, 0, 0, "%s %lld at least, %lld at most",
                             word, (long long)legal.raise_to_min, (long long)legal.raise_to_max);
    }
    return FELT_OK;
}
