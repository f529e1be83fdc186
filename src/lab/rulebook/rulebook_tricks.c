/* rulebook_tricks.c -- tricks, and bids on them. */
#include "lab/rulebook/rulebook_parts.h"

static void lead(struct rulebook_author *author, const int32_t *gene)
{
    int rank = gene[FELT_TRICK_OPENING_RANK], suit = gene[FELT_TRICK_OPENING_SUIT];
    bool opening = rank >= 0 && suit >= 0 && rulebook_match(author, rank, suit);
    if (opening) {
        rulebook_tell(author, "Whoever holds the %s of %s leads it to the first trick%s.",
                      rulebook_rank(rank), rulebook_suit(suit),
                      author->genome->setup.gene[FELT_SETUP_CARDS] * author->min <
                                  felt_cards_count(author->deck) &&
                              !author->genome->setup.gene[FELT_SETUP_DEAL_ALL]
                          ? "; if nobody does, the starter leads any card"
                          : "");
        rulebook_learn(author, CONCEPT_OPENING);
    } else {
        rulebook_tell(author,
                      "The starter leads to the first trick of the hand by playing a card.");
    }
    rulebook_tell(author, author->duel ? "The other player then plays a card to it."
                                       : "Then everybody else plays a card to it, going round to "
                                         "the left.");
}

static void follow(struct rulebook_author *author, const int32_t *gene)
{
    int breaking = gene[FELT_TRICK_BREAKING_SUIT];
    if (gene[FELT_TRICK_FOLLOW])
        rulebook_tell(author, "You must play a card of the suit led if you have one, else any "
                              "card.");
    else
        rulebook_tell(author, "You may play any card: suit need not be followed.");
    if (gene[FELT_TRICK_MUST_BEAT]) {
        rulebook_tell(author, "Of the cards you may play you must choose one that beats the trick "
                              "so far, if you have one.");
        rulebook_learn(author, CONCEPT_MUST_BEAT);
    }
    if (breaking < 0 || !rulebook_match(author, FELT_GENE_NONE, breaking)) return;
    rulebook_tell(author,
                  "%s may not be led before one of them has been played in this hand, "
                  "unless you have nothing else.",
                  breaking == FELT_CLUBS      ? "Clubs"
                  : breaking == FELT_DIAMONDS ? "Diamonds"
                  : breaking == FELT_HEARTS   ? "Hearts"
                                              : "Spades");
    rulebook_learn(author, CONCEPT_BREAKING);
}

void rulebook_trick_phase(struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->phase[index].genes.gene;
    const char *best = gene[FELT_TRICK_HIGH] ? "highest" : "lowest";
    int count = gene[FELT_TRICK_COUNT];
    lead(author, gene);
    follow(author, gene);
    if (gene[FELT_TRICK_TRUMP] && rulebook_trump_matters(author))
        rulebook_tell(author,
                      "The %s trump wins the trick; without trumps, the %s card of the "
                      "suit led.",
                      best, best);
    else
        rulebook_tell(author, "The %s card of the suit led wins the trick.", best);
    rulebook_tell(author, "Its owner takes the cards and leads to the next trick.");
    if (count > 0) {
        rulebook_tell(author, "So ");
        rulebook_count(author, count, "trick is", "tricks are");
        rulebook_say(author, " played, or fewer if the cards run out.");
    } else {
        rulebook_tell(author, "This goes on until all cards are played.");
    }
}

void rulebook_bid_phase(struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->phase[index].genes.gene;
    const char *unit = author->program.teams ? "the side" : "the player";
    int min = gene[FELT_BID_MIN], max = gene[FELT_BID_MAX];
    if (min > max) min = max;
    rulebook_tell(author, "Once in a hand, beginning with the starter, everybody says how many "
                          "tricks they will take: ");
    if (min == max)
        rulebook_say(author, "%d", min);
    else
        rulebook_say(author, "%d to %d", min, max);
    rulebook_say(author, gene[FELT_BID_NIL] > 0 && min > 0 ? ", or none at all" : "");
    rulebook_say(author, ", but no more than they hold cards.");
    if (author->program.teams) rulebook_tell(author, "The bids of partners are added up.");
    rulebook_tell(author,
                  "At the end of the hand %s that has taken at least as many tricks as bid "
                  "scores ",
                  unit);
    rulebook_count(author, gene[FELT_BID_POINTS], "point", "points");
    rulebook_say(author, " for each trick bid");
    if (gene[FELT_BID_OVER]) {
        rulebook_say(author, gene[FELT_BID_OVER] < 0 ? ", and loses " : ", and ");
        rulebook_count(author, gene[FELT_BID_OVER] < 0 ? -gene[FELT_BID_OVER] : gene[FELT_BID_OVER],
                       "point", "points");
        rulebook_say(author, " for each trick above that");
    }
    rulebook_say(author, ".");
    rulebook_tell(author, "With fewer tricks %s loses ", unit);
    rulebook_count(author, gene[FELT_BID_PENALTY], "point", "points");
    rulebook_say(author, " for each trick bid.");
    if (gene[FELT_BID_NIL] <= 0) return;
    rulebook_tell(author, "A bid of no tricks stands for itself: it scores ");
    rulebook_count(author, gene[FELT_BID_NIL], "point", "points");
    rulebook_say(author, " if that player takes none, and loses as many otherwise.");
    rulebook_learn(author, CONCEPT_NIL);
}
