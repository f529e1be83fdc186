/* tidy.c -- what an engine does not mind, and people do.
 *
 * A genome can be in order and still be a muddle: two rounds of bets with nothing between them,
 * points that decide nothing, a pot for the best of the hands that were just played away.  Each
 * rule below finds one kind of muddle and does what a person would: takes out what is idle, or says
 * plainly what already decides.
 *
 *   chips     who has paid for something wins by chips, and the pot has somebody to go to
 *   points    points that no win condition looks at go; a hand that is won is a point then
 *   bets      one round of bets, then something happens, then the next
 *   decks     whole ranks and suits
 *   numbers   round ones
 *   mixtures  one way to win cards in a game, and perhaps one to play them
 *   table     cards are laid on the table only where somebody uses them
 *   idle      genes that nothing of the game looks at have their defaults */
#include "lab/search/evolve_parts.h"
#include "lab/search/parts.h"

#include "games/genome/needs.h"

#include <string.h>

#define BIT(n)     (UINT32_C(1) << (n))
#define PHASE(p)   BIT(FELT_PHASE_TYPE_##p)
#define WIN(w)     BIT(FELT_WIN_##w)
#define SCORE_WINS (WIN(HIGH_SCORE) | WIN(LOW_SCORE) | WIN(FIRST_TO_SCORE))
#define CHIP_WINS  (WIN(MOST_CHIPS) | WIN(LAST_WITH_CHIPS))
#define PLAY_PHASES                                                                                \
    (PHASE(PLAY) | PHASE(COMPARE) | PHASE(TRICK) | PHASE(CLAIM) | PHASE(ASK) | PHASE(MELD))
enum { TURNS_MIN = 1000, CYCLES_OF_BETS = 3, STACK_BETS = 10 };
/* How long people play a game of several hands. */
#define MINUTES_MIN 5.0
#define MINUTES_MAX 50.0

/* ---- lists ---- */

static void drop_phases(struct felt_genome *genome, uint32_t types)
{
    for (int i = genome->phases - 1; i >= 0 && genome->phases > 1; i--)
        if (BIT(genome->phase[i].type) & types) felt_phases_remove(genome, i);
}

static void drop_wins(struct felt_genome *genome, uint32_t types)
{
    int kept = 0;
    for (int i = 0; i < genome->wins; i++)
        if (!(BIT(genome->win[i].gene[FELT_WIN_TYPE]) & types))
            genome->win[kept++] = genome->win[i];
    genome->wins = (uint8_t)kept;
}

/* In front of the others, or behind them; the last one gives way. */
static void add_win(struct felt_genome *genome, enum felt_win_type type, bool front)
{
    if (genome->wins == FELT_WINS_MAX) genome->wins--;
    int index = front ? 0 : genome->wins;
    memmove(&genome->win[index + 1], &genome->win[index],
            (size_t)(genome->wins - index) * sizeof genome->win[0]);
    genome->wins++;
    felt_genes_init(&genome->win[index], FELT_SECTION_WIN);
    genome->win[index].gene[FELT_WIN_TYPE] = (int32_t)type;
}

static void show_no_hands(struct felt_genome *genome)
{
    felt_genes_init(&genome->evaluation, FELT_SECTION_EVALUATION);
    genome->patterns = 0;
    drop_phases(genome, PHASE(SHOWDOWN));
}

/* ---- chips ---- */

static bool decides_hand(uint32_t wins)
{
    return wins & (WIN(EMPTY_HAND) | WIN(CAPTURE_ALL) | WIN(MOST_CAPTURED) | WIN(BEST_HAND) |
                   WIN(MOST_TRICKS) | WIN(FEWEST_TRICKS) | WIN(NOT_HOLDING));
}

/* The pot goes to the best hand, where hands are still held at the end; else to whom the win
 * conditions name. */
