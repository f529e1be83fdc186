/* emitters.c -- where children come from.
 *
 * An emitter picks parents and changes them by operators (operators.h).  Operators whose children
 * can seldom be played are picked less often.  A child that has a flaw gets a second chance: what
 * the flaw usually comes from is changed (a game that never ends gets fewer hands, a session that
 * one seat wins gets a start that goes round ...). */
#include "lab/search/evolve_parts.h"
#include "lab/search/parts.h"

#include "felt/assert.h"

#include <math.h>
#include <string.h>

enum { CHANGES_MAX = 3, EQUAL_PERCENT = 25, NOVEL_SAMPLE = 5 };

const char *felt_emitter_name(enum felt_emitter emitter)
{
    static const char *const names[FELT_EMITTERS] = {"mutate", "cross",  "novel",
                                                     "known",  "invent", "guest"};
    felt_assert((int)emitter >= 0 && emitter < FELT_EMITTERS);
    return names[emitter];
}

/* ---- the bandit ---- */

/* About normal, mean 0 and variance 1: twelve uniform numbers, without a logarithm. */
static double any_normal(struct felt_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += felt_rng_unit(rng);
    return sum;
}

/* A quarter of all children goes to emitters in turn, whatever they are worth: nobody starves, and
 * an emitter that becomes useful later is found out. */
enum felt_emitter felt_emitter_choose(const struct felt_evolve *evolve, struct felt_rng *rng)
{
    enum felt_emitter best = FELT_EMIT_KNOWN;
    double most = -INFINITY;
    if (any_chance(rng, EQUAL_PERCENT)) return (enum felt_emitter)any_below(rng, FELT_EMIT_GUEST);
    for (int i = 0; i < FELT_EMIT_GUEST; i++) {
        const struct felt_emitter_record *record = &evolve->emitter[i];
        double cost = record->weight + 4, mean = (record->gain + 1) / cost; /* hope at first */
        double draw = mean + any_normal(rng) * sqrt(mean / cost);
        if (draw <= most) continue;
        most = draw;
        best = (enum felt_emitter)i;
    }
    return best;
}

/* ---- operators ---- */

static int pick_operator(const struct felt_evolve *evolve, struct felt_rng *rng)
{
    double weight[FELT_OPERATORS_MAX], sum = 0;
    int count = felt_operator_count();
    felt_assert(count <= FELT_OPERATORS_MAX);
    for (int i = 0; i < count; i++) {
        const struct felt_operator_record *record = &evolve->operators[i];
        double share = (record->viable + 2) / (record->tried + 4);
        weight[i] = felt_operator_at(i)->weight * (0.1 + share * share);
        sum += weight[i];
    }
    double choice = felt_rng_unit(rng) * sum;
    int index = 0;
    while (index < count - 1 && choice >= weight[index]) choice -= weight[index++];
    return index;
}

/* One to three changes; false: there was none. */
static bool change(const struct felt_evolve *evolve, struct felt_rng *rng, struct felt_child *child)
{
    int changes = any_chance(rng, 55) ? 1 : any_between(rng, 2, CHANGES_MAX), done = 0;
    for (int tries = 0; done < changes && tries < 2 * CHANGES_MAX; tries++) {
        int index = pick_operator(evolve, rng);
        if (!felt_operator_apply(felt_operator_at(index), &child->genome, rng, evolve->plan.locks))
            continue;
        if (done++ == 0) child->operation = (uint8_t)index;
    }
    return done > 0;
}

/* ---- parents ---- */

static uint32_t any_elite(const struct felt_archive *archive, struct felt_rng *rng)
{
    return felt_rng_below(rng, archive->count);
}

/* The fitter of two, half of the time: good games have more children, bad ones some. */
static uint32_t fit_elite(const struct felt_archive *archive, struct felt_rng *rng)
{
    uint32_t a = any_elite(archive, rng), b = any_elite(archive, rng);
    if (any_chance(rng, 50)) return a;
    return archive->elite[a].fitness.value >= archive->elite[b].fitness.value ? a : b;
}

