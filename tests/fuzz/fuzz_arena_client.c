/* fuzz_arena_client.c -- any bytes as a client's frame.
 *
 * The short way for plain actions takes what the long way takes, with the same result; what is
 * refused comes with one line of advice; what is taken keeps to the bounds of arena_message.h. */
#include "felt/assert.h"
#include "server/protocol/read_arena_client.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_text(const char text[FELT_PROTOCOL_TEXT_BYTES])
{
    size_t bytes = strnlen(text, FELT_PROTOCOL_TEXT_BYTES);
    felt_assert(bytes > 0);
    felt_assert(bytes < FELT_PROTOCOL_TEXT_BYTES);
    for (size_t i = 0; i < bytes; i++) felt_assert(text[i] >= ' ' && text[i] <= '~');
}

static void verify_ask(const struct felt_arena_client_msg *msg)
{
    if (msg->kind == FELT_ARENA_CLIENT_HELLO) {
        felt_assert(msg->hello.role <= FELT_AS_OPERATOR);
        felt_assert(msg->hello.role != FELT_AS_PLAYER || msg->hello.team[0] != 0);
        felt_assert(strnlen(msg->hello.team, sizeof msg->hello.team) <= FELT_TEAM_BYTES);
        felt_assert(strnlen(msg->hello.code, sizeof msg->hello.code) <= FELT_CODE_BYTES);
    } else if (msg->kind == FELT_ARENA_CLIENT_ACTION) {
        const struct felt_arena_client_action *action = &msg->action;
        felt_assert(action->hand_id[0] != 0);
        felt_assert(action->kind < FELT_ACTION_KINDS);
        felt_assert(action->cards <= FELT_ARENA_CLIENT_CARDS_MAX);
        felt_assert(action->amount >= 0 && action->amount < INT64_C(1) << 53);
        felt_assert(action->has_amount || action->amount == 0);
        for (int i = 0; i < action->cards; i++) felt_assert(action->card[i] < FELT_CARDS_MAX);
    } else {
        felt_assert(msg->kind == FELT_ARENA_CLIENT_CONTROL);
        felt_assert(msg->control < FELT_CONTROLS);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct felt_arena_client_msg quick, slow;
    char why[FELT_PROTOCOL_TEXT_BYTES] = "", why_slow[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_refusal refusal = felt_protocol_read_arena_client(bytes, size, &quick, why);
    enum felt_refusal again = felt_protocol_read_slowly(bytes, size, &slow, why_slow);
    felt_assert(refusal == again);
    felt_assert(strcmp(why, why_slow) == 0);
    if (refusal == FELT_REFUSED_NOT) {
        felt_assert(memcmp(&quick, &slow, sizeof quick) == 0);
        verify_ask(&quick);
    } else {
        verify_text(why);
    }
    return 0;
}
