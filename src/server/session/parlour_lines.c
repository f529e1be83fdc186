/* parlour_lines.c -- lines of the net: who is at the other end, what he wants, how much he may
 * send.
 *
 * The life of a line:
 *
 *     silent --hello--> asking --the ledger knows him--> in
 *        |                 |  \--the ledger is away----> silent, and may say hello again
 *        \--without a token, or nobody's---------------> in (he watches)
 *
 * While the ledger is asked the line is not read from; what had arrived before waits here. */
#include "server/session/parlour_parts.h"

#include "accounts/token.h"
#include "felt/assert.h"
#include "server/protocol/read_want.h"

#include <stdlib.h>
#include <string.h>

enum { LIFE_MASK = (1 << 24) - 1, LINE_SHIFT = 32, SESSION_LOOK_MS = 3600000 };

/* ---- allowances ---- */

bool felt_parlour_may_complain(struct felt_parlour *parlour, uint32_t number)
{
    const struct felt_host_limits *limits = &parlour->config.limits;
    struct felt_parlour_line *line = &parlour->line[number];
    felt_allowance_earn(&line->errors, limits->error_burst, limits->error_per_second,
                        parlour->now_us);
    if (!felt_allowance_has(&line->errors)) {
        parlour->counts.errors_left_out++;
        return false;
    }
    felt_allowance_take(&line->errors);
    parlour->counts.errors++;
    return true;
}

/* The link reads from the line, or does not, as the line's state has it. */
static void mind_reading(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    bool stopped = line->paused || line->state == FELT_PARLOUR_ASKING || parlour->frozen;
    if (stopped == line->stopped || line->state == FELT_PARLOUR_REFUSED) return;
    line->stopped = stopped;
    parlour->link->pause(parlour->link->self, number, stopped);
}

/* When to look whether the session is over.  At least once an hour, because the calendar may be
 * set while the alarms' clock goes on. */
static int64_t session_alarm_us(const struct felt_parlour *parlour,
                                const struct felt_parlour_line *line)
{
    int64_t left_ms = line->expires_ms - felt_parlour_wall_ms(parlour);
    if (left_ms > SESSION_LOOK_MS) left_ms = SESSION_LOOK_MS;
    return parlour->now_us + (left_ms > 0 ? left_ms : 0) * 1000;
}

/* One alarm for a line: its next token, the end of its time to say hello, or of its session. */
static void mind_alarm(struct felt_parlour *parlour, uint32_t number)
{
    const struct felt_parlour_line *line = &parlour->line[number];
    int64_t time = INT64_MAX;
    if (line->state == FELT_PARLOUR_SILENT) time = line->hello_until_us;
    if (line->paused && line->paused_until_us < time) time = line->paused_until_us;
    if (line->state == FELT_PARLOUR_IN && line->expires_ms) {
        int64_t over_us = session_alarm_us(parlour, line);
        if (over_us < time) time = over_us;
    }
    if (time == INT64_MAX)
        felt_heap_clear(&parlour->alarms, number);
    else
        felt_heap_set(&parlour->alarms, number, time);
}

/* Takes a token; without one left the line is not read until it has earned the next (A2). */
static void pay(struct felt_parlour *parlour, uint32_t number)
{
    const struct felt_host_limits *limits = &parlour->config.limits;
    struct felt_parlour_line *line = &parlour->line[number];
    felt_allowance_earn(&line->messages, limits->burst, limits->per_second, parlour->now_us);
    felt_allowance_take(&line->messages);
    if (felt_allowance_has(&line->messages) || line->paused) return;
    line->paused = true;
    line->paused_until_us =
        parlour->now_us + felt_allowance_wait_us(&line->messages, limits->per_second);
    parlour->counts.paused++;
    mind_reading(parlour, number);
    mind_alarm(parlour, number);
}

/* ---- refusing ---- */

static void complain(struct felt_parlour *parlour, uint32_t number, enum felt_no no,
                     const struct felt_want *want, const char *text)
{
    felt_parlour_post(parlour, &number, 1,
                      &(struct felt_news){.kind = FELT_NEWS_ERROR,
                                          .no = (uint8_t)no,
                                          .seat = FELT_SEAT_NONE,
                                          .has_req = want && want->has_req,
                                          .req = want ? want->req : 0,
                                          .text = text});
}

