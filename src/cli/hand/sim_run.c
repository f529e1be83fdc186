/* sim_run.c -- see sim.h.
 *
 * A job (felt/jobs.h) is a chunk of consecutive hands, which are played by one thread in a slot
 * with an audit of its own.  Sums do not depend on who played which chunk, and chunks are taken in
 * order: of several violations the earliest is the one that is reported. */
#include "cli/hand/sim.h"

#include "audit/audit.h"
#include "command/term.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/thread_pool.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CHUNK = 128,     /* hands of a job */
    RAISES_END = 900 /* actions after which nobody raises any more: every hand must end */
};

struct slot {
    struct felt_sim_tally tally; /* of the chunk */
    uint64_t violated;           /* the number of the hand that the audit objects to; 0: none */
    struct felt_audit audit;
    struct felt_event event[FELT_EVENTS_MAX];
};

struct run {
    const struct felt_sim *sim;
    struct felt_sim_tally *tally;
    struct felt_progress progress;
    bool violated;
};

/* ---- repeating a hand ----------------------------------------------------------------------- */

/* The engine ends the process when it finds a mistake of its own.  A signal handler has no argument
 * that could tell it which hand that was: hence the one pointer, and a number for each thread,
 * outside of any function in this program. */
static const char *volatile repeat_command;
static _Thread_local volatile uint64_t repeat_hand;

static void say_repeat(int number)
{
    char digits[24], *at = digits + sizeof digits;
    *--at = '\n';
    for (uint64_t left = repeat_hand; left > 0 || at == digits + sizeof digits - 1; left /= 10)
        *--at = (char)('0' + left % 10);
    const char *command = repeat_command;
    if (command) {
        ssize_t written = write(STDERR_FILENO, command, strlen(command));
        written += write(STDERR_FILENO, at, (size_t)(digits + sizeof digits - at));
        (void)written;
    }
    signal(number, SIG_DFL);
    (void)raise(number);
}

/* ---- playing -------------------------------------------------------------------------------- */

static void count_rare(uint64_t rare[FELT_SIM_RARES], const struct felt_scene *scene,
                       const struct felt_poker *state)
{
    rare[FELT_SIM_DRAWS] += state->draws;
    rare[FELT_SIM_SHUFFLES] += state->shuffles;
    rare[FELT_SIM_REDEALS] += state->redeals;
    rare[FELT_SIM_SHARED] += scene->rules.variant->shares_last && state->boards > 0;
    rare[FELT_SIM_FOLLOWED] += state->follow > 1;
    rare[FELT_SIM_TWO_BOARDS] += state->runs == 2;
    rare[FELT_SIM_MUCKED] += (uint64_t)felt_seats_count(state->mucked);
    rare[FELT_SIM_BOMBS] += scene->deal.bomb;
}

static void finish(struct felt_sim_tally *tally, uint64_t number, const struct felt_scene *scene,
                   const struct felt_poker *state)
{
    uint64_t hash = number;
    for (felt_seats left = state->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        hash = felt_hash_word(hash, (uint64_t)seat);
        hash = felt_hash_word(hash, (uint64_t)state->betting.stack[seat]);
    }
    tally->result += hash;
    tally->showdowns += state->shown != 0;
    tally->played++;
    count_rare(tally->rare, scene, state);
}

static struct felt_action choose(const struct felt_scene *scene, const struct felt_poker *state,
                                 int actions, struct felt_rng *rng)
{
    struct felt_policy policy = scene->policy;
    if (actions >= RAISES_END) policy = (struct felt_policy){policy.fold, 1, 0};
    return felt_policy_answer(policy, &scene->rules, state, rng);
}

static void play_plain(struct slot *slot, struct felt_scene *scene, struct felt_poker *state)
{
    enum felt_status status = felt_poker_open(&scene->rules, &scene->deal, state, NULL);
    felt_assert(status == FELT_OK);
    felt_poker_shuffle(&scene->rules, &scene->cards, state, NULL);
    int actions = 0;
    for (; felt_poker_actor(state) >= 0; actions++) {
        struct felt_action action = choose(scene, state, actions, &scene->choices);
        status = felt_poker_apply(&scene->rules, state, felt_poker_actor(state), action, NULL);
        felt_assert(status == FELT_OK);
    }
    slot->tally.actions += (uint64_t)actions;
}

