/* lab_islands_start.c -- an island's directory: may it be used, what is there, and what is saved.
 */
#include "lab/islands/lab_islands_run.h"
#include "felt/assert.h"
#include "felt/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    NAME_BYTES = 32,
    PATH_BYTES = FELT_LAB_DIR_BYTES + NAME_BYTES,
    SETTLERS = 16 /* games of the archive that a new island begins with                          */
};

static const char *file_of(int rank, char out[NAME_BYTES])
{
    snprintf(out, NAME_BYTES, "island-%d.json", rank);
    return out;
}

static bool is_there(const char *dir, int rank)
{
    char path[PATH_BYTES], file[NAME_BYTES];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", dir, file_of(rank, file));
    return lstat(path, &about) == 0;
}

bool felt_island_save(struct felt_island *island)
{
    char file[NAME_BYTES];
    struct felt_complaint complaint;
    const struct felt_island_job *job = island->job;
    if (felt_lab_dir_write(job->dir, file_of(job->plan.rank, file), island->text, island->bytes,
                           &complaint))
        return true;
    felt_island_complain(island, job->dir, &complaint);
    island->failed = true;
    return false;
}

/* A whole file into memory of `room` bytes.  False: errno says why; ENOENT: there is none. */
static bool read_file(const char *path, char *memory, size_t room, size_t *bytes)
{
    int in = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (in < 0) return false;
    ssize_t got = 1;
    for (*bytes = 0; got > 0 && *bytes < room;) {
        got = read(in, memory + *bytes, room - *bytes);
        if (got > 0) *bytes += (size_t)got;
        if (got < 0 && errno == EINTR) got = 1;
    }
    int why = errno;
    (void)close(in);
    errno = why;
    return got >= 0;
}

/* island-R.json into `text`.  False: complained, or it is not there and *there is false. */
static bool load(struct felt_island *island, int rank, bool *there)
{
    char path[PATH_BYTES], file[NAME_BYTES];
    struct felt_complaint complaint;
    snprintf(path, sizeof path, "%s/%s", island->job->dir, file_of(rank, file));
    *there = true;
    if (read_file(path, island->text, FELT_ARCHIVE_TEXT_MAX, &island->bytes)) return true;
    island->bytes = 0;
    *there = errno != ENOENT;
    if (!*there) return false;
    (void)felt_complain(&complaint, FELT_BAD_FORMAT, 0, 0, "%s", strerror(errno));
    felt_island_complain(island, path, &complaint);
    return false;
}

char *felt_island_saved(const struct felt_island *island, int rank, size_t *bytes)
{
    char path[PATH_BYTES], file[NAME_BYTES];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", island->job->dir, file_of(rank, file));
    if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0 ||
        about.st_size > FELT_ARCHIVE_TEXT_MAX)
        return NULL;
    char *text = malloc((size_t)about.st_size);
    if (text && read_file(path, text, (size_t)about.st_size, bytes)) return text;
    free(text);
    return NULL;
}

static bool read_loaded(struct felt_island *island, int rank, struct felt_lab_archive *out)
{
    char path[PATH_BYTES], file[NAME_BYTES];
    struct felt_complaint complaint;
    out->evolve.plan.known = out->known;
    out->evolve.plan.known_count = (int)(sizeof out->known / sizeof out->known[0]);
    if (felt_archive_json_read(island->text, island->bytes, &out->evolve, &out->start, out->preset,
                               &complaint) == FELT_OK)
        return true;
    snprintf(path, sizeof path, "%s/%s", island->job->dir, file_of(rank, file));
    felt_island_complain(island, path, &complaint);
    return false;
}

