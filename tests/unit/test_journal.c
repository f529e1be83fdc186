/* test_journal.c -- what was flushed comes back, whatever ended the process; what is damaged is
 * refused and never cut off. */
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cluster.h"
#include "felt/hash.h"
#include "felt/rng.h"
#include "lossy_disk.h"
#include "module.h"
#include "remove_folder.h"
#include "store/journal/journal.h"
#include "store/journal/segment.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIGNATURE = 7, PATH_BYTES = 512, RECORDS_MAX = 100000 };

/* ---- a directory for each test --------------------------------------------------------------- */

struct scene {
    char root[256], directory[PATH_BYTES];
    uint64_t signature, count, sum, refuse_at;
    const struct felt_disk *disk; /* NULL: the usual                                            */
    size_t longest;
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    snprintf(scene->root, sizeof scene->root, "%s/felt_journal_XXXXXX", felt_test_folder());
    if (mkdtemp(scene->root) == NULL) return -1;
    snprintf(scene->directory, sizeof scene->directory, "%s/journal", scene->root);
    scene->refuse_at = UINT64_MAX;
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    remove_folder(scene->root);
    free(scene);
    return 0;
}

static void name_file(const struct scene *scene, const char *name, char out[2 * PATH_BYTES])
{
    snprintf(out, 2 * PATH_BYTES, "%s/%s", scene->directory, name);
}

static bool has_file(const struct scene *scene, const char *name)
{
    char path[2 * PATH_BYTES];
    name_file(scene, name, path);
    return access(path, F_OK) == 0;
}

static size_t load(const struct scene *scene, const char *name, uint8_t *out, size_t room)
{
    char path[2 * PATH_BYTES];
    name_file(scene, name, path);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t bytes = fread(out, 1, room, in);
    fclose(in);
    assert_true(bytes < room);
    return bytes;
}

static void save(const struct scene *scene, const char *name, const void *bytes, size_t count)
{
    char path[2 * PATH_BYTES];
    name_file(scene, name, path);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
}

/* ---- records that carry their number --------------------------------------------------------- */

/* Lengths from 8 bytes to the longest record, most of them short. */
static size_t make_record(uint64_t number, uint8_t out[FELT_JOURNAL_RECORD_MAX])
{
    uint64_t hash = felt_hash_word(1, number);
    size_t count = 8 + hash % 120;
    if (number % 50 == 49) count = FELT_JOURNAL_RECORD_MAX - hash % 3;
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(hash >> (i % 7 * 8));
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(number >> (8 * i));
    return count;
}

/* Records come in order, from any number on, and each is as it was made. */
static bool take(void *self, uint64_t signature, const void *bytes, size_t count)
{
    static uint8_t expected[FELT_JOURNAL_RECORD_MAX];
    struct scene *scene = self;
    uint64_t number = 0;
    assert_true(count >= 8);
    for (int i = 0; i < 8; i++) number |= (uint64_t)((const uint8_t *)bytes)[i] << (8 * i);
    if (scene->count == 0) scene->sum = number;
    assert_int_equal(number, scene->sum + scene->count);
    assert_int_equal(make_record(number, expected), count);
    assert_memory_equal(bytes, expected, count);
    scene->signature = signature;
    scene->count++;
    if (count > scene->longest) scene->longest = count;
    return number != scene->refuse_at;
}

static enum felt_status open_as(struct scene *scene, uint64_t signature, struct felt_journal **out,
                                struct felt_complaint *complaint)
{
    return felt_journal_open(&(struct felt_journal_config){.directory = scene->directory,
                                                           .signature = signature,
                                                           .record = take,
                                                           .self = scene,
                                                           .disk = scene->disk},
                             out, complaint);
}

static enum felt_status try_open(struct scene *scene, struct felt_journal **out,
                                 struct felt_complaint *complaint)
{
    scene->count = scene->sum = 0;
    memset(complaint, 0xFF, sizeof *complaint);
    enum felt_status status = open_as(scene, SIGNATURE, out, complaint);
    assert_true((*out != NULL) == (status == FELT_OK));
    assert_true(status == FELT_OK || complaint->text[0] != '\0');
    return status;
}

