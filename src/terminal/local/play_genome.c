/* play_genome.c -- see play_genome.h.
 *
 * The person is seat 0.  Its moves are listed with numbers, in the words of
 * felt_genome_move_text(); it may type the number, the words or a part of them that is clear, or
 * cards alone.  Where several cards are chosen one after the other, they may stand in one line: the
 * rest is kept for the next decisions, and "done" follows by itself. */
#include "terminal/local/play_genome.h"

#include "terminal/local/prompt.h"
#include "command/exit.h"
#include "terminal/local/genome_screen.h"
#include "lab/lab_names.h"
#include "terminal/local/lab_preference.h"
#include "terminal/local/play_help.h"
#include "command/term.h"
#include "lab/rulebook/rulebook.h"
#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/rotation.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    ME = 0,
    INDENT = 2,
    GAP = 3,
    TEXT_BYTES = 96,
    MOVES_MAX = 64 + FELT_MOVE_CODES - FELT_MOVE_ITEMS
};

struct session {
    struct felt_term term;
    const struct felt_genome *genome;
    bool echo; /* nobody sees what is typed, unless we print it                           */
    bool asks; /* how it was, at the end                                                  */
    struct felt_play_lab_place place; /* where that is kept                                       */
    bool hurries; /* moves without a choice are made by themselves                           */
    struct felt_genome_screen table;
    struct felt_genome_program program;
    struct felt_strengths strengths;
    struct felt_genome_state state;
    int names;
    struct felt_agent_spec spec[FELT_GENOME_SEATS_MAX];
    struct felt_agent *agent[FELT_GENOME_SEATS_MAX]; /* of each name; owned                  */
    struct felt_rng chances;
    struct felt_event event[FELT_EVENTS_MAX];
    /* what may be done now */
    int moves;
    int move[MOVES_MAX];
    char text[MOVES_MAX][TEXT_BYTES];
    felt_cards wanted; /* cards of a line that have yet to be chosen                         */
    bool whole;        /* and nothing else: "done" follows                                   */
};

/* ---- moves in words ---- */

static void list_moves(struct session *session)
{
    struct felt_moves moves;
    felt_genome_moves(&session->program, &session->state, &moves);
    session->moves = felt_moves_count(&moves);
    felt_assert(session->moves >= 1 && session->moves <= MOVES_MAX);
    bool seats = felt_genome_asks(&session->program, &session->state) == FELT_ASKS_SEAT;
    for (int i = 0; i < session->moves; i++) {
        int move = session->move[i] = felt_moves_pick(&moves, i);
        if (seats && move < FELT_GENOME_SEATS_MAX)
            snprintf(session->text[i], TEXT_BYTES, "ask %s",
                     felt_genome_screen_name(&session->table, (felt_seat)move));
        else
            felt_genome_move_text(&session->program, &session->state, move, session->text[i],
                                  TEXT_BYTES);
    }
}

/* The cards that the words of a move end with. */
static felt_cards cards_of(const char *text)
{
    felt_card card[FELT_CARDS_MAX];
    int count = 0;
    for (const char *at = text; at; at = strchr(at, ' ')) {
        at += strspn(at, " ");
        felt_cards cards = 0;
        if (felt_cards_read(at, strlen(at), FELT_CARDS_MAX, card, &count, NULL) != FELT_OK)
            continue;
        for (int i = 0; i < count; i++) cards |= felt_cards_of(card[i]);
        return cards;
    }
    return 0;
}

/* In columns, the widest move says how many. */
static void offer(const struct session *session)
{
    struct felt_genome_pen pen = {.term = &session->term, .indent = INDENT};
    bool bids = felt_genome_asks(&session->program, &session->state) == FELT_ASKS_NUMBER;
    char text[MOVES_MAX][TEXT_BYTES + 8];
    int width = 0;
    for (int i = 0; i < session->moves; i++) {
        if (bids && session->move[i] < FELT_MOVE_ITEMS)
            snprintf(text[i], sizeof text[i], "%s", session->text[i]);
        else
            snprintf(text[i], sizeof text[i], "%d %s", i + 1, session->text[i]);
        if ((int)strlen(text[i]) > width) width = (int)strlen(text[i]);
    }
    felt_term_style(&session->term, FELT_YELLOW);
    for (int i = 0; i < session->moves; i++) {
        felt_genome_pen_word(&pen, text[i]);
        pen.next = INDENT + ((pen.column - INDENT - 1) / (width + GAP) + 1) * (width + GAP);
    }
    felt_genome_pen_word(&pen, "? help");
    felt_term_style(&session->term, FELT_PLAIN);
    felt_genome_pen_end(&pen);
}