/* Every file that an island would go on from is looked at before anything is written. */
static bool look_at_files(struct felt_island *island)
{
    const struct felt_island_job *job = island->job;
    int last = -1;
    for (int rank = 0; rank < FELT_ISLANDS_MAX; rank++)
        if (is_there(job->dir, rank)) last = rank;
    if (last >= job->plan.count) {
        (void)felt_args_refuse(job->args,
                               "%s: %d islands are there; start as many or more (mpirun -n %d)",
                               job->dir, last + 1, last + 1);
        return false;
    }
    for (int rank = 0; rank <= last; rank++) {
        bool there;
        if (load(island, rank, &there) ? !read_loaded(island, rank, island->scratch) : there)
            return false;
    }
    return true;
}

bool felt_island_look(struct felt_island *island)
{
    struct felt_complaint complaint;
    const struct felt_island_job *job = island->job;
    if (job->resume) {
        struct felt_lab_archive *archive = felt_lab_dir_read(job->dir, &complaint);
        bool good = archive != NULL;
        if (!good) felt_island_complain(island, job->dir, &complaint);
        if (good) {
            /* What was reached so far is told again. */
            island->merged->point = archive->point;
            island->merged->points = archive->points;
            archive->point = NULL;
            if (archive->points)
                island->before_s = island->merged->point[archive->points - 1].seconds;
        }
        felt_lab_archive_free(archive);
        if (!good || !look_at_files(island)) return false;
    } else if (felt_lab_dir_new(job->dir, &complaint) != FELT_OK) {
        felt_island_complain(island, job->dir, &complaint);
        return false;
    }
    island->lock = felt_lab_dir_lock(job->dir, &complaint);
    if (island->lock < 0) felt_island_complain(island, job->dir, &complaint);
    return island->lock >= 0;
}

/* There is no file of ours.  One evolution that is to become many is that of rank 0; the others
 * have its plan. */
static bool join_others(struct felt_island *island, bool *ready)
{
    struct felt_complaint complaint;
    int rank = island->job->plan.rank;
    struct felt_lab_archive *archive = felt_lab_dir_read(island->job->dir, &complaint);
    struct felt_lab_archive *own = island->own;
    if (!archive) {
        felt_island_complain(island, island->job->dir, &complaint);
        return false;
    }
    memcpy(own->preset, archive->preset, sizeof own->preset);
    memcpy(own->known, archive->known, sizeof own->known);
    own->evolve = archive->evolve;
    own->start = archive->start;
    own->evolve.plan.known = own->known;
    if (own->evolve.plan.start) own->evolve.plan.start = &own->start;
    own->evolve.plan.seed = felt_islands_seed(archive->evolve.plan.seed, rank);
    island->scratch->evolve.archive = archive->evolve.archive;
    island->new_beside_old = rank > 0;
    *ready = rank == 0;
    felt_lab_archive_free(archive);
    return true;
}

void felt_island_settle(struct felt_island *island)
{
    const struct felt_archive *archive = &island->scratch->evolve.archive;
    struct felt_rng rng = felt_rng_make(island->own->evolve.plan.seed);
    if (!island->new_beside_old || archive->count == 0) return;
    for (int i = 0; i < SETTLERS; i++)
        (void)felt_evolve_invite(&island->own->evolve,
                                 &archive->elite[felt_rng_below(&rng, archive->count)].genome);
}

bool felt_island_open(struct felt_island *island, bool *ready)
{
    const struct felt_island_job *job = island->job;
    bool there;
    *ready = false;
    if (job->resume) {
        if (!load(island, job->plan.rank, &there)) return !there && join_others(island, ready);
        *ready = true;
        return read_loaded(island, job->plan.rank, island->own);
    }
    if (job->plan.rank > 0 && mkdir(job->dir, 0777) != 0 && errno != EEXIST) {
        (void)felt_args_refuse(job->args, "%s: %s", job->dir, strerror(errno));
        return false;
    }
    snprintf(island->own->preset, sizeof island->own->preset, "%s", job->preset->name);
    island->own->evolve.plan =
        (struct felt_evolve_plan){.weights = job->preset->weights,
                                  .seed = felt_islands_seed(job->seed, job->plan.rank),
                                  .candidates = job->candidates,
                                  .effort = job->effort};
    felt_lab_archive_known(island->own);
    return true;
}
