/* narc_balance.c -- see narc_balance.h: hands are played and counted, jobs are blocks of runs.
 *
 * Run number n belongs to group n / chunk mod G.  Jobs are taken in order, so after each G of them
 * all groups are the same size again; only there may a trial end (B3). */
#include "lab/narc/narc_balance.h"

#include "felt/assert.h"
#include "felt/hash.h"

#include <string.h>

enum {
    DEAL = FELT_ROLES, /* streams of chance: bots by role, then these                             */
    PLAYOUT,
    STREAMS,
    HANDS_OF_SESSION = 4, /* about: only the size of jobs depends on it                           */
    JOBS_OF_GROUP = 4
};

/* What is known of a hand while it is played. */
struct hand {
    const struct felt_narc_trial *trial;
    struct felt_narc_state state;
    struct felt_rng rng[STREAMS];
    felt_cards held, playable; /* copies                                                          */
    int64_t *at;               /* sums                                                            */
};

/* ---- after a flip: how likely a safe end is ---- */

/* Playouts are by the same bots; a rollout would have to imagine what it imagines, so the careful
 * one stands for it. */
static void cast_playouts(const struct felt_narc_trial *trial, struct felt_narc_bot bot[FELT_ROLES])
{
    felt_narc_bots_usual(trial->rules, bot);
    for (int role = 0; role < FELT_ROLES; role++) {
        uint8_t limit = trial->bot[role].limit;
        if (trial->bot[role].kind != FELT_BOT_ROLLOUT) bot[role] = trial->bot[role];
        bot[role].limit = limit;
    }
}

static int count_safe(struct hand *hand, const struct felt_narc_bot bot[FELT_ROLES], int playouts)
{
    const struct felt_narc_rules *rules = hand->trial->rules;
    struct felt_rng *rng = &hand->rng[PLAYOUT];
    int safe = 0;
    for (int i = 0; i < playouts; i++) {
        struct felt_narc_state state = hand->state;
        felt_narc_redeal(rules, &state, felt_narc_seat(rules, FELT_ROLE_PLAYER), rng);
        (void)felt_narc_bots_play(bot, rules, &state, rng);
        safe += state.end == FELT_NARC_SAFE;
    }
    return safe;
}

/* Two halves that know nothing of each other: the mean of their product has no variance of
 * sampling in it, the square of one estimate would. */
static void look_ahead(struct hand *hand)
{
    const struct felt_narc_state *state = &hand->state;
    int half = hand->trial->playouts / 2, one, two;
    if (half == 0) return;
    if (state->phase == FELT_NARC_OVER) {
        one = two = state->end == FELT_NARC_SAFE ? half : 0;
    } else {
        struct felt_narc_bot bot[FELT_ROLES];
        cast_playouts(hand->trial, bot);
        one = count_safe(hand, bot, half);
        two = count_safe(hand, bot, half);
    }
    hand->at[FELT_SUM_SEEN + state->round]++;
    hand->at[FELT_SUM_HITS + state->round] += one + two;
    hand->at[FELT_SUM_BOTH + state->round] += (int64_t)one * two;
}

/* ---- counting ---- */

static void count_round(struct hand *hand, int commits)
{
    const struct felt_narc_rules *rules = hand->trial->rules;
    const struct felt_narc_state *state = &hand->state;
    const struct felt_turn *turn = &state->betting.turn;
    int64_t *at = hand->at;
    at[FELT_SUM_ROUNDS]++;
    at[FELT_SUM_BEGUN + state->round]++;
    at[FELT_SUM_RAISED + state->round] += turn->raises;
    at[FELT_SUM_CAPPED] += felt_turn_capped(turn);
    if (rules->options.initiative && turn->holder >= 0)
        at[FELT_SUM_HOLDERS + felt_narc_role(rules, turn->holder)]++;
    if (state->end == FELT_NARC_FOLDED) return;
    at[FELT_SUM_FLIPPED + state->round]++;
    at[FELT_SUM_CARDS + state->round] += state->flipped - commits;
    at[FELT_SUM_EVIDENCE + state->round] += state->totals.evidence;
    at[FELT_SUM_COVER + state->round] += state->totals.cover;
    look_ahead(hand);
}

