/* play_narc_lesson.c -- see play_narc_lesson.h.
 *
 * A lesson is a list of steps in the order of play.  Those of Narc and Customer happen; those of
 * the Player are asked for, with a comment before them.  The second hand has the worked example of
 * the document in it: the Customer holds the initiative and uses it. */
#include "cli/play_narc_lesson.h"

#include "cli/play_narc_text.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIES_MAX = 3,
    TEXT_BYTES = 400,
    NARC = FELT_ROLE_NARC,
    CUSTOMER = FELT_ROLE_CUSTOMER,
    PLAYER = FELT_ROLE_PLAYER
};

struct step {
    uint8_t role, kind;
    const char *card;    /* id, for COMMIT                                                       */
    const char *comment; /* before it; NULL: none                                                */
};

/* ---- the first hand: check, raise, flip, totals ---- */

static const char *const first_deck[] = {"allotment_shed",
                                         "bootleg_records",
                                         "dinner_guests",
                                         "paper_trail",
                                         "cousin_on_corner",
                                         "quiet_favour",
                                         "long_lunch",
                                         "parked_van",
                                         "beat_walk",
                                         "usual_order",
                                         "handshake",
                                         "hard_bargain",
                                         NULL};

static const struct step first_hand[] = {
    {NARC, FELT_CHECK, NULL, NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL},
    {PLAYER, FELT_COMMIT, "allotment_shed",
     "HAND 1. You are the Player: you have something to sell, and want to get away with it. What "
     "is known against you is Evidence, what protects you is Cover. When the hand ends, Cover must "
     "be at least Evidence; then you bank the Profit.\n\n"
     "A hand has three rounds. In each you draw up to three cards, bet, and all cards that were "
     "bet are flipped. To bet is to raise: you lay one card face down. To check is to lay none. "
     "The Narc and the Customer have both checked, so it is your turn.\n\n"
     "Begin with a place to meet: a Location is the base of your Evidence and Cover."},
    {PLAYER, FELT_COMMIT, "bootleg_records",
     "Your card lies face down: [?] for the others. You were the first to raise in this round, so "
     "you hold the initiative: when everybody behind you has answered, you may raise again. Nobody "
     "sits behind you, so it is your turn at once.\n\n"
     "Now something to sell: a Product has a price, which is your Profit, and heat, which stays "
     "with you for a long time."},
    {PLAYER, FELT_CHECK, NULL,
     "You could raise a third time, but raises are shared: all seats together have three in a "
     "round. Keep the rest of your cards for later. A check ends the betting now, because you hold "
     "the initiative and nobody has to answer any more."},
    {PLAYER, FELT_CONTINUE, NULL,
     "FLIP. Both cards count now. Evidence and Cover come from your Location, Profit from your "
     "Product. The margin is Cover minus Evidence; 0 or more is safe.\n\n"
     "After a flip in rounds 1 and 2 you decide: go on, or fold. It looks good."},
    {NARC, FELT_COMMIT, "parked_van", NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL},
    {PLAYER, FELT_COMMIT, "dinner_guests",
     "ROUND 2. You drew cards again. This time the Narc raised first: it holds the initiative, and "
     "has a card face down against you. The line \"Face down against you\" says what such cards "
     "are likely to cost, from what is public: its deck without the cards you have seen.\n\n"
     "You need not answer a raise with a card: a check is always possible. But some Cover would "
     "be good. Before you raise, you can look: the number of a card shows the totals as they "
     "would be. The same number again, or Enter, raises with it."},
    {NARC, FELT_CHECK, NULL, NULL},
    {PLAYER, FELT_CONTINUE, NULL,
     "The Narc could have raised again, because it holds the initiative; it checked, and the cards "
     "were flipped. Its card was Evidence, yours was Cover. All of that is added up; only Products "
     "and Locations are different: a later one replaces the one before."},
    {NARC, FELT_CHECK, NULL, NULL},
    {CUSTOMER, FELT_COMMIT, "usual_order", NULL},
    {PLAYER, FELT_CHECK, NULL,
     "ROUND 3, the last one. The Customer raised: its cards change the terms, often a better price "
     "for more Evidence. Your margin is large enough for that. Check."},
    {CUSTOMER, FELT_CHECK, NULL, NULL},
};

