/* staff.c -- house players: who sits where, and how long they seem to think.
 *
 * Every look_ms, and soon after a person sat down, the staff goes round the tables.  What it knows
 * of a table is its face; what it believes of its own members is put right by it: whoever has no
 * chair any more is free.  At each table it does at most one thing in a round, so that players come
 * and go one after the other:
 *
 *   wanted   a person wants a chair that one of us has, where each has a role: he stands up.
 *   alone    a person wants to play and has nobody to play with, or too few for the game: somebody
 *            comes, into the last free chair if there is no other.
 *   lend     nobody was free for somebody who is alone elsewhere: from a table without people one
 *            stands up, and none comes where nobody is alone.
 *   crowd    no chair is free, or more play than the stake wants, people included: whoever played
 *            most hands here stands up, but never so that a person is left with too few.
 *   few      fewer play than the stake wants and two chairs are free: somebody comes.
 *   change   somebody has been here for about stay_hands: he stands up, and another will come.
 *
 * At a table for practice every chair is for the house: all of them come at once.
 *
 * A stake that wants no house players (house 0) gets none, whoever waits there.
 *
 * Nothing is tried again at once after a refusal: the member, the table and, if the house account
 * has no chips, everybody waits, twice as long each time. */
#include "server/room/staff.h"

#include "felt/assert.h"

#include <string.h>

enum {
    WANTS_OF_TICK = 64, /* then the loop has its turn                                           */
    HURRY_MS = 20,      /* between two rounds because people sat down                           */
    WAIT_MS_MIN = 500,
    WAIT_MS_MAX = 60000,
    ANSWER_MS = 30000, /* a want that was not answered is given up                              */
    MIND_MS = 3000,    /* between two wants of somebody who sits                                */
    KNOCK_MS = 30000,  /* somebody who found no chair comes again within                        */
    BUY_IN_PERCENT_MIN = 40,
    BANK_IN_BUY_INS = 3 /* a member is staked with so many at once                              */
};

/* What nobody else needs to know of a member. */
struct duty {
    uint64_t req;        /* of the want under way, 0: none                                      */
    uint64_t hands_from; /* of the table when he sat down                                       */
    int64_t since_ms;    /* of the want                                                         */
    uint32_t stay, wait_ms;
    uint8_t want; /* enum felt_want_kind                                                        */
    bool leaving, staking;
    bool brings_all; /* he left with more than he wanted to bring                               */
};

/* What is known of a table between two rounds. */
struct post {
    int64_t not_before_ms;
    uint32_t wait_ms;
    uint8_t coming; /* members who wait for chips to sit down here                              */
    int32_t member[FELT_SEATS_MAX]; /* number + 1                                               */
};

struct felt_staff {
    struct felt_floor *floor;
    struct felt_staff_config config;
    struct felt_staff_services services;
    struct felt_rng rng;
    uint32_t members_max, members, tables_max;
    uint32_t next_member, next_table; /* where the search and the round go on                    */
    uint32_t wants;                   /* of this tick                                           */
    uint32_t people;                  /* seated at the last tick                                */
    uint32_t missing; /* members for whom people wait, so far in this round                      */
    uint32_t lend;    /* of those of the last round, who still have to be found                  */
    bool scarce;      /* there were some                                                         */
    uint32_t stake_wait_ms;
    uint64_t req;
    int64_t look_ms, looked_ms; /* of the next round, of the last                               */
    int64_t stake_not_before_ms;
    bool rounds, nobody; /* a round is under way; in which nobody was free                      */
    struct felt_staff_member *member;
    struct duty *duty;
    struct post *post;
};

const struct felt_staff_config felt_staff_config_usual = {
    .look_ms = 250, .think_ms = 1200, .think_max_ms = 6000, .stay_hands = 200};

