/* tournaments.c -- what an operator sees of tournaments and does with them.
 *
 * Nobody's chips move by an order of the operator here, so a change is first written into the audit
 * as a note (P3), and done when the note is there. */
#include "server/http/admin/parts.h"

#include "server/room/tournaments/messages.h"
#include "server/protocol/write_tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_BYTES = 4096 };

/* ---- looking ---- */

static void write_events(struct felt_json *json, const struct felt_http_admin *admin,
                         const struct task *task)
{
    struct felt_room_tournament_card cards[FELT_ROOM_TOURNAMENT_ROWS_TOLD];
    (void)task;
    felt_json_object(json);
    felt_protocol_put_tournament_cards(json, cards,
                                       felt_tournament_msg_cards(admin->config.tournaments, cards));
    felt_json_end(json);
}

/* False: refused. */
static bool is_open(struct felt_http_admin *admin, struct task *task)
{
    if (admin->config.tournaments) return true;
    felt_http_admin_refuse(admin, task, 503, "CLOSED", NULL,
                           "there are no tournaments on this server");
    return false;
}

void felt_http_admin_tournaments(struct felt_http_admin *admin, struct task *task)
{
    if (is_open(admin, task)) felt_http_admin_answer(admin, task, write_events);
}

/* The names of pools that belong to a tournament. */
static void write_pools(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    char name[FELT_ORDER_TABLE_BYTES + 1];
    (void)task;
    felt_json_object(json);
    felt_json_key(json, "pools");
    felt_json_array(json);
    for (uint32_t i = 0; i < felt_tournaments_count(admin->config.tournaments); i++) {
        felt_tournaments_pool(admin->config.tournaments, i, name);
        felt_json_text(json, name);
    }
    felt_json_end(json);
    felt_json_end(json);
}

void felt_http_admin_pools(struct felt_http_admin *admin, struct task *task)
{
    if (is_open(admin, task)) felt_http_admin_answer(admin, task, write_pools);
}

static void write_settings(struct felt_json *json, const struct felt_tournament_row *row)
{
    char value[VALUE_BYTES + 1];
    felt_json_key(json, "settings");
    felt_json_object(json);
    for (int i = 0; felt_tournament_row_key(i, NULL); i++) {
        struct felt_buffer out = felt_buffer_make(value, sizeof value);
        felt_tournament_row_value(row, i, &out);
        felt_json_put_text(json, felt_tournament_row_key(i, NULL), felt_buffer_terminate(&out));
    }
    felt_json_end(json);
}

/* task->id is its number. */
static void write_event(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    const struct felt_tournaments *tournaments = admin->config.tournaments;
    struct felt_tournament_face face = {0};
    struct felt_tournament_sheet *sheet = calloc(1, sizeof *sheet);
    felt_json_object(json);
    for (uint32_t i = 0; sheet && i < felt_tournaments_count(tournaments); i++) {
        felt_tournaments_face(tournaments, i, &face);
        if (face.number != task->id) continue;
        felt_tournament_msg_page(tournaments, admin->config.room, i, 0, (uint32_t)task->behind,
                                 task->limit, sheet);
        felt_protocol_put_tournament_page(json, &sheet->page);
        felt_json_put_bool(json, "settled", face.settled);
        felt_json_put_int(json, "fees", face.director.fees);
        felt_json_put_int(json, "overlay", face.director.overlay);
        write_settings(json, face.row);
    }
    felt_json_end(json);
    free(sheet);
}

void felt_http_admin_tournament(struct felt_http_admin *admin, struct task *task)
{
    struct felt_tournament_face face = {0};
    bool known = false;
    if (!is_open(admin, task)) return;
    for (uint32_t i = 0; i < felt_tournaments_count(admin->config.tournaments) && !known; i++) {
        felt_tournaments_face(admin->config.tournaments, i, &face);
        known = face.number == task->id;
    }
    if (known)
        felt_http_admin_answer(admin, task, write_event);
    else
        felt_http_admin_refuse(admin, task, 404, "NO_EVENT", NULL,
                               "there is no tournament of that number");
}

/* ---- changes: first a note in the audit ---- */

static const char *event_of(const struct task *task)
{
    return task->values.text[FIELD_EVENT];
}

static void note(struct felt_http_admin *admin, struct task *task, const char *action,
                 const char *about, felt_http_admin_step *then)
{
    task->order = (struct felt_order){.kind = FELT_ORDER_NOTE};
    (void)snprintf(task->order.action, sizeof task->order.action, "%s", action);
    (void)snprintf(task->order.about, sizeof task->order.about, "%s", about);
    felt_http_admin_order(admin, task, then);
}