void felt_parlour_forget_frames(struct felt_parlour_line *line)
{
    for (struct felt_waiting_frame *frame; (frame = line->first) != NULL;) {
        line->first = frame->next;
        free(frame);
    }
    line->last = NULL;
    line->waiting = 0;
}

static void turn_away(struct felt_parlour *parlour, uint32_t number, const char *reason)
{
    struct felt_parlour_line *line = &parlour->line[number];
    bool was_in = line->state == FELT_PARLOUR_IN;
    line->state = FELT_PARLOUR_REFUSED;
    felt_heap_clear(&parlour->alarms, number);
    felt_parlour_forget_frames(line);
    felt_outbox_dismiss(&parlour->box, number, FELT_CLOSE_POLICY, reason);
    if (!was_in) return;
    felt_floor_leave(parlour->floor, number, felt_parlour_ms(parlour));
    felt_parlour_events_gone(parlour, number);
}

static void refuse_hello(struct felt_parlour *parlour, uint32_t number, enum felt_no no,
                         const char *text)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_want hello = {.has_req = line->has_req, .req = line->req};
    complain(parlour, number, no, &hello, text);
    felt_parlour_log(
        parlour, &(struct felt_parlour_log){
                     .event = "refused", .line = number, .key = "code", .value = felt_no_word(no)});
    turn_away(parlour, number, felt_no_word(no));
}

/* ---- hello ---- */

static void welcome(struct felt_parlour *parlour, uint32_t number, const struct felt_user *user)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_guest_of_floor who = {.bot = line->bot};
    struct felt_floor_reply reply = {0};
    if (user) {
        who.user = user->id;
        who.kind = user->kind;
        who.bank = user->chips;
        memcpy(who.name, user->handle, sizeof who.name);
    }
    line->state = FELT_PARLOUR_IN;
    line->user = who.user;
    who.network = line->network;
    line->kind = who.kind;
    memcpy(line->name, who.name, sizeof line->name);
    felt_parlour_post(parlour, &number, 1,
                      &(struct felt_news){.kind = FELT_NEWS_WELCOME,
                                          .seat = FELT_SEAT_NONE,
                                          .has_req = line->has_req,
                                          .req = line->req,
                                          .user = user,
                                          .bank = who.bank});
    if (!felt_floor_enter(parlour->floor, number, &who, felt_parlour_ms(parlour), &reply)) {
        line->state = FELT_PARLOUR_SILENT; /* the floor does not know him */
        refuse_hello(parlour, number, reply.no, reply.text);
        return;
    }
    felt_parlour_log(
        parlour, &(struct felt_parlour_log){.event = "hello", .line = number, .user = who.user});
    if (user && parlour->services->known)
        parlour->services->known(parlour->services->self, number, user->id);
    if (user && !line->rowless && parlour->services->visited)
        parlour->services->visited(parlour->services->self, number, user->id);
    if (user) felt_parlour_events_greet(parlour, user->id);
    mind_reading(parlour, number);
    mind_alarm(parlour, number);
}

/* The ledger is away: the line may say hello again. */
static void put_off(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_want hello = {.has_req = line->has_req, .req = line->req};
    line->state = FELT_PARLOUR_SILENT;
    line->put_off = true;
    line->hello_until_us = parlour->now_us + (int64_t)parlour->config.limits.hello_ms * 1000;
    complain(parlour, number, FELT_NO_BANK, &hello,
             "nobody can be signed in at the moment: say hello again in a few seconds");
    mind_reading(parlour, number);
    mind_alarm(parlour, number);
}

static void ask_who(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_question question = {.kind = FELT_ASK_SESSION, .limit = 1};
    memcpy(question.token, line->token, sizeof question.token);
    line->doubted = false;
    line->state = FELT_PARLOUR_ASKING;
    uint64_t name = (uint64_t)line->life << LINE_SHIFT | number;
    if (!felt_parlour_ask(parlour, &question, FELT_ERRAND_HELLO, name)) {
        put_off(parlour, number);
        return;
    }
    mind_reading(parlour, number);
    mind_alarm(parlour, number);
}

