/* play_help.c -- see play_help.h. */
#include "terminal/local/play_help.h"

#include "command/input.h"
#include "audit/policy.h"

#include <string.h>

const char felt_play_usage[] =
    "Usage: felt play [GAMES] [--with NAMES] [--limit L] [--players N] [--stacks CHIPS]\n"
    "                 [--unit N] [--seed S] [--hands H] [--muck] [--run-twice] [--bomb N]\n"
    "       felt play [TABLE] --connect URL [--user NAME | --token FILE] [--buy-in CHIPS]\n"
    "                 [--hands H] [--json]\n"
    "       felt play GENOME [--against NAMES] [--players N] [--seed S] [--rate | --no-rating]\n"
    "       felt play narc [OPTIONS]: see felt play narc --help\n"
    "\n"
    "Sit down at a table with players of your choice.  GAMES is one of:\n"
    "\n"
    "  a name of felt variants; holdem if not given\n"
    "  several with commas between them, a round of the button each: holdem,27-triple:fl,razz\n"
    "  horse or eight-game, the well-known lists\n"
    "  dealers-choice, any game, or dealers-choice:badugi,stud, one of these: the button chooses\n"
    "\n"
    "  --with NAMES    who sits with you, with blanks or commas between them; house if not given.\n"
    "                  Fewer names than seats are repeated.  felt match --list tells the names;\n"
    "                  the house has dials, as in house:tight=7,aggr=3, and personas, which\n"
    "                  set all of them: house:rock, tag, lag, station, maniac, or house:@FILE;\n"
    "                  house:maniac,aggr=9 changes one; house:teacher plays like the house and\n"
    "                  explains itself after the hand\n"
    "  --limit L       nl, pl or fl; what is usual for the game if not given\n"
    "  --players N     how many, you among them; 6 if not given\n"
    "  --stacks CHIPS  500 for everybody, or 500,200,80, yours first; 100 units if not given\n"
    "  --unit N        the big blind, or the small bet; 100 if not given\n"
    "  --seed S        deals and players of an earlier session\n"
    "  --hands H       stop after H hands; w may be asked once more then, any other line leaves\n"
    "  --muck          who has lost may throw the cards away unseen\n"
    "  --run-twice     who is all-in may ask for two boards\n"
    "  --bomb N        every N-th hand is a bomb pot, if the game has a board: all put in two\n"
    "                  units, and betting begins with the flop\n"
    "\n"
    "With --connect you play in the room of a server: ws://HOST:PORT/room, http://HOST:PORT, or\n"
    "wss:// and https:// for TLS.  TABLE is a table of its lobby, or quick for any.  ? tells more\n"
    "words, such as lobby, out, top 100, chat nice hand.  If the line drops, felt comes back.\n"
    "\n"
    "  --user NAME     your account; the password is asked for, or the first line of the input\n"
    "  --token FILE    a token of felt admin token issue.  Without either you are a guest, the\n"
    "                  same one each time: ~/.local/share/felt/guests\n"
    "  --buy-in CHIPS  what you sit down with; as much as you may if not given\n"
    "  --json          prints frames as they come; sends lines that begin with {\n"
    "\n"
    "GENOME is a game as data (felt lab --help): a file, or a name of felt lab list that is no\n"
    "variant.  --against, or --with, names random, greedy (if not given) or mcts:400, once or for\n"
    "each seat.  Moves are listed; type a number, words or cards.  After a game that felt lab\n"
    "evolve found you are asked how it was, which changes what the next search goes for.\n"
    "\n"
    "  --rate          asks also where no person is: the last line of the input is the answer\n"
    "  --no-rating     does not ask\n"
    "\n"
    "When it is your turn, type a word or its letter:\n"
    "  f fold   k check   c call, or check if it is free   i bring in   a all-in\n"
    "  r 300    raise to 300, or bet 300; also r min, r pot, r all\n"
    "  d 7h 2c  discard these cards   d all discard all   p stand pat\n"
    "  s show   m muck   y n run it twice, or once\n"
    "  t table  h history of the hand   ? help   q quit\n"
    "  w why    how the others decided in the hand before; ? explains its numbers\n"
    "\n"
    "Examples:\n"
    "  felt play\n"
    "  felt play --with 'house zoo:tag zoo:lag'\n"
    "  felt play holdem --with house:tight=8,aggr=7 --players 2\n"
    "  felt play holdem --with house:rock,house:maniac,zoo:call\n"
    "  felt play holdem --with house:teacher --players 2\n"
    "  felt play holdem --limit fl --seed 7 --hands 3\n"
    "  felt play dealers-choice --seed 4\n"
    "  felt play horse --players 5 --muck\n"
    "  felt play holdem,omaha:pl,razz --run-twice --bomb 5\n"
    "  felt play crazy-eights --against mcts:400 --players 3\n"
    "  printf 'c\\nk\\nq\\n' | felt play holdem --players 2 --seed 1\n";