static struct felt_journal *must_open(struct scene *scene)
{
    struct felt_journal *journal;
    struct felt_complaint complaint;
    if (try_open(scene, &journal, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    return journal;
}

static void append(struct felt_journal *journal, uint64_t from, uint64_t end)
{
    static uint8_t record[FELT_JOURNAL_RECORD_MAX];
    for (uint64_t i = from; i < end; i++)
        felt_journal_append(journal, record, make_record(i, record));
}

/* Flushes, or ends a turn, and waits until it is safe. */
static enum felt_status flush_all(struct felt_journal *journal)
{
    uint64_t number;
    if (felt_journal_flush(journal, &number) == FELT_FLUSH_FAILED) return FELT_UNSUPPORTED;
    return felt_journal_wait(journal, 0);
}

static enum felt_status turn_end(struct felt_journal *journal)
{
    uint64_t number;
    if (felt_journal_turn_end(journal, &number) == FELT_FLUSH_FAILED) return FELT_UNSUPPORTED;
    return felt_journal_wait(journal, 0);
}

static void must_append(struct felt_journal *journal, uint64_t from, uint64_t end)
{
    append(journal, from, end);
    assert_int_equal(flush_all(journal), FELT_OK);
}

/* Opens it again: records `first` .. `end`-1 are in it. */
static void verify_holds(struct scene *scene, uint64_t first, uint64_t end)
{
    struct felt_journal *journal = must_open(scene);
    assert_int_equal(scene->count, end - first);
    if (end > first) assert_int_equal(scene->sum, first);
    felt_journal_close(journal);
}

/* ---- what is written comes back -------------------------------------------------------------- */

static void segment_crc_known_value(void **state)
{
    (void)state;
    assert_int_equal(felt_segment_crc(0, "123456789", 9), 0xE3069283);
    assert_int_equal(felt_segment_crc(felt_segment_crc(0, "1234", 4), "56789", 5), 0xE3069283);
}

/* CRC-32C as it is defined, bit by bit. */
static uint32_t crc_by_bits(uint32_t crc, const uint8_t *bytes, size_t count)
{
    crc = ~crc;
    for (size_t i = 0; i < 8 * count; i++) {
        if (i % 8 == 0) crc ^= bytes[i / 8];
        crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
    }
    return ~crc;
}

/* Whatever instructions the processor has: any length, any alignment, and in parts. */
static void segment_crc_is_that_of_bits(void **state)
{
    struct felt_rng rng = felt_rng_make(1);
    uint8_t bytes[128];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)felt_rng_below(&rng, 256);
    for (size_t from = 0; from < 9; from++)
        for (size_t count = 0; count <= 100; count++) {
            uint32_t right = crc_by_bits(0, bytes + from, count);
            size_t part = felt_rng_below(&rng, (uint32_t)count + 1);
            assert_int_equal(felt_segment_crc(0, bytes + from, count), right);
            uint32_t first = felt_segment_crc(0, bytes + from, part);
            assert_int_equal(felt_segment_crc(first, bytes + from + part, count - part), right);
        }
}

static void journal_new_is_private(void **state)
{
    struct scene *scene = *state;
    struct stat about;
    char path[2 * PATH_BYTES];
    mode_t before = umask(0);
    struct felt_journal *journal = must_open(scene);
    umask(before);
    assert_false(felt_journal_is_foreign(journal));
    assert_int_equal(felt_journal_bytes(journal), FELT_SEGMENT_HEADER_BYTES);
    felt_journal_close(journal);
    assert_int_equal(stat(scene->directory, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    name_file(scene, "journal.000001", path);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    name_file(scene, "lock", path);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_false(has_file(scene, "journal.part"));
}

static void journal_records_come_back(void **state)
{
    struct scene *scene = *state;
    for (uint64_t i = 0; i < 400; i += 100) {
        struct felt_journal *journal = must_open(scene);
        assert_int_equal(scene->count, i);
        must_append(journal, i, i + 60);
        assert_int_equal(flush_all(journal), FELT_OK); /* nothing to do */
        must_append(journal, i + 60, i + 100);
        uint64_t bytes = felt_journal_bytes(journal);
        append(journal, 1, 2); /* never flushed */
        assert_true(felt_journal_bytes(journal) > bytes);
        felt_journal_close(journal);
    }
    verify_holds(scene, 0, 400);
    assert_int_equal(scene->signature, SIGNATURE);
    assert_true(scene->longest > FELT_JOURNAL_RECORD_MAX - 3);
}

static void journal_without_reader_opens(void **state)
{
    struct scene *scene = *state;
    struct felt_journal *journal = must_open(scene);
    must_append(journal, 0, 3);
    felt_journal_close(journal);
    assert_int_equal(felt_journal_open(&(struct felt_journal_config){.directory = scene->directory,
                                                                     .signature = SIGNATURE},
                                       &journal, NULL),
                     FELT_OK);
    must_append(journal, 3, 5);
    felt_journal_close(journal);
    verify_holds(scene, 0, 5);
}

static void journal_of_another_build_says_so(void **state)
{
    struct scene *scene = *state;
    struct felt_journal *journal;
    assert_int_equal(open_as(scene, 99, &journal, NULL), FELT_OK);
    must_append(journal, 0, 2);
    felt_journal_close(journal);
    journal = must_open(scene);
    assert_int_equal(scene->signature, 99);
    assert_true(felt_journal_is_foreign(journal));
    felt_journal_turn_begin(journal);
    append(journal, 10, 12);
    assert_int_equal(turn_end(journal), FELT_OK);
    assert_false(felt_journal_is_foreign(journal));
    must_append(journal, 12, 13);
    felt_journal_close(journal);
    verify_holds(scene, 10, 13);
    assert_int_equal(scene->signature, SIGNATURE);
}

/* ---- torn and damaged ------------------------------------------------------------------------ */

enum { SMALL = 6, ROOM = 1 << 20 };

/* Six records behind a snapshot of two; returns where each ends. */
static size_t make_small(struct scene *scene, uint8_t *out, size_t ends[SMALL + 2])
{
    struct felt_journal *journal = must_open(scene);
    felt_journal_turn_begin(journal);
    for (uint64_t i = 0; i < SMALL + 2; i++) {
        append(journal, i, i + 1);
        if (i == 1) assert_int_equal(turn_end(journal), FELT_OK);
        if (i > 1) assert_int_equal(flush_all(journal), FELT_OK);
        ends[i] = felt_journal_bytes(journal);
        if (i > 1) ends[i] += (i - 1) * FELT_SEGMENT_MARK_BYTES;
    }
    felt_journal_close(journal);
    return load(scene, "journal.000002", out, ROOM);
}

static void journal_cut_anywhere_keeps_whole_records(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    size_t ends[SMALL + 2], count = make_small(scene, bytes, ends);
    assert_int_equal(count, ends[SMALL + 1]);
    for (size_t cut = ends[1]; cut <= count; cut++) {
        struct felt_complaint complaint;
        struct felt_journal *journal;
        uint64_t whole = 0;
        while (whole < SMALL + 2 && ends[whole] <= cut) whole++;
        save(scene, "journal.000002", bytes, cut);
        assert_int_equal(try_open(scene, &journal, &complaint), FELT_OK);
        assert_int_equal(scene->count, whole);
        bool torn = cut != ends[whole - 1] && cut != ends[whole - 1] + FELT_SEGMENT_MARK_BYTES;
        assert_true((complaint.text[0] != '\0') == torn);
        if (torn) assert_non_null(strstr(complaint.text, "journal.000002"));
        must_append(journal, whole, whole + 1);
        felt_journal_close(journal);
        verify_holds(scene, 0, whole + 1);
    }
}

static void journal_cut_in_snapshot_is_refused(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    size_t ends[SMALL + 2];
    (void)make_small(scene, bytes, ends);
    for (size_t cut = 0; cut < ends[1]; cut++) {
        struct felt_complaint complaint;
        struct felt_journal *journal;
        struct stat about;
        char path[2 * PATH_BYTES];
        save(scene, "journal.000002", bytes, cut);
        assert_int_equal(try_open(scene, &journal, &complaint), FELT_BAD_FORMAT);
        name_file(scene, "journal.000002", path);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_size, cut); /* nobody touched it */
    }
}

/* Any flipped bit before the last write is found out; in the last one it is taken for torn. */
static void journal_flipped_bit_is_refused(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    size_t ends[SMALL + 2], count = make_small(scene, bytes, ends);
    for (size_t bit = 0; bit < 8 * count; bit += 5) {
        struct felt_complaint complaint;
        struct felt_journal *journal;
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        save(scene, "journal.000002", bytes, count);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        enum felt_status status = try_open(scene, &journal, &complaint);
        if (bit / 8 < 12)
            assert_int_equal(status, FELT_UNSUPPORTED); /* magic and version */
        else
            assert_int_equal(status, bit / 8 < ends[SMALL] ? FELT_BAD_FORMAT : FELT_OK);
        if (status != FELT_OK) continue;
        assert_int_equal(scene->count, SMALL + 1);
        assert_string_not_equal(complaint.text, "");
        felt_journal_close(journal);
    }
}

static void journal_zeros_at_end_are_cut_off(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    size_t ends[SMALL + 2], count = make_small(scene, bytes, ends);
    memset(bytes + count, 0, 3 * FELT_JOURNAL_RECORD_MAX);
    save(scene, "journal.000002", bytes, count + 3 * FELT_JOURNAL_RECORD_MAX);
    verify_holds(scene, 0, SMALL + 2);
    assert_int_equal(load(scene, "journal.000002", bytes, ROOM), count);
    /* Whatever else a power failure left behind the last sync, too. */
    memset(bytes + count, 0xA5, 3 * FELT_JOURNAL_RECORD_MAX);
    save(scene, "journal.000002", bytes, count + 3 * FELT_JOURNAL_RECORD_MAX);
    verify_holds(scene, 0, SMALL + 2);
}

static void journal_reader_may_refuse(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    struct felt_journal *journal = must_open(scene);
    must_append(journal, 0, 5);
    felt_journal_close(journal);
    scene->refuse_at = 3;
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_BAD_FORMAT);
    assert_int_equal(scene->count, 4);
    assert_non_null(strstr(complaint.text, "journal.000001"));
    scene->refuse_at = UINT64_MAX;
    verify_holds(scene, 0, 5);
}

/* A segment that is nothing but its snapshot has no end that a crash could have torn. */
static void journal_damaged_snapshot_is_refused(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    struct felt_complaint complaint;
    struct felt_journal *journal = must_open(scene);
    felt_journal_turn_begin(journal);
    append(journal, 0, 3);
    assert_int_equal(turn_end(journal), FELT_OK);
    felt_journal_close(journal);
    size_t count = load(scene, "journal.000002", bytes, ROOM);
    bytes[count - 1] ^= 1;
    save(scene, "journal.000002", bytes, count);
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_BAD_FORMAT);
    assert_int_equal(scene->count, 2);
}