static void take_hello(struct felt_parlour *parlour, uint32_t number, const struct felt_want *want)
{
    struct felt_parlour_line *line = &parlour->line[number];
    line->bot = want->bot;
    line->has_req = want->has_req;
    line->req = want->req;
    line->by_cookie = !want->token[0];
    const char *token = line->by_cookie ? line->cookie : want->token;
    if (token[0] && felt_token_hash(&parlour->services->digests, token, strlen(token), line->token))
        ask_who(parlour, number);
    else if (line->by_cookie)
        welcome(parlour, number, NULL);
    else
        refuse_hello(parlour, number, FELT_NO_BAD_HELLO,
                     "this is no token: sign in again, or say hello without one to watch");
}

/* A link is no session yet, and a script's token is not for a browser's cookie. */
static bool suits(const struct felt_parlour_line *line, const struct felt_session *session)
{
    enum felt_session_kind kind = (enum felt_session_kind)session->kind;
    return felt_session_is_browser(kind) || (!line->by_cookie && kind == FELT_SESSION_BEARER);
}

static void take_text(struct felt_parlour *parlour, uint32_t number, const char *text, size_t bytes,
                      bool stale);

/* What had arrived behind the hello. */
static void take_waiting(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    for (struct felt_waiting_frame *frame; (frame = line->first) != NULL; free(frame)) {
        if (line->state == FELT_PARLOUR_ASKING) return;
        line->first = frame->next;
        if (!line->first) line->last = NULL;
        line->waiting--;
        take_text(parlour, number, frame->text, frame->bytes, frame->stale);
    }
}

/* The floor forgets who is silenced when it restarts, or does not know him yet. */
static void keep_silent(struct felt_parlour *parlour, const struct felt_user *user)
{
    int64_t left_ms = user->silenced_until - felt_parlour_wall_ms(parlour);
    if (left_ms > 0)
        (void)felt_floor_silence(parlour->floor, user->id, felt_parlour_ms(parlour) + left_ms);
}

void felt_parlour_hello_found(struct felt_parlour *parlour, uint64_t name,
                              const struct felt_answer *answer)
{
    uint32_t number = (uint32_t)name, life = (uint32_t)(name >> LINE_SHIFT);
    felt_assert(number < parlour->lines);
    struct felt_parlour_line *line = &parlour->line[number];
    if (line->state != FELT_PARLOUR_ASKING || line->life != life) return; /* he has gone */
    if (line->doubted) { /* the answer may be older than the end of the session */
        ask_who(parlour, number);
        return;
    }
    bool known = answer->outcome == FELT_OUTCOME_OK && suits(line, &answer->session);
    if (!known) explicit_bzero(line->token, sizeof line->token);
    if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY) {
        put_off(parlour, number);
    } else if (known) {
        line->bot |= answer->session.kind == FELT_SESSION_BEARER;
        line->rowless = answer->in_memory;
        line->expires_ms = answer->session.expires;
        welcome(parlour, number, &answer->user);
        keep_silent(parlour, &answer->user);
    } else if (line->by_cookie) { /* whose session is over can still watch, and sign in again */
        welcome(parlour, number, NULL);
    } else {
        refuse_hello(parlour, number, FELT_NO_BAD_HELLO,
                     "this token is nobody's, or has expired: sign in again");
    }
    take_waiting(parlour, number);
}

/* ---- hands of the library ---- */

static void post_found(struct felt_parlour *parlour, const struct felt_lookup *lookup,
                       struct felt_news news)
{
    news.seat = FELT_SEAT_NONE;
    news.has_req = lookup->has_req;
    news.req = lookup->req;
    if (parlour->line[lookup->line].life == lookup->life &&
        parlour->line[lookup->line].state == FELT_PARLOUR_IN)
        felt_parlour_post(parlour, &lookup->line, 1, &news);
}