/* Elites in cells that differ in one thing, by one step. */
static int neighbours(const struct felt_archive *archive, const struct felt_elite *elite)
{
    const struct felt_cell here = felt_cell_at(elite->cell);
    int count = 0;
    for (int axis = 0; axis < 5; axis++)
        for (int step = -1; step <= 1; step += 2) {
            static const uint8_t sizes[5] = {FELT_CELL_SEATS, FELT_CELL_LENGTH, FELT_CELL_SKILL,
                                             FELT_CELL_BETTING, FELT_CELL_INTERACTION};
            struct felt_cell cell = here;
            uint8_t *const places[5] = {&cell.seats, &cell.length, &cell.skill, &cell.betting,
                                        &cell.interaction};
            int place = *places[axis] + step;
            if (place < 0 || place >= sizes[axis]) continue;
            *places[axis] = (uint8_t)place;
            count += archive->cell[felt_cell_index(&cell)] != 0;
        }
    return count;
}

/* How many there are of its genre. */
static int kin(const struct felt_archive *archive, const struct felt_elite *elite)
{
    const int cells = FELT_CELLS / FELT_GENRES, genre = elite->cell / cells;
    int count = 0;
    for (int i = genre * cells; i < (genre + 1) * cells; i++) count += archive->cell[i] != 0;
    return count;
}

static uint32_t lonely_elite(const struct felt_archive *archive, struct felt_rng *rng)
{
    uint32_t best = 0;
    double least = INFINITY;
    for (int i = 0; i < NOVEL_SAMPLE; i++) {
        uint32_t index = any_elite(archive, rng);
        const struct felt_elite *elite = &archive->elite[index];
        double crowd = neighbours(archive, elite) + 0.1 * kin(archive, elite);
        if (crowd >= least) continue;
        least = crowd;
        best = index;
    }
    return best;
}

static void adopt(const struct felt_archive *archive, uint32_t index, struct felt_child *child)
{
    child->genome = archive->elite[index].genome;
    child->parent[0] = archive->elite[index].id;
}

/* ---- emitters ---- */

static bool cross(const struct felt_evolve *evolve, const struct felt_genome *a,
                  const struct felt_genome *b, struct felt_rng *rng, struct felt_child *child)
{
    bool changed = felt_genome_cross(a, b, rng, evolve->plan.locks, &child->genome);
    if (!changed || any_chance(rng, 30)) changed |= change(evolve, rng, child);
    return changed;
}

/* A second elite: of the same genre half of the time, where one is found. */
static uint32_t mate(const struct felt_archive *archive, uint32_t first, struct felt_rng *rng)
{
    const int cells = FELT_CELLS / FELT_GENRES;
    bool same = any_chance(rng, 50);
    uint32_t index = any_elite(archive, rng);
    for (int tries = 0; tries < 8; tries++) {
        bool kind = archive->elite[index].cell / cells == archive->elite[first].cell / cells;
        if (index != first && (kind || !same)) break;
        index = any_elite(archive, rng);
    }
    return index;
}

static bool emit_cross(const struct felt_evolve *evolve, struct felt_rng *rng,
                       struct felt_child *child)
{
    const struct felt_archive *archive = &evolve->archive;
    uint32_t a = fit_elite(archive, rng), b = mate(archive, a, rng);
    child->parent[0] = archive->elite[a].id;
    child->parent[1] = archive->elite[b].id;
    return cross(evolve, &archive->elite[a].genome, &archive->elite[b].genome, rng, child);
}

static const struct felt_genome *any_known(const struct felt_evolve_plan *plan,
                                           struct felt_rng *rng)
{
    return &plan->known[any_below(rng, plan->known_count)].genome;
}

static bool emit_known(const struct felt_evolve *evolve, struct felt_rng *rng,
                       struct felt_child *child)
{
    const struct felt_evolve_plan *plan = &evolve->plan;
    const struct felt_genome *first = plan->start;
    if (!first) first = any_known(plan, rng);
    if (plan->known_count > 0 && any_chance(rng, 40))
        return cross(evolve, first, any_known(plan, rng), rng, child);
    child->genome = *first;
    return change(evolve, rng, child);
}

