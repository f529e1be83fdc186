/* narc_adapter.c -- sessions of Narc at a table: table seats and seats, one hand after the other,
 * scores.
 *
 * The state is Narc's own, with what a table adds: table seats, button, stacks.  Events and views
 * come out of Narc with its seats and are turned into table seats (seat_map.h).  Of Narc's OVER
 * only the table's is left, behind the chips that move. */
#include "server/table/narc_adapter.h"

#include "felt/assert.h"
#include "felt/buffer.h"
#include "server/table/seat_map.h"

#include <string.h>

struct table_state {
    felt_seats seats; /* dealt in                                                           */
    felt_seat button;
    felt_chips stack[FELT_ROLES]; /* by table seat, in the order of the table seats */
    struct felt_narc_state game;
};

/* ---- table seats ---- */

/* Table seats that come before that of seat 0. */
static int first_of(const struct felt_narc_adapter_rules *rules, felt_seats seats, felt_seat button)
{
    if (!rules->turns || button < 0) return 0;
    felt_seat first = felt_seats_from(seats, button + 1);
    return felt_seat_map_to_game(seats, 0, first);
}

static struct felt_seat_map turning_of(const struct felt_narc_adapter_rules *rules,
                                       felt_seats seats, felt_seat button, bool out)
{
    return (struct felt_seat_map){
        .seats = seats, .first = (uint8_t)first_of(rules, seats, button), .out = out};
}

static struct felt_seat_map outwards(const struct felt_narc_adapter_rules *rules,
                                     const struct table_state *table)
{
    return turning_of(rules, table->seats, table->button, true);
}

static felt_seat player_table_seat(const struct felt_narc_adapter_rules *rules,
                                   const struct table_state *table)
{
    struct felt_seat_map turning = outwards(rules, table);
    return felt_seat_map_one(&turning, felt_narc_seat(&rules->narc, FELT_ROLE_PLAYER));
}

/* ---- score and chips ---- */

static int64_t score_of(const struct felt_narc_state *game)
{
    bool busted = game->phase == FELT_NARC_OVER && game->end == FELT_NARC_BUSTED;
    return (int64_t)game->session_banked - (busted ? FELT_NARC_BUST : 0);
}

felt_chips felt_narc_adapter_due(felt_chips unit, int64_t score, felt_chips player, felt_chips one,
                                 felt_chips other)
{
    felt_chips due = unit * score / 100; /* towards nothing */
    felt_chips least = one < other ? one : other;
    if (due > least) return least;
    return due < -(player / 2) ? -(player / 2) : due;
}

static bool is_over(const struct table_state *table)
{
    return table->game.phase == FELT_NARC_OVER && table->game.session_over;
}

static void table_payoff(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    const struct felt_narc_adapter_rules *narc = rules;
    const struct table_state *table = state;
    felt_chips stack[FELT_SEATS_MAX] = {0}, sum = 0, others[FELT_ROLES - 1];
    memset(out, 0, sizeof(felt_chips) * FELT_SEATS_MAX);
    if (narc->unit == 0 || !is_over(table)) return;
    felt_seat player = player_table_seat(narc, table);
    int count = 0, at = 0;
    for (felt_seats left = table->seats; left;) {
        felt_seat table_seat = felt_seats_take(&left);
        stack[table_seat] = table->stack[at++];
        if (table_seat != player) others[count++] = stack[table_seat];
    }
    felt_assert(count == FELT_ROLES - 1);
    felt_chips due = felt_narc_adapter_due(narc->unit, score_of(&table->game), stack[player],
                                           others[0], others[1]);
    for (felt_seats left = table->seats; left;) {
        felt_seat table_seat = felt_seats_take(&left);
        out[table_seat] = table_seat == player ? 2 * due : -due;
        felt_assert(stack[table_seat] + out[table_seat] >= 0); /* V4 */
        sum += out[table_seat];
    }
    felt_assert(sum == 0); /* G1 */
}

static void tell(struct felt_event_log *log, struct felt_event event)
{
    if (!log) return;
    felt_assert(log->count < log->room);
    event.cards_to = (felt_seats)-1;
    log->event[log->count++] = event;
}