/* A free place for one more question, NULL: too many. */
static struct felt_lookup *find_place(struct felt_parlour *parlour)
{
    for (uint32_t i = 0; i < FELT_PARLOUR_LOOKUPS; i++) {
        struct felt_lookup *lookup =
            &parlour->lookup[(parlour->lookup_next + i) % FELT_PARLOUR_LOOKUPS];
        if (lookup->used) continue;
        parlour->lookup_next = (parlour->lookup_next + i + 1) % FELT_PARLOUR_LOOKUPS;
        return lookup;
    }
    return NULL;
}

static void look_up(struct felt_parlour *parlour, uint32_t number, const struct felt_want *want)
{
    const struct felt_parlour_services *services = parlour->services;
    const struct felt_parlour_line *line = &parlour->line[number];
    struct felt_lookup *lookup = find_place(parlour);
    if (!line->user) {
        complain(parlour, number, FELT_NO_SIGN_IN, want, "only who is signed in has hands");
        return;
    }
    if (!services->find_hands || !services->find_hand) {
        complain(parlour, number, FELT_NO_HAND, want, "no hands are kept here");
        return;
    }
    if (lookup) {
        uint32_t limit = want->limit ? want->limit : FELT_PARLOUR_HANDS_USUAL;
        *lookup = (struct felt_lookup){.used = true,
                                       .has_req = want->has_req,
                                       .req = want->req,
                                       .line = number,
                                       .life = line->life,
                                       .serial = (lookup->serial + 1) & LIFE_MASK};
        memcpy(lookup->hand_id, want->hand_id, sizeof lookup->hand_id);
        uint64_t slot = (uint64_t)(lookup - parlour->lookup);
        uint64_t ticket =
            felt_parlour_ticket(FELT_ERRAND_LOOKUP, (uint64_t)lookup->serial << LINE_SHIFT | slot);
        if (want->kind == FELT_WANT_HANDS
                ? services->find_hands(services->self, line->user, want->hand_id, limit, ticket)
                : services->find_hand(services->self, line->user, want->hand_id, ticket))
            return;
        lookup->used = false;
    }
    complain(parlour, number, FELT_NO_BUSY, want, "too many ask for hands: try again in a while");
}

/* The question of a ticket, which is answered now; NULL: there is none. */
static struct felt_lookup *lookup_of(struct felt_parlour *parlour, uint64_t ticket)
{
    uint64_t number = ticket & FELT_TICKET_NUMBER;
    uint32_t slot = (uint32_t)number;
    felt_assert(ticket >> FELT_TICKET_SHIFT == FELT_ERRAND_LOOKUP && slot < FELT_PARLOUR_LOOKUPS);
    struct felt_lookup *lookup = &parlour->lookup[slot];
    if (!lookup->used || lookup->serial != number >> LINE_SHIFT) return NULL;
    lookup->used = false;
    return lookup;
}

void felt_parlour_hands(struct felt_parlour *parlour, uint64_t ticket,
                        const struct felt_hand_row *rows, uint32_t count, bool more, int64_t now_us)
{
    const struct felt_lookup *lookup = lookup_of(parlour, ticket);
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    if (lookup)
        post_found(parlour, lookup,
                   (struct felt_news){
                       .kind = FELT_NEWS_HANDS, .rows = rows, .count = count, .more = more});
}

void felt_parlour_hand(struct felt_parlour *parlour, uint64_t ticket, const char *phh, size_t bytes,
                       int64_t now_us)
{
    const struct felt_lookup *lookup = lookup_of(parlour, ticket);
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    if (!lookup) return;
    if (!phh) {
        post_found(parlour, lookup,
                   (struct felt_news){.kind = FELT_NEWS_ERROR,
                                      .no = FELT_NO_HAND,
                                      .text = "you played no hand of that name"});
        return;
    }
    felt_assert(strnlen(phh, bytes + 1) == bytes);
    post_found(
        parlour, lookup,
        (struct felt_news){.kind = FELT_NEWS_ONE_HAND, .hand_id = lookup->hand_id, .text = phh});
}

