/* segment.c -- the format of a segment, and where it ends.
 *
 * All numbers are little-endian.  A segment is a header of 32 bytes,
 *
 *      0   "FELTJRNL"
 *      8   version, 32 bits: 2
 *     12   CRC-32C of bytes 0 .. 11 and 16 .. 31
 *     16   signature of the build that wrote it, 64 bits
 *     24   offset of the end of the snapshot, 64 bits
 *
 * and then records, without gaps:
 *
 *      0   length of the bytes, 32 bits: 1 .. 32768
 *      4   CRC-32C of the length (its four bytes) and the bytes
 *      8   the bytes
 *
 * The record "A" is 01 00 00 00, its checksum, 41.  There are no empty records: zeros, which some
 * file systems leave at the end of a file after the power failed, are never a record.
 *
 * Records that are written at once follow a mark, which looks like a record of a length that none
 * has:
 *
 *      0   80000008 (hexadecimal), 32 bits
 *      4   CRC-32C of those four bytes and the next eight
 *      8   how many bytes of the segment were synced when it was written, 64 bits
 *
 * Where does a segment end?  The process may be killed in the middle of a write, or the power may
 * fail before what was written is synced: then any part of it is missing, and a whole record may
 * stand behind a hole.  That is normal; it was told to nobody, and is cut off.  A flipped bit in
 * what was synced is not normal: to cut off there would lose what was promised to last.  So where a
 * record does not hold we look for a mark behind it which says that this place was synced.  If
 * there is one, the segment is damaged and the operator has to look at it.  In what was written
 * last a flipped bit cannot be told from a write that was torn.
 *
 * Segments of version 1 have no marks and were not synced.  There a whole record behind something
 * that is none means damage; a rest that is longer than the longest record, too.
 *
 * The snapshot at the beginning was synced to the disk before the segment got its name.  It cannot
 * be torn; if it does not hold it is damaged. */
#include "store/journal/segment.h"

#include "felt/assert.h"

#include <string.h>

enum {
    AT_VERSION = 8,
    AT_CRC = 12,
    AT_SIGNATURE = 16,
    AT_SNAPSHOT = 24,
    WITHOUT_MARKS = 1,
    LONGEST = FELT_SEGMENT_PREFIX_BYTES + FELT_SEGMENT_RECORD_MAX
};

static const uint32_t mark_length = 0x80000008;
static const uint8_t magic[8] = {'F', 'E', 'L', 'T', 'J', 'R', 'N', 'L'};

/* ---- numbers --------------------------------------------------------------------------------- */

static void put(uint8_t *out, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(number >> (8 * i));
}

static uint64_t get(const uint8_t *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)from[i] << (8 * i);
    return number;
}

/* Half a byte at a time: the table is small enough to be looked at.  `crc` is inverted. */
static uint32_t add_halves(uint32_t crc, const uint8_t *at, size_t count)
{
    static const uint32_t table[16] = {
        0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
        0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
        0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
    };
    for (size_t i = 0; i < count; i++) {
        crc ^= at[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return crc;
}

/* The tables of a large room stand still while their snapshot is summed up, and by halves that
 * takes most of the time; processors with SSE4.2 have an instruction for eight bytes. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("sse4.2"))) static uint32_t add_words(uint32_t crc, const uint8_t *at,
                                                            size_t count)
{
    uint64_t wide = crc, word;
    for (; count >= sizeof word; count -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        wide = __builtin_ia32_crc32di(wide, word);
    }
    return add_halves((uint32_t)wide, at, count);
}

static bool has_words(void)
{
    return __builtin_cpu_supports("sse4.2");
}
#else
static uint32_t add_words(uint32_t crc, const uint8_t *at, size_t count)
{
    return add_halves(crc, at, count);
}

static bool has_words(void)
{
    return false;
}
#endif

uint32_t felt_segment_crc(uint32_t crc, const void *bytes, size_t count)
{
    return ~(has_words() ? add_words(~crc, bytes, count) : add_halves(~crc, bytes, count));
}

/* ---- the header ------------------------------------------------------------------------------ */

static uint32_t header_crc(const uint8_t *bytes)
{
    uint32_t crc = felt_segment_crc(0, bytes, AT_CRC);
    return felt_segment_crc(crc, bytes + AT_SIGNATURE, FELT_SEGMENT_HEADER_BYTES - AT_SIGNATURE);
}

void felt_segment_write_header(const struct felt_segment_header *header,
                               uint8_t out[FELT_SEGMENT_HEADER_BYTES])
{
    felt_assert(header->snapshot_end >= FELT_SEGMENT_HEADER_BYTES);
    memcpy(out, magic, sizeof magic);
    put(out + AT_VERSION, FELT_SEGMENT_VERSION, 4);
    put(out + AT_SIGNATURE, header->signature, 8);
    put(out + AT_SNAPSHOT, header->snapshot_end, 8);
    put(out + AT_CRC, header_crc(out), 4);
}

/* FELT_UNSUPPORTED: not ours, or another version.  FELT_BAD_FORMAT: damaged. */
static enum felt_status read_header(const uint8_t *bytes, size_t count,
                                    struct felt_segment_header *out,
                                    struct felt_complaint *complaint)
{
    if (count < FELT_SEGMENT_HEADER_BYTES)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, count,
                             "it ends inside its header; restore it from a copy, or move it away");
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, sizeof magic,
                             "it is no journal; name another directory");
    uint64_t version = get(bytes + AT_VERSION, 4);
    if (version != FELT_SEGMENT_VERSION && version != WITHOUT_MARKS)
        return felt_complain(complaint, FELT_UNSUPPORTED, AT_VERSION, 4,
                             "its format has version %llu, this program knows %d; use the program "
                             "that wrote it",
                             (unsigned long long)version, FELT_SEGMENT_VERSION);
    if (get(bytes + AT_CRC, 4) != header_crc(bytes))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, FELT_SEGMENT_HEADER_BYTES,
                             "its header is damaged; restore it from a copy, or move it away");
    out->has_marks = version != WITHOUT_MARKS;
    out->signature = get(bytes + AT_SIGNATURE, 8);
    out->snapshot_end = get(bytes + AT_SNAPSHOT, 8);
    if (out->snapshot_end < FELT_SEGMENT_HEADER_BYTES || out->snapshot_end > count)
        return felt_complain(complaint, FELT_BAD_FORMAT, AT_SNAPSHOT, 8,
                             "its snapshot is cut short; restore it from a copy, or move it away");
    return FELT_OK;
}

