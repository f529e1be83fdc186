/* server_store.c -- the ledger of a server: its store, checks of its file, and scheduled jobs. */
#include "server/app/server_parts.h"

#include "base/metric.h"
#include "os/clock.h"
#include "server/app/data_dir.h"
#include "store/ledger/ledger_store.h"

#include <string.h>
#include <time.h>

enum { GUESTS_IN_MEMORY = 65536 /* who have not sat down; 450 bytes each, when they come */ };

/* Milliseconds by a clock that nobody sets. */
static int64_t now_ticks(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- what its threads say ---- */

static void log_store(void *self, const char *level, const char *text)
{
    if (!felt_server_log_text(self, level, "store", text))
        fprintf(stderr, "felt serve: %s\n", text);
}

/* Called by the store's writer. */
static void be_fenced(void *self, const char *heir)
{
    struct felt_server *server = self;
    fprintf(stderr,
            "felt serve: %s has taken these books over, since this server did not answer in time; "
            "it has written nothing since, and stops\n",
            *heir ? heir : "another server");
    (void)pthread_mutex_lock(&server->lock);
    server->fenced = true;
    (void)pthread_mutex_unlock(&server->lock);
    felt_server_wake(server);
}

bool felt_server_is_fenced(struct felt_server *server)
{
    (void)pthread_mutex_lock(&server->lock);
    bool fenced = server->fenced;
    (void)pthread_mutex_unlock(&server->lock);
    return fenced;
}

static void tell_guests(void *self, uint64_t count)
{
    const struct felt_server *server = self;
    if (server->guests_told) server->guests_told(server->guests_self, count);
}

/* ---- opening ---- */

static bool open_store(struct felt_server *server, const struct felt_server_store_config *config)
{
    struct felt_ledger_store_config store;
    struct felt_complaint complaint = {0};
    felt_data_dir_ledger_config(config->data, &store);
    store.ledger.reloads = config->reloads;
    store.guests_max = GUESTS_IN_MEMORY;
    store.log = log_store;
    store.fenced = be_fenced;
    store.self = server;
    enum felt_status status = felt_ledger_store_open(&store, &server->store, &complaint);
    explicit_bzero(store.ledger.secret, sizeof store.ledger.secret);
    if (status == FELT_OK) return true;
    felt_data_dir_store_complain(config->data, complaint.text, server->args);
    return false;
}

bool felt_server_open_store(struct felt_server *server,
                            const struct felt_server_store_config *config)
{
    if (!open_store(server, config)) return false;
    server->jobs = felt_scheduled_jobs_open(server->store, config->reset_minute, felt_server_wake,
                                            log_store, server, felt_clock_wall_ms(), now_ticks());
    server->file_check = felt_file_check_open(&config->data->sql, config->check_ms,
                                              felt_server_wake, log_store, server, now_ticks());
    if (!server->jobs || !server->file_check) {
        felt_args_refuse(server->args, "no memory or no threads for the ledger");
        return false;
    }
    felt_scheduled_jobs_guests(server->jobs, config->guest_away_ms, config->guest_idle_ms,
                               tell_guests);
    return true;
}

struct felt_ledger_store *felt_server_store(const struct felt_server *server)
{
    return server->store;
}

void felt_server_join_jobs(struct felt_server *server, const struct felt_scheduled_jobs_room *room)
{
    felt_scheduled_jobs_join(server->jobs, room);
}

void felt_server_count_guests(struct felt_server *server, void (*told)(void *self, uint64_t count),
                              void *self)
{
    server->guests_told = told;
    server->guests_self = self;
}

void felt_server_close_store(struct felt_server *server)
{
    felt_scheduled_jobs_close(server->jobs);
    felt_file_check_close(server->file_check);
    if (server->store) felt_ledger_store_close(server->store);
}

/* ---- turns, metrics ---- */

int64_t felt_server_store_turn(struct felt_server *server)
{
    if (!server->store) return -1;
    int64_t jobs = felt_scheduled_jobs_turn(server->jobs, felt_clock_wall_ms(), now_ticks());
    return felt_server_sooner(jobs, felt_file_check_turn(server->file_check, now_ticks()));
}

const char *felt_server_store_health(const struct felt_server *server)
{
    struct felt_ledger_store_counts counts;
    if (!server->store) return NULL;
    felt_ledger_store_counts(server->store, &counts);
    return counts.lost ? "the store of accounts does not answer; it is tried again and again\n"
                       : felt_file_check_damage(server->file_check);
}

static void write_outcomes(const struct felt_ledger_store_counts *counts, struct felt_buffer *out)
{
    char label[64];
    felt_metric_head(out, "bank_outcomes_total", "counter", "Receipts, by outcome");
    for (int i = 0; i < FELT_OUTCOMES; i++) {
        (void)snprintf(label, sizeof label, "{code=\"%s\"}",
                       felt_outcome_word((enum felt_outcome)i));
        felt_metric_value(out, "bank_outcomes_total", label, counts->outcomes[i]);
    }
}

static void write_latency(const struct felt_ledger_store_counts *counts, struct felt_buffer *out)
{
    char label[64];
    uint64_t sum = 0;
    felt_metric_head(out, "bank_seconds", "histogram", "From giving an order to its receipt");
    for (int i = 0; i < FELT_LEDGER_STORE_BUCKETS; i++) {
        sum += counts->latency[i];
        if (i < FELT_LEDGER_STORE_BUCKETS - 1)
            (void)snprintf(label, sizeof label, "{le=\"%g\"}",
                           felt_ledger_store_bucket_us[i] / 1e6);
        else
            (void)snprintf(label, sizeof label, "{le=\"+Inf\"}");
        felt_metric_value(out, "bank_seconds_bucket", label, sum);
    }
    felt_buffer_text(out, "felt_bank_seconds_sum ");
    felt_buffer_decimal(out, (double)counts->latency_us / 1e6, 6);
    felt_buffer_char(out, '\n');
    felt_metric_value(out, "bank_seconds_count", "", sum);
}

static void write_jobs(const struct felt_server *server, struct felt_buffer *out)
{
    const struct felt_scheduled_jobs_counts *jobs = felt_scheduled_jobs_counts(server->jobs);
    felt_metric(out, "guests_closed_total", "counter", "Guests closed because long unseen",
                jobs->guests_closed);
    felt_metric(out, "resets_total", "counter", "Accounts that were set back", jobs->resets);
    felt_metric(out, "resets_skipped_total", "counter", "Accounts left alone: chips on a table",
                jobs->resets_skipped);
}

void felt_server_store_metrics(const struct felt_server *server, struct felt_buffer *out)
{
    struct felt_ledger_store_counts counts;
    if (!server->store) return;
    felt_ledger_store_counts(server->store, &counts);
    felt_metric(out, "bank_lost", "gauge", "1: the store does not answer", counts.lost);
    felt_metric(out, "guests_in_memory", "gauge", "Guests who have not sat down, without a row",
                counts.guests);
    felt_metric(out, "bank_damaged", "gauge", "1: the file of the books is damaged",
                felt_file_check_damage(server->file_check) != NULL);
    felt_metric(out, "bank_file_checks_total", "counter", "Times that file was read through",
                felt_file_check_count(server->file_check));
    felt_metric(out, "bank_waiting", "gauge", "Orders and questions that wait", counts.waiting);
    felt_metric(out, "bank_orders_total", "counter", "Orders that were decided", counts.orders);
    felt_metric(out, "bank_refused_total", "counter", "Orders that were refused", counts.refused);
    felt_metric(out, "bank_replayed_total", "counter", "Orders that had been done before",
                counts.replayed);
    felt_metric(out, "bank_unavailable_total", "counter", "Orders that the store did not answer",
                counts.unavailable);
    felt_metric(out, "bank_batches_total", "counter", "Commits", counts.batches);
    felt_metric(out, "bank_conflicts_total", "counter", "Batches done again after a conflict",
                counts.conflicts);
    felt_metric(out, "bank_reopened_total", "counter", "New connections to the store",
                counts.reopened);
    felt_metric(out, "bank_questions_total", "counter", "Questions that were answered",
                counts.questions);
    write_outcomes(&counts, out);
    write_latency(&counts, out);
    write_jobs(server, out);
}