/* ---- wants ---- */

/* What cannot be read.  Before the hello it ends the line. */
static void take_bad(struct felt_parlour *parlour, uint32_t number, enum felt_no no,
                     const struct felt_want *want, const char *text)
{
    struct felt_parlour_line *line = &parlour->line[number];
    if (line->state == FELT_PARLOUR_SILENT) {
        line->has_req = want->has_req;
        line->req = want->req;
        refuse_hello(parlour, number, no, text);
        return;
    }
    complain(parlour, number, no, want, text);
    if (no == FELT_NO_BAD_SCHEMA && ++line->bad_in_row >= parlour->config.limits.bad_in_row) {
        parlour->counts.bad_closed++;
        turn_away(parlour, number, "too many bad frames");
    }
}

/* What a guest leaves traces by: hands, tables, words that others may report. */
static bool needs_row(enum felt_want_kind kind)
{
    switch (kind) {
    case FELT_WANT_QUICK:
    case FELT_WANT_SIT:
    case FELT_WANT_CHAT:
    case FELT_WANT_CREATE:
    case FELT_WANT_REGISTER: return true;
    default: return false;
    }
}

/* The database gets to know the guest before anything else that this want asks of it: orders are
 * done in the order in which they were given.  If this one is lost, the next one about the guest
 * does the same. */
static void keep_guest(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_order order = {.kind = FELT_ORDER_KEEP, .user = line->user};
    line->rowless = false;
    (void)felt_parlour_order(parlour, &order, FELT_ERRAND_KEEP, 0);
    if (parlour->services->visited)
        parlour->services->visited(parlour->services->self, number, line->user);
}

static void take_want(struct felt_parlour *parlour, uint32_t number, const struct felt_want *want,
                      bool stale)
{
    struct felt_parlour_line *line = &parlour->line[number];
    line->bad_in_row = 0;
    if (line->state == FELT_PARLOUR_SILENT) {
        if (want->kind == FELT_WANT_HELLO)
            take_hello(parlour, number, want);
        else if (line->put_off) /* it came behind a hello that the ledger could not answer */
            complain(parlour, number, FELT_NO_BAD_HELLO, want, "you are not signed in yet");
        else
            take_bad(parlour, number, FELT_NO_BAD_HELLO, want,
                     "say hello first: {\"type\":\"hello\",\"v\":1}");
        return;
    }
    if (line->rowless && needs_row((enum felt_want_kind)want->kind)) keep_guest(parlour, number);
    switch (want->kind) {
    case FELT_WANT_HELLO:
        complain(parlour, number, FELT_NO_BAD_HELLO, want,
                 "you said hello already: one for each connection");
        return;
    case FELT_WANT_PING:
        felt_parlour_post(parlour, &number, 1,
                          &(struct felt_news){.kind = FELT_NEWS_PONG,
                                              .seat = FELT_SEAT_NONE,
                                              .has_req = want->has_req,
                                              .req = want->req});
        return;
    case FELT_WANT_HANDS:
    case FELT_WANT_HAND: look_up(parlour, number, want); return;
    case FELT_WANT_EVENTS:
    case FELT_WANT_EVENT:
    case FELT_WANT_REGISTER:
    case FELT_WANT_UNREGISTER: felt_parlour_events_want(parlour, number, want); return;
    case FELT_WANT_CREATE:
        if (want->terms.club) {
            felt_parlour_club_create(parlour, number, want);
            return;
        }
        /* fall through */
    default: felt_floor_want(parlour->floor, number, want, stale, felt_parlour_ms(parlour));
    }
}

