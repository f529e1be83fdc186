/* conf_tournaments.c -- tournaments of felt.conf: the usual ones, how they are printed, and how
 * they come into the tournament service. */
#include "server/config/conf_parts.h"

#include "felt/assert.h"

#include <string.h>

/* A new account has 400 chips. */
static const char *const usual_tournaments[] = {
    "id = sng-6\n"
    "title = Sit-and-go, six players\n"
    "entrants = 6\n"
    "seats = 6\n"
    "house = 84\n" /* five of six */
    "buy-in = 50\n"
    "levels = turbo\n"
    "every = 1m\n",

    "id = evening\n"
    "title = Evening tournament\n"
    "start = daily 20:00\n"
    "open = 12h\n"
    "entrants = 6-60\n"
    "seats = 9\n"
    "final-seats = 9\n"
    "house = 20\n"
    "stack = 5000\n"
    "buy-in = 100\n"
    "fee = 5\n"
    "late = 4\n"
    "reentries = 1\n"
    "bubble = 1\n",
};
enum { USUAL = sizeof usual_tournaments / sizeof usual_tournaments[0], HOUSE_MAX = 10000 };

int felt_conf_usual_tournaments(struct felt_tournament_row rows[FELT_CONF_EVENTS_MAX])
{
    for (int i = 0; i < USUAL; i++) {
        enum felt_status status = felt_tournament_row_read(&rows[i], usual_tournaments[i],
                                                           strlen(usual_tournaments[i]), NULL);
        felt_assert(status == FELT_OK);
    }
    return USUAL;
}

static const char tournaments_head[] =
    "\n# Tournaments.  Without a [tournament] in a file there are these; a file that has one names "
    "them\n"
    "# all, and no-tournaments above does without.  docs/ROOM.md 13 tells more.\n"
    "#\n";

void felt_conf_print_tournaments(struct felt_buffer *out)
{
    struct felt_tournament_row rows[FELT_CONF_EVENTS_MAX];
    int count = felt_conf_usual_tournaments(rows);
    const char *help;
    felt_buffer_text(out, tournaments_head);
    for (int i = 1; felt_tournament_row_key(i, &help); i++) { /* the first is the id */
        felt_buffer_text(out, "#   ");
        felt_buffer_text(out, felt_tournament_row_key(i, NULL));
        for (size_t column = strlen(felt_tournament_row_key(i, NULL)); column < 12; column++)
            felt_buffer_char(out, ' ');
        felt_buffer_text(out, help);
        felt_buffer_char(out, '\n');
    }
    for (int event = 0; event < count; event++) {
        felt_buffer_text(out, "\n[tournament ");
        felt_buffer_text(out, rows[event].id);
        felt_buffer_text(out, "]\n");
        for (int i = 1; felt_tournament_row_key(i, NULL); i++) {
            felt_buffer_text(out, felt_tournament_row_key(i, NULL));
            felt_buffer_text(out, " = ");
            felt_tournament_row_value(&rows[event], i, out);
            felt_buffer_char(out, '\n');
        }
    }
}

uint32_t felt_conf_tournament_house(const struct felt_conf *conf)
{
    uint32_t said = conf->number[FELT_CONF_EVENT_HOUSE], count = 0;
    if (said != FELT_CONF_AUTO) return said;
    for (int i = 0; i < conf->tournaments; i++) count += conf->event[i].plan.house_max;
    return count < HOUSE_MAX ? count : HOUSE_MAX;
}

/* One that is not over goes on as it was; one that was at a time that is past is not held again. */
static bool is_wanted(const struct felt_tournaments *tournaments,
                      const struct felt_tournament_row *row, int64_t wall_ms)
{
    struct felt_tournament_face face;
    if (row->plan.start == FELT_DIRECTOR_AT_TIME && !row->every_ms && row->plan.start_ms <= wall_ms)
        return false;
    int64_t index = felt_tournaments_find(tournaments, row->id);
    if (index < 0) return true;
    felt_tournaments_face(tournaments, (uint32_t)index, &face);
    return face.settled;
}

enum felt_status felt_conf_tournaments(const struct felt_conf *conf,
                                       struct felt_tournaments *tournaments,
                                       const struct felt_digests *digests, int64_t wall_ms,
                                       struct felt_complaint *complaint)
{
    for (int i = 0; i < conf->tournaments; i++) {
        struct felt_tournament_row row = conf->event[i];
        struct felt_complaint why = {0};
        felt_tournament_row_fix(&row, wall_ms, digests);
        if (!is_wanted(tournaments, &row, wall_ms)) continue;
        if (felt_tournaments_add(tournaments, &row, wall_ms, &why) < 0)
            return felt_complain(complaint, FELT_IMPOSSIBLE, 0, 0, "[tournament %s] %s", row.id,
                                 why.text);
    }
    return FELT_OK;
}
