/* rulebook_turns.c -- phases of one player, told to "you". */
#include "felt/assert.h"
#include "lab/rulebook/rulebook_parts.h"

/* ---- drawing ---- */

static void say_cards(struct rulebook_author *author, int count)
{
    if (count == 1)
        rulebook_say(author, "a card");
    else
        rulebook_count(author, count, "card", "cards");
}

/* "draw a card from the draw pile" */
static void one_draw(struct rulebook_author *author, const int32_t *gene, int count)
{
    switch (gene[FELT_DRAW_SOURCE]) {
    case FELT_FROM_DECK:
        rulebook_say(author, "draw ");
        say_cards(author, count);
        rulebook_say(author, " from the draw pile");
        break;
    case FELT_FROM_DISCARD:
        rulebook_say(author, "take ");
        if (count == 1)
            rulebook_say(author, "the top card of the discard pile");
        else {
            rulebook_say(author, "the top ");
            rulebook_count(author, count, "card", "cards");
            rulebook_say(author, " of the discard pile");
        }
        break;
    case FELT_FROM_EITHER:
        rulebook_say(author, "draw ");
        say_cards(author, count);
        rulebook_say(author, " from the draw pile, or take ");
        rulebook_say(author, count == 1 ? "the top card" : "as many from the top");
        rulebook_say(author, " of the discard pile, as you like");
        break;
    case FELT_FROM_OPPONENT:
        rulebook_say(author, "draw ");
        say_cards(author, count);
        rulebook_say(author, " unseen from the hand of %s",
                     author->duel ? "the other player" : "the next player who has any");
        break;
    default:
        rulebook_say(author, "take ");
        say_cards(author, count);
        rulebook_say(author, " of your choice from the table");
        break;
    }
}

static void refill(struct rulebook_author *author, const int32_t *gene)
{
    static const char *const from[] = {
        "from the draw pile", "from the top of the discard pile",
        "from the draw pile, or all from the top of the discard pile,",
        "unseen from the hand of the next player who has any", "of your choice from the table"};
    int source = gene[FELT_DRAW_SOURCE];
    bool may = !gene[FELT_DRAW_MANDATORY], table = source == FELT_FROM_TABLE;
    bool take = source == FELT_FROM_DISCARD || table;
    rulebook_tell(author, "%s%s cards %s until you hold ", may ? "You may " : "",
                  may    ? take ? "take" : "draw"
                  : take ? "Take"
                         : "Draw",
                  source == FELT_FROM_OPPONENT && author->duel
                      ? "unseen from the hand of the other player"
                      : from[source]);
    rulebook_number(author, gene[FELT_DRAW_REFILL]);
    rulebook_say(author, ".");
    bool on = gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PASS;
    if (table && (may || on)) rulebook_tell(author, "You may stop earlier.");
    if (on && !table && source != FELT_FROM_DECK)
        rulebook_tell(author, "If there were too few, you may go on drawing.");
    const int32_t *evaluation = author->genome->evaluation.gene;
    if (gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PASS && evaluation[FELT_EVAL_BUST] > 0 &&
        evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL)
        rulebook_tell(author, "With more than %d points you draw nothing.",
                      evaluation[FELT_EVAL_BUST]);
}

/* Draws that follow each other until the player passes. */
static void until_pass(struct rulebook_author *author, const int32_t *gene)
{
    int draws = gene[FELT_DRAW_MAX_REPEAT];
    rulebook_tell(author, gene[FELT_DRAW_MANDATORY] ? "You must " : "You may ");
    one_draw(author, gene, gene[FELT_DRAW_COUNT]);
    rulebook_say(author, ".");
    if (draws == 1) return;
    rulebook_tell(author, "You may do so again and again, ");
    rulebook_number(author, draws);
    rulebook_say(author, " times at most.");
    const int32_t *evaluation = author->genome->evaluation.gene;
    if (evaluation[FELT_EVAL_METHOD] == FELT_EVAL_POINT_TOTAL && evaluation[FELT_EVAL_BUST] > 0)
        rulebook_tell(author, "With more than %d points you must stop.",
                      evaluation[FELT_EVAL_BUST]);
}

