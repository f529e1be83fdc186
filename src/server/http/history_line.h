/* history_line.h -- a line of a user's history, as he and an operator are answered
 * (docs/PROTOCOL.md 14.5). */
#ifndef FELT_SERVER_HTTP_HISTORY_LINE_H
#define FELT_SERVER_HTTP_HISTORY_LINE_H

#include "accounts/question.h"
#include "base/json_member.h"

static inline void felt_json_history_line(struct felt_json *json,
                                          const struct felt_history_row *line)
{
    felt_json_object(json);
    felt_json_put_int(json, "transaction", line->transaction);
    felt_json_put_moment(json, "at", line->at_ms);
    felt_json_put_text(json, "kind", felt_order_word((enum felt_order_kind)line->kind));
    felt_json_put_text(json, "account", line->account);
    felt_json_put_int(json, "amount", line->amount);
    felt_json_put_int(json, "after", line->after);
    if (line->hand[0]) felt_json_put_text(json, "hand", line->hand);
    felt_json_end(json);
}

#endif
