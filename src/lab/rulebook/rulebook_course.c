/* rulebook_course.c -- the steps of a hand in their order, and phases of the whole table. */
#include "felt/assert.h"
#include "lab/rulebook/rulebook_parts.h"

static void begin_condition(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    if (rulebook_truth(author, &phase->condition) != TRUTH_DEPENDS) return;
    rulebook_tell(author, "Only if ");
    rulebook_condition(author, &phase->condition,
                       felt_phase_is_turn(phase->type) ? SUBJECT_YOU : SUBJECT_STARTER);
    rulebook_say(author, ":");
}

/* ---- small phases of the table ---- */

static void ante(struct rulebook_author *author, const int32_t *gene)
{
    bool all = gene[FELT_ANTE_WHO] == FELT_ANTE_ALL;
    rulebook_tell(author, "%s ",
                  !all           ? "The starter puts"
                  : author->duel ? "Both players put"
                                 : "Everybody puts");
    rulebook_count(author, gene[FELT_ANTE_AMOUNT], "chip", "chips");
    rulebook_say(author, " into the pot%s.",
                 gene[FELT_ANTE_AMOUNT] > 1 && rulebook_short_stacks(author)
                     ? ", or all they have left if that is less"
                     : "");
}

static void deal(struct rulebook_author *author, const int32_t *gene)
{
    int count = gene[FELT_DEAL_COUNT];
    if (gene[FELT_DEAL_TO] == FELT_DEAL_HANDS) {
        rulebook_tell(author, "Everybody still in the hand is dealt ");
        rulebook_count(author, count, "card", "cards");
        if (author->genome->setup.gene[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY)
            rulebook_say(author, ", under the pile.");
        else if (author->genome->setup.gene[FELT_SETUP_VISIBLE] == FELT_HAND_ALL)
            rulebook_say(author, ".");
        else
            rulebook_say(author, gene[FELT_DEAL_FACE] == FELT_FACE_UP
                                     ? " face up: all may see what it is."
                                     : " face down.");
        return;
    }
    if (gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY) {
        rulebook_tell(author, "Turn up ");
        rulebook_count(author, count, "card", "cards");
        rulebook_say(author, " from the draw pile and lay %s on the table.",
                     count > 1 ? "them" : "it");
        return;
    }
    rulebook_tell(author, author->program.open_discards ? "Turn up " : "Move ");
    rulebook_count(author, count, "card", "cards");
    rulebook_say(author, " from the draw pile onto the discard pile%s.",
                 author->program.open_discards ? "" : ", face down");
}

static void showdown(struct rulebook_author *author, const int32_t *gene)
{
    bool folds = author->betting;
    rulebook_tell(author, "%s their hands.",
                  folds          ? "All who have not folded show"
                  : author->duel ? "Both players show"
                                 : "All players show");
    if (author->program.chips) {
        rulebook_tell(author, "The best hand wins the pot.");
    }
    if (gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS) {
        rulebook_tell(author, author->program.chips ? "It also scores " : "The best hand scores ");
        rulebook_count(author, gene[FELT_SHOWDOWN_POINTS], "point", "points");
        rulebook_say(author, "; equally good hands score as much each.");
    }
}

/* ---- passing cards ---- */

static const char *neighbour(const struct rulebook_author *author, int direction)
{
    if (author->duel) return "to the other player";
    switch (direction) {
    case FELT_LEFT: return "to the player on the left";
    case FELT_RIGHT: return "to the player on the right";
    default:
        if (author->min == 4 && author->max == 4) return "to the player opposite";
        if (author->max == 3 && author->min == 3) return "to the player on the left";
        return "across the table (count half the players, rounded down, to the left)";
    }
}

static void rotating(struct rulebook_author *author)
{
    if (!author->program.several) {
        rulebook_say(author, " %s.", neighbour(author, FELT_LEFT));
        return;
    }
    if (author->duel) {
        rulebook_say(author, " to the other player. In every third hand no cards are passed.");
        return;
    }
    rulebook_say(author, ": in the first hand to the left, in the second to the right, ");
    if (author->max == 3) {
        rulebook_say(author, "in the third not at all, and so on from the beginning.");
        return;
    }
    rulebook_say(author, "in the third across the table, in the fourth not at all, and so on from "
                         "the beginning.");
    if (author->min <= 3 || author->program.chips)
        rulebook_tell(author, "With three players or fewer the third hand is the one without "
                              "passing.");
}

static void transfer(struct rulebook_author *author, int index)
{
    const int32_t *gene = author->genome->phase[index].genes.gene;
    const int32_t *setup = author->genome->setup.gene;
    bool enough =
        index == 0 && author->genome->session.gene[FELT_SESSION_CYCLES] == 1 &&
        (setup[FELT_SETUP_DEAL_ALL] || setup[FELT_SETUP_CARDS]) &&
        (setup[FELT_SETUP_DEAL_ALL] ? felt_cards_count(author->deck) / author->max
                                    : setup[FELT_SETUP_CARDS]) >= gene[FELT_TRANSFER_COUNT];
    rulebook_tell(author, "%s ", author->duel ? "Both players choose" : "Everybody chooses");
    rulebook_count(author, gene[FELT_TRANSFER_COUNT], "card", "cards");
    rulebook_say(author, " and %s %s on, face down", author->duel ? "pass" : "passes",
                 gene[FELT_TRANSFER_COUNT] > 1 ? "them" : "it");
    if (gene[FELT_TRANSFER_DIRECTION] == FELT_PASS_ROTATES)
        rotating(author);
    else
        rulebook_say(author, " %s.", neighbour(author, gene[FELT_TRANSFER_DIRECTION]));
    rulebook_tell(author, "Choose before you look at what you get.");
    if (gene[FELT_TRANSFER_COUNT] > 1 && !enough)
        rulebook_tell(author, "Who has fewer cards passes them all.");
}

/* ---- comparing cards ---- */

static void compare_takes(struct rulebook_author *author, const int32_t *gene)
{
    const char *best = gene[FELT_COMPARE_WINNER] == FELT_COMPARE_LOW ? "lowest" : "highest";
    bool pile = author->program.queue;
    switch (gene[FELT_COMPARE_TAKES]) {
    case FELT_TAKES_CAPTURED:
        rulebook_tell(author,
                      pile ? "The %s card wins, and its owner puts all the cards under "
                             "the own pile."
                           : "The %s card wins, and its owner captures all of them.",
                      best);
        break;
    case FELT_TAKES_HAND:
        rulebook_tell(author,
                      pile ? "The %s card wins, and its owner puts all the cards under "
                             "the own pile, the own card first."
                           : "The %s card wins, and its owner takes them all into the "
                             "hand.",
                      best);
        break;
    case FELT_TAKES_POT:
        rulebook_tell(author, "The %s card wins the pot. The cards are discarded.", best);
        break;
    case FELT_TAKES_POINTS:
        rulebook_tell(author, "The %s card ", best);
        if (author->table) {
            rulebook_say(author, "wins the lowest card on the table and scores its points");
            if (gene[FELT_COMPARE_POINTS]) {
                rulebook_say(author, ", or ");
                rulebook_count(author, gene[FELT_COMPARE_POINTS], "point", "points");
                rulebook_say(author, " if none is there");
            }
        } else {
            rulebook_say(author, "scores ");
            rulebook_count(author, gene[FELT_COMPARE_POINTS], "point", "points");
        }
        rulebook_say(author, ". The cards played are discarded.");
        break;
    default:
        rulebook_tell(author,
                      "The %s card wins, and nothing is won by it: all the cards are "
                      "discarded.",
                      best);
        break;
    }
}

static bool takes_cards(const int32_t *gene)
{
    return gene[FELT_COMPARE_TAKES] == FELT_TAKES_CAPTURED ||
           gene[FELT_COMPARE_TAKES] == FELT_TAKES_HAND;
}

static void battle(struct rulebook_author *author, const int32_t *gene)
{
    rulebook_tell(author, "Equal cards are a battle: ");
    if (gene[FELT_COMPARE_DOWN] > 0) {
        rulebook_say(author, "each of the tied players lays ");
        rulebook_count(author, gene[FELT_COMPARE_DOWN], "card", "cards");
        rulebook_say(author, " face down and then one more to be compared.");
    } else {
        rulebook_say(author, "each of the tied players plays another card.");
    }
    if (takes_cards(gene)) rulebook_tell(author, "The winner takes everything that was laid down.");
    rulebook_tell(author, "Who has no card left for it loses the battle.");
    rulebook_tell(author, gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT
                              ? "If none of them has, they share the pot."
                              : "If none of them has, all these cards are discarded.");
    rulebook_learn(author, CONCEPT_BATTLE);
}

static void compare_tie(struct rulebook_author *author, const int32_t *gene)
{
    int takes = gene[FELT_COMPARE_TAKES];
    switch (gene[FELT_COMPARE_TIE]) {
    case FELT_COMPARE_BATTLE: battle(author, gene); break;
    case FELT_COMPARE_SPLIT:
        if (takes == FELT_TAKES_POT)
            rulebook_tell(author, "Equal cards share the pot.");
        else
            rulebook_tell(author, "If the best cards are equal, nobody wins%s.",
                          takes_cards(gene) ? ": all the cards are discarded" : " anything");
        break;
    default:
        if (takes == FELT_TAKES_POT)
            rulebook_tell(author, "If the best cards are equal, the pot stays where it is.");
        else if (takes == FELT_TAKES_POINTS)
            rulebook_tell(author, "If the best cards are equal, the prize waits, and the next "
                                  "winner gets it too.");
        else if (takes_cards(gene))
            rulebook_tell(author, "If the best cards are equal, they all stay on the discard "
                                  "pile, and the next winner takes them too.");
        else
            rulebook_tell(author, "Nor is anything won if the best cards are equal.");
        break;
    }
}

static void compare(struct rulebook_author *author, const int32_t *gene)
{
    bool choose = gene[FELT_COMPARE_REVEAL] == FELT_REVEAL_CHOOSE && !author->program.queue;
    if (choose)
        rulebook_tell(author,
                      "%s a card and %s it face down; then all these cards are turned up "
                      "together.",
                      author->duel ? "Both players choose" : "Everybody chooses",
                      author->duel ? "lay" : "lays");
    else if (author->program.queue)
        rulebook_tell(author, "%s",
                      author->duel ? "Both players turn up the top card of their "
                                     "piles."
                                   : "Everybody turns up the top card of their "
                                     "pile.");
    else
        rulebook_tell(author, "%s a card of the own hand at random.",
                      author->duel ? "Both players turn up" : "Everybody turns up");
    compare_takes(author, gene);
    compare_tie(author, gene);
}

/* ---- points in between ---- */

static void score(struct rulebook_author *author, const int32_t *gene)
{
    bool start = gene[FELT_SCORE_WHO] != 0;
    const char *who = start ? "the starter" : "every player";
    switch (gene[FELT_SCORE_ZONE]) {
    case FELT_ZONE_OF_HAND:
        rulebook_tell(author,
                      "The cards in hand are counted: %s scores for them as at the end of "
                      "the hand.",
                      who);
        break;
    case FELT_ZONE_OF_CAPTURED:
        rulebook_tell(author, "Whoever has %s the most ",
                      author->program.queue ? "in the pile" : "captured");
        if (gene[FELT_SCORE_SUIT] >= 0)
            rulebook_say(author, "%s", rulebook_suit(gene[FELT_SCORE_SUIT]));
        else
            rulebook_say(author, "cards");
        rulebook_say(author, " scores one point%s; nobody does if two have as many.",
                     start ? ", but only if it is the starter" : "");
        break;
    default:
        rulebook_tell(author, author->program.teams ? "Each side scores one point for every trick"
                              : start               ? "The starter scores one point for every trick"
                                                    : "Everybody scores one point for every trick");
        if (gene[FELT_SCORE_BEYOND] > 0) {
            rulebook_say(author, " beyond the first ");
            rulebook_number(author, gene[FELT_SCORE_BEYOND]);
        }
        rulebook_say(author, " of this hand%s.",
                     author->program.teams && start ? ", but only the starter's" : "");
        break;
    }
}

static const char *title_of(const struct rulebook_author *author, int type, const int32_t *gene)
{
    switch (type) {
    case FELT_PHASE_TYPE_BETTING: return "Betting.";
    case FELT_PHASE_TYPE_ANTE: return "Ante.";
    case FELT_PHASE_TYPE_DEAL: return "Deal.";
    case FELT_PHASE_TYPE_SHOWDOWN: return "Showdown.";
    case FELT_PHASE_TYPE_DRAW: return gene[FELT_DRAW_SOURCE] == FELT_FROM_TABLE ? "Take." : "Draw.";
    case FELT_PHASE_TYPE_PLAY: return "Play.";
    case FELT_PHASE_TYPE_DISCARD: return "Discard.";
    case FELT_PHASE_TYPE_TRANSFER: return "Pass cards.";
    case FELT_PHASE_TYPE_COMPARE: return author->program.queue ? "Turn up." : "Compare.";
    case FELT_PHASE_TYPE_TRICK: return "Tricks.";
    case FELT_PHASE_TYPE_BIDDING: return "Bids.";
    case FELT_PHASE_TYPE_CLAIM: return "Claim.";
    case FELT_PHASE_TYPE_ASK: return "Ask.";
    case FELT_PHASE_TYPE_MELD: return "Knock.";
    default: return "Score.";
    }
}

static void table_phase(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    const int32_t *gene = phase->genes.gene;
    switch (phase->type) {
    case FELT_PHASE_TYPE_BETTING: rulebook_bet_phase(author, index); break;
    case FELT_PHASE_TYPE_ANTE: ante(author, gene); break;
    case FELT_PHASE_TYPE_DEAL: deal(author, gene); break;
    case FELT_PHASE_TYPE_SHOWDOWN: showdown(author, gene); break;
    case FELT_PHASE_TYPE_TRANSFER: transfer(author, index); break;
    case FELT_PHASE_TYPE_COMPARE: compare(author, gene); break;
    case FELT_PHASE_TYPE_TRICK: rulebook_trick_phase(author, index); break;
    case FELT_PHASE_TYPE_BIDDING: rulebook_bid_phase(author, index); break;
    default:
        felt_assert(phase->type == FELT_PHASE_TYPE_SCORE);
        score(author, gene);
        break;
    }
}

/* ---- the order of things ---- */

static void one_phase(struct rulebook_author *author, int index)
{
    const struct felt_genome_phase *phase = &author->genome->phase[index];
    rulebook_tell(author, RULEBOOK_STRONG "%s" RULEBOOK_PLAIN,
                  title_of(author, phase->type, phase->genes.gene));
    begin_condition(author, index);
    size_t at = author->page.text.used + 1;
    bool only = author->page.text.bytes[at - 2] == ':';
    if (felt_phase_is_turn(phase->type))
        rulebook_turn_phase(author, index);
    else
        table_phase(author, index);
    if (only) rulebook_small(author, at);
    author->cover.phases |= 1u << index;
    rulebook_learn(author, CONCEPT_PHASE + phase->type);
}

/* Turn phases from `first` up to, not including, `end`. */
static void block(struct rulebook_author *author, int first, int end)
{
    int count = 0;
    for (int i = first; i < end; i++) count += author->happens[i];
    if (count == 0) return;
    rulebook_say(author, "%s, beginning with the starter%s:",
                 author->duel ? "Both players have a turn" : "Everybody has a turn",
                 author->duel ? "" : " and going round to the left");
    rulebook_put(author, BLOCK_STEP);
    for (int i = first; i < end; i++) {
        if (!author->happens[i]) continue;
        one_phase(author, i);
        rulebook_put(author, BLOCK_SUBSTEP);
    }
}

static void open_turns(struct rulebook_author *author, int cycles)
{
    rulebook_say(author, "%s take turns%s, beginning with the starter.",
                 author->duel ? "The two players" : "The players",
                 author->duel ? "" : ", going round to the left");
    if (cycles > 0) {
        rulebook_tell(author,
                      author->program.several ? "In a hand everybody has " : "Everybody has ");
        rulebook_count(author, cycles, "turn", "turns");
        rulebook_say(author, ".");
    }
    rulebook_tell(author, "On your turn:");
}

static void open_table(struct rulebook_author *author, int cycles)
{
    const char *what = author->program.several ? "A hand" : "The game";
    if (cycles == 1) {
        rulebook_say(author, "%s goes like this:", what);
    } else if (cycles == 0) {
        rulebook_say(author,
                     "%s is played in rounds. A round goes like this, and rounds follow "
                     "each other until it is over:",
                     what);
    } else {
        rulebook_say(author, "%s has ", what);
        rulebook_number(author, cycles);
        rulebook_say(author, " rounds. A round goes like this:");
    }
}

void rulebook_course(struct rulebook_author *author)
{
    const struct felt_genome *genome = author->genome;
    int cycles = genome->session.gene[FELT_SESSION_CYCLES];
    rulebook_heading(author, "How to play");
    if (author->program.all_turns) {
        open_turns(author, cycles);
        rulebook_put(author, BLOCK_PARAGRAPH);
        for (int i = 0; i < genome->phases; i++) {
            if (!author->happens[i]) continue;
            one_phase(author, i);
            rulebook_put(author, BLOCK_STEP);
        }
        return;
    }
    open_table(author, cycles);
    rulebook_put(author, BLOCK_PARAGRAPH);
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_step *step = &author->program.step[i];
        if (step->turn) {
            block(author, i, step->block_end);
            i = step->block_end - 1;
            continue;
        }
        if (!author->happens[i]) continue;
        one_phase(author, i);
        rulebook_put(author, BLOCK_STEP);
    }
}