/* ---- the second hand: initiative, shared raises, the price of a fold ---- */

static const char *const second_deck[] = {
    "unpapered_orchids", "cousin_on_corner", "paper_trail", "bootleg_records", "week_off",
    "closed_cinema",     "beat_walk",        "long_lunch",  "long_lunch",      "long_lunch",
    "whole_crate",       "hard_bargain",     "usual_order", "handshake",       NULL};

static const struct step second_hand[] = {
    {NARC, FELT_COMMIT, "beat_walk", NULL},
    {CUSTOMER, FELT_COMMIT, "whole_crate", NULL},
    {PLAYER, FELT_COMMIT, "cousin_on_corner",
     "HAND 2. The Narc raised, and so did the Customer. The Narc holds the "
     "initiative, because its raise was the first of the round. Later raises do not move it.\n\n"
     "Two of the three raises are used. They are shared: if you take the last one, the betting "
     "ends on the spot, and the Narc cannot use its initiative. Take it."},
    {PLAYER, FELT_CONTINUE, NULL,
     "That was the third raise: no more answers, all cards were flipped at once. You are behind: "
     "the Evidence is more than your Cover. That does not matter yet, only the end of round 3 "
     "counts. Each round begins without initiative. See what comes."},
    {NARC, FELT_CHECK, NULL, NULL},
    {CUSTOMER, FELT_COMMIT, "hard_bargain", NULL},
    {PLAYER, FELT_CHECK, NULL,
     "The Narc checked and the Customer raised: who holds the initiative now? The Customer, by the "
     "first raise of this round. Check, and watch what it can do with it."},
    {CUSTOMER, FELT_COMMIT, "usual_order", NULL},
    {PLAYER, FELT_CHECK, NULL,
     "You answered, so the turn came back to the Customer, and it raised again. That is what the "
     "initiative is: the right to raise again after the answers. Check once more."},
    {CUSTOMER, FELT_CHECK, NULL, NULL},
    {PLAYER, FELT_FOLD, NULL,
     "You are far behind, and nothing is sold. If you are behind when round 3 ends, you are "
     "busted and your whole run is over. Folding is cheaper: its price stands beside the word. You "
     "lose one card of your hand by chance and get no profit; the heat of flipped cards stays. "
     "Nothing else happens, and the next hand is a new chance. Fold."},
};

/* ---- decks ---- */

static int find_kind(const struct felt_narc_rules *rules, const char *id)
{
    for (int i = 0; i < rules->catalogue.kinds; i++)
        if (strcmp(rules->catalogue.card[i].id, id) == 0) return i;
    return -1;
}

/* The named cards on top, in their order, the rest below. */
static void begin_hand(struct felt_narc_table *table, const char *const *deck, uint8_t number)
{
    const struct felt_narc_rules *rules = table->rules;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    uint8_t cards[FELT_NARC_CARDS_MAX];
    felt_cards used = 0;
    int count = 0;
    for (; *deck; deck++) {
        int kind = find_kind(rules, *deck), card = 0;
        while (card < rules->cards &&
               (rules->kind[0][card] != kind || (used & felt_cards_of((felt_card)card))))
            card++;
        if (card == rules->cards) continue; /* a catalogue that has no such card */
        used |= felt_cards_of((felt_card)card);
        cards[count++] = (uint8_t)card;
    }
    for (int card = 0; card < rules->cards; card++)
        if (!(used & felt_cards_of((felt_card)card))) cards[count++] = (uint8_t)card;
    struct felt_rng later = felt_rng_make(1);
    struct felt_narc_state rest;
    felt_narc_rest(rules, 0, 0, &rest);
    enum felt_status status =
        felt_narc_begin_with(rules, &rest, cards, count, &later, &table->state, &log);
    felt_assert(status == FELT_OK);
    table->state.hand_number = number; /* each has its own decks, but they belong together */
    event[0].to = number;
    felt_narc_table_note(table, &log, false);
}

/* ---- steps ---- */

