/* genome_adapter.c -- table seats and seats, forced bets, and words of a genome at a table.
 *
 * The state is the genome's own and the table seats that are dealt in.  What goes in (actions,
 * views to imagine) is turned into the genome's seats, what comes out into table seats; nothing in
 * between knows of it.  Numbers of a view stay as the genome has them: only its own files read
 * them. */
#include "server/table/genome_adapter.h"

#include "felt/assert.h"
#include "felt/buffer.h"
#include "server/table/seat_map.h"

#include <string.h>

struct table_state {
    felt_seats seats; /* dealt in                                                           */
    felt_seat button;
    struct felt_genome_state game;
};

/* ---- table seats ---- */

static felt_seat table_seat_of(felt_seats seats, felt_seat seat)
{
    return felt_seat_map_to_table(seats, 0, seat);
}

static felt_seat seat_of(felt_seats seats, felt_seat table_seat)
{
    return felt_seat_map_to_game(seats, 0, table_seat);
}

static struct felt_seat_map outwards(felt_seats seats)
{
    return (struct felt_seat_map){.seats = seats, .out = true};
}

static struct felt_seat_map inwards(felt_seats seats)
{
    return (struct felt_seat_map){.seats = seats};
}

static void event_inside(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_event *event)
{
    struct felt_seat_map turning = inwards(view->seats);
    (void)adapter;
    felt_seat_map_event(&turning, event);
}

static void view_inside(const struct felt_game_adapter *adapter, struct felt_view *view)
{
    struct felt_seat_map turning = inwards(view->seats);
    (void)adapter;
    felt_seat_map_view(&turning, view);
    view->button = view->opener; /* as the genome's own game calls it */
}

/* ---- the game ---- */

static const struct felt_genome_program *program_of(const struct felt_genome_adapter_rules *rules,
                                                    felt_seats seats)
{
    int count = felt_seats_count(seats);
    felt_assert(count >= rules->seats_min && count <= rules->seats_max);
    return &rules->program[count];
}

/* New events of the genome, from `first` on, as the table hears them. */
static void turn_log(felt_seats seats, struct felt_event_log *log, uint32_t first)
{
    struct felt_seat_map turning = outwards(seats);
    felt_seat_map_log(&turning, log, first);
}

static bool deal_inside(const struct felt_genome_adapter_rules *rules, const struct felt_deal *from,
                        struct felt_deal *out)
{
    int count = felt_seats_count(from->seats);
    struct felt_seat_map turning = inwards(from->seats);
    if (count < rules->seats_min || count > rules->seats_max) return false;
    if (from->opener >= 0 && !felt_seats_has(from->seats, from->opener)) return false;
    *out = *from;
    out->seats = felt_seat_map_set(&turning, out->seats);
    out->opener = from->opener >= 0 ? seat_of(from->seats, from->opener) : (felt_seat)0;
    out->button = out->opener;
    felt_seat_map_chips(&turning, out->stack);
    felt_seat_map_chips(&turning, out->ante);
    felt_seat_map_chips(&turning, out->dead);
    felt_seat_map_chips(&turning, out->blind);
    return true;
}

static enum felt_status table_open(const void *rules, const struct felt_deal *from, void *state,
                                   struct felt_event_log *log)
{
    struct table_state *table = state;
    struct felt_deal inside;
    memset(table, 0, sizeof *table);
    table->game.actor = FELT_SEAT_NONE;
    if (!deal_inside(rules, from, &inside)) return FELT_BAD_DEAL;
    table->seats = from->seats;
    table->button = from->button;
    return felt_genome_game.open(program_of(rules, from->seats), &inside, &table->game, log);
}

static enum felt_status table_deal(const void *rules, const struct felt_deal *from,
                                   struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    struct table_state *table = state;
    struct felt_deal inside;
    uint32_t first = log ? log->count : 0;
    if (!deal_inside(rules, from, &inside)) return FELT_BAD_DEAL;
    enum felt_status status =
        felt_genome_game.deal(program_of(rules, from->seats), &inside, rng, &table->game, log);
    if (status == FELT_OK) turn_log(table->seats, log, first);
    return status;
}

static felt_seat table_actor(const void *rules, const void *state)
{
    const struct table_state *table = state;
    (void)rules;
    return table_seat_of(table->seats, table->game.actor);
}

static int table_legal(const void *rules, const void *state,
                       struct felt_option out[FELT_OPTIONS_MAX])
{
    const struct table_state *table = state;
    return felt_genome_game.legal(program_of(rules, table->seats), &table->game, out);
}