/* With a start of the plan, an invention only lends it what is not locked. */
static bool emit_invention(const struct felt_evolve *evolve, struct felt_rng *rng,
                           struct felt_child *child)
{
    if (!evolve->plan.start) {
        felt_genome_invent(rng, &child->genome);
        return true;
    }
    struct felt_genome invented;
    felt_genome_invent(rng, &invented);
    return cross(evolve, evolve->plan.start, &invented, rng, child);
}

bool felt_emit(const struct felt_evolve *evolve, enum felt_emitter emitter, struct felt_rng *rng,
               struct felt_child *out)
{
    const struct felt_archive *archive = &evolve->archive;
    bool changed;
    out->operation = FELT_OPERATORS_MAX;
    out->parent[0] = out->parent[1] = 0;
    if (archive->count < 2 && emitter < FELT_EMIT_KNOWN) emitter = FELT_EMIT_KNOWN;
    if (emitter == FELT_EMIT_KNOWN && !evolve->plan.start && evolve->plan.known_count == 0)
        emitter = FELT_EMIT_INVENT;
    out->emitter = (uint8_t)emitter;
    switch (emitter) {
    case FELT_EMIT_MUTATE:
    case FELT_EMIT_NOVEL:
        adopt(archive,
              emitter == FELT_EMIT_MUTATE ? fit_elite(archive, rng) : lonely_elite(archive, rng),
              out);
        changed = change(evolve, rng, out);
        break;
    case FELT_EMIT_CROSS: changed = emit_cross(evolve, rng, out); break;
    case FELT_EMIT_KNOWN: changed = emit_known(evolve, rng, out); break;
    default: changed = emit_invention(evolve, rng, out);
    }
    return changed && felt_genome_tidy(&evolve->plan, &out->genome) &&
           (!evolve->plan.start ||
            felt_locks_hold(evolve->plan.start, &out->genome, evolve->plan.locks));
}

/* ---- second chances ---- */

static void scale(int32_t *gene, double by, int32_t min, int32_t max)
{
    double scaled = *gene * by;
    int32_t number = (int32_t)(scaled + 0.5);
    if (number == *gene) number += by > 1 ? 1 : -1;
    *gene = number < min ? min : number > max ? max : number;
}

/* Points that end the game, if any. */
static int32_t *threshold_of(struct felt_genome *genome)
{
    for (int i = 0; i < genome->wins; i++)
        if (genome->win[i].gene[FELT_WIN_THRESHOLD] > 1)
            return &genome->win[i].gene[FELT_WIN_THRESHOLD];
    return NULL;
}

static void shorten(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *session = genome->session.gene, *threshold = threshold_of(genome);
    if (threshold && any_chance(rng, 50)) {
        scale(threshold, 0.4, 2, 200);
    } else if (session[FELT_SESSION_MODE] == FELT_MODE_HANDS && session[FELT_SESSION_HANDS] > 2) {
        scale(&session[FELT_SESSION_HANDS], 0.4, 2, 30);
    } else if (any_chance(rng, 50)) {
        genome->setup.gene[FELT_SETUP_DEAL_ALL] = 0;
        genome->setup.gene[FELT_SETUP_CARDS] = any_between(rng, 3, 7);
    } else {
        session[FELT_SESSION_CYCLES] = any_between(rng, 4, 15);
    }
}

/* A deal that goes on for ever ends after some rounds; then the other win conditions say who has
 * won. */
static void end_hands(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *session = genome->session.gene;
    if (any_chance(rng, 40)) {
        session[FELT_SESSION_EMPTY] = FELT_EMPTY_END_HAND;
        return;
    }
    session[FELT_SESSION_CYCLES] = any_between(rng, 1, 12);
    if (session[FELT_SESSION_MODE] == FELT_MODE_HANDS)
        session[FELT_SESSION_HANDS] = any_between(rng, 3, 10);
}

