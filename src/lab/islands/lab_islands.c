/* lab_islands.c -- see lab_islands.h.
 *
 * Silence is counted on a clock of our own: the time between two polls counts, but never more than
 * LISTEN_MAX_MS of it.  So an island that was itself asleep (a laptop was closed, a debugger held
 * it) does not take everybody else for gone when it wakes up.
 *
 * In step an island may be ahead of the next one by as many migrations as there are islands, less
 * one: its letters wait in waiting[] until their migration is due.  After an end by force the
 * checkpoints of neighbours may be some migrations apart.  So an island that goes on sends its last
 * letter again: who has had it throws it away, who waits for it has it, and who waits for an older
 * one sees from it that the older one will not come. */
#include "lab/islands/lab_islands.h"

#include "felt/assert.h"
#include "felt/genome_json.h"
#include "felt/rng.h"

#include <stdlib.h>
#include <string.h>

enum { LISTEN_MAX_MS = 2 * FELT_BEAT_MS, TAG_KINDS = 16, LETTERS_AT_ONCE = 1024 };
_Static_assert((int)FELT_LETTERS <= TAG_KINDS, "a tag is version * TAG_KINDS + kind");

/* ---- letters ---- */

int felt_letter_tag(enum felt_letter_kind kind)
{
    return FELT_LETTERS_VERSION * TAG_KINDS + (int)kind;
}

int felt_letter_kind(int tag)
{
    int kind = tag - FELT_LETTERS_VERSION * TAG_KINDS;
    return kind >= 0 && kind < FELT_LETTERS ? kind : -1;
}

size_t felt_letter_max(enum felt_letter_kind kind)
{
    switch (kind) {
    case FELT_LETTER_BEGIN: return 1;
    case FELT_LETTER_MIGRANTS: return FELT_MIGRANTS_BYTES;
    case FELT_LETTER_ARCHIVE:
    case FELT_LETTER_LAST: return FELT_ARCHIVE_TEXT_MAX;
    case FELT_LETTER_BEAT:
    case FELT_LETTER_DONE:
    case FELT_LETTERS: break;
    }
    return 0;
}

/* ---- migrants ---- */

static void write_number(uint32_t number, char out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (char)(unsigned char)(number >> 8 * i);
}

static uint32_t read_number(const char *bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < 4; i++) number |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
    return number;
}

int felt_migrants_write(const struct felt_archive *archive, uint32_t epoch, int count,
                        struct felt_rng *rng, struct felt_buffer *out)
{
    uint16_t order[FELT_ELITES_MAX];
    char text[FELT_MIGRANT_BYTES], number[4];
    int written = 0;
    felt_assert(count >= 0 && count <= FELT_MIGRANTS_MAX);
    felt_assert(archive->count <= FELT_ELITES_MAX);
    for (uint32_t i = 0; i < archive->count; i++) order[i] = (uint16_t)i;
    size_t start = out->used;
    write_number(epoch, number);
    felt_buffer_bytes(out, number, sizeof number);
    felt_buffer_bytes(out, number, sizeof number); /* the place of the count */
    for (uint32_t i = 0; i < archive->count && written < count; i++) {
        uint32_t other = i + felt_rng_below(rng, archive->count - i);
        uint16_t chosen = order[other];
        order[other] = order[i];
        struct felt_buffer one = felt_buffer_make(text, sizeof text);
        if (felt_genome_json_write(&archive->elite[chosen].genome, &one) != FELT_OK) continue;
        write_number((uint32_t)one.used, number);
        felt_buffer_bytes(out, number, sizeof number);
        felt_buffer_bytes(out, one.bytes, one.used);
        written++;
    }
    felt_assert(!out->overflow);
    write_number((uint32_t)written, out->bytes + start + 4);
    return written;
}