static void count_player(struct hand *hand, enum felt_action_kind kind, bool betting)
{
    int64_t *at = hand->at;
    at[FELT_SUM_DECISIONS]++;
    at[FELT_SUM_STAYS] += kind != FELT_FOLD && kind != FELT_COMMIT;
    if (kind == FELT_FOLD) at[FELT_SUM_FOLDS + hand->state.round]++;
    if (betting) {
        at[FELT_SUM_TURNS]++;
        at[FELT_SUM_CHECKS] += kind == FELT_CHECK || kind == FELT_CALL;
        at[FELT_SUM_RAISES] += kind == FELT_COMMIT;
        at[FELT_SUM_TURN_FOLDS] += kind == FELT_FOLD;
    } else {
        at[FELT_SUM_POINTS]++;
        at[FELT_SUM_POINT_FOLDS] += kind == FELT_FOLD;
    }
}

/* The set of kinds that a set of copies is. */
static felt_cards kinds_of(const struct hand *hand, felt_cards cards)
{
    felt_cards kinds = 0;
    while (cards) {
        int card = felt_cards_take(&cards);
        kinds |= felt_cards_of((felt_card)felt_narc_kind(hand->trial->rules, &hand->state, card));
    }
    return kinds;
}

static void count_cards(const struct hand *hand)
{
    const struct felt_narc_state *state = &hand->state;
    felt_cards played = 0;
    int64_t *at = hand->at;
    for (int i = 0; i < state->commits; i++) played |= felt_cards_of(state->commit[i]);
    bool won = state->end == FELT_NARC_SAFE;
    for (felt_cards left = kinds_of(hand, hand->held); left;) {
        int kind = felt_cards_take(&left);
        at[FELT_SUM_DRAWN + kind]++;
        at[FELT_SUM_DRAWN_MONEY + kind] += state->banked;
        at[FELT_SUM_DRAWN_WINS + kind] += won;
    }
    for (felt_cards left = kinds_of(hand, hand->playable); left;)
        at[FELT_SUM_PLAYABLE + felt_cards_take(&left)]++;
    for (felt_cards left = kinds_of(hand, played); left;)
        at[FELT_SUM_PLAYED + felt_cards_take(&left)]++;
}

static void count_hand(const struct hand *hand, int32_t heat_before)
{
    const struct felt_narc_state *state = &hand->state;
    int64_t *at = hand->at;
    at[FELT_SUM_HANDS]++;
    at[FELT_SUM_ENDS + state->end]++;
    at[FELT_SUM_MONEY] += state->banked;
    at[FELT_SUM_HEAT] += state->heat - heat_before;
    at[FELT_SUM_ACTIONS] += state->actions;
    at[FELT_SUM_NULL] += state->end == FELT_NARC_SAFE && state->banked == 0;
    at[FELT_SUM_CUSTOMER_FOLDS] += state->folded >> FELT_ROLE_CUSTOMER & 1;
    at[FELT_SUM_NARC_FOLDS] += state->folded >> FELT_ROLE_NARC & 1;
    count_cards(hand);
}

/* ---- playing ---- */

static struct felt_narc_choice take_turn(struct hand *hand, int role)
{
    const struct felt_narc_trial *trial = hand->trial;
    const struct felt_narc_state *state = &hand->state;
    if (felt_narc_legal(trial->rules, state) & (1u << FELT_COMMIT | 1u << FELT_CALL))
        hand->playable |= state->hand & trial->rules->of_role[role];
    return felt_narc_bot_choose(&trial->bot[role], trial->rules, state, &hand->rng[role], NULL);
}

