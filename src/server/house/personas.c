/* personas.c -- how each house account plays, and the file that keeps it. */
#include "server/house/personas.h"

#include "accounts/user.h"
#include "felt/assert.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 4 << 20, ENTRIES_FEW = 16 };
static const char EVERYBODY[] = "*";
static const char FILE_NAME[] = "house.json";

struct entry {
    char who[FELT_USERNAME_MAX + 1];
    struct felt_player_spec player;
};

struct felt_personas {
    char *dir; /* NULL: nothing is kept                                                         */
    struct entry *entry;
    uint32_t count, room;
};

/* ---- entries ---- */

static int find(const struct felt_personas *personas, const char *who)
{
    for (uint32_t i = 0; i < personas->count; i++)
        if (strcmp(personas->entry[i].who, who) == 0) return (int)i;
    return -1;
}

static enum felt_status read_entry(const char *who, const char *text, struct entry *entry,
                                   struct felt_complaint *complaint)
{
    size_t length = strlen(who), bytes = strlen(text);
    if (strcmp(who, EVERYBODY) != 0 && (length > FELT_USERNAME_MAX || !felt_name_is_house(who)))
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                             "\"%.*s\" is no house account: name HousePlayer1, HousePlayer2 ... "
                             "or * for all",
                             length < 40 ? (int)length : 40, who);
    struct felt_player_spec player;
    enum felt_status status = felt_player_read(text, bytes, &player, complaint);
    if (status != FELT_OK) return status;
    if (player.kind->has_effort)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, bytes,
                             "%s thinks too long for a room full of tables: name house or zoo:tag",
                             player.kind->name);
    memcpy(entry->who, who, length + 1);
    entry->player = player;
    return FELT_OK;
}

static enum felt_status put(struct felt_personas *personas, const struct entry *entry,
                            struct felt_complaint *complaint)
{
    int at = find(personas, entry->who);
    if (at >= 0) {
        personas->entry[at] = *entry;
        return FELT_OK;
    }
    if (personas->count == FELT_PERSONAS_MAX)
        return felt_complain(complaint, FELT_FULL, 0, 0, "more than %d accounts are named",
                             FELT_PERSONAS_MAX);
    if (personas->count == personas->room) {
        uint32_t room = personas->room ? 2 * personas->room : ENTRIES_FEW;
        struct entry *more = realloc(personas->entry, room * sizeof *more);
        if (!more) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
        personas->entry = more;
        personas->room = room;
    }
    personas->entry[personas->count++] = *entry;
    return FELT_OK;
}

static void take_away(struct felt_personas *personas, int at)
{
    felt_assert(at >= 0 && (uint32_t)at < personas->count);
    size_t behind = personas->count - (uint32_t)at - 1;
    memmove(&personas->entry[at], &personas->entry[at + 1], behind * sizeof *personas->entry);
    personas->count--;
}

/* ---- the file ---- */

static bool name_file(const struct felt_personas *personas, const char *end, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s/%s%s", personas->dir, FILE_NAME, end);
    errno = ENAMETOOLONG;
    return length > 0 && length < PATH_MAX;
}

/* NULL with errno: there is none, or it cannot be read. */
static char *read_file(const char *name, size_t *bytes)
{
    FILE *in = fopen(name, "rbe");
    char *text = in ? malloc(FILE_BYTES_MAX + 1) : NULL;
    *bytes = text ? fread(text, 1, FILE_BYTES_MAX + 1, in) : 0;
    if (text && ferror(in)) {
        free(text);
        text = NULL;
    }
    int reason = errno;
    if (in) (void)fclose(in);
    errno = reason;
    return text;
}