/* ---- the directory --------------------------------------------------------------------------- */

static void journal_locked_is_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    struct felt_journal *first = must_open(scene), *second;
    assert_int_equal(try_open(scene, &second, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "another process"));
    must_append(first, 0, 1);
    felt_journal_close(first);
    verify_holds(scene, 0, 1);
}

static void journal_bad_directory_is_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    struct felt_journal *journal;
    const char *const names[] = {"/dev/null", "/dev/null/x", "", "/tmp/felt/no/such/parent"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(felt_journal_open(&(struct felt_journal_config){.directory = names[i]},
                                           &journal, &complaint),
                         FELT_UNSUPPORTED);
        assert_null(journal);
        assert_string_not_equal(complaint.text, "");
    }
    assert_int_equal(mkdir(scene->directory, 0700), 0);
    assert_int_equal(chmod(scene->directory, 0770), 0);
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "chmod"));
    assert_int_equal(chmod(scene->directory, 0755), 0);
    verify_holds(scene, 0, 0);
}

static void journal_foreign_file_is_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    struct felt_journal *journal;
    static const char text[] = "a diary, which is a journal too but not one of ours at all";
    char path[2 * PATH_BYTES];
    assert_int_equal(mkdir(scene->directory, 0700), 0);
    save(scene, "journal.000004", text, sizeof text);
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_UNSUPPORTED);
    assert_true(has_file(scene, "journal.000004"));
    name_file(scene, "journal.000004", path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_UNSUPPORTED);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0); /* nobody waits for it */
    assert_int_equal(try_open(scene, &journal, &complaint), FELT_UNSUPPORTED);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void journal_turn_takes_place_of_old(void **state)
{
    struct scene *scene = *state;
    struct felt_journal *journal = must_open(scene);
    for (uint64_t turn = 1; turn <= 3; turn++) {
        must_append(journal, turn * 100 + 2, turn * 100 + 5);
        felt_journal_turn_begin(journal);
        append(journal, turn * 100 + 100, turn * 100 + 101);
        append(journal, turn * 100 + 101, turn * 100 + 102);
        assert_int_equal(turn_end(journal), FELT_OK);
    }
    assert_false(has_file(scene, "journal.000003"));
    assert_true(has_file(scene, "journal.000004"));
    assert_false(has_file(scene, "journal.part"));
    must_append(journal, 402, 410);
    felt_journal_close(journal);
    verify_holds(scene, 400, 410);
}

