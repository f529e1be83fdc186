/* batch.c -- see batch.h. */
#include "lab/search/batch.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/match.h"

#include <stdalign.h>
#include <string.h>

/* Groups of a job: some milliseconds of work, so that threads seldom wait for each other. */
enum { CHUNK_RANDOM = 256, CHUNK_GREEDY = 16, CHUNK_SEARCH = 1 };

struct felt_batch_table {
    const struct felt_batch *batch;
    bool plain; /* everybody plays at random: nobody needs to be asked                        */
    uint8_t name[FELT_GENOME_SEATS_MAX]; /* by seat, in the leg that is played                 */
    struct felt_agent *agent[FELT_GENOME_SEATS_MAX];
    struct felt_event event[FELT_EVENTS_MAX];
};

static size_t aligned(size_t bytes)
{
    return (bytes + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

/* ---- seats ---- */

/* Names that are as many as seats, or share them equally, need as many legs as there are names. */
int felt_batch_legs(const struct felt_batch *batch)
{
    int seats = batch->program->seats, names = batch->names;
    felt_assert(names >= 1 && names <= seats);
    if (names == 1) return 1;
    if (names == seats) return felt_match_legs(seats);
    return seats % names ? seats : names;
}

int felt_batch_name(const struct felt_batch *batch, int leg, felt_seat seat)
{
    int seats = batch->program->seats, names = batch->names;
    felt_assert(seat >= 0 && seat < seats);
    if (names == 1) return 0;
    if (names < seats) return (seat - leg + seats) % seats % names;
    for (int name = 0; name < names; name++)
        if (felt_match_seat(seats, leg, name) == seat) return name;
    felt_assert(!"somebody sits in every seat");
    return 0;
}

/* ---- a table ---- */

size_t felt_batch_bytes(const struct felt_batch *batch)
{
    size_t bytes = aligned(sizeof(struct felt_batch_table));
    for (int i = 0; i < batch->names; i++) bytes += aligned(felt_agent_bytes(&batch->agent[i]));
    return bytes;
}

static bool is_plain(const struct felt_batch *batch)
{
    for (int i = 0; i < batch->names; i++)
        if (batch->agent[i].kind != FELT_AGENT_RANDOM || batch->agent[i].limit != FELT_AGENT_FREE)
            return false;
    return true;
}

struct felt_batch_table *felt_batch_sit(const struct felt_batch *batch, void *memory)
{
    struct felt_batch_table *table = memory;
    char *at = (char *)memory + aligned(sizeof *table);
    table->batch = batch;
    table->plain = is_plain(batch);
    for (int i = 0; i < batch->names; i++) {
        table->agent[i] = felt_agent_init(&batch->agent[i], batch->program, batch->strengths, at);
        at += aligned(felt_agent_bytes(&batch->agent[i]));
    }
    return table;
}

/* B1 */
static uint64_t key_of(const struct felt_batch *batch, uint64_t group)
{
    return felt_hash_word(felt_hash_word(batch->seed, batch->program->hash), group);
}

/* A leg begins. */
static struct felt_rng take_seats(struct felt_batch_table *table, uint64_t key, int leg)
{
    for (int seat = 0; seat < table->batch->program->seats; seat++)
        table->name[seat] = (uint8_t)felt_batch_name(table->batch, leg, (felt_seat)seat);
    return felt_rng_make(felt_hash_word(key, (uint64_t)leg + 1));
}

static int choose(struct felt_batch_table *table, const struct felt_genome_state *state,
                  const struct felt_moves *moves, struct felt_rng *rng)
{
    int count = felt_moves_count(moves);
    if (table->plain) /* B3: as felt_genome_playout() does */
        return felt_moves_pick(moves, count > 1 ? (int)felt_rng_below(rng, (uint32_t)count) : 0);
    return felt_agent_choose(table->agent[table->name[state->actor]], state, rng, NULL);
}

/* ---- watching ---- */

/* What a move and its events add.  `stack` is the actor's before it. */
static void watch_events(struct felt_batch_watch *watch, const struct felt_event_log *log,
                         felt_seat actor, felt_chips stack, bool *shown)
{
    bool acted = false;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        if (event->kind == FELT_EVENT_HAND) *shown = false;
        if (event->kind == FELT_EVENT_SHOW && !*shown) {
            *shown = true;
            watch->showdowns++;
        }
        if (event->kind == FELT_EVENT_ACT && event->seat == actor && !acted) {
            acted = true;
            watch->all_ins += event->amount > 0 && event->amount == stack;
        }
    }
}

static void play_watched(struct felt_batch_table *table, uint64_t seed, struct felt_rng *rng,
                         struct felt_genome_state *state, struct felt_batch_watch *watch)
{
    const struct felt_genome_program *program = table->batch->program;
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    bool shown = false;
    felt_genome_begin(program, NULL, seed, state, &log);
    watch_events(watch, &log, FELT_SEAT_NONE, 0, &shown);
    while (state->actor >= 0) {
        struct felt_moves moves;
        felt_seat actor = state->actor;
        felt_genome_moves(program, state, &moves);
        int count = felt_moves_count(&moves), move = choose(table, state, &moves, rng);
        felt_chips stack = state->betting.stack[actor];
        if (count > 1) {
            watch->decisions++;
            watch->moves += (uint64_t)count;
        }
        if (move >= FELT_MOVE_ITEMS) watch->words[move - FELT_MOVE_ITEMS]++;
        log.count = 0;
        felt_genome_play(program, state, move, &log);
        watch_events(watch, &log, actor, stack, &shown);
    }
    watch->games++;
    watch->hands += state->hands;
    watch->turns += state->turns;
}

static void play_unwatched(struct felt_batch_table *table, uint64_t seed, struct felt_rng *rng,
                           struct felt_genome_state *state)
{
    const struct felt_genome_program *program = table->batch->program;
    felt_genome_begin(program, NULL, seed, state, NULL);
    if (table->plain) {
        (void)felt_genome_playout(program, state, rng, false);
        return;
    }
    while (state->actor >= 0) {
        struct felt_agent *agent = table->agent[table->name[state->actor]];
        felt_genome_play(program, state, felt_agent_choose(agent, state, rng, NULL), NULL);
    }
}

bool felt_batch_listen(struct felt_batch_table *table, uint64_t group, int leg,
                       const struct felt_batch_ear *ear)
{
    const struct felt_genome_program *program = table->batch->program;
    struct felt_event_log log = {table->event, 0, FELT_EVENTS_MAX};
    uint64_t key = key_of(table->batch, group);
    struct felt_rng rng = take_seats(table, key, leg);
    struct felt_genome_state state;
    felt_genome_begin(program, NULL, key, &state, &log);
    while (ear->tell(ear->self, &state, &log)) {
        struct felt_moves moves;
        if (state.actor < 0) return true;
        felt_genome_moves(program, &state, &moves);
        int move = choose(table, &state, &moves, &rng);
        log.count = 0;
        felt_genome_play(program, &state, move, &log);
    }
    return false;
}

/* ---- results ---- */

static enum felt_batch_end end_of(const struct felt_genome_program *program,
                                  const struct felt_genome_state *state)
{
    int32_t hands = program->session[FELT_SESSION_HANDS];
    int with_chips = 0;
    if (state->flags & FELT_FLAG_CUT) return FELT_BATCH_TURNS;
    if (program->session[FELT_SESSION_MODE] != FELT_MODE_HANDS || hands == 1 ||
        state->hands < hands)
        return FELT_BATCH_RULE;
    /* The last hand of a session may be the one that decides it. */
    for (int seat = 0; seat < program->seats; seat++) with_chips += state->betting.stack[seat] > 0;
    return program->chips && with_chips == 1 ? FELT_BATCH_RULE : FELT_BATCH_HANDS;
}

/* What a seat has of a game. */
static int part_of(const struct felt_genome_program *program, const struct felt_genome_state *state,
                   int seat)
{
    if (state->winners == 0) return FELT_GENOME_POINT / program->seats;
    if (!(state->winners >> seat & 1)) return 0;
    return FELT_GENOME_POINT / __builtin_popcount(state->winners);
}

/* Of a group, by name. */
struct sums {
    int64_t won[FELT_GENOME_SEATS_MAX], payoff[FELT_GENOME_SEATS_MAX];
};

static void finish(const struct felt_batch_table *table, const struct felt_genome_state *state,
                   uint64_t group, int leg, struct sums *sums, struct felt_batch_tally *tally)
{
    const struct felt_genome_program *program = table->batch->program;
    felt_chips payoff[FELT_SEATS_MAX] = {0};
    uint64_t hash = felt_hash_word(group, (uint64_t)leg);
    felt_genome_payoff(program, state, payoff);
    hash = felt_hash_word(hash, (uint64_t)state->turns << 16 | (uint64_t)state->hands << 8 |
                                    state->winners);
    for (int seat = 0; seat < program->seats; seat++) {
        int name = table->name[seat], part = part_of(program, state, seat);
        hash = felt_hash_word(hash, (uint64_t)payoff[seat] << 16 | (uint16_t)state->score[seat]);
        sums->won[name] += part;
        sums->payoff[name] += payoff[seat];
        tally->seat_won[seat] += (uint64_t)part;
        tally->line[name].games++;
        tally->line[name].wins += state->winners >> seat & 1;
    }
    tally->games++;
    tally->hands += state->hands;
    tally->turns += state->turns;
    tally->draws += state->winners == 0;
    tally->ends[end_of(program, state)]++;
    tally->result += hash;
}

void felt_batch_play(struct felt_batch_table *table, uint64_t group, struct felt_batch_tally *tally)
{
    const struct felt_batch *batch = table->batch;
    struct sums sums = {0};
    int legs = felt_batch_legs(batch);
    uint64_t key = key_of(batch, group);
    bool watched = batch->watch && group % batch->watch == 0;
    for (int leg = 0; leg < legs; leg++) {
        struct felt_rng rng = take_seats(table, key, leg);
        struct felt_genome_state state;
        if (watched)
            play_watched(table, key, &rng, &state, &tally->watched);
        else
            play_unwatched(table, key, &rng, &state);
        finish(table, &state, group, leg, &sums, tally);
    }
    for (int name = 0; name < batch->names; name++) {
        felt_score_add(&tally->line[name].won, sums.won[name]);
        felt_score_add(&tally->line[name].payoff, sums.payoff[name]);
    }
    tally->groups++;
}

void felt_batch_add(struct felt_batch_tally *tally, const struct felt_batch_tally *part)
{
    tally->groups += part->groups;
    tally->games += part->games;
    tally->hands += part->hands;
    tally->turns += part->turns;
    tally->draws += part->draws;
    tally->result += part->result;
    for (int i = 0; i < FELT_BATCH_ENDS; i++) tally->ends[i] += part->ends[i];
    for (int i = 0; i < FELT_GENOME_SEATS_MAX; i++) {
        tally->seat_won[i] += part->seat_won[i];
        tally->line[i].games += part->line[i].games;
        tally->line[i].wins += part->line[i].wins;
        felt_score_merge(&tally->line[i].won, &part->line[i].won);
        felt_score_merge(&tally->line[i].payoff, &part->line[i].payoff);
    }
    struct felt_batch_watch *all = &tally->watched;
    const struct felt_batch_watch *watch = &part->watched;
    all->games += watch->games;
    all->hands += watch->hands;
    all->turns += watch->turns;
    all->decisions += watch->decisions;
    all->moves += watch->moves;
    all->all_ins += watch->all_ins;
    all->showdowns += watch->showdowns;
    for (int i = 0; i < FELT_MOVE_CODES - FELT_MOVE_ITEMS; i++) all->words[i] += watch->words[i];
}

/* ---- jobs ---- */

struct runner {
    const struct felt_batch *batch;
    const struct felt_batch_run *run;
    struct felt_batch_tally *tally;
    uint64_t chunk;
};

struct slot {
    struct felt_batch_tally tally;
    struct felt_batch_table *table; /* behind it                                             */
};

static bool open_slot(void *self, void *memory)
{
    const struct runner *runner = self;
    struct slot *slot = memory;
    slot->table = felt_batch_sit(runner->batch, (char *)memory + aligned(sizeof *slot));
    return true;
}

static void work(void *self, uint64_t job, void *memory)
{
    const struct runner *runner = self;
    struct slot *slot = memory;
    uint64_t from = job * runner->chunk, end = from + runner->chunk;
    if (end > runner->run->count) end = runner->run->count;
    memset(&slot->tally, 0, sizeof slot->tally);
    for (uint64_t i = from; i < end; i++)
        felt_batch_play(slot->table, runner->run->first + i, &slot->tally);
}

static bool take(void *self, uint64_t job, void *memory)
{
    const struct runner *runner = self;
    const struct slot *slot = memory;
    (void)job;
    felt_batch_add(runner->tally, &slot->tally);
    return !runner->run->tick || runner->run->tick(runner->run->self, runner->tally->groups);
}

static uint64_t chunk_of(const struct felt_batch *batch)
{
    uint64_t chunk = CHUNK_RANDOM;
    for (int i = 0; i < batch->names; i++) {
        uint64_t own = batch->agent[i].kind == FELT_AGENT_MCTS     ? CHUNK_SEARCH
                       : batch->agent[i].kind == FELT_AGENT_GREEDY ? CHUNK_GREEDY
                                                                   : CHUNK_RANDOM;
        if (own < chunk) chunk = own;
    }
    return chunk;
}

bool felt_batch_run(const struct felt_batch *batch, const struct felt_batch_run *run,
                    struct felt_batch_tally *tally)
{
    memset(tally, 0, sizeof *tally);
    struct runner runner = {batch, run, tally, chunk_of(batch)};
    const struct felt_jobs jobs = {.end = (run->count + runner.chunk - 1) / runner.chunk,
                                   .slot_bytes =
                                       aligned(sizeof(struct slot)) + felt_batch_bytes(batch),
                                   .self = &runner,
                                   .open = open_slot,
                                   .work = work,
                                   .take = take};
    return run->runner(run->pool, &jobs);
}
