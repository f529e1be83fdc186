/* play_narc_run.c -- see play_narc_run.h. */
#include "terminal/narc/play_narc_run.h"

#include "command/exit.h"
#include "felt/assert.h"
#include "felt/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LABEL_BOTS = 0x626f7473, TEXT_BYTES = 400 };

/* What comes after a question. */
enum next { LEAVE, GO_ON };

__attribute__((format(printf, 2, 3))) static void say(struct felt_narc_play *play,
                                                      const char *format, ...)
{
    char text[TEXT_BYTES];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    felt_narc_table_say(&play->table, text);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static const char *tier_name(const struct felt_narc_play *play, int32_t heat)
{
    int tier = play->rules.options.tiers ? felt_narc_tier_at(&play->rules, heat) : 0;
    return play->rules.catalogue.tier[tier].name;
}

/* ---- what is kept ---- */

static void warn(struct felt_narc_play *play, const char *why)
{
    if (!play->warned) say(play, "The run cannot be saved: %s.", why);
    play->warned = true;
}

/* R2 */
static void keep_run(struct felt_narc_play *play)
{
    char why[FELT_NARC_SAVE_WHY];
    if (play->save.on && !felt_narc_save_run(play->save.run, &play->run, &play->rules, why))
        warn(play, why);
}

static void keep_profile(struct felt_narc_play *play)
{
    char why[FELT_NARC_SAVE_WHY];
    if (play->save.on && !felt_narc_profile_write(&play->save, &play->profile, why))
        warn(play, why);
}

/* The file of --record, as far as it goes.  False: complained. */
static bool keep_record(const struct felt_narc_play *play)
{
    char why[FELT_NARC_SAVE_WHY];
    if (!play->record || felt_narc_save_run(play->record, &play->run, &play->rules, why))
        return true;
    fprintf(stderr, "felt play: --record %s\n", why);
    return false;
}

/* ---- hands ---- */

/* R1 */
static struct felt_action choose(const struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    felt_seat seat = felt_narc_actor(&play->rules, state);
    struct felt_rng root = felt_rng_make(felt_hash_word(play->run.seed, LABEL_BOTS));
    struct felt_rng rng =
        felt_rng_split(&root, (uint64_t)play->run.sessions << 32 | play->run.actions);
    struct felt_narc_choice choice = felt_narc_bot_choose(
        &play->bot[felt_narc_role(&play->rules, seat)], &play->rules, state, &rng, NULL);
    return felt_narc_bot_action(&play->rules, state, choice);
}

/* The next action of the hand under way. */
static enum next step(struct felt_narc_play *play)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_narc_table *table = &play->table;
    felt_seat seat = felt_narc_actor(&play->rules, &table->state);
    bool person = felt_seats_has(table->people, seat);
    struct felt_action action;
    if (!person)
        action = choose(play);
    else if (!felt_narc_table_ask(table, &action))
        return LEAVE;
    enum felt_status status =
        felt_narc_run_act(&play->run, &play->rules, &table->state, seat, action, &log);
    if (status == FELT_FULL) {
        say(play, "This run is longer than can be kept; it ends here.");
        return LEAVE;
    }
    felt_assert(status == FELT_OK);
    if (person) keep_run(play);
    felt_narc_table_note(table, &log, false);
    return GO_ON;
}

static void count_end(struct felt_narc_play *play, int end)
{
    if (play->ended < FELT_NARC_SESSION_MAX) play->ends[play->ended++] = (uint8_t)end;
}

/* A hand is over: counted, and looked at. */
static enum next end_hand(struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    struct felt_narc_profile *profile = &play->profile;
    count_end(play, state->end);
    play->hands++;
    profile->hands++;
    profile->at = felt_narc_save_now();
    if (state->session_over) {
        profile->sessions++;
        if (state->session_banked > profile->best_session)
            profile->best_session = state->session_banked;
        if (state->cash > profile->best_run) profile->best_run = state->cash;
        profile->runs += state->end == FELT_NARC_BUSTED;
    }
    keep_run(play);
    keep_profile(play);
    say(play, "Run heat is %d (%s), cash %d; this session has banked %d.", state->heat,
        tier_name(play, state->heat), state->cash, state->session_banked);
    bool more = !state->session_over && play->hands < play->hands_max;
    return felt_narc_table_rest(&play->table, more ? "Enter: the next hand; q: leave"
                                                   : "Enter: the end of the session; q: leave")
               ? GO_ON
               : LEAVE;
}

/* ---- sessions ---- */