static void journal_turn_given_up_changes_nothing(void **state)
{
    struct scene *scene = *state;
    struct felt_journal *journal = must_open(scene);
    must_append(journal, 0, 5);
    felt_journal_turn_begin(journal);
    append(journal, 50, 60);
    felt_journal_close(journal);
    assert_false(has_file(scene, "journal.part"));
    verify_holds(scene, 0, 5);
}

/* The directory as a kill leaves it after each step of a turn, made by hand. */
static void journal_turn_killed_at_every_step(void **state)
{
    struct scene *scene = *state;
    static uint8_t old[ROOM], fresh[ROOM];
    struct felt_journal *journal = must_open(scene);
    must_append(journal, 0, 5);
    size_t old_bytes = load(scene, "journal.000001", old, ROOM);
    felt_journal_turn_begin(journal);
    append(journal, 50, 60);
    assert_int_equal(turn_end(journal), FELT_OK);
    felt_journal_close(journal);
    size_t new_bytes = load(scene, "journal.000002", fresh, ROOM);
    for (size_t part = 0; part <= new_bytes; part += 1 + part / 64) { /* steps 1 and 2 */
        remove_folder(scene->directory);
        assert_int_equal(mkdir(scene->directory, 0700), 0);
        save(scene, "journal.000001", old, old_bytes);
        save(scene, "journal.part", fresh, part);
        verify_holds(scene, 0, 5);
        assert_false(has_file(scene, "journal.part"));
    }
    save(scene, "journal.000002", fresh, new_bytes); /* step 3 */
    assert_true(has_file(scene, "journal.000001"));
    verify_holds(scene, 50, 60);
    assert_false(has_file(scene, "journal.000001")); /* step 4 is made up for */
    remove_folder(scene->directory);                 /* a part without a segment is nothing */
    assert_int_equal(mkdir(scene->directory, 0700), 0);
    save(scene, "journal.part", fresh, new_bytes);
    verify_holds(scene, 0, 0);
}

