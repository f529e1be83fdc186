/* play_narc.c -- felt play narc: what was asked for, and whether there is a run to go on with. */
#include "terminal/narc/play_narc.h"

#include "command/args.h"
#include "command/exit.h"
#include "command/narc_file.h"
#include "terminal/narc/play_narc_help.h"
#include "terminal/narc/play_narc_lesson.h"
#include "terminal/narc/play_narc_run.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    OPTION_RULES,
    OPTION_CARDS,
    OPTION_SEAT,
    OPTION_LEVEL,
    OPTION_WITH,
    OPTION_SEED,
    OPTION_HANDS,
    OPTION_SAVE,
    OPTION_RECORD,
    OPTION_TUTORIAL,
    OPTION_DAILY,
    OPTION_WATCH,
    OPTION_NEW,
    OPTION_PLAIN,
    OPTION_FAST,
    OPTIONS
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_RULES] = {"rules", true},   [OPTION_CARDS] = {"cards", true},
    [OPTION_SEAT] = {"seat", true},     [OPTION_LEVEL] = {"level", true},
    [OPTION_WITH] = {"with", true},     [OPTION_SEED] = {"seed", true},
    [OPTION_HANDS] = {"hands", true},   [OPTION_SAVE] = {"save", true},
    [OPTION_RECORD] = {"record", true}, [OPTION_TUTORIAL] = {"tutorial", false},
    [OPTION_DAILY] = {"daily", false},  [OPTION_WATCH] = {"watch", false},
    [OPTION_NEW] = {"new", false},      [OPTION_PLAIN] = {"plain", false},
    [OPTION_FAST] = {"fast", false},
};

static const struct felt_args_spec spec = {"play", felt_play_narc_usage, options, OPTIONS};

bool felt_play_narc_meant(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "narc") != 0) return false;
    for (int i = 2; i < argc; i++)
        if (strncmp(argv[i], "--connect", 9) == 0) return false;
    return true;
}

static bool flag(const struct felt_args *args, int option)
{
    return felt_args_flag(args, option);
}

/* ---- options that exclude each other ---- */

