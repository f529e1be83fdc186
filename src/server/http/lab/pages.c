/* pages.c -- rulebooks, reports and plots of an archive.
 *
 * All of them are written from what was read of the archive, not taken from files beside it, but
 * for one: the rulebook that `felt lab evolve` wrote has hints, which take a while to make, so that
 * one is handed out where it is. */
#include "lab/rulebook/lab_rules.h"
#include "server/http/lab/parts.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The result is this text, malloc'ed. */
static void hand_out(struct felt_http_lab_result *result, char *text, size_t bytes,
                     const char *type, bool page)
{
    result->status = 200;
    result->type = type;
    result->page = page;
    result->body = text;
    result->bytes = bytes;
}

/* ---- reports and plots ---- */

static struct felt_report report_of(const struct felt_http_lab_view *view)
{
    const struct felt_lab_archive *archive = &view->opened->archive;
    return (struct felt_report){.title = view->book->name,
                                .preset = archive->preset,
                                .evolve = &archive->evolve,
                                .point = view->book->point,
                                .points = (int)view->book->points};
}

struct names {
    const struct felt_archive *archive;
    char slug[FELT_LAB_SLUG_BYTES];
};

static const char *name_file(void *self, uint32_t index)
{
    struct names *names = self;
    return felt_lab_slug(&names->archive->elite[index], names->slug);
}

void felt_http_lab_answer_report(const struct felt_http_lab_view *view)
{
    struct felt_report report = report_of(view);
    struct names names = {.archive = &view->opened->archive.evolve.archive};
    char *memory = malloc(FELT_REPORT_BYTES);
    if (!memory) {
        view->result->status = 200; /* without a body: no memory */
        return;
    }
    struct felt_buffer out = felt_buffer_make(memory, FELT_REPORT_BYTES);
    felt_report_write(&report, name_file, &names, &out);
    if (out.overflow) {
        free(memory);
        felt_http_lab_refuse(view->result, 503, "UNAVAILABLE", "the report is too long");
        return;
    }
    char *shorter = realloc(memory, out.used + 1);
    hand_out(view->result, shorter ? shorter : memory, out.used, "text/html; charset=utf-8", true);
}

void felt_http_lab_answer_plot(const struct felt_http_lab_view *view)
{
    enum { ROOM = 4 << 20 };
    struct felt_report report = report_of(view);
    char *memory = malloc(ROOM);
    view->result->status = 200;
    if (!memory) return;
    struct felt_buffer out = felt_buffer_make(memory, ROOM);
    felt_plot_write(&report, (enum felt_plot)view->want->plot, &out);
    if (out.overflow) {
        free(memory);
        felt_http_lab_refuse(view->result, 503, "UNAVAILABLE", "the plot is too long");
        return;
    }
    char *shorter = realloc(memory, out.used + 1);
    hand_out(view->result, shorter ? shorter : memory, out.used, "image/svg+xml", true);
}

/* ---- rulebooks ---- */

/* What was written beside the archive, if it was. */
static char *read_rules(const struct felt_http_lab_view *view, bool page, size_t *bytes)
{
    char name[FELT_LAB_SLUG_BYTES + 8];
    int games = openat(view->directory, "games", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    *bytes = 0;
    if (games < 0) return NULL;
    (void)snprintf(name, sizeof name, "%s.%s", view->want->game, page ? "html" : "md");
    char *text = felt_http_lab_text(games, name, FELT_RULEBOOK_BYTES, bytes, NULL);
    (void)close(games);
    return text;
}

static char *write_rules(const struct felt_elite *elite, bool page, size_t *bytes)
{
    char *memory = malloc(FELT_RULEBOOK_BYTES);
    if (!memory) return NULL;
    struct felt_buffer out = felt_buffer_make(memory, FELT_RULEBOOK_BYTES);
    bool good = felt_lab_rules_book(&elite->genome, elite->measures.seats, elite->measures.hash, 0,
                                    page ? FELT_RULEBOOK_HTML : FELT_RULEBOOK_MARKDOWN, &out);
    *bytes = out.used;
    if (good) return memory;
    free(memory);
    return NULL;
}

struct rules {
    struct felt_http_lab_view view;
    const char *text;
    size_t bytes;
};

static void write_markdown(struct felt_json *json, const struct felt_http_lab_view *view)
{
    const struct rules *rules = (const struct rules *)(const void *)view;
    const struct felt_archive *archive = &view->opened->archive.evolve.archive;
    felt_json_object(json);
    felt_json_key(json, "game"), felt_json_text(json, view->want->game);
    felt_json_key(json, "name"), felt_json_text(json, archive->elite[view->game].genome.name);
    felt_json_key(json, "markdown"), felt_json_text_n(json, rules->text, rules->bytes);
    felt_json_end(json);
}

void felt_http_lab_answer_rules(const struct felt_http_lab_view *view)
{
    const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[view->game];
    bool page = view->want->what == FELT_HTTP_LAB_RULES_PAGE;
    size_t bytes;
    char *text = read_rules(view, page, &bytes);
    if (!text) text = write_rules(elite, page, &bytes);
    view->result->status = 200;
    if (!text) return;
    if (view->want->what != FELT_HTTP_LAB_RULES) {
        hand_out(view->result, text, bytes,
                 page ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8", page);
        return;
    }
    struct rules rules = {*view, text, bytes};
    felt_http_lab_answer(&rules.view, write_markdown);
    free(text);
}

void felt_http_lab_answer_genome(const struct felt_http_lab_view *view)
{
    const struct felt_elite *elite = &view->opened->archive.evolve.archive.elite[view->game];
    char *memory = malloc(FELT_GENOME_TEXT_MAX);
    view->result->status = 200;
    if (!memory) return;
    struct felt_buffer out = felt_buffer_make(memory, FELT_GENOME_TEXT_MAX);
    if (felt_genome_json_write(&elite->genome, &out) != FELT_OK) {
        free(memory);
        felt_http_lab_refuse(view->result, 503, "UNAVAILABLE", "this genome cannot be written");
        return;
    }
    hand_out(view->result, memory, out.used, "application/json", false);
}
