/* poker_adapter.c -- forced bets for the seats that are left, and names of streets and hands. */
#include "server/table/poker_adapter.h"

#include "felt/assert.h"
#include "felt/record.h"

#include <string.h>

static const struct felt_poker_rules *rules_of(const struct felt_game_adapter *adapter)
{
    return adapter->rules;
}

/* The game's usual forced bets are known for seats side by side: count the seats that are dealt in
 * (busted ones between them do not count), and spread what they post over their numbers. */
static void deal_poker(const struct felt_game_adapter *adapter, felt_seats seats,
                       const felt_chips stack[FELT_SEATS_MAX], felt_seat button,
                       struct felt_deal *out)
{
    const struct felt_poker_rules *rules = rules_of(adapter);
    felt_seat number[FELT_SEATS_MAX], at = FELT_SEAT_NONE;
    felt_chips stacks[FELT_SEATS_MAX] = {0};
    int count = 0;
    felt_assert(button >= 0 && felt_seats_has(seats, button));
    for (felt_seats left = seats; left; count++) {
        felt_seat seat = felt_seats_take(&left);
        if (seat == button) at = (felt_seat)count;
        number[count] = seat;
        stacks[count] = stack[seat];
    }
    struct felt_deal side_by_side = felt_poker_deal_make(rules, count, stacks, at);
    int small = count == 2 ? at : (at + 1) % count;
    if (rules->variant->forced == FELT_FORCED_BLINDS)
        side_by_side.blind[small] = adapter->small_blind;
    *out = (struct felt_deal){.seats = seats, .button = button, .opener = FELT_SEAT_NONE};
    if (side_by_side.opener >= 0) out->opener = number[side_by_side.opener];
    for (int i = 0; i < count; i++) {
        out->stack[number[i]] = stacks[i];
        out->ante[number[i]] = side_by_side.ante[i];
        out->blind[number[i]] = side_by_side.blind[i];
    }
}

/* ---- words ---- */

static const char *street_word(const struct felt_poker_rules *rules, int street)
{
    static const char *const board[] = {"PRE_FLOP", "FLOP", "TURN", "RIVER"};
    static const char *const stud[] = {"THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH"};
    static const char *const draw[] = {"PRE_DRAW", "POST_DRAW_1", "POST_DRAW_2", "POST_DRAW_3"};
    const struct felt_variant *variant = rules->variant;
    if (variant->board_cards) return board[street < 3 ? street : 3];
    if (rules->up) return stud[street < 4 ? street : 4];
    if (rules->special) return draw[street < 3 ? street : 3];
    return "BET";
}

static const char *phase_of_poker(const struct felt_game_adapter *adapter,
                                  const struct felt_view *view)
{
    const struct felt_poker_rules *rules = rules_of(adapter);
    switch ((enum felt_phase)view->phase) {
    case FELT_PHASE_DISCARD: return rules->variant->step[view->step].replace ? "DRAW" : "DISCARD";
    case FELT_PHASE_RUNS: return "RUNS";
    case FELT_PHASE_SHOW:
    case FELT_PHASE_OVER: return "SHOWDOWN";
    default: return street_word(rules, view->street);
    }
}

/* Games that are split name both halves, as far as there are two. */
static const char *rank_of_poker(const struct felt_game_adapter *adapter,
                                 const struct felt_event *show, char name[FELT_VALUE_NAME_BYTES])
{
    const struct felt_showdown *game = rules_of(adapter)->showdown;
    felt_value first = (felt_value)show->amount, second = (felt_value)show->to;
    felt_showdown_name(game, 0, first, name, FELT_VALUE_NAME_BYTES);
    size_t used = strlen(name);
    if (game->second != FELT_FAMILY_NONE && second && used + 3 < FELT_VALUE_NAME_BYTES) {
        memcpy(name + used, "; ", 3);
        felt_showdown_name(game, 1, second, name + used + 2, FELT_VALUE_NAME_BYTES - used - 2);
    }
    return felt_category_word(felt_value_category(game->first, first));
}

/* ---- making ---- */

/* "HUNL" is what the protocol calls its own game; the others go by the code of recorded hands, a
 * row that is not in the table by its own with the limit in front. */
static void name_variant(struct felt_poker_adapter *out)
{
    static const char limits[FELT_LIMITS] = {'N', 'P', 'F', 'S'};
    const struct felt_variant *variant = out->rules.variant;
    struct felt_buffer text = felt_buffer_make(out->variant, sizeof out->variant);
    int known = felt_record_variant_of(variant->name, out->rules.limit);
    if (out->adapter.awards_uncalled) {
        felt_buffer_text(&text, "HUNL");
    } else if (known >= 0) {
        felt_buffer_text(&text, felt_record_variant_at(known).code);
    } else {
        felt_buffer_char(&text, limits[out->rules.limit]);
        felt_buffer_text(&text, variant->code);
    }
    (void)felt_buffer_terminate(&text);
}

void felt_poker_adapter_of(struct felt_poker_adapter *out, const struct felt_poker_rules *rules)
{
    const struct felt_variant *variant = rules->variant;
    felt_chips stacks[2] = {FELT_CHIPS_MAX, FELT_CHIPS_MAX}, small = 0;
    if (variant->forced == FELT_FORCED_BLINDS)
        small = felt_poker_deal_make(rules, 2, stacks, 0).blind[0];
    *out = (struct felt_poker_adapter){.rules = *rules};
    out->adapter = (struct felt_game_adapter){
        .game = &felt_poker_game,
        .rules = &out->rules,
        .variant = out->variant,
        .seats_min = variant->seats_min,
        .seats_max = variant->seats_max,
        .awards_uncalled = strcmp(variant->name, "holdem") == 0 && rules->limit == FELT_NO_LIMIT,
        .has_board = variant->board_cards > 0,
        .may_straddle = variant->forced == FELT_FORCED_BLINDS && rules->limit <= FELT_POT_LIMIT,
        .small_blind = small,
        .big_blind = rules->bet[0],
        .deck = out->rules.deck,
        .deck_count = rules->deck_count,
        .deal = deal_poker,
        .phase = phase_of_poker,
        .rank = rank_of_poker,
    };
    name_variant(out);
}

void felt_poker_adapter_room(struct felt_poker_adapter *out, const struct felt_poker_rules *rules,
                             felt_chips small_blind)
{
    felt_poker_adapter_of(out, rules);
    out->adapter.awards_uncalled = false;
    name_variant(out);
    if (rules->variant->forced == FELT_FORCED_BLINDS) out->adapter.small_blind = small_blind;
}

enum felt_status felt_poker_adapter_make(struct felt_poker_adapter *out, const char *variant,
                                         enum felt_limit limit, felt_chips small_blind,
                                         felt_chips big_blind, struct felt_complaint *complaint)
{
    struct felt_poker_rules rules;
    enum felt_status status = felt_poker_rules_make(variant, limit, big_blind, &rules, complaint);
    if (status != FELT_OK) return status;
    bool blinds = rules.variant->forced == FELT_FORCED_BLINDS;
    if (blinds && (small_blind < 1 || small_blind > big_blind))
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "a small blind of %lld: it must be 1 to the big blind, %lld",
                             (long long)small_blind, (long long)big_blind);
    felt_poker_adapter_of(out, &rules);
    if (blinds) out->adapter.small_blind = small_blind;
    return FELT_OK;
}
