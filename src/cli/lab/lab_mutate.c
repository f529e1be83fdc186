/* lab_mutate.c -- felt lab mutate: other games made from one. */
#include "command/args.h"
#include "cli/cli.h"
#include "cli/lab/lab.h"
#include "command/lab_file.h"
#include "lab/lab_names.h"
#include "felt/hash.h"
#include "lab/search/operators.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPTION_OP,
    OPTION_STEPS,
    OPTION_COUNT,
    OPTION_SEED,
    OPTION_WITH,
    OPTION_LOCK,
    OPTION_SIMPLIFY,
    OPTION_OUT,
    OPTION_JSON,
    OPTION_LIST,
    OPTIONS
};
enum {
    COUNT_MAX = 10000,
    STEPS_MAX = 100,
    TRIES = 20,
    SAMPLE = 32, /* games of which simplification must change nothing */
    TEXT_BYTES = 2 * FELT_GENOME_TEXT_MAX,
    PATH_BYTES = 4096
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_OP] = {"op", true},
    [OPTION_STEPS] = {"steps", true},
    [OPTION_COUNT] = {"count", true},
    [OPTION_SEED] = {"seed", true},
    [OPTION_WITH] = {"with", true},
    [OPTION_LOCK] = {"lock", true},
    [OPTION_SIMPLIFY] = {"simplify", false},
    [OPTION_OUT] = {"out", true},
    [OPTION_JSON] = {"json", false},
    [OPTION_LIST] = {"list", false},
};

static const char help[] =
    "Usage: felt lab mutate GENOME [--op NAME] [--steps N] [--with OTHER] [--lock WORDS] [--count "
    "N]\n"
    "                       [--seed S] [--simplify] [--out DIR | --json]\n"
    "       felt lab mutate --list\n"
    "\n"
    "Makes other games from one: an operator changes it, and what is out of order then is mended.\n"
    "Writes the canonical form of the new genome.  GENOME is a file, - for standard input, or a\n"
    "name of felt lab list; it must be in order (felt lab validate).\n"
    "\n"
    "  --op NAME     this operator; without it, each step takes a random one\n"
    "  --steps N     so many changes, one after the other; 1 if not given\n"
    "  --with OTHER  a child of both games: first phases of GENOME, later ones of OTHER.  No "
    "other\n"
    "                change, unless --op or --steps asks for it\n"
    "  --lock WORDS  sections that stay as they are: setup,win_conditions,BettingPhase, ...; "
    "phases\n"
    "                stands for all phases\n"
    "  --count N     so many genomes, each made from GENOME; more than one needs --out or --json\n"
    "  --seed S      a whole number; the same seed gives the same genomes.  1 if not given\n"
    "  --simplify    then removes phases, conditions, effects, points and wins that never mattered "
    "in\n"
    "                random games\n"
    "  --out DIR     writes DIR/1.json, DIR/2.json, ...\n"
    "  --json        one text: what was done, and the genomes\n"
    "  --list        the operators\n"
    "\n"
    "Examples:\n"
    "  felt lab mutate --list\n"
    "  felt lab mutate crazy-eights --op AddBettingPhase\n"
    "  felt lab mutate simple-poker --steps 3 --seed 7 --lock setup,BettingPhase\n"
    "  felt lab mutate open-pit --with crazy-eights --simplify\n"
    "  felt lab mutate war --count 2 --json\n";

static const struct felt_args_spec spec = {"lab mutate", help, options, OPTIONS};

/* What is asked for. */
struct wish {
    const struct felt_operator *operation; /* NULL: random ones                            */
    int steps;
    uint64_t count, seed;
    uint32_t locks;
    bool simplify, script;
    const char *folder; /* NULL: standard output                                            */
    const struct felt_genome *genome, *other;
};

/* How a genome was made. */
struct deeds {
    int count;
    const char *name[STEPS_MAX + 1];
    int removed; /* by simplification */
};

/* ---- making ---- */

/* One step.  Random operators may find nothing to change in this genome: then others are tried.
 * NULL: nothing came of it. */
