/* room.c -- what an operator sees of the room and does with it: tables, house
 * players, notices, figures.  None of this waits, but for what the house has in the ledger store.
 */
#include "server/http/admin/parts.h"

#include "felt/assert.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 500 };

static int64_t room_now(const struct felt_http_admin *admin)
{
    return admin->services->room_ms(admin->services->self);
}

/* ---- tables ---- */

static const char *phase_of(const struct felt_room_face *face)
{
    if (face->settling) return "settling";
    if (face->choosing) return "choosing";
    return face->hand ? "hand" : "waiting";
}

static void write_seat(struct felt_json *json, const struct felt_room_seat_face *place, int seat,
                       bool neighbour)
{
    felt_json_object(json);
    felt_json_put_int(json, "seat", seat);
    felt_json_put_text(json, "state", felt_room_seat_word((enum felt_room_seat_state)place->state));
    felt_json_put_int(json, "user", place->user);
    felt_json_put_text(json, "name", place->name ? place->name : "");
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)place->kind));
    felt_json_put_bool(json, "bot", place->bot);
    felt_json_put_bool(json, "connected", place->connected);
    felt_json_put_bool(json, "in_hand", place->in_hand);
    felt_json_put_int(json, "stack", place->stack);
    felt_json_put_int(json, "bank_ms", place->bank_ms);
    if (neighbour) felt_json_put_bool(json, "same_address", true);
    felt_json_end(json);
}

/* The warning of fair play: people at one table who came from one address. */
static void find_neighbours(const struct felt_http_admin *admin, const struct felt_room_face *face,
                            bool out[FELT_SEATS_MAX])
{
    int64_t users[FELT_SEATS_MAX];
    int seat[FELT_SEATS_MAX], count = 0;
    bool found[FELT_SEATS_MAX] = {false};
    memset(out, 0, FELT_SEATS_MAX * sizeof *out);
    for (int i = 0; i < face->stake->seats; i++)
        if (face->seat[i].state != FELT_ROOM_SEAT_FREE && face->seat[i].kind != FELT_USER_HOUSE) {
            seat[count] = i;
            users[count++] = face->seat[i].user;
        }
    if (count < 2 || !admin->services->neighbours) return;
    admin->services->neighbours(admin->services->self, users, count, found);
    for (int i = 0; i < count; i++) out[seat[i]] = found[i];
}

static void write_table(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct felt_room_face *face)
{
    const struct felt_stake *stake = face->stake;
    bool neighbour[FELT_SEATS_MAX];
    find_neighbours(admin, face, neighbour);
    felt_json_object(json);
    felt_json_put_text(json, "table", face->id);
    felt_json_put_text(json, "stake", stake->id);
    felt_json_put_text(json, "title", stake->title);
    felt_json_put_text(json, "phase", phase_of(face));
    felt_json_put_bool(json, "closing", face->closing);
    felt_json_put_int(json, "hands", (int64_t)face->hands);
    felt_json_put_int(json, "hands_per_hour", face->hands_per_hour);
    felt_json_put_int(json, "average_pot", face->average_pot);
    felt_json_put_int(json, "seats", stake->seats);
    felt_json_put_int(json, "taken", face->taken);
    felt_json_put_int(json, "people", face->people);
    felt_json_put_int(json, "watchers", face->watchers);
    felt_json_put_int(json, "seq", face->seq);
    felt_json_put_int(json, "move_ms", stake->move_ms);
    felt_json_key(json, "chairs");
    felt_json_array(json);
    for (int seat = 0; seat < stake->seats; seat++)
        if (face->seat[seat].state != FELT_ROOM_SEAT_FREE)
            write_seat(json, &face->seat[seat], seat, neighbour[seat]);
    felt_json_end(json);
    felt_json_end(json);
}