/* ---- memory ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

size_t felt_staff_bytes(uint32_t members_max, uint32_t tables_max)
{
    return aligned(sizeof(struct felt_staff)) +
           aligned(members_max * sizeof(struct felt_staff_member)) +
           aligned(members_max * sizeof(struct duty)) + aligned(tables_max * sizeof(struct post));
}

struct felt_staff *felt_staff_init(void *memory, struct felt_floor *floor, uint32_t members_max,
                                   uint32_t tables_max, const struct felt_staff_config *config,
                                   const struct felt_staff_services *services, struct felt_rng rng)
{
    struct felt_staff *staff = memory;
    char *at = memory;
    memset(memory, 0, felt_staff_bytes(members_max, tables_max));
    *staff = (struct felt_staff){.floor = floor,
                                 .config = *config,
                                 .services = *services,
                                 .rng = rng,
                                 .members_max = members_max,
                                 .tables_max = tables_max,
                                 .look_ms = INT64_MIN,
                                 .looked_ms = INT64_MIN};
    at += aligned(sizeof *staff);
    staff->member = (struct felt_staff_member *)(void *)at;
    at += aligned(members_max * sizeof *staff->member);
    staff->duty = (struct duty *)(void *)at;
    at += aligned(members_max * sizeof *staff->duty);
    staff->post = (struct post *)(void *)at;
    return staff;
}

/* ---- members ---- */

static bool is_seat(felt_seat seat)
{
    return seat >= 0 && seat < FELT_SEATS_MAX;
}

static uint32_t grow_wait(uint32_t *wait_ms)
{
    uint32_t now = *wait_ms ? *wait_ms : WAIT_MS_MIN;
    *wait_ms = 2 * now < WAIT_MS_MAX ? 2 * now : WAIT_MS_MAX;
    return now;
}

/* Whoever sat or went somewhere does not any more. */
static void release(struct felt_staff *staff, uint32_t number)
{
    struct felt_staff_member *member = &staff->member[number];
    struct duty *duty = &staff->duty[number];
    struct post *post = &staff->post[member->table];
    if (member->state == FELT_STAFF_BROKE) {
        felt_assert(post->coming > 0);
        post->coming--;
    }
    if (is_seat(member->seat) && post->member[member->seat] == (int32_t)number + 1)
        post->member[member->seat] = 0;
    member->state = FELT_STAFF_FREE;
    member->seat = FELT_SEAT_NONE;
    duty->leaving = false;
    duty->req = 0;
}

static void settle_in(struct felt_staff *staff, uint32_t number, uint32_t table, felt_seat seat)
{
    struct felt_staff_member *member = &staff->member[number];
    struct duty *duty = &staff->duty[number];
    struct felt_floor_face face;
    felt_assert(table < staff->tables_max);
    felt_assert(is_seat(seat));
    member->state = FELT_STAFF_SEATED;
    member->table = table;
    member->seat = seat;
    staff->post[table].member[seat] = (int32_t)number + 1;
    duty->hands_from = felt_floor_face(staff->floor, table, &face) ? face.hands : 0;
    duty->leaving = false;
    uint32_t about = staff->config.stay_hands;
    duty->stay = about ? about / 2 + felt_rng_below(&staff->rng, about) + 1 : 0;
}

int felt_staff_hire(struct felt_staff *staff, const struct felt_guest_of_floor *who, uint32_t line,
                    int64_t now_ms)
{
    if (staff->members == staff->members_max) return -1;
    struct felt_staff_member *member = &staff->member[staff->members];
    *member = (struct felt_staff_member){.user = who->user,
                                         .line = line,
                                         .seat = FELT_SEAT_NONE,
                                         .state = FELT_STAFF_FREE,
                                         .bank = who->bank,
                                         .not_before_ms = now_ms};
    memcpy(member->name, who->name, sizeof member->name);
    return (int)staff->members++;
}

void felt_staff_found(struct felt_staff *staff, uint32_t member, uint32_t table, felt_seat seat)
{
    felt_assert(member < staff->members);
    release(staff, member);
    settle_in(staff, member, table, seat);
}

uint32_t felt_staff_count(const struct felt_staff *staff)
{
    return staff->members;
}

const struct felt_staff_member *felt_staff_at(const struct felt_staff *staff, uint32_t member)
{
    felt_assert(member < staff->members);
    return &staff->member[member];
}

