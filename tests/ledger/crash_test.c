/* crash_test.c -- a ledger store is killed (-9) at any instant, again and again: what it
 * acknowledged is there, everything else wholly or not at all, and the next one opens at once.
 *
 * usage: crash_test [--store sqlite|postgres] [--kills 40] [--server-kills 0] [--threads 6]
 *                   [--seed 1]
 *
 * A child opens the ledger store and works; it notes each deed in a pipe before it is given and
 * each receipt after it came (crash_child.c).  The parent reads the notes and kills.  The next
 * child opens the same ledger and first gives again what had no receipt; before it begins, the
 * parent looks at everything.  One kill in ten comes while the ledger is being opened.
 * --server-kills are kills of the PostgreSQL server instead, with a restart: the child has to live
 * through them.  At the end everything that is open is sent again, and the witness compares
 * receipts, ledger and balances. */
#define _GNU_SOURCE /* pipe2, ppoll */
#include "crash_child.h"
#include "os/clock.h"
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PIPE_BYTES = 1 << 20,
    OPENING_MS = 60000, /* at most, on the slowest machine                                       */
    RETURN_MS = 600000, /* of a ledger store, after its server */
    WORK_US = 150000,
    PROVE_EVERY = 25,
    FINISHES_MAX = 5,
    IDLE_MAX = 100 /* kills that may come before a first order was given                         */
};

struct trial {
    struct crash crash;
    struct felt_rng rng;
    pid_t child;
    int notes, leash;
    bool is_open;
    int64_t slowest_us, slowest_return_us;
    uint64_t kills, early, server_kills, again;
};

/* ---- a child --------------------------------------------------------------------------------- */

static void start(struct trial *trial, bool finish)
{
    int up[2], down[2];
    if (pipe2(up, O_CLOEXEC) != 0 || pipe2(down, O_CLOEXEC) != 0) abort();
    (void)fcntl(up[0], F_SETPIPE_SZ, PIPE_BYTES);
    trial->crash.round++;
    trial->is_open = false;
    (void)fflush(NULL);
    trial->child = fork();
    if (trial->child < 0) abort();
    if (trial->child == 0) {
        close(up[0]);
        close(down[1]);
        crash_child(&trial->crash, up[1], down[0], finish);
    }
    close(up[1]);
    close(down[0]);
    trial->notes = up[0];
    trial->leash = down[1];
}

static void take_note(struct trial *trial, const struct crash_note *note)
{
    struct witness *witness = &trial->crash.witness;
    struct word word = note->word;
    struct testimony *own;
    switch (note->kind) {
    case CRASH_OPEN: trial->is_open = true; break;
    case CRASH_GIVE:
        own = witness_find(witness, note->deed.number);
        if (own && own->deed.number >> CRASH_ROUND_SHIFT != trial->crash.round) trial->again++;
        (void)witness_give(witness, &note->deed);
        break;
    case CRASH_HEAR:
        own = witness_find(witness, word.number);
        word.known = own && own->transaction > 0;
        witness_hear(witness, &word);
        if (own) world_hear(&trial->crash.world, &own->deed, &word);
        break;
    default: abort();
    }
}

/* Reads notes until `until_us`, or what is there (0).  False: the child has gone. */
static bool hear_notes(struct trial *trial, int64_t until_us, bool until_open)
{
    for (;;) {
        int64_t left_us = until_us - felt_clock_us();
        struct pollfd poller = {.fd = trial->notes, .events = POLLIN};
        struct timespec wait = {.tv_sec = left_us > 0 ? left_us / 1000000 : 0,
                                .tv_nsec = left_us > 0 ? left_us % 1000000 * 1000 : 0};
        if (until_open && trial->is_open) return true;
        int ready = ppoll(&poller, 1, &wait, NULL);
        if (ready == 0) return true;
        struct crash_note note;
        ssize_t bytes = ready > 0 ? read(trial->notes, &note, sizeof note) : -1;
        if (bytes == 0) return false;
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes != (ssize_t)sizeof note) abort();
        take_note(trial, &note);
        if (until_us > 0 && felt_clock_us() >= until_us) return true;
    }
}

/* Everything that the child noted; it is dead, or about to be. */
static int bury(struct trial *trial)
{
    int status = 0;
    while (hear_notes(trial, felt_clock_us() + INT64_C(60000000), false)) {
    }
    if (waitpid(trial->child, &status, 0) != trial->child) abort();
    close(trial->notes);
    close(trial->leash);
    return status;
}

static void kill_child(struct trial *trial)
{
    (void)kill(trial->child, SIGKILL);
    int status = bury(trial);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        witness_breach(&trial->crash.witness, "a child ended by itself: %d", status);
}

static void await_opening(struct trial *trial, int64_t began_us)
{
    bool there = hear_notes(trial, began_us + INT64_C(1000) * OPENING_MS, true);
    int64_t took_us = felt_clock_us() - began_us;
    if (!there || !trial->is_open) witness_breach(&trial->crash.witness, "the bank does not open");
    if (took_us > trial->slowest_us) trial->slowest_us = took_us;
}

static void let_go(struct trial *trial)
{
    if (write(trial->leash, "g", 1) != 1) abort();
}

static void look(struct trial *trial, bool deep)
{
    struct witness *witness = &trial->crash.witness;
    (void)witness_look(witness, &trial->crash.place.sql, deep);
    (void)witness_ask_backup(witness, &trial->crash.place.sql, !deep);
}

/* ---- kills ----------------------------------------------------------------------------------- */