/* The action of a step, if it is possible as things are; else the seat checks, or goes on. */
static struct felt_action action_of(const struct felt_narc_table *table, const struct step *step)
{
    const struct felt_narc_state *state = &table->state;
    unsigned legal = felt_narc_legal(table->rules, state);
    uint8_t hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_hand(table->rules, state, felt_narc_actor(table->rules, state), hand);
    for (int i = 0; step->card && i < held && (legal >> FELT_COMMIT & 1); i++) {
        int kind = felt_narc_kind(table->rules, state, hand[i]);
        if (strcmp(table->rules->catalogue.card[kind].id, step->card) == 0)
            return (struct felt_action){.kind = FELT_COMMIT, .cards = UINT64_C(1) << i};
    }
    bool possible = !step->card && legal >> step->kind & 1;
    return (struct felt_action){.kind = possible                     ? step->kind
                                        : legal >> FELT_CONTINUE & 1 ? FELT_CONTINUE
                                                                     : FELT_CHECK};
}

static void apply(struct felt_narc_table *table, struct felt_action action)
{
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {event, 0, FELT_EVENTS_MAX};
    felt_seat seat = felt_narc_actor(table->rules, &table->state);
    enum felt_status status = felt_narc_apply(table->rules, &table->state, seat, action, &log);
    felt_assert(status == FELT_OK);
    felt_narc_table_note(table, &log, false);
}

/* "Type raise 2 (Allotment Shed)." */
static const char *name_words(const struct felt_narc_table *table, struct felt_action action,
                              char out[TEXT_BYTES])
{
    uint8_t hand[FELT_NARC_HAND_MAX];
    felt_seat seat = felt_narc_actor(table->rules, &table->state);
    if (action.kind == FELT_COMMIT) {
        int at = __builtin_ctzll(action.cards);
        (void)felt_narc_hand(table->rules, &table->state, seat, hand);
        int kind = felt_narc_kind(table->rules, &table->state, hand[at]);
        snprintf(out, TEXT_BYTES, "raise %d (%s)", at + 1, table->rules->catalogue.card[kind].name);
    } else {
        snprintf(out, TEXT_BYTES, "%s",
                 action.kind == FELT_FOLD       ? "fold"
                 : action.kind == FELT_CONTINUE ? "go on"
                                                : "check");
    }
    return out;
}

/* The person does what is asked for.  False: leaves. */
static bool ask_step(struct felt_narc_table *table, const struct step *step)
{
    struct felt_action wanted = action_of(table, step), done = {.kind = FELT_ACTION_KINDS};
    char words[TEXT_BYTES], text[2 * TEXT_BYTES];
    if (step->comment) {
        if (table->lines) fputc('\n', table->term->out);
        if (!felt_narc_table_pages(table, step->comment, "Enter: go on; q: leave the tutorial"))
            return false;
        if (table->lines) fputc('\n', table->term->out);
    }
    name_words(table, wanted, words);
    for (int tries = 1;; tries++) {
        snprintf(text, sizeof text, "LESSON: %sType %s.",
                 done.kind == FELT_ACTION_KINDS
                     ? ""
                     : "That is possible in the game, but this lesson needs another move. ",
                 words);
        felt_narc_table_say(table, text);
        if (!felt_narc_table_ask(table, &done)) return false;
        if (done.kind == wanted.kind && done.cards == wanted.cards) break;
        if (tries < TRIES_MAX) continue;
        felt_narc_table_say(table, "LESSON: It is done for you.");
        break;
    }
    apply(table, wanted);
    return true;
}

static bool play_steps(struct felt_narc_table *table, const struct step *steps, int count)
{
    for (int i = 0; i < count; i++) {
        felt_seat seat = felt_narc_actor(table->rules, &table->state);
        if (seat < 0) break;
        if ((int)felt_narc_role(table->rules, seat) != steps[i].role) continue;
        if (steps[i].role != PLAYER)
            apply(table, action_of(table, &steps[i]));
        else if (!ask_step(table, &steps[i]))
            return false;
    }
    return felt_narc_table_rest(table, "Enter: go on; q: leave the tutorial");
}

/* ---- questions ---- */

struct answer {
    const char *word, *text;
    const char *wrong; /* why; NULL: this is right                                               */
};
struct question {
    const char *text;
    struct answer answer[4];
    int answers;
    const char *right; /* what is said then                                                      */
};