static enum felt_status table_apply(const void *rules, void *state, felt_seat seat,
                                    struct felt_action action, struct felt_event_log *log)
{
    struct table_state *table = state;
    uint32_t first = log ? log->count : 0;
    if (seat < 0 || seat >= FELT_SEATS_MAX || !felt_seats_has(table->seats, seat))
        return FELT_NOT_YOUR_TURN;
    enum felt_status status = felt_genome_game.apply(program_of(rules, table->seats), &table->game,
                                                     seat_of(table->seats, seat), action, log);
    if (status == FELT_OK) turn_log(table->seats, log, first);
    return status;
}

static void table_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    const struct table_state *table = state;
    struct felt_seat_map turning = outwards(table->seats);
    felt_assert(seat < 0 || felt_seats_has(table->seats, seat));
    felt_genome_game.view(program_of(rules, table->seats), &table->game,
                          seat_of(table->seats, seat), out);
    felt_seat_map_view(&turning, out);
    out->seats = table->seats;
    out->button = table->button;
}

static void table_imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                          void *state)
{
    struct table_state *table = state;
    struct felt_view inside = *view;
    view_inside(NULL, &inside);
    memset(table, 0, sizeof *table);
    table->seats = view->seats;
    table->button = view->button;
    felt_genome_game.imagine(program_of(rules, view->seats), &inside, rng, &table->game);
}

static void table_payoff(const void *rules, const void *state, felt_chips out[FELT_SEATS_MAX])
{
    const struct table_state *table = state;
    struct felt_seat_map turning = outwards(table->seats);
    if (((const struct felt_genome_adapter_rules *)rules)->for_score) {
        memset(out, 0, FELT_SEATS_MAX * sizeof out[0]);
        return;
    }
    felt_genome_game.payoff(program_of(rules, table->seats), &table->game, out);
    felt_seat_map_chips(&turning, out);
}

const struct felt_game felt_genome_table = {.name = "genome table",
                                            .rules_bytes = sizeof(struct felt_genome_adapter_rules),
                                            .state_bytes = sizeof(struct table_state),
                                            .open = table_open,
                                            .deal = table_deal,
                                            .actor = table_actor,
                                            .legal = table_legal,
                                            .apply = table_apply,
                                            .view = table_view,
                                            .imagine = table_imagine,
                                            .payoff = table_payoff};

/* ---- a hand begins ---- */

/* For the score: what the game hands out itself, or a marker to win; another one stays, so that
 * nobody is all in. */
static void deal_for_score(const struct felt_genome_program *program, struct felt_deal *out)
{
    enum { MARKER = 1 };
    for (felt_seats left = out->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        out->stack[seat] = program->chips ? program->starting_chips : 2 * MARKER;
        out->ante[seat] = program->chips ? 0 : MARKER;
    }
}

/* Whoever sits left of the button begins.  Of a stake everybody puts up as much as all of them
 * have. */
static void deal_genome(const struct felt_game_adapter *adapter, felt_seats seats,
                        const felt_chips stack[FELT_SEATS_MAX], felt_seat button,
                        struct felt_deal *out)
{
    felt_chips unit = adapter->big_blind;
    *out = (struct felt_deal){
        .seats = seats, .button = button, .opener = felt_seats_from(seats, button + 1)};
    const struct felt_genome_adapter_rules *rules = adapter->rules;
    if (rules->for_score) {
        deal_for_score(program_of(rules, seats), out);
        return;
    }
    for (felt_seats left = seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        bool more = stack[seat] > FELT_GENOME_STACK_MAX;
        out->stack[seat] = more ? (felt_chips)FELT_GENOME_STACK_MAX : stack[seat];
        if (out->stack[seat] < unit) unit = out->stack[seat];
    }
    bool chips = program_of(rules, seats)->chips;
    for (felt_seats left = chips ? 0 : seats; left;) out->ante[felt_seats_take(&left)] = unit;
}

static void place_inside(const struct felt_game_adapter *adapter, const struct felt_view *view,
                         struct felt_place *place)
{
    const struct felt_genome_adapter_rules *rules = adapter->rules;
    place->game = &felt_genome_game;
    place->rules = view ? program_of(rules, view->seats) : &rules->program[rules->seats_min];
    place->seat = view ? seat_of(view->seats, place->seat) : (felt_seat)0;
}

/* ---- words ---- */

static const char *phase_of_genome(const struct felt_game_adapter *adapter,
                                   const struct felt_view *view)
{
    (void)adapter;
    if (view->phase == FELT_PHASE_OVER) return "SHOWDOWN";
    return view->phase == FELT_PHASE_BET ? "BET" : "MOVE";
}

