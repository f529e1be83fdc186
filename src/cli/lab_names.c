/* lab_names.c -- see lab_names.h. */
#include "cli/lab_names.h"

#include <string.h>

bool felt_lab_names(const struct felt_args *args, int option, const char *text, int max,
                    struct felt_agent_spec *out, int *count)
{
    const char *name = args->spec->options[option].name;
    *count = 0;
    for (const char *at = text;; at++) {
        struct felt_complaint complaint = {0};
        at += strspn(at, " ");
        size_t bytes = strcspn(at, ", ");
        if (*count == max) {
            (void)felt_args_refuse(args, "--%s: name at most %d players", name, max);
            return false;
        }
        if (felt_agent_read(at, bytes, &out[*count], &complaint) != FELT_OK) {
            (void)felt_args_refuse(args, "--%s: %s", name, complaint.text);
            return false;
        }
        ++*count;
        at += bytes;
        at += strspn(at, " ");
        if (*at == '\0') return true;
        if (*at != ',') at--; /* a blank alone stands between two names, too */
    }
}

int felt_lab_seats(const struct felt_args *args, int option, const struct felt_lab_file *file,
                   int least)
{
    const int32_t *players = file->genome.players.gene;
    int min = players[FELT_PLAYERS_MIN], max = players[FELT_PLAYERS_MAX];
    uint64_t seats = (uint64_t)(least > min ? least : min);
    const char *name = args->spec->options[option].name;
    if (!felt_args_uint(args, option, 2, FELT_GENOME_SEATS_MAX, &seats)) return 0;
    if ((int)seats >= min && (int)seats <= max && (int)seats >= least) return (int)seats;
    if ((int)seats < least)
        (void)felt_args_refuse(args, "--%s %d: there are %d players", name, (int)seats, least);
    else if (min == max)
        (void)felt_args_refuse(args, "%s is for %d players; these are %d", file->title, min,
                               (int)seats);
    else
        (void)felt_args_refuse(args, "%s is for %d to %d players; these are %d", file->title, min,
                               max, (int)seats);
    return 0;
}
