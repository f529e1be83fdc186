/* crash_child.c -- see crash_child.h. */
#include "crash_child.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

enum { BREATH = 4 };
/* Then notes of several threads do not mix. */
_Static_assert(sizeof(struct crash_note) <= 512, "a pipe takes it as a whole");

struct hand {
    struct crash *crash;
    pthread_t thread;
    int index, notes;
    bool finish;
    uint64_t made;
    struct felt_rng rng;
    struct felt_ledger_client *client;
};

bool crash_is_open(const struct testimony *testimony)
{
    return testimony->pending || (testimony->booked && !testimony->transaction);
}

static void tell(int notes, const struct crash_note *note)
{
    /* A parent that has gone needs no child. */
    if (write(notes, note, sizeof *note) != (ssize_t)sizeof *note) _exit(3);
}

/* Deeds in one breath, so that batches have more than one of the same customer. */
static void send_all(struct hand *hand, const struct deed *deed, int count)
{
    bool taken[BREATH] = {false};
    int waiting = 0;
    for (int i = 0; i < count; i++) {
        struct felt_order order;
        const struct crash_note note = {.kind = CRASH_GIVE, .deed = deed[i]};
        deed_order(&deed[i], &order);
        tell(hand->notes, &note);
        taken[i] = felt_ledger_client_order(hand->client, &order, (uint64_t)i);
        waiting += taken[i];
    }
    while (waiting-- > 0) {
        struct felt_ledger_store_reply reply;
        if (!felt_ledger_client_take(hand->client, -1, &reply)) abort();
        const struct deed *own = &deed[reply.ticket];
        const struct crash_note note = {.kind = CRASH_HEAR,
                                        .word = word_of(own, false, &reply.receipt)};
        tell(hand->notes, &note);
        world_hear(&hand->crash->world, own, &note.word);
    }
}

static void send_open(struct hand *hand)
{
    const struct witness *witness = &hand->crash->witness;
    for (size_t i = (size_t)hand->index; i < witness->count; i += (size_t)hand->crash->threads)
        if (crash_is_open(&witness->testimony[i])) send_all(hand, &witness->testimony[i].deed, 1);
}

static void *work(void *self)
{
    struct hand *hand = self;
    struct deed deed[BREATH];
    send_open(hand);
    while (!hand->finish) {
        int count = 1 + (int)felt_rng_below(&hand->rng, BREATH - 1);
        for (int i = 0; i < count; i++) {
            uint64_t number = hand->crash->round << CRASH_ROUND_SHIFT |
                              (uint64_t)hand->index << 32 | ++hand->made;
            world_make_deed(&hand->crash->world, &hand->rng, number, &deed[i]);
        }
        send_all(hand, deed, count);
        if (felt_rng_below(&hand->rng, 5) == 0) send_all(hand, deed, count);
    }
    felt_ledger_client_close(hand->client);
    return NULL;
}

static struct felt_ledger_store *open_bank(const struct crash *crash)
{
    struct felt_ledger_store_config config;
    struct felt_complaint complaint;
    struct felt_ledger_store *store = NULL;
    place_config(&crash->place, &config);
    config.sql.wait_ms = 10000;
    if (felt_ledger_store_open(&config, &store, &complaint) == FELT_OK) return store;
    fprintf(stderr, "crash_test: %s\n", complaint.text);
    _exit(4);
}

_Noreturn void crash_child(struct crash *crash, int notes, int leash, bool finish)
{
    struct hand hand[CRASH_THREADS_MAX];
    const struct crash_note open = {.kind = CRASH_OPEN};
    const struct felt_rng parent = felt_rng_make(crash->seed + crash->round);
    char go = 0;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct felt_ledger_store *store = open_bank(crash);
    tell(notes, &open);
    if (read(leash, &go, 1) != 1) _exit(3);
    if (atomic_load(&crash->world.users) == 0) {
        struct felt_ledger_client *client = felt_ledger_client_open(store, NULL, NULL);
        if (!world_open_house(&crash->world, client)) _exit(5);
        felt_ledger_client_close(client);
    }
    for (int i = 0; i < crash->threads; i++) {
        hand[i] = (struct hand){.crash = crash, .index = i, .notes = notes, .finish = finish};
        hand[i].rng = felt_rng_split(&parent, (uint64_t)i);
        hand[i].client = felt_ledger_client_open(store, NULL, NULL);
        if (!hand[i].client || pthread_create(&hand[i].thread, NULL, work, &hand[i]) != 0) _exit(6);
    }
    for (int i = 0; i < crash->threads; i++) pthread_join(hand[i].thread, NULL);
    felt_ledger_store_close(store);
    _exit(0);
}
