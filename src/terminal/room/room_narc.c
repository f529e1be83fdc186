/* room_narc.c -- what cards of Narc are called and do, at a table whose rules this program has
 * within it.  Of other rules cards are shown as the server names them. */
#include "terminal/room/room_terminal.h"

#include "command/narc_file.h"
#include "lab/narc/narc_words.h"
#include "felt/narc.h"

#include <stdlib.h>
#include <string.h>

struct felt_room_terminal_narc {
    char game[FELT_CLIENT_ROOM_WORD_BYTES + 1],
        hash[FELT_CLIENT_ROOM_WORD_BYTES + 1]; /* asked about last */
    bool known;
    struct felt_narc_rules rules;
};

struct felt_room_terminal_narc *felt_room_terminal_narc_open(void)
{
    return calloc(1, sizeof(struct felt_room_terminal_narc));
}

/* No name of a server is taken for that of a file. */
static void look_up(struct felt_room_terminal_narc *narc, const char *game, const char *hash)
{
    char why[FELT_NARC_WHY_BYTES], own[17];
    (void)snprintf(narc->game, sizeof narc->game, "%s", game);
    (void)snprintf(narc->hash, sizeof narc->hash, "%s", hash);
    narc->known = felt_narc_rules_known_find(game) != NULL &&
                  felt_narc_load(game, NULL, false, &narc->rules, why) == FELT_OK;
    if (!narc->known) return;
    (void)snprintf(own, sizeof own, "%016llx", (unsigned long long)narc->rules.hash);
    narc->known = strcmp(own, hash) == 0;
}

bool felt_room_terminal_narc_card(void *self, const char *game, const char *rules, const char *id,
                                  bool effects, struct felt_buffer *out)
{
    struct felt_room_terminal_narc *narc = self;
    if (strcmp(narc->game, game) != 0 || strcmp(narc->hash, rules) != 0) look_up(narc, game, rules);
    const struct felt_narc_catalogue *catalogue = &narc->rules.catalogue;
    for (int kind = 0; narc->known && kind < catalogue->kinds; kind++) {
        if (strcmp(catalogue->card[kind].id, id) != 0) continue;
        felt_buffer_text(out, catalogue->card[kind].name);
        if (!effects) return true;
        felt_buffer_text(out, " (");
        felt_narc_words_effects(&narc->rules, kind, out);
        felt_buffer_char(out, ')');
        return true;
    }
    return false;
}
