/* parlour_clubs.c -- tables of clubs: who may open one, and what happens to them when somebody is
 * no member any more.
 *
 * The floor believes a `create` that names a club.  So the ledger is asked first whether he who
 * wants it is a member; meanwhile the want waits here, and whoever hung up is forgotten. */
#include "server/session/parlour_parts.h"

#include "felt/assert.h"

static void refuse(struct felt_parlour *parlour, uint32_t line, const struct felt_want *want,
                   enum felt_no no, const char *text)
{
    felt_parlour_post(parlour, &line, 1,
                      &(struct felt_news){.kind = FELT_NEWS_ERROR,
                                          .no = (uint8_t)no,
                                          .seat = FELT_SEAT_NONE,
                                          .has_req = want->has_req,
                                          .req = want->req,
                                          .text = text});
}

void felt_parlour_club_create(struct felt_parlour *parlour, uint32_t line,
                              const struct felt_want *want)
{
    static const char busy[] = "too many ask for that now: try again in a moment";
    int64_t user = parlour->line[line].user;
    uint32_t slot = 0;
    if (!user) {
        refuse(parlour, line, want, FELT_NO_SIGN_IN, "sign in to open a table");
        return;
    }
    while (slot < FELT_PARLOUR_CREATES && parlour->create[slot].used) slot++;
    if (slot == FELT_PARLOUR_CREATES) {
        refuse(parlour, line, want, FELT_NO_TOO_MANY, busy);
        return;
    }
    struct felt_waiting_create *create = &parlour->create[slot];
    create->used = true;
    create->serial = (create->serial + 1) & FELT_CREATE_SERIALS;
    create->line = line;
    create->life = parlour->line[line].life;
    create->want = *want;
    struct felt_question question = {
        .kind = FELT_ASK_MEMBER, .number = user, .before = want->terms.club, .limit = 1};
    uint64_t number = (uint64_t)create->serial << 32 | slot;
    if (felt_parlour_ask(parlour, &question, FELT_ERRAND_MEMBER, number)) return;
    create->used = false;
    refuse(parlour, line, want, FELT_NO_TOO_MANY, busy);
}

void felt_parlour_club_found(struct felt_parlour *parlour, uint64_t number,
                             const struct felt_answer *answer)
{
    uint32_t slot = (uint32_t)number;
    felt_assert(slot < FELT_PARLOUR_CREATES);
    struct felt_waiting_create *create = &parlour->create[slot];
    if (!create->used || create->serial != (uint32_t)(number >> 32)) return;
    const struct felt_parlour_line *line = &parlour->line[create->line];
    create->used = false;
    if (line->state != FELT_PARLOUR_IN || line->life != create->life) return; /* he has gone */
    if (answer->outcome == FELT_OUTCOME_OK && answer->count > 0)
        felt_floor_want(parlour->floor, create->line, &create->want, false,
                        felt_parlour_ms(parlour));
    else if (answer->outcome == FELT_OUTCOME_NO_CLUB)
        refuse(parlour, create->line, &create->want, FELT_NO_FORBIDDEN,
               "you are not a member of that club");
    else
        refuse(parlour, create->line, &create->want, FELT_NO_TOO_MANY,
               "the books cannot be reached: try again in a moment");
}

/* ---- what members see ---- */

/* The next table of a club, from `from` on; -1: no more. */
static int64_t next_table(const struct felt_parlour *parlour, int64_t club, uint32_t from,
                          struct felt_floor_private *out)
{
    for (uint32_t table = from; table < parlour->config.floor.tables_max; table++)
        if (felt_floor_private(parlour->floor, table, out) && out->club == club) return table;
    return -1;
}

void felt_parlour_club_tables(const struct felt_parlour *parlour, int64_t club,
                              struct felt_json *json)
{
    struct felt_floor_private mine;
    struct felt_floor_face face;
    felt_json_array(json);
    for (int64_t at = next_table(parlour, club, 0, &mine); at >= 0;
         at = next_table(parlour, club, (uint32_t)at + 1, &mine)) {
        if (!felt_floor_face(parlour->floor, (uint32_t)at, &face)) continue;
        int seated = 0;
        for (int seat = 0; seat < face.stake->seats; seat++)
            seated += face.chair[seat].state != FELT_CHAIR_FREE;
        felt_json_object(json);
        felt_json_key(json, "table"), felt_json_text(json, face.id);
        felt_json_key(json, "title"), felt_json_text(json, face.stake->title);
        felt_json_key(json, "key"), felt_json_text(json, mine.key);
        felt_json_key(json, "host"), felt_json_text(json, mine.host_name);
        felt_json_key(json, "seats"), felt_json_int(json, face.stake->seats);
        felt_json_key(json, "seated"), felt_json_int(json, seated);
        felt_json_key(json, "paused"), felt_json_bool(json, mine.paused);
        felt_json_end(json);
    }
    felt_json_end(json);
}

void felt_parlour_club_left(struct felt_parlour *parlour, int64_t club, int64_t user,
                            int64_t now_us)
{
    struct felt_floor_private mine;
    felt_parlour_set_time(parlour, now_us);
    for (int64_t at = next_table(parlour, club, 0, &mine); at >= 0;
         at = next_table(parlour, club, (uint32_t)at + 1, &mine)) {
        (void)felt_floor_show_out(parlour->floor, (uint32_t)at, user, felt_parlour_ms(parlour));
    }
}

void felt_parlour_club_closed(struct felt_parlour *parlour, int64_t club, int64_t now_us)
{
    struct felt_floor_private mine;
    struct felt_floor_face face;
    felt_parlour_set_time(parlour, now_us);
    for (int64_t at = next_table(parlour, club, 0, &mine); at >= 0;
         at = next_table(parlour, club, (uint32_t)at + 1, &mine)) {
        if (felt_floor_face(parlour->floor, (uint32_t)at, &face))
            (void)felt_floor_close_table(parlour->floor, face.id, felt_parlour_ms(parlour));
    }
}
