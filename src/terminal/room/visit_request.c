/* visit_request.c -- frames to the room, each with a number that its answer bears: see visit.h. */
#include "terminal/room/visit.h"

#include <string.h>

void felt_request_text(struct felt_request *request, const char *key, const char *text)
{
    felt_json_key(&request->json, key);
    felt_json_text(&request->json, text);
}

void felt_request_bool(struct felt_request *request, const char *key, bool value)
{
    felt_json_key(&request->json, key);
    felt_json_bool(&request->json, value);
}

void felt_request_chips(struct felt_request *request, const char *key, felt_chips amount)
{
    felt_json_key(&request->json, key);
    felt_json_int(&request->json, amount);
}

void felt_request_begin(struct felt_visit *visit, struct felt_request *request, const char *type,
                        const char *table)
{
    request->buffer = felt_buffer_make(request->memory, sizeof request->memory);
    request->json = felt_json_make(&request->buffer);
    felt_json_object(&request->json);
    felt_json_key(&request->json, "req");
    felt_json_uint(&request->json, ++visit->req);
    felt_request_text(request, "type", type);
    if (table) felt_request_text(request, "table", table);
}

/* A line that is down is noticed where frames are read. */
void felt_visit_transmit(struct felt_visit *visit, const struct felt_buffer *frame)
{
    if (visit->line && !frame->overflow)
        (void)!felt_net_client_send(visit->line, frame->bytes, frame->used);
}

void felt_visit_expect(struct felt_visit *visit, enum felt_visit_asked asked, const char *done)
{
    if (visit->pendings == FELT_VISIT_PENDING_MAX) {
        memmove(visit->pending, visit->pending + 1,
                sizeof visit->pending - sizeof visit->pending[0]);
        visit->pendings--;
    }
    visit->pending[visit->pendings].req = visit->req;
    visit->pending[visit->pendings].asked = (uint8_t)asked;
    visit->pending[visit->pendings++].done = done;
}

void felt_request_finish(struct felt_visit *visit, struct felt_request *request, const char *done)
{
    felt_json_end(&request->json);
    felt_visit_expect(visit, FELT_ASKED_NOTHING, done);
    felt_visit_transmit(visit, &request->buffer);
}

void felt_visit_ask_plainly(struct felt_visit *visit, const char *type, const char *table,
                            const char *done)
{
    struct felt_request request;
    felt_request_begin(visit, &request, type, table);
    felt_request_finish(visit, &request, done);
}

void felt_visit_ask_switch(struct felt_visit *visit, const char *type, const char *table, bool on,
                           const char *done)
{
    struct felt_request request;
    felt_request_begin(visit, &request, type, table);
    felt_request_bool(&request, "on", on);
    felt_request_finish(visit, &request, done);
}

void felt_visit_hello(struct felt_visit *visit)
{
    struct felt_request request;
    felt_request_begin(visit, &request, "hello", NULL);
    felt_request_chips(&request, "v", 1);
    if (visit->token[0]) felt_request_text(&request, "token", visit->token);
    felt_json_end(&request.json);
    felt_visit_transmit(visit, &request.buffer);
    explicit_bzero(request.memory, sizeof request.memory);
}

void felt_visit_ping(struct felt_visit *visit)
{
    struct felt_request request;
    felt_request_begin(visit, &request, "ping", NULL);
    felt_json_end(&request.json);
    felt_visit_transmit(visit, &request.buffer);
}

void felt_visit_lobby(struct felt_visit *visit)
{
    struct felt_request request;
    felt_request_begin(visit, &request, "lobby", NULL);
    felt_json_end(&request.json);
    felt_visit_expect(visit, FELT_ASKED_LOBBY, "");
    felt_visit_transmit(visit, &request.buffer);
}

void felt_visit_sit(struct felt_visit *visit, const char *table, felt_chips buy_in)
{
    struct felt_request request;
    bool quick = strcmp(table, "quick") == 0;
    felt_request_begin(visit, &request, quick ? "quick" : "sit", quick ? NULL : table);
    if (buy_in > 0) felt_request_chips(&request, "buy_in", buy_in);
    felt_json_end(&request.json);
    felt_visit_expect(visit, FELT_ASKED_SEAT, "");
    felt_visit_transmit(visit, &request.buffer);
}