static const struct felt_operator *change(const struct wish *wish, struct felt_rng *rng,
                                          struct felt_genome *out)
{
    for (int tries = wish->operation ? 1 : TRIES; tries > 0; tries--) {
        const struct felt_operator *operation =
            wish->operation ? wish->operation : felt_operator_pick(rng);
        if (felt_operator_apply(operation, out, rng, wish->locks)) return operation;
    }
    return NULL;
}

/* False: nothing came of it. */
static bool make(const struct wish *wish, uint64_t index, struct felt_genome *out,
                 struct deeds *deeds)
{
    struct felt_rng rng = felt_rng_make(felt_hash_word(wish->seed, index));
    *deeds = (struct deeds){0};
    *out = *wish->genome;
    if (wish->other) {
        struct felt_genome child;
        if (felt_genome_cross(out, wish->other, &rng, wish->locks, &child)) {
            *out = child;
            deeds->name[deeds->count++] = "crossover";
        }
    }
    for (int step = 0; step < wish->steps; step++) {
        const struct felt_operator *operation = change(wish, &rng, out);
        if (operation) deeds->name[deeds->count++] = operation->name;
    }
    if (wish->simplify) {
        struct felt_simplified simplified;
        deeds->removed = felt_genome_simplify(out, wish->seed, SAMPLE, &simplified);
    }
    return deeds->count > 0 || deeds->removed > 0;
}

/* ---- writing ---- */

static void write_deeds(FILE *out, const struct deeds *deeds, const char *between)
{
    for (int i = 0; i < deeds->count; i++) fprintf(out, "%s%s", i ? between : "", deeds->name[i]);
}

static bool write_file(const struct felt_args *args, const struct wish *wish, uint64_t index,
                       const struct felt_buffer *text, const struct deeds *deeds)
{
    char path[PATH_BYTES];
    int bytes =
        snprintf(path, sizeof path, "%s/%llu.json", wish->folder, (unsigned long long)(index + 1));
    FILE *file = bytes < (int)sizeof path ? fopen(path, "wb") : NULL;
    bool good = file && fwrite(text->bytes, 1, text->used, file) == text->used;
    if (file) good &= fclose(file) == 0;
    if (!good) {
        (void)felt_args_refuse(args, "%s: %s", path, strerror(errno));
        return false;
    }
    printf("%s: ", path);
    write_deeds(stdout, deeds, ", ");
    if (deeds->removed) printf("%s%d removed", deeds->count ? ", " : "", deeds->removed);
    puts(deeds->count + deeds->removed ? "" : "as it was");
    return true;
}

static void write_script(const struct felt_buffer *text, const struct deeds *deeds, bool first)
{
    printf("%s{\"operators\":[", first ? "" : ",\n");
    for (int i = 0; i < deeds->count; i++) printf("%s\"%s\"", i ? "," : "", deeds->name[i]);
    printf("],\"removed\":%d,\"genome\":", deeds->removed);
    fwrite(text->bytes, 1, text->used - 1, stdout); /* without its line end */
    putchar('}');
}

static int make_all(const struct felt_args *args, const struct wish *wish, char *memory)
{
    uint64_t changed = 0;
    if (wish->script) putchar('[');
    for (uint64_t i = 0; i < wish->count; i++) {
        struct felt_genome genome;
        struct deeds deeds;
        struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
        bool other = make(wish, i, &genome, &deeds);
        changed += other;
        if (felt_genome_json_write(&genome, &text) != FELT_OK) {
            (void)felt_args_refuse(args, "the canonical form is longer than %d bytes", TEXT_BYTES);
            return FELT_EXIT_FAILED;
        }
        if (wish->folder && !write_file(args, wish, i, &text, &deeds)) return FELT_EXIT_FAILED;
        if (wish->script)
            write_script(&text, &deeds, i == 0);
        else if (!wish->folder && other)
            fwrite(text.bytes, 1, text.used, stdout);
    }
    if (wish->script) puts("]");
    if (changed) return FELT_EXIT_OK;
    (void)felt_args_refuse(args,
                           "there was nothing to change; take another operator, or fewer locks");
    return FELT_EXIT_FAILED;
}

