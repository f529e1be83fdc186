/* user.c -- see user.h. */
#include "accounts/user.h"

#include "accounts/characters.h"
#include "base/utf8.h"
#include "felt/assert.h"

#include <string.h>

static const char *const kind_words[FELT_USER_KINDS] = {"guest", "human", "house", "admin"};

const char *felt_user_kind_word(enum felt_user_kind kind)
{
    felt_assert((unsigned)kind < FELT_USER_KINDS);
    return kind_words[kind];
}

int felt_user_kind_find(const char *word)
{
    for (int kind = 0; kind < FELT_USER_KINDS; kind++)
        if (strcmp(word, kind_words[kind]) == 0) return kind;
    return -1;
}

bool felt_user_is_disabled(const struct felt_user *user, int64_t now_ms)
{
    if (!user->disabled_at) return false;
    return user->disabled_until == 0 || now_ms < user->disabled_until;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Are text[0 .. bytes) and `word`, which is in small letters, the same without regard to
 * capitals? */
static bool is_word(const char *text, size_t bytes, const char *word)
{
    size_t i = 0;
    while (i < bytes && word[i] && fold(text[i]) == fold(word[i])) i++;
    return i == bytes && !word[i];
}

/* ---- names of the house --------------------------------------------------------------------- */

bool felt_name_is_house(const char *name)
{
    static const char prefix[] = "HousePlayer";
    size_t front = sizeof prefix - 1, bytes = strlen(name);
    if (bytes <= front || bytes > FELT_USERNAME_MAX) return false;
    if (memcmp(name, prefix, front) != 0) return false;
    for (size_t i = front; i < bytes; i++)
        if (!is_digit(name[i])) return false;
    return true;
}

/* As many signs of a name as are looked at: no name that is accepted has more. */
enum { GLANCE_MAX = FELT_LIKENESS_MAX * FELT_HANDLE_MAX };

/* One sign as somebody sees it who does not look closely: a small letter or digit; 0: it is passed
 * over, a separator; '?': anything else. */
static char glance(uint32_t like)
{
    if (like == '!') return 'l';
    if (like < 0x80) return is_digit((char)like) || is_letter((char)like) ? (char)like : 0;
    return like >= 0x2010 && like <= 0x205E ? 0 : '?';
}

static void glance_at(const char *name, size_t bytes, char out[GLANCE_MAX + 1])
{
    size_t used = 0, seen = 0;
    for (size_t at = 0; at < bytes; at += used) {
        uint32_t character, like[FELT_LIKENESS_MAX];
        if (!felt_utf8_read(name + at, bytes - at, &used, &character)) continue;
        if (felt_character_is_hidden(character) || felt_character_is_mark(character)) continue;
        size_t count = felt_character_likeness(character, like);
        for (size_t i = 0; i < count && seen < GLANCE_MAX; i++) {
            out[seen] = glance(like[i]);
            if (out[seen]) seen++;
        }
    }
    out[seen] = '\0';
}

/* Letters and digits that may be written for each other: the first of each group. */
static char shape(char sign)
{
    static const char *const groups[] = {"o0", "l1i", "s5", "e3", "a4", "uv"};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (sign && strchr(groups[i], sign)) return groups[i][0];
    return sign;
}

/* How many signs of `seen` are those of the word, if it begins with it; 0: it does not. */
static size_t match(const char *seen, const char *word)
{
    size_t i = 0;
    while (word[i] && shape(seen[i]) == shape(word[i])) i++;
    return word[i] ? 0 : i;
}

static bool is_reserved(const char *name, size_t bytes)
{
    char seen[GLANCE_MAX + 1];
    glance_at(name, bytes, seen);
    for (size_t at = 0; seen[at]; at++)
        if (match(seen + at, "houseplayer")) return true;
    return false;
}

static bool is_office(const char *name, size_t bytes)
{
    static const char *const offices[] = {"admin",     "administrator", "operator", "system",
                                          "moderator", "support",       "dealer",   "felt",
                                          "feltworks", "server"};
    char seen[GLANCE_MAX + 1];
    glance_at(name, bytes, seen);
    for (size_t i = 0; i < sizeof offices / sizeof offices[0]; i++) {
        size_t length = match(seen, offices[i]);
        if (length && !seen[length]) return true;
    }
    return false;
}

/* Names that the server gives, by what is in front of their number.  All that fold to one of them
 * are such: digits, and the letters that two of them are folded to. */
static bool is_given(const char *name, size_t bytes)
{
    static const char *const fronts[] = {"player", "guest", "deleted"};
    char seen[GLANCE_MAX + 1];
    glance_at(name, bytes, seen);
    for (size_t i = 0; i < sizeof fronts / sizeof fronts[0]; i++) {
        size_t front = match(seen, fronts[i]);
        if (front && seen[front] && seen[front + strspn(seen + front, "0123456789ol")] == '\0')
            return true;
    }
    return false;
}

bool felt_name_is_reserved(const char *name)
{
    return is_reserved(name, strlen(name));
}

bool felt_name_is_official(const char *name)
{
    return is_office(name, strlen(name));
}

static enum felt_status refuse_reserved(enum felt_user_kind kind, const char *text, size_t bytes,
                                        struct felt_complaint *complaint)
{
    if (is_reserved(text, bytes))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "names like HousePlayer1 belong to the house: choose another one");
    if (kind != FELT_USER_ADMIN && is_office(text, bytes))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "this name belongs to those who run the server: choose another one");
    return FELT_OK;
}

