/* narc_script.c -- see narc_script.h. */
#include "narc_script.h"

#include "narc_curios.h"
#include "narc_table.h"
#include "script_complain.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024, TITLE = 256, WORDS_MAX = 48 };

struct script {
    struct narc_report *report;
    const char *name;
    int line;
    char title[TITLE];
    bool failed, made;
    long heat, cash;
    struct felt_narc_options options;
    struct narc_table table;
};

__attribute__((format(printf, 2, 3))) static bool fail(struct script *script, const char *format,
                                                       ...)
{
    struct narc_report *report = script->report;
    va_list list;
    if (script->failed) return false;
    va_start(list, format);
    script_complain(report->message, sizeof report->message, script->name, script->line,
                    script->title, format, list);
    va_end(list);
    report->failures++;
    script->failed = true;
    return false;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
    return text;
}

static int split(char *text, char *words[WORDS_MAX])
{
    int count = 0;
    while (count < WORDS_MAX && *(text += strspn(text, " \t"))) {
        words[count++] = text;
        text += strcspn(text, " \t");
        if (*text) *text++ = 0;
    }
    return count;
}

static int role_of(char letter)
{
    return letter == 'N' ? FELT_ROLE_NARC : letter == 'C' ? FELT_ROLE_CUSTOMER : FELT_ROLE_PLAYER;
}

static const char *letter_of(const struct script *script, felt_seat seat)
{
    static const char *const letters[] = {"N", "C", "P"};
    return seat < 0 ? "nobody" : letters[felt_narc_role(&script->table.rules, seat)];
}

/* ---- the table ---- */

static bool set_word(struct felt_narc_options *options, const char *name, char *words[], int count)
{
    static const char *const answers[] = {"behind", "others", "poker"};
    static const char *const roles[] = {"narc", "customer", "player"};
    if (!strcmp(name, "answers"))
        for (uint8_t i = 0; i < 3; i++)
            if (!strcmp(words[0], answers[i])) return options->answers = i, true;
    if (!strcmp(name, "cap_effect") && (!strcmp(words[0], "mute") || !strcmp(words[0], "end")))
        return options->cap_effect = words[0][0] == 'm' ? FELT_CAP_MUTES : FELT_CAP_ENDS, true;
    if (strcmp(name, "order") != 0 || count != FELT_ROLES) return false;
    for (int seat = 0; seat < FELT_ROLES; seat++)
        for (uint8_t role = 0; role < FELT_ROLES; role++)
            if (!strcmp(words[seat], roles[role])) options->order[seat] = role;
    return true;
}

static bool set_option(struct script *script, char *words[], int count)
{
    struct felt_narc_options *options = &script->options;
    const struct {
        const char *name;
        bool *flag;
        uint8_t *number;
    } rows[] = {{"rounds", NULL, &options->rounds},
                {"hand_size", NULL, &options->hand_size},
                {"cap", NULL, &options->cap},
                {"fold_price", NULL, &options->fold_price},
                {"session_hands", NULL, &options->session_hands},
                {"session_cards", NULL, &options->session_cards},
                {"initiative", &options->initiative, NULL},
                {"rotates", &options->rotates, NULL},
                {"pays_to_stay", &options->pays_to_stay, NULL},
                {"insurance", &options->insurance, NULL},
                {"conviction", &options->conviction, NULL},
                {"tiers", &options->tiers, NULL},
                {"open", &options->open, NULL},
                {"recycles", &options->recycles, NULL}};
    if (count < 2) return fail(script, "set OPTION VALUE");
    if (set_word(options, words[0], words + 1, count - 1)) return true;
    if (!strcmp(words[0], "pot_per_card"))
        return options->pot_per_card = (int16_t)atoi(words[1]), true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, words[0]) != 0) continue;
        if (rows[i].flag)
            *rows[i].flag = !strcmp(words[1], "yes");
        else
            *rows[i].number = (uint8_t)atoi(words[1]);
        return true;
    }
    return fail(script, "there is no option %s with %s", words[0], words[1]);
}

static bool make(struct script *script)
{
    if (script->made) return true;
    if (!narc_table_make(&script->table, &script->options, &narc_curios))
        return fail(script, "%s", script->table.error);
    felt_narc_rest(&script->table.rules, (int32_t)script->heat, (int32_t)script->cash,
                   &script->table.state);
    return script->made = true;
}

static bool begin(struct script *script, bool new_session)
{
    if (!make(script)) return false;
    if (new_session) script->table.state.session_over = true;
    return narc_table_begin(&script->table) || fail(script, "%s", script->table.error);
}

