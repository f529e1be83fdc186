/* match_plan.c -- see match_plan.h. */
#include "cli/match/match_plan.h"

#include "cli/match/match_outside.h"
#include "cli/match/match_probe.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "os/thread_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HANDS = 10000,
    PROBE_HANDS = 2000,
    UNIT = 100,
    CHUNK = 64,
    PROBE_CHUNK = 8,
    SAMPLES_MAX = 1000000,
    NUMBER_BYTES = 40
};
/* Hands of a group are kept in memory until it ends: some 20 MB for each job under way. */
enum { RECORDED_MAX = 20000 };
/* Nearer means would be one and the same after scaling. */
#define SPRT_MIN  1e-6
#define SPRT_MAX  100000.0
#define HANDS_MAX UINT64_C(1000000000000)
static const double sprt_error = 0.05;

const char *felt_cli_match_form_word(enum felt_cli_match_form form)
{
    static const char *const words[FELT_CLI_MATCH_FORMS] = {"duel", "league", "table"};
    felt_assert(form < FELT_CLI_MATCH_FORMS);
    return words[form];
}

/* ---- options --------------------------------------------------------------------------------- */

static bool read_names(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    if (felt_cli_match_probe_given(args)) return felt_cli_match_probe_read(plan);
    if (args->count < 2) {
        (void)felt_args_refuse(args, "%s; felt match --list lists the players",
                               args->count == 0
                                   ? "name two players, as in felt match zoo:tag zoo:call"
                                   : "one player is no match: name another one");
        return false;
    }
    bool table = felt_args_flag(args, FELT_CLI_MATCH_OPTION_TABLE);
    int most = table ? FELT_SEATS_MAX : FELT_CLI_MATCH_NAMES_MAX;
    if (args->count > most) {
        (void)felt_args_refuse(args, "%d players are too many; %s has at most %d", args->count,
                               table ? "a table" : "a league", most);
        return false;
    }
    plan->names = args->count;
    plan->form = plan->names == 2 ? FELT_CLI_MATCH_DUEL
                 : table          ? FELT_CLI_MATCH_TABLE
                                  : FELT_CLI_MATCH_LEAGUE;
    return felt_cli_match_outside_read(plan);
}

static bool read_setting(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    const struct felt_setting_options options = {.limit = FELT_CLI_MATCH_OPTION_LIMIT,
                                                 .players =
                                                     FELT_CLI_MATCH_OPTIONS, /* never given */
                                                 .stacks = FELT_CLI_MATCH_OPTION_STACKS,
                                                 .unit = FELT_CLI_MATCH_OPTION_UNIT};
    const char *name = args->value[FELT_CLI_MATCH_OPTION_VARIANT];
    int seats = plan->form == FELT_CLI_MATCH_TABLE ? plan->names : 2;
    plan->setting = (struct felt_setting){.limit = FELT_LIMITS, .unit = UNIT, .players = seats};
    felt_chips stacks[FELT_SEATS_MAX];
    int stack_count;
    if (!felt_setting_stacks(args, FELT_CLI_MATCH_OPTION_STACKS, stacks, &stack_count))
        return false;
    if (stack_count > 1 && stack_count != seats) {
        (void)felt_args_refuse(args, "%d stacks for %d seats; name one stack for all, or %d",
                               stack_count, seats, seats);
        return false;
    }
    if (!felt_setting_read(args, &options, name ? name : "holdem", &plan->setting)) return false;
    if (plan->setting.players == seats) return true;
    const struct felt_variant *variant = plan->setting.variant;
    char text[FELT_SETTING_SEATS_BYTES];
    (void)felt_args_refuse(args, "%s is for %s players; these are %d", variant->title,
                           felt_setting_seats(variant->seats_min, variant->seats_max, text), seats);
    return false;
}

