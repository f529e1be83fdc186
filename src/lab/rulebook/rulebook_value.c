/* rulebook_value.c -- what beats what when hands are compared. */
#include "lab/rulebook/rulebook_parts.h"

/* Cards that a hand can have when it is shown; many if they can be drawn or taken. */
static int cards_shown(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    const int32_t *setup = genome->setup.gene;
    int cycles = genome->session.gene[FELT_SESSION_CYCLES];
    int deck = felt_cards_count(author->deck), cards = setup[FELT_SETUP_CARDS];
    if (setup[FELT_SETUP_DEAL_ALL]) cards = deck;
    if (author->table) cards += genome->evaluation.gene[FELT_EVAL_COMMUNITY];
    for (int i = 0; i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        if (!author->happens[i]) continue;
        switch (genome->phase[i].type) {
        case FELT_PHASE_TYPE_DEAL:
            if (gene[FELT_DEAL_TO] == FELT_DEAL_HANDS)
                cards += cycles ? gene[FELT_DEAL_COUNT] * cycles : deck;
            break;
        case FELT_PHASE_TYPE_DRAW:
            if (!gene[FELT_DRAW_REFILL])
                cards = deck;
            else if (cards < gene[FELT_DRAW_REFILL])
                cards = gene[FELT_DRAW_REFILL];
            break;
        case FELT_PHASE_TYPE_ASK:
        case FELT_PHASE_TYPE_COMPARE:
        case FELT_PHASE_TYPE_CLAIM:
        case FELT_PHASE_TYPE_PLAY: cards = deck; break; /* effects, penalties, prizes */
        default: break;
        }
    }
    return cards < deck ? cards : deck;
}

/* ---- poker ---- */

/* What the deck has of a kind. */
static int most_of_a_rank(const struct rulebook_author *author)
{
    int most = 0;
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        int here = felt_cards_count(rulebook_match(author, rank, FELT_GENE_NONE));
        if (here > most) most = here;
    }
    return most;
}

static int most_of_a_suit(const struct rulebook_author *author)
{
    int most = 0;
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        int here = felt_cards_count(rulebook_match(author, FELT_GENE_NONE, suit));
        if (here > most) most = here;
    }
    return most;
}

static bool has_straights(const struct rulebook_author *author)
{
    int length = rulebook_match(author, FELT_ACE, FELT_GENE_NONE) ? 1 : 0;
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        length = rulebook_match(author, rank, FELT_GENE_NONE) ? length + 1 : 0;
        if (length >= 5) return true;
    }
    return false;
}

static void row(struct rulebook_author *author, bool there, const char *name, const char *what)
{
    if (!there) return;
    rulebook_say(author, "%s" RULEBOOK_CELL "%s", name, what);
    rulebook_put(author, BLOCK_ROW);
}

