/* room_metrics.c -- what /metrics says of the room. */
#include "server/session/room_session_parts.h"

#include "base/metric.h"

#include <stdio.h>

static const char *const step_words[] = {[FELT_HOUSE_SEATING_ABSENT] = "absent",
                                         [FELT_HOUSE_SEATING_FREE] = "free",
                                         [FELT_HOUSE_SEATING_GOING] = "going",
                                         [FELT_HOUSE_SEATING_SEATED] = "seated",
                                         [FELT_HOUSE_SEATING_BROKE] = "broke"};
enum { STEPS = sizeof step_words / sizeof *step_words };

static void write_room(const struct felt_room_counts *room, struct felt_buffer *out)
{
    felt_metric(out, "room_tables", "gauge", "Tables that are open, of tournaments too",
                room->tables);
    felt_metric(out, "room_tables_in_hand", "gauge", "Tables with a hand under way", room->in_hand);
    felt_metric(out, "room_players", "gauge", "Players with a line or a seat", room->players);
    felt_metric(out, "room_lines", "gauge", "Lines that said hello, the house's too", room->conns);
    felt_metric(out, "room_seated", "gauge", "Chairs that are taken", room->seated);
    felt_metric(out, "room_seated_people", "gauge", "Chairs that people have", room->seated_people);
    felt_metric(out, "room_orders_pending", "gauge", "Orders to the ledger without a receipt",
                room->pending);
    felt_metric(out, "room_hands_total", "counter", "Hands that were settled", room->hands);
    felt_metric(out, "room_actions_total", "counter", "Actions that were taken", room->actions);
    felt_metric(out, "room_timeouts_total", "counter", "Turns that the clock ended",
                room->timeouts);
    felt_metric(out, "room_autos_total", "counter", "Actions for players who were away",
                room->autos);
    felt_metric(out, "room_voids_total", "counter", "Hands that were called off", room->voids);
    felt_metric(out, "room_chats_total", "counter", "Lines of chat", room->chats);
    felt_metric(out, "room_orders_total", "counter", "Orders to the ledger", room->orders);
    felt_metric(out, "room_order_retries_total", "counter", "Orders that were given again",
                room->retries);
}

static void write_conns(const struct felt_room_session_counts *counts, struct felt_buffer *out)
{
    felt_metric(out, "room_messages_total", "counter", "Frames that were read", counts->messages);
    felt_metric(out, "room_frames_total", "counter", "Frames that were sent", counts->frames);
    felt_metric(out, "room_bytes_total", "counter", "Bytes of frames that were sent",
                counts->bytes);
    felt_metric(out, "room_errors_total", "counter", "Error frames that were sent", counts->errors);
    felt_metric(out, "room_errors_left_out_total", "counter", "Error frames above the allowance",
                counts->errors_left_out);
    felt_metric(out, "room_lines_paused_total", "counter", "Times that a line sent too fast",
                counts->paused);
    felt_metric(out, "room_lines_bad_total", "counter", "Lines closed for bad frames",
                counts->bad_closed);
    felt_metric(out, "room_strays_total", "counter",
                "Chips of the ledger on a seat that nobody has: cashed out", counts->strays);
    felt_metric_head(out, "room_refusals_total", "counter", "Frames that were refused, by code");
    for (int i = 1; i < FELT_NOS; i++) {
        char label[64];
        (void)snprintf(label, sizeof label, "{code=\"%s\"}", felt_no_word((enum felt_no)i));
        felt_metric_value(out, "room_refusals_total", label, counts->refusals[i]);
    }
}

static void write_latency(const struct felt_room_session_counts *counts, struct felt_buffer *out)
{
    uint64_t sum = 0;
    felt_metric_head(out, "room_action_seconds", "histogram",
                     "From reading an action to sending its frames");
    for (int i = 0; i < FELT_ARENA_SESSION_BUCKETS; i++) {
        char label[64] = "{le=\"+Inf\"}";
        if (i < FELT_ARENA_SESSION_BUCKETS - 1)
            (void)snprintf(label, sizeof label, "{le=\"%u.%06u\"}",
                           felt_arena_session_bucket_us[i] / 1000000,
                           felt_arena_session_bucket_us[i] % 1000000);
        sum += counts->latency[i];
        felt_metric_value(out, "room_action_seconds_bucket", label, sum);
    }
    felt_buffer_text(out, "felt_room_action_seconds_sum ");
    felt_buffer_decimal(out, (double)counts->latency_us / 1e6, 6);
    felt_buffer_char(out, '\n');
    felt_metric_value(out, "room_action_seconds_count", "", counts->latencies);
}

static void write_seating(const struct felt_house_seating *seating, struct felt_buffer *out)
{
    uint64_t count[STEPS] = {0};
    for (uint32_t i = 0; i < felt_house_seating_count(seating); i++)
        count[felt_house_seating_at(seating, i)->state]++;
    felt_metric_head(out, "room_house_players", "gauge", "House players, by what they do");
    for (int i = 0; i < STEPS; i++) {
        char label[64];
        (void)snprintf(label, sizeof label, "{state=\"%s\"}", step_words[i]);
        felt_metric_value(out, "room_house_players", label, count[i]);
    }
}

void felt_room_session_metrics(const struct felt_room_session *session, struct felt_buffer *out)
{
    felt_metric(out, "room_open", "gauge", "1: hands are dealt; 0: the ledger is not ready yet",
                felt_room_is_open(session->room));
    write_room(felt_room_counts(session->room), out);
    write_conns(&session->counts, out);
    felt_metric(out, "room_hands_left_out_total", "counter",
                "Hands of a player that no record can hold", session->hands_left_out);
    write_latency(&session->counts, out);
    if (session->seating) write_seating(session->seating, out);
    if (session->tournaments) felt_room_session_tournaments_metrics(session, out);
}