bool felt_migrants_open(const char *bytes, size_t count, struct felt_migrants *out)
{
    if (count < 8 || count > FELT_MIGRANTS_BYTES) return false;
    uint32_t texts = read_number(bytes + 4);
    if (texts > FELT_MIGRANTS_MAX) return false;
    size_t at = 8;
    for (uint32_t i = 0; i < texts; i++) {
        if (count - at < 4) return false;
        uint32_t length = read_number(bytes + at);
        at += 4;
        if (length > FELT_MIGRANT_BYTES || length > count - at) return false;
        at += length;
    }
    if (at != count) return false;
    *out = (struct felt_migrants){
        .bytes = bytes, .count = count, .at = 8, .epoch = read_number(bytes), .left = texts};
    return true;
}

bool felt_migrants_next(struct felt_migrants *migrants, const char **text, size_t *bytes)
{
    if (migrants->left == 0) return false;
    migrants->left--;
    *bytes = read_number(migrants->bytes + migrants->at);
    *text = migrants->bytes + migrants->at + 4;
    migrants->at += 4 + *bytes;
    felt_assert(migrants->at <= migrants->count);
    return true;
}

/* ---- an island and its peers ---- */

uint64_t felt_islands_seed(uint64_t seed, int rank)
{
    if (rank == 0) return seed;
    struct felt_rng root = felt_rng_make(seed), own = felt_rng_split(&root, (uint64_t)rank);
    return felt_rng_next(&own);
}

void felt_islands_init(struct felt_islands *islands, const struct felt_islands_plan *plan,
                       const struct felt_post *post)
{
    felt_assert(plan->count >= 1 && plan->count <= FELT_ISLANDS_MAX);
    felt_assert(plan->rank >= 0 && plan->rank < plan->count);
    felt_assert(plan->every >= 1);
    felt_assert(plan->migrants <= FELT_MIGRANTS_MAX);
    *islands = (struct felt_islands){.plan = *plan, .post = post, .polled_ms = -1, .begin = -1};
}

void felt_islands_close(struct felt_islands *islands)
{
    for (int i = 0; i < islands->waiting_count; i++) free(islands->waiting[i].bytes);
    for (int i = 0; i < islands->plan.count; i++) free(islands->peer[i].text);
    islands->waiting_count = 0;
    for (int i = 0; i < islands->plan.count; i++) islands->peer[i].text = NULL;
}

bool felt_islands_gone(const struct felt_islands *islands, int rank)
{
    return rank != islands->plan.rank &&
           islands->listened_ms - islands->peer[rank].heard_ms > islands->plan.patience_ms;
}

int felt_islands_present(const struct felt_islands *islands)
{
    int present = 0;
    for (int i = 0; i < islands->plan.count; i++)
        present += !islands->peer[i].ended && !felt_islands_gone(islands, i);
    return present;
}

int felt_islands_gatherer(const struct felt_islands *islands)
{
    int rank = 0;
    while (felt_islands_gone(islands, rank)) rank++;
    felt_assert(rank <= islands->plan.rank);
    return rank;
}

void felt_islands_tell(struct felt_islands *islands, enum felt_letter_kind kind, const char *bytes,
                       size_t count)
{
    for (int i = 0; i < islands->plan.count; i++)
        if (i != islands->plan.rank && !felt_islands_gone(islands, i))
            (void)islands->post->send(islands->post->self, i, felt_letter_tag(kind), bytes, count);
}

void felt_islands_tell_all(struct felt_islands *islands, enum felt_letter_kind kind,
                           const char *bytes, size_t count)
{
    for (int i = 0; i < islands->plan.count; i++)
        if (i != islands->plan.rank)
            (void)islands->post->send(islands->post->self, i, felt_letter_tag(kind), bytes, count);
}

/* A copy; NULL: no memory. */
static char *keep(const char *bytes, size_t count)
{
    char *copy = malloc(count ? count : 1);
    if (copy && count) memcpy(copy, bytes, count);
    return copy;
}