static const char *step_word(int type)
{
    static const char *const words[FELT_PHASE_TYPES] = {
        [FELT_PHASE_TYPE_BETTING] = "bet",     [FELT_PHASE_TYPE_ANTE] = "ante",
        [FELT_PHASE_TYPE_DEAL] = "deal",       [FELT_PHASE_TYPE_SHOWDOWN] = "showdown",
        [FELT_PHASE_TYPE_DRAW] = "draw",       [FELT_PHASE_TYPE_PLAY] = "play",
        [FELT_PHASE_TYPE_DISCARD] = "discard", [FELT_PHASE_TYPE_TRANSFER] = "pass on",
        [FELT_PHASE_TYPE_COMPARE] = "compare", [FELT_PHASE_TYPE_TRICK] = "trick",
        [FELT_PHASE_TYPE_BIDDING] = "bid",     [FELT_PHASE_TYPE_CLAIM] = "claim",
        [FELT_PHASE_TYPE_ASK] = "ask",         [FELT_PHASE_TYPE_MELD] = "meld",
        [FELT_PHASE_TYPE_SCORE] = "score"};
    return words[type];
}

static const char *suit_word(int suit)
{
    static const char *const words[FELT_SUITS] = {"c", "d", "h", "s"};
    return suit >= 0 && suit < FELT_SUITS ? words[suit] : NULL;
}

static const char *rank_word(int rank)
{
    static const char *const words[FELT_RANKS] = {"2", "3", "4", "5", "6", "7", "8",
                                                  "9", "T", "J", "Q", "K", "A"};
    return rank >= 0 && rank < FELT_RANKS ? words[rank] : NULL;
}

static void copy_word(char *out, size_t room, const char *word)
{
    struct felt_buffer text = felt_buffer_make(out, room);
    if (word) felt_buffer_text(&text, word);
    (void)felt_buffer_terminate(&text);
}

/* A hand that was compared.  Lows count down from above (games/genome/value.c). */
static const char *rank_of_genome(const struct felt_game_adapter *adapter,
                                  const struct felt_event *show, char name[FELT_VALUE_NAME_BYTES])
{
    const struct felt_genome_adapter_rules *rules = adapter->rules;
    const int32_t *evaluation = rules->program[rules->seats_min].evaluation;
    int method = evaluation[FELT_EVAL_METHOD];
    bool poker = method == FELT_EVAL_POKER && evaluation[FELT_EVAL_BEST_OF] == 5;
    enum felt_family family = poker ? FELT_HIGH : FELT_BADUGI;
    if ((poker || method == FELT_EVAL_BADUGI) && !evaluation[FELT_EVAL_LOW] && show->amount > 1 &&
        show->amount <= UINT16_MAX) {
        felt_value value = (felt_value)(show->amount - 1);
        felt_value_name(family, value, name, FELT_VALUE_NAME_BYTES);
        return felt_category_word(felt_value_category(family, value));
    }
    int count;
    const struct felt_gene_row *row = felt_genes_of(FELT_SECTION_EVALUATION, &count);
    const char *word = row[FELT_EVAL_METHOD].words[method];
    copy_word(name, FELT_VALUE_NAME_BYTES, word);
    for (char *at = name; *at; at++)
        if (*at == '_') *at = ' ';
    return word;
}

/* What is said aloud by moves that are words. */
static const char *said_word(felt_chips move)
{
    static const char *const words[] = {"pass", "draw",  "take",    "done",
                                        "flip", "doubt", "believe", "knock"};
    felt_chips n = move - FELT_MOVE_PASS;
    return n >= 0 && n < (felt_chips)(sizeof words / sizeof words[0]) ? words[n] : NULL;
}

static const char *say_genome(const struct felt_game_adapter *adapter,
                              const struct felt_event *event, char value[FELT_SAY_BYTES])
{
    int count;
    const struct felt_gene_row *effects = felt_genes_of(FELT_SECTION_EFFECT, &count);
    (void)adapter;
    value[0] = '\0';
    if (event->kind == FELT_EVENT_EFFECT) {
        bool known = event->to >= 0 && event->to <= effects[FELT_EFFECT_TYPE].max;
        return known ? effects[FELT_EFFECT_TYPE].words[event->to] : NULL;
    }
    if (event->kind == FELT_EVENT_HAND) {
        copy_word(value, FELT_SAY_BYTES, suit_word((int)event->amount - 1));
        return value[0] ? "trump" : NULL;
    }
    switch (event->amount) {
    case FELT_ASKS_RANK: copy_word(value, FELT_SAY_BYTES, rank_word((int)event->to)); return "rank";
    case FELT_ASKS_SUIT: copy_word(value, FELT_SAY_BYTES, suit_word((int)event->to)); return "suit";
    case FELT_ASKS_NUMBER: return "number";
    case FELT_ASKS_SEAT: return "other";
    default: copy_word(value, FELT_SAY_BYTES, said_word(event->to)); return "word";
    }
}

