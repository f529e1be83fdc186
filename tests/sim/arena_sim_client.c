/* arena_sim_client.c -- clients that play at random and do everything a client should not do. */
#include "arena_sim_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000, QUEUE_BYTES = 64 * 1024 };

static struct sim_ear *ear_of(struct sim *sim, const struct sim_client *client)
{
    return &sim->ear[client->conn];
}

/* ---- sending ---- */

void sim_client_say(struct sim *sim, struct sim_client *client, int64_t delay_us,
                    const char *format, ...)
{
    char text[4096];
    va_list args;
    va_start(args, format);
    int bytes = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct sim_message *message = malloc(sizeof *message + (size_t)bytes + 1);
    if (!message) abort();
    message->next = NULL;
    message->stale = false;
    message->due_us = sim->fake_arena.now_us + delay_us;
    memcpy(message->text, text, (size_t)bytes + 1);
    /* A connection keeps the order of what is sent on it. */
    if (client->first && client->last->due_us > message->due_us)
        message->due_us = client->last->due_us;
    if (client->first)
        client->last->next = message;
    else
        client->first = message;
    client->last = message;
}

static void forget_messages(struct sim_client *client)
{
    while (client->first) {
        struct sim_message *next = client->first->next;
        free(client->first);
        client->first = next;
    }
}

void sim_client_drop(struct sim *sim, struct sim_client *client)
{
    if (client->conn < 0) return;
    struct sim_ear *ear = ear_of(sim, client);
    if (ear->welcomed && ear->table >= 0 && sim->book[ear->table].pending == ear->seat)
        sim->book[ear->table].pending = FELT_SEAT_NONE;
    fake_arena_gone(&sim->fake_arena, (uint32_t)client->conn);
    for (struct fake_arena_frame *frame;
         (frame = fake_arena_take(&sim->fake_arena, (uint32_t)client->conn));)
        free(frame);
    *ear = (struct sim_ear){0};
    client->conn = -1;
    client->unread = 0;
    forget_messages(client);
    client->connect_us =
        sim->fake_arena.now_us + (int64_t)sim_below(sim, sim->calm ? 2000 : 9000) * MS;
}

void sim_clients_forget(struct sim *sim)
{
    for (int i = 0; i < sim->clients; i++) {
        struct sim_client *client = &sim->client[i];
        forget_messages(client);
        client->conn = -1;
        client->unread = 0;
        client->connect_us = sim->fake_arena.now_us + (int64_t)sim_below(sim, 5000) * MS;
    }
    memset(sim->ear, 0, sizeof sim->ear);
    fake_arena_deafen(&sim->fake_arena);
    sim->locals = 0;
}

static void connect(struct sim *sim, struct sim_client *client)
{
    uint32_t conn = 0;
    while (conn < FAKE_ARENA_CONNS && sim->fake_arena.conn[conn].open) conn++;
    if (conn == FAKE_ARENA_CONNS) return;
    /* In quiet times nobody takes his own seat over. */
    client->conn = (int)conn;
    client->asleep = false;
    client->read_us = sim->fake_arena.now_us;
    client->command_us = sim->fake_arena.now_us + 100 * MS;
    sim->ear[conn] = (struct sim_ear){0};
    fake_arena_connect(&sim->fake_arena, conn, client->table);
    if (!sim->calm && sim_chance(sim, 3)) return; /* says nothing */
    if (!sim->calm && sim_chance(sim, 3)) sim_client_mischief(sim, client);
    static const char *const roles[] = {"player", "spectator", "operator"};
    bool wrong = !sim->calm && sim_chance(sim, 4);
    sim_client_say(sim, client, (int64_t)sim_below(sim, 300) * MS,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s%s\",\"role\":"
                   "\"%s\",\"secret\":\"%s\"}",
                   client->team, client->code, wrong ? "x" : "", roles[client->role],
                   wrong ? "no" : "sesame");
}

/* ---- answering ---- */

static void answer_discard(struct sim *sim, struct sim_client *client, const json_t *act,
                           int64_t delay)
{
    const json_t *hole = json_object_get(json_object_get(act, "you"), "hole");
    uint32_t least = (uint32_t)json_integer_value(json_object_get(act, "discard_min"));
    uint32_t most = (uint32_t)json_integer_value(json_object_get(act, "discard_max"));
    uint32_t count = least + sim_below(sim, most - least + 1), used = 0;
    char list[128] = "";
    for (uint32_t i = 0; i < count; i++)
        used += (uint32_t)snprintf(list + used, sizeof list - used, "%s\"%s\"", i ? "," : "",
                                   json_string_value(json_array_get(hole, i)));
    sim_client_say(sim, client, delay,
                   "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"DISCARD\",\"cards\":[%s]}",
                   client->hand_id, list);
}

