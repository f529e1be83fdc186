/* lobby_genome.h -- rows of the lobby whose game is a genome: "genome:war", "genome:my/game.json".
 *
 * A genome without chips of its own is played for a stake: everybody who is dealt in puts up the
 * unit of the row, and the winners of the game share it.  One with chips is played for those of the
 * table, a hand at a time, and its unit is its own: the smallest bet. */
#ifndef FELT_SERVER_CONFIG_LOBBY_GENOME_H
#define FELT_SERVER_CONFIG_LOBBY_GENOME_H

#include "server/config/lobby.h"
#include "server/table/genome_adapter.h"

/* The name or file behind "genome:"; NULL: another game. */
const char *felt_lobby_genome_name(const struct felt_lobby_row *row);
/* What was not said of the row: the genome's most players.  Nothing if it cannot be read. */
void felt_lobby_genome_seats(struct felt_lobby_row *row);
/* FELT_OK, or why no table can be made of it. */
FELT_MUST_USE enum felt_status felt_lobby_genome_verify(const struct felt_lobby_row *row,
                                                        struct felt_complaint *complaint);
/* The same, and the adapter, for free(); NULL: no memory, or the file has changed since. */
struct felt_genome_adapter *felt_lobby_genome_open(const struct felt_lobby_row *row);

#endif
