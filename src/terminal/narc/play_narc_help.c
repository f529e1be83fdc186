/* play_narc_help.c -- see play_narc_help.h. */
#include "terminal/narc/play_narc_help.h"

const char felt_play_narc_usage[] =
    "Usage: felt play narc [--seat SEATS] [--level N | --with BOT,BOT,BOT] [--rules R]\n"
    "                      [--cards FILE] [--seed S] [--hands N] [--save FILE] [--record FILE]\n"
    "                      [--new] [--plain] [--fast]\n"
    "       felt play narc --tutorial | --daily | --watch\n"
    "\n"
    "Narc: a raise is a card.  You are the Player and want Cover of at least the Evidence\n"
    "when the hand ends, and Profit.  The Narc builds Evidence, the Customer changes the\n"
    "terms.  A hand has three rounds of draw, bet, flip, decide; docs/NARC.md teaches it in\n"
    "five minutes, --tutorial in two hands.\n"
    "\n"
    "  --tutorial     two hands that teach the game, and two questions\n"
    "  --seat SEATS   narc, customer, player (if not given), two of them as in player,narc, or\n"
    "                 all: people who share this terminal; hands are hidden between turns\n"
    "  --level N      1 .. 4, how well the others play; what the rules name if not given\n"
    "  --with BOTS    bots by role, Narc, Customer, Player: pressure,greedy,careful; those of\n"
    "                 people are passed over.  felt narc sim --help lists them\n"
    "  --rules R      house (if not given), a name of felt narc list, or a file\n"
    "  --cards FILE   another catalogue of cards\n"
    "  --seed S       the same cards again; such a run is not saved\n"
    "  --hands N      stop after N hands\n"
    "  --daily        the session of today, the same for everybody; ends with a line to compare\n"
    "  --watch        bots at all seats\n"
    "  --record FILE  writes the run to FILE when you leave; felt narc replay FILE shows it\n"
    "  --save FILE    where the run is kept; also where there is no terminal, or with --seed\n"
    "  --new          forget the saved run and begin another one\n"
    "  --plain        sentences instead of a screen, as in a pipe: for screen readers\n"
    "  --fast         no pauses\n"
    "\n"
    "On a terminal the run is kept after every action in narc.json of $FELT_STATE, of\n"
    "$XDG_STATE_HOME/felt or ~/.local/state/felt: felt play narc goes on where you were.\n"
    "Heat lasts from session to session and cools by 1 point an hour between them.  A bust\n"
    "ends the run; the best session is remembered.\n"
    "\n"
    "When it is your turn, type a letter, a word, a number or the name of a card:\n"
    "  c check   1 look at card 1, once more to raise with it   raise 2   raise orchids\n"
    "  f fold    g go on   what 2   t table   l log   rules   ? help   q quit\n"
    "\n"
    "Examples:\n"
    "  felt play narc --tutorial\n"
    "  felt play narc\n"
    "  felt play narc --level 3 --seed 7\n"
    "  felt play narc --seat player,narc --hands 4\n"
    "  felt play narc --rules seed --with seed,seed,careful\n"
    "  felt play narc --watch --seed 1 --plain\n"
    "  printf 'c\\nq\\n' | felt play narc --seed 1\n";

const char felt_play_narc_words[] =
    "Words of this table; a letter is enough:\n"
    "\n"
    "  c, check      stay in without a card\n"
    "  1, 2, 3 ...   look at a card: the totals if it were flipped now.  The same\n"
    "                number again, or Enter, raises with it\n"
    "  raise 2       raise with card 2 at once; also raise orchids: a part of a name\n"
    "  s, stay 2     where the rules ask for it: a card to stay in, which is no raise\n"
    "  f, fold       leave the hand; the price stands beside it\n"
    "  g, go on      at the decision point: on to the next round\n"
    "  w, what 2     look at card 2 without raising\n"
    "  t, table      every card on the table, and what it does\n"
    "  l, log        what happened in this hand\n"
    "  rules         how the game goes at this table\n"
    "  q, quit       leave; a saved run goes on here next time\n"
    "\n"
    "  o is a card in a hand, [?] one that lies face down, > whose turn it is.\n"
    "  INITIATIVE * marks the seat that raised first in this round.\n"
    "  A margin of 0 or more is safe.\n";