static void take_text(struct felt_parlour *parlour, uint32_t number, const char *text, size_t bytes,
                      bool stale)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_want want = {0};
    char why[FELT_WIRE_TEXT_BYTES];
    enum felt_no no = felt_wire_read_want(text, bytes, &want, why);
    bool acts = no == FELT_NO_NOT && want.kind == FELT_WANT_ACTION;
    bool answers = acts && line->state == FELT_PARLOUR_IN &&
                   felt_floor_awaits(parlour->floor, number, want.table);
    uint64_t refused = parlour->counts.errors + parlour->counts.errors_left_out;
    if (no == FELT_NO_NOT)
        take_want(parlour, number, &want, stale);
    else
        take_bad(parlour, number, no, &want, why);
    if (!acts) explicit_bzero(&want, sizeof want); /* tokens, keys, passwords */
    bool good = refused == parlour->counts.errors + parlour->counts.errors_left_out;
    if (acts && good) felt_outbox_note(&parlour->box, parlour->now_us);
    /* An answer that was refused is paid for like anything else. */
    if (answers && good) return;
    if (line->state != FELT_PARLOUR_NONE && line->state != FELT_PARLOUR_REFUSED)
        pay(parlour, number);
}

/* ---- lines ---- */

bool felt_parlour_line(struct felt_parlour *parlour, uint32_t number, const char *address,
                       bool loopback, const char *cookie, int64_t now_us)
{
    const struct felt_host_limits *limits = &parlour->config.limits;
    size_t bytes = strlen(cookie);
    (void)loopback;
    if (number >= parlour->lines || parlour->box.failed) return false;
    struct felt_parlour_line *line = &parlour->line[number];
    felt_assert(line->state == FELT_PARLOUR_NONE);
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    *line = (struct felt_parlour_line){
        .state = FELT_PARLOUR_SILENT,
        .life = (line->life + 1) & LIFE_MASK,
        .hello_until_us = parlour->now_us + (int64_t)limits->hello_ms * 1000,
        .messages = felt_allowance_full(limits->burst, parlour->now_us),
        .errors = felt_allowance_full(limits->error_burst, parlour->now_us)};
    /* One that is too long stays a wrong one. */
    if (bytes >= sizeof line->cookie) bytes = sizeof line->cookie - 1;
    memcpy(line->cookie, cookie, bytes);
    felt_outbox_join(&parlour->box, number);
    mind_alarm(parlour, number);
    mind_reading(parlour, number);
    felt_parlour_log(parlour,
                     &(struct felt_parlour_log){
                         .event = "connected", .line = number, .key = "address", .value = address});
    return true;
}

void felt_parlour_network(struct felt_parlour *parlour, uint32_t number, uint64_t network)
{
    felt_assert(number < parlour->lines);
    parlour->line[number].network = network;
}

/* Keeps a frame until the ledger has said whose line it is. */
static void keep_waiting(struct felt_parlour *parlour, uint32_t number, const char *text,
                         size_t bytes, bool stale)
{
    struct felt_parlour_line *line = &parlour->line[number];
    struct felt_waiting_frame *frame =
        line->waiting < FELT_PARLOUR_WAITING_MAX ? malloc(sizeof *frame + bytes) : NULL;
    if (!frame) {
        refuse_hello(parlour, number, FELT_NO_TOO_MANY, "wait for the welcome before you go on");
        return;
    }
    *frame = (struct felt_waiting_frame){.bytes = bytes, .stale = stale};
    memcpy(frame->text, text, bytes);
    if (line->last)
        line->last->next = frame;
    else
        line->first = frame;
    line->last = frame;
    line->waiting++;
}

void felt_parlour_text(struct felt_parlour *parlour, uint32_t number, const char *text,
                       size_t bytes, bool stale, int64_t now_us)
{
    felt_assert(number < parlour->lines);
    const struct felt_parlour_line *line = &parlour->line[number];
    if (line->state == FELT_PARLOUR_NONE || line->state == FELT_PARLOUR_REFUSED ||
        parlour->box.failed)
        return;
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    parlour->counts.messages++;
    if (line->state == FELT_PARLOUR_ASKING)
        keep_waiting(parlour, number, text, bytes, stale);
    else
        take_text(parlour, number, text, bytes, stale);
}

