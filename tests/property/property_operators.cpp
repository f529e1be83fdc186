// property_operators.cpp -- any genome, any operator, any locks: what comes out is in order.
#include "felt/genome_play.h"
#include "lab/search/operators.h"
#include "module.h"
#include "usual_params.h"

#include <rapidcheck.h>

#include <cstdlib>
#include <string>

namespace
{

felt_genome any_genome(felt_rng &rng)
{
    felt_genome genome;
    felt_genome_invent(&rng, &genome);
    return genome;
}

felt_rng any_rng()
{
    return felt_rng_make(*rc::gen::arbitrary<std::uint64_t>());
}

// O1, O2, O4, and GEN-5: repair leaves it alone.
void operators_leave_order_and_locks()
{
    felt_rng rng = any_rng();
    felt_genome genome = any_genome(rng), before = genome;
    const felt_operator *operation = felt_operator_at(*rc::gen::inRange(0, felt_operator_count()));
    std::uint32_t locks = *rc::gen::inRange<std::uint32_t>(0, 1u << FELT_SECTIONS);
    RC_LOG(std::string(operation->name));
    bool changed = felt_operator_apply(operation, &genome, &rng, locks);
    RC_ASSERT(felt_genome_verify(&genome, nullptr, 0) == 0);
    RC_ASSERT(changed == !felt_genome_equal(&genome, &before));
    RC_ASSERT(felt_locks_hold(&before, &genome, locks));
    RC_ASSERT(genome.phases <= FELT_PHASES_MAX);
    felt_genome again = genome;
    RC_ASSERT(felt_genome_repair(&again));
    RC_ASSERT(felt_genome_equal(&again, &genome));
}

void children_are_in_order()
{
    felt_rng rng = any_rng();
    felt_genome a = any_genome(rng), b = any_genome(rng), child;
    std::uint32_t locks = *rc::gen::element<std::uint32_t>(
        0, FELT_LOCK(FELT_SECTION_SETUP), FELT_LOCK_PHASES, FELT_LOCK(FELT_SECTION_WIN));
    felt_genome_cross(&a, &b, &rng, locks, &child);
    RC_ASSERT(felt_genome_verify(&child, nullptr, 0) == 0);
    RC_ASSERT(felt_locks_hold(&a, &child, locks));
    RC_ASSERT(child.phases <= FELT_PHASES_MAX);
}

// N3: for each number of players it allows, a random game of it ends.
void games_of_invented_genomes_end()
{
    felt_rng rng = any_rng();
    felt_genome genome = any_genome(rng);
    for (int seats = genome.players.gene[FELT_PLAYERS_MIN];
         seats <= genome.players.gene[FELT_PLAYERS_MAX]; seats++) {
        felt_genome_program program;
        felt_genome_state state;
        felt_genome_compile(&genome, seats, &program);
        felt_genome_begin(&program, nullptr, felt_rng_next(&rng), &state, nullptr);
        std::uint32_t moves = felt_genome_playout(&program, &state, &rng, false);
        RC_ASSERT(state.actor == FELT_SEAT_NONE);
        RC_ASSERT(moves <= std::uint32_t(program.session[FELT_SESSION_TURNS]));
    }
}

} // namespace

TEST_MODULE(operators)
{
    use_params("max_success=1000");
    bool good = rc::check("operators leave order and locks", operators_leave_order_and_locks);
    good &= rc::check("children are in order", children_are_in_order);
    good &= rc::check("games of invented genomes end", games_of_invented_genomes_end);
    return good ? 0 : 1;
}