static void until_playable(struct rulebook_author *author, const int32_t *gene)
{
    int draws = gene[FELT_DRAW_MAX_REPEAT], first = author->program.play;
    bool other = false, may = !gene[FELT_DRAW_MANDATORY];
    for (int i = first + 1; i < author->genome->phases; i++)
        other |= author->happens[i] && author->genome->phase[i].type == FELT_PHASE_TYPE_PLAY;
    rulebook_tell(author, "If you have no card that you could play");
    if (author->happens[first]) {
        if (other) rulebook_say(author, " (the first time that cards are played)");
    } else if (rulebook_truth(author, &author->genome->phase[first].valid) == TRUTH_DEPENDS) {
        rulebook_say(author, " (it would have to be ");
        rulebook_fitting(author, &author->genome->phase[first].valid);
        rulebook_say(author, author->program.wild & author->deck ? ", or a wild card)" : ")");
    }
    rulebook_say(author, ", %s", may ? "you may " : "");
    one_draw(author, gene, gene[FELT_DRAW_COUNT]);
    if (draws == 1) {
        rulebook_say(author, ".");
        return;
    }
    rulebook_say(author, ", and again until you have one, at most ");
    rulebook_number(author, draws);
    rulebook_say(author, " times.");
    if (may) rulebook_tell(author, "You may stop earlier.");
}

static void draw(struct rulebook_author *author, const int32_t *gene)
{
    int repeat = gene[FELT_DRAW_REPEAT];
    bool playable = repeat == FELT_REPEAT_UNTIL_PLAYABLE && author->program.play != FELT_SLOT_NONE;
    if (gene[FELT_DRAW_REFILL]) {
        if (playable)
            rulebook_tell(author, "If you have a card that you could play, you do not draw.");
        refill(author, gene);
    } else if (playable) {
        until_playable(author, gene);
    } else if (repeat == FELT_REPEAT_UNTIL_PASS) {
        until_pass(author, gene);
    } else {
        rulebook_tell(author, gene[FELT_DRAW_MANDATORY] ? "" : "You may ");
        size_t at = author->page.text.used;
        one_draw(author, gene, gene[FELT_DRAW_COUNT]);
        if (gene[FELT_DRAW_MANDATORY]) rulebook_capital(author, at);
        rulebook_say(author, ".");
    }
}

/* ---- playing ---- */

static void say_group(struct rulebook_author *author, const int32_t *gene)
{
    int min = gene[FELT_PLAY_MIN], max = gene[FELT_PLAY_MAX];
    switch (gene[FELT_PLAY_GROUP]) {
    case FELT_GROUP_SINGLE: rulebook_say(author, "one card"); break;
    case FELT_GROUP_RUN:
        if (min == 1) {
            rulebook_say(author, "one card");
            break;
        }
        rulebook_say(author, "a run of ");
        rulebook_number(author, min);
        rulebook_say(author, " cards of one suit");
        rulebook_learn(author, CONCEPT_GROUPS);
        break;
    default:
        rulebook_number(author, min);
        if (max > min) {
            rulebook_say(author, max == min + 1 ? " or " : " to ");
            rulebook_number(author, max);
        }
        rulebook_say(author, max > 1 ? " cards of the same rank" : " card");
        rulebook_learn(author, CONCEPT_GROUPS);
        break;
    }
}

static bool several_cards(const int32_t *gene)
{
    return gene[FELT_PLAY_GROUP] == FELT_GROUP_SET
               ? gene[FELT_PLAY_MAX] > 1
               : gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN && gene[FELT_PLAY_MIN] > 1;
}

/* Which cards may be played. */
static void say_valid(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    enum rulebook_truth truth = rulebook_truth(author, &phase->valid);
    bool wild = (author->program.wild & author->deck) != 0;
    if (truth == TRUTH_ALWAYS) return;
    if (truth == TRUTH_NEVER) {
        rulebook_tell(author, wild ? "Only wild cards may be played." : "No card fits here.");
        return;
    }
    if (several_cards(gene))
        rulebook_tell(author, gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN
                                  ? "The lowest card of the run must be "
                              : rulebook_asks_suits(&phase->valid) ? "The first of them must be "
                                                                   : "Each of them must be ");
    else
        rulebook_tell(author, "It must be ");
    rulebook_fitting(author, &phase->valid);
    rulebook_say(author, "%s.", wild ? ", or a wild card" : "");
}

