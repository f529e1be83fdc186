/* lab_islands.h -- evolutions side by side that send each other games: who sends what, and when.
 *
 * An island is an evolution (lab/search/evolve.h) with a rank.  Islands stand in a ring: every so
 * often each sends some of its elites to the next one, where they are candidates like all others
 * and are measured there.  Now and then every island hands in its whole archive; the one of the
 * lowest rank that is there merges them.  Each says every second that it is there.
 *
 * Knows letters and time as it is told; nothing of processes, MPI or files.
 *
 *   L1  nothing here waits: whatever others do or do not do, every call returns at once.
 *   L2  a letter is hostile: its length is bounded, texts are read and verified, and one that is
 *       not in order is counted and thrown away as a whole.
 *   L3  an island that was silent for patience_ms of the time that we listened is gone: nothing is
 *       sent to it any more.  It is there again once it is heard.
 *   L4  in step, migration e takes place after generation e * every on all islands: the same plan,
 *       seeds and number of islands give the same archives, as long as nobody was gone. */
#ifndef FELT_LAB_ISLANDS_LAB_ISLANDS_H
#define FELT_LAB_ISLANDS_LAB_ISLANDS_H

#include "lab/archive/archive_json.h"

enum {
    FELT_ISLANDS_MAX = 256,
    FELT_MIGRANTS_MAX = 16, /* of one letter                                                 */
    FELT_MIGRANT_BYTES = 8192,
    FELT_MIGRANTS_BYTES = 8 + FELT_MIGRANTS_MAX * (4 + FELT_MIGRANT_BYTES),
    FELT_LETTERS_VERSION = 1,
    FELT_BEAT_MS = 1000
};

/* ---- letters ---- */

enum felt_letter_kind {
    FELT_LETTER_BEAT,     /* "I am here"; empty                                                */
    FELT_LETTER_BEGIN,    /* from rank 0, one byte: 1 begin, 0 do not                          */
    FELT_LETTER_MIGRANTS, /* felt_migrants_write()                                             */
    FELT_LETTER_ARCHIVE,  /* archive_json.h                                                    */
    FELT_LETTER_LAST,     /* the same, of an island that has come to its end                   */
    FELT_LETTER_DONE,     /* everything is merged and written; empty                           */
    FELT_LETTERS
};
/* A tag carries the version of the format and the kind. */
int felt_letter_tag(enum felt_letter_kind kind);
/* -1: another version, or no kind of ours. */
int felt_letter_kind(int tag);
/* How many bytes a letter of this kind may have. */
size_t felt_letter_max(enum felt_letter_kind kind);

struct felt_letter {
    int from, tag;
    const char *bytes; /* until the next one is asked for                                     */
    size_t count;
};

/* Who carries letters.  Letters from one island to another of one kind arrive in order, or not at
 * all. */
struct felt_post {
    void *self;
    /* Copies the bytes.  False: too much is under way to this island. */
    bool (*send)(void *self, int to, int tag, const char *bytes, size_t count);
    /* False: nothing has arrived. */
    bool (*next)(void *self, struct felt_letter *out);
};

/* ---- migrants: epoch, count, and for each one its length and text; numbers of 4 bytes, the low
 *      one first ---- */

/* Up to `count` different elites that `rng` chooses, as canonical texts; those that are longer than
 * FELT_MIGRANT_BYTES stay at home.  Returns how many there are. */
int felt_migrants_write(const struct felt_archive *archive, uint32_t epoch, int count,
                        struct felt_rng *rng, struct felt_buffer *out);

struct felt_migrants {
    const char *bytes;
    size_t count, at;
    uint32_t epoch, left;
};
/* False: not written as it has to be; all lengths are looked at before any text is. */
FELT_MUST_USE bool felt_migrants_open(const char *bytes, size_t count, struct felt_migrants *out);
/* The next text.  False: that was all. */
bool felt_migrants_next(struct felt_migrants *migrants, const char **text, size_t *bytes);

/* ---- an island ---- */

struct felt_islands_plan {
    int rank, count;
    bool in_step;        /* else each goes by its own clock                                    */
    uint32_t every;      /* generations in step, else seconds, between migrations; 1 or more    */
    uint32_t migrants;   /* of each migration; 0: none                                         */
    int64_t patience_ms; /* L3                                                                 */
};
/* Of rank 0 the seed itself, so that one island alone is felt lab evolve. */
uint64_t felt_islands_seed(uint64_t seed, int rank);

struct felt_peer {
    int64_t heard_ms; /* on the clock of time that we listened                                 */
    bool ended;
    char *text; /* its archive as it was handed in last, malloc'ed; NULL                       */
    size_t bytes;
};

struct felt_islands_counts {
    uint64_t sent, received, invited; /* migrants                                              */
    uint64_t refused;                 /* letters and migrants that were not in order           */
    uint64_t missed;                  /* migrations of others that we did not wait for          */
};

/* Letters with migrants that arrived during a generation. */
struct felt_islands_waiting {
    int from;
    uint32_t epoch;
    size_t count;
    char *bytes; /* malloc'ed                                                                  */
};

struct felt_islands {
    struct felt_islands_plan plan;
    const struct felt_post *post;
    struct felt_islands_counts counts;
    int64_t polled_ms, listened_ms, beat_ms; /* polled_ms < 0: not yet                          */
    int64_t migrated_ms;
    uint32_t epoch; /* the last migration that was sent                                         */
    int begin;      /* -1: nothing was said; else what BEGIN said                               */
    bool done;      /* DONE was said                                                            */
    int waiting_count;
    struct felt_islands_waiting waiting[FELT_ISLANDS_MAX];
    struct felt_peer peer[FELT_ISLANDS_MAX];
};

void felt_islands_init(struct felt_islands *islands, const struct felt_islands_plan *plan,
                       const struct felt_post *post);
void felt_islands_close(struct felt_islands *islands);

/* Takes all letters that are there, and says that we are.  To be called all the time. */
void felt_islands_poll(struct felt_islands *islands, int64_t now_ms);

bool felt_islands_gone(const struct felt_islands *islands, int rank);
/* Those that are neither gone nor at their end; we ourselves count. */
int felt_islands_present(const struct felt_islands *islands);
/* Who merges: the lowest rank that is not gone. */
int felt_islands_gatherer(const struct felt_islands *islands);

/* To all that are not gone. */
void felt_islands_tell(struct felt_islands *islands, enum felt_letter_kind kind, const char *bytes,
                       size_t count);
/* To those that are gone too, for when they come back. */
void felt_islands_tell_all(struct felt_islands *islands, enum felt_letter_kind kind,
                           const char *bytes, size_t count);
/* Our archive for whoever gathers.  False: he does not take it now, ask again later. */
bool felt_islands_hand_in(struct felt_islands *islands, const char *text, size_t bytes, bool last);

/* ---- migration, between two generations ---- */

/* Is there one after this generation, at this time? */
bool felt_islands_due(const struct felt_islands *islands, uint32_t generation, int64_t now_ms);
/* Sends elites to the next island.  False: it does not take letters now, ask again later. */
bool felt_islands_send(struct felt_islands *islands, const struct felt_evolve *evolve,
                       int64_t now_ms);
/* In step: is everything there that this generation waits for, or nobody left to wait for? */
bool felt_islands_ready(const struct felt_islands *islands, uint32_t generation);
/* Invites those that came; in step those of this migration.  Returns how many. */
int felt_islands_admit(struct felt_islands *islands, struct felt_evolve *evolve);

#endif
