/* words.c -- the words of wants and news, as they stand in frames. */
#include "felt/assert.h"
#include "felt/buffer.h"
#include "server/room/server_message.h"

#include <string.h>

/* The number of a word in a list, -1: it is not there. */
static int find(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++) {
        felt_assert(words[i]); /* each has one */
        if (strcmp(words[i], word) == 0) return i;
    }
    return -1;
}

/* ---- wants ---- */

static const char *const want_words[FELT_ROOM_CLIENT_KINDS] = {
    [FELT_ROOM_CLIENT_HELLO] = "hello",
    [FELT_ROOM_CLIENT_PING] = "ping",
    [FELT_ROOM_CLIENT_LOBBY] = "lobby",
    [FELT_ROOM_CLIENT_QUICK] = "quick",
    [FELT_ROOM_CLIENT_WATCH] = "watch",
    [FELT_ROOM_CLIENT_UNWATCH] = "unwatch",
    [FELT_ROOM_CLIENT_SIT] = "sit",
    [FELT_ROOM_CLIENT_STAND] = "stand",
    [FELT_ROOM_CLIENT_SIT_OUT] = "sit_out",
    [FELT_ROOM_CLIENT_SETTINGS] = "settings",
    [FELT_ROOM_CLIENT_TOP_UP] = "top_up",
    [FELT_ROOM_CLIENT_ACTION] = "action",
    [FELT_ROOM_CLIENT_PRESELECT] = "preselect",
    [FELT_ROOM_CLIENT_CHAT] = "chat",
    [FELT_ROOM_CLIENT_BLOCK] = "block",
    [FELT_ROOM_CLIENT_MUTE] = "mute",
    [FELT_ROOM_CLIENT_HANDS] = "hands",
    [FELT_ROOM_CLIENT_HAND] = "hand",
    [FELT_ROOM_CLIENT_CREATE] = "create",
    [FELT_ROOM_CLIENT_CHANGE] = "change",
    [FELT_ROOM_CLIENT_HOST] = "host",
    [FELT_ROOM_CLIENT_EVENTS] = "events",
    [FELT_ROOM_CLIENT_EVENT] = "event",
    [FELT_ROOM_CLIENT_REGISTER] = "register",
    [FELT_ROOM_CLIENT_UNREGISTER] = "unregister",
};

const char *felt_room_client_word(enum felt_room_client_kind kind)
{
    felt_assert((unsigned)kind < FELT_ROOM_CLIENT_KINDS);
    return want_words[kind];
}

int felt_room_client_find(const char *word)
{
    return find(want_words, FELT_ROOM_CLIENT_KINDS, word);
}

/* ---- what is done for somebody who is away ---- */

static const char *const auto_words[FELT_ROOM_AUTO_ACTIONS] = {
    [FELT_ROOM_AUTO_CHECK_FOLD] = "check_fold",
    [FELT_ROOM_AUTO_FOLD] = "fold",
    [FELT_ROOM_AUTO_CALL] = "call_",
    [FELT_ROOM_AUTO_CALL_HAND] = "call_hand_",
};

static bool has_limit(enum felt_room_auto_action kind)
{
    return kind == FELT_ROOM_AUTO_CALL || kind == FELT_ROOM_AUTO_CALL_HAND;
}

/* 1 .. FELT_CHIPS_MAX, digits only, the first of them not 0. */
static bool read_limit(const char *text, size_t bytes, felt_chips *limit)
{
    felt_chips number = 0;
    if (bytes == 0 || text[0] == '0') return false;
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        if (number > FELT_CHIPS_MAX / 10) return false;
        number = 10 * number + (text[i] - '0');
    }
    *limit = number;
    return number <= FELT_CHIPS_MAX;
}

bool felt_room_auto_action_read(const char *text, size_t bytes, uint8_t *kind, felt_chips *limit)
{
    for (int at = 0; at < FELT_ROOM_AUTO_ACTIONS; at++) {
        size_t length = strlen(auto_words[at]);
        felt_chips number = 0;
        if (bytes < length || memcmp(text, auto_words[at], length) != 0) continue;
        if (has_limit((enum felt_room_auto_action)at)
                ? !read_limit(text + length, bytes - length, &number)
                : bytes > length)
            continue;
        *kind = (uint8_t)at;
        *limit = number;
        return true;
    }
    return false;
}

const char *felt_room_auto_action_write(enum felt_room_auto_action kind, felt_chips limit,
                                        char out[FELT_ROOM_AUTO_ACTION_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_ROOM_AUTO_ACTION_BYTES);
    felt_assert((unsigned)kind < FELT_ROOM_AUTO_ACTIONS);
    felt_buffer_text(&text, auto_words[kind]);
    if (has_limit(kind)) felt_buffer_int(&text, limit);
    (void)felt_buffer_terminate(&text);
    felt_assert(!text.overflow);
    return out;
}

/* ---- what is done ahead of a turn ---- */

static const char *const preselect_words[FELT_PRESELECTS] = {
    [FELT_PRESELECT_NONE] = "none", [FELT_PRESELECT_CHECK] = "check",
    [FELT_PRESELECT_FOLD] = "fold", [FELT_PRESELECT_CHECK_FOLD] = "check_fold",
    [FELT_PRESELECT_CALL] = "call",
};