/* "-2,5": two numbers. */
static bool read_sprt(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    const char *text = args->value[FELT_CLI_MATCH_OPTION_SPRT];
    if (text == NULL) return true;
    if (plan->form != FELT_CLI_MATCH_DUEL) {
        (void)felt_args_refuse(args, "--sprt compares two players; these are %d", plan->names);
        return false;
    }
    char *end, *last;
    plan->sprt_low = strtod(text, &end);
    bool good = end > text && *end == ',';
    const char *second = good ? end + 1 : end;
    plan->sprt_high = strtod(second, &last);
    good = good && last > second && *last == '\0' && plan->sprt_low >= -SPRT_MAX &&
           plan->sprt_high <= SPRT_MAX && plan->sprt_high - plan->sprt_low >= SPRT_MIN;
    plan->has_sprt = good;
    if (!good)
        (void)felt_args_refuse(args, "--sprt \"%s\": take two rising numbers of bb/100, as in 0,5",
                               text);
    return good;
}

static bool read_on_illegal(struct felt_cli_match_plan *plan)
{
    const char *text = plan->args->value[FELT_CLI_MATCH_OPTION_ON_ILLEGAL];
    if (text == NULL || strcmp(text, "fold") == 0) return true;
    plan->stop_on_illegal = strcmp(text, "error") == 0;
    if (!plan->stop_on_illegal)
        (void)felt_args_refuse(plan->args, "--on-illegal \"%s\": take fold or error", text);
    return plan->stop_on_illegal;
}

static bool read_numbers(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    uint64_t threads = (uint64_t)felt_thread_pool_processors(), deals = 1,
             futures = FELT_MATCH_FUTURES;
    uint64_t samples = 0;
    plan->hands_wanted = plan->probing ? PROBE_HANDS : HANDS;
    plan->seed = 1;
    if (!felt_args_uint(args, FELT_CLI_MATCH_OPTION_HANDS, 1, HANDS_MAX, &plan->hands_wanted) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_SEED, 0, UINT64_MAX, &plan->seed) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_THREADS, 1, FELT_THREAD_POOL_MAX, &threads) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_DEALS, 1, FELT_MATCH_DEALS_MAX, &deals) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_FUTURES, 0, FELT_MATCH_FUTURES_MAX, &futures) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_SAMPLES, 0, SAMPLES_MAX, &samples))
        return false;
    plan->threads = felt_cli_match_outside_threads(plan, (int)threads);
    plan->deals = (uint32_t)deals;
    plan->futures = (uint32_t)futures;
    plan->samples = (uint32_t)samples;
    plan->phh = args->value[FELT_CLI_MATCH_OPTION_PHH];
    plan->resume = args->value[FELT_CLI_MATCH_OPTION_RESUME];
    plan->manners = felt_args_flag(args, FELT_CLI_MATCH_OPTION_MANNERS);
    if (plan->phh && plan->resume) {
        (void)felt_args_refuse(args, "--phh and --resume do not go together: recorded hands would "
                                     "have gaps; take one of them");
        return false;
    }
    return true;
}

/* ---- pairings -------------------------------------------------------------------------------- */

static void seat_pairing(struct felt_cli_match_plan *plan, int pairing)
{
    const struct felt_setting *setting = &plan->setting;
    bool league = plan->form == FELT_CLI_MATCH_LEAGUE;
    struct felt_match *match = &plan->match[pairing];
    *match = (struct felt_match){
        .game = &felt_poker_game,
        .rules = &setting->rules,
        .deal = felt_poker_deal_make(&setting->rules, setting->players, setting->stack,
                                     (felt_seat)(setting->players - 1)),
        .players = setting->players,
        .seed = league ? felt_hash_word(plan->seed, (uint64_t)pairing + 1) : plan->seed,
        .deals = plan->deals,
        .futures = plan->futures,
        .samples = plan->samples,
        .stop_on_illegal = plan->stop_on_illegal};
    for (int i = 0; i < match->players; i++) match->player[i] = plan->player[plan->who[pairing][i]];
}

static void pair_up(struct felt_cli_match_plan *plan)
{
    int pairing = 0;
    if (plan->form != FELT_CLI_MATCH_LEAGUE) {
        felt_assert(plan->names <= FELT_SEATS_MAX);
        for (int i = 0; i < plan->names; i++) plan->who[0][i] = (uint8_t)i;
        seat_pairing(plan, pairing++);
    }
    for (int i = 0; plan->form == FELT_CLI_MATCH_LEAGUE && i < plan->names; i++) {
        for (int j = i + 1; j < plan->names; j++) {
            plan->who[pairing][0] = (uint8_t)i;
            plan->who[pairing][1] = (uint8_t)j;
            seat_pairing(plan, pairing++);
        }
    }
    felt_assert(pairing == plan->pairings);
}

