#include "server/http/stats/write.h"
#include "base/json_member.h"

#include <math.h>
#include <stdio.h>

#define PERCENT 100.0
#define HOUR_MS 3600000.0

static const char *const kind_words[FELT_HAND_STORE_TABLE_KINDS] = {"cash", "private",
                                                                    "tournament"};
static const char *const seated_words[FELT_SEATEDS] = {"person", "bot", "house"};

int32_t felt_http_stats_since(uint32_t days, int64_t now_ms)
{
    return days ? felt_hand_store_day(now_ms) - (int32_t)days + 1 : 0;
}

/* ---- members ---- */

static void write_day(struct felt_json *json, int32_t day)
{
    char text[FELT_DATE_BYTES];
    felt_json_put_text(json, "day", felt_date_write(day, text));
}

static void write_real(struct felt_json *json, const char *key, double number, int decimals)
{
    felt_json_key(json, key);
    if (isfinite(number))
        felt_json_decimal(json, number, decimals);
    else
        felt_json_null(json);
}

static void write_share(struct felt_json *json, const char *key, uint64_t part, uint64_t whole)
{
    write_real(json, key, PERCENT * felt_play_stats_share(part, whole), 1);
}

/* ---- figures ---- */

/* Members of an object that is open: hands, vpip, pfr, ...; what has no base is null. */
static void write_user(struct felt_json *json, const struct felt_user_stats *stats)
{
    const struct felt_play_stats *play_stats = &stats->manners;
    uint64_t dealt = play_stats->hands - stats->bombs;
    double hands = (double)play_stats->hands, hours = (double)stats->time_ms / HOUR_MS;
    felt_json_put_int(json, "hands", (int64_t)play_stats->hands);
    write_share(json, "vpip", play_stats->entered, dealt);
    write_share(json, "pfr", play_stats->raised, dealt);
    write_share(json, "three_bet", stats->three_bets, stats->three_chances);
    felt_json_put_int(json, "three_bet_chances", (int64_t)stats->three_chances);
    write_real(json, "aggression", felt_play_stats_later_aggression(play_stats), 2);
    write_share(json, "went_to_showdown", play_stats->showdowns, stats->saw);
    write_share(json, "won_at_showdown", play_stats->showdowns_won, play_stats->showdowns);
    felt_json_put_int(json, "showdowns", (int64_t)play_stats->showdowns);
    felt_json_put_int(json, "won", stats->won);
    write_real(json, "won_bb", (double)stats->won_mbb / 1000, 1);
    write_real(json, "bb_per_100", (double)stats->won_mbb / 10 / (hands > 0 ? hands : NAN), 1);
    felt_json_put_int(json, "minutes", stats->time_ms / 60000);
    write_real(json, "won_per_hour", (double)stats->won / (hours > 0 ? hours : NAN), 1);
    write_real(json, "hands_per_hour", hands / (hours > 0 ? hours : NAN), 1);
}

static void write_sum(struct felt_json *json, const char *key, const struct felt_user_stats *stats)
{
    felt_json_key(json, key);
    felt_json_object(json);
    write_user(json, stats);
    felt_json_end(json);
}

void felt_http_stats_write_stakes(struct felt_json *json,
                                  const struct felt_hand_store_findings *findings)
{
    struct felt_user_stats total = {0}, events = {0};
    for (uint32_t i = 0; i < findings->count; i++) {
        const struct felt_hand_store_stake_stats *row = &findings->stakes[i];
        felt_user_stats_add(row->kind == FELT_HAND_STORE_TABLE_EVENT ? &events : &total,
                            &row->stats);
    }
    write_sum(json, "total", &total);
    write_sum(json, "tournaments", &events);
    felt_json_key(json, "stakes");
    felt_json_array(json);
    for (uint32_t i = 0; i < findings->count && !json->out->overflow; i++) {
        const struct felt_hand_store_stake_stats *row = &findings->stakes[i];
        felt_json_object(json);
        felt_json_put_text(json, "stake", row->stake);
        felt_json_put_text(json, "kind", kind_words[row->kind % FELT_HAND_STORE_TABLE_KINDS]);
        felt_json_put_text(json, "as", seated_words[row->seated % FELT_SEATEDS]);
        write_user(json, &row->stats);
        felt_json_end(json);
    }
    felt_json_end(json);
}

/* ---- days ---- */

