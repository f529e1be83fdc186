/* visit.h -- one visit to the room: what play_connect.c and the files named visit_*.c share. */
#ifndef FELT_TERMINAL_ROOM_VISIT_H
#define FELT_TERMINAL_ROOM_VISIT_H

#include "terminal/local/ask.h"
#include "terminal/room/play_connect.h"
#include "terminal/local/table.h"
#include "felt/json.h"
#include "client/room_guest.h"
#include "net/client.h"

enum {
    FELT_VISIT_URL_BYTES = 512,
    FELT_VISIT_TOKEN_BYTES = 128,
    FELT_VISIT_PENDING_MAX = 16,
    FELT_VISIT_FRAME_BYTES = 2048,
    FELT_VISIT_LINE_BYTES = 1024
};

/* What a request was, for the sentence behind its answer. */
enum felt_visit_asked {
    FELT_ASKED_NOTHING,
    FELT_ASKED_SEAT,
    FELT_ASKED_LOBBY,
    FELT_ASKED_ACTION,
    FELT_ASKED_ENTRY
};

struct felt_visit {
    const struct felt_args *args;
    const struct felt_connect *options;
    struct felt_term term;
    bool terminal; /* somebody types: lines come at any time, and need no echo                  */

    char ws[FELT_VISIT_URL_BYTES], http[FELT_VISIT_URL_BYTES], host[FELT_VISIT_URL_BYTES];
    char token[FELT_VISIT_TOKEN_BYTES + 1]; /* "": only watches                                 */
    bool remembered; /* it is that of a guest, out of a file                                    */

    struct felt_net_client *line; /* NULL: down                                                 */
    bool welcomed;
    struct felt_room_guest *room;
    uint64_t req; /* of the last request                                                        */
    int pendings;
    struct {
        uint64_t req;
        uint8_t asked;    /* enum felt_visit_asked                                             */
        const char *done; /* what is said when it was done; ""                                 */
    } pending[FELT_VISIT_PENDING_MAX];

    char table[FELT_ROOM_ID_BYTES + 1];  /* that is looked at; "": the lobby                     */
    char buying[FELT_ROOM_ID_BYTES + 1]; /* the next line says with how many chips; ""          */
    bool lobby_shown;
    bool entering; /* registered, and not yet told of the entry                                  */
    struct felt_table shown; /* how its hand is told                                            */
    uint32_t told;           /* events of it that were told                                     */
    char name_text[FELT_SEATS_MAX][FELT_ROOM_NAME_BYTES + 1];
    const char *names[FELT_SEATS_MAX];
    felt_chips before;   /* own stack when the hand began; -1: not dealt in                       */
    int64_t deadline_ms; /* of the decision; 0: none                                            */
    bool warned, prompted;

    uint64_t hands;
    bool leaving, ended; /* wishes to leave; has left, or there is no use                       */
    int exit;
};

/* ---- visit_show.c ---- */

/* Wipes a prompt that stands there, so that a line can be printed. */
void felt_visit_clear(struct felt_visit *visit);
/* Where lines go, without the prompt; a number of chips as people read it. */
FILE *felt_visit_out(struct felt_visit *visit);
const char *felt_visit_chips(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES]);
/* The table that is looked at; NULL: the lobby. */
struct felt_room_table *felt_visit_table(const struct felt_visit *visit);
void felt_visit_print_lobby(struct felt_visit *visit);
/* Events that were not told yet. */
void felt_visit_tell(struct felt_visit *visit);
void felt_visit_draw(struct felt_visit *visit);
void felt_visit_print_games(struct felt_visit *visit, const struct felt_room_table *table);
/* Of a genome: what can be done, with numbers. */
void felt_visit_print_moves(struct felt_visit *visit, const struct felt_room_table *table);
/* "Razz, fixed limit" for the code of a game. */
const char *felt_visit_game_title(const char *code, char out[FELT_ROOM_TITLE_BYTES + 1]);
/* The decision of the own seat. */
struct felt_ask felt_visit_ask(const struct felt_visit *visit, const struct felt_room_table *table);
/* Looks at another table, or at the lobby (""). */
void felt_visit_look(struct felt_visit *visit, const char *table);
/* Whatever the last frame was. */
void felt_visit_show(struct felt_visit *visit, const struct felt_room_news *news);

