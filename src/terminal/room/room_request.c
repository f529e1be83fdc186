/* room_request.c -- frames to the room, each with a number that its answer bears: see
 * room_terminal.h. */
#include "terminal/room/room_terminal.h"

#include <string.h>

void felt_room_terminal_request_text(struct felt_room_terminal_request *request, const char *key,
                                     const char *text)
{
    felt_json_key(&request->json, key);
    felt_json_text(&request->json, text);
}

void felt_room_terminal_request_bool(struct felt_room_terminal_request *request, const char *key,
                                     bool value)
{
    felt_json_key(&request->json, key);
    felt_json_bool(&request->json, value);
}

void felt_room_terminal_request_chips(struct felt_room_terminal_request *request, const char *key,
                                      felt_chips amount)
{
    felt_json_key(&request->json, key);
    felt_json_int(&request->json, amount);
}

void felt_room_terminal_request_begin(struct felt_room_terminal *terminal,
                                      struct felt_room_terminal_request *request, const char *type,
                                      const char *table)
{
    request->buffer = felt_buffer_make(request->memory, sizeof request->memory);
    request->json = felt_json_make(&request->buffer);
    felt_json_object(&request->json);
    felt_json_key(&request->json, "req");
    felt_json_uint(&request->json, ++terminal->req);
    felt_room_terminal_request_text(request, "type", type);
    if (table) felt_room_terminal_request_text(request, "table", table);
}

/* A line that is down is noticed where frames are read. */
void felt_room_terminal_transmit(struct felt_room_terminal *terminal,
                                 const struct felt_buffer *frame)
{
    if (terminal->line && !frame->overflow)
        (void)!felt_net_client_send(terminal->line, frame->bytes, frame->used);
}

void felt_room_terminal_expect(struct felt_room_terminal *terminal,
                               enum felt_room_terminal_asked asked, const char *done)
{
    if (terminal->pendings == FELT_ROOM_TERMINAL_PENDING_MAX) {
        memmove(terminal->pending, terminal->pending + 1,
                sizeof terminal->pending - sizeof terminal->pending[0]);
        terminal->pendings--;
    }
    terminal->pending[terminal->pendings].req = terminal->req;
    terminal->pending[terminal->pendings].asked = (uint8_t)asked;
    terminal->pending[terminal->pendings++].done = done;
}

void felt_room_terminal_request_finish(struct felt_room_terminal *terminal,
                                       struct felt_room_terminal_request *request, const char *done)
{
    felt_json_end(&request->json);
    felt_room_terminal_expect(terminal, FELT_ASKED_NOTHING, done);
    felt_room_terminal_transmit(terminal, &request->buffer);
}

void felt_room_terminal_ask_plainly(struct felt_room_terminal *terminal, const char *type,
                                    const char *table, const char *done)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, type, table);
    felt_room_terminal_request_finish(terminal, &request, done);
}

void felt_room_terminal_ask_switch(struct felt_room_terminal *terminal, const char *type,
                                   const char *table, bool on, const char *done)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, type, table);
    felt_room_terminal_request_bool(&request, "on", on);
    felt_room_terminal_request_finish(terminal, &request, done);
}

void felt_room_terminal_hello(struct felt_room_terminal *terminal)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "hello", NULL);
    felt_room_terminal_request_chips(&request, "v", 1);
    if (terminal->token[0]) felt_room_terminal_request_text(&request, "token", terminal->token);
    felt_json_end(&request.json);
    felt_room_terminal_transmit(terminal, &request.buffer);
    explicit_bzero(request.memory, sizeof request.memory);
}

void felt_room_terminal_ping(struct felt_room_terminal *terminal)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "ping", NULL);
    felt_json_end(&request.json);
    felt_room_terminal_transmit(terminal, &request.buffer);
}

void felt_room_terminal_lobby(struct felt_room_terminal *terminal)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "lobby", NULL);
    felt_json_end(&request.json);
    felt_room_terminal_expect(terminal, FELT_ASKED_LOBBY, "");
    felt_room_terminal_transmit(terminal, &request.buffer);
}

void felt_room_terminal_sit(struct felt_room_terminal *terminal, const char *table,
                            felt_chips buy_in)
{
    struct felt_room_terminal_request request;
    bool quick = strcmp(table, "quick") == 0;
    felt_room_terminal_request_begin(terminal, &request, quick ? "quick" : "sit",
                                     quick ? NULL : table);
    if (buy_in > 0) felt_room_terminal_request_chips(&request, "buy_in", buy_in);
    felt_json_end(&request.json);
    felt_room_terminal_expect(terminal, FELT_ASKED_SEAT, "");
    felt_room_terminal_transmit(terminal, &request.buffer);
}