/* ---- usernames and handles ------------------------------------------------------------------ */

/* A guest has one of these until he signs up. */
static bool is_guest_name(const char *text, size_t bytes)
{
    enum { FRONT = sizeof "guest-" - 1 };
    if (bytes <= FRONT || !is_word(text, FRONT, "guest-")) return false;
    for (size_t i = FRONT; i < bytes; i++)
        if (!is_digit(text[i])) return false;
    return true;
}

enum felt_status felt_username_verify(enum felt_user_kind kind, const char *text, size_t bytes,
                                      struct felt_complaint *complaint)
{
    if (bytes < FELT_USERNAME_MIN || bytes > FELT_USERNAME_MAX)
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "a username has %d to %d characters", FELT_USERNAME_MIN,
                             FELT_USERNAME_MAX);
    for (size_t i = 0; i < bytes; i++)
        if (!is_letter(text[i]) && !is_digit(text[i]) && (!text[i] || !strchr("._-", text[i])))
            return felt_complain(complaint, FELT_BAD_NAME, i, 1,
                                 "a username has only letters a to z, digits and . _ -");
    if (!is_letter(text[0]))
        return felt_complain(complaint, FELT_BAD_NAME, 0, 1, "a username begins with a letter");
    if (is_guest_name(text, bytes))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "names like guest-1 belong to guests: choose another one");
    return refuse_reserved(kind, text, bytes, complaint);
}

/* One character of a handle, after `before` (0: at the beginning). */
static enum felt_status verify_visible(const char *text, size_t at, size_t used, uint32_t character,
                                       uint32_t before, struct felt_complaint *complaint)
{
    if (character == ' ' && (before == 0 || before == ' '))
        return felt_complain(complaint, FELT_BAD_NAME, at, used,
                             "a handle has single blanks, and only between other characters");
    if (felt_character_is_hidden(character))
        return felt_complain(complaint, FELT_BAD_NAME, at, used,
                             "a handle has only characters that can be seen: remove \"%.*s\"",
                             (int)used, text + at);
    if (felt_character_is_mark(character) && (before == 0 || before == ' '))
        return felt_complain(complaint, FELT_BAD_NAME, at, used,
                             "an accent needs a letter before it");
    return FELT_OK;
}

/* Three signs drawn on one letter are more than any script needs, and a dozen reach into the lines
 * above and below. */
enum { MARKS_MAX = 3 };

static enum felt_status verify_characters(const char *text, size_t bytes,
                                          struct felt_complaint *complaint)
{
    size_t used = 0, count = 0, marks = 0;
    uint32_t before = 0;
    for (size_t at = 0; at < bytes; at += used, count++) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character))
            return felt_complain(complaint, FELT_BAD_NAME, at, used, "a handle must be UTF-8");
        if (count == FELT_HANDLE_MAX)
            return felt_complain(complaint, FELT_BAD_NAME, at, bytes - at,
                                 "a handle has at most %d characters", FELT_HANDLE_MAX);
        enum felt_status status = verify_visible(text, at, used, character, before, complaint);
        if (status != FELT_OK) return status;
        marks = felt_character_is_mark(character) ? marks + 1 : 0;
        if (marks > MARKS_MAX)
            return felt_complain(complaint, FELT_BAD_NAME, at, used,
                                 "a letter has at most %d accents", MARKS_MAX);
        before = character;
    }
    if (before == ' ')
        return felt_complain(complaint, FELT_BAD_NAME, bytes - 1, 1,
                             "a handle has single blanks, and only between other characters");
    return FELT_OK;
}