static void journal_numbers_go_on_beyond_six_digits(void **state)
{
    struct scene *scene = *state;
    static uint8_t bytes[ROOM];
    size_t ends[SMALL + 2], count = make_small(scene, bytes, ends);
    save(scene, "journal.999999", bytes, count);
    save(scene, "journal.0000001", "x", 1); /* not a name that we write */
    struct felt_journal *journal = must_open(scene);
    felt_journal_turn_begin(journal);
    append(journal, 70, 75);
    assert_int_equal(turn_end(journal), FELT_OK);
    felt_journal_close(journal);
    assert_true(has_file(scene, "journal.1000000"));
    assert_true(has_file(scene, "journal.0000001"));
    assert_false(has_file(scene, "journal.999999"));
    verify_holds(scene, 70, 75);
}

/* ---- the disk fails -------------------------------------------------------------------------- */

/* Runs in a process of its own, whose files may not grow beyond a few bytes: the end of the disk,
 * with a short write before it. */
static void write_until_full(struct scene *scene, bool turning)
{
    struct rlimit limit = {.rlim_cur = 3000, .rlim_max = 3000};
    struct felt_journal *journal = must_open(scene);
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(3);
    must_append(journal, 0, 5);
    if (turning) felt_journal_turn_begin(journal);
    append(journal, 5, 60); /* one is as long as can be */
    enum felt_status status = turning ? turn_end(journal) : flush_all(journal);
    if (status != FELT_FULL) _exit(5);
    if (felt_journal_trouble(journal) != EFBIG) _exit(6);
    append(journal, 60, 61);
    if (flush_all(journal) != FELT_FULL) _exit(7); /* and it stays so */
    felt_journal_close(journal);
    _exit(0);
}

static void journal_full_disk_is_reported(void **state)
{
    struct scene *scene = *state;
    for (int turning = 0; turning < 2; turning++) {
        int status;
        remove_folder(scene->directory);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) write_until_full(scene, turning);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        struct felt_journal *journal = must_open(scene);
        if (turning)
            assert_int_equal(scene->count, 5);
        else
            assert_true(scene->count >= 5); /* the short write left some whole ones */
        assert_false(has_file(scene, "journal.part"));
        felt_journal_close(journal);
    }
}

/* ---- kill -9 --------------------------------------------------------------------------------- */

