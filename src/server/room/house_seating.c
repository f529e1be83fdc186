/* house_seating.c -- house players: who sits where, and how long they seem to think.
 *
 * Every look_ms, and soon after a person sat down, the house seating goes round the tables.  What
 * it knows of a table is its face; what it believes of its own members is put right by it: whoever
 * has no seat any more is free.  At each table it does at most one thing in a round, so that
 * players come and go one after the other:
 *
 *   wanted   a person wants a seat that one of us has, where each has a role: he stands up.
 *   alone    a person wants to play and has nobody to play with, or too few for the game: somebody
 *            comes, into the last free seat if there is no other.
 *   lend     nobody was free for somebody who is alone elsewhere: from a table without people one
 *            stands up, and none comes where nobody is alone.
 *   crowd    no seat is free, or more play than the stake wants, people included: whoever played
 *            most hands here stands up, but never so that a person is left with too few.
 *   few      fewer play than the stake wants and two seats are free: somebody comes.
 *   change   somebody has been here for about stay_hands: he stands up, and another will come.
 *
 * At a table for practice every seat is for the house: all of them come at once.
 *
 * A stake that wants no house players (house 0) gets none, whoever waits there.
 *
 * Nothing is tried again at once after a refusal: the member, the table and, if the house account
 * has no chips, everybody waits, twice as long each time. */
#include "server/room/house_seating.h"

#include "felt/assert.h"

#include <string.h>

enum {
    WANTS_OF_TICK = 64, /* then the loop has its turn                                           */
    HURRY_MS = 20,      /* between two rounds because people sat down                           */
    WAIT_MS_MIN = 500,
    WAIT_MS_MAX = 60000,
    ANSWER_MS = 30000, /* a client message that was not answered is given up */
    MIND_MS = 3000,    /* between two wants of somebody who sits                                */
    KNOCK_MS = 30000,  /* somebody who found no seat comes again within                        */
    BUY_IN_PERCENT_MIN = 40,
    BANK_IN_BUY_INS = 3 /* a member is staked with so many at once                              */
};