/* What the person sees when it is to move; in the middle of a choice, what was chosen. */
static void show(const struct session *session)
{
    const struct felt_genome_state *state = &session->state;
    felt_cards chosen = session->program.queue ? 0 : state->chosen & state->hand[ME];
    if (chosen)
        felt_genome_screen_chosen(&session->table, chosen);
    else
        felt_genome_screen_draw(&session->table, state);
    offer(session);
}

static void help(const struct session *session)
{
    fputs("  Type the number of a move, its words, or enough of them to be clear; or cards by\n"
          "  name, as in 7h or 7h 9c.  f fold, k check, c call, b bet, r raise, a all-in,\n"
          "  p pass, d draw or done.  An empty line makes the move if there is only one.\n"
          "  rules       how the game is played\n"
          "  t, table    the table again\n"
          "  h, history  what happened in this hand\n"
          "  go          from now on moves without a choice are made for you\n"
          "  q, quit     leave the game\n",
          session->term.out);
    offer(session);
}

/* ---- what a line says ---- */

static int find_code(const struct session *session, int code)
{
    for (int i = 0; i < session->moves; i++)
        if (session->move[i] == code) return i;
    return -1;
}

/* "f", "k": one letter for a word that is said often.  -1: it is none, or not possible now. */
static int find_letter(const struct session *session, const char *line)
{
    static const struct {
        char letter;
        uint8_t move;
    } letters[] = {{'f', FELT_MOVE_FOLD},  {'k', FELT_MOVE_CHECK},  {'x', FELT_MOVE_CHECK},
                   {'c', FELT_MOVE_CALL},  {'c', FELT_MOVE_CHECK},  {'b', FELT_MOVE_BET},
                   {'r', FELT_MOVE_RAISE}, {'a', FELT_MOVE_ALL_IN}, {'p', FELT_MOVE_PASS},
                   {'d', FELT_MOVE_DRAW},  {'d', FELT_MOVE_DONE}};
    if (line[0] == '\0' || line[1] != '\0') return -1;
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        int at = letters[i].letter == line[0] ? find_code(session, letters[i].move) : -1;
        if (at >= 0) return at;
    }
    return -1;
}

/* The number of a move in the list, or what is bid. */
static int find_number(const struct session *session, const char *line)
{
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (*line < '0' || *line > '9' || *end != '\0') return -1;
    if (felt_genome_asks(&session->program, &session->state) == FELT_ASKS_NUMBER)
        return number < FELT_MOVE_ITEMS ? find_code(session, (int)number) : -1;
    return number >= 1 && number <= (unsigned long)session->moves ? (int)number - 1 : -1;
}

/* Do the words of a move begin with the line, or is there a place behind a blank where they go on
 * with it?  "raise", "raise to 40", "kings" of "ask for kings". */
static bool is_part(const char *text, const char *line)
{
    size_t bytes = strlen(line);
    for (const char *at = text; at; at = strchr(at, ' ')) {
        at += strspn(at, " ");
        if (strncasecmp(at, line, bytes) == 0) return true;
    }
    return false;
}

static int find_words(const struct session *session, const char *line, int *matches)
{
    int found = -1;
    *matches = 0;
    for (int i = 0; i < session->moves; i++) {
        if (strcasecmp(session->text[i], line) == 0) {
            *matches = 1;
            return i;
        }
        if (!is_part(session->text[i], line)) continue;
        found = i;
        ++*matches;
    }
    return found;
}

/* The move that lays, takes or chooses exactly these cards; else one that chooses the lowest of
 * them, and the others are wanted. */
static int find_cards(struct session *session, felt_cards cards)
{
    felt_cards lowest = cards & (0 - cards);
    int first = -1;
    for (int i = 0; i < session->moves; i++) {
        felt_cards own = session->move[i] < FELT_MOVE_ITEMS || session->move[i] == FELT_MOVE_TAKE
                             ? cards_of(session->text[i])
                             : 0;
        if (own == cards) return i;
        if (own == lowest && first < 0) first = i;
    }
    if (first < 0 || felt_genome_asks(&session->program, &session->state) != FELT_ASKS_CARD)
        return -1;
    session->wanted = cards & ~lowest;
    session->whole = true;
    return first;
}

