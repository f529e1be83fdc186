/* status.c -- texts of statuses, and complaints. */
#include "felt/status.h"

#include "base/format.h"

const char *felt_status_text(enum felt_status status)
{
    switch (status) { /* no default: the compiler names the status that was forgotten */
    case FELT_OK: return "no complaint";
    case FELT_BAD_CARD: return "no such card";
    case FELT_BAD_NUMBER: return "not a number, or out of its range";
    case FELT_BAD_RANGE: return "not a range of starting hands";
    case FELT_BAD_NAME: return "no such name";
    case FELT_DUPLICATE_CARD: return "a card is there twice";
    case FELT_WRONG_COUNT: return "too few or too many";
    case FELT_IMPOSSIBLE: return "no deal can satisfy this";
    case FELT_BAD_RULES: return "no game can be played by these rules";
    case FELT_BAD_DEAL: return "these seats, stacks or cards cannot be dealt";
    case FELT_NOT_YOUR_TURN: return "another seat is to act";
    case FELT_NOT_LEGAL: return "this action is not offered now";
    case FELT_BAD_AMOUNT: return "the amount is out of range";
    case FELT_BAD_DISCARD: return "these cards cannot be discarded";
    case FELT_BAD_FORMAT: return "not written as the format demands";
    case FELT_UNSUPPORTED: return "not supported";
    case FELT_FULL: return "no room left";
    case FELT_STATUS_COUNT: break;
    }
    return "unknown status";
}

enum felt_status felt_complain(struct felt_complaint *complaint, enum felt_status status, size_t at,
                               size_t length, const char *format, ...)
{
    if (complaint == NULL) return status;
    complaint->at = at;
    complaint->length = length;
    struct felt_buffer out = felt_buffer_make(complaint->text, sizeof complaint->text - 1);
    va_list arguments;
    va_start(arguments, format);
    felt_format(&out, format, arguments);
    va_end(arguments);
    complaint->text[out.used] = 0;
    return status;
}