void felt_parlour_gone(struct felt_parlour *parlour, uint32_t number, int64_t now_us)
{
    felt_assert(number < parlour->lines);
    struct felt_parlour_line *line = &parlour->line[number];
    if (line->state == FELT_PARLOUR_NONE) return;
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    bool was_in = line->state == FELT_PARLOUR_IN;
    int64_t user = line->user;
    felt_heap_clear(&parlour->alarms, number);
    felt_parlour_forget_frames(line);
    felt_outbox_part(&parlour->box, number);
    *line = (struct felt_parlour_line){.life = line->life};
    if (was_in) {
        felt_floor_leave(parlour->floor, number, felt_parlour_ms(parlour));
        felt_parlour_events_gone(parlour, number);
    }
    felt_parlour_log(parlour,
                     &(struct felt_parlour_log){.event = "gone", .line = number, .user = user});
}

/* The session of this line is over. */
static void sign_out(struct felt_parlour *parlour, uint32_t number, const char *why)
{
    felt_parlour_log(parlour, &(struct felt_parlour_log){.event = "dismissed",
                                                         .line = number,
                                                         .user = parlour->line[number].user,
                                                         .key = "reason",
                                                         .value = why});
    turn_away(parlour, number, why);
}

void felt_parlour_ring_line(struct felt_parlour *parlour, uint32_t number)
{
    struct felt_parlour_line *line = &parlour->line[number];
    const struct felt_host_limits *limits = &parlour->config.limits;
    if (line->state == FELT_PARLOUR_SILENT && parlour->now_us >= line->hello_until_us) {
        line->has_req = false;
        refuse_hello(parlour, number, FELT_NO_BAD_HELLO, "no hello came in time");
        return;
    }
    if (line->state == FELT_PARLOUR_IN && line->expires_ms &&
        felt_parlour_wall_ms(parlour) >= line->expires_ms) {
        sign_out(parlour, number, "your session has expired: sign in again");
        return;
    }
    if (line->paused && parlour->now_us >= line->paused_until_us) {
        felt_allowance_earn(&line->messages, limits->burst, limits->per_second, parlour->now_us);
        line->paused = false;
        mind_reading(parlour, number);
    }
    mind_alarm(parlour, number);
}

/* Closes the lines of a user, or those of a session (NULL: all sessions). */
static void dismiss(struct felt_parlour *parlour, int64_t user, const uint8_t *token,
                    const char *why)
{
    for (uint32_t number = 0; number < parlour->lines; number++) {
        struct felt_parlour_line *line = &parlour->line[number];
        if (line->state == FELT_PARLOUR_ASKING) line->doubted = true;
        if (line->state != FELT_PARLOUR_IN || line->user == 0) continue;
        if (token ? memcmp(line->token, token, sizeof line->token) != 0 : line->user != user)
            continue;
        sign_out(parlour, number, why);
    }
}

void felt_parlour_dismiss(struct felt_parlour *parlour, int64_t user, const char *why,
                          int64_t now_us)
{
    felt_assert(user > 0);
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    dismiss(parlour, user, NULL, why);
}

void felt_parlour_end_session(struct felt_parlour *parlour, const uint8_t token[FELT_DIGEST_BYTES],
                              int64_t now_us)
{
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    dismiss(parlour, 0, token, "you were signed out");
}

void felt_parlour_freeze(struct felt_parlour *parlour, bool frozen)
{
    if (parlour->frozen == frozen) return;
    parlour->frozen = frozen;
    parlour->stood |= !frozen;
    for (uint32_t number = 0; number < parlour->lines; number++)
        if (parlour->line[number].state != FELT_PARLOUR_NONE) mind_reading(parlour, number);
}

void felt_parlour_farewell(struct felt_parlour *parlour, const char *text, int64_t now_us)
{
    uint32_t count = 0;
    if (now_us > parlour->now_us) parlour->now_us = now_us;
    uint32_t *lines = calloc(parlour->lines, sizeof *lines);
    for (uint32_t number = 0; lines && number < parlour->lines; number++)
        if (parlour->line[number].state == FELT_PARLOUR_IN) lines[count++] = number;
    if (count)
        felt_parlour_post(
            parlour, lines, (int)count,
            &(struct felt_news){.kind = FELT_NEWS_NOTICE, .seat = FELT_SEAT_NONE, .text = text});
    felt_outbox_send(&parlour->box);
    free(lines);
}