/* Appends and flushes, now and then with a turn, and tells the parent what was promised. */
static void write_until_killed(struct scene *scene, uint64_t first, uint64_t next, int tell)
{
    struct felt_journal *journal = must_open(scene);
    for (uint64_t i = 0; next < RECORDS_MAX; i++) {
        uint64_t end = next + 1 + i % 3;
        if (i % 40 == 39) {
            first = next;
            felt_journal_turn_begin(journal);
            append(journal, next, end);
            if (turn_end(journal) != FELT_OK) _exit(1);
        } else {
            append(journal, next, end);
            if (flush_all(journal) != FELT_OK) _exit(1);
        }
        next = end;
        uint64_t promise[2] = {first, next};
        if (write(tell, promise, sizeof promise) != sizeof promise) _exit(2);
    }
    _exit(0);
}

static void journal_killed_process_loses_nothing(void **state)
{
    struct scene *scene = *state;
    int rounds = test_is_quick() ? 8 : 40;
    struct felt_rng rng = felt_rng_make(2);
    uint64_t promised[2] = {0, 0};
    for (int round = 0; round < rounds; round++) {
        int pipes[2], status;
        assert_int_equal(pipe(pipes), 0);
        /* However late we read: a child that is not read waits before it has come to its end. */
        assert_true(fcntl(pipes[0], F_SETPIPE_SZ, 4096) > 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(pipes[0]);
            write_until_killed(scene, promised[0], promised[1], pipes[1]);
        }
        close(pipes[1]);
        uint64_t last[2] = {promised[0], promised[1]}, next[2];
        uint32_t after = felt_rng_below(&rng, 120); /* then let it run on, unread */
        for (uint32_t i = 0; i < after && read(pipes[0], next, sizeof next) == sizeof next; i++)
            memcpy(last, next, sizeof last);
        kill(child, SIGKILL);
        while (read(pipes[0], next, sizeof next) == sizeof next) memcpy(last, next, sizeof last);
        close(pipes[0]);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        struct felt_journal *journal = must_open(scene);
        felt_journal_close(journal);
        /* All that was promised; and what was written before the promise could be sent. */
        assert_true(scene->count == 0 || scene->sum >= last[0]);
        assert_true(scene->count == 0 ? last[1] == 0 : scene->sum + scene->count >= last[1]);
        promised[0] = scene->sum;
        promised[1] = scene->sum + scene->count;
    }
    assert_true(promised[1] > (uint64_t)rounds);
}

/* ---- power failures -------------------------------------------------------------------------- */

/* One life of a journal on a disk that dies in the middle of something; then the power fails.  What
 * was acknowledged is told by `next`: records 0 .. next-1, of which a snapshot keeps the last few.
 */
static uint64_t live_and_die(struct scene *scene, struct lossy_disk *disk, uint64_t next,
                             struct felt_rng *rng, uint64_t *flushed)
{
    struct felt_journal *journal = must_open(scene);
    uint64_t acked_at[512] = {0}, begin = felt_journal_acked(journal), number = 0;
    lossy_disk_die_after(disk, felt_rng_below(rng, 60), 0);
    for (int i = 0; i < 40; i++) {
        bool turns = felt_rng_below(rng, 8) == 0;
        uint64_t end = next + 1 + felt_rng_below(rng, 3);
        if (turns) felt_journal_turn_begin(journal);
        append(journal, next, end);
        enum felt_flush flush =
            turns ? felt_journal_turn_end(journal, &number) : felt_journal_flush(journal, &number);
        assert_int_not_equal(flush, FELT_FLUSH_FAILED);
        next = end;
        acked_at[number] = next;
        while (felt_rng_below(rng, 3) && felt_journal_work(journal)) continue;
    }
    uint64_t acked = felt_journal_acked(journal);
    *flushed = next;
    felt_journal_close(journal);
    return acked > begin ? acked_at[acked] : 0;
}

