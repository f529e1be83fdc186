/* lobby.h -- what is played in the room of `felt serve`, and for how much: rows as a
 * configuration file has them (conf.h), and the stakes of the room that are made of them. */
#ifndef FELT_SERVER_CONFIG_LOBBY_H
#define FELT_SERVER_CONFIG_LOBBY_H

#include "server/room/room.h"
#include "server/table/poker_adapter.h"

struct felt_genome_adapter; /* server/table/genome_adapter.h */
struct felt_narc_adapter;   /* server/table/narc_adapter.h */

enum { FELT_LOBBY_GAMES_BYTES = 511 };

/* Who plays what at a table of Narc: each seat its own role, or roles move on. */
enum felt_lobby_roles {
    FELT_LOBBY_ROLES_USUAL, /* fixed; for chips they turn                                     */
    FELT_LOBBY_ROLES_FIXED,
    FELT_LOBBY_ROLES_TURN,
    FELT_LOBBY_ROLES
};

/* One [table ID] of the file. */
struct felt_lobby_row {
    char id[FELT_STAKE_ID_BYTES + 1];
    char title[FELT_STAKE_TITLE_BYTES + 1];
    char game[FELT_LOBBY_GAMES_BYTES + 1]; /* names of felt variants, commas between, or "all";
                                              "genome:NAME" (lobby_genome.h), "narc:NAME"
                                              (lobby_narc.h)                                     */
    uint8_t limit;                         /* enum felt_limit; FELT_LIMITS: the usual one        */
    bool bots;
    uint8_t seats, tables, house;
    felt_chips small_blind, big_blind; /* of a genome, or Narc, the unit is the big blind        */
    uint32_t buy_in_min, buy_in_max; /* big blinds                                               */
    uint32_t clock_ms, bank_ms;      /* of a turn; of a seat                                     */
    uint32_t pause_ms;               /* between hands                                            */
    uint8_t roles;                   /* enum felt_lobby_roles                                    */
    struct felt_room_table_options options;
};

/* What a row is before anything is said of it: a six-handed table of no-limit hold'em 1/2. */
extern const struct felt_lobby_row felt_lobby_row_usual;
/* The lobby of a server that was told nothing; the number of rows is returned. */
int felt_lobby_usual(const struct felt_lobby_row **rows);

/* Such names are for tables that people open: "p-x7k3qd", "c12-x7k3qd" (server/room/private.c). */
bool felt_lobby_is_private_name(const char *id);
/* "no-limit", "pot-limit", "fixed-limit", "usual" (FELT_LIMITS); and -1 for no such word.  "nl",
 * "pl" and "fl" are read too. */
const char *felt_lobby_limit_word(int limit);
int felt_lobby_limit_find(const char *word);
/* "usual", "fixed", "turn"; -1: no such word. */
const char *felt_lobby_roles_word(int roles);
int felt_lobby_roles_find(const char *word);

struct felt_lobby {
    int stakes;
    struct felt_stake stake[FELT_STAKES_MAX];
    struct felt_poker_adapter *adapter;                  /* of all games of all stakes; owned */
    struct felt_genome_adapter *genome[FELT_STAKES_MAX]; /* by stake; owned, NULL: none */
    struct felt_narc_adapter *narc[FELT_STAKES_MAX];     /* likewise */
    uint32_t table_seats; /* that the house fills, at all tables                        */
    uint32_t tables;
};

/* FELT_OK, or what no table can be: the complaint names the setting that is wrong.  Changes
 * nothing. */
FELT_MUST_USE enum felt_status felt_lobby_row_verify(const struct felt_lobby_row *row,
                                                     struct felt_complaint *complaint);
/* Rows must be verified, and have different ids.  NULL: no memory, or the file of a genome or of
 * Narc is not what it was.  The lobby stays where it is. */
struct felt_lobby *felt_lobby_open(const struct felt_lobby_row *rows, int count);
void felt_lobby_close(struct felt_lobby *lobby);
/* How many games of poker a verified row has; 0: it is no poker. */
int felt_lobby_games(const struct felt_lobby_row *row);
/* The stake of such a row.  `adapters`: as many as it has games; they and *row->id stay the
 * stake's.
 */
void felt_lobby_fill(const struct felt_lobby_row *row, struct felt_poker_adapter *adapters,
                     struct felt_stake *stake);
/* Of what the records of a table rest on: games, limits, blinds and seats of all stakes. */
uint64_t felt_lobby_hash(const struct felt_lobby *lobby);

#endif
