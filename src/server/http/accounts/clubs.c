/* clubs.c -- clubs of users, and reports of other players (docs/PROTOCOL.md 14.9).
 *
 * Others are named by their handles, as everywhere (D4): whoever is meant is looked for among the
 * members of the club, or by his handle.  What a member may do is for the ledger to say; what he
 * may see is said here: the invitation is for managers and owners, keys of tables for every member,
 * and to anybody else a club is not there. */
#include "server/http/accounts/parts.h"
#include "base/json_member.h"

#include "base/base64url.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <string.h>

enum { CODE_RAW_BYTES = 15 }; /* twenty letters, 120 bits */

/* ---- reading ---- */

bool felt_http_accounts_read_club(struct felt_http_accounts *accounts, struct req *req,
                                  const struct body *body,
                                  const struct felt_http_accounts_request *request)
{
    (void)request;
    const char *name = body->text[FIELD_NAME] ? body->text[FIELD_NAME] : body->text[FIELD_HANDLE];
    const char *code = body->text[FIELD_CODE], *rank = body->text[FIELD_RANK];
    if (name && !felt_http_accounts_copy(req->handle, sizeof req->handle, name)) {
        felt_http_accounts_refuse_field(accounts, req,
                                        body->text[FIELD_NAME] ? FIELD_NAME : FIELD_HANDLE,
                                        "a name has at most 24 characters");
        return false;
    }
    if (code && !felt_http_accounts_copy(req->code, sizeof req->code, code)) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_NO_CLUB);
        return false;
    }
    int found = rank ? felt_club_rank_find(rank) : FELT_CLUB_MEMBER;
    req->rank = found < 0 ? 0 : (uint8_t)found;
    if (found >= 0) return true;
    felt_http_accounts_refuse_field(accounts, req, FIELD_RANK,
                                    "a rank is member, manager or owner");
    return false;
}

/* One line or a few, without anything that could drive a terminal. */
static bool is_said(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == '\x7f') return false;
    return *text != '\0';
}

bool felt_http_accounts_read_report(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body,
                                    const struct felt_http_accounts_request *request)
{
    const char *table = body->text[FIELD_TABLE], *hand = body->text[FIELD_HAND];
    struct felt_order *order = &req->order;
    (void)request;
    if (!felt_http_accounts_copy(req->handle, sizeof req->handle, body->text[FIELD_HANDLE]))
        felt_http_accounts_refuse_field(accounts, req, FIELD_HANDLE, "nobody is called that");
    else if (!felt_http_accounts_copy(order->text, sizeof order->text, body->text[FIELD_TEXT]) ||
             !is_said(order->text))
        felt_http_accounts_refuse_field(accounts, req, FIELD_TEXT,
                                        "say it in 1 to 400 bytes of one line");
    else if (table && (!felt_http_accounts_copy(order->table, sizeof order->table, table) ||
                       !is_said(order->table)))
        felt_http_accounts_refuse_field(accounts, req, FIELD_TABLE,
                                        "there is no table of that name");
    else if (hand && (!felt_http_accounts_copy(order->hand, sizeof order->hand, hand) ||
                      !is_said(order->hand)))
        felt_http_accounts_refuse_field(accounts, req, FIELD_HAND, "there is no hand of that name");
    else
        return true;
    return false;
}

/* ---- answers ---- */

/* As he who has the rank may know it. */
static void write_club(struct felt_json *json, const struct felt_club *club, uint8_t rank)
{
    felt_json_object(json);
    felt_json_put_int(json, "id", club->id);
    felt_json_put_text(json, "name", club->name);
    felt_json_put_int(json, "members", club->members);
    felt_json_put_moment(json, "created", club->created);
    felt_json_put_text(json, "rank", felt_club_rank_word((enum felt_club_rank)rank));
    if (rank >= FELT_CLUB_MANAGER) felt_json_put_text(json, "code", club->code);
    felt_json_end(json);
}

static void write_clubs(struct felt_json *json, const struct felt_http_accounts *accounts,
                        const struct req *req, const void *content)
{
    const struct felt_ledger_answer *answer = content;
    (void)accounts, (void)req;
    felt_json_object(json);
    felt_json_key(json, "clubs");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++)
        write_club(json, &answer->clubs[i].club, answer->clubs[i].member.rank);
    felt_json_end(json);
    felt_json_end(json);
}

/* Himself among the members; NULL: he is none. */
static const struct felt_club_row *find_own(const struct req *req,
                                            const struct felt_ledger_answer *answer)
{
    for (uint32_t i = 0; i < answer->count; i++)
        if (answer->clubs[i].member.user == req->user.id) return &answer->clubs[i];
    return NULL;
}