/* *known is false if it is no line about the table. */
static bool read_table(struct script *script, char *words[], int count, bool *known)
{
    static const char *const roles[] = {"narc", "customer", "player"};
    *known = true;
    if (!strcmp(words[0], "deal")) return begin(script, false);
    if (!strcmp(words[0], "session")) return begin(script, true);
    if (!strcmp(words[0], "set") || !strcmp(words[0], "heat") || !strcmp(words[0], "cash")) {
        if (script->made || count < 2) return fail(script, "too late: %s", words[0]);
        if (words[0][0] == 's') return set_option(script, words + 1, count - 1);
        *(words[0][0] == 'h' ? &script->heat : &script->cash) = atol(words[1]);
        return true;
    }
    for (int role = 0; role < FELT_ROLES; role++) {
        if (strcmp(words[0], roles[role]) != 0) continue;
        if (!make(script)) return false;
        for (int i = 1; i < count; i++)
            if (!narc_table_stack(&script->table, (enum felt_narc_role)role, words[i]))
                return fail(script, "%s", script->table.error);
        return true;
    }
    *known = false;
    return true;
}

/* ---- claims ---- */

static bool expect_number(struct script *script, const char *name, long have, long want)
{
    return have == want || fail(script, "%s is %ld, not %ld", name, have, want);
}

static bool expect_text(struct script *script, const char *what, const char *have, const char *want)
{
    return !strcmp(have, want) || fail(script, "%s is \"%s\", not \"%s\"", what, have, want);
}

/* NAME N NAME N ... */
static bool expect_named(struct script *script, char *text)
{
    char *words[WORDS_MAX] = {NULL};
    int count = split(text, words);
    const struct felt_narc_state *state = &script->table.state;
    const struct {
        const char *name;
        long have;
    } rows[] = {{"evidence", state->totals.evidence},
                {"cover", state->totals.cover},
                {"heat", state->totals.heat},
                {"profit", state->totals.profit},
                {"run-heat", state->heat},
                {"cash", state->cash},
                {"tier", state->tier},
                {"gone", felt_cards_count(state->gone)},
                {"spent", felt_cards_count(state->spent)},
                {"hand", state->hand_number},
                {"round", state->round + 1},
                {"flipped", state->flipped},
                {"raises", state->betting.turn.raises},
                {"session", state->session_banked},
                {"N", state->left[0]},
                {"C", state->left[1]},
                {"P", state->left[2]}};
    for (int i = 0; i + 1 < count; i += 2) {
        bool known = false;
        for (size_t j = 0; j < sizeof rows / sizeof rows[0]; j++) {
            if (strcmp(rows[j].name, words[i]) != 0) continue;
            known = true;
            if (!expect_number(script, words[i], rows[j].have, atol(words[i + 1]))) return false;
        }
        if (!known) return fail(script, "what is %s?", words[i]);
    }
    return count > 0 && count % 2 == 0;
}

static bool expect_may(struct script *script, const char *want)
{
    static const struct {
        const char *word;
        enum felt_action_kind kind;
    } rows[] = {{"check", FELT_CHECK},
                {"call", FELT_CALL},
                {"raise", FELT_COMMIT},
                {"continue", FELT_CONTINUE},
                {"fold", FELT_FOLD}};
    unsigned legal = felt_narc_legal(&script->table.rules, &script->table.state);
    char have[LINE] = "";
    for (size_t i = 0, used = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (legal >> rows[i].kind & 1)
            used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", used ? " " : "",
                                     rows[i].word);
    return expect_text(script, "what may be done", have, want);
}

/* safe banked N session over | goes on */
static bool expect_end(struct script *script, const char *want)
{
    const struct felt_narc_state *state = &script->table.state;
    char have[LINE];
    snprintf(have, sizeof have, "%s banked %d session %s",
             felt_narc_end_word((enum felt_narc_end)state->end), (int)state->banked,
             state->session_over ? "over" : "goes on");
    return expect_text(script, "the end", have, want);
}

static bool expect_holds(struct script *script, char letter, const char *want)
{
    char have[LINE];
    enum felt_narc_role role = (enum felt_narc_role)role_of(letter);
    if (isdigit((unsigned char)want[0])) {
        felt_seat seat = felt_narc_seat(&script->table.rules, role);
        return expect_number(script, "the hand", script->table.state.betting.held[seat],
                             atol(want));
    }
    return expect_text(script, "the hand", narc_table_hand(&script->table, role, have, sizeof have),
                       want);
}