static enum felt_status open_session(struct felt_narc_play *play)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_narc_state *state = &play->table.state;
    bool first = play->run.sessions == 0;
    int32_t before = first ? 0 : state->heat, cash = first ? 0 : state->cash;
    int32_t heat = play->save.on
                       ? felt_narc_save_cool(before, play->profile.at, felt_narc_save_now())
                       : before;
    enum felt_status status = felt_narc_run_open(&play->run, &play->rules, heat, cash, state, &log);
    if (status != FELT_OK) return status;
    play->ended = 0;
    keep_run(play);
    felt_narc_table_note(&play->table, &log, false);
    if (heat < before)
        say(play, "You stayed quiet for a while: heat went down from %d to %d.", before, heat);
    return FELT_OK;
}

static void deal_hand(struct felt_narc_play *play)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    enum felt_status status =
        felt_narc_run_deal(&play->run, &play->rules, &play->table.state, &log);
    felt_assert(status == FELT_OK);
    keep_run(play);
    felt_narc_table_note(&play->table, &log, false);
}

/* "3 hands: safe, folded, safe" */
static void write_ends(const struct felt_narc_play *play, struct felt_buffer *out)
{
    felt_buffer_int(out, play->ended);
    felt_buffer_text(out, play->ended == 1 ? " hand" : " hands");
    for (int i = 0; i < play->ended; i++) {
        felt_buffer_text(out, i ? ", " : ": ");
        felt_buffer_text(out, felt_narc_end_word((enum felt_narc_end)play->ends[i]));
    }
}

static void sum_up(struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    char memory[TEXT_BYTES];
    struct felt_buffer ends = felt_buffer_make(memory, sizeof memory);
    write_ends(play, &ends);
    bool busted = state->end == FELT_NARC_BUSTED;
    if (state->session_over)
        say(play, "Session %u is over after %s. It banked %d.", play->run.sessions,
            felt_buffer_terminate(&ends), state->session_banked);
    else
        say(play, "Session %u so far: %s. It has banked %d.", play->run.sessions,
            felt_buffer_terminate(&ends), state->session_banked);
    if (busted)
        say(play, "The run ends busted, with heat %d and cash %d.", state->heat, state->cash);
    else
        say(play, "You take heat %d (%s) and cash %d along.", state->heat,
            tier_name(play, state->heat), state->cash);
    if (play->save.on)
        say(play, "In all: %lld hand%s, %lld run%s busted, best session %lld.",
            (long long)play->profile.hands, plural((uint64_t)play->profile.hands),
            (long long)play->profile.runs, plural((uint64_t)play->profile.runs),
            (long long)play->profile.best_session);
    if (play->daily)
        say(play, "felt narc daily %u-%02u-%02u: banked %d, heat %d, %s", play->daily / 10000,
            play->daily / 100 % 100, play->daily % 100, state->session_banked, state->heat,
            felt_buffer_terminate(&ends));
}

/* Asks whether there shall be more; anything but a no goes on. */
static enum next ask_more(struct felt_narc_play *play)
{
    static const char session[] = "Another session? yes or no";
    static const char run[] = "A new run, without heat and cash? yes or no";
    struct felt_narc_table *table = &play->table;
    char line[FELT_PROMPT_BYTES];
    const char *prompt = table->state.end == FELT_NARC_BUSTED ? run : session;
    felt_narc_table_flush(table);
    while (felt_narc_table_line(table, prompt, line)) {
        if (!strcmp(line, "y") || !strcmp(line, "yes") || !strcmp(line, "g") ||
            !strcmp(line, "go on"))
            return GO_ON;
        if (!strcmp(line, "n") || !strcmp(line, "no") || felt_prompt_quits(line)) return LEAVE;
        fputs("Say yes or no.\n", play->term.out);
    }
    return LEAVE;
}

static void begin_run(struct felt_narc_play *play)
{
    uint64_t seed = play->runs ? felt_hash_word(play->seed, play->runs) : play->seed;
    play->runs++;
    felt_narc_run_begin(&play->run, &play->rules, seed);
    felt_narc_rest(&play->rules, 0, 0, &play->table.state);
}

/* Between two hands.  Afterwards one is under way, or it is time to leave. */
static enum next next_hand(struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    bool over = play->run.sessions == 0 || state->session_over;
    if (play->hands >= play->hands_max) return LEAVE;
    if (!over) {
        deal_hand(play);
        return GO_ON;
    }
    if (play->run.sessions > 0 && state->end == FELT_NARC_BUSTED) begin_run(play);
    if (open_session(play) == FELT_OK) return GO_ON;
    say(play, "This run has come to the longest that can be kept; a new one begins.");
    begin_run(play);
    return open_session(play) == FELT_OK ? GO_ON : LEAVE;
}

