/* rulebook_setup.c -- what kind of game it is, what you need, the cards, the deal. */
#include "lab/rulebook/rulebook_parts.h"

#include <string.h>

/* ---- the first lines ---- */

static bool play_gene(const struct rulebook_author *author, int gene)
{
    const struct felt_genome *genome = author->genome;
    for (int i = 0; i < genome->phases; i++)
        if (author->happens[i] && genome->phase[i].type == FELT_PHASE_TYPE_PLAY &&
            genome->phase[i].genes.gene[gene])
            return true;
    return false;
}

static const char *kind_of(const struct rulebook_author *author)
{
    bool shown = rulebook_hands_matter(author);
    int method = author->genome->evaluation.gene[FELT_EVAL_METHOD];
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_TRICK)) return "trick-taking game";
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_CLAIM)) return "bluffing game";
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_MELD)) return "rummy game";
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_ASK)) return "game of asking for cards";
    if (play_gene(author, FELT_PLAY_CAPTURE)) return "fishing game";
    if (play_gene(author, FELT_PLAY_LADDER)) return "climbing game";
    if (rulebook_win_type(author, FELT_WIN_EMPTY_HAND)) return "shedding game";
    if (author->betting && shown && method == FELT_EVAL_POKER) return "poker game";
    if (author->betting && shown && method == FELT_EVAL_POINT_TOTAL) return "counting game";
    if (rulebook_win_type(author, FELT_WIN_NOT_HOLDING)) return "matching game";
    if (rulebook_phase_happens(author, FELT_PHASE_TYPE_COMPARE))
        return "game of high and low cards";
    return "card game";
}

static void say_players(struct rulebook_author *author)
{
    rulebook_number(author, author->min);
    if (author->max == author->min + 1)
        rulebook_say(author, " or ");
    else if (author->max > author->min)
        rulebook_say(author, " to ");
    if (author->max > author->min) rulebook_number(author, author->max);
    rulebook_say(author, " players");
}

static void say_minutes(struct rulebook_author *author, double minutes)
{
    int about = (int)(minutes + 0.5);
    if (minutes <= 0) return;
    if (about < 1) about = 1;
    if (about > 90)
        about = (about + 15) / 30 * 30;
    else if (about > 20)
        about = (about + 2) / 5 * 5;
    if (about > 100) {
        rulebook_say(author, about > 150 ? ", more than two hours" : ", about two hours");
        return;
    }
    rulebook_say(author, ", about ");
    rulebook_count(author, about, "minute", "minutes");
}

/* The aim in one sentence, by the first condition that says something. */
static void say_aim(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    int type = genome->win[0].gene[FELT_WIN_TYPE];
    if (type == FELT_WIN_ALL_HANDS_EMPTY && genome->wins > 1)
        type = genome->win[1].gene[FELT_WIN_TYPE];
    bool score = type == FELT_WIN_HIGH_SCORE || type == FELT_WIN_LOW_SCORE ||
                 type == FELT_WIN_FIRST_TO_SCORE;
    if (author->program.several && !author->program.counts_hands && !score)
        type = author->program.chips ? FELT_WIN_MOST_CHIPS : FELT_WIN_HIGH_SCORE;
    switch (type) {
    case FELT_WIN_EMPTY_HAND: rulebook_tell(author, "Get rid of all your cards."); break;
    case FELT_WIN_HIGH_SCORE:
    case FELT_WIN_FIRST_TO_SCORE: rulebook_tell(author, "Score the most points."); break;
    case FELT_WIN_LOW_SCORE: rulebook_tell(author, "Score as few points as you can."); break;
    case FELT_WIN_CAPTURE_ALL: rulebook_tell(author, "Win all the cards."); break;
    case FELT_WIN_MOST_CAPTURED: rulebook_tell(author, "Capture the most cards."); break;
    case FELT_WIN_BEST_HAND: rulebook_tell(author, "Have the best hand in the end."); break;
    case FELT_WIN_MOST_TRICKS: rulebook_tell(author, "Take the most tricks."); break;
    case FELT_WIN_FEWEST_TRICKS: rulebook_tell(author, "Take as few tricks as you can."); break;
    case FELT_WIN_MOST_CHIPS:
    case FELT_WIN_LAST_WITH_CHIPS:
        rulebook_tell(author, author->duel ? "Win the other player's chips."
                                           : "Win the other players' chips.");
        break;
    case FELT_WIN_NOT_HOLDING:
        rulebook_tell(author, "Do not be left with ");
        rulebook_a_card_of(author, genome->win[0].gene[FELT_WIN_RANK],
                           genome->win[0].gene[FELT_WIN_SUIT]);
        rulebook_say(author, ".");
        break;
    default: break;
    }
}

