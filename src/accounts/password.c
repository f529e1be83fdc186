/* password.c -- see user.h: which passwords are taken.
 *
 * How many guesses a password takes is estimated from left to right, and multiplied:
 *
 *   a common password or word (common.inc), also with 0 for o, @ for a ...     10,000
 *   three characters or more that were there before, in the same order             16
 *   a character that stands beside the one before it, in the alphabet, in the
 *   row of digits or on a keyboard                                                  2
 *   any other character                              those of the kinds in the password
 *
 * 12 characters or more must take more than 10^8: two common words alone do not.  8 to 11 must take
 * 10^12: nine random small letters do, seven random characters of all kinds would.  The estimate is
 * rough on purpose; the table of common passwords and the length do most of the work. */
#include "accounts/user.h"

#include "base/utf8.h"

#include <string.h>

enum { WORD_MIN = 4, COPY_MIN = 3, NAME_MIN = 3 };

static const double word_guesses = 1e4, copy_guesses = 16, step_guesses = 2;
static const double usual_guesses = 1e8, short_guesses = 1e12;

static const uint32_t common[] = {
#include "accounts/common.inc"
};

/* Characters of a password, as they are and folded. */
struct letters {
    uint32_t plain[FELT_PASSWORD_BYTES];
    char folded[FELT_PASSWORD_BYTES]; /* '\x7f' for what is not ASCII                            */
    size_t count;
};

/* A small letter, and the letter that a digit or sign is written for. */
static char fold(char c)
{
    static const char signs[] = "013457@$!", letters[] = "oleastasi";
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    const char *at = c ? strchr(signs, c) : NULL;
    return at ? letters[at - signs] : c;
}

static bool is_common_hash(uint32_t hash)
{
    size_t low = 0, high = sizeof common / sizeof common[0];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (common[middle] == hash) return true;
        if (common[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* How many letters from `at` on are the longest common word there; 0: none. */
static size_t find_word(const struct letters *letters, size_t at)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    size_t longest = 0;
    for (size_t i = at; i < letters->count; i++) {
        hash = (hash ^ (unsigned char)letters->folded[i]) * 16777619U;
        if (i - at + 1 >= WORD_MIN && is_common_hash(hash)) longest = i - at + 1;
    }
    return longest;
}

/* How many characters from `at` on were there before, in the same order. */
static size_t find_copy(const struct letters *letters, size_t at)
{
    size_t longest = 0;
    for (size_t from = 0; from < at; from++) {
        size_t same = 0;
        while (at + same < letters->count &&
               letters->plain[from + same] == letters->plain[at + same])
            same++;
        if (same > longest) longest = same;
    }
    return longest >= COPY_MIN ? longest : 0;
}

static bool is_step(const struct letters *letters, size_t at)
{
    static const char rows[] = "1234567890 qwertyuiop asdfghjkl zxcvbnm";
    if (at == 0) return false;
    uint32_t before = letters->plain[at - 1], now = letters->plain[at];
    if (now == before || now == before + 1 || now + 1 == before) return true;
    if (now <= ' ' || now >= 0x7F || before <= ' ' || before >= 0x7F) return false;
    const char *place = strchr(rows, (char)(now >= 'A' && now <= 'Z' ? now + 32 : now));
    char other = (char)(before >= 'A' && before <= 'Z' ? before + 32 : before);
    return place && ((place > rows && place[-1] == other) || place[1] == other);
}

/* How many characters there are of the kinds that the password has. */
static double count_kinds(const struct letters *letters)
{
    bool digit = false, small = false, capital = false, sign = false, other = false;
    for (size_t i = 0; i < letters->count; i++) {
        uint32_t c = letters->plain[i];
        if (c >= '0' && c <= '9')
            digit = true;
        else if (c >= 'a' && c <= 'z')
            small = true;
        else if (c >= 'A' && c <= 'Z')
            capital = true;
        else if (c < 0x80)
            sign = true;
        else
            other = true;
    }
    return 10 * digit + 26 * small + 26 * capital + 33 * sign + 100 * other;
}

static double count_guesses(const struct letters *letters)
{
    double guesses = 1, kinds = count_kinds(letters);
    for (size_t at = 0; at < letters->count;) {
        size_t copied = find_copy(letters, at), word = find_word(letters, at);
        if (copied >= COPY_MIN && copied >= word) {
            guesses *= copy_guesses;
            at += copied;
        } else if (word) {
            guesses *= word_guesses;
            at += word;
        } else {
            guesses *= is_step(letters, at) ? step_guesses : kinds;
            at++;
        }
    }
    return guesses;
}

/* Is the name in the password, without regard to capitals and signs for letters? */
static bool has_name(const char *text, size_t bytes, const char *name)
{
    size_t length = name ? strlen(name) : 0;
    if (length < NAME_MIN) return false;
    for (size_t at = 0; at + length <= bytes; at++) {
        size_t i = 0;
        while (i < length && fold(text[at + i]) == fold(name[i])) i++;
        if (i == length) return true;
    }
    return false;
}

/* No complaint quotes the password: it may be printed, or logged. */
static enum felt_status read_letters(const char *text, size_t bytes, struct letters *out,
                                     struct felt_complaint *complaint)
{
    size_t used = 0;
    out->count = 0;
    if (bytes > FELT_PASSWORD_BYTES)
        return felt_complain(
            complaint, FELT_BAD_NAME, FELT_PASSWORD_BYTES, bytes - FELT_PASSWORD_BYTES,
            "a password has at most %d bytes: take a shorter one", FELT_PASSWORD_BYTES);
    for (size_t at = 0; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character))
            return felt_complain(complaint, FELT_BAD_NAME, at, used, "a password must be UTF-8");
        if (character < 0x20 || (character >= 0x7F && character < 0xA0))
            return felt_complain(complaint, FELT_BAD_NAME, at, used,
                                 "a password has no control characters: remove them");
        out->plain[out->count] = character;
        out->folded[out->count++] = character < 0x80 ? fold((char)character) : '\x7f';
    }
    return FELT_OK;
}

static enum felt_status refuse_weak(const struct letters *letters, size_t bytes,
                                    struct felt_complaint *complaint)
{
    double guesses = count_guesses(letters);
    if (find_word(letters, 0) == letters->count || guesses <= usual_guesses)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "this password is among the first that are tried: choose another one");
    if (letters->count < FELT_PASSWORD_USUAL && guesses < short_guesses)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "this password is easy to guess: take one of %d characters or more",
                             FELT_PASSWORD_USUAL);
    return FELT_OK;
}

enum felt_status felt_password_verify(const char *text, size_t bytes, const char *username,
                                      const char *handle, struct felt_complaint *complaint)
{
    struct letters letters;
    enum felt_status status = read_letters(text, bytes, &letters, complaint);
    if (status != FELT_OK) return status;
    if (letters.count < FELT_PASSWORD_MIN)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "a password has at least %d characters: take a longer one",
                             FELT_PASSWORD_USUAL);
    if (has_name(text, bytes, username) || has_name(text, bytes, handle))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "a password does not have your name in it: choose another one");
    if (has_name(text, bytes, "feltworks"))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "a password does not have our name in it: choose another one");
    return refuse_weak(&letters, bytes, complaint);
}
