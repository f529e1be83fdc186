/* director_sim.c -- whole tournaments from one seed. */
#include "director_sim_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(struct director_sim *sim, uint32_t bound)
{
    return felt_rng_below(&sim->rng, bound);
}

static bool is_large(const struct director_sim *sim)
{
    return sim->plan.entrants_max > 1000;
}

static void keep_record(struct director_sim *sim, const struct felt_director_input *input)
{
    uint8_t record[FELT_DIRECTOR_RECORD_BYTES];
    size_t count = felt_director_write(input, record);
    if (sim->written + count + 1 > sim->room) {
        sim->room = sim->room * 2 + 4096;
        sim->journal = realloc(sim->journal, sim->room);
    }
    sim->journal[sim->written++] = (uint8_t)count;
    memcpy(sim->journal + sim->written, record, count);
    sim->written += count;
}

/* Another block, and the records from `at` on. */
static bool replay(struct director_sim *sim, struct felt_director *into, size_t at)
{
    while (at < sim->written) {
        struct felt_director_input input;
        size_t count = sim->journal[at++];
        if (!felt_director_read(sim->journal + at, count, &input))
            return DIRECTOR_FAIL(sim, "a record cannot be read");
        if (felt_director_apply(into, &input, NULL) != FELT_DIRECTOR_OK)
            return DIRECTOR_FAIL(sim, "a record is refused when it is read again");
        at += count;
    }
    return true;
}

/* Everything is lost but the journal, and perhaps a copy of the block from some time ago. */
static bool crash(struct director_sim *sim)
{
    void *memory = aligned_alloc(8, sim->bytes);
    struct felt_director *again;
    size_t from = 0;
    memset(memory, 0x5a, sim->bytes);
    if (sim->snapshot_at && below(sim, is_large(sim) ? 12 : 2)) {
        memcpy(memory, sim->snapshot, sim->bytes);
        again = memory;
        from = sim->snapshot_at;
    } else {
        again = felt_director_init(memory, &sim->plan, sim->draws);
    }
    const char *why = felt_director_audit(again, sim->bytes);
    bool good = why ? DIRECTOR_FAIL(sim, "%s", why) : replay(sim, again, from);
    if (good && felt_director_hash(again) != felt_director_hash(sim->director))
        good = DIRECTOR_FAIL(sim, "after a crash it is another tournament");
    free(sim->director);
    sim->director = again;
    sim->result->crashes++;
    return good;
}

static bool give(struct director_sim *sim, struct felt_director_input *input,
                 enum felt_director_no *no)
{
    bool look = below(sim, is_large(sim) ? 4000 : 8) == 0;
    uint64_t before = look ? felt_director_hash(sim->director) : 0;
    input->now_ms = sim->now_ms;
    sim->log.count = 0;
    *no = felt_director_apply(sim->director, input, &sim->log);
    sim->result->inputs++;
    if (*no) {
        sim->result->refused++;
        if (look && felt_director_hash(sim->director) != before)
            return DIRECTOR_FAIL(sim, "what was refused changed something (T3)");
        return true;
    }
    keep_record(sim, input);
    bool over = input->what == FELT_DIRECTOR_RESULT || input->what == FELT_DIRECTOR_VOID;
    return director_witness_events(sim, over ? input->table : FELT_DIRECTOR_NO_TABLE);
}

static bool come(struct director_sim *sim, int64_t user)
{
    enum felt_director_no no;
    struct felt_director_input input = {
        .what = FELT_DIRECTOR_REGISTER, .user = user, .house = below(sim, 4) == 0};
    if (!give(sim, &input, &no)) return false;
    if (no == FELT_DIRECTOR_OK) sim->money_in += sim->plan.buy_in;
    return true;
}

static bool leave(struct director_sim *sim, int64_t user)
{
    enum felt_director_no no;
    struct felt_director_input input = {.what = FELT_DIRECTOR_REMOVE, .user = user};
    return give(sim, &input, &no);
}

/* A hand that is made up: blinds and antes go somewhere, and often stacks meet. */
static void play(struct director_sim *sim, const struct felt_director_hand *hand,
                 felt_chips stack[])
{
    int seat[FELT_SEATS_MAX], count = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        stack[i] = hand->stack[i];
        if (felt_seats_has(hand->seats, i)) seat[count++] = i;
    }
    int winner = seat[below(sim, (uint32_t)count)];
    for (int i = 0; i < count; i++) {
        felt_chips pays = hand->ante + (seat[i] == hand->big ? hand->big_blind : 0);
        if (seat[i] == winner) continue;
        if (pays > stack[seat[i]]) pays = stack[seat[i]];
        if (pays > stack[winner]) pays = stack[winner];
        stack[seat[i]] -= pays;
        stack[winner] += pays;
    }
    uint32_t callers = below(sim, 3) ? 1 + (below(sim, 6) == 0) : 0;
    felt_chips most = stack[winner];
    while (callers--) {
        int loser = seat[below(sim, (uint32_t)count)];
        if (loser == winner) continue;
        felt_chips pays = stack[loser] < most ? stack[loser] : most;
        stack[loser] -= pays;
        stack[winner] += pays;
    }
}