static void answer(struct sim *sim, struct sim_client *client, const json_t *act, int64_t delay)
{
    const json_t *legal = json_object_get(act, "legal");
    long long req_id = json_integer_value(json_object_get(act, "req_id"));
    long long least = json_integer_value(json_object_get(act, "min_raise_to"));
    long long most = json_integer_value(json_object_get(act, "max_raise_to"));
    const char *word =
        json_string_value(json_array_get(legal, sim_below(sim, (uint32_t)json_array_size(legal))));
    if (strcmp(word, "DISCARD") == 0) {
        answer_discard(sim, client, act, delay);
        return;
    }
    char more[96] = "";
    if (strcmp(word, "RAISE_TO") == 0) {
        long long to = sim_chance(sim, 30)   ? most
                       : sim_chance(sim, 50) ? least
                                             : least + sim_below(sim, (uint32_t)(most - least) + 1);
        snprintf(more, sizeof more, ",\"amount\":%lld", to);
    }
    if (strcmp(word, "RUNS") == 0) snprintf(more, sizeof more, ",\"choice\":0");
    if (sim_chance(sim, 60))
        snprintf(more + strlen(more), sizeof more - strlen(more), ",\"req_id\":%lld", req_id);
    sim_client_say(sim, client, delay,
                   "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\"%s}",
                   client->hand_id, word, more);
}

/* Something that must change nothing. */
void sim_client_mischief(struct sim *sim, struct sim_client *client)
{
    static const char *const rubbish[] = {
        "",
        "{",
        "null",
        "[1,2]",
        "{\"type\":\"action\"}",
        "{\"type\":\"dance\",\"v\":1}",
        "{\"type\":\"hello\",\"v\":1,\"role\":\"operator\",\"secret\":\"guess\"}",
        "{\"type\":\"action\",\"v\":2,\"hand_id\":\"H\",\"action\":\"CALL\"}",
        "{\"type\":\"action\",\"hand_id\":\"H\",\"action\":\"RAISE_TO\",\"amount\":1.5}",
        "{\"type\":\"action\",\"hand_id\":\"H-1\",\"action\":\"FOLD\",\"req_id\":1}",
        "{\"type\":\"control\",\"command\":\"SKIP_ACTION\"}",
        "{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":0}",
        "{\"type\":\"action\",\"hand_id\":\"H\",\"hand_id\":\"H\",\"action\":\"FOLD\"}",
        "\xff\xfe\"",
    };
    int64_t delay = (int64_t)sim_below(sim, 500) * MS;
    switch (sim_below(sim, 5)) {
    case 0: /* an action out of turn */
        sim_client_say(sim, client, delay,
                       "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"%s\"}",
                       client->hand_id, sim_chance(sim, 50) ? "FOLD" : "CHECK");
        break;
    case 1: /* an amount out of bounds */
        sim_client_say(sim, client, delay,
                       "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"RAISE_TO\",\"amount\":"
                       "%u}",
                       client->hand_id, sim_chance(sim, 50) ? 0 : 999999999);
        break;
    case 2: /* another question */
        sim_client_say(sim, client, delay,
                       "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"CALL\",\"req_id\":%u}",
                       client->hand_id, sim_below(sim, 1000000) + 100000);
        break;
    default:
        sim_client_say(sim, client, delay, "%s",
                       rubbish[sim_below(sim, sizeof rubbish / sizeof rubbish[0])]);
    }
}

static void take_act(struct sim *sim, struct sim_client *client, const json_t *act)
{
    int64_t delay = (int64_t)sim_below(sim, sim->calm ? 200 : 4000) * MS;
    snprintf(client->hand_id, sizeof client->hand_id, "%s",
             json_string_value(json_object_get(act, "hand_id")));
    uint32_t mischief = sim->calm ? 0 : (uint32_t)sim->plan.mischief * 8;
    if (sim_chance(sim, mischief / 3)) return; /* time is over before it answers */
    if (sim_chance(sim, mischief)) sim_client_mischief(sim, client);
    answer(sim, client, act, delay);
    if (sim_chance(sim, mischief)) answer(sim, client, act, delay + 1);
    if (sim_chance(sim, mischief)) sim_client_mischief(sim, client);
}