/* What nobody else needs to know of a member. */
struct duty {
    uint64_t req;        /* of the want under way, 0: none                                      */
    uint64_t hands_from; /* of the table when he sat down                                       */
    int64_t since_ms;    /* of the want                                                         */
    uint32_t stay, wait_ms;
    uint8_t want; /* enum felt_room_client_kind */
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

struct felt_house_seating {
    struct felt_room *room;
    struct felt_house_seating_config config;
    struct felt_house_seating_services services;
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
    struct felt_house_seating_member *member;
    struct duty *duty;
    struct post *post;
};

const struct felt_house_seating_config felt_house_seating_config_usual = {
    .look_ms = 250, .think_ms = 1200, .think_max_ms = 6000, .stay_hands = 200};

/* ---- memory ---- */

static size_t aligned(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

size_t felt_house_seating_bytes(uint32_t members_max, uint32_t tables_max)
{
    return aligned(sizeof(struct felt_house_seating)) +
           aligned(members_max * sizeof(struct felt_house_seating_member)) +
           aligned(members_max * sizeof(struct duty)) + aligned(tables_max * sizeof(struct post));
}

struct felt_house_seating *
felt_house_seating_init(void *memory, struct felt_room *room, uint32_t members_max,
                        uint32_t tables_max, const struct felt_house_seating_config *config,
                        const struct felt_house_seating_services *services, struct felt_rng rng)
{
    struct felt_house_seating *seating = memory;
    char *at = memory;
    memset(memory, 0, felt_house_seating_bytes(members_max, tables_max));
    *seating = (struct felt_house_seating){.room = room,
                                           .config = *config,
                                           .services = *services,
                                           .rng = rng,
                                           .members_max = members_max,
                                           .tables_max = tables_max,
                                           .look_ms = INT64_MIN,
                                           .looked_ms = INT64_MIN};
    at += aligned(sizeof *seating);
    seating->member = (struct felt_house_seating_member *)(void *)at;
    at += aligned(members_max * sizeof *seating->member);
    seating->duty = (struct duty *)(void *)at;
    at += aligned(members_max * sizeof *seating->duty);
    seating->post = (struct post *)(void *)at;
    return seating;
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
static void release(struct felt_house_seating *seating, uint32_t number)
{
    struct felt_house_seating_member *member = &seating->member[number];
    struct duty *duty = &seating->duty[number];
    struct post *post = &seating->post[member->table];
    if (member->state == FELT_HOUSE_SEATING_BROKE) {
        felt_assert(post->coming > 0);
        post->coming--;
    }
    if (is_seat(member->seat) && post->member[member->seat] == (int32_t)number + 1)
        post->member[member->seat] = 0;
    member->state = FELT_HOUSE_SEATING_FREE;
    member->seat = FELT_SEAT_NONE;
    duty->leaving = false;
    duty->req = 0;
}

static void settle_in(struct felt_house_seating *seating, uint32_t number, uint32_t table,
                      felt_seat seat)
{
    struct felt_house_seating_member *member = &seating->member[number];
    struct duty *duty = &seating->duty[number];
    struct felt_room_face face;
    felt_assert(table < seating->tables_max);
    felt_assert(is_seat(seat));
    member->state = FELT_HOUSE_SEATING_SEATED;
    member->table = table;
    member->seat = seat;
    seating->post[table].member[seat] = (int32_t)number + 1;
    duty->hands_from = felt_room_face(seating->room, table, &face) ? face.hands : 0;
    duty->leaving = false;
    uint32_t about = seating->config.stay_hands;
    duty->stay = about ? about / 2 + felt_rng_below(&seating->rng, about) + 1 : 0;
}

int felt_house_seating_hire(struct felt_house_seating *seating, const struct felt_room_guest *who,
                            uint32_t conn, int64_t now_ms)
{
    if (seating->members == seating->members_max) return -1;
    struct felt_house_seating_member *member = &seating->member[seating->members];
    *member = (struct felt_house_seating_member){.user = who->user,
                                                 .conn = conn,
                                                 .seat = FELT_SEAT_NONE,
                                                 .state = FELT_HOUSE_SEATING_FREE,
                                                 .bank = who->bank,
                                                 .not_before_ms = now_ms};
    memcpy(member->name, who->name, sizeof member->name);
    return (int)seating->members++;
}

void felt_house_seating_found(struct felt_house_seating *seating, uint32_t member, uint32_t table,
                              felt_seat seat)
{
    felt_assert(member < seating->members);
    release(seating, member);
    settle_in(seating, member, table, seat);
}

uint32_t felt_house_seating_count(const struct felt_house_seating *seating)
{
    return seating->members;
}

const struct felt_house_seating_member *
felt_house_seating_at(const struct felt_house_seating *seating, uint32_t member)
{
    felt_assert(member < seating->members);
    return &seating->member[member];
}

int felt_house_seating_find(const struct felt_house_seating *seating, uint32_t table,
                            felt_seat seat)
{
    if (table >= seating->tables_max || !is_seat(seat)) return -1;
    return seating->post[table].member[seat] - 1;
}

void felt_house_seating_configure(struct felt_house_seating *seating,
                                  const struct felt_house_seating_config *config)
{
    seating->config = *config;
}

/* Connections of the house are given out one after the other. */
static int find_conn(const struct felt_house_seating *seating, uint32_t conn)
{
    if (!seating->members) return -1;
    uint32_t guess = conn - seating->member[0].conn;
    if (guess < seating->members && seating->member[guess].conn == conn) return (int)guess;
    for (uint32_t i = 0; i < seating->members; i++)
        if (seating->member[i].conn == conn) return (int)i;
    return -1;
}

/* ---- wants and what becomes of them ---- */

/* The answer may come before this returns. */
static void give(struct felt_house_seating *seating, uint32_t number,
                 struct felt_room_client_msg *msg, const struct felt_room_face *face,
                 int64_t now_ms)
{
    struct duty *duty = &seating->duty[number];
    seating->wants++;
    msg->has_req = true;
    msg->req = duty->req = ++seating->req;
    duty->want = msg->kind;
    duty->since_ms = now_ms;
    size_t bytes = strlen(face->id);
    felt_assert(bytes < sizeof msg->table);
    memcpy(msg->table, face->id, bytes + 1);
    felt_room_client_msg_take(seating->room, seating->member[number].conn, msg, false, now_ms);
}

static void hear_ok(struct felt_house_seating *seating, uint32_t number,
                    const struct felt_room_server_msg *msg)
{
    struct duty *duty = &seating->duty[number];
    struct felt_house_seating_member *member = &seating->member[number];
    duty->req = 0;
    duty->wait_ms = 0;
    if (duty->want != FELT_ROOM_CLIENT_SIT) return;
    felt_assert(member->state == FELT_HOUSE_SEATING_GOING);
    duty->brings_all = false;
    seating->post[member->table].wait_ms = 0;
    if (is_seat(msg->seat)) settle_in(seating, number, member->table, msg->seat);
}

static void hear_error(struct felt_house_seating *seating, uint32_t number,
                       const struct felt_room_server_msg *msg, int64_t now_ms)
{
    struct duty *duty = &seating->duty[number];
    struct felt_house_seating_member *member = &seating->member[number];
    struct post *post = &seating->post[member->table];
    duty->req = 0;
    member->not_before_ms = now_ms + grow_wait(&duty->wait_ms);
    if (duty->want == FELT_ROOM_CLIENT_STAND) duty->leaving = false;
    if (msg->no == FELT_NO_CHIPS) member->bank = 0; /* less than was believed: he is staked */
    if (duty->want != FELT_ROOM_CLIENT_SIT) return;
    duty->brings_all = msg->no == FELT_NO_RATHOLE;
    post->not_before_ms = now_ms + grow_wait(&post->wait_ms);
    release(seating, number);
}

void felt_house_seating_hear(struct felt_house_seating *seating, uint32_t conn,
                             const struct felt_room_server_msg *msg, int64_t now_ms)
{
    int number = find_conn(seating, conn);
    if (number < 0) return;
    const struct duty *duty = &seating->duty[number];
    bool answers = duty->req && msg->has_req && msg->req == duty->req;
    /* Answered after it was given up: he sits there all the same. */
    bool late = msg->kind == FELT_ROOM_SERVER_OK && !duty->req && msg->table &&
                is_seat(msg->seat) &&
                msg->table->seat[msg->seat].user == seating->member[number].user &&
                seating->member[number].state == FELT_HOUSE_SEATING_FREE;
    if (late) settle_in(seating, (uint32_t)number, msg->table->index, msg->seat);
    if (msg->kind == FELT_ROOM_SERVER_CASHIER) seating->member[number].bank = msg->bank;
    if (msg->kind == FELT_ROOM_SERVER_OK && answers) hear_ok(seating, (uint32_t)number, msg);
    if (msg->kind == FELT_ROOM_SERVER_ERROR && answers)
        hear_error(seating, (uint32_t)number, msg, now_ms);
}

/* ---- chips ---- */

/* The next round comes soon. */
static void hurry(struct felt_house_seating *seating)
{
    int64_t soon = seating->looked_ms + HURRY_MS;
    if (soon < seating->look_ms) seating->look_ms = soon;
}

/* Asks for so many that they last for a while. */
static void ask_for_chips(struct felt_house_seating *seating, uint32_t number, felt_chips buy_in,
                          int64_t now_ms)
{
    struct duty *duty = &seating->duty[number];
    if (duty->staking || now_ms < seating->stake_not_before_ms) return;
    duty->staking = true;
    seating->services.stake(seating->services.self, number,
                            BANK_IN_BUY_INS * buy_in - seating->member[number].bank);
}

void felt_house_seating_paid(struct felt_house_seating *seating, uint32_t member, bool paid,
                             felt_chips bank, int64_t now_ms)
{
    felt_assert(member < seating->members);
    struct duty *duty = &seating->duty[member];
    duty->staking = false;
    if (seating->member[member].state == FELT_HOUSE_SEATING_BROKE) release(seating, member);
    if (paid) {
        seating->member[member].bank = bank;
        seating->member[member].not_before_ms = now_ms;
        seating->stake_wait_ms = 0;
        seating->next_member = member; /* somebody may wait for him */
        hurry(seating);
        return;
    }
    seating->stake_not_before_ms = now_ms + grow_wait(&seating->stake_wait_ms);
    seating->member[member].not_before_ms = seating->stake_not_before_ms;
}

/* ---- sitting down ---- */

/* Between 40 and 100 % of what may be brought, in whole big blinds. */
static felt_chips draw_buy_in(struct felt_house_seating *seating, const struct felt_stake *stake)
{
    uint32_t percent = BUY_IN_PERCENT_MIN + felt_rng_below(&seating->rng, 101 - BUY_IN_PERCENT_MIN);
    felt_chips range = stake->buy_in_max - stake->buy_in_min;
    felt_chips amount = stake->buy_in_min + range / 100 * percent + range % 100 * percent / 100;
    if (stake->big_blind > 0) amount -= amount % stake->big_blind;
    return amount < stake->buy_in_min ? stake->buy_in_min : amount;
}

/* The next free member who may go now; -1: none in this round. */
static int pick(struct felt_house_seating *seating, int64_t now_ms)
{
    for (uint32_t i = 0; i < seating->members && !seating->nobody; i++) {
        uint32_t number = seating->next_member;
        const struct felt_house_seating_member *member = &seating->member[number];
        seating->next_member = number + 1 < seating->members ? number + 1 : 0;
        if (member->state == FELT_HOUSE_SEATING_FREE && member->not_before_ms <= now_ms &&
            !seating->duty[number].staking)
            return (int)number;
    }
    seating->nobody = true;
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
static bool send_somebody(struct felt_house_seating *seating, const struct felt_room_face *face,
                          int64_t now_ms)
{
    const struct felt_stake *stake = face->stake;
    int picked = pick(seating, now_ms);
    if (picked < 0) return false;
    uint32_t number = (uint32_t)picked;
    struct felt_house_seating_member *member = &seating->member[number];
    member->table = face->index;
    if (member->bank < plenty(stake) && now_ms >= seating->stake_not_before_ms) {
        member->state = FELT_HOUSE_SEATING_BROKE;
        seating->post[face->index].coming++;
        seating->wants++;
        int64_t look_ms = seating->look_ms;
        ask_for_chips(seating, number, stake->buy_in_max, now_ms);
        if (member->state == FELT_HOUSE_SEATING_BROKE) return true;
        seating->look_ms = look_ms; /* answered at once: nobody has to hurry for him */
    }
    if (member->bank < least(stake)) {
        member->not_before_ms = seating->stake_not_before_ms;
        return true;
    }
    felt_chips amount = draw_buy_in(seating, stake);
    struct felt_room_client_msg msg = {
        .kind = FELT_ROOM_CLIENT_SIT,
        .seat = FELT_SEAT_NONE,
        .amount = amount < member->bank || stake->markers ? amount : member->bank,
        .settings = {.has_wait = true, .wait = false, .has_rebuy = true, .rebuy = true}};
    if (seating->duty[number].brings_all) msg.amount = 0;
    member->state = FELT_HOUSE_SEATING_GOING;
    give(seating, number, &msg, face, now_ms);
    return true;
}

/* ---- a look at a table ---- */

struct tally {
    int seats, free;
    int people; /* who want to play; those who sit out or leave only have a seat               */
    int house;  /* who stay                                                                     */
    int ready;  /* of those, who can play                                                       */
    int leaving;
    int oldest; /* member who played most hands here, -1: none of ours                          */
    uint64_t oldest_hands;
    int tired; /* member who has been here for long enough, -1: none                             */
};

static void count_member(const struct felt_house_seating *seating, int number,
                         const struct felt_room_face *face, struct tally *tally)
{
    const struct duty *duty = &seating->duty[number];
    if (seating->member[number].state != FELT_HOUSE_SEATING_SEATED || duty->leaving || duty->req)
        return;
    uint64_t hands = face->hands - duty->hands_from;
    if (tally->oldest < 0 || hands > tally->oldest_hands) {
        tally->oldest = number;
        tally->oldest_hands = hands;
    }
    if (duty->stay && hands >= duty->stay) tally->tired = number;
}

static void count(const struct felt_house_seating *seating, const struct felt_room_face *face,
                  struct tally *tally)
{
    *tally = (struct tally){.seats = face->stake->seats, .oldest = -1, .tired = -1};
    for (int seat = 0; seat < tally->seats; seat++) {
        const struct felt_room_seat_face *place = &face->seat[seat];
        bool plays = place->state == FELT_ROOM_SEAT_BUYING ||
                     place->state == FELT_ROOM_SEAT_WAITING ||
                     place->state == FELT_ROOM_SEAT_PLAYING;
        int member = seating->post[face->index].member[seat] - 1;
        if (place->state == FELT_ROOM_SEAT_FREE) {
            tally->free++;
        } else if (place->kind != FELT_USER_HOUSE) {
            tally->people += plays;
        } else if (place->state == FELT_ROOM_SEAT_LEAVING) {
            tally->leaving++;
        } else {
            tally->house++;
            tally->ready += plays;
            if (member >= 0) count_member(seating, member, face, tally);
        }
    }
}

/* Somebody who sits: has he still his seat, can he play, has he chips behind? */
static void mind(struct felt_house_seating *seating, uint32_t number,
                 const struct felt_room_face *face, int64_t now_ms)
{
    struct felt_house_seating_member *member = &seating->member[number];
    struct duty *duty = &seating->duty[number];
    const struct felt_room_seat_face *seat = &face->seat[member->seat];
    if (duty->req && now_ms - duty->since_ms > ANSWER_MS) duty->req = 0;
    if (seat->state == FELT_ROOM_SEAT_FREE || seat->user != member->user) {
        release(seating, number);
        return;
    }
    if (seat->state == FELT_ROOM_SEAT_LEAVING) duty->leaving = true;
    if (duty->req || duty->leaving || now_ms < member->not_before_ms) return;
    if (member->bank < plenty(face->stake))
        ask_for_chips(seating, number, face->stake->buy_in_max, now_ms);
    struct felt_room_client_msg msg = {.seat = FELT_SEAT_NONE};
    if (seat->state == FELT_ROOM_SEAT_BROKE && member->bank >= face->stake->buy_in_min) {
        msg.kind = FELT_ROOM_CLIENT_TOP_UP;
        msg.amount = draw_buy_in(seating, face->stake);
        if (msg.amount > member->bank) msg.amount = member->bank;
    } else if (seat->state == FELT_ROOM_SEAT_BROKE && now_ms < seating->stake_not_before_ms) {
        msg.kind = FELT_ROOM_CLIENT_STAND; /* the house has no chips either */
        duty->leaving = true;
    } else if (seat->state ==
               FELT_ROOM_SEAT_OUT) { /* too slow twice, or found so after a restart */
        msg.kind = FELT_ROOM_CLIENT_SIT_OUT;
    } else {
        return;
    }
    member->not_before_ms = now_ms + MIND_MS;
    give(seating, number, &msg, face, now_ms);
}

/* False: he cannot now. */
static bool send_away(struct felt_house_seating *seating, int number,
                      const struct felt_room_face *face, int64_t now_ms)
{
    struct felt_room_client_msg msg = {.kind = FELT_ROOM_CLIENT_STAND, .seat = FELT_SEAT_NONE};
    if (number < 0 || seating->member[number].not_before_ms > now_ms) return false;
    seating->duty[number].leaving = true;
    give(seating, (uint32_t)number, &msg, face, now_ms);
    return true;
}

/* Players that the game of a table needs. */
static int needed(const struct felt_stake *stake)
{
    int least = stake->games > 0 ? stake->game[0]->seats_min : 2;
    return least > 2 ? least : 2;
}

/* Where a person has too few to play with: `few` more have to come, and `room` can.  While members
 * are scarce no seat is filled that can stay free, and one table after the other is seen to. */
static void keep_company(struct felt_house_seating *seating, const struct felt_room_face *face,
                         int few, int room, int64_t now_ms)
{
    int most = !face->stake->practice ? 1 : seating->scarce ? few : room, sent = 0;
    while (sent < most && sent < room && send_somebody(seating, face, now_ms)) sent++;
    if (sent < few && seating->nobody) seating->missing += (uint32_t)(few - sent);
}

/* The list at the top. */
static void manage(struct felt_house_seating *seating, const struct felt_room_face *face,
                   int64_t now_ms)
{
    struct tally tally;
    count(seating, face, &tally);
    const struct post *post = &seating->post[face->index];
    bool practice = face->stake->practice;
    int spare = practice ? 0 : 1; /* seats for whoever comes */
    int most = face->stake->house < tally.seats ? face->stake->house : tally.seats - spare;
    if (face->is_private && !tally.people)
        most = 0; /* it is somebody's: nobody plays there alone */
    int company = tally.people + tally.house, coming = post->coming, room = tally.free - coming;
    int few = needed(face->stake) - tally.people - tally.ready - coming;
    /* Where every seat is needed the house goes for somebody who came in vain, and leaves him some
     * time to come again. */
    bool knocked = face->knocked_ms && now_ms - face->knocked_ms < KNOCK_MS;
    bool may_come = face->stake->house && now_ms >= post->not_before_ms && !knocked;
    bool may_go = !tally.people || company > needed(face->stake) || knocked;
    bool crowded = company > most || (!tally.free && (!practice || knocked));
    bool lends = seating->lend > 0 && !tally.people;
    int in_the_way = knocked && face->knocked_seat ? post->member[face->knocked_seat - 1] - 1 : -1;
    if (in_the_way >= 0 && !seating->duty[in_the_way].leaving) {
        (void)send_away(seating, in_the_way, face, now_ms);
    } else if (tally.people && few > 0 && room > 0) {
        if (may_come) keep_company(seating, face, few, room, now_ms);
    } else if (tally.house && !tally.leaving && may_go && (crowded || lends)) {
        if (send_away(seating, tally.oldest, face, now_ms) && lends) seating->lend--;
    } else if (company + coming < most && room > spare) {
        if (may_come && !seating->scarce) (void)send_somebody(seating, face, now_ms);
    } else if (tally.tired >= 0 && !tally.leaving && may_go) {
        (void)send_away(seating, tally.tired, face, now_ms);
    }
}

static void look(struct felt_house_seating *seating, uint32_t table, int64_t now_ms)
{
    struct felt_room_face face;
    struct post *post = &seating->post[table];
    bool there = felt_room_face(seating->room, table, &face);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        int number = post->member[seat] - 1;
        if (number < 0) continue;
        if (there)
            mind(seating, (uint32_t)number, &face, now_ms);
        else
            release(seating, (uint32_t)number);
    }
    if (there && !face.closing) manage(seating, &face, now_ms);
}

/* Members whose want to sit nobody answered are free again.  Those who are free or on their way out
 * will do for people who wait. */
static void begin_round(struct felt_house_seating *seating, int64_t now_ms)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < seating->members; i++) {
        const struct duty *duty = &seating->duty[i];
        if (seating->member[i].state == FELT_HOUSE_SEATING_GOING &&
            now_ms - duty->since_ms > ANSWER_MS)
            release(seating, i);
        found += seating->member[i].state == FELT_HOUSE_SEATING_FREE || duty->leaving;
    }
    seating->scarce = seating->missing > 0;
    seating->lend = seating->missing > found ? seating->missing - found : 0;
    seating->missing = 0;
    seating->rounds = true;
    seating->nobody = false;
    seating->next_table = 0;
    seating->looked_ms = now_ms;
    seating->look_ms = now_ms + seating->config.look_ms;
}

int64_t felt_house_seating_tick(struct felt_house_seating *seating, int64_t now_ms)
{
    if (!felt_room_is_open(seating->room)) return now_ms + seating->config.look_ms;
    uint32_t people = felt_room_counts(seating->room)->seated_people;
    if (people > seating->people) hurry(seating);
    seating->people = people;
    if (!seating->rounds && now_ms < seating->look_ms) return seating->look_ms;
    if (!seating->rounds) begin_round(seating, now_ms);
    for (seating->wants = 0; seating->next_table < seating->tables_max; seating->next_table++) {
        if (seating->wants >= WANTS_OF_TICK) return now_ms;
        look(seating, seating->next_table, now_ms);
    }
    seating->rounds = false;
    return seating->look_ms;
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

uint32_t felt_house_seating_think_ms(struct felt_house_seating *seating,
                                     const struct felt_view *view, const struct felt_action *action,
                                     bool people, uint32_t move_ms)
{
    enum { QUICK_MS_MIN = 400, QUICK_MS = 601, QUICK_MEDIAN_MS = 1200 };
    uint32_t median = seating->config.think_ms;
    if (!people || !median) return 0;
    uint64_t most = move_ms / 2;
    if (most > seating->config.think_max_ms) most = seating->config.think_max_ms;
    uint64_t time;
    if (action->kind == FELT_FOLD && view->street == 0) /* most hands: nobody ponders them */
        time = (uint64_t)(QUICK_MS_MIN + felt_rng_below(&seating->rng, QUICK_MS)) * median /
               QUICK_MEDIAN_MS;
    else
        time = draw_time(&seating->rng, median) * weigh(view, action) / 100;
    return (uint32_t)(time < most ? time : most);
}