void rulebook_intro(struct rulebook_author *author, const struct felt_rulebook *book)
{
    const char *kind = kind_of(author);
    if (book->summary) {
        rulebook_say(author, "%s", book->summary);
    } else {
        rulebook_say(author, "A %s%s for ", kind,
                     author->betting && strcmp(kind, "poker game") ? " with betting" : "");
        say_players(author);
        say_minutes(author, book->minutes);
        rulebook_say(author, ".");
        say_aim(author);
    }
    rulebook_put(author, BLOCK_LEAD);
}

/* ---- what you need ---- */

static void say_pack(struct rulebook_author *author)
{
    int cards = felt_cards_count(author->deck);
    if (author->deck == FELT_CARDS_ALL) {
        rulebook_say(author, "A pack of 52 cards, without jokers.");
    } else {
        rulebook_say(author, "%s", cards > 20 ? "A pack of " : "Only ");
        rulebook_count(author, cards, "card", "cards");
        rulebook_say(author, ": ");
        rulebook_card_set(author, author->deck);
        rulebook_say(author, ".");
    }
    rulebook_put(author, BLOCK_ITEM);
}

static void say_team(struct rulebook_author *author, int team)
{
    const uint8_t *teams = author->genome->teams;
    int count = 0, said = 0;
    for (int seat = 0; seat < author->max; seat++) count += teams[seat] == team;
    for (int seat = 0; seat < author->max; seat++)
        if (teams[seat] == team)
            rulebook_say(author, "%s%c", rulebook_between(said++, count, " and "),
                         (char)('A' + seat));
}

static bool first_of_team(const struct rulebook_author *author, int seat)
{
    for (int other = 0; other < seat; other++)
        if (author->genome->teams[other] == author->genome->teams[seat]) return false;
    return true;
}

static void say_teams(struct rulebook_author *author)
{
    int count = 0, said = 0;
    for (int seat = 0; seat < author->max; seat++) count += first_of_team(author, seat);
    rulebook_say(author, "Partners. With the seats called A, B, C ... in their order round the "
                         "table, the sides are: ");
    for (int seat = 0; seat < author->max; seat++) {
        if (!first_of_team(author, seat)) continue;
        rulebook_say(author, "%s", said == 0 ? "" : said == count - 1 ? ", against " : ", ");
        said++;
        say_team(author, author->genome->teams[seat]);
    }
    rulebook_say(author, ". Partners win together.");
    rulebook_learn(author, CONCEPT_TEAMS);
    rulebook_put(author, BLOCK_ITEM);
}

/* From the lowest to the highest. */
static void say_order(struct rulebook_author *author)
{
    const uint8_t *order = author->program.order;
    int ace = author->genome->deck.gene[FELT_DECK_ACE];
    bool aces = rulebook_match(author, FELT_ACE, FELT_GENE_NONE) != 0;
    rulebook_say(author, "Cards rank, from low to high,");
    for (int place = 0; place < FELT_RANKS; place++)
        for (int rank = 0; rank < FELT_RANKS; rank++) {
            if (order[rank] != place || !rulebook_match(author, rank, FELT_GENE_NONE)) continue;
            if (rank == FELT_TEN)
                rulebook_say(author, " 10");
            else
                rulebook_say(author, " %c", felt_rank_letter(rank));
        }
    rulebook_say(author, ".");
    if (ace == FELT_ACE_BOTH && aces)
        rulebook_tell(author, "In a row the ace also goes below the lowest card.");
    rulebook_put(author, BLOCK_ITEM);
}

/* "Twos to tens count 2 to 10": ranks whose points rise by one. */
static int rising(const struct rulebook_author *author, int rank)
{
    const int16_t *values = author->genome->values;
    int last = rank;
    while (last + 1 < FELT_RANKS && rulebook_match(author, last + 1, FELT_GENE_NONE) &&
           values[last + 1] == values[last] + 1)
        last++;
    return last;
}

static int level(const struct rulebook_author *author, int rank)
{
    const int16_t *values = author->genome->values;
    int last = rank;
    while (last + 1 < FELT_RANKS && rulebook_match(author, last + 1, FELT_GENE_NONE) &&
           values[last + 1] == values[rank])
        last++;
    return last;
}

static void say_run_of_ranks(struct rulebook_author *author, int first, int last)
{
    int count = last - first + 1;
    if (count > 3) {
        rulebook_say(author, "%s to %s", rulebook_ranks(first), rulebook_ranks(last));
        return;
    }
    for (int rank = first; rank <= last; rank++)
        rulebook_say(author, "%s%s", rulebook_between(rank - first, count, " and "),
                     rulebook_ranks(rank));
}