static void tidy_pot(struct felt_genome *genome, const struct genome_has *has)
{
    bool played = has->phases & (PHASE(TRICK) | PHASE(CLAIM) | PHASE(ASK) | PHASE(MELD)) ||
                  has->wins & (WIN(EMPTY_HAND) | WIN(ALL_HANDS_EMPTY));
    if (played) show_no_hands(genome);
    if (genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_NONE || decides_hand(has->wins))
        return;
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == FELT_PHASE_TYPE_COMPARE &&
            genome->phase[i].genes.gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT)
            return;
    if (has->phases & PHASE(TRICK))
        add_win(genome, FELT_WIN_MOST_TRICKS, true);
    else if (has->captures)
        add_win(genome, FELT_WIN_MOST_CAPTURED, true);
    else if (played)
        add_win(genome, FELT_WIN_EMPTY_HAND, true);
    else
        genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
}

static void tidy_chips(struct felt_genome *genome)
{
    struct genome_has has;
    int32_t *session = genome->session.gene;
    felt_genome_has(genome, &has);
    if (!has.pays || genome->setup.gene[FELT_SETUP_CHIPS] == 0) return;
    drop_wins(genome, SCORE_WINS);
    felt_genome_has(genome, &has);
    tidy_pot(genome, &has);
    felt_genome_has(genome, &has);
    if (!(has.wins & CHIP_WINS)) add_win(genome, FELT_WIN_MOST_CHIPS, false);
    session[FELT_SESSION_MODE] = FELT_MODE_HANDS;
    if (session[FELT_SESSION_HANDS] < 4) session[FELT_SESSION_HANDS] = 10;
    /* Bets on hands that nothing changes are made once. */
    bool quiet = !(has.phases & (PLAY_PHASES & ~PHASE(COMPARE)));
    int most = has.phases & PHASE(COMPARE) ? genome->setup.gene[FELT_SETUP_CARDS] : CYCLES_OF_BETS;
    if (most > CYCLES_OF_BETS) most = CYCLES_OF_BETS;
    if (quiet && (session[FELT_SESSION_CYCLES] == 0 || session[FELT_SESSION_CYCLES] > most))
        session[FELT_SESSION_CYCLES] = 1;
}

/* ---- points ---- */

/* What a phase gives in points becomes chips, or nothing. */
static void give_no_points(struct felt_genome *genome, bool chips)
{
    genome->scorings = 0;
    drop_phases(genome, PHASE(SCORE) | PHASE(BIDDING));
    for (int i = 0; i < genome->phases; i++) {
        int32_t *gene = genome->phase[i].genes.gene;
        switch (genome->phase[i].type) {
        case FELT_PHASE_TYPE_PLAY: gene[FELT_PLAY_SWEEP] = 0; break;
        case FELT_PHASE_TYPE_SHOWDOWN: gene[FELT_SHOWDOWN_AWARD] = FELT_AWARD_POT; break;
        case FELT_PHASE_TYPE_COMPARE:
            if (gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS)
                gene[FELT_COMPARE_TAKES] = chips ? FELT_TAKES_POT : FELT_TAKES_CAPTURED;
            break;
        default: break;
        }
    }
}

static bool gives_points(const struct felt_genome_phase *phase)
{
    const int32_t *gene = phase->genes.gene;
    return phase->type == FELT_PHASE_TYPE_BIDDING || phase->type == FELT_PHASE_TYPE_MELD ||
           (phase->type == FELT_PHASE_TYPE_COMPARE &&
            gene[FELT_COMPARE_TAKES] == FELT_TAKES_POINTS) ||
           (phase->type == FELT_PHASE_TYPE_SHOWDOWN &&
            gene[FELT_SHOWDOWN_AWARD] == FELT_AWARD_POINTS);
}

