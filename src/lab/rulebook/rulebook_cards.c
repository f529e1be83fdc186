/* rulebook_cards.c -- special cards, and points for cards. */
#include "lab/rulebook/rulebook_parts.h"

/* ---- effects ---- */

/* Whom an effect concerns, and the ending of the verb. */
static const char *target_of(const struct rulebook_author *author, int target, bool *many)
{
    *many = false;
    switch (target) {
    case FELT_TARGET_SELF: *many = true; return "you";
    case FELT_TARGET_PREVIOUS: return author->duel ? "the other player" : "the player before you";
    case FELT_TARGET_OTHERS:
        *many = !author->duel;
        return author->duel ? "the other player" : "all the others";
    case FELT_TARGET_ALL: *many = true; return author->duel ? "both players" : "all players";
    default: return rulebook_next(author);
    }
}

static void effect_on_hands(struct rulebook_author *author, const int32_t *gene)
{
    bool many;
    int value = gene[FELT_EFFECT_VALUE], target = gene[FELT_EFFECT_TARGET];
    const char *whom = target_of(author, target, &many);
    switch (gene[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_DRAW:
        rulebook_say(author, "%s %s ", whom, many ? "draw" : "draws");
        rulebook_count(author, value, "card", "cards");
        break;
    case FELT_EFFECT_FORCE_DISCARD:
        rulebook_say(author, "%s %s ", whom, many ? "discard" : "discards");
        rulebook_count(author, value, "card", "cards");
        rulebook_say(author, " drawn at random from the hand");
        break;
    case FELT_EFFECT_PEEK:
        rulebook_say(author, "%s %s everybody ", whom, many ? "show" : "shows");
        rulebook_count(author, value, "card", "cards");
        rulebook_say(author, " drawn at random from the hand");
        break;
    case FELT_EFFECT_STEAL:
        rulebook_say(author, "you take ");
        rulebook_count(author, value, "card", "cards");
        rulebook_say(author, " at random from the hand of %s",
                     target == FELT_TARGET_OTHERS && !author->duel ? "each of the others"
                     : target == FELT_TARGET_ALL
                         ? author->duel ? "the other player" : "each of the others"
                         : whom);
        break;
    default:
        rulebook_say(author, "you exchange hands with %s",
                     target == FELT_TARGET_ALL ? rulebook_others(author) : whom);
        if (!author->duel && (target == FELT_TARGET_ALL || target == FELT_TARGET_OTHERS))
            rulebook_say(author, ", one after the other in the order of the seats");
        break;
    }
}

static void effect_on_turns(struct rulebook_author *author, int type)
{
    switch (type) {
    case FELT_EFFECT_SKIP: rulebook_say(author, "%s misses a turn", rulebook_next(author)); break;
    case FELT_EFFECT_REVERSE:
        if (author->duel) {
            rulebook_say(author, "the other player misses a turn");
            break;
        }
        rulebook_say(author, "the direction of play turns round");
        if (author->min == 2 || author->program.chips)
            rulebook_say(author, "; between two players, the other one misses a turn");
        break;
    default: rulebook_say(author, "you have another turn after this one"); break;
    }
}

static void effect_on_chips(struct rulebook_author *author, const int32_t *gene)
{
    int value = gene[FELT_EFFECT_VALUE];
    switch (gene[FELT_EFFECT_TYPE]) {
    case FELT_EFFECT_ANTE_UP:
        rulebook_say(author, "everybody in the hand pays ");
        rulebook_count(author, value, "chip", "chips");
        rulebook_say(author, " into the pot, or nothing if that is too much");
        break;
    case FELT_EFFECT_DOUBLE_POT:
        rulebook_say(author, "you pay as much into the pot as it holds, or nothing if you have not "
                             "got so much");
        break;
    case FELT_EFFECT_FREE_CHECK:
        rulebook_say(author, "the next round of betting in this hand is left out");
        break;
    default:
        rulebook_count(author, value, "more raise is", "more raises are");
        rulebook_say(author, " allowed in all further rounds of betting of this hand");
        break;
    }
}

static bool names_suits(const struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    bool discards = false, asks = false;
    for (int i = 0; i < genome->phases; i++) {
        if (!author->happens[i] || genome->phase[i].type != FELT_PHASE_TYPE_PLAY) continue;
        discards |= genome->phase[i].genes.gene[FELT_PLAY_TARGET] == FELT_TO_DISCARD;
        for (int n = 0; n < genome->phase[i].valid.count; n++) {
            const struct felt_expr_node *node = &genome->phase[i].valid.node[n];
            asks |= node->op == FELT_EXPR_TEST && node->ref == FELT_REF_TOP &&
                    (node->test == FELT_TEST_SAME_SUIT || node->test == FELT_TEST_SAME_COLOR);
        }
    }
    return discards && asks;
}

/* "are wild: they may be played on anything" */
static void say_wild(struct rulebook_author *author)
{
    bool play = false, hands = rulebook_wild_hands(author);
    for (int i = 0; i < author->genome->phases; i++)
        play |= author->happens[i] && author->genome->phase[i].type == FELT_PHASE_TYPE_PLAY &&
                (author->genome->phase[i].valid.count ||
                 author->genome->phase[i].genes.gene[FELT_PLAY_LADDER]);
    rulebook_say(author, "wild");
    if (play) rulebook_say(author, ": to be played at any time, whatever lies there");
    if (play && names_suits(author))
        rulebook_say(author, ". When you play such a card to the discard pile and have cards left, "
                             "you name a suit, which counts as the suit of the top discard until "
                             "the next card is played");
    if (hands)
        rulebook_say(author, play ? ". In a hand that is shown they stand for any card"
                                  : ": in a hand that is shown they stand for any card");
    author->cover.wild = true;
    rulebook_learn(author, CONCEPT_WILD);
}

static void say_wild_ranks(struct rulebook_author *author)
{
    int count = __builtin_popcount(author->genome->wild_ranks), said = 0;
    if (!author->genome->wild_ranks || !rulebook_wild_matters(author)) return;
    rulebook_say(author, RULEBOOK_STRONG);
    size_t at = author->page.text.used;
    for (int rank = 0; rank < FELT_RANKS; rank++)
        if (author->genome->wild_ranks >> rank & 1)
            rulebook_say(author, "%s%s", rulebook_between(said++, count, " and "),
                         rulebook_ranks(rank));
    rulebook_capital(author, at);
    rulebook_say(author, RULEBOOK_PLAIN " are ");
    say_wild(author);
    rulebook_say(author, ".");
    rulebook_put(author, BLOCK_ITEM);
}

static bool same_trigger(const struct felt_genome *genome, int a, int b)
{
    return genome->effect[a].gene[FELT_EFFECT_RANK] == genome->effect[b].gene[FELT_EFFECT_RANK] &&
           genome->effect[a].gene[FELT_EFFECT_SUIT] == genome->effect[b].gene[FELT_EFFECT_SUIT];
}

/* Is it about the next player alone, so that a missed turn can be said in the same breath? */
static bool hits_next(const struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->effect[index].gene;
    int type = gene[FELT_EFFECT_TYPE];
    return gene[FELT_EFFECT_TARGET] == FELT_TARGET_NEXT &&
           (type == FELT_EFFECT_DRAW || type == FELT_EFFECT_FORCE_DISCARD ||
            type == FELT_EFFECT_PEEK);
}

/* `before` is the effect said last, or -1. */
static void say_effect(struct rulebook_author *author, int index, int before)
{
    const int32_t *gene = author->genome->effect[index].gene;
    int type = gene[FELT_EFFECT_TYPE];
    bool on = type == FELT_EFFECT_SKIP && before >= 0 && hits_next(author, before);
    author->cover.effects |= 1u << index;
    rulebook_learn(author, CONCEPT_EFFECT + type);
    if (on) {
        rulebook_say(author, " and misses a turn");
        return;
    }
    if (before >= 0) rulebook_say(author, "; ");
    if (before >= 0 && type == FELT_EFFECT_WILD) rulebook_say(author, "such a card is also ");
    switch (type) {
    case FELT_EFFECT_WILD: say_wild(author); break;
    case FELT_EFFECT_SKIP:
    case FELT_EFFECT_REVERSE:
    case FELT_EFFECT_EXTRA_TURN: effect_on_turns(author, type); break;
    case FELT_EFFECT_ANTE_UP:
    case FELT_EFFECT_DOUBLE_POT:
    case FELT_EFFECT_FREE_CHECK:
    case FELT_EFFECT_RAISE_CAP: effect_on_chips(author, gene); break;
    default: effect_on_hands(author, gene); break;
    }
}

/* All effects of one card in one item. */
static void say_effects_of(struct rulebook_author *author, int index)
{
    const struct felt_genome *genome = author->genome;
    const int32_t *gene = genome->effect[index].gene;
    int before = -1;
    for (int i = 0; i < index; i++)
        if (same_trigger(genome, i, index) && rulebook_effect_happens(author, i)) return;
    rulebook_say(author, RULEBOOK_STRONG);
    size_t at = author->page.text.used;
    if (gene[FELT_EFFECT_RANK] < 0 && gene[FELT_EFFECT_SUIT] < 0)
        rulebook_say(author, "every card");
    else
        rulebook_cards_of(author, gene[FELT_EFFECT_RANK], gene[FELT_EFFECT_SUIT]);
    rulebook_capital(author, at);
    bool one = (gene[FELT_EFFECT_RANK] >= 0) == (gene[FELT_EFFECT_SUIT] >= 0);
    rulebook_say(author, RULEBOOK_PLAIN "%s ",
                 gene[FELT_EFFECT_TYPE] != FELT_EFFECT_WILD ? ":"
                 : one                                      ? " is"
                                                            : " are");
    for (int i = index; i < genome->effects; i++) {
        if (!same_trigger(genome, i, index) || !rulebook_effect_happens(author, i)) continue;
        say_effect(author, i, before);
        before = i;
    }
    rulebook_say(author, ".");
    rulebook_put(author, BLOCK_ITEM);
}

void rulebook_special(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    bool played = false, groups = false;
    for (int i = 0; i < genome->effects; i++) played |= rulebook_effect_happens(author, i);
    for (int i = 0; played && i < genome->phases; i++) {
        const int32_t *gene = genome->phase[i].genes.gene;
        groups |= author->happens[i] && genome->phase[i].type == FELT_PHASE_TYPE_PLAY &&
                  gene[FELT_PLAY_GROUP] != FELT_GROUP_SINGLE &&
                  (gene[FELT_PLAY_MAX] > 1 || gene[FELT_PLAY_MIN] > 1);
    }
    rulebook_heading(author, "Special cards");
    if (groups) {
        rulebook_say(author, "If several cards with the same effect are played together, it comes "
                             "about once.");
        rulebook_put(author, BLOCK_PARAGRAPH);
    }
    say_wild_ranks(author);
    for (int i = 0; i < genome->effects; i++)
        if (rulebook_effect_happens(author, i)) say_effects_of(author, i);
}

/* ---- points ---- */

static const char *occasion(int trigger)
{
    static const char *const words[] = {"For cards in tricks that you win",
                                        "For cards that you capture",
                                        "For cards that you play",
                                        "For cards left in your hand when the hand ends",
                                        "For cards in sets and melds that you lay down",
                                        "For cards that you hold when you win a pot"};
    return words[trigger];
}

static void say_points(struct rulebook_author *author, int points)
{
    rulebook_count(author, points, "point", "points");
}

static void say_rows(struct rulebook_author *author, int trigger)
{
    const struct felt_genome *genome = author->genome;
    felt_cards seen = 0;
    bool begun = false, twice = false;
    for (int i = 0; i < genome->scorings; i++) {
        const int32_t *gene = genome->scoring[i].gene;
        int rank = gene[FELT_SCORING_RANK], suit = gene[FELT_SCORING_SUIT];
        if (gene[FELT_SCORING_TRIGGER] != trigger || !rulebook_scoring_happens(author, i)) continue;
        rulebook_say(author, begun ? "; " : "%s: ", occasion(trigger));
        begun = true;
        felt_cards cards = rulebook_match(author, rank, suit);
        twice |= (seen & cards) != 0;
        seen |= cards;
        if (rank >= 0 && suit >= 0)
            rulebook_say(author, "the %s of %s, ", rulebook_rank(rank), rulebook_suit(suit));
        else if (rank >= 0)
            rulebook_say(author, "each %s, ", rulebook_rank(rank));
        else if (suit >= 0)
            rulebook_say(author, "each %s, ", rulebook_a_suit(suit) + 2);
        else
            rulebook_say(author, "each card, ");
        say_points(author, gene[FELT_SCORING_POINTS]);
        author->cover.scorings |= 1u << i;
        rulebook_learn(author, CONCEPT_SCORING + trigger);
    }
    if (!begun) return;
    rulebook_say(author, ".");
    if (twice) rulebook_tell(author, "A card that is named twice scores both.");
    rulebook_put(author, BLOCK_ITEM);
}

static void say_moon(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    int total = 0;
    bool moon = false;
    for (int i = 0; i < genome->phases; i++)
        moon |= author->happens[i] && genome->phase[i].type == FELT_PHASE_TYPE_TRICK &&
                genome->phase[i].genes.gene[FELT_TRICK_MOON];
    for (felt_cards left = author->deck; left;)
        total += author->program.points[FELT_SCORE_TRICK_WIN][felt_cards_take(&left)];
    if (!moon || total <= 0) return;
    rulebook_say(author, "Whoever takes tricks worth all ");
    say_points(author, total);
    rulebook_say(author, " of a hand scores nothing for them; instead %s scores %d.",
                 author->program.teams ? "everybody on the other side"
                 : author->duel        ? "the other player"
                                       : "everybody else",
                 total);
    rulebook_learn(author, CONCEPT_MOON);
    rulebook_put(author, BLOCK_ITEM);
}

void rulebook_scoring(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    bool rows = false;
    for (int i = 0; i < genome->scorings; i++) rows |= rulebook_scoring_happens(author, i);
    if (!rows && !author->program.counts_hands && (!author->points || author->points_win)) return;
    rulebook_heading(author, "Scoring");
    for (int trigger = 0; trigger < FELT_SCORE_TRIGGERS; trigger++) say_rows(author, trigger);
    if (rows) say_moon(author);
    if (author->program.counts_hands) {
        rulebook_say(author, "A hand that is won is one point. It is won by ");
        rulebook_pot_winner(author);
        rulebook_say(author, "; several who do equally well score one point each.");
        rulebook_put(author, BLOCK_ITEM);
    }
    if (author->points && !author->points_win) {
        rulebook_say(author, "Points are for pride only: they do not decide who wins.");
        rulebook_put(author, BLOCK_ITEM);
    }
}