/* Of hands that are added up. */
static void say_ace(struct rulebook_author *author)
{
    const int32_t *gene = author->genome->evaluation.gene;
    int limit = gene[FELT_EVAL_BUST] ? gene[FELT_EVAL_BUST] : gene[FELT_EVAL_TARGET];
    int ace = author->genome->values[FELT_ACE], other = gene[FELT_EVAL_ACE_ALT];
    bool total = gene[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL && rulebook_hands_matter(author);
    if (other <= ace || !other || !rulebook_match(author, FELT_ACE, FELT_GENE_NONE)) return;
    if (!total && !rulebook_asks(author, FELT_TEST_HAND_VALUE)) return;
    rulebook_tell(author, "When a hand is added up, an ace counts %d instead of %d", other, ace);
    if (limit) rulebook_say(author, " as long as the sum does not go above %d", limit);
    rulebook_say(author, ".");
}

static void say_values(struct rulebook_author *author)
{
    const int16_t *values = author->genome->values;
    bool begun = false;
    rulebook_say(author, "Points of the cards: ");
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        if (!rulebook_match(author, rank, FELT_GENE_NONE)) continue;
        int up = rising(author, rank), flat = level(author, rank);
        bool rises = up >= rank + 3 && up >= flat;
        if (begun) rulebook_say(author, "; ");
        begun = true;
        say_run_of_ranks(author, rank, rises ? up : flat);
        if (rises) {
            rulebook_say(author, " %d to %d", values[rank], values[up]);
            rank = up;
        } else {
            rulebook_say(author, flat > rank ? " %d each" : " %d", values[rank]);
            rank = flat;
        }
    }
    rulebook_say(author, ".");
    say_ace(author);
    rulebook_learn(author, CONCEPT_VALUES);
    rulebook_put(author, BLOCK_ITEM);
}