/* ---- moves ---- */

/* Legal moves and their texts depend on nothing that the viewer cannot see (M6): any state that
 * looks like the view has the same. */
static void list_moves(const struct felt_game_adapter *adapter, const struct felt_view *view,
                       struct felt_table_move_texts *out)
{
    const struct felt_genome_program *program = program_of(adapter->rules, view->seats);
    struct felt_rng rng = felt_rng_make(0);
    struct table_state table;
    struct felt_moves moves;
    table_imagine(adapter->rules, view, &rng, &table);
    felt_genome_moves(program, &table.game, &moves);
    bool seats = felt_genome_asks(program, &table.game) == FELT_ASKS_SEAT;
    out->count = felt_moves_count(&moves);
    felt_assert(out->count <= FELT_MOVES_MAX);
    for (int i = 0; i < out->count; i++) {
        int move = felt_moves_pick(&moves, i);
        if (!seats || move >= FELT_MOVE_ITEMS) {
            felt_genome_move_text(program, &table.game, move, out->text[i], FELT_MOVE_BYTES);
            continue;
        }
        struct felt_buffer text = felt_buffer_make(out->text[i], FELT_MOVE_BYTES);
        felt_buffer_text(&text, "ask seat ");
        felt_buffer_int(&text, table_seat_of(view->seats, (felt_seat)move)); /* as frames count */
        (void)felt_buffer_terminate(&text);
    }
}

/* ---- facts ---- */

struct facts {
    struct felt_table_fact *out;
    int count;
};

static void add_number(struct facts *facts, const char *key, int64_t number)
{
    felt_assert(facts->count < FELT_TABLE_FACTS_MAX);
    facts->out[facts->count++] =
        (struct felt_table_fact){.key = key, .kind = FELT_TABLE_FACT_NUMBER, .number = number};
}

static void add_cards(struct facts *facts, const char *key, felt_cards cards)
{
    felt_assert(facts->count < FELT_TABLE_FACTS_MAX);
    facts->out[facts->count++] =
        (struct felt_table_fact){.key = key, .kind = FELT_TABLE_FACT_CARDS, .cards = cards};
}

static void add_word(struct facts *facts, const char *key, const char *word)
{
    if (!word) return;
    felt_assert(facts->count < FELT_TABLE_FACTS_MAX);
    facts->out[facts->count++] =
        (struct felt_table_fact){.key = key, .kind = FELT_TABLE_FACT_WORD, .word = word};
}

static felt_cards cards_of(const struct felt_view *view, const struct felt_zone *zone)
{
    felt_cards cards = 0;
    for (int i = 0; i < zone->count; i++) {
        felt_card card = view->cards[zone->at + i];
        if (card != FELT_CARD_NONE) cards |= felt_cards_of(card);
    }
    return cards;
}

static bool has_step(const struct felt_genome_program *program, int type)
{
    for (int i = 0; i < program->steps; i++)
        if (program->step[i].type == type) return true;
    return false;
}

static bool has_scores(const struct felt_genome_program *program)
{
    const unsigned wins =
        1u << FELT_WIN_HIGH_SCORE | 1u << FELT_WIN_LOW_SCORE | 1u << FELT_WIN_FIRST_TO_SCORE;
    return program->scores || program->counts_hands || program->win_types & wins;
}

static void count_table(const struct felt_genome_program *program, const struct felt_view *view,
                        const struct felt_genome_state *game, struct facts *facts)
{
    const struct felt_zone *discards = felt_view_zone(view, FELT_ZONE_DISCARDS, FELT_SEAT_NONE);
    if (game->actor >= 0) add_word(facts, "step", step_word(program->step[game->pc].type));
    if (program->several) add_number(facts, "game_hand", game->hands + (game->actor >= 0 ? 1 : 0));
    add_number(facts, "deck", program->deck_count - game->deck_at);
    add_number(facts, "discards", game->discards);
    if (discards && discards->count) {
        felt_card top = view->cards[discards->at + discards->count - 1];
        if (top != FELT_CARD_NONE) add_cards(facts, "top", felt_cards_of(top));
    }
    add_word(facts, "trump", suit_word(game->trump));
    add_word(facts, "suit", suit_word(game->suit));
    add_word(facts, "rank", rank_word(game->rank));
}

