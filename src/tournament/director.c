/* director.c -- inputs, and what follows from each. */
#include "tournament/director_parts.h"

void felt_director_tell(struct felt_director_work *work, struct felt_director_event event)
{
    struct felt_director_log *log = work->log;
    if (!log) return;
    if (log->count < log->room)
        log->event[log->count++] = event;
    else
        log->lost = true;
}

static void tick(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    felt_director_clock_pass(work);
    if (director->state != FELT_DIRECTOR_OPEN || work->now_ms < felt_director_alarm(director))
        return;
    if (director->entries >= director->plan.entrants_min) {
        felt_director_start(work);
    } else {
        enum felt_director_no no = felt_director_call_off(work);
        felt_assert(no == FELT_DIRECTOR_OK);
    }
}

static enum felt_director_no act(struct felt_director_work *work,
                                 const struct felt_director_input *input)
{
    switch (input->what) {
    case FELT_DIRECTOR_TICK: tick(work); return FELT_DIRECTOR_OK;
    case FELT_DIRECTOR_WAKE: work->director->at_ms = input->now_ms; return FELT_DIRECTOR_OK;
    case FELT_DIRECTOR_REGISTER: return felt_director_come(work, input->user, input->house);
    case FELT_DIRECTOR_REMOVE: return felt_director_remove(work, input->user);
    case FELT_DIRECTOR_CALL_OFF: return felt_director_call_off(work);
    case FELT_DIRECTOR_GIVE_UP: return felt_director_give_up(work);
    case FELT_DIRECTOR_PAUSE: return felt_director_clock_pause(work, true);
    case FELT_DIRECTOR_RESUME: return felt_director_clock_pause(work, false);
    case FELT_DIRECTOR_ADD_TIME: return felt_director_clock_add(work, input->amount);
    case FELT_DIRECTOR_MOVE:
        return felt_director_move(work, input->user, input->table, input->seat);
    case FELT_DIRECTOR_BEGIN: return felt_director_begin(work, input->table);
    case FELT_DIRECTOR_RESULT: return felt_director_end(work, input->table, input->stack);
    case FELT_DIRECTOR_VOID: return felt_director_undo(work, input->table);
    default: return FELT_DIRECTOR_BAD_INPUT;
    }
}

/* T1: what lies on the tables, and before those who have a bye. */
static void count_chips(const struct felt_director *director)
{
    felt_chips chips = 0;
    uint32_t seated = 0;
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        chips += felt_director_tables(director)[i].chips;
        seated += felt_director_tables(director)[i].size;
    }
    felt_assert(seated <= director->alive);
    felt_assert(felt_director_is_rounds(director) || seated == director->alive); /* T2 */
    felt_assert(chips + director->plan.stack * (director->alive - seated) == director->chips);
}

enum felt_director_no felt_director_apply(struct felt_director *director,
                                          const struct felt_director_input *input,
                                          struct felt_director_log *log)
{
    const int64_t now_max = INT64_C(1) << 53;
    felt_assert(director->mark == FELT_DIRECTOR_MARK);
    if (input->now_ms < 0 || input->now_ms > now_max) return FELT_DIRECTOR_BAD_INPUT;
    struct felt_director_work work = {.director = director, .log = log, .now_ms = input->now_ms};
    enum felt_director_no no = act(&work, input);
    if (no) return no;
    if (director->state == FELT_DIRECTOR_RUNNING) {
        if (felt_director_is_rounds(director))
            felt_director_rounds_go_on(&work);
        else if (input->what != FELT_DIRECTOR_BEGIN)
            felt_director_balance(&work);
    }
    count_chips(director);
    return FELT_DIRECTOR_OK;
}

void felt_director_face(const struct felt_director *director, struct felt_director_face *face)
{
    bool timed = felt_director_is_timed(director) && director->state == FELT_DIRECTOR_RUNNING;
    felt_chips pool = director->closed ? director->pool : felt_director_pool(director);
    felt_chips paid_in = (director->plan.buy_in - director->plan.fee) * director->entries;
    *face = (struct felt_director_face){
        .state = director->state,
        .level = director->level,
        .paused = director->paused,
        .closed = director->closed,
        .hand_for_hand = director->by_hand,
        .final = director->final,
        .entries = director->entries,
        .left = director->alive,
        .house = director->house,
        .tables = director->tables,
        .round = director->round,
        .places = felt_prizes_places(&director->plan.prizes, director->entries),
        .level_ms = timed ? director->left_ms : INT64_MAX,
        .chips = director->chips,
        .pool = pool,
        .overlay = pool - paid_in,
        .fees = director->plan.fee * director->entries};
}

const struct felt_director_entry *felt_director_entry(const struct felt_director *director,
                                                      uint32_t entry)
{
    felt_assert(entry < director->plan.entrants_max);
    return &felt_director_entries(director)[entry];
}

bool felt_director_table(const struct felt_director *director, uint32_t table,
                         uint16_t entry[FELT_SEATS_MAX])
{
    if (table >= director->plan.tables_max || !felt_director_tables(director)[table].open)
        return false;
    memcpy(entry, felt_director_tables(director)[table].seat, FELT_SEATS_MAX * sizeof *entry);
    return true;
}

const char *felt_director_no_text(enum felt_director_no no)
{
    static const char *const text[FELT_DIRECTOR_NOS] = {
        [FELT_DIRECTOR_OK] = "fine",
        [FELT_DIRECTOR_NOT_NOW] = "this is not possible at this stage of the tournament",
        [FELT_DIRECTOR_CLOSED] = "registration is over; look for another tournament",
        [FELT_DIRECTOR_FULL] = "all entries are taken; try again when somebody withdraws",
        [FELT_DIRECTOR_HOUSE_FULL] = "no more house players may come in",
        [FELT_DIRECTOR_ALREADY_IN] = "this user is in already",
        [FELT_DIRECTOR_NO_REENTRY] = "this user may not come in again",
        [FELT_DIRECTOR_NO_SUCH_USER] = "this user is not in",
        [FELT_DIRECTOR_NO_SUCH_TABLE] = "there is no such table now",
        [FELT_DIRECTOR_BAD_SEAT] = "that chair is taken or not there; choose a free one",
        [FELT_DIRECTOR_BAD_AMOUNT] = "this amount is not possible",
        [FELT_DIRECTOR_UNBALANCED] = "tables would differ too much; move to a smaller table",
        [FELT_DIRECTOR_IN_HAND] = "a hand is under way there; wait until it is over",
        [FELT_DIRECTOR_NO_HAND] = "no hand is under way there",
        [FELT_DIRECTOR_BAD_INPUT] = "this is no input of a tournament",
        [FELT_DIRECTOR_PAUSED] = "the tournament is paused",
        [FELT_DIRECTOR_BREAK] = "it is a break",
        [FELT_DIRECTOR_ALONE] = "the table waits for a second player",
        [FELT_DIRECTOR_BALANCING] = "the table waits for players of larger ones",
        [FELT_DIRECTOR_HAND_FOR_HAND] = "the table waits for the hands of the others",
        [FELT_DIRECTOR_FINAL] = "the table waits for the draw of the final table"};
    return no < FELT_DIRECTOR_NOS ? text[no] : "unknown";
}
