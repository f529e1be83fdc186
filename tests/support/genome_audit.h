/* genome_audit.h -- random games of a genome, looked at after every move.
 *
 * What is promised in genome_play.h is checked from outside, by the public functions alone: chips
 * (M1), cards (M2), legal moves (M3), the end (M4), folded seats (M5), what the actor cannot see
 * (M6), that a view can be imagined (game.h, G4), and that random play at full speed is the same
 * game (games/genome/quick.c, Q1). */
#ifndef FELT_TESTS_GENOME_AUDIT_H
#define FELT_TESTS_GENOME_AUDIT_H

#include "felt/genome_play.h"

FELT_BEGIN

struct genome_tally {
    uint64_t games, hands, moves;
    uint64_t looked;                  /* moves after which everything was looked at            */
    uint64_t imagined;                /* states drawn anew for the actor                       */
    uint64_t cut;                     /* games ended by their cap of turns                     */
    uint64_t asked[FELT_PHASE_TYPES]; /* looked-at decisions by type of phase                  */
};

/* Every card in one place?  NULL, or what is wrong. */
const char *genome_audit_cards(const struct felt_genome_program *program,
                               const struct felt_genome_state *state);

/* One game with random moves.  NULL, or what is wrong. */
const char *genome_audit_game(const struct felt_genome_program *program, uint64_t seed,
                              struct genome_tally *tally);

/* At least `hands` hands with each number of players in turn: one game in `every` is looked at, the
 * first one always; the others are played by the engine alone, whose assertions stay on.  NULL, or
 * what is wrong; then *seed is that of the game, and *seats its number of players. */
const char *genome_audit(const struct felt_genome *genome, uint64_t hands, int every,
                         uint64_t *seed, int *seats, struct genome_tally *tally);

FELT_END

#endif