static void poker(struct rulebook_author *author, int best_of)
{
    int cards = cards_shown(author), rank = most_of_a_rank(author);
    bool wild = rulebook_wild_hands(author) && rulebook_wild_matters(author);
    bool five = best_of == 5 && cards >= 5;
    bool straight = five && has_straights(author), flush = five && most_of_a_suit(author) >= 5;
    if (best_of < cards) cards = best_of;
    if (wild) rank = 5;
    rulebook_say(author, "Hand" RULEBOOK_CELL "What it is");
    rulebook_put(author, BLOCK_HEAD);
    row(author, wild && five, "five of a kind", "five cards of one rank, with wild cards");
    row(author, straight && flush, "straight flush", "five cards of one suit in a row");
    row(author, cards >= 4 && rank >= 4, "four of a kind", "four cards of one rank");
    row(author, five && rank >= 3, "full house", "three cards of one rank and two of another");
    row(author, flush, "flush", "five cards of one suit");
    row(author, straight, "straight", "five cards in a row");
    row(author, cards >= 3 && rank >= 3, "three of a kind", "three cards of one rank");
    row(author, cards >= 4, "two pairs", "two cards of one rank and two of another");
    row(author, cards >= 2 && rank >= 2, "pair", "two cards of one rank");
    row(author, true, "high card", "none of these");
    rulebook_say(author, "Of two hands of the same kind the one with the higher cards is better, "
                         "first by the cards that make it what it is, then by the others. Aces "
                         "are high");
    bool low_ace = straight;
    for (int low = FELT_DEUCE; low <= FELT_FIVE; low++)
        low_ace &= rulebook_match(author, low, FELT_GENE_NONE) != 0;
    low_ace &= rulebook_match(author, FELT_ACE, FELT_GENE_NONE) != 0;
    rulebook_say(author, low_ace ? "; in a straight an ace may also stand below the two." : ".");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

/* ---- the other methods ---- */

static void high_card(struct rulebook_author *author, int best_of)
{
    if (best_of == 1) {
        rulebook_say(author, "The highest card of a hand counts, and no other.");
    } else {
        rulebook_say(author, "The highest card counts, and if those are equal, the next "
                             "highest, up to ");
        rulebook_count(author, best_of, "card", "cards");
        rulebook_say(author, ". A missing card is below any.");
    }
    rulebook_put(author, BLOCK_PARAGRAPH);
}

static void point_total(struct rulebook_author *author)
{
    const int32_t *gene = author->genome->evaluation.gene;
    int target = gene[FELT_EVAL_TARGET], bust = gene[FELT_EVAL_BUST];

    rulebook_say(author, "The points of your cards are added up.");
    if (target)
        rulebook_tell(author,
                      gene[FELT_EVAL_LOW] ? "The best hand is the one farthest from %d."
                                          : "The best hand is the one nearest to %d.",
                      target);
    else
        rulebook_tell(author, gene[FELT_EVAL_LOW] ? "The hand with the fewest points is the best."
                                                  : "The hand with the most points is the best.");
    if (target && (!bust || bust > target) && !gene[FELT_EVAL_LOW])
        rulebook_tell(author, "It does not matter whether it is above or below.");
    if (bust) rulebook_tell(author, "More than %d points are bust: such a hand cannot win.", bust);
    rulebook_put(author, BLOCK_PARAGRAPH);
}

static void pattern(struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->pattern[index].gene;
    int count = gene[1];
    if (gene[0] == FELT_PATTERN_PAIRS)
        rulebook_count(author, count, "pair", "pairs");
    else
        rulebook_count(author, count, "card", "cards");
    if (gene[0] == FELT_PATTERN_SAME_RANK) rulebook_say(author, " of one rank");
    if (gene[0] == FELT_PATTERN_SAME_SUIT) rulebook_say(author, " of one suit");
    if (gene[0] == FELT_PATTERN_RUN) rulebook_say(author, " in a row, of any suits");
    author->cover.patterns |= 1u << index;
}

static void patterns(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    if (genome->patterns == 1) {
        rulebook_say(author, "A hand with ");
        pattern(author, 0);
        rulebook_say(author, " beats a hand without.");
    } else {
        rulebook_say(author, "The best hand is the one that has the first of these:");
        rulebook_put(author, BLOCK_PARAGRAPH);
        for (int i = 0; i < genome->patterns; i++) {
            pattern(author, i);
            rulebook_put(author, BLOCK_STEP);
        }
    }
    rulebook_tell(author, "Between equals, and between hands that have none of them, the highest "
                          "card counts, then the next");
    if (genome->evaluation.gene[FELT_EVAL_BEST_OF] > 1) {
        rulebook_say(author, ", up to ");
        rulebook_count(author, genome->evaluation.gene[FELT_EVAL_BEST_OF], "card", "cards");
    } else {
        rulebook_say(author, " does not");
    }
    rulebook_say(author, ".");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

static void badugi(struct rulebook_author *author)
{
    rulebook_say(author,
                 "Of your cards only those count that differ in rank and in suit, four at "
                 "most. More of them are better; of as many, the ones whose highest card is "
                 "lower, then the next highest, and so on. Aces are low.");
    rulebook_put(author, BLOCK_PARAGRAPH);
}

/* ---- the section ---- */

static void say_community(struct rulebook_author *author)
{
    const int32_t *gene = author->genome->evaluation.gene;
    int use = gene[FELT_EVAL_COMMUNITY], method = gene[FELT_EVAL_METHOD];
    bool counts = method == FELT_EVAL_POKER;
    if (use > 0 && author->table) {
        rulebook_tell(author, "Cards on the table belong to every hand, ");
        rulebook_number(author, use);
        rulebook_say(author, use == 1 ? " of them: if there are more, the one that suits you best."
                                      : " of them at most: if there are more, those that suit you "
                                        "best.");
    }
    if (counts) {
        rulebook_tell(author, "The best ");
        rulebook_count(author, gene[FELT_EVAL_BEST_OF], "card makes", "cards make");
        rulebook_say(author, " your hand.");
    }
}

void rulebook_values(struct rulebook_author *author)
{
    const int32_t *gene = author->genome->evaluation.gene;
    int method = gene[FELT_EVAL_METHOD];
    if (!rulebook_hands_matter(author)) return;
    rulebook_heading(author, "What beats what");
    if (gene[FELT_EVAL_LOW] && method != FELT_EVAL_POINT_TOTAL) {
        rulebook_say(author, "The lowest hand wins: of all that follows, what is least counts as "
                             "the best hand in this game.");
        rulebook_learn(author, CONCEPT_LOW);
    }
    say_community(author);
    if (method == FELT_EVAL_POKER) rulebook_tell(author, "Hands from the highest to the lowest:");
    rulebook_put(author, BLOCK_PARAGRAPH);
    switch (method) {
    case FELT_EVAL_POKER: poker(author, gene[FELT_EVAL_BEST_OF]); break;
    case FELT_EVAL_HIGH_CARD: high_card(author, gene[FELT_EVAL_BEST_OF]); break;
    case FELT_EVAL_POINT_TOTAL: point_total(author); break;
    case FELT_EVAL_PATTERN: patterns(author); break;
    case FELT_EVAL_BADUGI: badugi(author); break;
    default:
        rulebook_say(author, "The hand with the most cards is the best.");
        rulebook_put(author, BLOCK_PARAGRAPH);
        break;
    }
    author->cover.evaluation = true;
    rulebook_learn(author, CONCEPT_EVALUATION + method);
}
