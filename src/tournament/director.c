/* director.c -- inputs, and what follows from each. */
#include "tournament/tour_parts.h"

void felt_tour_tell(struct felt_tour_work *work, struct felt_tour_event event)
{
    struct felt_tour_log *log = work->log;
    if (!log) return;
    if (log->count < log->room)
        log->event[log->count++] = event;
    else
        log->lost = true;
}

static void tick(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    felt_tour_clock_pass(work);
    if (tour->state != FELT_TOUR_OPEN || work->now_ms < felt_tour_alarm(tour)) return;
    if (tour->entries >= tour->plan.entrants_min) {
        felt_tour_start(work);
    } else {
        enum felt_tour_no no = felt_tour_call_off(work);
        felt_assert(no == FELT_TOUR_OK);
    }
}

static enum felt_tour_no act(struct felt_tour_work *work, const struct felt_tour_input *input)
{
    switch (input->what) {
    case FELT_TOUR_TICK: tick(work); return FELT_TOUR_OK;
    case FELT_TOUR_WAKE: work->tour->at_ms = input->now_ms; return FELT_TOUR_OK;
    case FELT_TOUR_REGISTER: return felt_tour_come(work, input->user, input->house);
    case FELT_TOUR_REMOVE: return felt_tour_remove(work, input->user);
    case FELT_TOUR_CALL_OFF: return felt_tour_call_off(work);
    case FELT_TOUR_GIVE_UP: return felt_tour_give_up(work);
    case FELT_TOUR_PAUSE: return felt_tour_clock_pause(work, true);
    case FELT_TOUR_RESUME: return felt_tour_clock_pause(work, false);
    case FELT_TOUR_ADD_TIME: return felt_tour_clock_add(work, input->amount);
    case FELT_TOUR_MOVE: return felt_tour_move(work, input->user, input->table, input->chair);
    case FELT_TOUR_BEGIN: return felt_tour_begin(work, input->table);
    case FELT_TOUR_RESULT: return felt_tour_end(work, input->table, input->stack);
    case FELT_TOUR_VOID: return felt_tour_undo(work, input->table);
    default: return FELT_TOUR_BAD_INPUT;
    }
}

/* T1: what lies on the tables, and before those who have a bye. */
static void count_chips(const struct felt_tour *tour)
{
    felt_chips chips = 0;
    uint32_t seated = 0;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        chips += felt_tour_tables(tour)[i].chips;
        seated += felt_tour_tables(tour)[i].size;
    }
    felt_assert(seated <= tour->alive);
    felt_assert(felt_tour_is_rounds(tour) || seated == tour->alive); /* T2 */
    felt_assert(chips + tour->plan.stack * (tour->alive - seated) == tour->chips);
}

enum felt_tour_no felt_tour_apply(struct felt_tour *tour, const struct felt_tour_input *input,
                                  struct felt_tour_log *log)
{
    const int64_t now_max = INT64_C(1) << 53;
    felt_assert(tour->mark == FELT_TOUR_MARK);
    if (input->now_ms < 0 || input->now_ms > now_max) return FELT_TOUR_BAD_INPUT;
    struct felt_tour_work work = {.tour = tour, .log = log, .now_ms = input->now_ms};
    enum felt_tour_no no = act(&work, input);
    if (no) return no;
    if (tour->state == FELT_TOUR_RUNNING) {
        if (felt_tour_is_rounds(tour))
            felt_tour_rounds_go_on(&work);
        else if (input->what != FELT_TOUR_BEGIN)
            felt_tour_balance(&work);
    }
    count_chips(tour);
    return FELT_TOUR_OK;
}

void felt_tour_face(const struct felt_tour *tour, struct felt_tour_face *face)
{
    bool timed = felt_tour_is_timed(tour) && tour->state == FELT_TOUR_RUNNING;
    felt_chips pool = tour->closed ? tour->pool : felt_tour_pool(tour);
    felt_chips paid_in = (tour->plan.buy_in - tour->plan.fee) * tour->entries;
    *face = (struct felt_tour_face){.state = tour->state,
                                    .level = tour->level,
                                    .paused = tour->paused,
                                    .closed = tour->closed,
                                    .hand_for_hand = tour->by_hand,
                                    .final = tour->final,
                                    .entries = tour->entries,
                                    .left = tour->alive,
                                    .house = tour->house,
                                    .tables = tour->tables,
                                    .round = tour->round,
                                    .places = felt_prizes_places(&tour->plan.prizes, tour->entries),
                                    .level_ms = timed ? tour->left_ms : INT64_MAX,
                                    .chips = tour->chips,
                                    .pool = pool,
                                    .overlay = pool - paid_in,
                                    .fees = tour->plan.fee * tour->entries};
}

const struct felt_tour_entry *felt_tour_entry(const struct felt_tour *tour, uint32_t entry)
{
    felt_assert(entry < tour->plan.entrants_max);
    return &felt_tour_entries(tour)[entry];
}

bool felt_tour_table(const struct felt_tour *tour, uint32_t table, uint16_t entry[FELT_SEATS_MAX])
{
    if (table >= tour->plan.tables_max || !felt_tour_tables(tour)[table].open) return false;
    memcpy(entry, felt_tour_tables(tour)[table].chair, FELT_SEATS_MAX * sizeof *entry);
    return true;
}

const char *felt_tour_no_text(enum felt_tour_no no)
{
    static const char *const text[FELT_TOUR_NOS] = {
        [FELT_TOUR_OK] = "fine",
        [FELT_TOUR_NOT_NOW] = "this is not possible at this stage of the tournament",
        [FELT_TOUR_CLOSED] = "registration is over; look for another tournament",
        [FELT_TOUR_FULL] = "all entries are taken; try again when somebody withdraws",
        [FELT_TOUR_HOUSE_FULL] = "no more house players may come in",
        [FELT_TOUR_ALREADY_IN] = "this user is in already",
        [FELT_TOUR_NO_REENTRY] = "this user may not come in again",
        [FELT_TOUR_NO_SUCH_USER] = "this user is not in",
        [FELT_TOUR_NO_SUCH_TABLE] = "there is no such table now",
        [FELT_TOUR_BAD_CHAIR] = "that chair is taken or not there; choose a free one",
        [FELT_TOUR_BAD_AMOUNT] = "this amount is not possible",
        [FELT_TOUR_UNBALANCED] = "tables would differ too much; move to a smaller table",
        [FELT_TOUR_IN_HAND] = "a hand is under way there; wait until it is over",
        [FELT_TOUR_NO_HAND] = "no hand is under way there",
        [FELT_TOUR_BAD_INPUT] = "this is no input of a tournament",
        [FELT_TOUR_PAUSED] = "the tournament is paused",
        [FELT_TOUR_BREAK] = "it is a break",
        [FELT_TOUR_ALONE] = "the table waits for a second player",
        [FELT_TOUR_BALANCING] = "the table waits for players of larger ones",
        [FELT_TOUR_HAND_FOR_HAND] = "the table waits for the hands of the others",
        [FELT_TOUR_FINAL] = "the table waits for the draw of the final table"};
    return no < FELT_TOUR_NOS ? text[no] : "unknown";
}