/* ---- what is asked for ---- */

static bool read_operator(const struct felt_args *args, struct wish *wish)
{
    const char *names[64], *name = args->value[OPTION_OP];
    int count = felt_operator_count();
    if (!name) return true;
    wish->operation = felt_operator_find(name);
    if (wish->operation) return true;
    for (int i = 0; i < count && i < 64; i++) names[i] = felt_operator_at(i)->name;
    const char *near = felt_args_nearest(name, names, count < 64 ? count : 64);
    if (near)
        (void)felt_args_refuse(args, "there is no operator %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(args, "there is no operator %s; felt lab mutate --list names them",
                               name);
    return false;
}

static bool read_wish(const struct felt_args *args, struct wish *wish)
{
    bool crosses = args->value[OPTION_WITH] != NULL;
    uint64_t steps =
        (crosses || felt_args_flag(args, OPTION_SIMPLIFY)) && !args->value[OPTION_OP] ? 0 : 1;
    wish->count = wish->seed = 1;
    if (!felt_args_uint(args, OPTION_STEPS, 1, STEPS_MAX, &steps) ||
        !felt_args_uint(args, OPTION_COUNT, 1, COUNT_MAX, &wish->count) ||
        !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &wish->seed) ||
        !read_operator(args, wish) || !felt_lab_locks(args, OPTION_LOCK, &wish->locks))
        return false;
    wish->steps = (int)steps;
    wish->simplify = felt_args_flag(args, OPTION_SIMPLIFY);
    wish->script = felt_args_flag(args, OPTION_JSON);
    wish->folder = args->value[OPTION_OUT];
    if (args->count != 1)
        (void)felt_args_refuse(args, "name one genome: a file, -, or a name of felt lab list");
    else if (wish->folder && wish->script)
        (void)felt_args_refuse(args, "take one of --out and --json");
    else if (wish->count > 1 && !wish->folder && !wish->script)
        (void)felt_args_refuse(args, "%llu genomes need --out DIR or --json",
                               (unsigned long long)wish->count);
    else
        return true;
    return false;
}

static int list_operators(void)
{
    int columns = 0;
    for (int i = 0; i < felt_operator_count(); i++) {
        int bytes = (int)strlen(felt_operator_at(i)->name);
        if (bytes > columns) columns = bytes;
    }
    for (int i = 0; i < felt_operator_count(); i++)
        printf("  %-*s  %s\n", columns, felt_operator_at(i)->name, felt_operator_at(i)->does);
    return FELT_EXIT_OK;
}

static int mutate(const struct felt_args *args, struct wish *wish, char *memory)
{
    struct felt_lab_file *genome = NULL, *other = NULL;
    int code = FELT_EXIT_USAGE;
    genome = felt_lab_file_open(args, args->word[0]);
    if (genome && args->value[OPTION_WITH])
        other = felt_lab_file_open(args, args->value[OPTION_WITH]);
    if (genome && (other || !args->value[OPTION_WITH])) {
        wish->genome = &genome->genome;
        wish->other = other ? &other->genome : NULL;
        if (wish->folder && mkdir(wish->folder, 0777) != 0 && errno != EEXIST) {
            (void)felt_args_refuse(args, "%s: %s", wish->folder, strerror(errno));
            code = FELT_EXIT_FAILED;
        } else {
            code = make_all(args, wish, memory);
        }
    }
    free(other);
    free(genome);
    return code;
}

int felt_cli_lab_mutate(int argc, char **argv)
{
    struct felt_args args;
    struct wish wish = {0};
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (felt_args_flag(&args, OPTION_LIST)) return list_operators();
    if (!read_wish(&args, &wish)) return FELT_EXIT_USAGE;
    char *memory = malloc(TEXT_BYTES);
    if (!memory) {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    int code = mutate(&args, &wish, memory);
    free(memory);
    return code;
}