/* Who pays, then who gets it; then it is over. */
static void tell_chips(const struct felt_narc_adapter_rules *rules, const struct table_state *table,
                       struct felt_event_log *log)
{
    felt_chips won[FELT_SEATS_MAX];
    table_payoff(rules, table, won);
    for (uint8_t table_seat = 0; table_seat < FELT_SEATS_MAX; table_seat++)
        if (won[table_seat] < 0)
            tell(log, (struct felt_event){.kind = FELT_EVENT_ANTE,
                                          .seat = (felt_seat)table_seat,
                                          .amount = -won[table_seat]});
    for (uint8_t table_seat = 0; table_seat < FELT_SEATS_MAX; table_seat++)
        if (won[table_seat] > 0)
            tell(log, (struct felt_event){.kind = FELT_EVENT_WIN,
                                          .seat = (felt_seat)table_seat,
                                          .amount = won[table_seat]});
    tell(log, (struct felt_event){.kind = FELT_EVENT_OVER, .seat = FELT_SEAT_NONE});
}

/* ---- the game ---- */

/* A hand of Narc is over: what it did to the score. */
static void tell_score(const struct felt_narc_adapter_rules *rules, const struct table_state *table,
                       int64_t before, struct felt_event_log *log)
{
    int64_t score = score_of(&table->game);
    if (score != before)
        tell(log, (struct felt_event){.kind = FELT_EVENT_SCORE,
                                      .seat = player_table_seat(rules, table),
                                      .amount = score - before,
                                      .to = score});
}

/* Events of Narc from `first` on become those of the table; its OVER goes. */
static void turn_events(const struct felt_narc_adapter_rules *rules,
                        const struct table_state *table, struct felt_event_log *log, uint32_t first)
{
    struct felt_seat_map turning = outwards(rules, table);
    if (!log) return;
    if (log->count > first && log->event[log->count - 1].kind == FELT_EVENT_OVER) log->count--;
    felt_seat_map_log(&turning, log, first);
}

/* After the first hand or an action: on to the next decision, or to the end of the session.
 * `score` is that before the action, `first` its first event. */
static void go_on(const struct felt_narc_adapter_rules *rules, struct table_state *table,
                  int64_t score, struct felt_event_log *log, uint32_t first)
{
    for (;;) { /* at most session_hands times (N5) */
        turn_events(rules, table, log, first);
        if (table->game.phase != FELT_NARC_OVER) return;
        tell_score(rules, table, score, log);
        if (table->game.session_over) break;
        score = score_of(&table->game);
        first = log ? log->count : 0;
        felt_narc_begin(&rules->narc, &table->game, NULL, &table->game, log); /* N3: no chance */
    }
    tell_chips(rules, table, log);
}

static enum felt_status table_open(const void *rules, const struct felt_deal *from, void *state,
                                   struct felt_event_log *log)
{
    const struct felt_narc_adapter_rules *narc = rules;
    struct table_state *table = state;
    (void)log;
    memset(table, 0, sizeof *table);
    felt_narc_rest(&narc->narc, 0, 0, &table->game);
    if (felt_seats_count(from->seats) != FELT_ROLES || from->carry) return FELT_BAD_DEAL;
    table->seats = from->seats;
    table->button = from->button;
    int at = 0;
    for (felt_seats left = from->seats; left;)
        table->stack[at++] = from->stack[felt_seats_take(&left)];
    return FELT_OK;
}

static enum felt_status table_deal(const void *rules, const struct felt_deal *from,
                                   struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    const struct felt_narc_adapter_rules *narc = rules;
    struct table_state *table = state;
    struct felt_deal inside = {.seats = (1u << FELT_ROLES) - 1,
                               .deck = from->deck,
                               .deck_count = from->deck_count,
                               .later = from->later};
    uint32_t first = log ? log->count : 0;
    enum felt_status status = felt_narc_game.deal(&narc->narc, &inside, rng, &table->game, log);
    if (status == FELT_OK) go_on(narc, table, 0, log, first);
    return status;
}