/* ---- the whole ---- */

bool felt_narc_play_resume(struct felt_narc_play *play, const char *text, size_t bytes,
                           struct felt_narc_error *error)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    struct felt_narc_replay replay;
    if (felt_narc_run_read(text, bytes, &play->rules, &play->run, error) != FELT_OK) return false;
    felt_narc_replay_begin(&replay, &play->rules, &play->run);
    for (uint32_t sessions = 0; felt_narc_replay_next(&replay, &log);) {
        if (replay.sessions != sessions) play->ended = 0;
        sessions = replay.sessions;
        play->table.state = replay.state;
        felt_narc_table_note(&play->table, &log, true);
        for (uint32_t i = 0; i < log.count; i++)
            if (event[i].kind == FELT_EVENT_OUTCOME) count_end(play, (int)event[i].to);
    }
    play->seed = felt_narc_save_seed(); /* of a run that may follow this one */
    play->runs = 1;
    return !replay.refused;
}

/* "You go on: session 2, hand 3, round 2." */
static void greet(struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    static const char *const roles[FELT_ROLES] = {"Narc", "Customer", "Player"};
    for (int role = 0; role < FELT_ROLES; role++) {
        char name[FELT_NARC_BOT_TEXT_BYTES];
        felt_seat seat = felt_narc_seat(&play->rules, (enum felt_narc_role)role);
        if (felt_seats_has(play->table.people, seat))
            say(play, "%s: %s.", roles[role],
                play->table.words.you ? "you" : "a person at this terminal");
        else
            say(play, "%s: %s (%s).", roles[role], felt_narc_bot_write(&play->bot[role], name),
                felt_narc_bot_about(&play->bot[role]));
    }
    say(play, "Rules %s, cards %s, seed %llu.", play->rules.options.name,
        play->rules.catalogue.name, (unsigned long long)play->run.seed);
    if (play->run.sessions == 0) return;
    if (state->session_over && state->end == FELT_NARC_BUSTED)
        say(play, "Your last run ended busted, with cash %d; a new one begins.", state->cash);
    else if (state->session_over)
        say(play, "You go on after session %u: heat %d, cash %d.", play->run.sessions, state->heat,
            state->cash);
    else if (state->phase == FELT_NARC_OVER)
        say(play, "You go on in session %u after hand %d: run heat %d, cash %d.",
            play->run.sessions, state->hand_number, state->heat, state->cash);
    else
        say(play,
            "You go on: session %u, hand %d, round %d; run heat %d, cash %d. The log (l) "
            "tells what happened in this hand.",
            play->run.sessions, state->hand_number, state->round + 1, state->heat, state->cash);
}

static enum next play_on(struct felt_narc_play *play)
{
    const struct felt_narc_state *state = &play->table.state;
    if (felt_narc_actor(&play->rules, state) < 0 && next_hand(play) == LEAVE) return LEAVE;
    while (felt_narc_actor(&play->rules, state) >= 0)
        if (step(play) == LEAVE) return LEAVE;
    enum next next = end_hand(play);
    if (!state->session_over && play->hands < play->hands_max) return next;
    sum_up(play);
    bool done = next == LEAVE || play->hands >= play->hands_max || play->one_session;
    if (done) return LEAVE;
    return play->table.people ? ask_more(play) : GO_ON; /* bots do not tire */
}

/* On a screen the greeting is read before the first hand covers it.  False: leaves. */
static bool begin_sitting(struct felt_narc_play *play)
{
    char line[FELT_PROMPT_BYTES];
    struct felt_narc_table *table = &play->table;
    if (table->lines) return true;
    felt_narc_table_flush(table);
    return felt_narc_table_line(table, "Enter: begin; q: leave", line) && !felt_prompt_quits(line);
}

int felt_narc_play(struct felt_narc_play *play)
{
    if (play->run.sessions == 0) begin_run(play);
    greet(play);
    bool stays = begin_sitting(play);
    while (stays && play_on(play) == GO_ON)
        if (ferror(play->term.out)) break;
    felt_narc_table_flush(&play->table);
    const struct felt_narc_state *state = &play->table.state;
    fprintf(play->term.out, "%s after %llu hand%s, with cash %d and heat %d.\n",
            play->table.people ? "You leave" : "Over", (unsigned long long)play->hands,
            plural(play->hands), state->cash, state->heat);
    if (play->save.on && !play->warned)
        fputs("The run is kept, as far as it goes; the same command goes on with it.\n",
              play->term.out);
    return keep_record(play) ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}