/* A place in the list, or -1: complained. */
static int understand(struct session *session, const char *line)
{
    FILE *out = session->term.out;
    int matches, at = find_number(session, line);
    if (at < 0) at = find_letter(session, line);
    if (at >= 0) return at;
    felt_cards cards = cards_of(line);
    if (cards) {
        at = find_cards(session, cards);
        if (at >= 0) return at;
    }
    at = find_words(session, line, &matches);
    if (matches == 1) return at;
    fprintf(out,
            matches ? "  \"%s\" may mean several of these:\n"
                    : "  \"%s\" is not possible now; this is:\n",
            line);
    offer(session);
    return -1;
}

/* ---- asking ---- */

/* Cards that stood in the line before.  -1: there are none, or they do not fit. */
static int go_on(struct session *session)
{
    if (!session->whole) return -1;
    felt_cards lowest = session->wanted & (0 - session->wanted);
    if (!lowest) {
        session->whole = false;
        return find_code(session, FELT_MOVE_DONE);
    }
    session->wanted &= ~lowest;
    int at = find_code(session, __builtin_ctzll(lowest));
    if (at >= 0) return at;
    session->whole = false;
    fputs("  not all of these cards are possible\n", session->term.out);
    return -1;
}

/* All of the rules, as felt lab rules writes them. */
static void tell_rules(const struct session *session)
{
    const struct felt_rulebook book = {.genome = session->genome};
    char *memory = malloc(FELT_RULEBOOK_BYTES);
    if (!memory) return;
    struct felt_buffer text = felt_buffer_make(memory, FELT_RULEBOOK_BYTES);
    felt_rulebook_write(&book, FELT_RULEBOOK_MARKDOWN, &text);
    (void)fwrite(text.bytes, 1, text.used, session->term.out);
    free(memory);
    offer(session);
}

/* The person's move; -1: leaves. */
static int ask(struct session *session)
{
    char line[FELT_PROMPT_BYTES];
    list_moves(session);
    int at = go_on(session);
    if (at >= 0) return session->move[at];
    if (session->hurries && session->moves == 1) return session->move[0];
    show(session);
    while (felt_prompt_line(&session->term, session->echo, line)) {
        if (line[0] == '\0') {
            if (session->moves == 1) return session->move[0];
        } else if (felt_prompt_quits(line)) {
            return -1;
        } else if (felt_play_help_asked(line)) {
            help(session);
        } else if (!strcmp(line, "t") || !strcmp(line, "table")) {
            felt_genome_screen_draw(&session->table, &session->state);
            offer(session);
        } else if (!strcmp(line, "rules")) {
            tell_rules(session);
        } else if (!strcmp(line, "h") || !strcmp(line, "history")) {
            felt_genome_screen_again(&session->table);
        } else if (!strcmp(line, "go")) {
            session->hurries = true;
            if (session->moves == 1) return session->move[0];
        } else {
            at = understand(session, line);
            if (at >= 0) return session->move[at];
        }
    }
    return -1;
}

/* ---- the game ---- */

/* False: the person left, or there is no memory. */
static bool play_game(struct session *session, uint64_t seed)
{
    const struct felt_genome_program *program = &session->program;
    struct felt_event_log log = {session->event, 0, FELT_EVENTS_MAX};
    felt_genome_begin(program, NULL, seed, &session->state, &log);
    for (;;) {
        if (!felt_genome_screen_tell(&session->table, log.event, log.count)) return false;
        felt_seat seat = session->state.actor;
        if (seat < 0) return true;
        int move;
        if (seat == ME) {
            move = ask(session);
            if (move < 0) return false;
        } else {
            struct felt_agent *agent = session->agent[(seat - 1) % session->names];
            move = felt_agent_choose(agent, &session->state, &session->chances, NULL);
            if (session->whole && session->state.actor != ME) session->whole = false;
        }
        log.count = 0;
        felt_genome_play(program, &session->state, move, &log);
    }
}