/* The note is in the audit.  False: it is not, and nothing happens. */
static bool is_noted(struct felt_http_admin *admin, struct task *task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->receipt->outcome;
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_http_admin_log(admin, task, felt_outcome_word(outcome), task->order.about);
    felt_http_admin_refuse_outcome(admin, task, outcome);
    return false;
}

/* ---- a new one ---- */

/* A value of JSON as it would be typed.  False: a list, an object, null, or too long. */
static bool type_value(const json_t *value, char out[VALUE_BYTES + 1])
{
    if (json_is_boolean(value)) {
        (void)snprintf(out, VALUE_BYTES + 1, "%s", json_is_true(value) ? "yes" : "no");
        return true;
    }
    if (json_is_integer(value)) {
        (void)snprintf(out, VALUE_BYTES + 1, "%lld", (long long)json_integer_value(value));
        return true;
    }
    if (!json_is_string(value) || json_string_length(value) > VALUE_BYTES ||
        strlen(json_string_value(value)) != json_string_length(value))
        return false;
    (void)snprintf(out, VALUE_BYTES + 1, "%s", json_string_value(value));
    return true;
}

/* The row of the body.  False: refused. */
static bool read_row(struct felt_http_admin *admin, struct task *task,
                     struct felt_tournament_row *row)
{
    char typed[VALUE_BYTES + 1];
    const char *key;
    json_t *value, *settings = json_object_get(task->values.root, "settings");
    struct felt_complaint complaint = {0};
    felt_tournament_row_usual(row);
    json_object_foreach(settings, key, value)
    {
        if (!type_value(value, typed)) {
            felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "settings",
                                   "settings have texts, whole numbers, true and false");
            return false;
        }
        if (felt_tournament_row_set(row, key, typed, &complaint) == FELT_OK) continue;
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "settings", complaint.text);
        return false;
    }
    if (felt_tournament_row_verify(row, &complaint) == FELT_OK) return true;
    felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "settings", complaint.text);
    return false;
}

static void write_created(struct felt_json *json, const struct felt_http_admin *admin,
                          const struct task *task)
{
    struct felt_room_tournament_card card;
    struct felt_tournament_face face = {0};
    felt_json_object(json);
    for (uint32_t i = felt_tournaments_count(admin->config.tournaments); i-- > 0;) {
        felt_tournaments_face(admin->config.tournaments, i, &face);
        if (face.number != task->id) continue;
        felt_tournament_msg_card(admin->config.tournaments, i, &card);
        felt_protocol_put_tournament_card(json, &card);
        break;
    }
    felt_json_end(json);
}

static void create_noted(struct felt_http_admin *admin, struct task *task)
{
    struct felt_tournament_row row;
    struct felt_complaint complaint = {0};
    if (!is_noted(admin, task) || !read_row(admin, task, &row)) return;
    felt_tournament_row_fix(&row, task->now_ms, &admin->services->digests);
    task->id = felt_tournaments_add(admin->config.tournaments, &row, task->now_ms, &complaint);
    felt_http_admin_log(admin, task, task->id < 0 ? "REFUSED" : "OK", row.id);
    if (task->id < 0)
        felt_http_admin_refuse(admin, task, 409, "REFUSED", NULL, complaint.text);
    else
        felt_http_admin_answer(admin, task, write_created);
}

void felt_http_admin_create_tournament(struct felt_http_admin *admin, struct task *task)
{
    struct felt_tournament_row row;
    if (!is_open(admin, task) || !read_row(admin, task, &row)) return;
    note(admin, task, "event_create", row.id, create_noted);
}

/* ---- what the director does ---- */

struct deed {
    const char *path, *action;
    enum felt_director_do what;
};
static const struct deed deeds[] = {{"pause", "event_pause", FELT_DIRECTOR_PAUSE},
                                    {"resume", "event_resume", FELT_DIRECTOR_RESUME},
                                    {"add-time", "event_add_time", FELT_DIRECTOR_ADD_TIME},
                                    {"move", "event_move", FELT_DIRECTOR_MOVE},
                                    {"remove", "event_remove", FELT_DIRECTOR_REMOVE},
                                    {"cancel", "event_cancel", FELT_DIRECTOR_CALL_OFF}};