static void write_whole_club(struct felt_json *json, const struct felt_http_accounts *accounts,
                             const struct req *req, const void *content)
{
    const struct felt_ledger_answer *answer = content;
    const struct felt_club_row *own = find_own(req, answer);
    felt_assert(own != NULL);
    felt_json_object(json);
    felt_json_key(json, "club");
    write_club(json, &own->club, own->member.rank);
    felt_json_key(json, "members");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_club_row *row = &answer->clubs[i];
        felt_json_object(json);
        felt_json_put_text(json, "handle", row->handle);
        felt_json_put_text(json, "rank",
                           felt_club_rank_word((enum felt_club_rank)row->member.rank));
        felt_json_put_moment(json, "joined", row->member.joined);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "tables");
    if (accounts->services->club_tables) {
        accounts->services->club_tables(accounts->services->self, own->club.id, json);
    } else {
        felt_json_array(json);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_leaders(struct felt_json *json, const struct felt_http_accounts *accounts,
                          const struct req *req, const void *content)
{
    const struct felt_ledger_answer *answer = content;
    (void)accounts, (void)req;
    felt_json_object(json);
    felt_json_key(json, "leaders");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "handle", answer->leaders[i].handle);
        felt_json_put_int(json, "won", answer->leaders[i].chips);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void write_number(struct felt_json *json, const struct felt_http_accounts *accounts,
                         const struct req *req, const void *content)
{
    const struct felt_receipt *receipt = content;
    (void)accounts;
    felt_json_object(json);
    felt_json_put_int(json, req->order.kind == FELT_ORDER_REPORT ? "report" : "club",
                      receipt->number);
    if (req->order.kind == FELT_ORDER_CLUB_OPEN || req->order.kind == FELT_ORDER_CLUB_CODE)
        felt_json_put_text(json, "code", req->order.code);
    felt_json_end(json);
}

/* ---- looking ---- */

static bool is_good(struct felt_http_accounts *accounts, struct req *req,
                    const struct felt_ledger_answer *answer)
{
    if (answer->outcome == FELT_OUTCOME_OK) return true;
    felt_http_accounts_refuse_outcome(accounts, req, (enum felt_outcome)answer->outcome);
    return false;
}

static void ask(struct felt_http_accounts *accounts, struct req *req, enum felt_question_kind kind,
                int64_t number, felt_http_accounts_step *then)
{
    struct felt_question question = {.kind = (uint8_t)kind,
                                     .now_ms = req->now_ms,
                                     .number = number,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    felt_http_accounts_ask(accounts, req, &question, then);
}

static void clubs_found(struct felt_http_accounts *accounts, struct req *req,
                        const struct reply *reply)
{
    if (is_good(accounts, req, reply->answer))
        felt_http_accounts_answer_with(accounts, req, 200, write_clubs, reply->answer);
}

void felt_http_accounts_begin_clubs(struct felt_http_accounts *accounts, struct req *req)
{
    ask(accounts, req, FELT_QUESTION_CLUBS, req->user.id, clubs_found);
}

/* False: refused, he is no member. */
static bool is_member(struct felt_http_accounts *accounts, struct req *req,
                      const struct felt_ledger_answer *answer)
{
    if (!is_good(accounts, req, answer)) return false;
    if (find_own(req, answer)) return true;
    felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_NO_CLUB);
    return false;
}

static void club_found(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    if (is_member(accounts, req, reply->answer))
        felt_http_accounts_answer_with(accounts, req, 200, write_whole_club, reply->answer);
}

void felt_http_accounts_begin_club(struct felt_http_accounts *accounts, struct req *req)
{
    ask(accounts, req, FELT_QUESTION_CLUB, req->id, club_found);
}

static void leaders_found(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    if (is_good(accounts, req, reply->answer))
        felt_http_accounts_answer_with(accounts, req, 200, write_leaders, reply->answer);
}

static void leaders_allowed(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    if (is_member(accounts, req, reply->answer))
        ask(accounts, req, FELT_QUESTION_CLUB_LEADERS, req->id, leaders_found);
}

void felt_http_accounts_begin_club_leaders(struct felt_http_accounts *accounts, struct req *req)
{
    ask(accounts, req, FELT_QUESTION_CLUB, req->id, leaders_allowed);
}

/* ---- changing ---- */

static struct felt_order *begin_order(struct req *req, enum felt_order_kind kind)
{
    struct felt_order *order = &req->order;
    order->kind = (uint8_t)kind;
    order->now_ms = req->now_ms;
    order->by = req->user.id;
    order->number = req->id;
    return order;
}

/* Somebody left, or it is closed: the room must know. */
static void tell_room(const struct felt_http_accounts *accounts, const struct felt_order *order)
{
    const struct felt_http_accounts_services *services = accounts->services;
    if (order->kind == FELT_ORDER_CLUB_LEAVE && services->club_left)
        services->club_left(services->self, order->number, order->user);
    if (order->kind == FELT_ORDER_CLUB_CLOSE && services->club_closed)
        services->club_closed(services->self, order->number);
}

static void order_done(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    felt_http_accounts_log(accounts, req, felt_order_word((enum felt_order_kind)req->order.kind),
                           outcome == FELT_OUTCOME_OK ? "ok" : felt_outcome_word(outcome),
                           req->user.id, NULL);
    if (outcome == FELT_OUTCOME_BAD_NAME) {
        felt_http_accounts_refuse_field(accounts, req, FIELD_NAME, felt_outcome_text(outcome));
        return;
    }
    if (outcome != FELT_OUTCOME_OK) {
        felt_http_accounts_refuse_outcome(accounts, req, outcome);
        return;
    }
    tell_room(accounts, &req->order);
    felt_http_accounts_answer_with(accounts, req, 200, write_number, reply->receipt);
}

/* Nobody guesses it, and the same request sent again is another club: as with every POST here. */
static void add_code(struct felt_http_accounts *accounts, struct felt_order *order)
{
    uint8_t raw[CODE_RAW_BYTES];
    _Static_assert(FELT_BASE64URL_BYTES(CODE_RAW_BYTES) >= FELT_CLUB_CODE_MIN, "long enough");
    _Static_assert(FELT_BASE64URL_BYTES(CODE_RAW_BYTES) <= FELT_CLUB_CODE_BYTES, "it fits");
    accounts->services->entropy(accounts->services->self, raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, order->code);
}

void felt_http_accounts_begin_club_open(struct felt_http_accounts *accounts, struct req *req)
{
    if (!felt_http_accounts_take_user(accounts, req, FELT_HTTP_ACCOUNTS_CLUBS)) return;
    struct felt_order *order = begin_order(req, FELT_ORDER_CLUB_OPEN);
    memcpy(order->handle, req->handle, sizeof order->handle);
    add_code(accounts, order);
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_club_join(struct felt_http_accounts *accounts, struct req *req)
{
    if (!felt_http_accounts_take_user(accounts, req, FELT_HTTP_ACCOUNTS_CLUBS)) return;
    struct felt_order *order = begin_order(req, FELT_ORDER_CLUB_JOIN);
    memcpy(order->code, req->code, sizeof order->code);
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_club_leave(struct felt_http_accounts *accounts, struct req *req)
{
    begin_order(req, FELT_ORDER_CLUB_LEAVE)->user = req->user.id;
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_club_code(struct felt_http_accounts *accounts, struct req *req)
{
    add_code(accounts, begin_order(req, FELT_ORDER_CLUB_CODE));
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_club_name(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_order *order = begin_order(req, FELT_ORDER_CLUB_NAME);
    memcpy(order->handle, req->handle, sizeof order->handle);
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_club_close(struct felt_http_accounts *accounts, struct req *req)
{
    (void)begin_order(req, FELT_ORDER_CLUB_CLOSE);
    felt_http_accounts_order(accounts, req, order_done);
}

/* The member of the handle; 0: there is none. */
static int64_t find_member(const struct felt_ledger_answer *answer, const char *handle)
{
    char wanted[FELT_HANDLE_BYTES + 1], own[FELT_HANDLE_BYTES + 1];
    felt_handle_fold(handle, wanted);
    for (uint32_t i = 0; i < answer->count; i++) {
        felt_handle_fold(answer->clubs[i].handle, own);
        if (strcmp(own, wanted) == 0) return answer->clubs[i].member.user;
    }
    return 0;
}

static void order_about_member(struct felt_http_accounts *accounts, struct req *req,
                               const struct felt_ledger_answer *answer, enum felt_order_kind kind)
{
    if (!is_member(accounts, req, answer)) return;
    struct felt_order *order = begin_order(req, kind);
    order->user = find_member(answer, req->handle);
    order->rank = req->rank;
    if (order->user)
        felt_http_accounts_order(accounts, req, order_done);
    else
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_NO_MEMBER);
}

static void removal_found(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    order_about_member(accounts, req, reply->answer, FELT_ORDER_CLUB_LEAVE);
}

void felt_http_accounts_begin_club_remove(struct felt_http_accounts *accounts, struct req *req)
{
    ask(accounts, req, FELT_QUESTION_CLUB, req->id, removal_found);
}

static void rank_found(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    order_about_member(accounts, req, reply->answer, FELT_ORDER_CLUB_RANK);
}

void felt_http_accounts_begin_club_rank(struct felt_http_accounts *accounts, struct req *req)
{
    ask(accounts, req, FELT_QUESTION_CLUB, req->id, rank_found);
}

/* ---- reports ---- */

static void reported_found(struct felt_http_accounts *accounts, struct req *req,
                           const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    bool none = answer->outcome == FELT_OUTCOME_NO_USER ||
                (answer->outcome == FELT_OUTCOME_OK &&
                 (answer->user.deleted_at || answer->user.id == req->user.id));
    if (none) {
        felt_http_accounts_refuse_field(accounts, req, FIELD_HANDLE, "nobody else is called that");
        return;
    }
    if (!is_good(accounts, req, answer)) return;
    begin_order(req, FELT_ORDER_REPORT)->user = answer->user.id;
    felt_http_accounts_order(accounts, req, order_done);
}

void felt_http_accounts_begin_report(struct felt_http_accounts *accounts, struct req *req)
{
    if (!felt_http_accounts_take_user(accounts, req, FELT_HTTP_ACCOUNTS_REPORTS)) return;
    struct felt_question question = {
        .kind = FELT_QUESTION_HANDLE, .now_ms = req->now_ms, .limit = 1};
    memcpy(question.text, req->handle, sizeof req->handle);
    felt_http_accounts_ask(accounts, req, &question, reported_found);
}