static void keep_archive(struct felt_peer *peer, const char *bytes, size_t count)
{
    char *copy = keep(bytes, count);
    if (!copy) return;
    free(peer->text);
    peer->text = copy;
    peer->bytes = count;
}

bool felt_islands_hand_in(struct felt_islands *islands, const char *text, size_t bytes, bool last)
{
    int to = felt_islands_gatherer(islands);
    struct felt_peer *own = &islands->peer[islands->plan.rank];
    own->ended = last;
    keep_archive(own, text, bytes); /* we may be the one that gathers before long */
    if (to == islands->plan.rank) return true;
    return islands->post->send(islands->post->self, to,
                               felt_letter_tag(last ? FELT_LETTER_LAST : FELT_LETTER_ARCHIVE), text,
                               bytes);
}

/* ---- letters that arrive ---- */

static int before(const struct felt_islands *islands)
{
    return (islands->plan.rank + islands->plan.count - 1) % islands->plan.count;
}

static void take_migrants(struct felt_islands *islands, const struct felt_letter *letter)
{
    struct felt_migrants migrants;
    if (!felt_migrants_open(letter->bytes, letter->count, &migrants)) {
        islands->counts.refused++;
        return;
    }
    /* In step nobody but the one before us has anything to send, and nothing of the past. */
    bool wanted = !islands->plan.in_step || letter->from == before(islands);
    if (!wanted || islands->waiting_count == FELT_ISLANDS_MAX) return;
    char *copy = keep(letter->bytes, letter->count);
    if (copy)
        islands->waiting[islands->waiting_count++] =
            (struct felt_islands_waiting){letter->from, migrants.epoch, letter->count, copy};
}

static void take(struct felt_islands *islands, const struct felt_letter *letter)
{
    int kind = felt_letter_kind(letter->tag);
    if (letter->from < 0 || letter->from >= islands->plan.count ||
        letter->from == islands->plan.rank)
        kind = -1;
    if (kind < 0 || letter->count > felt_letter_max((enum felt_letter_kind)kind)) {
        islands->counts.refused++;
        return;
    }
    struct felt_peer *peer = &islands->peer[letter->from];
    peer->heard_ms = islands->listened_ms;
    switch ((enum felt_letter_kind)kind) {
    case FELT_LETTER_BEGIN:
        if (letter->from == 0 && letter->count == 1) islands->begin = letter->bytes[0] == 1;
        break;
    case FELT_LETTER_MIGRANTS: take_migrants(islands, letter); break;
    case FELT_LETTER_LAST: peer->ended = true; /* fall through */
    case FELT_LETTER_ARCHIVE: keep_archive(peer, letter->bytes, letter->count); break;
    case FELT_LETTER_DONE: islands->done = true; break;
    case FELT_LETTER_BEAT:
    case FELT_LETTERS: break;
    }
}

void felt_islands_poll(struct felt_islands *islands, int64_t now_ms)
{
    int64_t passed = islands->polled_ms < 0 ? 0 : now_ms - islands->polled_ms;
    felt_assert(passed >= 0);
    islands->listened_ms += passed < LISTEN_MAX_MS ? passed : LISTEN_MAX_MS;
    struct felt_letter letter;
    for (int i = 0; i < LETTERS_AT_ONCE && islands->post->next(islands->post->self, &letter); i++)
        take(islands, &letter);
    if (islands->polled_ms < 0) islands->migrated_ms = now_ms;
    if (islands->polled_ms < 0 || now_ms - islands->beat_ms >= FELT_BEAT_MS) {
        felt_islands_tell(islands, FELT_LETTER_BEAT, "", 0);
        islands->beat_ms = now_ms;
    }
    islands->polled_ms = now_ms;
}

/* ---- migration ---- */

bool felt_islands_due(const struct felt_islands *islands, uint32_t generation, int64_t now_ms)
{
    const struct felt_islands_plan *plan = &islands->plan;
    if (plan->count == 1 || plan->migrants == 0) return false;
    if (plan->in_step) return generation > 0 && generation % plan->every == 0;
    return now_ms - islands->migrated_ms >= (int64_t)plan->every * 1000;
}

