/* lab_report.c -- felt lab report: the page of an archive, or one of its plots. */
#include "command/args.h"
#include "cli/cli.h"
#include "cli/lab/lab.h"
#include "lab/archive/lab_dir.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_PLOT, OPTION_TITLE, OPTIONS };
static const struct felt_args_option options[OPTIONS] = {
    [OPTION_PLOT] = {"plot", true}, [OPTION_TITLE] = {"title", true}};
static const char help[] =
    "Usage: felt lab report DIR [--plot NAME] [--title TEXT]\n"
    "\n"
    "Prints the report of an archive, as felt lab evolve writes it to DIR/report.html: one page "
    "of\n"
    "HTML with plots and tables that needs nothing from elsewhere.  Its links to games work "
    "beside\n"
    "DIR/games.  Of a search that still runs it shows what there is so far.\n"
    "\n"
    "  --plot NAME   one plot instead, as an SVG picture with a background of its own:\n"
    "                coverage, history, profiles or pareto\n"
    "  --title TEXT  above the page; the name of the directory if not given\n"
    "\n"
    "Exit code 1 if there is no archive, 2 if there is no such plot.\n"
    "\n"
    "Examples:\n"
    "  felt lab report some-games --title 'Evening games'\n"
    "  felt lab report some-games --plot coverage\n";
static const struct felt_args_spec spec = {"lab report", help, options, OPTIONS};

/* Names of elites that have files. */
struct fake_store {
    const char *path;
    const struct felt_archive *archive;
    char slug[FELT_LAB_SLUG_BYTES];
};

static const char *name_file(void *self, uint32_t index)
{
    struct fake_store *shelf = self;
    char file[FELT_LAB_DIR_BYTES + FELT_LAB_SLUG_BYTES + 16];
    (void)felt_lab_slug(&shelf->archive->elite[index], shelf->slug);
    int bytes = snprintf(file, sizeof file, "%s/games/%s.html", shelf->path, shelf->slug);
    bool there = bytes > 0 && bytes < (int)sizeof file && access(file, R_OK) == 0;
    return there ? shelf->slug : NULL;
}

/* -1: complained. */
static int find_plot(const struct felt_args *args)
{
    const char *name = args->value[OPTION_PLOT], *names[FELT_PLOTS];
    for (int i = 0; i < FELT_PLOTS; i++) {
        names[i] = felt_plot_name((enum felt_plot)i);
        if (!strcmp(names[i], name)) return i;
    }
    const char *near = felt_args_nearest(name, names, FELT_PLOTS);
    if (near)
        (void)felt_args_refuse(args, "there is no plot %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(
            args, "there is no plot %s; take coverage, history, profiles or pareto", name);
    return -1;
}

/* "games" of "some/games/" */
static void name_directory(const char *path, char out[FELT_LAB_DIR_BYTES])
{
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/') start--;
    snprintf(out, FELT_LAB_DIR_BYTES, "%.*s", (int)(end - start), path + start);
}

static int print(const struct felt_args *args, const struct felt_lab_archive *archive, int plot)
{
    char name[FELT_LAB_DIR_BYTES];
    const char *path = args->word[0], *title = args->value[OPTION_TITLE];
    name_directory(path, name);
    const struct felt_report report = {.title = title ? title : name,
                                       .preset = archive->preset,
                                       .evolve = &archive->evolve,
                                       .point = archive->point,
                                       .points = archive->points};
    struct fake_store shelf = {.path = path, .archive = &archive->evolve.archive};
    char *memory = malloc(FELT_REPORT_BYTES);
    if (!memory) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    struct felt_buffer out = felt_buffer_make(memory, FELT_REPORT_BYTES);
    if (plot >= 0)
        felt_plot_write(&report, (enum felt_plot)plot, &out);
    else
        felt_report_write(&report, name_file, &shelf, &out);
    felt_assert(!out.overflow); /* a thousand games take a tenth of it */
    (void)fwrite(out.bytes, 1, out.used, stdout);
    free(memory);
    return FELT_EXIT_OK;
}

int felt_cli_lab_report(int argc, char **argv)
{
    struct felt_args args;
    struct felt_complaint complaint;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (args.count != 1)
        return felt_args_refuse(&args, "name a directory that felt lab evolve wrote");
    int plot = args.value[OPTION_PLOT] ? find_plot(&args) : -1;
    if (plot < 0 && args.value[OPTION_PLOT]) return FELT_EXIT_USAGE;
    struct felt_lab_archive *archive = felt_lab_dir_read(args.word[0], &complaint);
    if (!archive) {
        (void)felt_args_refuse(&args, "%s: %s", args.word[0], complaint.text);
        return FELT_EXIT_FAILED;
    }
    int code = print(&args, archive, plot);
    felt_lab_archive_free(archive);
    return code;
}