/* From the first action to the end. */
static void play_hand(struct hand *hand)
{
    const struct felt_narc_rules *rules = hand->trial->rules;
    struct felt_narc_state *state = &hand->state;
    int64_t *at = hand->at;
    int32_t heat = state->heat;
    int chosen = 0;
    hand->held = hand->playable = 0;
    /* A round may be over before anybody could choose: seats without cards. */
    if (state->phase != FELT_NARC_BETTING) count_round(hand, 0);
    while (state->phase != FELT_NARC_OVER) {
        bool betting = state->phase == FELT_NARC_BETTING, option = state->betting.turn.on_option;
        int role = (int)felt_narc_role(rules, felt_narc_actor(rules, state));
        int flipped = state->flipped, round = state->round;
        hand->held |= state->hand;
        struct felt_narc_choice choice = take_turn(hand, role);
        enum felt_action_kind kind = (enum felt_action_kind)choice.kind;
        if (role == FELT_ROLE_PLAYER) count_player(hand, kind, betting);
        at[FELT_SUM_OPTIONS] += betting && option;
        at[FELT_SUM_OPTIONS_USED] += betting && option && kind == FELT_COMMIT;
        felt_narc_act(rules, state, kind, choice.card);
        chosen++;
        bool another = state->round != round; /* whose betting may be over already */
        if (state->phase != FELT_NARC_BETTING && (betting || another)) count_round(hand, flipped);
    }
    hand->held |= state->hand;
    at[FELT_SUM_AUTOMATIC] += state->actions - chosen;
    count_hand(hand, heat);
}

/* B1 */
static void seed_hand(struct hand *hand, uint64_t key, int number)
{
    uint64_t own = felt_hash_word(key, (uint64_t)number);
    for (int stream = 0; stream < STREAMS; stream++)
        hand->rng[stream] = felt_rng_make(felt_hash_word(own, (uint64_t)stream));
}

/* Decks in an order of their own, so that what one role does changes no card of another (B1). */
static void open_session(struct hand *hand)
{
    const struct felt_narc_rules *rules = hand->trial->rules;
    struct felt_rng *rng = &hand->rng[DEAL];
    uint8_t cards[FELT_NARC_CARDS_MAX];
    for (int i = 0; i < rules->cards; i++) cards[i] = (uint8_t)i;
    for (int role = 0; role < FELT_ROLES; role++) {
        uint8_t *deck = cards + rules->first[role];
        for (uint32_t left = rules->count[role]; left > 1; left--) {
            uint32_t pick = felt_rng_below(rng, left);
            uint8_t card = deck[pick];
            deck[pick] = deck[left - 1];
            deck[left - 1] = card;
        }
    }
    enum felt_status status =
        felt_narc_begin_with(rules, &hand->state, cards, rules->cards, rng, &hand->state, NULL);
    felt_assert(status == FELT_OK);
}

/* From rest or from the last session of the run.  Returns what it banked. */
static int32_t play_session(struct hand *hand, uint64_t key)
{
    int64_t money = hand->at[FELT_SUM_MONEY];
    int number = 0;
    do {
        seed_hand(hand, key, number++);
        if (number == 1)
            open_session(hand);
        else
            felt_narc_begin(hand->trial->rules, &hand->state, &hand->rng[DEAL], &hand->state, NULL);
        play_hand(hand);
    } while (!hand->state.session_over);
    hand->at[FELT_SUM_SESSIONS]++;
    hand->at[FELT_SUM_HEAT_END] += hand->state.heat;
    money = hand->at[FELT_SUM_MONEY] - money; /* B4 */
    return (int32_t)(money > FELT_NARC_CASH_MAX ? FELT_NARC_CASH_MAX : money);
}

int felt_narc_trial_play(const struct felt_narc_trial *trial, uint64_t number,
                         struct felt_narc_tally *tally, int32_t *money)
{
    struct hand hand = {.trial = trial, .at = tally->at};
    uint64_t key = felt_hash_word(felt_hash_word(trial->seed, 0x6e617263), number);
    int sessions = 0;
    felt_narc_rest(trial->rules, trial->heat, 0, &hand.state);
    do {
        money[sessions] = play_session(&hand, felt_hash_word(key, (uint64_t)sessions));
        sessions++;
    } while (sessions < trial->sessions_max && hand.state.end != FELT_NARC_BUSTED);
    tally->at[FELT_SUM_RUNS]++;
    return sessions;
}

/* ---- jobs ---- */

