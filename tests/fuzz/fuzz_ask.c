/* fuzz_ask.c -- any bytes as a client's frame.
 *
 * The short way for plain actions takes what the long way takes, with the same result; what is
 * refused comes with one line of advice; what is taken keeps to the bounds of message.h. */
#include "felt/assert.h"
#include "server/protocol/read_ask.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_text(const char text[FELT_WIRE_TEXT_BYTES])
{
    size_t bytes = strnlen(text, FELT_WIRE_TEXT_BYTES);
    felt_assert(bytes > 0);
    felt_assert(bytes < FELT_WIRE_TEXT_BYTES);
    for (size_t i = 0; i < bytes; i++) felt_assert(text[i] >= ' ' && text[i] <= '~');
}

static void verify_ask(const struct felt_ask *ask)
{
    if (ask->kind == FELT_ASK_HELLO) {
        felt_assert(ask->hello.role <= FELT_AS_OPERATOR);
        felt_assert(ask->hello.role != FELT_AS_PLAYER || ask->hello.team[0] != 0);
        felt_assert(strnlen(ask->hello.team, sizeof ask->hello.team) <= FELT_TEAM_BYTES);
        felt_assert(strnlen(ask->hello.code, sizeof ask->hello.code) <= FELT_CODE_BYTES);
    } else if (ask->kind == FELT_ASK_ACTION) {
        const struct felt_ask_action *action = &ask->action;
        felt_assert(action->hand_id[0] != 0);
        felt_assert(action->kind < FELT_ACTION_KINDS);
        felt_assert(action->cards <= FELT_ASK_CARDS_MAX);
        felt_assert(action->amount >= 0 && action->amount < INT64_C(1) << 53);
        felt_assert(action->has_amount || action->amount == 0);
        for (int i = 0; i < action->cards; i++) felt_assert(action->card[i] < FELT_CARDS_MAX);
    } else {
        felt_assert(ask->kind == FELT_ASK_CONTROL);
        felt_assert(ask->control < FELT_CONTROLS);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    struct felt_ask quick, slow;
    char why[FELT_WIRE_TEXT_BYTES] = "", why_slow[FELT_WIRE_TEXT_BYTES] = "";
    enum felt_refusal refusal = felt_wire_read_ask(bytes, size, &quick, why);
    enum felt_refusal again = felt_wire_read_slowly(bytes, size, &slow, why_slow);
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