/* Whole sessions are decided by points, if there are any, whatever the conditions say. */
static void tidy_points(struct felt_genome *genome)
{
    struct genome_has has;
    bool points = false;
    felt_genome_has(genome, &has);
    for (int i = 0; i < genome->phases; i++) points |= gives_points(&genome->phase[i]);
    if (has.wins & SCORE_WINS) {
        /* Contracts give points, and points are bad here: what would one bid? */
        if (has.wins & WIN(LOW_SCORE)) drop_phases(genome, PHASE(BIDDING));
    } else if (!has.pays && points) {
        drop_wins(genome, ~(WIN(EMPTY_HAND) | WIN(ALL_HANDS_EMPTY)));
        add_win(genome, FELT_WIN_HIGH_SCORE, false);
    } else {
        give_no_points(genome, has.pays);
    }
}

/* All the cards of a hand of tricks: that is most tricks. */
static void tidy_tricks(struct felt_genome *genome)
{
    struct genome_has has;
    felt_genome_has(genome, &has);
    if (!(has.phases & PHASE(TRICK))) return;
    for (int i = 0; i < genome->wins; i++) {
        int32_t *type = &genome->win[i].gene[FELT_WIN_TYPE];
        if (*type != FELT_WIN_CAPTURE_ALL && *type != FELT_WIN_MOST_CAPTURED) continue;
        *type = FELT_WIN_MOST_TRICKS;
        genome->win[i].gene[FELT_WIN_THRESHOLD] = 0;
    }
    /* Tricks until the cards are played leave nothing for another round. */
    for (int i = 0; i < genome->phases; i++)
        if (genome->phase[i].type == FELT_PHASE_TYPE_TRICK &&
            genome->phase[i].genes.gene[FELT_TRICK_COUNT] == 0 &&
            !(has.phases & (PHASE(DRAW) | PHASE(DEAL))) &&
            genome->session.gene[FELT_SESSION_CYCLES] > 1)
            genome->session.gene[FELT_SESSION_CYCLES] = 1;
}

/* The same condition twice says nothing the second time. */
static void tidy_wins(struct felt_genome *genome)
{
    uint32_t seen = 0;
    int kept = 0;
    for (int i = 0; i < genome->wins; i++) {
        uint32_t type = BIT(genome->win[i].gene[FELT_WIN_TYPE]);
        if (type & CHIP_WINS) type = CHIP_WINS; /* either ends the other's question */
        if (seen & type) continue;
        seen |= type;
        genome->win[kept++] = genome->win[i];
    }
    genome->wins = (uint8_t)kept;
}

/* ---- phases ---- */

static void tidy_bets(struct felt_genome *genome)
{
    bool fresh = true; /* something has happened since the last bets */
    for (int i = 0; i < genome->phases; i++) {
        int type = genome->phase[i].type;
        if (type == FELT_PHASE_TYPE_BETTING && !fresh) {
            felt_phases_remove(genome, i--);
            continue;
        }
        if (type == FELT_PHASE_TYPE_BETTING)
            fresh = false;
        else if (type != FELT_PHASE_TYPE_ANTE && type != FELT_PHASE_TYPE_SCORE)
            fresh = true;
    }
}

/* A bet on tricks or plays is made before them: afterwards everybody knows. */
static void tidy_late_bets(struct felt_genome *genome)
{
    int first = 0, last = genome->phases - 1;
    if (genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_NONE ||
        genome->session.gene[FELT_SESSION_CYCLES] != 1)
        return;
    while (first < genome->phases && !(BIT(genome->phase[first].type) & PLAY_PHASES)) first++;
    while (last > first && !(BIT(genome->phase[last].type) & PLAY_PHASES)) last--;
    for (int i = last + 1; i < genome->phases; i++) {
        struct felt_genome_phase moved = genome->phase[i];
        if (moved.type != FELT_PHASE_TYPE_BETTING) continue;
        memmove(&genome->phase[first + 1], &genome->phase[first],
                (size_t)(i - first) * sizeof moved);
        genome->phase[first++] = moved;
    }
}