static void read_frames(struct sim *sim, struct sim_client *client)
{
    for (struct fake_arena_frame *frame;
         (frame = fake_arena_take(&sim->fake_arena, (uint32_t)client->conn));) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *type = json_string_value(json_object_get(json, "type"));
        const char *code = json_string_value(json_object_get(json, "code"));
        if (strcmp(type, "act") == 0) take_act(sim, client, json);
        if (code && strcmp(code, "TABLE_FULL") == 0)
            client->unwanted = client->role == FELT_AS_PLAYER;
        free(frame);
        json_decref(json);
    }
    client->unread = 0;
}

/* ---- operators ---- */

static void command(struct sim *sim, struct sim_client *client)
{
    static const char *const words[] = {"START_HAND", "START_HAND", "SKIP_ACTION", "PAUSE",
                                        "RESUME",     "RESUME",     "STATUS",      "FORFEIT_SEAT"};
    if (sim->calm) {
        sim_client_say(sim, client, 0, "{\"type\":\"control\",\"command\":\"RESUME\"}");
        sim_client_say(sim, client, 0, "{\"type\":\"control\",\"command\":\"START_HAND\"}");
        client->command_us = sim->fake_arena.now_us + 1500 * MS;
        return;
    }
    const char *word = words[sim_below(sim, sim_chance(sim, 5) ? 8 : 7)];
    sim_client_say(sim, client, 0, "{\"type\":\"control\",\"v\":1,\"command\":\"%s\",\"seat\":%u}",
                   word, sim_below(sim, 10));
    client->command_us = sim->fake_arena.now_us + (int64_t)sim_below(sim, 8000) * MS;
}

/* ---- all of them ---- */

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t sim_clients_next(const struct sim *sim)
{
    int64_t next = INT64_MAX;
    for (int i = 0; i < sim->clients; i++) {
        const struct sim_client *client = &sim->client[i];
        if (client->conn < 0) {
            if (!client->unwanted) next = earlier(next, client->connect_us);
            continue;
        }
        const struct fake_arena_line *conn = &sim->fake_arena.conn[client->conn];
        if (conn->closed) next = earlier(next, client->read_us);
        if (conn->first && !client->asleep) next = earlier(next, client->read_us);
        if (client->first && !conn->paused) next = earlier(next, client->first->due_us);
        if (client->role == FELT_AS_OPERATOR) next = earlier(next, client->command_us);
    }
    for (int i = 0; i < sim->locals; i++) next = earlier(next, sim->local[i].due_us);
    return next;
}

static void move_client(struct sim *sim, struct sim_client *client)
{
    int64_t now = sim->fake_arena.now_us;
    if (client->conn < 0) {
        if (client->connect_us <= now && !client->unwanted) connect(sim, client);
        return;
    }
    struct fake_arena_line *conn = &sim->fake_arena.conn[client->conn];
    if (conn->first && !client->asleep && client->read_us <= now) {
        read_frames(sim, client);
        client->read_us = now + (int64_t)sim_below(sim, sim->calm ? 20 : 300) * MS;
    }
    if ((conn->closed && client->read_us <= now) || client->unread > QUEUE_BYTES) {
        sim_client_drop(sim, client);
        return;
    }
    if (client->role == FELT_AS_OPERATOR && client->command_us <= now) command(sim, client);
    while (client->first && client->first->due_us <= now && !conn->paused && !sim->failing) {
        struct sim_message *message = client->first;
        client->first = message->next;
        fake_arena_send(&sim->fake_arena, (uint32_t)client->conn, message->text, message->stale);
        free(message);
    }
}

void sim_clients_move(struct sim *sim)
{
    for (int i = 0; i < sim->clients && !sim->failing; i++) move_client(sim, &sim->client[i]);
    for (int i = 0; i < sim->locals && !sim->failing;) {
        struct sim_local local = sim->local[i];
        if (local.due_us > sim->fake_arena.now_us) {
            i++;
            continue;
        }
        sim->local[i] = sim->local[--sim->locals];
        felt_arena_session_answer(sim->fake_arena.host, local.table, local.seat, local.req_id,
                                  local.action, sim->fake_arena.now_us);
    }
}