/* The next one of the ring; if it is no more, the one after it.  In step the ring stays as it is.
 * -1: nobody. */
static int behind(const struct felt_islands *islands)
{
    const struct felt_islands_plan *plan = &islands->plan;
    for (int i = 1; i < plan->count; i++) {
        int rank = (plan->rank + i) % plan->count;
        if (!felt_islands_gone(islands, rank) && !islands->peer[rank].ended) return rank;
        if (plan->in_step) break;
    }
    return -1;
}

bool felt_islands_send(struct felt_islands *islands, const struct felt_evolve *evolve,
                       int64_t now_ms)
{
    const struct felt_islands_plan *plan = &islands->plan;
    char bytes[FELT_MIGRANTS_BYTES];
    struct felt_buffer letter = felt_buffer_make(bytes, sizeof bytes);
    uint32_t epoch = plan->in_step ? evolve->counts.generation / plan->every : islands->epoch + 1;
    /* A generator for each migration: what is chosen is known from archive, seed and epoch. */
    struct felt_rng root = felt_rng_make(evolve->plan.seed);
    struct felt_rng rng = felt_rng_split(&root, UINT64_C(0x6d69677261746500) ^ epoch);
    int count = felt_migrants_write(&evolve->archive, epoch, (int)plan->migrants, &rng, &letter);
    int to = behind(islands);
    if (to >= 0 &&
        !islands->post->send(islands->post->self, to, felt_letter_tag(FELT_LETTER_MIGRANTS),
                             letter.bytes, letter.used))
        return false;
    islands->epoch = epoch;
    islands->migrated_ms = now_ms;
    if (to >= 0) islands->counts.sent += (uint64_t)count;
    return true;
}

bool felt_islands_ready(const struct felt_islands *islands, uint32_t generation)
{
    if (!islands->plan.in_step) return true;
    int from = before(islands);
    for (int i = 0; i < islands->waiting_count; i++)
        if (islands->waiting[i].epoch >= generation / islands->plan.every) return true;
    return islands->peer[from].ended || felt_islands_gone(islands, from);
}

/* Those of one letter. */
static int invite(struct felt_islands *islands, const struct felt_islands_waiting *waiting,
                  struct felt_evolve *evolve)
{
    struct felt_migrants migrants;
    struct felt_genome genome;
    const char *text;
    size_t bytes;
    int invited = 0;
    if (!felt_migrants_open(waiting->bytes, waiting->count, &migrants)) return 0;
    while (felt_migrants_next(&migrants, &text, &bytes)) {
        islands->counts.received++;
        if (felt_genome_json_read(text, bytes, &genome, NULL) != FELT_OK ||
            felt_genome_verify(&genome, NULL, 0) != 0) {
            islands->counts.refused++;
            continue;
        }
        if (felt_evolve_invite(evolve, &genome)) invited++;
    }
    return invited;
}

int felt_islands_admit(struct felt_islands *islands, struct felt_evolve *evolve)
{
    const struct felt_islands_plan *plan = &islands->plan;
    uint32_t epoch = evolve->counts.generation / plan->every;
    int invited = 0, kept = 0;
    bool came = false;
    for (int i = 0; i < islands->waiting_count; i++) {
        struct felt_islands_waiting waiting = islands->waiting[i];
        if (plan->in_step && waiting.epoch > epoch) {
            islands->waiting[kept++] = waiting;
            continue;
        }
        if (!plan->in_step || (waiting.epoch == epoch && !came))
            invited += invite(islands, &waiting, evolve);
        came = came || waiting.epoch == epoch;
        free(waiting.bytes);
    }
    islands->waiting_count = kept;
    if (plan->in_step && !came) islands->counts.missed++;
    islands->counts.invited += (uint64_t)invited;
    return invited;
}
