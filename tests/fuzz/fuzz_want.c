/* fuzz_want.c -- any bytes as a frame of a line in the room.
 *
 * The short way for plain actions takes what the long way takes, with the same result; what is
 * refused comes with one line of advice; what is taken keeps to the bounds of server/room/want.h.
 */
#include "base/utf8.h"
#include "felt/assert.h"
#include "server/protocol/read_want.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends where it must, and is UTF-8 that moves no cursor. */
static void verify_text(const char *text, size_t max, bool needed)
{
    size_t bytes = strnlen(text, max + 1);
    felt_assert(bytes <= max);
    felt_assert(bytes > 0 || !needed);
    for (size_t at = 0, used; at < bytes; at += used) {
        uint32_t character = 0;
        bool good = felt_utf8_read(text + at, bytes - at, &used, &character);
        felt_assert(good);
        felt_assert(character >= ' ' && character != 0x7f);
        felt_assert(character < 0x202a || character > 0x202e);
    }
}

static void verify_action(const struct felt_ask_action *action)
{
    felt_assert(action->kind < FELT_ACTION_KINDS);
    felt_assert(strnlen(action->hand_id, sizeof action->hand_id) <= FELT_HAND_ID_BYTES);
    felt_assert(action->hand_id[0] != 0 || action->kind == FELT_CHOOSE);
    felt_assert(action->cards <= FELT_ASK_CARDS_MAX);
    felt_assert(action->amount >= 0 && action->amount < INT64_C(1) << 53);
    felt_assert(action->has_amount || action->amount == 0);
    for (int i = 0; i < action->cards; i++) felt_assert(action->card[i] < FELT_CARDS_MAX);
}

static void verify_settings(const struct felt_want_settings *settings)
{
    felt_assert(settings->twice < FELT_TWICES);
    felt_assert(settings->auto_action < FELT_AUTO_ACTIONS);
    felt_assert(settings->auto_limit >= 0 && settings->auto_limit <= FELT_CHIPS_MAX);
    felt_assert(settings->has_auto || settings->auto_limit == 0);
}

static bool has_table(enum felt_want_kind kind)
{
    switch (kind) {
    case FELT_WANT_HELLO:
    case FELT_WANT_PING:
    case FELT_WANT_LOBBY:
    case FELT_WANT_QUICK:
    case FELT_WANT_BLOCK:
    case FELT_WANT_HANDS:
    case FELT_WANT_HAND:
    case FELT_WANT_CREATE:
    case FELT_WANT_EVENTS: return false;
    default: return true;
    }
}

static void verify_terms(const struct felt_want_terms *terms)
{
    const struct felt_table_options *options = &terms->options;
    felt_assert(terms->said < 1u << FELT_TERMS);
    verify_text(terms->title, FELT_WANT_TITLE_BYTES, felt_terms_say(terms, FELT_TERM_TITLE));
    verify_text(terms->game, FELT_WANT_GAMES_BYTES, felt_terms_say(terms, FELT_TERM_GAME));
    verify_text(terms->limit, FELT_STAKE_WORD_BYTES, felt_terms_say(terms, FELT_TERM_LIMIT));
    verify_text(terms->password, FELT_WANT_KEY_BYTES, false);
    felt_assert(terms->seats <= FELT_SEATS_MAX && terms->house < FELT_SEATS_MAX);
    felt_assert(terms->small_blind >= 0 && terms->small_blind <= FELT_CHIPS_MAX);
    felt_assert(terms->big_blind >= 0 && terms->big_blind <= FELT_CHIPS_MAX);
    felt_assert(options->ante_by < FELT_ANTES && options->straddle < FELT_STRADDLES);
    felt_assert(options->twice < FELT_TWICES && options->bomb_every <= 1000);
    felt_assert((options->ante > 0) == (options->ante_by != FELT_ANTE_NONE));
    felt_assert(terms->club >= 0 && terms->club <= FELT_CHIPS_MAX);
}

static void verify_want(const struct felt_want *want)
{
    felt_assert(want->kind < FELT_WANT_KINDS);
    felt_assert(want->preselect < FELT_PRESELECTS);
    felt_assert(want->seat >= FELT_SEAT_NONE && want->seat < FELT_SEATS_MAX);
    felt_assert(want->limit <= FELT_WANT_ROWS_MAX);
    felt_assert(want->amount >= 0 && want->amount <= FELT_CHIPS_MAX);
    verify_text(want->table, FELT_TABLE_NAME_BYTES, has_table((enum felt_want_kind)want->kind));
    verify_text(want->hand_id, FELT_HAND_ID_BYTES,
                want->kind == FELT_WANT_HAND || want->kind == FELT_WANT_PRESELECT);
    verify_settings(&want->settings);
    verify_text(want->key, FELT_WANT_KEY_BYTES, false);
    felt_assert(want->host < FELT_HOST_DOS);
    switch ((enum felt_want_kind)want->kind) {
    case FELT_WANT_ACTION: verify_action(&want->action); break;
    case FELT_WANT_CHAT: verify_text(want->text, FELT_CHAT_BYTES, true); break;
    case FELT_WANT_BLOCK: verify_text(want->name, FELT_HANDLE_BYTES, true); break;
    case FELT_WANT_HELLO: verify_text(want->token, FELT_TOKEN_TEXT_BYTES, false); break;
    case FELT_WANT_CREATE:
    case FELT_WANT_CHANGE: verify_terms(&want->terms); break;
    case FELT_WANT_HOST: verify_text(want->name, FELT_HANDLE_BYTES, false); break;
    case FELT_WANT_LOBBY:
    case FELT_WANT_QUICK:
        verify_text(want->filter.variant, FELT_STAKE_WORD_BYTES, false);
        verify_text(want->filter.limit, FELT_STAKE_WORD_BYTES, false);
        break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct felt_want quick, slow;
    char why[FELT_WIRE_TEXT_BYTES] = "", why_slow[FELT_WIRE_TEXT_BYTES] = "";
    enum felt_no no = felt_wire_read_want(bytes, size, &quick, why);
    enum felt_no again = felt_wire_read_want_slowly(bytes, size, &slow, why_slow);
    felt_assert(no == again);
    felt_assert(strcmp(why, why_slow) == 0);
    felt_assert(memcmp(&quick, &slow, sizeof quick) == 0);
    felt_assert(quick.req < UINT64_C(1) << 53);
    felt_assert(quick.has_req || quick.req == 0);
    if (no == FELT_NO_NOT)
        verify_want(&quick);
    else
        verify_text(why, FELT_WIRE_TEXT_BYTES - 1, true);
    return 0;
}