/* "War: you, Ada (greedy) (seed 7)" */
static void greet(const struct session *session, const struct felt_lab_file *file, uint64_t seed)
{
    struct felt_genome_pen pen = {.term = &session->term};
    char text[FELT_LAB_NAME_BYTES + 2];
    snprintf(text, sizeof text, "%s:", file->title);
    felt_genome_pen_word(&pen, text);
    felt_genome_pen_word(&pen, "you,");
    for (felt_seat seat = 1; seat < session->program.seats; seat++) {
        char name[FELT_AGENT_TEXT_BYTES];
        snprintf(text, sizeof text, "%s (%s)%s", felt_genome_screen_name(&session->table, seat),
                 felt_agent_write(&session->spec[(seat - 1) % session->names], name),
                 seat + 1 < session->program.seats ? "," : "");
        felt_genome_pen_word(&pen, text);
    }
    snprintf(text, sizeof text, "(seed %llu)", (unsigned long long)seed);
    felt_genome_pen_word(&pen, text);
    felt_genome_pen_end(&pen);
}

static bool seat_agents(struct session *session)
{
    for (int i = 0; i < session->names; i++) {
        void *memory = malloc(felt_agent_bytes(&session->spec[i]));
        if (!memory) return false;
        session->agent[i] =
            felt_agent_init(&session->spec[i], &session->program, &session->strengths, memory);
    }
    return true;
}

static int play_session(struct session *session, const struct felt_lab_file *file, uint64_t seed)
{
    session->term = felt_term_make(stdout);
    session->echo = isatty(STDIN_FILENO) != 1;
    session->table = (struct felt_genome_screen){
        .term = &session->term, .program = &session->program, .viewer = ME};
    session->chances = felt_rng_make(felt_hash_word(seed, 1));
    felt_strengths_make(&session->program, &session->strengths);
    int code = FELT_EXIT_FAILED;
    if (seat_agents(session)) {
        greet(session, file, seed);
        if (!play_game(session, seed)) fputs("You leave the game.\n", session->term.out);
        felt_genome_screen_sum(&session->table, &session->state);
        code = session->asks ? felt_play_lab_ask_rating(&session->term, session->echo,
                                                        &session->place, &file->genome)
                             : FELT_EXIT_OK;
    } else {
        fputs("felt play: not enough memory\n", stderr);
    }
    for (int i = 0; i < session->names; i++) free(session->agent[i]);
    felt_genome_screen_close(&session->table);
    return code;
}

bool felt_play_genome_named(const char *word)
{
    struct felt_rotation rotation;
    return felt_rotation_make(word, strlen(word), FELT_LIMITS, &rotation, NULL) != FELT_OK &&
           felt_lab_file_named(word);
}

/* Who is asked how it was: a person at a terminal, and whoever wants to be; about games of an
 * archive only, as others have no weights to change.  False: complained. */
static bool plan_rating(const struct felt_args *args, const struct felt_play_genome *play,
                        struct session *session)
{
    bool kept = felt_play_lab_place_find(play->name, &session->place);
    if (play->rate && play->no_rating) {
        (void)felt_args_refuse(args, "--rate and --no-rating contradict each other: take one");
        return false;
    }
    if (play->rate && !kept) {
        (void)felt_args_refuse(args,
                               "--rate is for a game of an archive, DIR/games/NAME.json as felt "
                               "lab evolve writes it; %s is none",
                               play->name);
        return false;
    }
    session->asks = kept && !play->no_rating && (play->rate || isatty(STDIN_FILENO) == 1);
    return true;
}

int felt_play_genome(const struct felt_args *args, const struct felt_play_genome *play)
{
    const char *names = args->value[play->with];
    if (!strcmp(play->name, "-"))
        return felt_args_refuse(args, "the moves come from standard input: name the genome's file");
    struct felt_lab_file *file = felt_lab_file_open(args, play->name);
    if (!file) return FELT_EXIT_USAGE;
    struct session *session = calloc(1, sizeof *session);
    int code = FELT_EXIT_USAGE;
    if (!session) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        code = FELT_EXIT_FAILED;
    } else if (plan_rating(args, play, session) &&
               felt_lab_names(args, play->with, names ? names : "greedy", FELT_GENOME_SEATS_MAX - 1,
                              session->spec, &session->names)) {
        int seats = felt_lab_seats(args, play->players, file, session->names + 1);
        if (seats) {
            session->genome = &file->genome;
            felt_genome_compile(&file->genome, seats, &session->program);
            code = play_session(session, file, play->seed);
        }
    }
    free(session);
    free(file);
    return code;
}
