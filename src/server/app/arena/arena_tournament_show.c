/* arena_tournament_show.c -- a tournament in the terminal: a line for everything that happened, and
 * where somebody is looking a last line that says how it stands. */
#include "server/app/arena/arena_tournament.h"

#include "os/clock.h"

#include <string.h>

enum { STATUS_US = 500000 };

void felt_arena_tournament_report_wipe(struct felt_arena_tournament_report *report)
{
    if (report->has_status) fputs("\r\033[K", stdout);
    report->has_status = false;
}

static const char *name_of(const struct felt_arena_tournament *tournament, uint32_t team)
{
    struct felt_arena_tournament_row row;
    if (team == FELT_TEAM_NONE) return "";
    felt_arena_tournament_row(tournament, team, &row);
    return row.team;
}

static void say_level(const struct felt_arena_tournament *tournament, int64_t row)
{
    const struct felt_director_plan *plan = &felt_arena_tournament_plan_of(tournament)->director;
    const struct felt_director_level *level = &plan->level[row];
    if (felt_arena_tournament_plan_of(tournament)->deals) return; /* matches have one level */
    printf("level %lld: %lld/%lld\n", (long long)row + 1, (long long)level->small,
           (long long)level->big);
}

static void say_note(const struct felt_arena_tournament *tournament,
                     const struct felt_arena_tournament_note *note)
{
    const struct felt_director_event *event = &note->event;
    const char *team = name_of(tournament, note->team);
    struct felt_director_face face;
    felt_director_face(felt_arena_tournament_director(tournament), &face);
    switch ((enum felt_director_told)event->kind) {
    case FELT_DIRECTOR_STARTED: printf("%u teams: the tournament begins\n", face.entries); break;
    case FELT_DIRECTOR_LEVEL: say_level(tournament, event->amount); break;
    case FELT_DIRECTOR_ROUND: printf("round %lld\n", (long long)event->amount); break;
    case FELT_DIRECTOR_WENT:
        printf("%s goes from T-%d to T-%d\n", team, event->from + 1, event->table + 1);
        break;
    case FELT_DIRECTOR_TABLE_DOWN:
        if (!face.round && face.state == FELT_DIRECTOR_RUNNING)
            printf("T-%d is broken\n", event->table + 1);
        break;
    case FELT_DIRECTOR_PLACED:
        if (event->amount > 1)
            printf("%s is out, place %lld\n", team, (long long)event->amount);
        else
            printf("%s has won\n", team);
        break;
    default: break;
    }
}

static void say_status(struct felt_arena_tournament_report *report,
                       const struct felt_arena_tournament *tournament)
{
    struct felt_director_face face;
    char hands[FELT_TERM_NUMBER_BYTES];
    felt_director_face(felt_arena_tournament_director(tournament), &face);
    felt_arena_tournament_report_wipe(report);
    felt_term_style(&report->term, FELT_DIM);
    if (face.state == FELT_DIRECTOR_OPEN)
        printf("%u teams are here; Enter begins", face.entries);
    else
        printf("%u of %u left at %u tables, %s hands%s; standings, pause, remove TEAM, time N",
               face.left, face.entries, face.tables,
               felt_term_number(felt_arena_tournament_hands(tournament), hands),
               face.paused ? ", paused" : "");
    felt_term_style(&report->term, FELT_PLAIN);
    report->has_status = true;
}

void felt_arena_tournament_report_show(struct felt_arena_tournament_report *report)
{
    struct felt_arena_tournament *tournament = felt_arena_tournament_report_of(report);
    struct felt_arena_tournament_note note;
    uint64_t notes = felt_arena_tournament_notes(tournament);
    int64_t now = felt_clock_us();
    bool news = report->shown < notes;
    if (news) felt_arena_tournament_report_wipe(report);
    if (notes - report->shown > FELT_ARENA_TOURNAMENT_NOTES)
        report->shown = notes - FELT_ARENA_TOURNAMENT_NOTES;
    for (; report->shown < notes; report->shown++)
        if (felt_arena_tournament_note(tournament, report->shown, &note))
            say_note(tournament, &note);
    bool looks = report->term.terminal && !felt_arena_tournament_over(tournament);
    if (looks && (news || now - report->status_us > STATUS_US)) {
        report->status_us = now;
        say_status(report, tournament);
        news = true;
    }
    if (news) (void)fflush(stdout);
}