static void write_stakes(struct felt_json *json, const struct felt_room_config *config)
{
    felt_json_key(json, "stakes");
    felt_json_array(json);
    for (int i = 0; i < config->stakes; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "stake", config->stake[i]->id);
        felt_json_put_text(json, "title", config->stake[i]->title);
        felt_json_put_int(json, "tables", config->stake[i]->tables);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_tables(struct felt_json *json, const struct felt_http_admin *admin,
                         const struct task *task)
{
    const struct felt_room_config *config = admin->config.room_config;
    (void)task;
    felt_json_object(json);
    felt_json_put_bool(json, "open", felt_room_is_open(admin->config.room));
    write_stakes(json, config);
    felt_json_key(json, "tables");
    felt_json_array(json);
    for (uint32_t i = 0; i < config->tables_max && !json->out->overflow; i++) {
        struct felt_room_face face;
        if (felt_room_face(admin->config.room, i, &face)) write_table(json, admin, &face);
    }
    felt_json_end(json);
    felt_json_end(json);
}

void felt_http_admin_tables(struct felt_http_admin *admin, struct task *task)
{
    felt_http_admin_answer(admin, task, write_tables);
}

/* The table is in task->id. */
static void write_table_name(struct felt_json *json, const struct felt_http_admin *admin,
                             const struct task *task)
{
    struct felt_room_face face;
    bool there = felt_room_face(admin->config.room, (uint32_t)task->id, &face);
    felt_json_object(json);
    felt_json_put_text(json, "table", there ? face.id : "");
    felt_json_end(json);
}

/* Names those that there are, as many as fit. */
static void refuse_stake(struct felt_http_admin *admin, struct task *task, const char *id)
{
    const struct felt_room_config *config = admin->config.room_config;
    char text[FELT_HTTP_ADMIN_WHY_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text - 1);
    felt_buffer_text(&out, "there is no stake ");
    felt_buffer_text(&out, id);
    for (int i = 0; i < config->stakes; i++) {
        if (out.used + FELT_STAKE_ID_BYTES + 16 >= sizeof text) break;
        felt_buffer_text(&out, i ? ", " : "; there are ");
        felt_buffer_text(&out, config->stake[i]->id);
    }
    felt_http_admin_refuse(admin, task, 404, "NO_STAKE", "stake", felt_buffer_terminate(&out));
}

void felt_http_admin_open_table(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_room_config *config = admin->config.room_config;
    const char *id = task->values.text[FIELD_STAKE];
    int stake = 0;
    while (stake < config->stakes && strcmp(config->stake[stake]->id, id) != 0) stake++;
    if (stake == config->stakes) {
        refuse_stake(admin, task, id);
        return;
    }
    task->id = felt_room_add_table(admin->config.room, stake, room_now(admin));
    felt_http_admin_log(admin, task, task->id < 0 ? "FULL" : "OK", id);
    if (task->id < 0)
        felt_http_admin_refuse(admin, task, 409, "FULL", NULL,
                               "there is no room for another table");
    else
        felt_http_admin_answer(admin, task, write_table_name);
}

void felt_http_admin_close_table(struct felt_http_admin *admin, struct task *task)
{
    const char *table = task->values.text[FIELD_TABLE];
    bool known = felt_room_close_table(admin->config.room, table, room_now(admin));
    felt_http_admin_log(admin, task, known ? "OK" : "NO_TABLE", table);
    if (known)
        felt_http_admin_answer_nothing(admin, task);
    else
        felt_http_admin_refuse(admin, task, 404, "NO_TABLE", "table",
                               "there is no table of that name");
}

/* ---- house players ---- */

static const char *state_word(uint8_t state)
{
    static const char *const words[] = {[FELT_HOUSE_SEATING_ABSENT] = "absent",
                                        [FELT_HOUSE_SEATING_FREE] = "free",
                                        [FELT_HOUSE_SEATING_GOING] = "going",
                                        [FELT_HOUSE_SEATING_SEATED] = "seated",
                                        [FELT_HOUSE_SEATING_BROKE] = "broke"};
    felt_assert(state <= FELT_HOUSE_SEATING_BROKE);
    return words[state];
}

static void write_member(struct felt_json *json, const struct felt_http_admin *admin,
                         const struct felt_house_seating_member *member)
{
    const struct felt_http_admin_services *services = admin->services;
    struct felt_room_face face;
    bool at_table =
        member->state == FELT_HOUSE_SEATING_SEATED || member->state == FELT_HOUSE_SEATING_GOING;
    char persona[FELT_PLAYER_TEXT_MAX + 1] = "";
    if (services->persona) services->persona(services->self, member->name, persona);
    felt_json_object(json);
    felt_json_put_text(json, "name", member->name);
    felt_json_put_int(json, "user", member->user);
    felt_json_put_text(json, "state", state_word(member->state));
    at_table = at_table && felt_room_face(admin->config.room, member->table, &face);
    felt_json_put_text(json, "table", at_table ? face.id : "");
    felt_json_put_text(json, "persona", persona);
    felt_json_put_int(json, "bank", member->bank);
    felt_json_put_int(json, "seated", felt_room_chips(admin->config.room, member->user));
    felt_json_end(json);
}

static void write_settings(struct felt_json *json, const struct felt_house_seating_config *config)
{
    felt_json_key(json, "settings");
    felt_json_object(json);
    felt_json_put_int(json, "look_ms", config->look_ms);
    felt_json_put_int(json, "think_ms", config->think_ms);
    felt_json_put_int(json, "think_max_ms", config->think_max_ms);
    felt_json_put_int(json, "stay_hands", config->stay_hands);
    felt_json_end(json);
}

static void write_house(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    const struct felt_house_seating *seating = admin->config.seating;
    const struct felt_http_admin_takings *takings = admin->config.takings;
    felt_json_object(json);
    felt_json_key(json, "members");
    felt_json_array(json);
    for (uint32_t i = 0; seating && i < felt_house_seating_count(seating) && !json->out->overflow;
         i++)
        write_member(json, admin, felt_house_seating_at(seating, i));
    felt_json_end(json);
    felt_json_key(json, "totals");
    felt_json_object(json);
    felt_json_put_int(json, "account", task->house_account);
    felt_json_put_int(json, "bank", task->house_bank);
    felt_json_put_int(json, "seated", task->house_seated);
    if (takings) {
        felt_json_put_int(json, "hands", (int64_t)takings->hands);
        felt_json_put_int(json, "won", takings->won);
        felt_json_put_int(json, "lost", takings->lost);
    }
    felt_json_end(json);
    write_settings(json, &admin->config.seating_config);
    felt_json_end(json);
}

static void account_found(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_ledger_answer *answer = task->answer;
    if (answer->outcome != FELT_OUTCOME_OK) {
        felt_http_admin_refuse_outcome(admin, task, (enum felt_outcome)answer->outcome);
        return;
    }
    for (uint32_t i = 0; i < answer->count; i++)
        if (answer->accounts[i].kind == FELT_ACCOUNT_HOUSE)
            task->house_account = answer->accounts[i].balance;
    felt_http_admin_answer(admin, task, write_house);
}

static void ask_page(struct felt_http_admin *admin, struct task *task);

/* A kind says who is the house's, not a name. */
static void page_found(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_ledger_answer *answer = task->answer;
    if (answer->outcome != FELT_OUTCOME_OK) {
        felt_http_admin_refuse_outcome(admin, task, (enum felt_outcome)answer->outcome);
        return;
    }
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_user *user = &answer->users[i];
        task->behind = user->id;
        if (user->kind != FELT_USER_HOUSE) continue;
        task->house_bank += user->chips;
        task->house_seated += felt_room_chips(admin->config.room, user->id);
    }
    struct felt_question question = {
        .kind = FELT_QUESTION_SUMMARY, .now_ms = task->now_ms, .limit = FELT_QUESTION_ROWS_MAX};
    if (answer->count == PAGE)
        ask_page(admin, task);
    else
        felt_http_admin_ask(admin, task, &question, account_found);
}