static const struct question questions[] = {
    {"QUESTION 1. A round begins. The Narc checks, the Customer raises, and you raise, too. Who "
     "holds the initiative, and why?",
     {{"narc", "the Narc, because it acts first in every round",
       "Acting first gives nothing: the Narc checked, and only a raise can take the initiative."},
      {"customer", "the Customer, because its raise was the first of the round", NULL},
      {"me", "me, because my raise was the last one",
       "Your raise came second: later raises do not move the initiative."},
      {"nobody", "nobody, because two seats raised",
       "There is always a holder once somebody has raised, and it is only one."}},
     4,
     "Right: the Customer, by the first raise of the round. After your answer it may raise again."},
    {"QUESTION 2. What may the holder of the initiative do?",
     {{"look", "look at a card that lies face down",
       "Nobody sees a card before the flip but who laid it."},
      {"again", "raise again when the others have answered, if raises are left", NULL},
      {"fold", "fold without paying the price", "A fold has its price for everybody."}},
     3,
     "Right. And since all seats share the raises, it is worth something only while some are "
     "left."},
};

/* The answer a line names by number, letter or word; -1: none. */
static int find_answer(const struct question *question, const char *line)
{
    for (int i = 0; i < question->answers; i++) {
        bool number = line[0] == '1' + i || (line[0] == 'a' + i && line[1] == '\0');
        if ((number && line[1] == '\0') || strcmp(line, question->answer[i].word) == 0) return i;
        if (line[0] && line[1] && strncmp(question->answer[i].text, line, strlen(line)) == 0)
            return i;
    }
    return -1;
}

static void print_question(const struct felt_narc_table *table, const struct question *question,
                           const char *before)
{
    char memory[8 * TEXT_BYTES], wrapped[8 * TEXT_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    struct felt_buffer lines = felt_buffer_make(wrapped, sizeof wrapped);
    if (*before) {
        felt_buffer_text(&text, before);
        felt_buffer_text(&text, "\n\n");
    }
    felt_buffer_text(&text, question->text);
    felt_buffer_char(&text, '\n');
    for (int i = 0; i < question->answers; i++) {
        felt_buffer_text(&text, "  ");
        felt_buffer_int(&text, i + 1);
        felt_buffer_text(&text, " ");
        felt_buffer_text(&text, question->answer[i].text);
        felt_buffer_char(&text, '\n');
    }
    felt_narc_text_wrap(felt_buffer_terminate(&text), -1, &lines);
    if (!table->lines) felt_narc_screen_clear(table->term, false);
    if (table->lines) fputc('\n', table->term->out);
    fputs(felt_buffer_terminate(&lines), table->term->out);
}

/* False: leaves. */
static bool ask_question(struct felt_narc_table *table, const struct question *question,
                         const char *before)
{
    char line[FELT_ASK_BYTES];
    print_question(table, question, before);
    while (felt_narc_table_line(table, "Type the number of your answer; q leaves.", line)) {
        if (felt_ask_quits(line)) return false;
        int at = find_answer(question, line);
        if (at >= 0 && !question->answer[at].wrong) return true;
        print_question(table, question, at < 0 ? "" : question->answer[at].wrong);
    }
    return false;
}

static bool examine(struct felt_narc_table *table)
{
    const char *before = "";
    char text[TEXT_BYTES];
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if (!ask_question(table, &questions[i], before)) return false;
        before = questions[i].right;
    }
    snprintf(text, sizeof text,
             "%s\n\nThat is all. You know who holds the initiative, and why. felt play narc begins "
             "a run; ? and rules help at every turn.\n",
             before);
    if (table->lines) fputc('\n', table->term->out);
    (void)felt_narc_table_pages(table, text, "Enter: the end");
    return true;
}

bool felt_narc_lesson(struct felt_narc_table *table)
{
    bool done = true;
    table->teaches = true;
    begin_hand(table, first_deck, 1);
    done = play_steps(table, first_hand, (int)(sizeof first_hand / sizeof first_hand[0]));
    if (done) {
        begin_hand(table, second_deck, 2);
        done = play_steps(table, second_hand, (int)(sizeof second_hand / sizeof second_hand[0]));
    }
    done = done && examine(table);
    if (!done)
        fputs("You leave the tutorial; felt play narc --tutorial begins it again.\n",
              table->term->out);
    return done;
}