static void journal_power_failure_loses_nothing_acknowledged(void **state)
{
    struct scene *scene = *state;
    int seeds = test_is_quick() ? 200 : 10000;
    for (uint64_t seed = 1; seed <= (uint64_t)seeds; seed++) {
        struct felt_rng rng = felt_rng_make(seed);
        struct lossy_disk disk;
        uint64_t next = 0, flushed;
        lossy_disk_init(&disk);
        scene->disk = &disk.calls;
        for (int life = 0; life < 4; life++) {
            uint64_t promised = live_and_die(scene, &disk, next, &rng, &flushed);
            if (promised < next) promised = next; /* what was read back is synced */
            lossy_disk_lose_power(&disk, scene->directory, felt_rng_next(&rng) | 1);
            struct felt_journal *journal = must_open(scene);
            uint64_t got = scene->count ? scene->sum + scene->count : 0;
            if (got < promised || got > flushed)
                fail_msg("seed %llu life %d: %llu records, promised %llu, flushed %llu",
                         (unsigned long long)seed, life, (unsigned long long)got,
                         (unsigned long long)promised, (unsigned long long)flushed);
            felt_journal_close(journal);
            next = got;
        }
        lossy_disk_close(&disk);
        remove_folder(scene->directory);
    }
}

/* A full disk that has room again: what waited is written, once, in order. */
static void journal_goes_on_when_the_disk_does(void **state)
{
    struct scene *scene = *state;
    struct lossy_disk disk;
    uint64_t number;
    lossy_disk_init(&disk);
    scene->disk = &disk.calls;
    for (uint64_t left = 0; left < 12; left++) {
        struct felt_journal *journal = must_open(scene);
        must_append(journal, 0, 3);
        lossy_disk_die_after(&disk, left, ENOSPC);
        for (uint64_t i = 3; i < 9; i += 2) {
            if (i == 5) felt_journal_turn_begin(journal);
            append(journal, i, i + 2);
            if (i == 5)
                assert_int_equal(felt_journal_turn_end(journal, &number), FELT_FLUSH_LATER);
            else
                assert_int_equal(felt_journal_flush(journal, &number), FELT_FLUSH_LATER);
            (void)felt_journal_work(journal);
        }
        if (left < 4) assert_int_equal(felt_journal_trouble(journal), ENOSPC);
        lossy_disk_heal(&disk);
        assert_int_equal(felt_journal_wait(journal, 0), FELT_OK);
        assert_int_equal(felt_journal_trouble(journal), 0);
        assert_int_equal(felt_journal_acked(journal), number);
        felt_journal_close(journal);
        lossy_disk_lose_power(&disk, scene->directory, 0);
        verify_holds(scene, 5, 9);
        remove_folder(scene->directory);
    }
    lossy_disk_close(&disk);
}

/* With a thread: wakes come, and everything is safe at the end. */
static void note_wake(void *self)
{
    (void)__atomic_fetch_add((int *)self, 1, __ATOMIC_RELAXED);
}

static void journal_thread_acknowledges_in_order(void **state)
{
    struct scene *scene = *state;
    for (int unsynced = 0; unsynced < 2; unsynced++) {
        int wakes = 0;
        uint64_t number, seen = 0, laters = 0;
        struct felt_journal *journal;
        struct felt_journal_config config = {.directory = scene->directory,
                                             .signature = SIGNATURE,
                                             .unsynced = unsynced,
                                             .wake = note_wake,
                                             .waker = &wakes};
        assert_int_equal(felt_journal_open(&config, &journal, NULL), FELT_OK);
        for (uint64_t i = 0; i < 300; i++) {
            if (i % 100 == 99) felt_journal_turn_begin(journal);
            append(journal, i, i + 1);
            enum felt_flush flush = i % 100 == 99 ? felt_journal_turn_end(journal, &number)
                                                  : felt_journal_flush(journal, &number);
            laters += flush == FELT_FLUSH_LATER;
            uint64_t acked = felt_journal_acked(journal);
            assert_true(acked >= seen && acked <= number);
            if (flush == FELT_FLUSH_DONE) assert_int_equal(acked, number);
            seen = acked;
        }
        assert_int_equal(felt_journal_wait(journal, 0), FELT_OK);
        assert_int_equal(felt_journal_acked(journal), number);
        felt_journal_close(journal);
        assert_true(laters >= (unsynced ? 3 : 1) && wakes >= 1);
        verify_holds(scene, 299, 300);
        remove_folder(scene->directory);
    }
}

/* Without sync a flush writes and says so: nothing is left to wake the loop for, and each wake
 * would cost it a turn. */