enum felt_status felt_handle_verify(enum felt_user_kind kind, const char *text, size_t bytes,
                                    struct felt_complaint *complaint)
{
    if (bytes == 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "a handle has at least one character");
    enum felt_status status = verify_characters(text, bytes, complaint);
    if (status != FELT_OK) return status;
    felt_assert(bytes <= FELT_HANDLE_BYTES);
    if (is_given(text, bytes))
        return felt_complain(
            complaint, FELT_BAD_NAME, 0, bytes,
            "handles like Player1 or guest-1 are given by the server: choose another one");
    return refuse_reserved(kind, text, bytes, complaint);
}

/* ---- email ---------------------------------------------------------------------------------- */

/* Letters, digits and what else may stand before the @ without quotes; dots only between them. */
static bool is_mailbox(const char *text, size_t bytes)
{
    enum { MAILBOX_MAX = 64 };
    if (bytes < 1 || bytes > MAILBOX_MAX) return false;
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        if (c == '.') {
            if (i == 0 || i + 1 == bytes || text[i - 1] == '.') return false;
        } else if (!is_letter(c) && !is_digit(c) && (!c || !strchr("!#$%&'*+/=?^_`{|}~-", c))) {
            return false;
        }
    }
    return true;
}

/* Two names or more with dots between them, each of letters, digits and inner hyphens; the last has
 * a letter. */
static bool is_domain(const char *text, size_t bytes)
{
    enum { LABEL_MAX = 63 };
    size_t labels = 0, length = 0;
    bool letters = false;
    for (size_t i = 0; i <= bytes; i++) {
        char c = i < bytes ? text[i] : '.';
        if (c == '.') {
            if (length < 1 || length > LABEL_MAX || text[i - 1] == '-') return false;
            if (i == bytes && !letters) return false;
            labels++;
            length = 0;
            letters = false;
            continue;
        }
        if (!is_letter(c) && !is_digit(c) && !(c == '-' && length > 0)) return false;
        letters = letters || is_letter(c);
        length++;
    }
    return labels >= 2;
}

enum felt_status felt_email_verify(const char *text, size_t bytes, struct felt_complaint *complaint)
{
    if (bytes > FELT_EMAIL_BYTES)
        return felt_complain(complaint, FELT_BAD_NAME, FELT_EMAIL_BYTES, bytes - FELT_EMAIL_BYTES,
                             "an email address has at most %d characters", FELT_EMAIL_BYTES);
    const char *at = bytes > 0 ? memchr(text, '@', bytes) : NULL;
    size_t front = at ? (size_t)(at - text) : 0;
    if (!at || !is_mailbox(text, front) || !is_domain(at + 1, bytes - front - 1))
        return felt_complain(complaint, FELT_BAD_NAME, 0, bytes,
                             "an email address is written like ada@example.org");
    return FELT_OK;
}

/* ---- birthdays ------------------------------------------------------------------------------ */

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 1970-01-01, which may be before it. */
static int64_t days_since_1970(int year, int month, int day)
{
    int64_t before =
        (int64_t)(year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    for (int m = 1; m < month; m++) before += days_in(year, m);
    return before + day - 1 - 719162; /* days from 0001-01-01 to 1970-01-01 */
}

/* -1: not that many digits. */
static int read_digits(const char *text, size_t count)
{
    int value = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_digit(text[i])) return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

enum felt_status felt_birthday_verify(const char *text, size_t bytes, int64_t now_ms,
                                      struct felt_complaint *complaint)
{
    enum { YEAR_MIN = 1900, MS_PER_DAY = 24 * 60 * 60 * 1000 };
    felt_assert(now_ms >= 0);
    int year = -1, month = -1, day = -1;
    if (bytes == FELT_BIRTHDAY_BYTES && text[4] == '-' && text[7] == '-') {
        year = read_digits(text, 4);
        month = read_digits(text + 5, 2);
        day = read_digits(text + 8, 2);
    }
    if (year < 0 || month < 0 || day < 0)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, bytes,
                             "a birthday is written like 1980-02-29");
    if (month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, bytes, "there is no such day");
    if (year < YEAR_MIN || days_since_1970(year, month, day) > now_ms / MS_PER_DAY)
        return felt_complain(complaint, FELT_BAD_NUMBER, 0, bytes,
                             "a birthday lies between %d and today", YEAR_MIN);
    return FELT_OK;
}
