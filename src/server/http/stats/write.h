/* write.h -- figures of the hand store as JSON: what users and operators are answered
 * (docs/PROTOCOL.md 14.8).  Shares are made here, of counters that were summed. */
#ifndef FELT_SERVER_HTTP_STATS_WRITE_H
#define FELT_SERVER_HTTP_STATS_WRITE_H

#include "felt/json.h"
#include "store/hands/hand_store.h"

enum { FELT_HTTP_STATS_DAYS_MAX = FELT_HAND_STORE_STATS_DAYS };

/* The first day of so many that end with that of now_ms; 0 days: all there are. */
int32_t felt_http_stats_since(uint32_t days, int64_t now_ms);

/* "total" of tables for chips, "tournaments", "stakes". */
void felt_http_stats_write_stakes(struct felt_json *json,
                                  const struct felt_hand_store_findings *findings);
/* "per_day" and "last_hands", oldest first, with running sums. */
void felt_http_stats_write_graph(struct felt_json *json,
                                 const struct felt_hand_store_findings *findings);
/* "days": [{"day", "hands", "won"}], and "won": all of them. */
void felt_http_stats_write_days(struct felt_json *json,
                                const struct felt_hand_store_findings *findings);
/* One pair, with what speaks against it; names may be NULL. */
void felt_http_stats_write_pair(struct felt_json *json, const struct felt_hand_store_pair_row *row);

#endif