static const struct deed *deed_of(const struct task *task)
{
    const char *word = strrchr(task->path, '/') + 1;
    size_t i = 0;
    while (i + 1 < sizeof deeds / sizeof *deeds && strcmp(deeds[i].path, word) != 0) i++;
    return &deeds[i];
}

/* The director's number of a table of the room; -1: it is none of this tournament. */
static int64_t find_table(const struct felt_http_admin *admin, uint32_t index, const char *name)
{
    struct felt_tournament_face event = {0};
    struct felt_room_face face;
    felt_tournaments_face(admin->config.tournaments, index, &event);
    for (uint32_t i = 0; i < event.row->plan.tables_max; i++) {
        int64_t table = felt_tournaments_table(admin->config.tournaments, index, i);
        if (table >= 0 && felt_room_face(admin->config.room, (uint32_t)table, &face) &&
            strcmp(face.id, name) == 0)
            return i;
    }
    return -1;
}

/* False: refused. */
static bool make_input(struct felt_http_admin *admin, struct task *task,
                       struct felt_director_input *input)
{
    const struct felt_http_admin_values *values = &task->values;
    int64_t index = felt_tournaments_find(admin->config.tournaments, event_of(task));
    if (index < 0) {
        felt_http_admin_refuse(admin, task, 404, "NO_EVENT", "event",
                               "there is no tournament of that name");
        return false;
    }
    *input = (struct felt_director_input){.what = (uint8_t)deed_of(task)->what,
                                          .seat = FELT_SEAT_NONE,
                                          .now_ms = task->now_ms,
                                          .user = values->number[FIELD_USER],
                                          .amount = values->number[FIELD_SECONDS] * 1000};
    if (felt_http_admin_has(task, FIELD_HANDS)) input->amount = values->number[FIELD_HANDS];
    if (felt_http_admin_has(task, FIELD_SEAT)) input->seat = (felt_seat)values->number[FIELD_SEAT];
    if (input->what != FELT_DIRECTOR_MOVE) return true;
    int64_t table = find_table(admin, (uint32_t)index, values->text[FIELD_TABLE]);
    input->table = (uint32_t)table;
    if (table >= 0) return true;
    felt_http_admin_refuse(admin, task, 404, "NO_TABLE", "table",
                           "this tournament has no table of that name");
    return false;
}

static void direct_noted(struct felt_http_admin *admin, struct task *task)
{
    struct felt_director_input input;
    if (!is_noted(admin, task) || !make_input(admin, task, &input)) return;
    enum felt_director_no no =
        felt_tournaments_direct(admin->config.tournaments, event_of(task), &input, task->now_ms);
    felt_http_admin_log(admin, task, no == FELT_DIRECTOR_OK ? "OK" : "REFUSED", task->order.about);
    if (no == FELT_DIRECTOR_OK)
        felt_http_admin_answer_nothing(admin, task);
    else
        felt_http_admin_refuse(admin, task, 409, "REFUSED", NULL, felt_director_no_text(no));
}

void felt_http_admin_direct(struct felt_http_admin *admin, struct task *task)
{
    struct felt_director_input input;
    char about[FELT_ORDER_ABOUT_BYTES + 1];
    if (!is_open(admin, task)) return;
    const struct deed *deed = deed_of(task);
    if (deed->what == FELT_DIRECTOR_ADD_TIME && !felt_http_admin_has(task, FIELD_SECONDS) &&
        !felt_http_admin_has(task, FIELD_HANDS)) {
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "seconds",
                               "seconds is missing (or hands, where levels last hands)");
        return;
    }
    if (!make_input(admin, task, &input)) return;
    int used = snprintf(about, sizeof about, "%s", event_of(task));
    if (input.user)
        (void)snprintf(about + used, sizeof about - (size_t)used, " user %lld",
                       (long long)input.user);
    note(admin, task, deed->action, about, direct_noted);
}

static void retire_noted(struct felt_http_admin *admin, struct task *task)
{
    if (!is_noted(admin, task)) return;
    bool known = felt_tournaments_retire(admin->config.tournaments, event_of(task));
    felt_http_admin_log(admin, task, known ? "OK" : "NO_EVENT", event_of(task));
    if (known)
        felt_http_admin_answer_nothing(admin, task);
    else
        felt_http_admin_refuse(admin, task, 404, "NO_EVENT", "event",
                               "there is no tournament of that name");
}

void felt_http_admin_retire_tournament(struct felt_http_admin *admin, struct task *task)
{
    if (!is_open(admin, task)) return;
    note(admin, task, "event_retire", event_of(task), retire_noted);
}