static const char always[] =
    "  t, table    the table again\n"
    "  h, history  what happened in this hand\n"
    "  w, why      how the others decided in the hand before, with these numbers:\n"
    "                hand        how strong it looked to the player by itself\n"
    "                price       of a call, as a part of the pot with the call in it\n"
    "                range       the part of all hands it had narrowed the others to\n"
    "                share       of the pot that it expected to win from these\n"
    "                gain        in chips over a fold; behind a fold, that of a call\n"
    "                confidence  how clear the choice was\n"
    "              what a player did not look at stays blank\n"
    "  q, quit     leave the table\n";

static const char runs[] =
    "  y, yes      deal the rest of the board twice, if all agree: each board decides\n"
    "              half of the pot\n"
    "  n, no       one board, as usual\n";

static const char show[] = "  s, show     turn your cards up all the same\n"
                           "  m, muck     throw them away unseen; they have won nothing\n";

static const char *chips_text(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES])
{
    return felt_term_number((uint64_t)amount, out);
}

static void help_raise(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    FILE *out = ask->term->out;
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES], pot[FELT_TERM_NUMBER_BYTES];
    const struct felt_betting middle = {.to_match = ask->to_match, .pot = ask->pot};
    if (!felt_legal_has(legal, FELT_RAISE_TO)) {
        fputs("  no raise is possible now\n", out);
        return;
    }
    fprintf(out, "  r, raise    bet %s", chips_text(legal->raise_to_min, low));
    if (legal->raise_to_max > legal->raise_to_min)
        fprintf(out,
                " to %s in all on this street:\n"
                "              r AMOUNT, r min, r pot (which is %s), r all\n",
                chips_text(legal->raise_to_max, high),
                chips_text(felt_policy_pot(&middle, legal), pot));
    else
        fputs(" in all on this street\n", out);
    fputs("  a, all-in   everything you have, if the limit allows it\n", out);
}

/* In the order of what is offered: folding comes last where it would give away a free check. */
static void help_bets(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    static const char fold[] = "  f, fold     give up the hand\n";
    FILE *out = ask->term->out;
    char number[FELT_TERM_NUMBER_BYTES];
    bool is_free = felt_legal_has(legal, FELT_CHECK), folds = felt_legal_has(legal, FELT_FOLD);
    if (folds && !is_free) fputs(fold, out);
    if (is_free) fputs("  k, check    stay in, there is nothing to pay; c does the same\n", out);
    if (felt_legal_has(legal, FELT_CALL))
        fprintf(out, "  c, call     pay %s and stay in\n", chips_text(legal->to_call, number));
    if (felt_legal_has(legal, FELT_BRING_IN))
        fprintf(out, "  i, bring    open with %s, because you have to\n",
                chips_text(legal->to_call, number));
    help_raise(ask);
    if (folds && is_free) fputs(fold, out);
}

static void help_discard(const struct felt_prompt *ask)
{
    const struct felt_legal *legal = &ask->legal;
    FILE *out = ask->term->out;
    fputs("  d, discard  throw away the cards you name, as in d 7h 2c or d 7h2c\n", out);
    if (legal->discard_max >= ask->owns)
        fputs("              d all throws all of them away\n", out);
    if (legal->discard_min == 0) fputs("  p, pat      keep all of them\n", out);
    if (ask->replaces)
        fputs("  everybody sees how many cards you throw away, nobody sees which;\n"
              "  you get as many new ones when all have chosen\n",
              out);
    else
        fputs("  nobody sees which; you get no new ones\n", out);
    fputs("  your cards are ", out);
    felt_input_print(ask->term, ask->own, ask->owns);
    fputc('\n', out);
}

bool felt_play_help_asked(const char *line)
{
    size_t bytes = strcspn(line, " \t");
    return (bytes == 1 && line[0] == '?') || (bytes == 4 && memcmp(line, "help", bytes) == 0);
}

void felt_play_help_moment(const struct felt_prompt *ask)
{
    switch (ask->phase) {
    case FELT_PHASE_DISCARD: help_discard(ask); break;
    case FELT_PHASE_RUNS: fputs(runs, ask->term->out); break;
    case FELT_PHASE_SHOW: fputs(show, ask->term->out); break;
    default: help_bets(ask); break;
    }
}

void felt_play_help_print(const struct felt_prompt *ask)
{
    felt_play_help_moment(ask);
    fputs(always, ask->term->out);
}