struct runner {
    const struct felt_narc_trial *trial;
    const struct felt_narc_plan *plan;
    struct felt_narc_result *result;
    uint64_t chunk;
};

struct slot {
    struct felt_narc_tally tally;
    uint32_t sessions;
    int32_t money[]; /* chunk * sessions_max                                                      */
};

static void work(void *self, uint64_t job, void *memory)
{
    const struct runner *runner = self;
    struct slot *slot = memory;
    memset(&slot->tally, 0, sizeof slot->tally);
    slot->sessions = 0;
    for (uint64_t i = 0; i < runner->chunk; i++)
        slot->sessions += (uint32_t)felt_narc_trial_play(
            runner->trial, job * runner->chunk + i, &slot->tally, slot->money + slot->sessions);
}

static void add_money(struct felt_narc_result *result, int32_t money)
{
    int32_t within = money < FELT_NARC_MONEY_LOW    ? FELT_NARC_MONEY_LOW
                     : money > FELT_NARC_MONEY_HIGH ? FELT_NARC_MONEY_HIGH
                                                    : money;
    result->money[within - FELT_NARC_MONEY_LOW]++;
}

static bool take(void *self, uint64_t job, void *memory)
{
    const struct runner *runner = self;
    const struct felt_narc_plan *plan = runner->plan;
    struct felt_narc_result *result = runner->result;
    const struct slot *slot = memory;
    struct felt_narc_tally *group = &result->group[job % FELT_NARC_GROUPS];
    for (int i = 0; i < FELT_SUMS; i++) {
        group->at[i] += slot->tally.at[i];
        result->all.at[i] += slot->tally.at[i];
    }
    for (uint32_t i = 0; i < slot->sessions; i++) add_money(result, slot->money[i]);
    result->sessions += runner->chunk;
    double done = plan->sessions ? (double)result->sessions / (double)plan->sessions
                                 : (double)result->all.at[FELT_SUM_HANDS] / (double)plan->hands;
    bool whole = (job + 1) % FELT_NARC_GROUPS == 0;
    result->complete = whole && done >= 1;
    if (result->complete) return false;
    return !plan->tick || plan->tick(plan->self, done < 1 ? done : 1);
}

uint64_t felt_narc_trial_chunk(uint64_t hands)
{
    uint64_t chunk = hands / (FELT_NARC_GROUPS * HANDS_OF_SESSION * JOBS_OF_GROUP);
    return chunk < 1 ? 1 : chunk > FELT_NARC_CHUNK_MAX ? FELT_NARC_CHUNK_MAX : chunk;
}

bool felt_narc_trial_run(const struct felt_narc_trial *trial, const struct felt_narc_plan *plan,
                         struct felt_narc_result *result)
{
    felt_assert(plan->hands > 0 || plan->sessions > 0);
    felt_assert(trial->playouts % 2 == 0 && trial->playouts <= FELT_NARC_PLAYOUTS_MAX);
    felt_assert(trial->sessions_max >= 1);
    memset(result, 0, sizeof *result);
    result->trial = *trial;
    struct runner runner = {trial, plan, result,
                            plan->chunk ? plan->chunk : felt_narc_trial_chunk(plan->hands)};
    size_t money = (size_t)runner.chunk * trial->sessions_max * sizeof(int32_t);
    const struct felt_jobs jobs = {.end = UINT64_MAX / FELT_NARC_CHUNK_MAX,
                                   .slot_bytes = sizeof(struct slot) + money,
                                   .self = &runner,
                                   .work = work,
                                   .take = take};
    return plan->runner(plan->pool, &jobs);
}

int32_t felt_narc_quantile(const struct felt_narc_result *result, double share)
{
    uint64_t sessions = (uint64_t)result->all.at[FELT_SUM_SESSIONS], below = 0;
    double wanted = share * (double)sessions;
    for (int i = 0; i < FELT_NARC_MONEY_BINS; i++) {
        below += result->money[i];
        if (below > 0 && (double)below >= wanted) return FELT_NARC_MONEY_LOW + i;
    }
    return 0;
}