static bool expect_sees(struct script *script, char letter, const char *want)
{
    const struct felt_narc_rules *rules = &script->table.rules;
    struct felt_view view;
    char have[LINE] = "";
    felt_seat seat = felt_narc_seat(rules, (enum felt_narc_role)role_of(letter));
    felt_narc_game.view(rules, &script->table.state, seat, &view);
    const struct felt_zone *zone = felt_view_zone(&view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    size_t used = 0;
    for (int i = 0; i < zone->count && used < sizeof have; i++) {
        int kind = view.cards[zone->at + i];
        used += (size_t)snprintf(have + used, sizeof have - used, "%s%s", i ? " " : "",
                                 kind == FELT_CARD_NONE ? "?" : rules->catalogue.card[kind].id);
    }
    return expect_text(script, "the table", have, want);
}

static bool expect_refused(struct script *script, const char *action)
{
    struct felt_narc_state before = script->table.state;
    enum felt_status status = FELT_OK;
    if (narc_table_act(&script->table, action, &status))
        return fail(script, "%s is accepted", action);
    if (status == FELT_OK) return fail(script, "%s", script->table.error);
    return felt_narc_equal(&before, &script->table.state) || fail(script, "something changed");
}

static bool expect_automatic(struct script *script, long want)
{
    long have = 0;
    for (uint32_t i = 0; i < script->table.log.count; i++)
        have += script->table.event[i].kind == FELT_EVENT_ACT &&
                script->table.event[i].act == FELT_CHECK && script->table.event[i].amount == 1;
    return expect_number(script, "checks by themselves", have, want);
}

static bool read_claim(struct script *script, const char *name, char *rest)
{
    const struct felt_narc_rules *rules = &script->table.rules;
    const struct felt_turn *turn = &script->table.state.betting.turn;
    script->report->claims++;
    if (!strcmp(name, "totals") || !strcmp(name, "run") || !strcmp(name, "deck"))
        return expect_named(script, rest) || fail(script, "NAME N ...");
    if (!strcmp(name, "turn"))
        return expect_text(script, "the turn",
                           letter_of(script, felt_narc_actor(rules, &script->table.state)), rest);
    if (!strcmp(name, "may")) return expect_may(script, rest);
    if (!strcmp(name, "holder"))
        return expect_text(script, "the holder", letter_of(script, turn->holder), rest);
    if (!strcmp(name, "option"))
        return expect_text(script, "the option", turn->on_option ? "yes" : "no", rest);
    if (!strcmp(name, "left"))
        return expect_number(script, "raises left", felt_commits_left(&script->table.state.betting),
                             atol(rest));
    if (!strcmp(name, "end")) return expect_end(script, rest);
    if (!strcmp(name, "refused")) return expect_refused(script, rest);
    if (!strcmp(name, "automatic")) return expect_automatic(script, atol(rest));
    if (strchr("NCP", name[0]) && !strcmp(name + 1, " holds"))
        return expect_holds(script, name[0], rest);
    if (strchr("NCP", name[0]) && !strcmp(name + 1, " sees"))
        return expect_sees(script, name[0], rest);
    return fail(script, "no such line: %s", name);
}

/* ---- lines ---- */

static bool read_line(struct script *script, char *line)
{
    char copy[LINE], *words[WORDS_MAX], *colon = strchr(line, ':');
    enum felt_status status;
    bool known;
    snprintf(copy, sizeof copy, "%s", line);
    if (colon) {
        *colon = 0;
        return script->made ? read_claim(script, line, trim(colon + 1))
                            : fail(script, "nothing is dealt");
    }
    int count = split(copy, words);
    if (!read_table(script, words, count, &known)) return false;
    if (known) return true;
    if (!script->made) return fail(script, "nothing is dealt");
    if (!narc_table_act(&script->table, line, &status))
        return fail(script, "%s", script->table.error);
    return felt_narc_sound(&script->table.rules, &script->table.state) ||
           fail(script, "the state is unsound");
}

static void begin_case(struct script *script, char *title)
{
    char *rules = strstr(title, "RULES ");
    script->failed = script->made = false;
    script->heat = script->cash = 0;
    script->options = felt_narc_options_usual;
    script->report->cases++;
    for (char *at = rules ? rules : strchr(title, 0); *at;) {
        at += strcspn(at, "0123456789");
        char *end;
        long section = strtol(at, &end, 10),
             paragraph = *end == '.' ? strtol(end + 1, &end, 10) : 0;
        if (section == NARC_RULES_SECTION && paragraph > 0 && paragraph < NARC_RULES_PARAGRAPHS)
            script->report->cited[paragraph] = true;
        at = end;
    }
    if (rules) *rules = 0;
    snprintf(script->title, sizeof script->title, "%s", trim(title));
}

void narc_script_run(FILE *stream, const char *name, struct narc_report *report)
{
    struct script *script = calloc(1, sizeof *script);
    char line[LINE];
    if (!script) return;
    script->report = report;
    script->name = name;
    script->failed = true; /* nothing before the first title */
    for (script->line = 1; fgets(line, sizeof line, stream); script->line++) {
        line[strcspn(line, "#")] = 0;
        char *text = trim(line);
        if (text[0] == '%' && text[1] != '%')
            begin_case(script, text + 1);
        else if (text[0] && text[0] != '%' && !script->failed)
            (void)read_line(script, text);
    }
    free(script);
}