int felt_staff_find(const struct felt_staff *staff, uint32_t table, felt_seat seat)
{
    if (table >= staff->tables_max || !is_seat(seat)) return -1;
    return staff->post[table].member[seat] - 1;
}

void felt_staff_configure(struct felt_staff *staff, const struct felt_staff_config *config)
{
    staff->config = *config;
}

/* Lines of the house are given out one after the other. */
static int find_line(const struct felt_staff *staff, uint32_t line)
{
    if (!staff->members) return -1;
    uint32_t guess = line - staff->member[0].line;
    if (guess < staff->members && staff->member[guess].line == line) return (int)guess;
    for (uint32_t i = 0; i < staff->members; i++)
        if (staff->member[i].line == line) return (int)i;
    return -1;
}

/* ---- wants and what becomes of them ---- */

/* The answer may come before this returns. */
static void give(struct felt_staff *staff, uint32_t number, struct felt_want *want,
                 const struct felt_floor_face *face, int64_t now_ms)
{
    struct duty *duty = &staff->duty[number];
    staff->wants++;
    want->has_req = true;
    want->req = duty->req = ++staff->req;
    duty->want = want->kind;
    duty->since_ms = now_ms;
    size_t bytes = strlen(face->id);
    felt_assert(bytes < sizeof want->table);
    memcpy(want->table, face->id, bytes + 1);
    felt_floor_want(staff->floor, staff->member[number].line, want, false, now_ms);
}

static void hear_ok(struct felt_staff *staff, uint32_t number, const struct felt_news *news)
{
    struct duty *duty = &staff->duty[number];
    struct felt_staff_member *member = &staff->member[number];
    duty->req = 0;
    duty->wait_ms = 0;
    if (duty->want != FELT_WANT_SIT) return;
    felt_assert(member->state == FELT_STAFF_GOING);
    duty->brings_all = false;
    staff->post[member->table].wait_ms = 0;
    if (is_seat(news->seat)) settle_in(staff, number, member->table, news->seat);
}

static void hear_error(struct felt_staff *staff, uint32_t number, const struct felt_news *news,
                       int64_t now_ms)
{
    struct duty *duty = &staff->duty[number];
    struct felt_staff_member *member = &staff->member[number];
    struct post *post = &staff->post[member->table];
    duty->req = 0;
    member->not_before_ms = now_ms + grow_wait(&duty->wait_ms);
    if (duty->want == FELT_WANT_STAND) duty->leaving = false;
    if (news->no == FELT_NO_CHIPS) member->bank = 0; /* less than was believed: he is staked */
    if (duty->want != FELT_WANT_SIT) return;
    duty->brings_all = news->no == FELT_NO_RATHOLE;
    post->not_before_ms = now_ms + grow_wait(&post->wait_ms);
    release(staff, number);
}

void felt_staff_hear(struct felt_staff *staff, uint32_t line, const struct felt_news *news,
                     int64_t now_ms)
{
    int number = find_line(staff, line);
    if (number < 0) return;
    const struct duty *duty = &staff->duty[number];
    bool answers = duty->req && news->has_req && news->req == duty->req;
    /* Answered after it was given up: he sits there all the same. */
    bool late = news->kind == FELT_NEWS_OK && !duty->req && news->table && is_seat(news->seat) &&
                news->table->chair[news->seat].user == staff->member[number].user &&
                staff->member[number].state == FELT_STAFF_FREE;
    if (late) settle_in(staff, (uint32_t)number, news->table->index, news->seat);
    if (news->kind == FELT_NEWS_CASHIER) staff->member[number].bank = news->bank;
    if (news->kind == FELT_NEWS_OK && answers) hear_ok(staff, (uint32_t)number, news);
    if (news->kind == FELT_NEWS_ERROR && answers) hear_error(staff, (uint32_t)number, news, now_ms);
}

/* ---- chips ---- */

/* The next round comes soon. */
static void hurry(struct felt_staff *staff)
{
    int64_t soon = staff->looked_ms + HURRY_MS;
    if (soon < staff->look_ms) staff->look_ms = soon;
}