static bool verify_pairings(struct felt_cli_match_plan *plan)
{
    for (int i = 0; i < plan->pairings; i++) {
        struct felt_complaint complaint = {0};
        enum felt_status status = felt_match_verify(&plan->match[i], &complaint);
        if (status == FELT_OK) continue;
        if (status == FELT_UNSUPPORTED)
            (void)felt_args_refuse(plan->args, "%s does not play %s",
                                   plan->match[i].player[complaint.at].text,
                                   plan->setting.variant->title);
        else
            (void)felt_args_complain(plan->args, NULL, &complaint);
        return false;
    }
    return true;
}

static bool count_groups(struct felt_cli_match_plan *plan)
{
    const struct felt_match *match = &plan->match[0];
    felt_chips chips = 0;
    for (int i = 0; i < match->players; i++) chips += match->deal.stack[i];
    plan->hands = (uint64_t)felt_match_legs(match->players) * plan->deals;
    plan->groups = (plan->hands_wanted + plan->hands - 1) / plan->hands;
    plan->chunk = plan->deals >= CHUNK ? 1 : CHUNK / plan->deals;
    if (plan->probing) plan->chunk = PROBE_CHUNK;
    plan->file.result_max = chips * FELT_MATCH_MILLI * (int64_t)plan->hands;
    plan->file.hands = plan->hands;
    plan->file.pairings = plan->pairings;
    plan->file.players = match->players;
    plan->file.plan = felt_cli_match_file_plan(plan->groups);
    uint64_t most = (uint64_t)(FELT_CLI_MATCH_FILE_SUM_MAX / plan->file.result_max);
    plan->file.groups_max = (HANDS_MAX + plan->hands - 1) / plan->hands;
    if (plan->file.groups_max > most) plan->file.groups_max = most;
    if (plan->groups > most) {
        (void)felt_args_refuse(plan->args,
                               "so many hands with such stacks are too much to add up; "
                               "take at most %llu hands, or smaller stacks",
                               (unsigned long long)(most * plan->hands));
        return false;
    }
    if (plan->phh == NULL || plan->hands <= RECORDED_MAX) return true;
    (void)felt_args_refuse(plan->args,
                           "--phh keeps the hands of a group until it ends; take at most "
                           "%d deals with it",
                           RECORDED_MAX / felt_match_legs(match->players));
    return false;
}

/* ---- identity -------------------------------------------------------------------------------- */

static void begin_key(struct felt_cli_match_plan *plan, enum felt_cli_match_key key,
                      struct felt_buffer *text)
{
    if (text->used > 0) felt_buffer_char(text, '\0');
    plan->file.key[key] = text->bytes + text->used;
}

static void write_number(struct felt_buffer *text, double number)
{
    char digits[NUMBER_BYTES];
    snprintf(digits, sizeof digits, "%.17g", number);
    felt_buffer_text(text, digits);
}

/* The kind and its dials: where they were read from does not matter. */
static void write_player(struct felt_buffer *text, const struct felt_player_spec *player)
{
    felt_buffer_text(text, player->kind->name);
    if (player->samples) {
        felt_buffer_char(text, ':');
        felt_buffer_int(text, player->samples);
    }
    for (int i = 0; player->kind->has_settings && i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        double value;
        memcpy(&value, (const char *)&player->settings + dial->at, sizeof value);
        felt_buffer_text(text, i ? "," : ":");
        felt_buffer_text(text, dial->brief);
        felt_buffer_char(text, '=');
        write_number(text, value);
    }
}

