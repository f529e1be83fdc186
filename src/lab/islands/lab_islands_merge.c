/* lab_islands_merge.c -- see lab_islands_merge.h. */
#include "lab/islands/lab_islands_merge.h"

#include "felt/assert.h"

enum { KNOWN_MAX = sizeof((struct felt_lab_archive *)0)->known / sizeof(struct felt_known_game) };

static bool read_text(const struct felt_peer *peer, struct felt_lab_archive *out)
{
    struct felt_complaint complaint;
    out->evolve.plan.known = out->known;
    out->evolve.plan.known_count = KNOWN_MAX;
    return felt_archive_json_read(peer->text, peer->bytes, &out->evolve, &out->start, out->preset,
                                  &complaint) == FELT_OK;
}

/* M2.  0 is nobody, and stays it. */
static uint32_t number(uint32_t id, int rank, int count)
{
    uint64_t own = id ? (uint64_t)(id - 1) * (uint64_t)count + (uint64_t)rank + 1 : 0;
    return own <= UINT32_MAX ? (uint32_t)own : 0;
}

static void renumber(struct felt_elite *elite, int rank, int count)
{
    elite->id = number(elite->id, rank, count);
    for (int i = 0; i < 2; i++) elite->parent[i] = number(elite->parent[i], rank, count);
}

static void add_counts(const struct felt_evolve *from, struct felt_evolve *to)
{
    struct felt_evolve_counts *counts = &to->counts;
    if (from->counts.generation > counts->generation) counts->generation = from->counts.generation;
    counts->made += from->counts.made;
    counts->viable += from->counts.viable;
    counts->sketched += from->counts.sketched;
    counts->measured += from->counts.measured;
    counts->cached += from->counts.cached;
    counts->again += from->counts.again;
    counts->again_squares += from->counts.again_squares;
    for (int i = 0; i < FELT_EMITTERS; i++) {
        to->emitter[i].tried += from->emitter[i].tried;
        to->emitter[i].viable += from->emitter[i].viable;
        to->emitter[i].kept += from->emitter[i].kept;
        to->emitter[i].gain += from->emitter[i].gain;
        to->emitter[i].weight += from->emitter[i].weight;
    }
    for (int i = 0; i < FELT_OPERATORS_MAX; i++) {
        to->operators[i].tried += from->operators[i].tried;
        to->operators[i].viable += from->operators[i].viable;
    }
    to->race.count += from->race.count;
    to->race.sum += from->race.sum;
    to->race.squares += from->race.squares;
}

/* What another island has. */
static void add(struct felt_evolve *from, int rank, int count, struct felt_evolve *to)
{
    add_counts(from, to);
    for (uint32_t i = 0; i < from->archive.count; i++) {
        struct felt_elite *elite = &from->archive.elite[i];
        renumber(elite, rank, count);
        if (elite->id) (void)felt_archive_put(&to->archive, elite);
    }
    for (int i = 0; i < FELT_CACHE_MAX; i++)
        if (from->cache[i] && !felt_evolve_knows(to, from->cache[i]))
            felt_evolve_remember(to, from->cache[i]);
}

bool felt_islands_merge(const struct felt_peer *peer, int count, struct felt_lab_archive *scratch,
                        struct felt_lab_archive *out, struct felt_islands_merged *merged)
{
    felt_assert(count >= 1 && count <= FELT_ISLANDS_MAX);
    *merged = (struct felt_islands_merged){0};
    for (int rank = 0; rank < count; rank++) {
        if (!peer[rank].text) continue;
        struct felt_lab_archive *into = merged->islands ? scratch : out;
        if (!read_text(&peer[rank], into)) {
            merged->damaged++;
            continue;
        }
        uint32_t generation = into->evolve.counts.generation;
        uint32_t next_id = number(into->evolve.next_id, rank, count);
        if (merged->islands++ == 0) {
            merged->generation_min = generation;
            for (uint32_t i = 0; i < out->evolve.archive.count; i++)
                renumber(&out->evolve.archive.elite[i], rank, count);
            out->evolve.next_id = next_id;
            if (count > 1) out->evolve.guests = 0; /* they are on their way to one island */
            continue;
        }
        add(&scratch->evolve, rank, count, &out->evolve);
        if (generation < merged->generation_min) merged->generation_min = generation;
        if (next_id > out->evolve.next_id) out->evolve.next_id = next_id;
    }
    return merged->islands > 0;
}