void felt_http_stats_write_days(struct felt_json *json,
                                const struct felt_hand_store_findings *findings)
{
    int64_t won = 0, hands = 0;
    felt_json_key(json, "days");
    felt_json_array(json);
    for (uint32_t i = 0; i < findings->count; i++) {
        const struct felt_hand_store_day_stats *row = &findings->days[i];
        won += row->won;
        hands += row->hands;
        if (json->out->overflow) continue;
        felt_json_object(json);
        write_day(json, row->day);
        felt_json_put_int(json, "hands", row->hands);
        felt_json_put_int(json, "won", row->won);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_put_int(json, "hands", hands);
    felt_json_put_int(json, "won", won);
}

static void write_hands(struct felt_json *json, const struct felt_hand_store_findings *findings)
{
    int64_t sum = 0;
    felt_json_key(json, "last_hands");
    felt_json_array(json);
    for (uint32_t i = findings->hand_count; i-- > 0 && !json->out->overflow;) {
        const struct felt_hand_store_row *row = &findings->hands[i];
        sum += row->won;
        felt_json_object(json);
        felt_json_put_text(json, "hand_id", row->hand_id);
        felt_json_put_int(json, "won", row->won);
        felt_json_put_int(json, "sum", sum);
        felt_json_end(json);
    }
    felt_json_end(json);
}

void felt_http_stats_write_graph(struct felt_json *json,
                                 const struct felt_hand_store_findings *findings)
{
    int64_t sum = 0, hands = 0;
    felt_json_key(json, "per_day");
    felt_json_array(json);
    for (uint32_t i = 0; i < findings->count && !json->out->overflow; i++) {
        const struct felt_hand_store_day_stats *row = &findings->days[i];
        sum += row->won;
        hands += row->hands;
        felt_json_object(json);
        write_day(json, row->day);
        felt_json_put_int(json, "hands", row->hands);
        felt_json_put_int(json, "won", row->won);
        write_real(json, "won_bb", (double)row->won_mbb / 1000, 1);
        felt_json_put_int(json, "sum", sum);
        felt_json_put_int(json, "sum_hands", hands);
        felt_json_end(json);
    }
    felt_json_end(json);
    write_hands(json, findings);
}

/* ---- pairs ---- */

static void write_collusion(struct felt_json *json, const char *key,
                            const struct felt_collusion *of)
{
    felt_json_key(json, key);
    felt_json_object(json);
    write_real(json, "gave_bb", (double)of->gave_mbb / 1000, 1);
    felt_json_put_int(json, "gave_up", of->gave_up);
    felt_json_put_int(json, "chances", of->duels);
    felt_json_put_int(json, "bets", of->duel_bets);
    felt_json_end(json);
}

static void write_clues(struct felt_json *json, const struct felt_hand_store_pair_row *row)
{
    felt_json_key(json, "clues");
    felt_json_array(json);
    for (uint32_t i = 0; i < row->clues; i++) {
        const struct felt_hand_store_clue_row *clue = &row->clue[i];
        felt_json_object(json);
        felt_json_put_text(json, "hand_id", clue->hand_id);
        write_real(json, "gave_bb", (double)clue->gave_mbb / 1000, 1);
        felt_json_key(json, "gave_up"), felt_json_bool(json, clue->clue & FELT_CLUE_GAVE_UP);
        felt_json_key(json, "checked"), felt_json_bool(json, clue->clue & FELT_CLUE_CHECKED);
        felt_json_key(json, "dumped"), felt_json_bool(json, clue->clue >= FELT_CLUE_DUMP_FOLD);
        felt_json_end(json);
    }
    felt_json_end(json);
}

/* A deviation of two is rare, one of three is not chance. */
static void write_reasons(struct felt_json *json, const struct felt_hand_store_pair_row *row)
{
    const struct felt_suspicion *suspicion = &row->suspicion;
    felt_json_key(json, "reasons");
    felt_json_array(json);
    if (suspicion->chips >= 2) felt_json_text(json, "chips");
    if (suspicion->give_up >= 2) felt_json_text(json, "gives-up");
    if (suspicion->soft >= 2) felt_json_text(json, "soft-play");
    if (suspicion->dump) felt_json_text(json, "dump");
    if (row->same_address) felt_json_text(json, "same-address");
    felt_json_end(json);
}

void felt_http_stats_write_pair(struct felt_json *json, const struct felt_hand_store_pair_row *row)
{
    const struct felt_suspicion *suspicion = &row->suspicion;
    felt_json_object(json);
    felt_json_put_int(json, "first", row->first);
    felt_json_put_int(json, "second", row->second);
    write_real(json, "score", suspicion->score, 1);
    felt_json_key(json, "suspect"), felt_json_bool(json, felt_pair_is_suspect(suspicion));
    write_reasons(json, row);
    felt_json_put_int(json, "dump", suspicion->dump);
    felt_json_put_int(json, "hands", row->there.hands);
    felt_json_key(json, "deviations");
    felt_json_object(json);
    write_real(json, "chips", suspicion->chips, 1);
    write_real(json, "gives_up", suspicion->give_up, 1);
    write_real(json, "soft_play", suspicion->soft, 1);
    felt_json_end(json);
    write_collusion(json, "there", &row->there);
    write_collusion(json, "back", &row->back);
    write_clues(json, row);
    felt_json_end(json);
}