/* Asks for so many that they last for a while. */
static void ask_for_chips(struct felt_staff *staff, uint32_t number, felt_chips buy_in,
                          int64_t now_ms)
{
    struct duty *duty = &staff->duty[number];
    if (duty->staking || now_ms < staff->stake_not_before_ms) return;
    duty->staking = true;
    staff->services.stake(staff->services.self, number,
                          BANK_IN_BUY_INS * buy_in - staff->member[number].bank);
}

void felt_staff_paid(struct felt_staff *staff, uint32_t member, bool paid, felt_chips bank,
                     int64_t now_ms)
{
    felt_assert(member < staff->members);
    struct duty *duty = &staff->duty[member];
    duty->staking = false;
    if (staff->member[member].state == FELT_STAFF_BROKE) release(staff, member);
    if (paid) {
        staff->member[member].bank = bank;
        staff->member[member].not_before_ms = now_ms;
        staff->stake_wait_ms = 0;
        staff->next_member = member; /* somebody may wait for him */
        hurry(staff);
        return;
    }
    staff->stake_not_before_ms = now_ms + grow_wait(&staff->stake_wait_ms);
    staff->member[member].not_before_ms = staff->stake_not_before_ms;
}

/* ---- sitting down ---- */

/* Between 40 and 100 % of what may be brought, in whole big blinds. */
static felt_chips draw_buy_in(struct felt_staff *staff, const struct felt_stake *stake)
{
    uint32_t percent = BUY_IN_PERCENT_MIN + felt_rng_below(&staff->rng, 101 - BUY_IN_PERCENT_MIN);
    felt_chips range = stake->buy_in_max - stake->buy_in_min;
    felt_chips amount = stake->buy_in_min + range / 100 * percent + range % 100 * percent / 100;
    if (stake->big_blind > 0) amount -= amount % stake->big_blind;
    return amount < stake->buy_in_min ? stake->buy_in_min : amount;
}

/* The next free member who may go now; -1: none in this round. */
static int pick(struct felt_staff *staff, int64_t now_ms)
{
    for (uint32_t i = 0; i < staff->members && !staff->nobody; i++) {
        uint32_t number = staff->next_member;
        const struct felt_staff_member *member = &staff->member[number];
        staff->next_member = number + 1 < staff->members ? number + 1 : 0;
        if (member->state == FELT_STAFF_FREE && member->not_before_ms <= now_ms &&
            !staff->duty[number].staking)
            return (int)number;
    }
    staff->nobody = true;
    return -1;
}

/* What a member should have before he sits down, and has to; a game for the score costs nothing. */
static felt_chips plenty(const struct felt_stake *stake)
{
    return stake->markers ? 0 : stake->buy_in_max;
}

static felt_chips least(const struct felt_stake *stake)
{
    return stake->markers ? 0 : stake->buy_in_min;
}

/* False: nobody is free. */
static bool send_somebody(struct felt_staff *staff, const struct felt_floor_face *face,
                          int64_t now_ms)
{
    const struct felt_stake *stake = face->stake;
    int picked = pick(staff, now_ms);
    if (picked < 0) return false;
    uint32_t number = (uint32_t)picked;
    struct felt_staff_member *member = &staff->member[number];
    member->table = face->index;
    if (member->bank < plenty(stake) && now_ms >= staff->stake_not_before_ms) {
        member->state = FELT_STAFF_BROKE;
        staff->post[face->index].coming++;
        staff->wants++;
        int64_t look_ms = staff->look_ms;
        ask_for_chips(staff, number, stake->buy_in_max, now_ms);
        if (member->state == FELT_STAFF_BROKE) return true;
        staff->look_ms = look_ms; /* answered at once: nobody has to hurry for him */
    }
    if (member->bank < least(stake)) {
        member->not_before_ms = staff->stake_not_before_ms;
        return true;
    }
    felt_chips amount = draw_buy_in(staff, stake);
    struct felt_want want = {
        .kind = FELT_WANT_SIT,
        .seat = FELT_SEAT_NONE,
        .amount = amount < member->bank || stake->markers ? amount : member->bank,
        .settings = {.has_wait = true, .wait = false, .has_rebuy = true, .rebuy = true}};
    if (staff->duty[number].brings_all) want.amount = 0;
    member->state = FELT_STAFF_GOING;
    give(staff, number, &want, face, now_ms);
    return true;
}