/* Later ways to win cards go. */
static void tidy_mixtures(struct felt_genome *genome)
{
    const uint32_t cores = PLAY_PHASES & ~PHASE(PLAY);
    uint32_t seen = 0;
    for (int i = 0; i < genome->phases; i++) {
        uint32_t type = BIT(genome->phase[i].type);
        if (!(type & cores)) continue;
        if (seen && !(seen & type))
            felt_phases_remove(genome, i--);
        else
            seen |= type;
    }
}

/* ---- idle genes ---- */

static void tidy_blinds(int32_t *gene)
{
    if (gene[FELT_BET_SMALL] == 0 && gene[FELT_BET_BIG] == 0) return;
    if (gene[FELT_BET_BIG] * 2 < gene[FELT_BET_MIN]) gene[FELT_BET_BIG] = gene[FELT_BET_MIN];
    if (gene[FELT_BET_SMALL] > gene[FELT_BET_BIG]) gene[FELT_BET_SMALL] = gene[FELT_BET_BIG] / 2;
}

static void tidy_idle(struct felt_genome *genome)
{
    int32_t *setup = genome->setup.gene, *evaluation = genome->evaluation.gene;
    struct genome_has has;
    bool trumps = false;
    felt_genome_has(genome, &has);
    for (int i = 0; i < genome->phases; i++) {
        int32_t *gene = genome->phase[i].genes.gene;
        trumps |= genome->phase[i].type == FELT_PHASE_TYPE_TRICK && gene[FELT_TRICK_TRUMP];
        if (genome->phase[i].type == FELT_PHASE_TYPE_BETTING) tidy_blinds(gene);
    }
    if (!trumps) setup[FELT_SETUP_TRUMP_MODE] = FELT_TRUMP_NONE;
    if (has.phases & (PHASE(BETTING) | PHASE(CLAIM)) && setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL)
        setup[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER; /* nothing to bluff with */
    for (int i = 0; i < genome->wins; i++) {
        int32_t *win = genome->win[i].gene;
        if (win[FELT_WIN_TYPE] != FELT_WIN_NOT_HOLDING)
            win[FELT_WIN_RANK] = win[FELT_WIN_SUIT] = FELT_GENE_NONE;
        if (win[FELT_WIN_TYPE] != FELT_WIN_FIRST_TO_SCORE &&
            win[FELT_WIN_TYPE] != FELT_WIN_LOW_SCORE)
            win[FELT_WIN_THRESHOLD] = 0;
    }
    if (evaluation[FELT_EVAL_METHOD] != FELT_EVAL_POINT_TOTAL)
        evaluation[FELT_EVAL_TARGET] = evaluation[FELT_EVAL_BUST] = evaluation[FELT_EVAL_ACE_ALT] =
            0;
}

/* ---- table ---- */

static bool asks_table(const struct felt_expr *expr)
{
    for (int i = 0; i < expr->count; i++)
        if (expr->node[i].op == FELT_EXPR_TEST &&
            (expr->node[i].ref == FELT_REF_TABLE || expr->node[i].ref == FELT_REF_ANY))
            return true;
    return false;
}

/* Do cards that lie on the table count for anything? */
static bool uses_table(const struct felt_genome *genome)
{
    const int32_t *evaluation = genome->evaluation.gene;
    if (evaluation[FELT_EVAL_METHOD] != FELT_EVAL_NONE && evaluation[FELT_EVAL_COMMUNITY] > 0)
        return true;
    if (asks_table(&genome->hand_end)) return true;
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        const int32_t *gene = phase->genes.gene;
        if (asks_table(&phase->condition) || asks_table(&phase->valid)) return true;
        if (phase->type == FELT_PHASE_TYPE_COMPARE) return true; /* prizes */
        if (phase->type == FELT_PHASE_TYPE_PLAY && gene[FELT_PLAY_TARGET] == FELT_TO_TABLE)
            return true;
        if (phase->type == FELT_PHASE_TYPE_DRAW && gene[FELT_DRAW_SOURCE] == FELT_FROM_TABLE)
            return true;
    }
    return false;
}