static bool end_hand(struct director_sim *sim, uint32_t table,
                     const struct felt_director_hand *hand)
{
    enum felt_director_no no;
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT, .table = table};
    if (below(sim, 200) == 0) {
        input.what = FELT_DIRECTOR_VOID;
        if (!give(sim, &input, &no) || no) return DIRECTOR_FAIL(sim, "a hand cannot be void");
        struct director_spot *spot = &sim->spot[table];
        if (spot->open) spot->big = spot->big_before;
        for (int i = 0; i < FELT_SEATS_MAX; i++)
            if (hand->entry[i] != FELT_DIRECTOR_NOBODY)
                sim->seen[hand->entry[i]] = (struct director_seen){.sat = true};
        sim->result->voids++;
        return true;
    }
    play(sim, hand, input.stack);
    if (below(sim, 100) == 0) {
        struct felt_director_input wrong = input;
        wrong.stack[hand->big] += below(sim, 2) ? 1 : -wrong.stack[hand->big] - 1;
        if (!give(sim, &wrong, &no)) return false;
        if (no != FELT_DIRECTOR_BAD_AMOUNT) return DIRECTOR_FAIL(sim, "chips out of nothing");
    }
    sim->result->hands++;
    if (!give(sim, &input, &no)) return false;
    return no ? DIRECTOR_FAIL(sim, "a result is refused: %s", felt_director_no_text(no)) : true;
}

static bool table_goes_on(struct director_sim *sim)
{
    uint32_t table = sim->open[below(sim, sim->open_count)];
    struct felt_director_hand hand;
    enum felt_director_no no;
    if (felt_director_under_way(sim->director, table, &hand)) return end_hand(sim, table, &hand);
    enum felt_director_no next = felt_director_next(sim->director, table, &hand);
    struct felt_director_input input = {.what = FELT_DIRECTOR_BEGIN, .table = table};
    if (next && below(sim, 10)) return true;
    if (!give(sim, &input, &no)) return false;
    if (no != next) return DIRECTOR_FAIL(sim, "next and begin do not agree");
    return no ? true : director_witness_begin(sim, table);
}

/* The director of the event, and people who come late or leave. */
static bool interfere(struct director_sim *sim)
{
    enum felt_director_no no;
    struct felt_director_input input = {.user = 1 + below(sim, (uint32_t)sim->next_user),
                                        .table = below(sim, sim->plan.tables_max),
                                        .seat = (felt_seat)((int)below(sim, 12) - 1)};
    switch (below(sim, 8)) {
    case 0: input.what = FELT_DIRECTOR_PAUSE; break;
    case 1:
    case 2: input.what = FELT_DIRECTOR_RESUME; break;
    case 3:
        input.what = FELT_DIRECTOR_ADD_TIME;
        input.amount = below(sim, 5) ? (int64_t)below(sim, 60000) : -5;
        if (sim->plan.level[0].hands) input.amount %= 4;
        break;
    case 4: return leave(sim, input.user);
    case 5: return come(sim, below(sim, 2) ? input.user : ++sim->next_user);
    case 6: input.what = below(sim, 8) ? FELT_DIRECTOR_MOVE : FELT_DIRECTOR_CALL_OFF; break;
    default: input.what = (uint8_t)below(sim, FELT_DIRECTOR_DOS + 3); break;
    }
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    /* Hands end where they are played, and few are called off. */
    bool own = input.what == FELT_DIRECTOR_RESULT || input.what == FELT_DIRECTOR_VOID ||
               input.what == FELT_DIRECTOR_BEGIN || input.what == FELT_DIRECTOR_WAKE ||
               input.what == FELT_DIRECTOR_REGISTER;
    bool ends = input.what == FELT_DIRECTOR_CALL_OFF || input.what == FELT_DIRECTOR_GIVE_UP;
    if (own || (ends && below(sim, 10))) return true;
    return give(sim, &input, &no);
}

static bool time_passes(struct director_sim *sim)
{
    enum felt_director_no no;
    sim->now_ms += below(sim, is_large(sim) ? 100 : 3000);
    if (felt_director_alarm(sim->director) > sim->now_ms) return true;
    struct felt_director_input input = {.what = FELT_DIRECTOR_TICK};
    return give(sim, &input, &no);
}