/* ---- a look at a table ---- */

struct tally {
    int seats, free;
    int people; /* who want to play; those who sit out or leave only have a chair               */
    int house;  /* who stay                                                                     */
    int ready;  /* of those, who can play                                                       */
    int leaving;
    int oldest; /* member who played most hands here, -1: none of ours                          */
    uint64_t oldest_hands;
    int tired; /* member who has been here for long enough, -1: none                             */
};

static void count_member(const struct felt_staff *staff, int number,
                         const struct felt_floor_face *face, struct tally *tally)
{
    const struct duty *duty = &staff->duty[number];
    if (staff->member[number].state != FELT_STAFF_SEATED || duty->leaving || duty->req) return;
    uint64_t hands = face->hands - duty->hands_from;
    if (tally->oldest < 0 || hands > tally->oldest_hands) {
        tally->oldest = number;
        tally->oldest_hands = hands;
    }
    if (duty->stay && hands >= duty->stay) tally->tired = number;
}

static void count(const struct felt_staff *staff, const struct felt_floor_face *face,
                  struct tally *tally)
{
    *tally = (struct tally){.seats = face->stake->seats, .oldest = -1, .tired = -1};
    for (int seat = 0; seat < tally->seats; seat++) {
        const struct felt_chair_face *chair = &face->chair[seat];
        bool plays = chair->state == FELT_CHAIR_BUYING || chair->state == FELT_CHAIR_WAITING ||
                     chair->state == FELT_CHAIR_PLAYING;
        int member = staff->post[face->index].member[seat] - 1;
        if (chair->state == FELT_CHAIR_FREE) {
            tally->free++;
        } else if (chair->kind != FELT_USER_HOUSE) {
            tally->people += plays;
        } else if (chair->state == FELT_CHAIR_LEAVING) {
            tally->leaving++;
        } else {
            tally->house++;
            tally->ready += plays;
            if (member >= 0) count_member(staff, member, face, tally);
        }
    }
}

/* Somebody who sits: has he still his chair, can he play, has he chips behind? */
static void mind(struct felt_staff *staff, uint32_t number, const struct felt_floor_face *face,
                 int64_t now_ms)
{
    struct felt_staff_member *member = &staff->member[number];
    struct duty *duty = &staff->duty[number];
    const struct felt_chair_face *chair = &face->chair[member->seat];
    if (duty->req && now_ms - duty->since_ms > ANSWER_MS) duty->req = 0;
    if (chair->state == FELT_CHAIR_FREE || chair->user != member->user) {
        release(staff, number);
        return;
    }
    if (chair->state == FELT_CHAIR_LEAVING) duty->leaving = true;
    if (duty->req || duty->leaving || now_ms < member->not_before_ms) return;
    if (member->bank < plenty(face->stake))
        ask_for_chips(staff, number, face->stake->buy_in_max, now_ms);
    struct felt_want want = {.seat = FELT_SEAT_NONE};
    if (chair->state == FELT_CHAIR_BROKE && member->bank >= face->stake->buy_in_min) {
        want.kind = FELT_WANT_TOP_UP;
        want.amount = draw_buy_in(staff, face->stake);
        if (want.amount > member->bank) want.amount = member->bank;
    } else if (chair->state == FELT_CHAIR_BROKE && now_ms < staff->stake_not_before_ms) {
        want.kind = FELT_WANT_STAND; /* the house has no chips either */
        duty->leaving = true;
    } else if (chair->state == FELT_CHAIR_OUT) { /* too slow twice, or found so after a restart */
        want.kind = FELT_WANT_SIT_OUT;
    } else {
        return;
    }
    member->not_before_ms = now_ms + MIND_MS;
    give(staff, number, &want, face, now_ms);
}

