/* play_narc_ask.c -- see play_narc_ask.h.
 *
 * A number alone, or a card alone, looks at it; the same again, or an empty line, raises with the
 * card that is looked at.  "raise 2" raises at once. */
#include "terminal/narc/play_narc_ask.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum word { CHECK, RAISE, STAY, FOLD, GO, WHAT, TABLE, LOG, HELP, RULES, QUIT, NO_WORD };

static enum word find_word(const char *text, size_t bytes)
{
    static const struct {
        const char *text;
        enum word word;
    } words[] = {
        {"c", CHECK},     {"check", CHECK}, {"k", CHECK},      {"x", CHECK},     {"r", RAISE},
        {"raise", RAISE}, {"play", RAISE},  {"commit", RAISE}, {"s", STAY},      {"stay", STAY},
        {"call", STAY},   {"f", FOLD},      {"fold", FOLD},    {"g", GO},        {"go", GO},
        {"go on", GO},    {"continue", GO}, {"w", WHAT},       {"what", WHAT},   {"what if", WHAT},
        {"t", TABLE},     {"table", TABLE}, {"l", LOG},        {"log", LOG},     {"history", LOG},
        {"?", HELP},      {"h", HELP},      {"help", HELP},    {"rules", RULES}, {"q", QUIT},
        {"quit", QUIT},   {"exit", QUIT},   {"leave", QUIT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].text) == bytes && memcmp(words[i].text, text, bytes) == 0)
            return words[i].word;
    return NO_WORD;
}

/* The word a line begins with, of one or two parts, and what is behind it. */
static enum word split(const char *line, const char **rest)
{
    size_t one = strcspn(line, " \t");
    size_t gap = one + strspn(line + one, " \t"), two = gap + strcspn(line + gap, " \t");
    enum word word = line[gap] ? find_word(line, two) : NO_WORD;
    size_t end = two;
    if (word == NO_WORD) {
        word = find_word(line, one);
        end = one;
    }
    *rest = line + end + strspn(line + end, " \t");
    return word;
}

/* ---- cards ---- */