static void count_seat(const struct felt_genome_program *program, const struct felt_view *view,
                       const struct felt_genome_state *game, felt_seat table_seat,
                       struct facts *facts)
{
    felt_seat seat = seat_of(view->seats, table_seat);
    const struct felt_zone *hand = felt_view_zone(view, FELT_ZONE_HAND, table_seat);
    const struct felt_zone *pile = felt_view_zone(view, FELT_ZONE_PILE, table_seat);
    const struct felt_zone *laid = felt_view_zone(view, FELT_ZONE_LAID, table_seat);
    add_number(facts, "cards", hand ? hand->count : 0);
    if (has_scores(program)) add_number(facts, "score", game->score[seat]);
    if (pile) add_number(facts, "captured", pile->count);
    if (laid) add_cards(facts, "laid", cards_of(view, laid));
    if (has_step(program, FELT_PHASE_TYPE_TRICK))
        add_number(facts, "tricks", game->by.count.tricks[seat]);
    if (has_step(program, FELT_PHASE_TYPE_BIDDING) && game->by.count.bid[seat])
        add_number(facts, "bid", game->by.count.bid[seat] - 1);
}

/* Everything here is in the view: a state that looks like it says the same. */
static int count_facts(const struct felt_game_adapter *adapter, const struct felt_view *view,
                       felt_seat seat, struct felt_table_fact out[FELT_TABLE_FACTS_MAX])
{
    const struct felt_genome_program *program = program_of(adapter->rules, view->seats);
    struct felt_rng rng = felt_rng_make(0);
    struct table_state table;
    struct facts facts = {.out = out};
    table_imagine(adapter->rules, view, &rng, &table);
    if (seat < 0)
        count_table(program, view, &table.game, &facts);
    else
        count_seat(program, view, &table.game, seat, &facts);
    return facts.count;
}

/* ---- making ---- */

/* The smallest amount that is bet or put up. */
static felt_chips unit_of(const struct felt_genome *genome)
{
    int32_t least = 0;
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        int32_t amount = genome->phase[i].type == FELT_PHASE_TYPE_BETTING ? gene[FELT_BET_MIN]
                         : genome->phase[i].type == FELT_PHASE_TYPE_ANTE  ? gene[FELT_ANTE_AMOUNT]
                                                                          : 0;
        if (amount > 0 && (least == 0 || amount < least)) least = amount;
    }
    return least > 0 ? least : 1;
}

void felt_genome_adapter_make(struct felt_genome_adapter *out, const struct felt_genome *genome,
                              felt_chips unit)
{
    struct felt_genome game = *genome;
    bool chips = genome->setup.gene[FELT_SETUP_CHIPS] > 0;
    memset(out, 0, sizeof *out);
    if (chips && unit > 0)
        game.session.gene[FELT_SESSION_HANDS] = 1; /* the next one is the table's */
    out->rules.for_score = unit == 0;
    out->rules.seats_min = (uint8_t)genome->players.gene[FELT_PLAYERS_MIN];
    out->rules.seats_max = (uint8_t)genome->players.gene[FELT_PLAYERS_MAX];
    for (int seats = out->rules.seats_min; seats <= out->rules.seats_max; seats++)
        felt_genome_compile(&game, seats, &out->rules.program[seats]);
    const struct felt_genome_program *program = &out->rules.program[out->rules.seats_min];
    copy_word(out->variant, sizeof out->variant, genome->name);
    out->adapter = (struct felt_game_adapter){.game = &felt_genome_table,
                                              .rules = &out->rules,
                                              .variant = out->variant,
                                              .seats_min = out->rules.seats_min,
                                              .seats_max = out->rules.seats_max,
                                              .no_streets = true,
                                              .lasts = true,
                                              .big_blind = unit == 0 ? 1
                                                           : chips   ? unit_of(genome)
                                                                     : unit,
                                              .deck = program->deck,
                                              .deck_count = program->deck_count,
                                              .deal = deal_genome,
                                              .phase = phase_of_genome,
                                              .rank = rank_of_genome,
                                              .moves = list_moves,
                                              .facts = count_facts,
                                              .say = say_genome,
                                              .place_inside = place_inside,
                                              .event_inside = event_inside,
                                              .view_inside = view_inside};
}