static void kill_once(struct trial *trial)
{
    int64_t began_us = felt_clock_us();
    bool early = trial->kills > 0 && felt_rng_below(&trial->rng, 10) == 0;
    start(trial, false);
    trial->kills++;
    if (early) {
        trial->early++;
        (void)hear_notes(trial, began_us + felt_rng_below(&trial->rng, 30000), false);
        kill_child(trial);
        return;
    }
    await_opening(trial, began_us);
    look(trial, trial->kills % PROVE_EVERY == 0);
    let_go(trial);
    (void)hear_notes(trial, felt_clock_us() + 1000 + felt_rng_below(&trial->rng, WORK_US), false);
    kill_child(trial);
}

/* The child stands still, so that everything it gave has been noted when we look. */
static void look_at_standing(struct trial *trial)
{
    int status;
    (void)kill(trial->child, SIGSTOP);
    if (waitpid(trial->child, &status, WUNTRACED) != trial->child || !WIFSTOPPED(status)) abort();
    (void)hear_notes(trial, 0, false);
    look(trial, false);
    (void)kill(trial->child, SIGCONT);
}

static void kill_server_once(struct trial *trial)
{
    struct witness *witness = &trial->crash.witness;
    (void)hear_notes(trial, felt_clock_us() + 100000 + felt_rng_below(&trial->rng, 500000), false);
    if (!felt_cluster_order("kill")) witness_breach(witness, "the server cannot be killed");
    trial->server_kills++;
    (void)hear_notes(trial, felt_clock_us() + felt_rng_below(&trial->rng, 500000), false);
    if (!felt_cluster_order("restart")) witness_breach(witness, "the server does not start");
    (void)hear_notes(trial, 0, false);
    int64_t began_us = felt_clock_us(), took_us = 0;
    uint64_t before = witness->acknowledged;
    while (witness->acknowledged == before && took_us < INT64_C(1000) * RETURN_MS) {
        if (!hear_notes(trial, felt_clock_us() + 1000, false)) break;
        took_us = felt_clock_us() - began_us;
    }
    if (witness->acknowledged == before)
        witness_breach(witness, "the bank does not come back after its server");
    if (took_us > trial->slowest_return_us) trial->slowest_return_us = took_us;
    look_at_standing(trial);
}

static void kill_server(struct trial *trial, uint64_t times)
{
    if (times == 0) return;
    int64_t began_us = felt_clock_us();
    start(trial, false);
    await_opening(trial, began_us);
    let_go(trial);
    for (uint64_t i = 0; i < times && trial->crash.witness.breaches == 0; i++)
        kill_server_once(trial);
    kill_child(trial);
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool anything_open(const struct witness *witness)
{
    for (size_t i = 0; i < witness->count; i++)
        if (crash_is_open(&witness->testimony[i])) return true;
    return false;
}

/* A server may do what a killed child had sent after the same deed was refused to the next: so
 * until nothing is open. */
static void finish(struct trial *trial)
{
    struct witness *witness = &trial->crash.witness;
    for (int i = 0; i < FINISHES_MAX && (i == 0 || anything_open(witness)); i++) {
        int64_t began_us = felt_clock_us();
        start(trial, true);
        await_opening(trial, began_us);
        let_go(trial);
        int status = bury(trial);
        if (status != 0) witness_breach(witness, "the last child ended with %d", status);
        look(trial, true);
    }
}

int main(int argc, char **argv)
{
    struct trial *trial = calloc(1, sizeof *trial);
    if (!trial) abort();
    struct witness *witness = &trial->crash.witness;
    const char *kind = option_text(argc, argv, "--store", "sqlite");
    uint64_t kills = option_number(argc, argv, "--kills", 40);
    uint64_t server_kills = option_number(argc, argv, "--server-kills", 0);
    trial->crash.threads = (int)option_number(argc, argv, "--threads", 6);
    trial->crash.seed = option_number(argc, argv, "--seed", 1);
    trial->rng = felt_rng_make(trial->crash.seed);
    if (trial->crash.threads < 1 || trial->crash.threads > CRASH_THREADS_MAX) return 2;
    if (!place_open(&trial->crash.place, kind)) return PLACE_SKIPPED;
    if (server_kills > 0 && !felt_cluster_is_ours()) return PLACE_SKIPPED;
    witness_open(witness);
    start(trial, true); /* makes the ledger, opens the house */
    await_opening(trial, felt_clock_us());
    let_go(trial);
    (void)bury(trial);
    for (int64_t i = 1; i <= WORLD_HOUSE; i++) atomic_store(&trial->crash.world.user[i - 1], i);
    atomic_store(&trial->crash.world.users, WORLD_HOUSE);
    for (uint64_t i = 0; i < kills && witness->breaches == 0; i++) kill_once(trial);
    for (int i = 0; i < IDLE_MAX && witness->given == 0 && witness->breaches == 0; i++)
        kill_once(trial); /* a slow machine: nothing has been proved yet */
    kill_server(trial, server_kills);
    finish(trial);
    bool good = witness_prove(witness, &trial->crash.place.sql) && witness->acknowledged > 0;
    printf("crash test, %s, seed %" PRIu64 ": %" PRIu64 " kills, %" PRIu64
           " of them while opening, %" PRIu64 " of the server; %" PRIu64 " orders, %" PRIu64
           " acknowledged, %" PRIu64 " replayed, %" PRIu64 " refused, %" PRIu64
           " unavailable, %" PRIu64 " given again by the next; slowest opening %" PRId64
           " ms, return %" PRId64 " ms: %s\n",
           kind, trial->crash.seed, trial->kills, trial->early, trial->server_kills, witness->given,
           witness->acknowledged, witness->replayed, witness->refused, witness->unavailable,
           trial->again, trial->slowest_us / 1000, trial->slowest_return_us / 1000,
           good ? "every chip is there" : "FAILED");
    witness_close(witness);
    place_close(&trial->crash.place);
    free(trial);
    return good ? 0 : 1;
}
