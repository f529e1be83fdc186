/* fuzz_room_client.c -- any bytes as a frame of a line in the room.
 *
 * The short way for plain actions takes what the long way takes, with the same result; what is
 * refused comes with one line of advice; what is taken keeps to the bounds of
 * server/room/client_message.h.
 */
#include "base/utf8.h"
#include "felt/assert.h"
#include "server/protocol/read_room_client.h"

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

static void verify_action(const struct felt_arena_client_action *action)
{
    felt_assert(action->kind < FELT_ACTION_KINDS);
    felt_assert(strnlen(action->hand_id, sizeof action->hand_id) <= FELT_LIVE_HAND_ID_BYTES);
    felt_assert(action->hand_id[0] != 0 || action->kind == FELT_CHOOSE);
    felt_assert(action->cards <= FELT_ARENA_CLIENT_CARDS_MAX);
    felt_assert(action->amount >= 0 && action->amount < INT64_C(1) << 53);
    felt_assert(action->has_amount || action->amount == 0);
    for (int i = 0; i < action->cards; i++) felt_assert(action->card[i] < FELT_CARDS_MAX);
}

static void verify_settings(const struct felt_room_client_settings *settings)
{
    felt_assert(settings->twice < FELT_TWICES);
    felt_assert(settings->auto_action < FELT_ROOM_AUTO_ACTIONS);
    felt_assert(settings->auto_limit >= 0 && settings->auto_limit <= FELT_CHIPS_MAX);
    felt_assert(settings->has_auto || settings->auto_limit == 0);
}

static bool has_table(enum felt_room_client_kind kind)
{
    switch (kind) {
    case FELT_ROOM_CLIENT_HELLO:
    case FELT_ROOM_CLIENT_PING:
    case FELT_ROOM_CLIENT_LOBBY:
    case FELT_ROOM_CLIENT_QUICK:
    case FELT_ROOM_CLIENT_BLOCK:
    case FELT_ROOM_CLIENT_HANDS:
    case FELT_ROOM_CLIENT_HAND:
    case FELT_ROOM_CLIENT_CREATE:
    case FELT_ROOM_CLIENT_EVENTS: return false;
    default: return true;
    }
}

static void verify_terms(const struct felt_room_client_terms *terms)
{
    const struct felt_room_table_options *options = &terms->options;
    felt_assert(terms->said < 1u << FELT_TERMS);
    verify_text(terms->title, FELT_ROOM_CLIENT_TITLE_BYTES,
                felt_room_terms_say(terms, FELT_TERM_TITLE));
    verify_text(terms->game, FELT_ROOM_CLIENT_GAMES_BYTES,
                felt_room_terms_say(terms, FELT_TERM_GAME));
    verify_text(terms->limit, FELT_STAKE_WORD_BYTES, felt_room_terms_say(terms, FELT_TERM_LIMIT));
    verify_text(terms->password, FELT_ROOM_CLIENT_KEY_BYTES, false);
    felt_assert(terms->seats <= FELT_SEATS_MAX && terms->house < FELT_SEATS_MAX);
    felt_assert(terms->small_blind >= 0 && terms->small_blind <= FELT_CHIPS_MAX);
    felt_assert(terms->big_blind >= 0 && terms->big_blind <= FELT_CHIPS_MAX);
    felt_assert(options->ante_by < FELT_ANTES && options->straddle < FELT_STRADDLES);
    felt_assert(options->twice < FELT_TWICES && options->bomb_every <= 1000);
    felt_assert((options->ante > 0) == (options->ante_by != FELT_ANTE_NONE));
    felt_assert(terms->club >= 0 && terms->club <= FELT_CHIPS_MAX);
}

static void verify_want(const struct felt_room_client_msg *msg)
{
    felt_assert(msg->kind < FELT_ROOM_CLIENT_KINDS);
    felt_assert(msg->preselect < FELT_PRESELECTS);
    felt_assert(msg->seat >= FELT_SEAT_NONE && msg->seat < FELT_SEATS_MAX);
    felt_assert(msg->limit <= FELT_ROOM_CLIENT_ROWS_MAX);
    felt_assert(msg->amount >= 0 && msg->amount <= FELT_CHIPS_MAX);
    verify_text(msg->table, FELT_TABLE_NAME_BYTES,
                has_table((enum felt_room_client_kind)msg->kind));
    verify_text(msg->hand_id, FELT_LIVE_HAND_ID_BYTES,
                msg->kind == FELT_ROOM_CLIENT_HAND || msg->kind == FELT_ROOM_CLIENT_PRESELECT);
    verify_settings(&msg->settings);
    verify_text(msg->key, FELT_ROOM_CLIENT_KEY_BYTES, false);
    felt_assert(msg->host < FELT_ROOM_HOST_DOS);
    switch ((enum felt_room_client_kind)msg->kind) {
    case FELT_ROOM_CLIENT_ACTION: verify_action(&msg->action); break;
    case FELT_ROOM_CLIENT_CHAT: verify_text(msg->text, FELT_ROOM_CHAT_BYTES, true); break;
    case FELT_ROOM_CLIENT_BLOCK: verify_text(msg->name, FELT_HANDLE_BYTES, true); break;
    case FELT_ROOM_CLIENT_HELLO: verify_text(msg->token, FELT_TOKEN_TEXT_BYTES, false); break;
    case FELT_ROOM_CLIENT_CREATE:
    case FELT_ROOM_CLIENT_CHANGE: verify_terms(&msg->terms); break;
    case FELT_ROOM_CLIENT_HOST: verify_text(msg->name, FELT_HANDLE_BYTES, false); break;
    case FELT_ROOM_CLIENT_LOBBY:
    case FELT_ROOM_CLIENT_QUICK:
        verify_text(msg->filter.variant, FELT_STAKE_WORD_BYTES, false);
        verify_text(msg->filter.limit, FELT_STAKE_WORD_BYTES, false);
        break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct felt_room_client_msg quick, slow;
    char why[FELT_PROTOCOL_TEXT_BYTES] = "", why_slow[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_no no = felt_protocol_read_room_client(bytes, size, &quick, why);
    enum felt_no again = felt_protocol_read_room_client_slowly(bytes, size, &slow, why_slow);
    felt_assert(no == again);
    felt_assert(strcmp(why, why_slow) == 0);
    felt_assert(memcmp(&quick, &slow, sizeof quick) == 0);
    felt_assert(quick.req < UINT64_C(1) << 53);
    felt_assert(quick.has_req || quick.req == 0);
    if (no == FELT_NO_NOT)
        verify_want(&quick);
    else
        verify_text(why, FELT_PROTOCOL_TEXT_BYTES - 1, true);
    return 0;
}