static felt_seat table_actor(const void *rules, const void *state)
{
    const struct felt_narc_adapter_rules *narc = rules;
    const struct table_state *table = state;
    struct felt_seat_map turning = outwards(narc, table);
    return felt_seat_map_one(&turning, felt_narc_actor(&narc->narc, &table->game));
}

static int table_legal(const void *rules, const void *state,
                       struct felt_option out[FELT_OPTIONS_MAX])
{
    const struct felt_narc_adapter_rules *narc = rules;
    return felt_narc_game.legal(&narc->narc, &((const struct table_state *)state)->game, out);
}

static enum felt_status table_apply(const void *rules, void *state, felt_seat seat,
                                    struct felt_action action, struct felt_event_log *log)
{
    const struct felt_narc_adapter_rules *narc = rules;
    struct table_state *table = state;
    uint32_t first = log ? log->count : 0;
    int64_t score = score_of(&table->game);
    if (seat < 0 || seat >= FELT_SEATS_MAX || !felt_seats_has(table->seats, seat))
        return FELT_NOT_YOUR_TURN;
    struct felt_seat_map turning = turning_of(narc, table->seats, table->button, false);
    enum felt_status status =
        felt_narc_apply(&narc->narc, &table->game, felt_seat_map_one(&turning, seat), action, log);
    if (status == FELT_OK) go_on(narc, table, score, log, first);
    return status;
}

static void table_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    const struct felt_narc_adapter_rules *narc = rules;
    const struct table_state *table = state;
    struct felt_seat_map out_of = outwards(narc, table), into = out_of;
    felt_chips won[FELT_SEATS_MAX];
    into.out = false;
    felt_assert(seat < 0 || felt_seats_has(table->seats, seat));
    felt_narc_game.view(&narc->narc, &table->game, felt_seat_map_one(&into, seat), out);
    felt_seat_map_view(&out_of, out);
    out->seats = table->seats;
    out->button = table->button;
    table_payoff(rules, state, won);
    int at = 0;
    for (felt_seats left = table->seats; left;) {
        felt_seat table_seat = felt_seats_take(&left);
        out->start[table_seat] = table->stack[at++];
        out->betting.stack[table_seat] = out->start[table_seat] + won[table_seat];
    }
}

/* As Narc's own game shows it: no chips, no button. */
static void view_inside(const struct felt_game_adapter *adapter, struct felt_view *view)
{
    struct felt_seat_map turning = turning_of(adapter->rules, view->seats, view->button, false);
    felt_seat_map_view(&turning, view);
    memset(view->start, 0, sizeof view->start);
    memset(view->betting.stack, 0, sizeof view->betting.stack);
    view->button = FELT_SEAT_NONE;
}

static void event_inside(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_event *event)
{
    struct felt_seat_map turning = turning_of(adapter->rules, view->seats, view->button, false);
    felt_seat_map_event(&turning, event);
}

static void place_inside(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_place *place)
{
    const struct felt_narc_adapter_rules *rules = adapter->rules;
    place->game = &felt_narc_game;
    place->rules = &rules->narc;
    if (!view) {
        place->seat = 0;
        return;
    }
    struct felt_seat_map turning = turning_of(rules, view->seats, view->button, false);
    place->seat = felt_seat_map_one(&turning, place->seat);
}

static void table_imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                          void *state)
{
    const struct felt_narc_adapter_rules *narc = rules;
    const struct felt_game_adapter adapter = {.rules = rules};
    struct table_state *table = state;
    struct felt_view inside = *view;
    view_inside(&adapter, &inside);
    memset(table, 0, sizeof *table);
    table->seats = view->seats;
    table->button = view->button;
    int at = 0;
    for (felt_seats left = view->seats; left;)
        table->stack[at++] = view->start[felt_seats_take(&left)];
    felt_narc_game.imagine(&narc->narc, &inside, rng, &table->game);
}

const struct felt_game felt_narc_adapter_game = {.name = "narc table",
                                                 .rules_bytes =
                                                     sizeof(struct felt_narc_adapter_rules),
                                                 .state_bytes = sizeof(struct table_state),
                                                 .open = table_open,
                                                 .deal = table_deal,
                                                 .actor = table_actor,
                                                 .legal = table_legal,
                                                 .apply = table_apply,
                                                 .view = table_view,
                                                 .imagine = table_imagine,
                                                 .payoff = table_payoff};