static void write_betting(const struct felt_narc_options *options, struct felt_buffer *out)
{
    static const char *const answers[FELT_ANSWERS] = {
        [FELT_ANSWERS_BEHIND] = "the seats behind the raiser answer it",
        [FELT_ANSWERS_OTHERS] = "those who have yet to act answer it, later all others",
        [FELT_ANSWERS_POKER] = "all other seats answer it"};
    felt_buffer_text(out, "BETTING. In turn each seat checks (stays in without a card), raises "
                          "(commits one card face ");
    felt_buffer_text(out, options->open ? "up" : "down");
    felt_buffer_text(out, ") or folds (leaves the hand). After a raise ");
    felt_buffer_text(out, answers[options->answers]);
    felt_buffer_text(out, options->pays_to_stay
                              ? ": who wants to stay commits a card, too. "
                              : "; a raise asks for no payment, so a check is always possible. ");
    felt_buffer_text(out, "All seats together have ");
    felt_buffer_int(out, options->cap);
    felt_buffer_text(out, options->cap_effect == FELT_CAP_ENDS
                              ? " raises in a round; the last one ends betting at once. "
                              : " raises in a round; after the last one the answers are still "
                                "given. ");
    felt_buffer_text(out, "A seat without cards checks by itself.\n\n");
    if (!options->initiative) return;
    felt_buffer_text(out, "INITIATIVE. The first seat to raise in a round holds it; later raises "
                          "do not move it. When all have answered, the holder may raise again, "
                          "or check, which ends betting. Each round begins without it.\n\n");
}

static void write_end(const struct felt_narc_options *options, struct felt_buffer *out)
{
    felt_buffer_text(out, "THE END OF A HAND. Cover of at least the Evidence is safe, a tie too: "
                          "the profit is banked. Else you are busted and the run is over");
    felt_buffer_text(out, options->insurance
                              ? ", unless an insurance is on the table that you can pay: then you "
                                "are saved, without profit, with more heat, and the card is gone"
                              : "");
    felt_buffer_text(out, options->conviction && options->insurance
                              ? ". A conviction of the Narc voids insurance from its heat on"
                              : "");
    felt_buffer_text(out, ".\n\nFOLDING. The Player's fold ends the hand: no profit, the heat of "
                          "flipped cards stays, committed cards are spent");
    if (options->fold_price) {
        felt_buffer_text(out, ", and ");
        felt_buffer_int(out, options->fold_price);
        felt_buffer_text(out, options->fold_price == 1 ? " card of the hand is lost by chance"
                                                       : " cards of the hand are lost by chance");
    }
    felt_buffer_text(out, ". If the Narc or the Customer folds, the hand goes on without them; of "
                          "their cards only the heat counts.\n\n");
    felt_buffer_text(out, "HEAT lasts from hand to hand and from session to session");
    felt_buffer_text(out, options->tiers ? "; at the start of a session it chooses the Narc's "
                                           "deck. Between sessions it cools by 1 an hour.\n\n"
                                         : ". Between sessions it cools by 1 an hour.\n\n");
    felt_buffer_text(out, "A SESSION ends after ");
    felt_buffer_int(out, options->session_hands);
    felt_buffer_text(out, " hands, or when the Player has fewer than ");
    felt_buffer_int(out, options->session_cards);
    felt_buffer_text(out, " cards left in deck and hand.\n");
}

void felt_play_narc_rules(const struct felt_narc_rules *rules, struct felt_buffer *out)
{
    const struct felt_narc_options *options = &rules->options;
    felt_buffer_text(out, "NARC, rule set ");
    felt_buffer_text(out, options->name);
    felt_buffer_text(out, ". The Player wants Cover of at least the Evidence when the hand ends, "
                          "and as much Profit as can be had. The Narc builds Evidence, the "
                          "Customer changes the terms; neither wins or loses anything.\n\nA HAND "
                          "has ");
    felt_buffer_int(out, options->rounds);
    felt_buffer_text(out, " rounds: draw up to ");
    felt_buffer_int(out, options->hand_size);
    felt_buffer_text(out, " cards, bet, flip what was committed, and the Player decides to go on "
                          "or to fold. After the last flip the hand is resolved.\n\n");
    write_betting(options, out);
    felt_buffer_text(out, "TOTALS. The last Product on the table gives the price, the last "
                          "Location the base of Evidence and Cover: a later one replaces it, only "
                          "its heat stays. All else is added; price factors are multiplied.\n\n");
    write_end(options, out);
}