/* Time that nobody played: the clock of the level stands still. */
static bool sleeps(struct director_sim *sim)
{
    struct felt_director_face before, after;
    enum felt_director_no no;
    felt_director_face(sim->director, &before);
    sim->now_ms += below(sim, 10000000);
    struct felt_director_input input = {.what = FELT_DIRECTOR_WAKE};
    if (!give(sim, &input, &no)) return false;
    felt_director_face(sim->director, &after);
    if (before.level != after.level || before.level_ms != after.level_ms)
        return DIRECTOR_FAIL(sim, "time passed while nobody played");
    return true;
}

static bool crash_or_look(struct director_sim *sim, uint64_t step)
{
    uint32_t seldom = is_large(sim) ? 20000 : 300;
    if (below(sim, seldom) == 0 && (!crash(sim) || !sleeps(sim))) return false;
    if (below(sim, seldom) == 0) {
        if (!sim->snapshot) sim->snapshot = aligned_alloc(8, sim->bytes);
        memcpy(sim->snapshot, sim->director, sim->bytes);
        sim->snapshot_at = sim->written;
    }
    if (step % (is_large(sim) ? 64 : 1) == 0 && !director_witness_sizes(sim)) return false;
    if (step % (is_large(sim) ? 5000 : 16) == 0 && !director_witness_seats(sim)) return false;
    const char *why = step % (is_large(sim) ? 50000 : 64) == 0
                          ? felt_director_audit(sim->director, sim->bytes)
                          : NULL;
    return why ? DIRECTOR_FAIL(sim, "%s", why) : true;
}

static bool registration(struct director_sim *sim)
{
    uint32_t most = sim->plan.entrants_max;
    uint32_t count =
        sim->plan.start == FELT_DIRECTOR_WHEN_FULL ? most * 4 : most / 2 + below(sim, most);
    if (is_large(sim)) count = 5500;
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    for (uint32_t i = 0; i < count && face.state == FELT_DIRECTOR_OPEN; i++) {
        if (!come(sim, ++sim->next_user)) return false;
        if (below(sim, 20) == 0 && !leave(sim, 1 + below(sim, (uint32_t)sim->next_user)))
            return false;
        if (below(sim, 20) == 0 && !come(sim, 1 + below(sim, (uint32_t)sim->next_user)))
            return false;
        felt_director_face(sim->director, &face);
    }
    if (face.state == FELT_DIRECTOR_OPEN) sim->now_ms = sim->plan.start_ms;
    return true;
}

static bool run(struct director_sim *sim)
{
    const uint64_t steps_max = 20000000;
    struct felt_director_face face;
    if (!registration(sim) || !time_passes(sim)) return false;
    felt_director_face(sim->director, &face);
    for (uint64_t step = 1; face.state == FELT_DIRECTOR_RUNNING; step++) {
        if (step > steps_max) return DIRECTOR_FAIL(sim, "it does not end");
        if (!time_passes(sim)) return false;
        if (below(sim, is_large(sim) ? 200 : 40) == 0 && !interfere(sim)) return false;
        if (sim->open_count && !table_goes_on(sim)) return false;
        if (!crash_or_look(sim, step)) return false;
        felt_director_face(sim->director, &face);
        if (face.tables > sim->result->tables) sim->result->tables = face.tables;
    }
    sim->result->entries = face.entries;
    if (face.state == FELT_DIRECTOR_OPEN) { /* it never was full */
        enum felt_director_no no;
        struct felt_director_input input = {.what = FELT_DIRECTOR_CALL_OFF};
        if (!give(sim, &input, &no)) return false;
    }
    const char *why = felt_director_audit(sim->director, sim->bytes);
    if (why) return DIRECTOR_FAIL(sim, "%s", why);
    return crash(sim) && director_witness_end(sim);
}

bool director_sim_run(uint64_t seed, struct director_sim_result *result)
{
    struct director_sim *sim = calloc(1, sizeof *sim);
    memset(result, 0, sizeof *result);
    sim->seed = seed;
    sim->result = result;
    director_sim_plan(seed, &sim->plan);
    const char *why = felt_director_verify(&sim->plan);
    bool good = why ? DIRECTOR_FAIL(sim, "%s", why) : true;
    if (good) {
        sim->rng = felt_rng_make(seed);
        sim->draws = felt_rng_split(&sim->rng, 1);
        sim->bytes = felt_director_bytes(&sim->plan);
        sim->director = felt_director_init(aligned_alloc(8, sim->bytes), &sim->plan, sim->draws);
        sim->event = malloc(DIRECTOR_EVENTS * sizeof *sim->event);
        sim->log = (struct felt_director_log){.event = sim->event, .room = DIRECTOR_EVENTS};
        sim->seen = calloc(sim->plan.entrants_max, sizeof *sim->seen);
        sim->spot = calloc(sim->plan.tables_max, sizeof *sim->spot);
        good = run(sim);
    }
    free(sim->director);
    free(sim->event);
    free(sim->seen);
    free(sim->spot);
    free(sim->journal);
    free(sim->snapshot);
    free(sim);
    return good;
}