static void tidy_table(struct felt_genome *genome)
{
    if (uses_table(genome)) return;
    genome->setup.gene[FELT_SETUP_COMMUNITY] = 0;
    for (int i = genome->phases - 1; i >= 0 && genome->phases > 1; i--)
        if (genome->phase[i].type == FELT_PHASE_TYPE_DEAL &&
            genome->phase[i].genes.gene[FELT_DEAL_TO] == FELT_DEAL_COMMUNITY)
            felt_phases_remove(genome, i);
}

/* ---- decks ---- */

static void tidy_deck(struct felt_genome *genome)
{
    int32_t *kind = &genome->deck.gene[FELT_DECK_KIND];
    felt_cards cards = genome->deck_cards, whole = 0, suits = 0;
    struct genome_has has;
    if (*kind != FELT_GENOME_DECK_CUSTOM) return;
    felt_genome_has(genome, &has);
    if (has.wins & WIN(NOT_HOLDING)) return; /* a card without a partner is the point of it */
    for (int card = 0; card < FELT_CARDS; card++)
        if (cards >> card & 1) suits |= BIT(felt_card_suit((felt_card)card));
    for (int card = 0; card < FELT_CARDS; card++)
        if (cards & felt_cards_of_rank(felt_card_rank((felt_card)card)) &&
            suits >> felt_card_suit((felt_card)card) & 1)
            whole |= UINT64_C(1) << card;
    genome->deck_cards = whole;
    if (felt_cards_count(whole) < FELT_CARDS) return;
    genome->deck_cards = 0;
    *kind = FELT_GENOME_DECK_52;
}

/* ---- numbers ---- */

/* The nearest number that people like; small ones stay. */
static void round_off(int32_t *number)
{
    static const int32_t round[] = {10, 11, 12,  13,  15,  20,  21,  25,  30,  31,  40,  50,
                                    60, 75, 100, 121, 150, 200, 250, 300, 400, 500, 1000};
    int32_t nearest = round[0];
    if (*number <= 10) return;
    for (size_t i = 1; i < sizeof round / sizeof round[0]; i++) {
        int32_t here = *number - round[i], there = *number - nearest;
        if ((here < 0 ? -here : here) < (there < 0 ? -there : there)) nearest = round[i];
    }
    *number = nearest;
}

/* Whoever starts has an advantage or the opposite: where there are few hands everybody starts
 * equally often, if as few play as the game allows. */
static void share_starts(struct felt_genome *genome)
{
    int32_t *session = genome->session.gene;
    int32_t seats = genome->players.gene[FELT_PLAYERS_MIN];
    if (session[FELT_SESSION_MODE] != FELT_MODE_HANDS || !session[FELT_SESSION_ROTATE]) return;
    if (session[FELT_SESSION_HANDS] < 2 || session[FELT_SESSION_HANDS] > 3 * seats) return;
    if (session[FELT_SESSION_HANDS] % seats != 0)
        session[FELT_SESSION_HANDS] += seats - session[FELT_SESSION_HANDS] % seats;
}

static void round_bet(int32_t *bet)
{
    static const int32_t bets[] = {5, 10, 20, 25, 50, 100, 200, 500};
    int32_t best = 0;
    if (*bet <= 5) return;
    for (size_t i = 0; i < sizeof bets / sizeof bets[0]; i++)
        if (bets[i] <= *bet) best = bets[i];
    *bet = best;
}