/* Sets are played by rank; which cards go is not the player's choice. */
static void say_lowest_suits(struct rulebook_author *author, const int32_t *gene)
{
    if (gene[FELT_PLAY_GROUP] != FELT_GROUP_SET) return;
    if (several_cards(gene) && !rulebook_suits_matter(author)) return;
    rulebook_tell(author, "Of the cards of a rank in your hand the lowest suits go first: clubs, "
                          "then diamonds, hearts, spades.");
}

static void say_capture(struct rulebook_author *author, const int32_t *gene)
{
    if (gene[FELT_PLAY_TARGET] != FELT_TO_TABLE || !gene[FELT_PLAY_CAPTURE]) return;
    if (gene[FELT_PLAY_CAPTURE] == FELT_CAPTURE_RANK) {
        rulebook_tell(author,
                      "If cards of the same rank lie on the table, you capture all of them, "
                      "together with what you played.");
        rulebook_learn(author, CONCEPT_CAPTURE_RANK);
    } else {
        rulebook_tell(author, "If a card with as many points lies on the table, you capture it, "
                              "together with the card you played; if there is none, you capture "
                              "cards whose points add up to those of your card. Between several "
                              "ways you choose.");
        if (several_cards(gene)) rulebook_tell(author, "Only a single card captures.");
        rulebook_learn(author, CONCEPT_CAPTURE_SUM);
    }
    rulebook_tell(author, "What captures nothing stays on the table.");
    if (gene[FELT_PLAY_SWEEP]) {
        rulebook_tell(author, "A capture that clears the table scores ");
        rulebook_count(author, gene[FELT_PLAY_SWEEP], "point", "points");
        rulebook_say(author, ".");
        rulebook_learn(author, CONCEPT_SWEEP);
    }
}

static void say_ladder(struct rulebook_author *author, const int32_t *gene)
{
    if (!gene[FELT_PLAY_LADDER]) return;
    bool range =
        gene[FELT_PLAY_GROUP] == FELT_GROUP_SET && gene[FELT_PLAY_MAX] > gene[FELT_PLAY_MIN];
    rulebook_tell(author,
                  "Whoever leads is free to choose; after that each player must play %s, or "
                  "pass.",
                  range                  ? "as many cards as were played last, of a higher rank"
                  : !several_cards(gene) ? "a card of a higher rank"
                  : gene[FELT_PLAY_GROUP] == FELT_GROUP_RUN ? "a run that begins with a higher card"
                                                            : "cards of a higher rank");
    if (author->program.wild & author->deck)
        rulebook_tell(author, "Wild cards go over everything, and only wild cards go over them.");
    if (author->genome->session.gene[FELT_SESSION_CYCLES] != 1 ||
        rulebook_effect_type(author, FELT_EFFECT_EXTRA_TURN))
        rulebook_tell(author,
                      "You may play again after a pass. When %s passed since the last play, "
                      "the next turn is a new lead.",
                      author->duel ? "the other player has" : "all the others have");
    rulebook_learn(author, CONCEPT_LADDER);
}

static void say_pass(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    bool free_card = rulebook_truth(author, &phase->valid) == TRUTH_ALWAYS &&
                     !several_cards(gene) && !gene[FELT_PLAY_LADDER];
    bool may = !gene[FELT_PLAY_MANDATORY];
    if (may)
        rulebook_tell(author, "You may pass instead.");
    else if (gene[FELT_PLAY_LADDER])
        rulebook_tell(author, "Who leads must play%s.",
                      free_card ? ""
                      : gene[FELT_PLAY_PASS_IF_UNABLE]
                          ? " if there is anything to play"
                          : ", and ends the hand if that is not possible");
    else if (!free_card)
        rulebook_tell(author, gene[FELT_PLAY_PASS_IF_UNABLE]
                                  ? "If you can play, you must; if you cannot, you pass."
                                  : "If you can play, you must; if you cannot, the hand ends at "
                                    "once.");
    if (gene[FELT_PLAY_PASS_COST] && author->program.chips &&
        (may || gene[FELT_PLAY_LADDER] || (!free_card && gene[FELT_PLAY_PASS_IF_UNABLE]))) {
        rulebook_tell(author, "A pass costs ");
        rulebook_count(author, gene[FELT_PLAY_PASS_COST], "chip", "chips");
        rulebook_say(author, ", paid into the pot as far as you have them.");
        rulebook_learn(author, CONCEPT_PASS_COST);
    }
}

