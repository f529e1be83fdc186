/* known.c -- the games that the program itself knows, as an archive called known: it is
 * there without a directory, nobody measured it, and nobody rates it.  And tables of games. */
#include "server/http/lab/parts.h"

#include "base/json_member.h"
#include "command/lab_file.h"
#include "lab/rulebook/lab_rules.h"
#include "server/config/practice_key.h"

#include <stdlib.h>
#include <string.h>

/* A known game, and what an answer is made of. */
struct known {
    struct felt_http_lab_view view;
    const struct felt_lab_file *file;
    const char *text;
    size_t bytes;
    const char *key; /* of a table                                                               */
    int seats;
};

static const struct known *known_of(const struct felt_http_lab_view *view)
{
    return (const struct known *)(const void *)view;
}

static int least_of(const struct felt_genome *genome)
{
    return genome->players.gene[FELT_PLAYERS_MIN];
}

static void put_game(struct felt_json *json, const char *game, const struct felt_genome *genome)
{
    felt_json_put_text(json, "game", game);
    felt_json_put_text(json, "name", genome->name[0] ? genome->name : game);
    felt_json_put_text(json, "genre", felt_genre_name(felt_genre_of(genome)));
    felt_http_lab_write_players(json, genome);
}

static void write_list(struct felt_json *json, const struct felt_http_lab_view *view)
{
    struct felt_lab_file *file = malloc(sizeof *file);
    felt_json_object(json);
    felt_json_put_text(json, "archive", FELT_HTTP_LAB_KNOWN);
    felt_json_put_bool(json, "lab", view->shelf->directory >= 0);
    felt_json_key(json, "games");
    felt_json_array(json);
    for (int i = 0; file && i < felt_lab_known_count(); i++) {
        felt_lab_file_look(felt_lab_known_at(i)->name, file);
        if (file->errors) continue;
        felt_json_object(json);
        put_game(json, felt_lab_known_at(i)->name, &file->genome);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
    free(file);
}

static void write_game(struct felt_json *json, const struct felt_http_lab_view *view)
{
    felt_json_object(json);
    felt_json_put_text(json, "archive", FELT_HTTP_LAB_KNOWN);
    put_game(json, view->want->game, &known_of(view)->file->genome);
    felt_json_end(json);
}

static void write_rules(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct known *known = known_of(view);
    felt_json_object(json);
    felt_json_put_text(json, "game", view->want->game);
    felt_json_put_text(json, "name", known->file->genome.name);
    felt_json_key(json, "markdown"), felt_json_text_n(json, known->text, known->bytes);
    felt_json_end(json);
}

static void answer_rules(struct known *known)
{
    bool page = known->view.want->what == FELT_HTTP_LAB_RULES_PAGE;
    struct felt_http_lab_result *result = known->view.result;
    const struct felt_genome *genome = &known->file->genome;
    char *memory = malloc(FELT_RULEBOOK_BYTES);
    struct felt_buffer out = felt_buffer_make(memory, memory ? FELT_RULEBOOK_BYTES : 0);
    result->status = 200;
    if (!memory || !felt_lab_rules_book(genome, least_of(genome), 1, 0,
                                        page ? FELT_RULEBOOK_HTML : FELT_RULEBOOK_MARKDOWN, &out)) {
        free(memory);
        return;
    }
    known->text = memory;
    known->bytes = out.used;
    if (known->view.want->what == FELT_HTTP_LAB_RULES) {
        felt_http_lab_answer(&known->view, write_rules);
        free(memory);
        return;
    }
    result->type = page ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8";
    result->page = page;
    result->body = memory;
    result->bytes = out.used;
}

static void answer_genome(const struct felt_http_lab_view *view)
{
    const struct felt_lab_known *known = felt_lab_known_find(view->want->game);
    view->result->status = 200;
    view->result->body = malloc(known->bytes + 1);
    if (!view->result->body) return;
    memcpy(view->result->body, known->text, known->bytes);
    view->result->bytes = known->bytes;
}

/* ---- tables ---- */

static void write_table(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct known *known = known_of(view);
    felt_json_object(json);
    felt_json_put_text(json, "game", view->want->game);
    felt_json_put_text(json, "create", known->key);
    felt_json_put_int(json, "seats", known->seats);
    felt_json_end(json);
}

void felt_http_lab_answer_table(const struct felt_http_lab_view *view,
                                const struct felt_genome *genome, int seats)
{
    char key[FELT_PRACTICE_KEY_BYTES + 1];
    char *text = malloc(FELT_PRACTICE_TEXT_BYTES);
    struct felt_buffer out = felt_buffer_make(text, text ? FELT_PRACTICE_TEXT_BYTES : 0);
    if (!text || felt_genome_json_write(genome, &out) != FELT_OK) {
        free(text);
        felt_http_lab_refuse(view->result, 409, "TOO_LONG", "this game is too long for a table");
        return;
    }
    felt_practice_key(text, out.used, key);
    struct known known = {.view = *view, .key = key, .seats = seats};
    felt_http_lab_answer(&known.view, write_table);
    view->result->genome = text;
    view->result->genome_bytes = out.used;
    view->result->seats = seats;
}

/* ---- one want ---- */

static void answer_game(struct known *known)
{
    const struct felt_http_lab_view *view = &known->view;
    switch ((enum felt_http_lab_what)view->want->what) {
    case FELT_HTTP_LAB_GAME: felt_http_lab_answer(view, write_game); return;
    case FELT_HTTP_LAB_RULES:
    case FELT_HTTP_LAB_RULES_TEXT:
    case FELT_HTTP_LAB_RULES_PAGE: answer_rules(known); return;
    case FELT_HTTP_LAB_GENOME: answer_genome(view); return;
    case FELT_HTTP_LAB_TABLE: {
        const struct felt_genome *genome = &known->file->genome;
        int two = least_of(genome) > 2 ? least_of(genome) : 2;
        felt_http_lab_answer_table(view, genome, two);
        return;
    }
    default: felt_http_lab_refuse(view->result, 409, "KNOWN", "known games are not rated here");
    }
}

void felt_http_lab_answer_known(const struct felt_http_lab_view *view)
{
    if (view->want->what == FELT_HTTP_LAB_ARCHIVE) {
        felt_http_lab_answer(view, write_list);
        return;
    }
    struct felt_lab_file *file = NULL;
    if (view->want->what >= FELT_HTTP_LAB_GAME && felt_lab_known_find(view->want->game))
        file = malloc(sizeof *file);
    if (!file) {
        felt_http_lab_refuse(view->result, 404, "NOT_FOUND", "there is no such known game");
        return;
    }
    felt_lab_file_look(view->want->game, file);
    struct known known = {.view = *view, .file = file};
    answer_game(&known);
    free(file);
}