static void ask_page(struct felt_http_admin *admin, struct task *task)
{
    struct felt_question question = {.kind = FELT_QUESTION_USERS,
                                     .now_ms = task->now_ms,
                                     .before = task->behind,
                                     .limit = PAGE,
                                     .text = "HousePlayer"};
    felt_http_admin_ask(admin, task, &question, page_found);
}

void felt_http_admin_house(struct felt_http_admin *admin, struct task *task)
{
    ask_page(admin, task);
}

void felt_http_admin_dial(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_http_admin_services *services = admin->services;
    const char *who = task->values.text[FIELD_WHO], *persona = task->values.text[FIELD_PERSONA];
    char detail[FELT_HTTP_ADMIN_WHY_BYTES];
    struct felt_complaint complaint = {0};
    if (!services->dial) {
        felt_http_admin_refuse(admin, task, 503, "CLOSED", NULL, "there are no house players");
        return;
    }
    enum felt_status status = services->dial(services->self, who, persona, &complaint);
    (void)snprintf(detail, sizeof detail, "%s %s", who, persona);
    felt_http_admin_log(admin, task, status == FELT_OK ? "OK" : "BAD_FIELD", detail);
    if (status == FELT_OK)
        felt_http_admin_answer_nothing(admin, task);
    else
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "persona", complaint.text);
}

static void write_only_settings(struct felt_json *json, const struct felt_http_admin *admin,
                                const struct task *task)
{
    (void)task;
    felt_json_object(json);
    write_settings(json, &admin->config.seating_config);
    felt_json_end(json);
}

void felt_http_admin_settings(struct felt_http_admin *admin, struct task *task)
{
    struct felt_house_seating_config wanted = admin->config.seating_config;
    const struct {
        enum felt_http_admin_field field;
        uint32_t *out;
    } rows[] = {{FIELD_LOOK_MS, &wanted.look_ms},
                {FIELD_THINK_MS, &wanted.think_ms},
                {FIELD_THINK_MAX_MS, &wanted.think_max_ms},
                {FIELD_STAY_HANDS, &wanted.stay_hands}};
    char detail[FELT_HTTP_ADMIN_WHY_BYTES];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (felt_http_admin_has(task, rows[i].field))
            *rows[i].out = (uint32_t)task->values.number[rows[i].field];
    if (!admin->config.seating) {
        felt_http_admin_refuse(admin, task, 503, "CLOSED", NULL, "there are no house players");
        return;
    }
    if (wanted.think_ms > wanted.think_max_ms) {
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "think_ms",
                               "think_ms must not be above think_max_ms");
        return;
    }
    admin->config.seating_config = wanted;
    felt_house_seating_configure(admin->config.seating, &admin->config.seating_config);
    (void)snprintf(detail, sizeof detail, "look_ms %u think_ms %u think_max_ms %u stay_hands %u",
                   wanted.look_ms, wanted.think_ms, wanted.think_max_ms, wanted.stay_hands);
    felt_http_admin_log(admin, task, "OK", detail);
    felt_http_admin_answer(admin, task, write_only_settings);
}