/* ---- records --------------------------------------------------------------------------------- */

static uint32_t record_crc(const uint8_t length[4], const void *bytes, size_t count)
{
    return felt_segment_crc(felt_segment_crc(0, length, 4), bytes, count);
}

void felt_segment_write_prefix(const void *bytes, size_t count,
                               uint8_t out[FELT_SEGMENT_PREFIX_BYTES])
{
    felt_assert(count > 0);
    felt_assert(count <= FELT_SEGMENT_RECORD_MAX);
    put(out, count, 4);
    put(out + 4, record_crc(out, bytes, count), 4);
}

/* The length of the record that stands here whole, or 0. */
static size_t record_at(const uint8_t *bytes, size_t count)
{
    if (count <= FELT_SEGMENT_PREFIX_BYTES) return 0;
    uint64_t length = get(bytes, 4);
    if (length == 0 || length > FELT_SEGMENT_RECORD_MAX) return 0;
    if (length > count - FELT_SEGMENT_PREFIX_BYTES) return 0;
    uint32_t crc = record_crc(bytes, bytes + FELT_SEGMENT_PREFIX_BYTES, (size_t)length);
    return get(bytes + 4, 4) == crc ? (size_t)length : 0;
}

void felt_segment_write_mark(uint64_t synced, uint8_t out[FELT_SEGMENT_MARK_BYTES])
{
    put(out, mark_length, 4);
    put(out + FELT_SEGMENT_PREFIX_BYTES, synced, 8);
    put(out + 4, record_crc(out, out + FELT_SEGMENT_PREFIX_BYTES, 8), 4);
}

/* Whether a mark stands here whole, and what it says. */
static bool mark_at(const uint8_t *bytes, size_t count, uint64_t *synced)
{
    if (count < FELT_SEGMENT_MARK_BYTES || get(bytes, 4) != mark_length) return false;
    if (get(bytes + 4, 4) != record_crc(bytes, bytes + FELT_SEGMENT_PREFIX_BYTES, 8)) return false;
    *synced = get(bytes + FELT_SEGMENT_PREFIX_BYTES, 8);
    return true;
}

static bool is_zero(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bytes[i]) return false;
    return true;
}

/* Nothing holds at byte `at`, and no later mark says that it was synced. */
static bool was_unsynced(const uint8_t *bytes, size_t count, size_t at)
{
    uint64_t synced;
    for (size_t i = at; i < count; i++)
        if (mark_at(bytes + i, count - i, &synced) && synced > at) return false;
    return true;
}

/* The same without marks: nothing holds at the beginning of these bytes. */
static bool was_killed(const uint8_t *bytes, size_t count)
{
    if (is_zero(bytes, count)) return true;
    if (count > LONGEST) return false;
    for (size_t at = 1; at < count; at++)
        if (record_at(bytes + at, count - at)) return false;
    return true;
}

static bool is_torn(const struct felt_segment_header *header, const uint8_t *bytes, size_t count,
                    size_t at)
{
    if (header->has_marks) return was_unsynced(bytes, count, at);
    return was_killed(bytes + at, count - at);
}

/* Passes over a mark; false: there is none that makes sense. */
static bool pass_mark(const struct felt_segment_header *header, const uint8_t *bytes, size_t count,
                      size_t *at)
{
    uint64_t synced;
    if (!header->has_marks || !mark_at(bytes + *at, count - *at, &synced) || synced > *at)
        return false;
    *at += FELT_SEGMENT_MARK_BYTES;
    return true;
}

enum felt_status felt_segment_scan(const uint8_t *bytes, size_t count, felt_segment_record record,
                                   void *self, struct felt_segment_header *header, size_t *good,
                                   struct felt_complaint *complaint)
{
    enum felt_status status = read_header(bytes, count, header, complaint);
    if (status != FELT_OK) return status;
    size_t at = FELT_SEGMENT_HEADER_BYTES;
    bool at_snapshot_end = at == header->snapshot_end;
    while (at < count) {
        if (at_snapshot_end && pass_mark(header, bytes, count, &at)) continue;
        size_t length = record_at(bytes + at, count - at);
        if (length == 0) break;
        if (record &&
            !record(self, header->signature, bytes + at + FELT_SEGMENT_PREFIX_BYTES, length))
            return felt_complain(complaint, FELT_BAD_FORMAT, at, length,
                                 "the record at byte %zu makes no sense; use the program that "
                                 "wrote it, or move it away",
                                 at);
        at += FELT_SEGMENT_PREFIX_BYTES + length;
        at_snapshot_end |= at == header->snapshot_end;
    }
    *good = at;
    if (!at_snapshot_end || !is_torn(header, bytes, count, at))
        return felt_complain(complaint, FELT_BAD_FORMAT, at, count - at,
                             "it is damaged at byte %zu; restore it from a copy, or move it away",
                             at);
    return FELT_OK;
}