void rulebook_needed(struct rulebook_author *author)
{
    rulebook_heading(author, "What you need");
    say_pack(author);
    if (author->program.chips) {
        rulebook_count(author, author->program.starting_chips, "chip", "chips");
        rulebook_capital(author, 0);
        rulebook_say(author, " for each player.");
        rulebook_put(author, BLOCK_ITEM);
        author->cover.chips = true;
    }
    if (author->points && author->points_win) {
        rulebook_say(author, "Pen and paper for the scores.");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (author->program.teams) say_teams(author);
    if (rulebook_ranks_matter(author)) say_order(author);
    if (rulebook_values_matter(author)) say_values(author);
}

/* ---- the deal ---- */

static void say_start(struct rulebook_author *author)
{
    const int32_t *session = author->genome->session.gene;
    rulebook_tell(author, "Choose by chance who starts; this player is called the starter.");
    if (!author->program.several) return;
    if (!session[FELT_SESSION_ROTATE])
        rulebook_tell(author, "The same player starts every hand%s.",
                      author->program.chips && !author->duel
                          ? ", or the next one to the left once that player is out"
                          : "");
    else if (author->duel)
        rulebook_tell(author, "After that the players take turns at starting, hand by hand.");
    else
        rulebook_tell(author,
                      "For each new hand the start moves on to the next player on the "
                      "left%s.",
                      author->program.chips ? " who is still in the game" : "");
}

/* Do hands differ by a card, with some number of players? */
static bool uneven(const struct rulebook_author *author)
{
    const int32_t *setup = author->genome->setup.gene;
    int cards =
        felt_cards_count(author->deck) - setup[FELT_SETUP_DISCARDS] - setup[FELT_SETUP_COMMUNITY];
    int least = author->program.chips && author->program.several ? 2 : author->min;
    for (int seats = least; seats <= author->max; seats++)
        if (cards % seats) return true;
    return false;
}

static void say_own_suits(struct rulebook_author *author)
{
    int suits = 0, seat = 0;
    for (int suit = 0; suit < FELT_SUITS; suit++)
        suits += rulebook_match(author, FELT_GENE_NONE, suit) != 0;
    if (suits > author->max) suits = author->max;
    bool whole = !author->genome->setup.gene[FELT_SETUP_DEAL_ALL] && suits == author->max;
    for (int suit = 0, n = 0; suit < FELT_SUITS && n < suits; suit++) {
        int cards = felt_cards_count(rulebook_match(author, FELT_GENE_NONE, suit));
        if (cards == 0) continue;
        n++;
        whole &= cards == author->genome->setup.gene[FELT_SETUP_CARDS];
    }
    rulebook_tell(author,
                  "Each player is dealt %s one suit: ", whole ? "all the cards of" : "cards of");
    for (int suit = 0; suit < FELT_SUITS && seat < suits; suit++) {
        if (!rulebook_match(author, FELT_GENE_NONE, suit)) continue;
        rulebook_say(author, "%s", rulebook_between(seat, suits, " and "));
        if (seat == 0)
            rulebook_say(author, "the starter of the first hand");
        else
            rulebook_say(author, "%s", rulebook_next(author));
        rulebook_say(author, " %s", rulebook_suit(suit));
        seat++;
    }
    rulebook_say(author, ".");
    if (!whole && !author->genome->setup.gene[FELT_SETUP_DEAL_ALL]) {
        rulebook_tell(author, "Everybody gets ");
        rulebook_count(author, author->genome->setup.gene[FELT_SETUP_CARDS], "card", "cards");
        rulebook_say(author, ": the lowest of the suit if it has more, and any cards besides if "
                             "it has fewer.");
    }
    rulebook_learn(author, CONCEPT_OWN_SUITS);
}

static void say_hands(struct rulebook_author *author)
{
    const int32_t *setup = author->genome->setup.gene;
    if (setup[FELT_SETUP_OWN_SUITS]) {
        say_own_suits(author);
    } else if (setup[FELT_SETUP_DEAL_ALL]) {
        rulebook_tell(author, "Shuffle the pack and deal all of it, one card at a time, beginning "
                              "with the starter.");
        if (uneven(author))
            rulebook_tell(author, "Some players may get one card more than others.");
    } else if (setup[FELT_SETUP_CARDS] > 0) {
        rulebook_tell(author, "Shuffle the pack and deal ");
        rulebook_count(author, setup[FELT_SETUP_CARDS], "card", "cards");
        rulebook_say(author, " to each player%s.",
                     setup[FELT_SETUP_CARDS] > 1 ? ", one at a time" : "");
    } else {
        rulebook_tell(author, "Shuffle the pack. Nobody is dealt cards to begin with.");
    }
    if (setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL) {
        rulebook_tell(author, "All hands lie face up on the table for everybody to see.");
        rulebook_learn(author, CONCEPT_OPEN_HANDS);
    }
    if (setup[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY) {
        rulebook_tell(author, "Nobody looks at the cards: keep yours face down in a pile.");
        rulebook_learn(author, CONCEPT_FACE_DOWN);
    }
}

static void say_piles(struct rulebook_author *author)
{
    const int32_t *setup = author->genome->setup.gene;
    int up = setup[FELT_SETUP_DISCARDS], table = setup[FELT_SETUP_COMMUNITY];
    if (up > 0) {
        rulebook_tell(author, author->program.open_discards ? "Turn up " : "Lay ");
        rulebook_count(author, up, "card", "cards");
        rulebook_say(author, author->program.open_discards ? " to begin the discard pile."
                                                           : " face down to begin the discards.");
    }
    if (table > 0) {
        rulebook_tell(author, "Lay ");
        rulebook_count(author, table, "card", "cards");
        rulebook_say(author, " face up in the middle of the table.");
    }
    if (setup[FELT_SETUP_DEAL_ALL]) return;
    int least = author->program.chips && author->program.several ? 2 : author->min;
    int rest = felt_cards_count(author->deck) - up - table - setup[FELT_SETUP_CARDS] * least;
    if (rest <= 0) return;
    if (rulebook_draws(author))
        rulebook_tell(author, rest > 1 ? "The other cards are put face down as the draw pile."
                                       : "The last card is put face down: it is the draw pile.");
    else
        rulebook_tell(author, rest > 1 ? "The other cards are put aside unseen."
                                       : "The last card is put aside unseen.");
}

static void say_trump(struct rulebook_author *author)
{
    const int32_t *setup = author->genome->setup.gene;
    int suit = setup[FELT_SETUP_TRUMP] < 0 ? 0 : setup[FELT_SETUP_TRUMP];
    if (!rulebook_trump_matters(author)) return;
    switch (setup[FELT_SETUP_TRUMP_MODE]) {
    case FELT_TRUMP_RANDOM:
        rulebook_tell(author, "A suit drawn by chance is trumps%s.",
                      author->program.several ? ", a new one for each hand" : "");
        break;
    case FELT_TRUMP_ROTATE:
        if (!author->program.several) {
            rulebook_tell(author, "Trumps are %s.", rulebook_suit(suit));
            break;
        }
        rulebook_tell(author,
                      "Trumps are %s in the first hand, then %s, then %s, then %s, and so "
                      "on.",
                      rulebook_suit(suit), rulebook_suit((suit + 1) % FELT_SUITS),
                      rulebook_suit((suit + 2) % FELT_SUITS),
                      rulebook_suit((suit + 3) % FELT_SUITS));
        break;
    default: rulebook_tell(author, "Trumps are %s.", rulebook_suit(suit)); break;
    }
    rulebook_learn(author, CONCEPT_TRUMP);
    author->cover.trump = true;
}

void rulebook_deal(struct rulebook_author *author)
{
    rulebook_heading(author, "The deal");
    say_start(author);
    say_hands(author);
    say_piles(author);
    say_trump(author);
    rulebook_put(author, BLOCK_PARAGRAPH);
}