static enum felt_status read_entries(struct felt_personas *personas, json_t *root,
                                     struct felt_complaint *complaint)
{
    const char *who;
    json_t *value;
    json_object_foreach(root, who, value)
    {
        struct entry entry;
        struct felt_complaint why = {0};
        const char *text = json_string_value(value);
        enum felt_status status =
            text ? read_entry(who, text, &entry, &why)
                 : felt_complain(&why, FELT_BAD_FORMAT, 0, 0,
                                 "write a player as a text, as in \"house:rock\"");
        if (status == FELT_OK) status = put(personas, &entry, &why);
        if (status != FELT_OK)
            return felt_complain(complaint, status, 0, 0, "%s/%s: \"%s\": %s", personas->dir,
                                 FILE_NAME, who, why.text);
    }
    return FELT_OK;
}

static enum felt_status load(struct felt_personas *personas, struct felt_complaint *complaint)
{
    char name[PATH_MAX];
    size_t bytes = 0;
    char *text = name_file(personas, "", name) ? read_file(name, &bytes) : NULL;
    if (!text && errno == ENOENT) return FELT_OK;
    if (!text)
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "%s/%s cannot be read: %s",
                             personas->dir, FILE_NAME, strerror(errno));
    json_error_t error = {.text = "it is too long"};
    json_t *root =
        bytes <= FILE_BYTES_MAX ? json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error) : NULL;
    free(text);
    enum felt_status status;
    if (json_is_object(root))
        status = read_entries(personas, root, complaint);
    else
        status = felt_complain(complaint, FELT_BAD_FORMAT, 0, 0,
                               "%s/%s line %d: write an object of players by account: %s",
                               personas->dir, FILE_NAME, error.line > 0 ? error.line : 1,
                               root ? "this is none" : error.text);
    json_decref(root);
    return status;
}

/* Under another name, to the disk, and then renamed: N2. */
static bool write_file(const char *part, const char *name, const char *dir, const char *text,
                       size_t bytes)
{
    int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = file < 0 ? NULL : fdopen(file, "wb");
    if (!out) return false;
    bool good = fwrite(text, 1, bytes, out) == bytes;
    good = fflush(out) == 0 && good && fsync(file) == 0;
    good = fclose(out) == 0 && good;
    good = good && rename(part, name) == 0;
    if (!good) {
        int reason = errno;
        (void)unlink(part);
        errno = reason;
        return false;
    }
    int folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        (void)close(folder);
    }
    return true;
}

static bool save(const struct felt_personas *personas)
{
    char part[PATH_MAX], name[PATH_MAX];
    if (!personas->dir) return true;
    if (!name_file(personas, ".part", part) || !name_file(personas, "", name)) return false;
    json_t *root = json_object();
    for (uint32_t i = 0; root && i < personas->count; i++) {
        const struct entry *entry = &personas->entry[i];
        if (json_object_set_new(root, entry->who, json_string(entry->player.text)) != 0) {
            json_decref(root);
            root = NULL;
        }
    }
    char *text = root ? json_dumps(root, JSON_INDENT(2)) : NULL;
    json_decref(root);
    errno = text ? 0 : ENOMEM;
    bool good = text && write_file(part, name, personas->dir, text, strlen(text));
    int reason = errno;
    free(text);
    errno = reason;
    return good;
}

/* ---- what others call ---- */

struct felt_personas *felt_personas_open(const char *dir, struct felt_complaint *complaint)
{
    struct felt_personas *personas = calloc(1, sizeof *personas);
    if (personas && dir) personas->dir = strdup(dir);
    if (!personas || (dir && !personas->dir)) {
        (void)felt_complain(complaint, FELT_FULL, 0, 0, "no memory for personas");
        felt_personas_close(personas);
        return NULL;
    }
    if (!dir || load(personas, complaint) == FELT_OK) return personas;
    felt_personas_close(personas);
    return NULL;
}

void felt_personas_close(struct felt_personas *personas)
{
    if (!personas) return;
    free(personas->entry);
    free(personas->dir);
    free(personas);
}