const char *felt_preselect_word(enum felt_preselect what)
{
    felt_assert((unsigned)what < FELT_PRESELECTS);
    return preselect_words[what];
}

int felt_preselect_find(const char *word)
{
    return find(preselect_words, FELT_PRESELECTS, word);
}

static const char *const twice_words[FELT_TWICES] = {
    [FELT_TWICE_ASK] = "ask",
    [FELT_TWICE_NEVER] = "never",
    [FELT_TWICE_ALWAYS] = "always",
};

const char *felt_twice_word(enum felt_twice twice)
{
    felt_assert((unsigned)twice < FELT_TWICES);
    return twice_words[twice];
}

int felt_twice_find(const char *word)
{
    return find(twice_words, FELT_TWICES, word);
}

/* ---- tables of a host ---- */

static const char *const ante_words[FELT_ANTES] = {"none", "each", "big"};

const char *felt_ante_word(enum felt_ante ante)
{
    felt_assert((unsigned)ante < FELT_ANTES);
    return ante_words[ante];
}

int felt_ante_find(const char *word)
{
    return find(ante_words, FELT_ANTES, word);
}

static const char *const straddle_words[FELT_STRADDLES] = {"none", "optional", "always"};

const char *felt_straddle_word(enum felt_straddle straddle)
{
    felt_assert((unsigned)straddle < FELT_STRADDLES);
    return straddle_words[straddle];
}

int felt_straddle_find(const char *word)
{
    return find(straddle_words, FELT_STRADDLES, word);
}

static const char *const host_words[FELT_ROOM_HOST_DOS] = {
    [FELT_ROOM_HOST_PAUSE] = "pause",         [FELT_ROOM_HOST_RESUME] = "resume",
    [FELT_ROOM_HOST_KICK] = "kick",           [FELT_ROOM_HOST_ALLOW] = "allow",
    [FELT_ROOM_HOST_BOMB] = "bomb",           [FELT_ROOM_HOST_KEY] = "new_key",
    [FELT_ROOM_HOST_HAND_OVER] = "hand_over", [FELT_ROOM_HOST_CLOSE] = "close",
};

const char *felt_room_host_word(enum felt_room_host_do what)
{
    felt_assert((unsigned)what < FELT_ROOM_HOST_DOS);
    return host_words[what];
}

int felt_room_host_find(const char *word)
{
    return find(host_words, FELT_ROOM_HOST_DOS, word);
}

/* ---- news ---- */

const char *felt_no_word(enum felt_no no)
{
    static const char *const words[FELT_NOS] = {
        [FELT_NO_NOT] = "",
        [FELT_NO_BAD_SCHEMA] = "BAD_SCHEMA",
        [FELT_NO_UNKNOWN_TYPE] = "UNKNOWN_TYPE",
        [FELT_NO_BAD_HELLO] = "BAD_HELLO",
        [FELT_NO_SIGN_IN] = "NOT_SIGNED_IN",
        [FELT_NO_TABLE] = "NO_TABLE",
        [FELT_NO_SEAT] = "SEAT_TAKEN",
        [FELT_NO_FULL] = "TABLE_FULL",
        [FELT_NO_SEATED] = "ALREADY_SEATED",
        [FELT_NO_NOT_SEATED] = "NOT_SEATED",
        [FELT_NO_AMOUNT] = "BAD_AMOUNT",
        [FELT_NO_CHIPS] = "INSUFFICIENT_CHIPS",
        [FELT_NO_BANK] = "BANK_REFUSED",
        [FELT_NO_BUSY] = "BUSY",
        [FELT_NO_BOTS] = "NO_BOTS",
        [FELT_NO_RATHOLE] = "RATHOLE",
        [FELT_NO_INVALID_ACTION] = "INVALID_ACTION",
        [FELT_NO_OUT_OF_TURN] = "OUT_OF_TURN",
        [FELT_NO_TOO_LATE] = "ACTION_TOO_LATE",
        [FELT_NO_HAND] = "NO_HAND",
        [FELT_NO_USER] = "NO_USER",
        [FELT_NO_TOO_MANY] = "TOO_MANY",
        [FELT_NO_MUTED] = "MUTED",
        [FELT_NO_CLOSED] = "CLOSED",
        [FELT_NO_FORBIDDEN] = "FORBIDDEN",
    };
    felt_assert((unsigned)no < FELT_NOS);
    felt_assert(words[no] != NULL);
    return words[no];
}

const char *felt_room_seat_word(enum felt_room_seat_state state)
{
    static const char *const words[FELT_ROOM_SEAT_STATES] = {
        [FELT_ROOM_SEAT_FREE] = "free",       [FELT_ROOM_SEAT_BUYING] = "buying",
        [FELT_ROOM_SEAT_WAITING] = "waiting", [FELT_ROOM_SEAT_PLAYING] = "playing",
        [FELT_ROOM_SEAT_OUT] = "out",         [FELT_ROOM_SEAT_BROKE] = "broke",
        [FELT_ROOM_SEAT_LEAVING] = "leaving",
    };
    felt_assert((unsigned)state < FELT_ROOM_SEAT_STATES);
    return words[state];
}
