/* parlour_metrics.c -- what /metrics says of the room. */
#include "server/session/parlour_parts.h"

#include "base/metric.h"

#include <stdio.h>

static const char *const step_words[] = {[FELT_STAFF_ABSENT] = "absent",
                                         [FELT_STAFF_FREE] = "free",
                                         [FELT_STAFF_GOING] = "going",
                                         [FELT_STAFF_SEATED] = "seated",
                                         [FELT_STAFF_BROKE] = "broke"};
enum { STEPS = sizeof step_words / sizeof *step_words };

static void write_floor(const struct felt_floor_counts *floor, struct felt_buffer *out)
{
    felt_metric(out, "room_tables", "gauge", "Tables that are open, of tournaments too",
                floor->tables);
    felt_metric(out, "room_tables_in_hand", "gauge", "Tables with a hand under way",
                floor->in_hand);
    felt_metric(out, "room_players", "gauge", "Players with a line or a seat", floor->players);
    felt_metric(out, "room_lines", "gauge", "Lines that said hello, the house's too", floor->lines);
    felt_metric(out, "room_seated", "gauge", "Chairs that are taken", floor->seated);
    felt_metric(out, "room_seated_people", "gauge", "Chairs that people have",
                floor->seated_people);
    felt_metric(out, "room_orders_pending", "gauge", "Orders to the ledger without a receipt",
                floor->pending);
    felt_metric(out, "room_hands_total", "counter", "Hands that were settled", floor->hands);
    felt_metric(out, "room_actions_total", "counter", "Actions that were taken", floor->actions);
    felt_metric(out, "room_timeouts_total", "counter", "Turns that the clock ended",
                floor->timeouts);
    felt_metric(out, "room_autos_total", "counter", "Actions for players who were away",
                floor->autos);
    felt_metric(out, "room_voids_total", "counter", "Hands that were called off", floor->voids);
    felt_metric(out, "room_chats_total", "counter", "Lines of chat", floor->chats);
    felt_metric(out, "room_orders_total", "counter", "Orders to the ledger", floor->orders);
    felt_metric(out, "room_order_retries_total", "counter", "Orders that were given again",
                floor->retries);
}

static void write_lines(const struct felt_parlour_counts *counts, struct felt_buffer *out)
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

static void write_latency(const struct felt_parlour_counts *counts, struct felt_buffer *out)
{
    uint64_t sum = 0;
    felt_metric_head(out, "room_action_seconds", "histogram",
                     "From reading an action to sending its frames");
    for (int i = 0; i < FELT_HOST_BUCKETS; i++) {
        char label[64] = "{le=\"+Inf\"}";
        if (i < FELT_HOST_BUCKETS - 1)
            (void)snprintf(label, sizeof label, "{le=\"%u.%06u\"}",
                           felt_host_bucket_us[i] / 1000000, felt_host_bucket_us[i] % 1000000);
        sum += counts->latency[i];
        felt_metric_value(out, "room_action_seconds_bucket", label, sum);
    }
    felt_buffer_text(out, "felt_room_action_seconds_sum ");
    felt_buffer_decimal(out, (double)counts->latency_us / 1e6, 6);
    felt_buffer_char(out, '\n');
    felt_metric_value(out, "room_action_seconds_count", "", counts->latencies);
}

static void write_staff(const struct felt_staff *staff, struct felt_buffer *out)
{
    uint64_t count[STEPS] = {0};
    for (uint32_t i = 0; i < felt_staff_count(staff); i++) count[felt_staff_at(staff, i)->state]++;
    felt_metric_head(out, "room_house_players", "gauge", "House players, by what they do");
    for (int i = 0; i < STEPS; i++) {
        char label[64];
        (void)snprintf(label, sizeof label, "{state=\"%s\"}", step_words[i]);
        felt_metric_value(out, "room_house_players", label, count[i]);
    }
}

void felt_parlour_metrics(const struct felt_parlour *parlour, struct felt_buffer *out)
{
    felt_metric(out, "room_open", "gauge", "1: hands are dealt; 0: the ledger is not ready yet",
                felt_floor_is_open(parlour->floor));
    write_floor(felt_floor_counts(parlour->floor), out);
    write_lines(&parlour->counts, out);
    felt_metric(out, "room_hands_left_out_total", "counter",
                "Hands of a player that no record can hold", parlour->hands_left_out);
    write_latency(&parlour->counts, out);
    if (parlour->staff) write_staff(parlour->staff, out);
    if (parlour->events) felt_parlour_events_metrics(parlour, out);
}