/* 17 of HousePlayer17; 1 for any other name. */
static unsigned long number_of(const char *username)
{
    size_t letters = strcspn(username, "0123456789");
    unsigned long number = felt_name_is_house(username) ? strtoul(username + letters, NULL, 10) : 1;
    return number ? number : 1;
}

void felt_personas_of(const struct felt_personas *personas, const char *username,
                      struct felt_player_spec *out)
{
    int at = find(personas, username);
    if (at < 0) at = find(personas, EVERYBODY);
    if (at >= 0) {
        *out = personas->entry[at].player;
        return;
    }
    unsigned long turn = (number_of(username) - 1) % (unsigned long)felt_persona_count();
    char text[FELT_PLAYER_TEXT_MAX + 1];
    int bytes = snprintf(text, sizeof text, "house:%s", felt_persona_at((int)turn)->name);
    felt_assert(bytes > 0 && bytes < (int)sizeof text);
    enum felt_status status = felt_player_read(text, (size_t)bytes, out, NULL);
    felt_assert(status == FELT_OK);
}

enum felt_status felt_personas_set(struct felt_personas *personas, const char *who,
                                   const char *text, struct felt_complaint *complaint)
{
    int at = find(personas, who);
    struct entry entry, old = {0};
    if (at >= 0) old = personas->entry[at];
    enum felt_status status;
    if (*text) {
        status = read_entry(who, text, &entry, complaint);
        if (status == FELT_OK) status = put(personas, &entry, complaint);
        if (status != FELT_OK) return status;
    } else {
        if (at < 0) return read_entry(who, "house", &entry, complaint); /* is it an account? */
        take_away(personas, at);
    }
    if (save(personas)) return FELT_OK;
    status = felt_complain(complaint, FELT_FULL, 0, 0, "%s/%s cannot be written: %s", personas->dir,
                           FILE_NAME, strerror(errno));
    if (at >= 0) {
        enum felt_status back = put(personas, &old, NULL); /* there is room: it was there */
        felt_assert(back == FELT_OK);
    } else {
        take_away(personas, find(personas, who));
    }
    return status;
}

static void write_persona(struct felt_json *json, const struct felt_persona_kind *kind)
{
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, kind->name);
    felt_json_key(json, "title");
    felt_json_text(json, kind->title);
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        double value;
        memcpy(&value, (const char *)&kind->config + dial->at, sizeof value);
        felt_json_key(json, dial->name);
        felt_json_decimal(json, value, 2);
    }
    felt_json_end(json);
}

static void write_dial(struct felt_json *json, const struct felt_strategy_dial *dial)
{
    felt_json_object(json);
    felt_json_key(json, "name");
    felt_json_text(json, dial->name);
    felt_json_key(json, "brief");
    felt_json_text(json, dial->brief);
    felt_json_key(json, "min");
    felt_json_decimal(json, dial->min, 2);
    felt_json_key(json, "max");
    felt_json_decimal(json, dial->max, 2);
    felt_json_end(json);
}

void felt_personas_list(const struct felt_personas *personas, struct felt_json *json)
{
    int all = find(personas, EVERYBODY);
    felt_json_object(json);
    felt_json_key(json, "all");
    if (all >= 0)
        felt_json_text(json, personas->entry[all].player.text);
    else
        felt_json_null(json);
    felt_json_key(json, "named");
    felt_json_object(json);
    for (uint32_t i = 0; i < personas->count; i++) {
        if ((int)i == all) continue;
        felt_json_key(json, personas->entry[i].who);
        felt_json_text(json, personas->entry[i].player.text);
    }
    felt_json_end(json);
    felt_json_key(json, "personas");
    felt_json_array(json);
    for (int i = 0; i < felt_persona_count(); i++) write_persona(json, felt_persona_at(i));
    felt_json_end(json);
    felt_json_key(json, "dials");
    felt_json_array(json);
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) write_dial(json, felt_strategy_dial_at(i));
    felt_json_end(json);
    felt_json_end(json);
}