static void play(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    bool many = several_cards(gene);
    rulebook_tell(author, "Play ");
    say_group(author, gene);
    switch (gene[FELT_PLAY_TARGET]) {
    case FELT_TO_DISCARD:
        rulebook_say(author, author->program.open_discards ? " face up onto the discard pile."
                                                           : " onto the discard pile.");
        break;
    case FELT_TO_TABLE: rulebook_say(author, " face up onto the table."); break;
    default:
        rulebook_say(author, " face up in front of you%s.",
                     !rulebook_captured_matters(author) ? ""
                     : many                             ? "; they count as captured"
                                                        : "; it counts as captured");
        break;
    }
    say_lowest_suits(author, gene);
    say_valid(author, phase);
    say_ladder(author, gene);
    say_capture(author, gene);
    say_pass(author, phase);
}

/* ---- discarding ---- */

static void discard(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    int min = gene[FELT_DISCARD_MIN], max = gene[FELT_DISCARD_MAX];
    bool open = author->program.open_discards;
    if (gene[FELT_DISCARD_MATCHING] == FELT_MATCHING_PAIRS) {
        rulebook_tell(author,
                      min == 0 ? "You may discard pairs, two cards of one rank each, face "
                                 "%s, as many as you like."
                               : "Discard all your pairs, two cards of one rank each, face "
                                 "%s. Of three cards of a rank one stays.",
                      open ? "up" : "down");
        rulebook_learn(author, CONCEPT_PAIRS);
    } else {
        rulebook_tell(author, min == 0 ? "You may discard up to " : "Discard ");
        rulebook_number(author, min == 0 ? max : min);
        if (min > 0 && max > min) {
            rulebook_say(author, max == min + 1 ? " or " : " to ");
            rulebook_number(author, max);
        }
        rulebook_say(author, "%s, face %s.", max == 1 ? " card" : " cards", open ? "up" : "down");
        if (min > 1) rulebook_tell(author, "Who has fewer discards them all.");
    }
    if (rulebook_truth(author, &phase->valid) != TRUTH_DEPENDS) return;
    rulebook_tell(author, "Each of them must be ");
    rulebook_fitting(author, &phase->valid);
    rulebook_say(author, ".");
}

/* ---- claims ---- */

static void claim_rank(struct rulebook_author *author, const int32_t *gene)
{
    switch (gene[FELT_CLAIM_MODE]) {
    case FELT_CLAIM_SEQUENTIAL:
        rulebook_tell(author,
                      "The rank is not yours to choose: the first claim of a hand is of "
                      "the lowest rank, each further one of the next rank up, and after the "
                      "highest rank comes the lowest again.");
        break;
    case FELT_CLAIM_UP_DOWN:
        rulebook_tell(author, "The rank must be next to the one claimed last, one up or one down; "
                              "the first claim of a hand is free.");
        break;
    default: rulebook_tell(author, "You may name any rank."); break;
    }
}

static void claim(struct rulebook_author *author, const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    int min = gene[FELT_CLAIM_MIN], max = gene[FELT_CLAIM_MAX];
    rulebook_tell(author, "Lay ");
    rulebook_number(author, min);
    if (max > min) {
        rulebook_say(author, max == min + 1 ? " or " : " to ");
        rulebook_number(author, max);
    }
    rulebook_say(author,
                 " %s face down onto the discard pile and claim that %s of a certain rank. It need "
                 "not be true.",
                 max > 1 ? "cards" : "card", max > 1 ? "all of them are" : "it is");
    if (min > 1) rulebook_tell(author, "Who has fewer cards lays them all.");
    claim_rank(author, gene);
    if (rulebook_truth(author, &phase->valid) == TRUTH_DEPENDS) {
        rulebook_tell(author, "You may only lay cards of this kind: ");
        rulebook_fitting(author, &phase->valid);
        rulebook_say(author, ".");
    }
    if (author->duel || gene[FELT_CLAIM_CHALLENGERS] == FELT_CHALLENGE_NEXT)
        rulebook_tell(author, "Only %s may doubt it.", rulebook_next(author));
    else
        rulebook_tell(author, "The others may doubt it, asked in turn from your left; the first "
                              "who does is the doubter.");
    rulebook_tell(author,
                  "If it is doubted, the cards just laid are turned up. If the claim was true "
                  "of all of them, the doubter was wrong, else you were. Whoever was wrong ");
    if (gene[FELT_CLAIM_PENALTY] == FELT_PENALTY_PILE) {
        rulebook_say(author, "takes the whole discard pile into the hand.");
    } else if (gene[FELT_CLAIM_CHIPS] > 0 && author->program.chips) {
        rulebook_say(author, "pays ");
        rulebook_count(author, gene[FELT_CLAIM_CHIPS], "chip", "chips");
        rulebook_say(author, " into the pot.");
    } else {
        rulebook_say(author, "pays nothing for it.");
    }
}