/* False: he cannot now. */
static bool send_away(struct felt_staff *staff, int number, const struct felt_floor_face *face,
                      int64_t now_ms)
{
    struct felt_want want = {.kind = FELT_WANT_STAND, .seat = FELT_SEAT_NONE};
    if (number < 0 || staff->member[number].not_before_ms > now_ms) return false;
    staff->duty[number].leaving = true;
    give(staff, (uint32_t)number, &want, face, now_ms);
    return true;
}

/* Players that the game of a table needs. */
static int needed(const struct felt_stake *stake)
{
    int least = stake->games > 0 ? stake->game[0]->seats_min : 2;
    return least > 2 ? least : 2;
}

/* Where a person has too few to play with: `few` more have to come, and `room` can.  While members
 * are scarce no chair is filled that can stay free, and one table after the other is seen to. */
static void keep_company(struct felt_staff *staff, const struct felt_floor_face *face, int few,
                         int room, int64_t now_ms)
{
    int most = !face->stake->practice ? 1 : staff->scarce ? few : room, sent = 0;
    while (sent < most && sent < room && send_somebody(staff, face, now_ms)) sent++;
    if (sent < few && staff->nobody) staff->missing += (uint32_t)(few - sent);
}

/* The list at the top. */
static void manage(struct felt_staff *staff, const struct felt_floor_face *face, int64_t now_ms)
{
    struct tally tally;
    count(staff, face, &tally);
    const struct post *post = &staff->post[face->index];
    bool practice = face->stake->practice;
    int spare = practice ? 0 : 1; /* chairs for whoever comes */
    int most = face->stake->house < tally.seats ? face->stake->house : tally.seats - spare;
    if (face->is_private && !tally.people)
        most = 0; /* it is somebody's: nobody plays there alone */
    int company = tally.people + tally.house, coming = post->coming, room = tally.free - coming;
    int few = needed(face->stake) - tally.people - tally.ready - coming;
    /* Where every chair is needed the house goes for somebody who came in vain, and leaves him some
     * time to come again. */
    bool knocked = face->knocked_ms && now_ms - face->knocked_ms < KNOCK_MS;
    bool may_come = face->stake->house && now_ms >= post->not_before_ms && !knocked;
    bool may_go = !tally.people || company > needed(face->stake) || knocked;
    bool crowded = company > most || (!tally.free && (!practice || knocked));
    bool lends = staff->lend > 0 && !tally.people;
    int in_the_way =
        knocked && face->knocked_chair ? post->member[face->knocked_chair - 1] - 1 : -1;
    if (in_the_way >= 0 && !staff->duty[in_the_way].leaving) {
        (void)send_away(staff, in_the_way, face, now_ms);
    } else if (tally.people && few > 0 && room > 0) {
        if (may_come) keep_company(staff, face, few, room, now_ms);
    } else if (tally.house && !tally.leaving && may_go && (crowded || lends)) {
        if (send_away(staff, tally.oldest, face, now_ms) && lends) staff->lend--;
    } else if (company + coming < most && room > spare) {
        if (may_come && !staff->scarce) (void)send_somebody(staff, face, now_ms);
    } else if (tally.tired >= 0 && !tally.leaving && may_go) {
        (void)send_away(staff, tally.tired, face, now_ms);
    }
}

static void look(struct felt_staff *staff, uint32_t table, int64_t now_ms)
{
    struct felt_floor_face face;
    struct post *post = &staff->post[table];
    bool there = felt_floor_face(staff->floor, table, &face);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        int number = post->member[seat] - 1;
        if (number < 0) continue;
        if (there)
            mind(staff, (uint32_t)number, &face, now_ms);
        else
            release(staff, (uint32_t)number);
    }
    if (there && !face.closing) manage(staff, &face, now_ms);
}

/* Members whose want to sit nobody answered are free again.  Those who are free or on their way out
 * will do for people who wait. */
