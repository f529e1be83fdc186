/* arena_tour_show.c -- a tournament in the terminal: a line for everything that happened, and where
 * somebody is looking a last line that says how it stands. */
#include "server/app/arena_tour.h"

#include "os/clock.h"

#include <string.h>

enum { STATUS_US = 500000 };

void felt_tourney_wipe(struct felt_tourney *tourney)
{
    if (tourney->has_status) fputs("\r\033[K", stdout);
    tourney->has_status = false;
}

static const char *name_of(const struct felt_contest *contest, uint32_t team)
{
    struct felt_contest_row row;
    if (team == FELT_TEAM_NONE) return "";
    felt_contest_row(contest, team, &row);
    return row.team;
}

static void say_level(const struct felt_contest *contest, int64_t row)
{
    const struct felt_tour_plan *plan = &felt_contest_plan_of(contest)->tour;
    const struct felt_tour_level *level = &plan->level[row];
    if (felt_contest_plan_of(contest)->deals) return; /* matches have one level */
    printf("level %lld: %lld/%lld\n", (long long)row + 1, (long long)level->small,
           (long long)level->big);
}

static void say_note(const struct felt_contest *contest, const struct felt_contest_note *note)
{
    const struct felt_tour_event *event = &note->event;
    const char *team = name_of(contest, note->team);
    struct felt_tour_face face;
    felt_tour_face(felt_contest_tour(contest), &face);
    switch ((enum felt_tour_told)event->kind) {
    case FELT_TOUR_STARTED: printf("%u teams: the tournament begins\n", face.entries); break;
    case FELT_TOUR_LEVEL: say_level(contest, event->amount); break;
    case FELT_TOUR_ROUND: printf("round %lld\n", (long long)event->amount); break;
    case FELT_TOUR_WENT:
        printf("%s goes from T-%d to T-%d\n", team, event->from + 1, event->table + 1);
        break;
    case FELT_TOUR_TABLE_DOWN:
        if (!face.round && face.state == FELT_TOUR_RUNNING)
            printf("T-%d is broken\n", event->table + 1);
        break;
    case FELT_TOUR_PLACED:
        if (event->amount > 1)
            printf("%s is out, place %lld\n", team, (long long)event->amount);
        else
            printf("%s has won\n", team);
        break;
    default: break;
    }
}

static void say_status(struct felt_tourney *tourney, const struct felt_contest *contest)
{
    struct felt_tour_face face;
    char hands[FELT_TERM_NUMBER_BYTES];
    felt_tour_face(felt_contest_tour(contest), &face);
    felt_tourney_wipe(tourney);
    felt_term_style(&tourney->term, FELT_DIM);
    if (face.state == FELT_TOUR_OPEN)
        printf("%u teams are here; Enter begins", face.entries);
    else
        printf("%u of %u left at %u tables, %s hands%s; standings, pause, remove TEAM, time N",
               face.left, face.entries, face.tables,
               felt_term_number(felt_contest_hands(contest), hands), face.paused ? ", paused" : "");
    felt_term_style(&tourney->term, FELT_PLAIN);
    tourney->has_status = true;
}

void felt_tourney_show(struct felt_tourney *tourney)
{
    struct felt_contest *contest = felt_host_contest(felt_arena_host(tourney->arena));
    struct felt_contest_note note;
    uint64_t notes = felt_contest_notes(contest);
    int64_t now = felt_clock_us();
    bool news = tourney->shown < notes;
    if (news) felt_tourney_wipe(tourney);
    if (notes - tourney->shown > FELT_CONTEST_NOTES) tourney->shown = notes - FELT_CONTEST_NOTES;
    for (; tourney->shown < notes; tourney->shown++)
        if (felt_contest_note(contest, tourney->shown, &note)) say_note(contest, &note);
    bool looks = tourney->term.terminal && !felt_contest_over(contest);
    if (looks && (news || now - tourney->status_us > STATUS_US)) {
        tourney->status_us = now;
        say_status(tourney, contest);
        news = true;
    }
    if (news) (void)fflush(stdout);
}