/* ---- a session begins ---- */

static void deal_session(const struct felt_game_adapter *adapter, felt_seats seats,
                         const felt_chips stack[FELT_SEATS_MAX], felt_seat button,
                         struct felt_deal *out)
{
    (void)adapter;
    *out = (struct felt_deal){.seats = seats, .button = button, .opener = FELT_SEAT_NONE};
    for (felt_seats left = seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        out->stack[seat] = stack[seat];
    }
}

/* ---- words ---- */

static const char *phase_of_narc(const struct felt_game_adapter *adapter,
                                 const struct felt_view *view)
{
    (void)adapter;
    if (view->phase == FELT_PHASE_OVER) return "OVER";
    return view->phase == FELT_PHASE_DECIDE ? "DECIDE" : "BET";
}

static const char *card_of_narc(const struct felt_game_adapter *adapter, felt_card card)
{
    const struct felt_narc_adapter_rules *rules = adapter->rules;
    return card < rules->narc.catalogue.kinds ? rules->narc.catalogue.card[card].id : "";
}

/* What the Player did with the hand: the word of OUTCOME. */
static const char *say_narc(const struct felt_game_adapter *adapter, const struct felt_event *event,
                            char value[FELT_SAY_BYTES])
{
    (void)adapter;
    value[0] = '\0';
    if (event->kind != FELT_EVENT_OUTCOME || event->to < 0 || event->to >= FELT_NARC_ENDS)
        return NULL;
    return felt_narc_end_word((enum felt_narc_end)event->to);
}

/* ---- facts ---- */

struct facts {
    struct felt_table_fact *out;
    int count;
};

static struct felt_table_fact *add(struct facts *facts, const char *key,
                                   enum felt_table_fact_kind kind)
{
    felt_assert(facts->count < FELT_TABLE_FACTS_MAX);
    struct felt_table_fact *fact = &facts->out[facts->count++];
    *fact = (struct felt_table_fact){.key = key, .kind = (uint8_t)kind};
    return fact;
}

static void add_number(struct facts *facts, const char *key, int64_t number)
{
    add(facts, key, FELT_TABLE_FACT_NUMBER)->number = number;
}

/* Cards of the board that lie face down: the receiver's own, or all where they are open. */
static void add_down(struct facts *facts, const struct felt_view *view)
{
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    int flipped = (int)(view->number[FELT_NARC_COUNTS] >> 24 & 0xff);
    struct felt_table_fact *fact = add(facts, "down", FELT_TABLE_FACT_LIST);
    if (!board || flipped >= board->count) return;
    fact->list = view->cards + board->at + flipped;
    fact->count = (uint8_t)(board->count - flipped);
}

static void count_table(const struct felt_narc_adapter_rules *rules, const struct felt_view *view,
                        struct facts *facts)
{
    const struct felt_narc_options *options = &rules->narc.options;
    const struct felt_turn *turn = &view->betting.turn;
    const int64_t *number = view->number;
    bool betting = view->phase == FELT_PHASE_BET;
    bool busted = number[FELT_NARC_END] == FELT_NARC_BUSTED;
    add_number(facts, "hand", number[FELT_NARC_HAND_NUMBER]);
    add_number(facts, "hands", options->session_hands);
    add_number(facts, "round", number[FELT_NARC_ROUND]);
    add_number(facts, "rounds", options->rounds);
    add_number(facts, "cap", options->cap);
    add_number(facts, "raises_left",
               betting && !felt_turn_capped(turn) ? turn->cap - turn->raises : 0);
    add(facts, "initiative", FELT_TABLE_FACT_SEAT)->number =
        betting && options->initiative ? turn->holder : (int64_t)FELT_SEAT_NONE;
    add_number(facts, "evidence", number[FELT_NARC_EVIDENCE_NOW]);
    add_number(facts, "cover", number[FELT_NARC_COVER_NOW]);
    add_number(facts, "margin", number[FELT_NARC_COVER_NOW] - number[FELT_NARC_EVIDENCE_NOW]);
    add_number(facts, "heat", number[FELT_NARC_HEAT_NOW]);
    add_number(facts, "profit", number[FELT_NARC_PROFIT_NOW]);
    add_number(facts, "run_heat", number[FELT_NARC_RUN_HEAT]);
    add_number(facts, "cash", number[FELT_NARC_RUN_CASH]);
    int64_t tier = number[FELT_NARC_TIER];
    if (tier < rules->narc.catalogue.tiers)
        add(facts, "tier", FELT_TABLE_FACT_WORD)->word = rules->narc.catalogue.tier[tier].name;
    add_number(facts, "score", number[FELT_NARC_SESSION] - (busted ? FELT_NARC_BUST : 0));
    add_number(facts, "fold_price", options->fold_price);
    add_down(facts, view);
}

