/* lab_names.c -- see lab_names.h. */
#include "lab/lab_names.h"

#include "felt/assert.h"
#include "lab/search/operators.h"

#include <stdio.h>
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

enum { PRESETS_MAX = 16, LOCK_BYTES = 64 };

const struct felt_preset *felt_lab_preset(const struct felt_args *args, int option)
{
    const char *name = args->value[option] ? args->value[option] : "balanced";
    const char *names[PRESETS_MAX];
    const struct felt_preset *preset = felt_preset_find(name);
    int count = felt_preset_count();
    felt_assert(count <= PRESETS_MAX);
    if (preset) return preset;
    for (int i = 0; i < count; i++) names[i] = felt_preset_at(i)->name;
    const char *near = felt_args_nearest(name, names, count);
    if (near)
        (void)felt_args_refuse(args, "there is no preset %s; did you mean %s?", name, near);
    else
        (void)felt_args_refuse(
            args, "there is no preset %s; take balanced, strategic, bluffing, party or trick",
            name);
    return NULL;
}

bool felt_lab_locks(const struct felt_args *args, int option, uint32_t *locks)
{
    const char *at = args->value[option];
    while (at && *at) {
        char word[LOCK_BYTES];
        size_t bytes = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(bytes < sizeof word ? bytes : 0), at);
        uint32_t lock = felt_lock_find(word);
        if (!lock) {
            (void)felt_args_refuse(args,
                                   "there is no section %.*s; take players, deck, setup, session, "
                                   "hand_evaluation, effects, card_scoring, win_conditions, phases "
                                   "or a type of phases",
                                   (int)bytes, at);
            return false;
        }
        *locks |= lock;
        at += bytes + (at[bytes] == ',');
    }
    return true;
}
