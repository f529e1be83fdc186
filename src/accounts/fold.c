/* fold.c -- see user.h: when two names are the same.
 *
 * A handle is folded to what somebody sees who does not look closely, character by character:
 *
 *     accents and what cannot be seen are left out          José, Jose + U+0301  ->  jose
 *     every other becomes what it is taken for              Аda (Cyrillic), ＡＤＡ  ->  ada
 *     blanks and . _ - are left out                         A.d_a                ->  ada
 *     two that are one character are joined                 か + U+3099          ->  が
 *
 * The result has no more characters than a handle may have: what is longer is cut, and handles that
 * differ only behind that count as the same. */
#include "accounts/user.h"

#include "accounts/characters.h"
#include "base/utf8.h"
#include "felt/assert.h"

#include <string.h>

void felt_name_fold(const char *name, char *out)
{
    do {
        *out++ = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
    } while (*name++);
}

struct skeleton {
    uint32_t character[FELT_HANDLE_MAX];
    size_t count;
    bool full;
};

static void append(struct skeleton *skeleton, uint32_t character)
{
    size_t count = skeleton->count;
    uint32_t joined = count ? felt_character_join(skeleton->character[count - 1], character) : 0;
    if (joined)
        skeleton->character[count - 1] = joined;
    else if (count < FELT_HANDLE_MAX)
        skeleton->character[skeleton->count++] = character;
    else
        skeleton->full = true;
}

static bool is_separator(uint32_t character)
{
    return character == ' ' || character == '.' || character == '_' || character == '-';
}

static void read_skeleton(const char *text, size_t bytes, bool separators, struct skeleton *out)
{
    size_t used = 0;
    *out = (struct skeleton){.count = 0};
    for (size_t at = 0; at < bytes && !out->full; at += used) {
        uint32_t character, like[FELT_LIKENESS_MAX];
        if (!felt_utf8_read(text + at, bytes - at, &used, &character)) continue;
        if (felt_character_is_hidden(character) || felt_character_is_accent(character)) continue;
        size_t count = felt_character_likeness(character, like);
        for (size_t i = 0; i < count && !out->full; i++)
            if (separators || !is_separator(like[i])) append(out, like[i]);
    }
}

static size_t write_character(uint32_t character, char *out)
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    size_t bytes = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const uint32_t lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = bytes - 1; i > 0; i--, character >>= 6)
        out[i] = (char)(0x80 | (character & 0x3F));
    out[0] = (char)(lead[bytes] | character);
    return bytes;
}

void felt_handle_fold(const char *handle, char out[FELT_HANDLE_BYTES + 1])
{
    size_t bytes = strlen(handle), used = 0;
    struct skeleton skeleton;
    read_skeleton(handle, bytes, false, &skeleton);
    if (skeleton.count == 0) read_skeleton(handle, bytes, true, &skeleton);
    for (size_t i = 0; i < skeleton.count; i++)
        used += write_character(skeleton.character[i], out + used);
    if (used == 0) { /* no handle that is accepted is so */
        used = bytes < FELT_HANDLE_BYTES ? bytes : FELT_HANDLE_BYTES;
        memmove(out, handle, used);
    }
    felt_assert(used <= FELT_HANDLE_BYTES);
    out[used] = '\0';
}