/* ---- everybody ---- */

void felt_http_admin_notice(struct felt_http_admin *admin, struct task *task)
{
    const char *text = task->values.text[FIELD_TEXT];
    felt_room_notice(admin->config.room, text);
    felt_http_admin_log(admin, task, "OK", text);
    felt_http_admin_answer_nothing(admin, task);
}

void felt_http_admin_stand(struct felt_http_admin *admin, struct task *task)
{
    felt_assert(task->id > 0); /* 0 would be everybody */
    felt_room_clear(admin->config.room, task->id, room_now(admin));
    felt_http_admin_log(admin, task, "OK", "");
    felt_http_admin_answer_nothing(admin, task);
}

/* ---- figures ---- */

static void write_room_stats(struct felt_json *json, const struct felt_room *room)
{
    const struct felt_room_counts *counts = felt_room_counts(room);
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {{"tables", counts->tables},   {"in_hand", counts->in_hand},
                {"players", counts->players}, {"lines", counts->conns},
                {"seated", counts->seated},   {"seated_people", counts->seated_people},
                {"pending", counts->pending}, {"hands", counts->hands},
                {"actions", counts->actions}, {"timeouts", counts->timeouts},
                {"autos", counts->autos},     {"voids", counts->voids},
                {"chats", counts->chats},     {"orders", counts->orders},
                {"retries", counts->retries}};
    felt_json_key(json, "room");
    felt_json_object(json);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        felt_json_put_int(json, rows[i].key, (int64_t)rows[i].value);
    felt_json_end(json);
}

static void write_line_stats(struct felt_json *json, const struct felt_room_session_counts *counts)
{
    felt_json_key(json, "lines");
    felt_json_object(json);
    felt_json_put_int(json, "messages", (int64_t)counts->messages);
    felt_json_put_int(json, "frames", (int64_t)counts->frames);
    felt_json_put_int(json, "bytes", (int64_t)counts->bytes);
    felt_json_put_int(json, "errors", (int64_t)counts->errors);
    felt_json_put_int(json, "paused", (int64_t)counts->paused);
    felt_json_put_int(json, "closed", (int64_t)counts->bad_closed);
    felt_json_put_int(json, "actions", (int64_t)counts->latencies);
    felt_json_put_int(json, "action_us",
                      counts->latencies ? (int64_t)(counts->latency_us / counts->latencies) : 0);
    felt_json_end(json);
}

static void write_bank_stats(struct felt_json *json, struct felt_ledger_store *store)
{
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(store, &counts);
    felt_json_key(json, "bank");
    felt_json_object(json);
    felt_json_put_bool(json, "lost", counts.lost);
    felt_json_put_int(json, "waiting", counts.waiting);
    felt_json_put_int(json, "orders", (int64_t)counts.orders);
    felt_json_put_int(json, "refused", (int64_t)counts.refused);
    felt_json_put_int(json, "unavailable", (int64_t)counts.unavailable);
    felt_json_put_int(json, "batches", (int64_t)counts.batches);
    felt_json_end(json);
}

static void write_stats(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    const struct felt_http_admin_counts *counts = &admin->counts;
    (void)task;
    felt_json_object(json);
    if (admin->config.room) write_room_stats(json, admin->config.room);
    if (admin->config.counts) write_line_stats(json, admin->config.counts);
    if (admin->config.bank) write_bank_stats(json, admin->config.bank);
    felt_json_key(json, "operator");
    felt_json_object(json);
    felt_json_put_int(json, "requests", (int64_t)counts->requests);
    felt_json_put_int(json, "letters", (int64_t)counts->letters);
    felt_json_put_int(json, "forbidden", (int64_t)counts->forbidden);
    felt_json_put_int(json, "changes", (int64_t)counts->changes);
    felt_json_put_int(json, "proofs", (int64_t)counts->proofs);
    felt_json_end(json);
    felt_json_end(json);
}

void felt_http_admin_stats_asked(struct felt_http_admin *admin, struct task *task)
{
    felt_http_admin_answer(admin, task, write_stats);
}