/* Does a word of the name begin with the text? */
static bool is_part(const char *name, const char *text)
{
    for (const char *at = name; *at;) {
        if (strncasecmp(at, text, strlen(text)) == 0) return true;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return false;
}

/* A number of the list, or a name that is clear.  -1: `why` says what was wrong; nothing is said if
 * `quietly`. */
static int find_card(const struct felt_narc_look *look, const char *text, bool quietly,
                     struct felt_buffer *why)
{
    felt_card hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_look_hand(look, hand), found = -1, matches = 0;
    if (isdigit((unsigned char)text[0]) && text[1] == '\0') {
        int number = text[0] - '0';
        if (number >= 1 && number <= held) return number - 1;
        felt_buffer_text(why, "You hold no card ");
        felt_buffer_int(why, number);
        felt_buffer_text(why, ": your cards have the numbers 1 to ");
        felt_buffer_int(why, held);
        felt_buffer_char(why, '.');
        return -1;
    }
    for (int i = 0; i < held && *text; i++) {
        if (!is_part(look->rules->catalogue.card[hand[i]].name, text)) continue;
        if (found >= 0 && hand[found] == hand[i]) continue; /* a second copy */
        found = i;
        matches++;
    }
    if (matches == 1) return found;
    if (quietly && matches == 0) return -1;
    felt_buffer_char(why, '"');
    felt_buffer_text(why, text);
    felt_buffer_text(why, matches ? "\" may be several of your cards: type more of the name, or "
                                    "the number."
                                  : "\" is none of your cards: take a number, or a name as it is "
                                    "written.");
    return -1;
}

/* ---- actions ---- */

static enum felt_narc_wish again(struct felt_buffer *why, const char *text)
{
    felt_buffer_text(why, text);
    return FELT_NARC_WISH_AGAIN;
}

static const char *why_not(const struct felt_narc_look *look, enum felt_action_kind kind)
{
    bool decides = look->view->phase == FELT_PHASE_DECIDE;
    if (decides) return "The cards are flipped; now it is go on, or fold.";
    switch (kind) {
    case FELT_CHECK: return "There is a raise to answer: stay with a card, raise, or fold.";
    case FELT_CALL: return "Staying costs nothing here: check.";
    case FELT_CONTINUE: return "Betting is not over yet: check, raise or fold.";
    case FELT_COMMIT:
        return felt_turn_capped(&look->view->betting.turn)
                   ? "No raises are left in this round: they are shared by all seats."
                   : "You cannot raise now: check, or fold.";
    default: return "That is not possible now.";
    }
}

/* COMMIT or CALL with a card. */
static enum felt_narc_wish lay(const struct felt_narc_look *look, enum felt_action_kind kind,
                               int card, struct felt_action *action, struct felt_buffer *why)
{
    if (!felt_narc_look_legal(look, kind)) return again(why, why_not(look, kind));
    *action = (struct felt_action){.kind = (uint8_t)kind, .cards = UINT64_C(1) << card};
    return FELT_NARC_WISH_ACT;
}

/* What a card does that was looked at and is named again. */
static enum felt_action_kind usual_kind(const struct felt_narc_look *look)
{
    bool stays = felt_narc_look_legal(look, FELT_CALL) && !felt_narc_look_legal(look, FELT_COMMIT);
    return stays ? FELT_CALL : FELT_COMMIT;
}

static enum felt_narc_wish look_at(const struct felt_narc_look *look, int card, bool again_raises,
                                   struct felt_action *action, int *out, struct felt_buffer *why)
{
    if (again_raises && card == look->selected)
        return lay(look, usual_kind(look), card, action, why);
    *out = card;
    return FELT_NARC_WISH_LOOK;
}

static enum felt_narc_wish name_card(const struct felt_narc_look *look, enum word word,
                                     const char *rest, struct felt_action *action, int *out,
                                     struct felt_buffer *why)
{
    int card = look->selected;
    enum felt_action_kind kind = word == STAY ? FELT_CALL : FELT_COMMIT;
    if (word != WHAT && !felt_narc_look_legal(look, kind)) return again(why, why_not(look, kind));
    if (*rest)
        card = find_card(look, rest, false, why);
    else if (card < 0)
        return again(why, word == WHAT ? "Say which card: what 1." : "Say which card: raise 1.");
    if (card < 0) return FELT_NARC_WISH_AGAIN;
    if (word == WHAT) return look_at(look, card, false, action, out, why);
    return lay(look, kind, card, action, why);
}

static enum felt_narc_wish act(const struct felt_narc_look *look, enum felt_action_kind kind,
                               const char *rest, struct felt_action *action,
                               struct felt_buffer *why)
{
    if (*rest) return again(why, "That word stands alone: nothing was done.");
    if (!felt_narc_look_legal(look, kind)) return again(why, why_not(look, kind));
    *action = (struct felt_action){.kind = (uint8_t)kind};
    return FELT_NARC_WISH_ACT;
}

/* No word: a card, or nonsense. */
static enum felt_narc_wish guess(const struct felt_narc_look *look, const char *line,
                                 struct felt_action *action, int *out, struct felt_buffer *why)
{
    if (*line == '\0') {
        if (look->selected >= 0) return lay(look, usual_kind(look), look->selected, action, why);
        return again(why, look->view->phase == FELT_PHASE_DECIDE
                              ? "Say go on, or fold; ? tells more."
                              : "Say check, the number of a card, or fold; ? tells more.");
    }
    size_t before = why->used;
    int card = find_card(look, line, true, why);
    if (card >= 0) return look_at(look, card, true, action, out, why);
    if (why->used > before) return FELT_NARC_WISH_AGAIN;
    felt_buffer_char(why, '"');
    felt_buffer_text(why, line);
    felt_buffer_text(why, "\" is no word of this table and none of your cards; ? lists the words.");
    return FELT_NARC_WISH_AGAIN;
}

enum felt_narc_wish felt_narc_ask(const struct felt_narc_look *look, const char *line,
                                  struct felt_action *action, int *card, struct felt_buffer *why)
{
    const char *rest;
    switch (split(line, &rest)) {
    case CHECK: return act(look, FELT_CHECK, rest, action, why);
    case FOLD: return act(look, FELT_FOLD, rest, action, why);
    case GO: return act(look, FELT_CONTINUE, rest, action, why);
    case RAISE: return name_card(look, RAISE, rest, action, card, why);
    case STAY: return name_card(look, STAY, rest, action, card, why);
    case WHAT: return name_card(look, WHAT, rest, action, card, why);
    case TABLE: return FELT_NARC_WISH_TABLE;
    case LOG: return FELT_NARC_WISH_LOG;
    case HELP: return FELT_NARC_WISH_HELP;
    case RULES: return FELT_NARC_WISH_RULES;
    case QUIT: return FELT_NARC_WISH_QUIT;
    default: return guess(look, line, action, card, why);
    }
}