/* ---- asking and knocking ---- */

static void ask(struct rulebook_author *author, const int32_t *gene)
{
    int size = gene[FELT_ASK_SET];
    rulebook_tell(author,
                  "Ask %s for a rank of which you hold a card yourself. If %s any "
                  "cards of that rank, you get all of them, for everybody to see.",
                  author->duel ? "the other player" : "another player who has cards",
                  author->duel ? "there are" : "that player has");
    if (gene[FELT_ASK_DRAW]) rulebook_tell(author, "If not, draw a card from the draw pile.");
    if (gene[FELT_ASK_AGAIN])
        rulebook_tell(author,
                      gene[FELT_ASK_DRAW]
                          ? "If you got cards, or drew the very rank and show it, you ask "
                            "again. Otherwise your turn is over."
                          : "If you got cards, you ask again. Otherwise your turn is over.");
    rulebook_tell(author, "Whenever you hold ");
    rulebook_number(author, size);
    rulebook_say(author, " cards of a rank, lay them down in front of you as a set");
    if (rulebook_captured_matters(author)) rulebook_say(author, "; they count as captured");
    rulebook_say(author, ". If you have no cards when you are to ask, draw one first.");
}

static void meld(struct rulebook_author *author, const int32_t *gene)
{
    rulebook_tell(author, "Sets of at least ");
    rulebook_number(author, gene[FELT_MELD_MIN_SET]);
    rulebook_say(author, " cards of one rank and runs of at least ");
    rulebook_number(author, gene[FELT_MELD_MIN_RUN]);
    rulebook_say(author, " cards of one suit are melds; a card belongs to one of them only. The "
                         "points of all your other cards are your deadwood.");
    rulebook_tell(author, "With ");
    if (gene[FELT_MELD_KNOCK]) {
        rulebook_count(author, gene[FELT_MELD_KNOCK], "point", "points");
        rulebook_say(author, " of deadwood or fewer");
    } else {
        rulebook_say(author, "no deadwood at all");
    }
    rulebook_say(author, " you may knock, which ends the hand.");
    rulebook_tell(author, "All hands are shown, and the knocker is compared with %s.",
                  author->duel ? "the other player" : "each of the others by itself");
    rulebook_tell(author, "For more deadwood than the knocker has, the knocker scores the "
                          "difference.");
    if (gene[FELT_MELD_KNOCK]) {
        rulebook_tell(author, "Who has as much or less scores the difference");
        if (gene[FELT_MELD_UNDERCUT]) {
            rulebook_say(author, " and ");
            rulebook_count(author, gene[FELT_MELD_UNDERCUT], "point", "points");
            rulebook_say(author, " besides");
        }
        rulebook_say(author, ", instead of the knocker.");
    }
    rulebook_tell(author, "A knocker without any deadwood ");
    if (gene[FELT_MELD_GIN]) {
        rulebook_say(author, "scores ");
        rulebook_count(author, gene[FELT_MELD_GIN], "point", "points");
        rulebook_say(author, " more, and ");
    }
    rulebook_say(author, "always wins the comparison.");
}

void rulebook_turn_phase(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    switch (phase->type) {
    case FELT_PHASE_TYPE_DRAW: draw(author, phase->genes.gene); break;
    case FELT_PHASE_TYPE_PLAY: play(author, phase); break;
    case FELT_PHASE_TYPE_DISCARD: discard(author, phase); break;
    case FELT_PHASE_TYPE_CLAIM: claim(author, phase); break;
    case FELT_PHASE_TYPE_ASK: ask(author, phase->genes.gene); break;
    default:
        felt_assert(phase->type == FELT_PHASE_TYPE_MELD);
        meld(author, phase->genes.gene);
        break;
    }
}