static void begin_round(struct felt_staff *staff, int64_t now_ms)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < staff->members; i++) {
        const struct duty *duty = &staff->duty[i];
        if (staff->member[i].state == FELT_STAFF_GOING && now_ms - duty->since_ms > ANSWER_MS)
            release(staff, i);
        found += staff->member[i].state == FELT_STAFF_FREE || duty->leaving;
    }
    staff->scarce = staff->missing > 0;
    staff->lend = staff->missing > found ? staff->missing - found : 0;
    staff->missing = 0;
    staff->rounds = true;
    staff->nobody = false;
    staff->next_table = 0;
    staff->looked_ms = now_ms;
    staff->look_ms = now_ms + staff->config.look_ms;
}

int64_t felt_staff_tick(struct felt_staff *staff, int64_t now_ms)
{
    if (!felt_floor_is_open(staff->floor)) return now_ms + staff->config.look_ms;
    uint32_t people = felt_floor_counts(staff->floor)->seated_people;
    if (people > staff->people) hurry(staff);
    staff->people = people;
    if (!staff->rounds && now_ms < staff->look_ms) return staff->look_ms;
    if (!staff->rounds) begin_round(staff, now_ms);
    for (staff->wants = 0; staff->next_table < staff->tables_max; staff->next_table++) {
        if (staff->wants >= WANTS_OF_TICK) return now_ms;
        look(staff, staff->next_table, now_ms);
    }
    staff->rounds = false;
    return staff->look_ms;
}

/* ---- thinking time ---- */

/* Of a decision, in thousandths of the median, at the 1st, every 16th part and the 99th of 100:
 * as people's times are spread, long ones far more than short ones. */
static const uint16_t spread[] = {278,  430,  531,  614,  690,  764,  839,  917, 1000,
                                  1090, 1192, 1308, 1449, 1629, 1883, 2325, 3595};

static uint64_t draw_time(struct felt_rng *rng, uint32_t median_ms)
{
    enum { PARTS = sizeof spread / sizeof spread[0] - 1, STEPS = 256 };
    uint32_t drawn = felt_rng_below(rng, PARTS * STEPS), part = drawn / STEPS;
    uint64_t from = spread[part], to = spread[part + 1];
    return (from + (to - from) * (drawn % STEPS) / STEPS) * median_ms / 1000;
}

/* In percent of the median. */
static uint32_t weigh(const struct felt_view *view, const struct felt_action *action)
{
    static const uint8_t by_kind[FELT_ACTION_KINDS] = {
        [FELT_FOLD] = 80,      [FELT_CHECK] = 75,    [FELT_CALL] = 110,
        [FELT_RAISE_TO] = 135, [FELT_BRING_IN] = 50, [FELT_DISCARD] = 120,
        [FELT_SHOW] = 40,      [FELT_MUCK] = 40,     [FELT_RUNS] = 70};
    felt_seat seat = view->viewer;
    uint32_t percent = action->kind < FELT_ACTION_KINDS ? by_kind[action->kind] : 0;
    if (!percent) percent = 100;
    if (action->kind != FELT_CALL && action->kind != FELT_RAISE_TO && action->kind != FELT_FOLD)
        return percent;
    felt_chips start = is_seat(seat) ? view->start[seat] : 0;
    if (view->betting.pot >= start) return percent * 17 / 10;
    return view->betting.pot >= start / 3 ? percent * 13 / 10 : percent;
}

uint32_t felt_staff_think_ms(struct felt_staff *staff, const struct felt_view *view,
                             const struct felt_action *action, bool people, uint32_t move_ms)
{
    enum { QUICK_MS_MIN = 400, QUICK_MS = 601, QUICK_MEDIAN_MS = 1200 };
    uint32_t median = staff->config.think_ms;
    if (!people || !median) return 0;
    uint64_t most = move_ms / 2;
    if (most > staff->config.think_max_ms) most = staff->config.think_max_ms;
    uint64_t time;
    if (action->kind == FELT_FOLD && view->street == 0) /* most hands: nobody ponders them */
        time = (uint64_t)(QUICK_MS_MIN + felt_rng_below(&staff->rng, QUICK_MS)) * median /
               QUICK_MEDIAN_MS;
    else
        time = draw_time(&staff->rng, median) * weigh(view, action) / 100;
    return (uint32_t)(time < most ? time : most);
}