static const char *role_word(enum felt_narc_role role)
{
    static const char *const words[FELT_ROLES] = {"narc", "customer", "player"};
    return words[role];
}

static void count_seat(const struct felt_narc_adapter_rules *rules, const struct felt_view *view,
                       felt_seat table_seat, struct facts *facts)
{
    struct felt_seat_map turning = turning_of(rules, view->seats, view->button, false);
    felt_seat seat = felt_seat_map_one(&turning, table_seat);
    enum felt_narc_role role = felt_narc_role(&rules->narc, seat);
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, table_seat);
    struct felt_rng rng = felt_rng_make(0);
    struct table_state like; /* how many cards lie there is the same in all that look like it */
    table_imagine(rules, view, &rng, &like);
    const struct felt_zone *deck = felt_view_zone(view, FELT_ZONE_STUB, table_seat);
    add(facts, "role", FELT_TABLE_FACT_WORD)->word = role_word(role);
    add_number(facts, "cards", hand ? hand->count : 0);
    add_number(facts, "down", like.game.betting.committed[seat]);
    add_number(facts, "deck", deck ? deck->count : 0);
}

static int count_facts(const struct felt_game_adapter *adapter, const struct felt_view *view,
                       felt_seat seat, struct felt_table_fact out[FELT_TABLE_FACTS_MAX])
{
    struct facts facts = {.out = out};
    if (seat < 0)
        count_table(adapter->rules, view, &facts);
    else
        count_seat(adapter->rules, view, seat, &facts);
    return facts.count;
}

/* ---- making ---- */

void felt_narc_adapter_make(struct felt_narc_adapter *out, const struct felt_narc_rules *rules,
                            felt_chips unit, bool turns)
{
    felt_assert(unit >= 0 && unit <= FELT_NARC_UNIT_MAX);
    memset(out, 0, sizeof *out);
    out->rules.narc = *rules;
    out->rules.unit = unit;
    out->rules.turns = turns;
    for (int card = 0; card < rules->cards; card++) out->deck[card] = (felt_card)card;
    struct felt_buffer name = felt_buffer_make(out->variant, sizeof out->variant);
    felt_buffer_text(&name, rules->options.name);
    (void)felt_buffer_terminate(&name);
    for (int i = 0; i < 16; i++)
        out->rules_id[i] = "0123456789abcdef"[rules->hash >> (60 - 4 * i) & 15];
    for (int i = 0; i < FELT_ROLES; i++)
        out->roles[i] = role_word(felt_narc_role(rules, (felt_seat)i));
    out->adapter = (struct felt_game_adapter){
        .game = &felt_narc_adapter_game,
        .rules = &out->rules,
        .variant = out->variant,
        .rules_id = out->rules_id,
        .roles = turns ? NULL : out->roles,
        .star = turns ? 0 : (uint8_t)(rules->seat_of[FELT_ROLE_PLAYER] + 1),
        .seats_min = FELT_ROLES,
        .seats_max = FELT_ROLES,
        .no_streets = true,
        .lasts = true,
        .commits = true,
        .big_blind = unit,
        .deck = out->deck,
        .deck_count = rules->cards,
        .deal = deal_session,
        .phase = phase_of_narc,
        .card = card_of_narc,
        .facts = count_facts,
        .say = say_narc,
        .place_inside = place_inside,
        .event_inside = event_inside,
        .view_inside = view_inside};
}