/* ---- visit_request.c ---- */

/* A frame that is being written. */
struct felt_request {
    char memory[FELT_VISIT_FRAME_BYTES];
    struct felt_buffer buffer;
    struct felt_json json;
};

/* `table` may be NULL. */
void felt_request_begin(struct felt_visit *visit, struct felt_request *request, const char *type,
                        const char *table);
void felt_request_text(struct felt_request *request, const char *key, const char *text);
void felt_request_bool(struct felt_request *request, const char *key, bool value);
void felt_request_chips(struct felt_request *request, const char *key, felt_chips amount);
/* Sends it; `done` is said when the server has done it. */
void felt_request_finish(struct felt_visit *visit, struct felt_request *request, const char *done);
/* Whole requests. */
void felt_visit_ask_plainly(struct felt_visit *visit, const char *type, const char *table,
                            const char *done);
void felt_visit_ask_switch(struct felt_visit *visit, const char *type, const char *table, bool on,
                           const char *done);
void felt_visit_hello(struct felt_visit *visit);
void felt_visit_ping(struct felt_visit *visit);
void felt_visit_lobby(struct felt_visit *visit);
/* `table` may be "quick"; `buy_in` 0: as much as may be. */
void felt_visit_sit(struct felt_visit *visit, const char *table, felt_chips buy_in);
/* What was asked by the last request, and a frame that somebody else wrote. */
void felt_visit_expect(struct felt_visit *visit, enum felt_visit_asked asked, const char *done);
void felt_visit_transmit(struct felt_visit *visit, const struct felt_buffer *frame);

/* ---- visit_words.c ---- */

/* A line that was typed. */
void felt_visit_hear(struct felt_visit *visit, char *line);
/* Stands up everywhere, and leaves. */
void felt_visit_leave(struct felt_visit *visit);

/* ---- visit_events.c: tournaments ---- */

void felt_visit_print_events(struct felt_visit *visit);
void felt_visit_show_event(struct felt_visit *visit, const struct felt_room_news *news);
void felt_visit_show_entry(struct felt_visit *visit, const struct felt_room_news *news);
/* Is this a table of a tournament that the person is in?  Is there such a tournament at all, or one
 * that is to begin? */
bool felt_visit_plays_event(const struct felt_visit *visit, const char *table);
bool felt_visit_awaits_event(const struct felt_visit *visit);
/* Looks at the table where a tournament is played, unless the person sits at the one he sees. */
void felt_visit_follow(struct felt_visit *visit);
/* Words, with what is typed behind them. */
void felt_visit_list_events(struct felt_visit *visit, const char *rest);
void felt_visit_one_event(struct felt_visit *visit, const char *rest);
void felt_visit_register(struct felt_visit *visit, const char *rest);
void felt_visit_unregister(struct felt_visit *visit, const char *rest);
void felt_visit_print_level(struct felt_visit *visit, const char *rest);

/* ---- visit_host.c: private tables ---- */

void felt_visit_show_private(struct felt_visit *visit, const struct felt_room_news *news);
void felt_visit_create(struct felt_visit *visit, const char *rest);
void felt_visit_join(struct felt_visit *visit, const char *rest);
void felt_visit_change(struct felt_visit *visit, const char *rest);
void felt_visit_stakes(struct felt_visit *visit, const char *rest);
void felt_visit_key(struct felt_visit *visit, const char *rest);
void felt_visit_host(struct felt_visit *visit, const char *rest);

/* ---- visit_narc.c ---- */

struct felt_visit_narc;
/* For free(); NULL: no memory. */
struct felt_visit_narc *felt_visit_narc_open(void);
/* A felt_room_card; self is such a one. */
bool felt_visit_narc_card(void *self, const char *game, const char *rules, const char *id,
                          bool effects, struct felt_buffer *out);

/* ---- visit_sign_in.c ---- */

/* The addresses of an --connect.  False: complained. */
bool felt_visit_address(struct felt_visit *visit);
/* Fills visit->token.  False: complained; visit->exit. */
bool felt_visit_sign_in(struct felt_visit *visit);
/* The server does not know the guest of the file any more: a new one.  False: as above. */
bool felt_visit_forget(struct felt_visit *visit);

int64_t felt_visit_now_ms(void);

#endif
