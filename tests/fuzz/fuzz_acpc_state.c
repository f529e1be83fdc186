/* fuzz_acpc_state.c -- any bytes as the answer of a program that speaks the competition's protocol.
 *
 * The first byte says which of some lines was sent, the rest is the answer.  What is accepted is
 * the line, a colon and an action, written in one way only. */
#include "complaint.h"

#include "felt/buffer.h"
#include "formats/hands/acpc_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const lines[] = {"MATCHSTATE:0:0::AsAd|", "MATCHSTATE:1:31:r300:|JdTc",
                                    "MATCHSTATE:0:30:cc/:9s8h|/8c8d5c", ""};

static void verify_reply(const char *text, size_t bytes, const char *sent, bool has_amounts,
                         struct felt_action action)
{
    char memory[128];
    struct felt_buffer again = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&again, sent);
    felt_buffer_char(&again, ':');
    felt_assert(action.kind == FELT_FOLD || action.kind == FELT_CALL ||
                action.kind == FELT_RAISE_TO);
    felt_buffer_char(&again, "f?cr"[action.kind]);
    felt_assert(action.amount >= 0);
    felt_assert(bytes >= again.used && memcmp(text, memory, again.used) == 0);
    felt_assert((bytes > again.used) == (has_amounts && action.kind == FELT_RAISE_TO));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const char *sent = lines[data[0] >> 1 & 3], *text = (const char *)data + 1;
    bool has_amounts = data[0] & 1;
    struct felt_action action;
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    (void)felt_acpc_is_version(text, size - 1);
    enum felt_status status =
        felt_acpc_reply_read(text, size - 1, sent, strlen(sent), has_amounts, &action, &complaint);
    if (status == FELT_OK) {
        verify_reply(text, size - 1, sent, has_amounts, action);
        return 0;
    }
    felt_assert(status == FELT_BAD_FORMAT || status == FELT_NOT_YOUR_TURN);
    verify_complaint(&complaint, size - 1);
    return 0;
}