static void journal_unsynced_flush_wakes_no_one(void **state)
{
    struct scene *scene = *state;
    int wakes = 0, expected = 0;
    uint64_t number;
    struct felt_journal *journal;
    struct felt_journal_config config = {.directory = scene->directory,
                                         .signature = SIGNATURE,
                                         .unsynced = true,
                                         .wake = note_wake,
                                         .waker = &wakes};
    assert_int_equal(felt_journal_open(&config, &journal, NULL), FELT_OK);
    wakes = 0; /* opening made the first segment; the thread has had nothing to do yet */
    felt_journal_turn_begin(journal);
    append(journal, 0, 1);
    assert_int_equal(felt_journal_turn_end(journal, &number), FELT_FLUSH_LATER);
    assert_int_equal(felt_journal_wait(journal, 0), FELT_OK);
    expected++; /* of the snapshot, which is the thread's */
    for (uint64_t i = 1; i < 100; i++) {
        append(journal, i, i + 1);
        /* The thread may be syncing in the background: then the flush is its work. */
        expected += felt_journal_flush(journal, &number) == FELT_FLUSH_LATER;
    }
    assert_int_equal(felt_journal_wait(journal, 0), FELT_OK);
    felt_journal_close(journal);
    assert_true(wakes <= expected);
    assert_true(wakes >= 1);
    verify_holds(scene, 0, 100);
}

/* A disk that is full while *self is set; the journal's thread reads it too. */
static bool write_unless_full(void *self, int file, uint64_t at, const void *bytes, size_t count)
{
    if (__atomic_load_n((int *)self, __ATOMIC_RELAXED)) {
        errno = ENOSPC;
        return false;
    }
    return felt_disk_usual.write(NULL, file, at, bytes, count);
}

/* A flush that fails in the caller's thread is left to the journal's thread, which says when it is
 * done. */
static void journal_unsynced_goes_on_by_its_thread(void **state)
{
    struct scene *scene = *state;
    int wakes = 0, full = 0;
    uint64_t number;
    struct felt_journal *journal;
    struct felt_disk disk = felt_disk_usual;
    disk.self = &full;
    disk.write = write_unless_full;
    struct felt_journal_config config = {.directory = scene->directory,
                                         .signature = SIGNATURE,
                                         .unsynced = true,
                                         .wake = note_wake,
                                         .waker = &wakes,
                                         .disk = &disk};
    assert_int_equal(felt_journal_open(&config, &journal, NULL), FELT_OK);
    wakes = 0; /* opening made the first segment; the thread has had nothing to do yet */
    felt_journal_turn_begin(journal);
    append(journal, 0, 1);
    assert_int_equal(felt_journal_turn_end(journal, &number), FELT_FLUSH_LATER);
    assert_int_equal(felt_journal_wait(journal, 0), FELT_OK);
    __atomic_store_n(&full, 1, __ATOMIC_RELAXED);
    append(journal, 1, 2);
    assert_int_equal(felt_journal_flush(journal, &number), FELT_FLUSH_LATER);
    assert_int_equal(felt_journal_trouble(journal), ENOSPC);
    __atomic_store_n(&full, 0, __ATOMIC_RELAXED);
    assert_int_equal(felt_journal_wait(journal, 10000), FELT_OK);
    assert_int_equal(felt_journal_acked(journal), number);
    felt_journal_close(journal);
    assert_int_equal(wakes, 2);
    verify_holds(scene, 0, 2);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

TEST_MODULE(journal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segment_crc_known_value),
        cmocka_unit_test(segment_crc_is_that_of_bits),
        CASE(journal_new_is_private),
        CASE(journal_records_come_back),
        CASE(journal_without_reader_opens),
        CASE(journal_of_another_build_says_so),
        CASE(journal_cut_anywhere_keeps_whole_records),
        CASE(journal_cut_in_snapshot_is_refused),
        CASE(journal_flipped_bit_is_refused),
        CASE(journal_zeros_at_end_are_cut_off),
        CASE(journal_reader_may_refuse),
        CASE(journal_damaged_snapshot_is_refused),
        CASE(journal_locked_is_refused),
        CASE(journal_bad_directory_is_refused),
        CASE(journal_foreign_file_is_refused),
        CASE(journal_turn_takes_place_of_old),
        CASE(journal_turn_given_up_changes_nothing),
        CASE(journal_turn_killed_at_every_step),
        CASE(journal_numbers_go_on_beyond_six_digits),
        CASE(journal_full_disk_is_reported),
        CASE(journal_killed_process_loses_nothing),
        CASE(journal_power_failure_loses_nothing_acknowledged),
        CASE(journal_goes_on_when_the_disk_does),
        CASE(journal_thread_acknowledges_in_order),
        CASE(journal_unsynced_flush_wakes_no_one),
        CASE(journal_unsynced_goes_on_by_its_thread),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
