/* lobby_genome.c -- see lobby_genome.h. */
#include "server/config/lobby_genome.h"

#include "command/lab_file.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

const char *felt_lobby_genome_name(const struct felt_lobby_row *row)
{
    static const char word[] = "genome:";
    return strncmp(row->game, word, sizeof word - 1) == 0 ? row->game + sizeof word - 1 : NULL;
}

/* Letters of a name that a complaint has room for. */
static int shown(const char *name)
{
    enum { MOST = 60 };
    size_t bytes = strlen(name);
    return bytes < MOST ? (int)bytes : MOST;
}

/* A genome that can be played, for free(). */
static struct felt_lab_file *read_genome(const struct felt_lobby_row *row,
                                         struct felt_complaint *complaint)
{
    const char *name = felt_lobby_genome_name(row);
    struct felt_lab_file *file = name && *name && strcmp(name, "-") ? malloc(sizeof *file) : NULL;
    if (!file) {
        (void)felt_complain(complaint, FELT_BAD_NAME, 0, 0,
                            "game: genome: and the name of a game or file, as in genome:war");
        return NULL;
    }
    felt_lab_file_look(name, file);
    if (file->errors == 0) return file;
    const struct felt_genome_error *error = &file->error[0];
    (void)felt_complain(complaint, FELT_BAD_RULES, 0, 0, "game: %.*s%s%s: %s", shown(name), name,
                        error->pointer[0] ? " " : "", error->pointer, error->text);
    free(file);
    return NULL;
}

void felt_lobby_genome_seats(struct felt_lobby_row *row)
{
    struct felt_lab_file *file = read_genome(row, NULL);
    if (file) row->seats = (uint8_t)file->genome.players.gene[FELT_PLAYERS_MAX];
    free(file);
}

enum felt_status felt_lobby_genome_verify(const struct felt_lobby_row *row,
                                          struct felt_complaint *complaint)
{
    struct felt_lab_file *file = read_genome(row, complaint);
    if (!file) return FELT_BAD_RULES;
    const int32_t *players = file->genome.players.gene;
    enum felt_status status = FELT_OK;
    if (row->seats < players[FELT_PLAYERS_MIN] || row->seats > players[FELT_PLAYERS_MAX])
        status =
            felt_complain(complaint, FELT_BAD_RULES, 0, 0, "seats: %.*s is for %d to %d players",
                          shown(file->genome.name), file->genome.name,
                          (int)players[FELT_PLAYERS_MIN], (int)players[FELT_PLAYERS_MAX]);
    else if (row->limit != FELT_LIMITS)
        status = felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                               "limit: a genome has its own: say usual, or nothing");
    free(file);
    return status;
}

struct felt_genome_adapter *felt_lobby_genome_open(const struct felt_lobby_row *row)
{
    struct felt_lab_file *file = read_genome(row, NULL);
    struct felt_genome_adapter *adapter = file ? malloc(sizeof *adapter) : NULL;
    if (adapter) felt_genome_adapter_make(adapter, &file->genome, row->big_blind);
    free(file);
    return adapter;
}
