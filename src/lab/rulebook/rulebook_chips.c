/* rulebook_chips.c -- betting: the words of a phase, and the rules of all of them. */
#include "lab/rulebook/rulebook_parts.h"

/* Raises that can be made in some phase. */
static bool raises(const struct rulebook_author *author)
{
    if (rulebook_effect_type(author, FELT_EFFECT_RAISE_CAP)) return true;
    for (int i = 0; i < author->genome->phases; i++)
        if (author->happens[i] && author->genome->phase[i].type == FELT_PHASE_TYPE_BETTING &&
            author->genome->phase[i].genes.gene[FELT_BET_RAISES] > 0)
            return true;
    return false;
}

static void blinds(struct rulebook_author *author, const int32_t *gene)
{
    int small = gene[FELT_BET_SMALL], big = gene[FELT_BET_BIG];
    if (small > 0) {
        rulebook_tell(author, "The starter pays a small blind of ");
        rulebook_count(author, small, "chip", "chips");
        rulebook_say(author, big > 0 ? "," : ".");
    }
    if (big > 0) {
        rulebook_tell(author,
                      small > 0      ? "and %s a big blind of "
                      : author->duel ? "The other player pays a blind of "
                                     : "The player after the starter pays a "
                                       "blind of ",
                      rulebook_next(author));
        rulebook_count(author, big, "chip", "chips");
        rulebook_say(author, ".");
    }
    rulebook_tell(author,
                  "A blind counts as a bet; who owes nothing may check or raise. The first "
                  "to speak is %s.",
                  author->duel ? "the starter" : "the second player after the starter");
    rulebook_learn(author, CONCEPT_BLINDS);
}

void rulebook_bet_phase(struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->phase[index].genes.gene;
    int count = gene[FELT_BET_RAISES];
    if (gene[FELT_BET_ANTE]) {
        rulebook_tell(author, "%s ",
                      author->duel ? "Both players put" : "Everybody in the hand puts");
        rulebook_count(author, gene[FELT_BET_ANTE], "chip", "chips");
        rulebook_say(author, " into the pot first.");
        rulebook_learn(author, CONCEPT_PHASE + FELT_PHASE_TYPE_ANTE);
    }
    if (gene[FELT_BET_SMALL] || gene[FELT_BET_BIG]) blinds(author, gene);
    rulebook_tell(author, count > 0 ? "Bets and raises are " : "Bets are ");
    rulebook_count(author, gene[FELT_BET_MIN], "chip", "chips");
    if (count == 0) {
        rulebook_say(author, ", and there are no raises");
        if (rulebook_effect_type(author, FELT_EFFECT_RAISE_CAP))
            rulebook_say(author, " unless a special card allows them");
    } else {
        rulebook_say(author, ", with at most ");
        rulebook_count(author, count, "raise", "raises");
    }
    rulebook_say(author, ".");
}

static void all_in(struct rulebook_author *author)
{
    rulebook_say(author, "Who has too few chips for a bet or a call may put in all of them "
                         "instead; this is to go all-in. If that is more than has been bet, the "
                         "others must match it. Who has no chips left stays in the hand and is "
                         "not asked any more.");
    rulebook_put(author, BLOCK_ITEM);
}

static void pots(struct rulebook_author *author)
{
    rulebook_say(author, "Chips that nobody could match go back to their owner.");
    if (author->program.layered) {
        rulebook_tell(author, author->duel
                                  ? "Nobody can win more from the other than they put in "
                                    "themselves: the rest goes back."
                                  : "Nobody can win from another player more than they put in "
                                    "themselves; what is above that is a side pot among those who "
                                    "put in more.");
        rulebook_learn(author, CONCEPT_SIDE_POTS);
    } else {
        rulebook_tell(author, "There is only one pot: who was all-in with few chips may win all of "
                              "it.");
    }
    rulebook_put(author, BLOCK_ITEM);
}

/* Does somebody pay what others do not? */
static bool uneven_antes(const struct rulebook_author *author)
{
    for (int i = 0; i < author->genome->phases; i++)
        if (author->happens[i] && author->genome->phase[i].type == FELT_PHASE_TYPE_ANTE &&
            author->genome->phase[i].genes.gene[FELT_ANTE_WHO] == FELT_ANTE_START)
            return true;
    return false;
}

void rulebook_betting(struct rulebook_author *author)
{
    bool raising = raises(author);
    if (!author->betting) return;
    rulebook_heading(author, "Betting");
    rulebook_say(author, "Betting begins with the starter%s",
                 author->duel ? "" : " and goes round to the left");
    rulebook_say(author, ". As long as nobody has bet, you may check, which costs nothing, or bet. "
                         "Once there is a bet, you may:");
    rulebook_put(author, BLOCK_PARAGRAPH);
    rulebook_say(author, RULEBOOK_STRONG
                 "fold" RULEBOOK_PLAIN
                 ": you are out of this hand, and what you have put in stays in the pot;");
    rulebook_put(author, BLOCK_ITEM);
    rulebook_say(author, RULEBOOK_STRONG "call" RULEBOOK_PLAIN ": put in as much as %s%s",
                 author->duel ? "the other player has" : "the highest bettor has",
                 raising ? ";" : ".");
    rulebook_put(author, BLOCK_ITEM);
    if (raising) {
        rulebook_say(author, RULEBOOK_STRONG
                     "raise" RULEBOOK_PLAIN
                     ": call and put in one bet more, unless all the raises of this round "
                     "of betting have been made.");
        rulebook_put(author, BLOCK_ITEM);
    }
    rulebook_say(author,
                 "A round of betting is over when everybody who has not folded has acted "
                 "since the last bet%s and has put in the same. Amounts are fixed: nobody "
                 "bets more or less than is said above.",
                 raising ? " or raise" : "");
    rulebook_tell(author, author->duel ? "If one player folds, the other wins the pot at once, "
                                         "without showing any cards."
                                       : "If all but one have folded, this one wins the pot at "
                                         "once, without showing any cards.");
    rulebook_put(author, BLOCK_PARAGRAPH);
    bool too_short = rulebook_short_stacks(author);
    if (too_short) all_in(author);
    if (too_short || uneven_antes(author)) pots(author);
}