/* False: complained. */
static bool verify(const struct felt_args *args)
{
    static const struct {
        int option, other;
        const char *why;
    } pairs[] = {
        {OPTION_LEVEL, OPTION_WITH, "both say how the others play"},
        {OPTION_WATCH, OPTION_SEAT, "who watches has no seat"},
        {OPTION_WATCH, OPTION_SAVE, "there is nobody to go on with it; --record writes a run"},
        {OPTION_WATCH, OPTION_DAILY, "the session of today is for people"},
        {OPTION_DAILY, OPTION_SEED, "today has its own seed"},
        {OPTION_DAILY, OPTION_SAVE, "the session of today is played once; --record writes it"},
        {OPTION_DAILY, OPTION_RULES, "the session of today is the same for everybody"},
        {OPTION_DAILY, OPTION_CARDS, "the session of today is the same for everybody"},
        {OPTION_DAILY, OPTION_LEVEL, "the session of today is the same for everybody"},
        {OPTION_DAILY, OPTION_WITH, "the session of today is the same for everybody"},
        {OPTION_DAILY, OPTION_SEAT, "the session of today is the Player's"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (!args->value[pairs[i].option] || !args->value[pairs[i].other]) continue;
        (void)felt_args_refuse(args, "--%s and --%s do not go together: %s",
                               options[pairs[i].option].name, options[pairs[i].other].name,
                               pairs[i].why);
        return false;
    }
    for (int i = 0; i < OPTIONS && flag(args, OPTION_TUTORIAL); i++) {
        if (!args->value[i] || i >= OPTION_TUTORIAL) continue;
        (void)felt_args_refuse(args, "--%s is not for the tutorial; leave it out", options[i].name);
        return false;
    }
    if (args->count > 1) {
        (void)felt_args_refuse(args, "\"%s\" is one word too many", args->word[1]);
        return false;
    }
    return true;
}

/* ---- seats ---- */

/* "player,narc", "all": roles as bits.  False: complained. */
static bool read_seats(const struct felt_args *args, const char *text, unsigned *roles)
{
    static const char *const names[] = {"narc", "customer", "player", "all"};
    *roles = 0;
    for (const char *at = text; *at;) {
        size_t bytes = strcspn(at, ",");
        unsigned found = 0;
        for (unsigned i = 0; i < 4; i++)
            if (strlen(names[i]) == bytes && memcmp(names[i], at, bytes) == 0)
                found = i == 3 ? (1u << FELT_ROLES) - 1 : 1u << i;
        if (!found) {
            (void)felt_args_refuse(args,
                                   "--seat: \"%.*s\" is no seat: narc, customer, player, "
                                   "several with commas, or all",
                                   (int)bytes, at);
            return false;
        }
        *roles |= found;
        at += bytes + (at[bytes] == ',');
    }
    if (*roles) return true;
    (void)felt_args_refuse(args, "--seat: name narc, customer, player or all");
    return false;
}

static felt_seats seats_of(const struct felt_narc_rules *rules, unsigned roles)
{
    felt_seats seats = 0;
    for (int role = 0; role < FELT_ROLES; role++)
        if (roles >> role & 1) seats |= felt_seats_of(rules->seat_of[role]);
    return seats;
}

/* ---- bots ---- */

/* Names by role, with commas; one name alone is for every role.  False: complained. */
static bool read_bots(const struct felt_args *args, const char *option, const char *text,
                      struct felt_narc_play *play)
{
    const char *name[FELT_ROLES] = {text, text, text};
    size_t bytes[FELT_ROLES];
    int names = 1;
    bytes[0] = bytes[1] = bytes[2] = strcspn(text, ",");
    for (const char *at = text; (at = strchr(at, ',')) != NULL; names++) {
        at++;
        if (names >= FELT_ROLES) continue;
        name[names] = at;
        bytes[names] = strcspn(at, ",");
    }
    if (names != 1 && names != FELT_ROLES) {
        (void)felt_args_refuse(args,
                               "--%s: name a bot for Narc, Customer and Player each, as in "
                               "best,wary,careful",
                               option);
        return false;
    }
    for (int role = 0; role < FELT_ROLES; role++) {
        struct felt_complaint complaint;
        if (felt_narc_bot_read(name[role], bytes[role], (enum felt_narc_role)role, &play->bot[role],
                               &complaint) == FELT_OK)
            continue;
        (void)felt_args_refuse(args, "--%s, the %s: %s", option,
                               felt_narc_role_name((enum felt_narc_role)role), complaint.text);
        return false;
    }
    return true;
}

/* ---- the terminal ---- */

/* A screen needs a terminal at both ends that can be cleared and is large enough. */
static bool shows_lines(const struct felt_args *args, const struct felt_term *term)
{
    const char *kind = getenv("TERM");
    struct winsize size = {0};
    if (flag(args, OPTION_PLAIN) || !term->terminal || isatty(STDIN_FILENO) != 1) return true;
    if (!kind || strcmp(kind, "dumb") == 0) return true;
    if (ioctl(fileno(term->out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
    if (size.ws_col >= FELT_NARC_COLUMNS && size.ws_row >= FELT_NARC_ROWS) return false;
    fprintf(term->out,
            "This terminal has %d columns and %d rows; with %d and %d there is a "
            "screen.\n",
            size.ws_col, size.ws_row, FELT_NARC_COLUMNS, FELT_NARC_ROWS);
    return true;
}

static void lay_table(const struct felt_args *args, struct felt_narc_play *play, bool lines,
                      unsigned roles)
{
    felt_narc_table_init(&play->table, &play->term, &play->rules, seats_of(&play->rules, roles));
    play->table.lines = lines;
    play->table.fast = flag(args, OPTION_FAST);
    play->table.echo = isatty(STDIN_FILENO) != 1;
    felt_narc_rest(&play->rules, 0, 0, &play->table.state);
}

/* ---- a saved run ---- */

/* The settings of a run that is gone on with are its own, unless it is told otherwise. */
struct setting {
    const char *rules, *cards, *seat, *with;
    const char *with_option; /* where `with` comes from, for complaints                         */
    char *text;              /* of the saved run, malloc'ed; NULL: there is none                */
    size_t bytes;
    char run_rules[FELT_NARC_NAME_BYTES], run_cards[FELT_NARC_NAME_BYTES];
};

static bool refuse_save(const struct felt_args *args, const char *path, const char *why)
{
    (void)felt_args_refuse(args,
                           "%s: %s; --new begins another run and keeps this file under another "
                           "name",
                           path, why);
    return false;
}

/* --new: what cannot be read is put aside, what can is a run that has been given up.  False:
 * complained. */
static bool begin_anew(const struct felt_args *args, struct felt_narc_play *play)
{
    char why[FELT_NARC_SAVE_WHY] = "";
    struct felt_narc_profile *profile = &play->profile;
    if (felt_narc_profile_read(&play->save, profile, why) != FELT_OK &&
        felt_narc_save_aside(play->save.profile, why))
        fprintf(play->term.out, "The old profile is kept as %s.\n", why);
    profile->rules[0] = profile->cards[0] = profile->seat[0] = profile->with[0] = '\0';
    if (!felt_narc_save_there(play->save.run)) return true;
    if (felt_narc_save_aside(play->save.run, why)) {
        fprintf(play->term.out, "The old run is kept as %s.\n", why);
        return true;
    }
    (void)felt_args_refuse(args, "%s", why);
    return false;
}

/* Finds the run and whose rules it has.  False: complained. */
static bool find_run(const struct felt_args *args, struct felt_narc_play *play,
                     struct setting *setting)
{
    char why[FELT_NARC_SAVE_WHY] = "";
    char reason[FELT_NARC_WHY_BYTES];
    struct felt_narc_error error = {0};
    if (flag(args, OPTION_NEW)) return begin_anew(args, play);
    if (felt_narc_profile_read(&play->save, &play->profile, why) != FELT_OK)
        return refuse_save(args, play->save.profile, "is damaged, or not ours");
    if (!felt_narc_save_there(play->save.run)) return true;
    setting->text =
        felt_narc_file_text(play->save.run, FELT_NARC_RUN_TEXT_MAX, &setting->bytes, reason);
    if (!setting->text) return refuse_save(args, play->save.run, reason);
    if (felt_narc_run_names(setting->text, setting->bytes, setting->run_rules, setting->run_cards,
                            &error) != FELT_OK) {
        snprintf(why, sizeof why, "is damaged, or no run of Narc (%s%s%s)", error.pointer,
                 *error.pointer ? ": " : "", error.text);
        return refuse_save(args, play->save.run, why);
    }
    return true;
}

/* What is not typed comes from the saved run. */
static void settle(const struct felt_args *args, const struct felt_narc_play *play,
                   struct setting *setting)
{
    const struct felt_narc_profile *saved = &play->profile;
    bool goes_on = setting->text != NULL;
    setting->rules = args->value[OPTION_RULES];
    setting->cards = args->value[OPTION_CARDS];
    setting->seat = args->value[OPTION_SEAT];
    bool level = args->value[OPTION_LEVEL] != NULL;
    setting->with = level ? args->value[OPTION_LEVEL] : args->value[OPTION_WITH];
    setting->with_option = level ? "level" : "with";
    if (!goes_on) return;
    if (!setting->rules) setting->rules = *saved->rules ? saved->rules : setting->run_rules;
    if (!setting->cards && *saved->cards) setting->cards = saved->cards;
    if (!setting->seat && *saved->seat) setting->seat = saved->seat;
    if (!setting->with && *saved->with) setting->with = saved->with;
}

/* A name as it is typed; a file by its whole path, since the next time may be elsewhere. */
static void keep_name(const char *typed, char out[FELT_NARC_SAVE_NAME])
{
    bool is_file = typed && strpbrk(typed, "./");
    char *whole = is_file ? realpath(typed, NULL) : NULL;
    snprintf(out, FELT_NARC_SAVE_NAME, "%s", whole ? whole : typed ? typed : "");
    free(whole);
}

/* Remembers how the run is played. */
static void remember(struct felt_narc_play *play, const struct setting *setting)
{
    struct felt_narc_profile next = play->profile;
    char why[FELT_NARC_SAVE_WHY];
    keep_name(setting->rules, next.rules);
    keep_name(setting->cards, next.cards);
    snprintf(next.seat, sizeof next.seat, "%s", setting->seat ? setting->seat : "");
    snprintf(next.with, sizeof next.with, "%s", setting->with ? setting->with : "");
    play->profile = next;
    if (!felt_narc_profile_write(&play->save, &play->profile, why))
        fprintf(stderr, "felt play: the run cannot be saved: %s\n", why);
}

/* ---- the tutorial ---- */

static int teach(const struct felt_args *args, struct felt_narc_play *play, bool lines)
{
    char why[FELT_NARC_WHY_BYTES];
    if (felt_narc_load(NULL, NULL, false, &play->rules, why) != FELT_OK)
        return felt_args_refuse(args, "%s", why);
    lay_table(args, play, lines, 1u << FELT_ROLE_PLAYER);
    (void)felt_play_narc_lesson(&play->table);
    return FELT_EXIT_OK;
}

/* Who knows the tutorial is not offered it. */
static void remember_lesson(struct felt_narc_play *play)
{
    char why[FELT_NARC_SAVE_WHY];
    if (isatty(STDIN_FILENO) != 1 || !felt_narc_save_place(NULL, &play->save, why) ||
        felt_narc_profile_read(&play->save, &play->profile, why) != FELT_OK)
        return;
    play->profile.taught = true;
    (void)felt_narc_profile_write(&play->save, &play->profile, why);
}

/* The first time at a terminal.  False: leaves. */
static bool offer_tutorial(const struct felt_args *args, struct felt_narc_play *play, bool lines)
{
    char line[FELT_PROMPT_BYTES];
    fputs("Narc is a game in which a raise is a card.  It seems to be your first time here.\n"
          "A tutorial of two hands takes five minutes.  Do you want it?  yes or no\n",
          play->term.out);
    do {
        if (!felt_prompt_line(&play->term, play->table.echo, line) || felt_prompt_quits(line))
            return false;
    } while (!strchr("yn", line[0]) || !line[0]);
    play->profile.taught = true;
    if (line[0] == 'y') {
        (void)teach(args, play, lines);
        fputs("Now the game itself: your first run begins.  Enter goes on, q leaves.\n",
              play->term.out);
        return felt_prompt_line(&play->term, play->table.echo, line) && !felt_prompt_quits(line);
    }
    return true;
}

/* ---- the command ---- */

/* Where there is a terminal, unless the seed is given: such a run is for looking at. */
static bool keeps(const struct felt_args *args)
{
    bool aside = args->value[OPTION_SEED] || flag(args, OPTION_DAILY) || flag(args, OPTION_WATCH);
    if (args->value[OPTION_SAVE]) return true;
    return !aside && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

/* Rules, bots and seats of the run, and the run itself if there is one. */
static int prepare(const struct felt_args *args, struct felt_narc_play *play,
                   struct setting *setting, bool lines)
{
    char why[FELT_NARC_WHY_BYTES];
    struct felt_narc_error error = {0};
    unsigned roles = 1u << FELT_ROLE_PLAYER;
    settle(args, play, setting);
    if (setting->text && args->value[OPTION_SEED])
        return felt_args_refuse(args,
                                "%s: this run has its own seed; leave --seed out to go on "
                                "with it, or begin another one with --new",
                                play->save.run);
    if (felt_narc_load(setting->rules, setting->cards, false, &play->rules, why) != FELT_OK)
        return felt_args_refuse(args, "%s", why);
    felt_narc_bots_usual(&play->rules, play->bot);
    if (setting->with && !read_bots(args, setting->with_option, setting->with, play))
        return FELT_EXIT_USAGE;
    if (setting->seat && !read_seats(args, setting->seat, &roles)) return FELT_EXIT_USAGE;
    if (flag(args, OPTION_WATCH)) roles = 0;
    lay_table(args, play, lines, roles);
    if (setting->text && !felt_narc_play_resume(play, setting->text, setting->bytes, &error)) {
        char reason[FELT_NARC_SAVE_WHY];
        snprintf(reason, sizeof reason, "cannot be gone on with (%s%s%s)", error.pointer,
                 *error.pointer ? ": " : "", error.text);
        (void)refuse_save(args, play->save.run, reason);
        return FELT_EXIT_USAGE;
    }
    if (play->save.on) remember(play, setting);
    return felt_narc_play(play);
}

static int run(const struct felt_args *args, struct felt_narc_play *play)
{
    struct setting setting = {.with_option = "with"};
    char why[FELT_NARC_SAVE_WHY];
    bool lines = shows_lines(args, &play->term);
    play->table.echo = isatty(STDIN_FILENO) != 1;
    if (flag(args, OPTION_TUTORIAL)) {
        remember_lesson(play);
        return teach(args, play, lines);
    }
    if (keeps(args)) {
        if (!felt_narc_save_place(args->value[OPTION_SAVE], &play->save, why))
            return felt_args_refuse(args, "%s", why);
        if (!felt_narc_save_lock(&play->save))
            return felt_args_refuse(args,
                                    "%s: this run is being played already; end that first, "
                                    "or keep another one with --save FILE",
                                    play->save.run);
        if (!find_run(args, play, &setting)) {
            free(setting.text);
            return FELT_EXIT_USAGE;
        }
        bool first = !setting.text && !play->profile.taught && !args->value[OPTION_SAVE];
        if (first && !offer_tutorial(args, play, lines)) return FELT_EXIT_OK;
    } else if (flag(args, OPTION_NEW)) {
        return felt_args_refuse(args, "--new is for a run that is saved: name it with --save FILE");
    }
    int code = prepare(args, play, &setting, lines);
    free(setting.text);
    return code;
}

int felt_play_narc(int argc, char **argv)
{
    struct felt_args args;
    uint64_t level = 0;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (!verify(&args)) return FELT_EXIT_USAGE;
    struct felt_narc_play *play = calloc(1, sizeof *play);
    if (!play) {
        fputs("felt play: not enough memory\n", stderr);
        return FELT_EXIT_FAILED;
    }
    play->term = felt_term_make(stdout);
    play->save.lock = -1;
    play->record = args.value[OPTION_RECORD];
    play->seed = felt_narc_save_seed();
    play->hands_max = UINT64_MAX;
    play->one_session = flag(&args, OPTION_WATCH) && !args.value[OPTION_HANDS];
    if (flag(&args, OPTION_DAILY)) {
        play->daily = felt_clock_date();
        play->seed = play->daily;
        play->one_session = true;
    }
    int code = FELT_EXIT_USAGE;
    if (felt_args_uint(&args, OPTION_SEED, 0, UINT64_MAX, &play->seed) &&
        felt_args_uint(&args, OPTION_LEVEL, 1, 4, &level) &&
        felt_args_uint(&args, OPTION_HANDS, 1, UINT64_C(1000000000), &play->hands_max))
        code = run(&args, play);
    felt_narc_save_unlock(&play->save);
    free(play);
    return code;
}