static void write_lists(struct felt_cli_match_plan *plan, struct felt_buffer *text)
{
    begin_key(plan, FELT_CLI_MATCH_KEY_STACKS, text);
    for (int i = 0; i < plan->setting.players; i++) {
        if (i) felt_buffer_char(text, ',');
        felt_buffer_int(text, plan->setting.stack[i]);
    }
    begin_key(plan, FELT_CLI_MATCH_KEY_SPRT, text);
    if (plan->has_sprt) {
        write_number(text, plan->sprt_low);
        felt_buffer_char(text, ',');
        write_number(text, plan->sprt_high);
    }
    begin_key(plan, FELT_CLI_MATCH_KEY_PLAYERS, text);
    for (int i = 0; i < plan->names; i++) {
        if (i) felt_buffer_char(text, ' ');
        write_player(text, &plan->player[i]);
        if (plan->probing && i == 0) felt_cli_match_probe_write(plan, text);
    }
}

static void identify(struct felt_cli_match_plan *plan)
{
    struct felt_buffer text = felt_buffer_make(plan->identity, sizeof plan->identity);
    const struct {
        enum felt_cli_match_key key;
        const char *text;
    } words[] = {
        {FELT_CLI_MATCH_KEY_PROGRAM, FELT_VERSION},
        {FELT_CLI_MATCH_KEY_FORM, felt_cli_match_form_word(plan->form)},
        {FELT_CLI_MATCH_KEY_VARIANT, plan->setting.variant->name},
        {FELT_CLI_MATCH_KEY_LIMIT, felt_setting_limit_name(plan->setting.limit)},
        {FELT_CLI_MATCH_KEY_ILLEGAL, plan->stop_on_illegal ? "error" : "fold"},
    };
    const struct {
        enum felt_cli_match_key key;
        uint64_t number;
    } numbers[] = {
        {FELT_CLI_MATCH_KEY_UNIT, (uint64_t)plan->setting.unit},
        {FELT_CLI_MATCH_KEY_SEED, plan->seed},
        {FELT_CLI_MATCH_KEY_DEALS, plan->deals},
        {FELT_CLI_MATCH_KEY_FUTURES, plan->futures},
        {FELT_CLI_MATCH_KEY_SAMPLES, plan->samples},
        {FELT_CLI_MATCH_KEY_CHUNK, plan->chunk},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        begin_key(plan, words[i].key, &text);
        felt_buffer_text(&text, words[i].text);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        begin_key(plan, numbers[i].key, &text);
        felt_buffer_uint(&text, numbers[i].number);
    }
    write_lists(plan, &text);
    (void)felt_buffer_terminate(&text);
    felt_assert(!text.overflow);
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool felt_cli_match_plan_read(struct felt_cli_match_plan *plan, const struct felt_args *args,
                              bool *failed)
{
    *failed = false;
    memset(plan, 0, sizeof *plan);
    plan->args = args;
    plan->outside.complaints = -1;
    if (!read_names(plan) || !read_setting(plan) || !read_sprt(plan) || !read_on_illegal(plan) ||
        !read_numbers(plan))
        return false;
    plan->pairings = plan->form == FELT_CLI_MATCH_LEAGUE ? plan->names * (plan->names - 1) / 2 : 1;
    plan->match = calloc((size_t)plan->pairings, sizeof *plan->match);
    plan->who = calloc((size_t)plan->pairings, sizeof *plan->who);
    *failed = plan->match == NULL || plan->who == NULL;
    if (*failed) return false;
    pair_up(plan);
    if (!felt_cli_match_probe_make(plan) || !verify_pairings(plan) || !count_groups(plan))
        return false;
    identify(plan);
    return true;
}

void felt_cli_match_plan_close(struct felt_cli_match_plan *plan)
{
    felt_cli_match_outside_close(plan);
    free(plan->match);
    free(plan->who);
    plan->match = NULL;
    plan->who = NULL;
}

double felt_cli_match_plan_scale(const struct felt_cli_match_plan *plan)
{
    return 100.0 / ((double)FELT_MATCH_MILLI * (double)plan->setting.unit * (double)plan->hands);
}

struct felt_sprt felt_cli_match_plan_sprt(const struct felt_cli_match_plan *plan)
{
    double scale = felt_cli_match_plan_scale(plan);
    return (struct felt_sprt){.low = plan->sprt_low / scale,
                              .high = plan->sprt_high / scale,
                              .alpha = sprt_error,
                              .beta = sprt_error};
}