/* False: the audit has found a violation. */
static bool play_audited(struct slot *slot, struct felt_scene *scene, struct felt_poker *state)
{
    struct felt_audit *audit = &slot->audit;
    struct felt_event_log log = {slot->event, 0, FELT_EVENTS_MAX};
    struct felt_complaint complaint = {0};
    felt_audit_begin(audit, &scene->rules, &scene->deal, scene->audit);
    if (felt_poker_rules_verify(&scene->rules, &complaint) != FELT_OK ||
        felt_poker_deal_verify(&scene->rules, &scene->deal, &complaint) != FELT_OK ||
        felt_poker_open(&scene->rules, &scene->deal, state, &log) != FELT_OK ||
        felt_poker_deal(&scene->rules, &scene->deal, &scene->cards, state, &log) != FELT_OK)
        return felt_audit_violate(audit, "the hand cannot be dealt: %s", complaint.text);
    if (!felt_audit_dealt(audit, state, &log)) return false;
    while (felt_poker_actor(state) >= 0) {
        felt_seat seat = felt_poker_actor(state);
        if (!felt_audit_decision(audit, state)) return false;
        struct felt_action action = choose(scene, state, audit->actions, &scene->choices);
        log.count = 0;
        enum felt_status status = felt_poker_apply(&scene->rules, state, seat, action, &log);
        if (status != FELT_OK)
            return felt_audit_violate(audit, "seat %d, action %d, amount %lld is refused: %s", seat,
                                      action.kind, (long long)action.amount,
                                      felt_status_text(status));
        if (!felt_audit_applied(audit, state, seat, action, &log)) return false;
    }
    slot->tally.actions += (uint64_t)audit->actions;
    return felt_audit_over(audit, state);
}

/* ---- chunks --------------------------------------------------------------------------------- */

static bool open_slot(void *self, void *memory)
{
    (void)self;
    memset(memory, 0, sizeof(struct slot));
    return true;
}

static void play_chunk(void *self, uint64_t job, void *memory)
{
    const struct run *run = self;
    const struct felt_sim *sim = run->sim;
    struct slot *slot = memory;
    slot->tally = (struct felt_sim_tally){0};
    slot->violated = 0;
    uint64_t last = sim->first + sim->hands - 1, number = sim->first + job * CHUNK;
    for (int i = 0; i < CHUNK && number <= last; i++, number++) {
        struct felt_scene scene;
        struct felt_poker state;
        repeat_hand = number;
        felt_scene_make(sim->scenes, number, &scene);
        if (!sim->checks)
            play_plain(slot, &scene, &state);
        else if (!play_audited(slot, &scene, &state)) {
            slot->violated = number;
            return;
        }
        finish(&slot->tally, number, &scene, &state);
    }
}

static void report_violation(const struct felt_sim *sim, const struct slot *slot)
{
    struct felt_scene scene;
    unsigned long long number = slot->violated, seed = sim->scenes->seed;
    felt_scene_make(sim->scenes, slot->violated, &scene);
    fprintf(stderr, "felt sim: violation in hand %llu of seed %llu, %s %s, %d seats, action %d\n",
            number, seed, scene.rules.variant->name,
            felt_setting_limit_name((enum felt_limit)scene.rules.limit),
            felt_seats_count(scene.deal.seats), slot->audit.actions + 1);
    fprintf(stderr, "felt sim: %s\n%s%llu\n", slot->audit.violation, sim->repeat, number);
}

static bool take_chunk(void *self, uint64_t job, void *memory)
{
    struct run *run = self;
    const struct slot *slot = memory;
    struct felt_sim_tally *tally = run->tally;
    (void)job;
    if (slot->violated) {
        felt_progress_end(&run->progress);
        report_violation(run->sim, slot);
        run->violated = true;
        return false;
    }
    tally->played += slot->tally.played;
    tally->actions += slot->tally.actions;
    tally->showdowns += slot->tally.showdowns;
    tally->result += slot->tally.result;
    for (int i = 0; i < FELT_SIM_RARES; i++) tally->rare[i] += slot->tally.rare[i];
    /* Should somebody else abort the program, this is how far it came. */
    if (tally->played < run->sim->hands) repeat_hand = run->sim->first + tally->played;
    return felt_progress_tick(&run->progress, (double)tally->played / (double)run->sim->hands);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

enum felt_sim_end felt_sim_run(const struct felt_sim *sim, struct felt_sim_tally *tally)
{
    struct run run = {.sim = sim, .tally = tally, .progress = felt_progress_make()};
    const struct felt_jobs jobs = {.end = (sim->hands + CHUNK - 1) / CHUNK,
                                   .slot_bytes = sizeof(struct slot),
                                   .self = &run,
                                   .open = open_slot,
                                   .work = play_chunk,
                                   .take = take_chunk};
    double start = now();
    *tally = (struct felt_sim_tally){0};
    repeat_hand = sim->first;
    repeat_command = sim->repeat;
    signal(SIGABRT, say_repeat);
    bool ran = felt_thread_pool_run(sim->threads, &jobs);
    repeat_command = NULL;
    felt_progress_end(&run.progress);
    tally->seconds = now() - start;
    return !ran ? FELT_SIM_NO_MEMORY : run.violated ? FELT_SIM_VIOLATED : FELT_SIM_OK;
}