static void lengthen(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *session = genome->session.gene, *threshold = threshold_of(genome);
    if (threshold) {
        scale(threshold, 2.5, 2, 200);
    } else if (any_chance(rng, 70)) {
        session[FELT_SESSION_MODE] = FELT_MODE_HANDS;
        scale(&session[FELT_SESSION_HANDS], 2.5, 4, 20);
    } else {
        scale(&genome->setup.gene[FELT_SETUP_CARDS], 1.6, 2, 13);
    }
}

/* Something to decide where there was nothing. */
static bool ask(struct felt_genome *genome, struct felt_rng *rng)
{
    bool changed = false;
    for (int i = 0; i < genome->phases; i++) {
        int32_t *gene = genome->phase[i].genes.gene;
        int32_t *flag = NULL, to = 0;
        if (genome->phase[i].type == FELT_PHASE_TYPE_COMPARE) {
            flag = &gene[FELT_COMPARE_REVEAL];
            to = FELT_REVEAL_CHOOSE;
            genome->setup.gene[FELT_SETUP_VISIBLE] = FELT_HAND_OWNER;
        } else if (genome->phase[i].type == FELT_PHASE_TYPE_DRAW) {
            flag = any_chance(rng, 50) ? &gene[FELT_DRAW_MANDATORY] : &gene[FELT_DRAW_SOURCE];
            to = flag == &gene[FELT_DRAW_SOURCE] ? FELT_FROM_EITHER : 0;
        }
        if (!flag || *flag == to) continue;
        *flag = to;
        changed = true;
    }
    if (genome->setup.gene[FELT_SETUP_CARDS] < 3) {
        scale(&genome->setup.gene[FELT_SETUP_CARDS], 2, 2, 5);
        changed = true;
    }
    return changed || felt_change_add_phase(genome, rng);
}

static bool even_out(struct felt_genome *genome, struct felt_rng *rng)
{
    int32_t *session = genome->session.gene;
    session[FELT_SESSION_ROTATE] = 1;
    session[FELT_SESSION_MODE] = FELT_MODE_HANDS;
    if (session[FELT_SESSION_HANDS] < 4) session[FELT_SESSION_HANDS] = any_between(rng, 4, 12);
    return true;
}

/* Draws come of wins that nobody has a claim to: say who is ahead. */
static bool decide(struct felt_genome *genome, struct felt_rng *rng)
{
    if (genome->setup.gene[FELT_SETUP_CHIPS] > 0 && genome->wins < FELT_WINS_MAX) {
        struct felt_genes *win = &genome->win[genome->wins++];
        felt_genes_init(win, FELT_SECTION_WIN);
        win->gene[FELT_WIN_TYPE] = FELT_WIN_MOST_CHIPS;
        return true;
    }
    if (any_chance(rng, 50)) return felt_change_win(genome, rng);
    lengthen(genome, rng);
    return true;
}

static bool mend(enum felt_flaw flaw, struct felt_rng *rng, struct felt_genome *genome)
{
    switch (flaw) {
    case FELT_FLAW_ENDLESS: end_hands(genome, rng); return true;
    case FELT_FLAW_LONG: shorten(genome, rng); return true;
    case FELT_FLAW_SHORT: lengthen(genome, rng); return true;
    case FELT_FLAW_EMPTY:
    case FELT_FLAW_IDLE: return ask(genome, rng);
    case FELT_FLAW_UNFAIR: return even_out(genome, rng);
    case FELT_FLAW_DRAWN: return decide(genome, rng);
    default: return false;
    }
}

bool felt_mend(const struct felt_evolve *evolve, enum felt_flaw flaw, struct felt_rng *rng,
               struct felt_genome *genome)
{
    const struct felt_genome before = *genome;
    if (mend(flaw, rng, genome) && felt_genome_repair(genome) &&
        felt_genome_tidy(&evolve->plan, genome) && !felt_genome_equal(genome, &before) &&
        felt_locks_hold(&before, genome, evolve->plan.locks))
        return true;
    *genome = before;
    return false;
}