/* A stack is good for ten bets at least: else the second hand is the last. */
static void tidy_stakes(struct felt_genome *genome)
{
    int32_t *chips = &genome->setup.gene[FELT_SETUP_CHIPS];
    for (int i = 0; i < genome->phases; i++) {
        int32_t *gene = genome->phase[i].genes.gene;
        if (genome->phase[i].type != FELT_PHASE_TYPE_BETTING || *chips == 0) continue;
        int32_t most = *chips / STACK_BETS < 1 ? 1 : *chips / STACK_BETS;
        for (int g = FELT_BET_MIN; g <= FELT_BET_BIG; g++)
            if (g != FELT_BET_RAISES && gene[g] > most) gene[g] = most;
    }
    if (*chips > 0 && *chips < STACK_BETS) *chips = STACK_BETS;
}

static void tidy_numbers(struct felt_genome *genome)
{
    int32_t *session = genome->session.gene, *chips = &genome->setup.gene[FELT_SETUP_CHIPS];
    round_off(chips);
    tidy_stakes(genome);
    round_off(&session[FELT_SESSION_HANDS]);
    share_starts(genome);
    if (session[FELT_SESSION_TURNS] < TURNS_MIN) session[FELT_SESSION_TURNS] = TURNS_MIN;
    for (int i = 0; i < genome->wins; i++) round_off(&genome->win[i].gene[FELT_WIN_THRESHOLD]);
    for (int i = 0; i < genome->scorings; i++)
        round_off(&genome->scoring[i].gene[FELT_SCORING_POINTS]);
    for (int i = 0; i < genome->phases; i++) {
        int32_t *gene = genome->phase[i].genes.gene;
        if (genome->phase[i].type == FELT_PHASE_TYPE_BETTING)
            for (int g = FELT_BET_MIN; g <= FELT_BET_BIG; g++)
                if (g != FELT_BET_RAISES) round_bet(&gene[g]);
        if (genome->phase[i].type == FELT_PHASE_TYPE_ANTE) round_bet(&gene[FELT_ANTE_AMOUNT]);
        if (genome->phase[i].type == FELT_PHASE_TYPE_CLAIM) round_bet(&gene[FELT_CLAIM_CHIPS]);
    }
}

/* ---- length ---- */

bool felt_genome_fit_length(const struct felt_evolve_plan *plan, double minutes,
                            struct felt_genome *genome)
{
    int32_t *hands = &genome->session.gene[FELT_SESSION_HANDS];
    const struct felt_genome before = *genome;
    if (genome->session.gene[FELT_SESSION_MODE] != FELT_MODE_HANDS || !(minutes > 0)) return false;
    if (minutes > MINUTES_MAX && *hands > 4) {
        double fewer = *hands * (MINUTES_MAX / 2 / minutes);
        *hands = fewer < 4 ? 4 : (int32_t)fewer;
    } else if (minutes < MINUTES_MIN && *hands < 20) {
        double more = *hands * (2 * MINUTES_MIN / minutes);
        *hands = more > 20 ? 20 : (int32_t)more + 1;
    }
    round_off(hands);
    share_starts(genome);
    if (*hands != before.session.gene[FELT_SESSION_HANDS] &&
        felt_genome_verify(genome, NULL, 0) == 0 &&
        (!plan->start || felt_locks_hold(plan->start, genome, plan->locks)))
        return true;
    *genome = before;
    return false;
}

/* ---- all of it ---- */

bool felt_genome_tidy(const struct felt_evolve_plan *plan, struct felt_genome *genome)
{
    const struct felt_genome before = *genome;
    tidy_mixtures(genome);
    tidy_tricks(genome);
    tidy_chips(genome);
    tidy_points(genome);
    tidy_table(genome);
    tidy_late_bets(genome);
    tidy_bets(genome);
    tidy_idle(genome);
    tidy_wins(genome);
    tidy_deck(genome);
    tidy_numbers(genome);
    bool good = felt_genome_repair(genome);
    if (good && (!plan->start || felt_locks_hold(plan->start, genome, plan->locks))) return true;
    *genome = before;
    return good; /* what is locked may be untidy */
}
