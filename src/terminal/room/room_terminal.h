/* room_terminal.h -- a room over the network, in a terminal: what play_connect.c and the files
 * named room_*.c share. */
#ifndef FELT_TERMINAL_ROOM_ROOM_TERMINAL_H
#define FELT_TERMINAL_ROOM_ROOM_TERMINAL_H

#include "terminal/local/prompt.h"
#include "terminal/room/play_connect.h"
#include "terminal/local/table_screen.h"
#include "felt/json.h"
#include "client/room.h"
#include "net/client.h"

enum {
    FELT_ROOM_TERMINAL_URL_BYTES = 512,
    FELT_ROOM_TERMINAL_TOKEN_BYTES = 128,
    FELT_ROOM_TERMINAL_PENDING_MAX = 16,
    FELT_ROOM_TERMINAL_FRAME_BYTES = 2048,
    FELT_ROOM_TERMINAL_LINE_BYTES = 1024
};

/* What a request was, for the sentence behind its answer. */
enum felt_room_terminal_asked {
    FELT_ASKED_NOTHING,
    FELT_ASKED_SEAT,
    FELT_ASKED_LOBBY,
    FELT_ASKED_ACTION,
    FELT_ASKED_ENTRY
};

struct felt_room_terminal {
    const struct felt_args *args;
    const struct felt_room_terminal_options *options;
    struct felt_term term;
    bool terminal; /* somebody types: lines come at any time, and need no echo                  */

    char ws[FELT_ROOM_TERMINAL_URL_BYTES], http[FELT_ROOM_TERMINAL_URL_BYTES],
        host[FELT_ROOM_TERMINAL_URL_BYTES];
    char token[FELT_ROOM_TERMINAL_TOKEN_BYTES + 1]; /* "": only watches */
    bool remembered; /* it is that of a guest, out of a file                                    */

    struct felt_net_client *line; /* NULL: down                                                 */
    bool welcomed;
    struct felt_client_room *room;
    uint64_t req; /* of the last request                                                        */
    int pendings;
    struct {
        uint64_t req;
        uint8_t asked;    /* enum felt_room_terminal_asked */
        const char *done; /* what is said when it was done; ""                                 */
    } pending[FELT_ROOM_TERMINAL_PENDING_MAX];

    char table[FELT_CLIENT_ROOM_ID_BYTES + 1];  /* that is looked at; "": the lobby */
    char buying[FELT_CLIENT_ROOM_ID_BYTES + 1]; /* the next line says with how many chips; "" */
    bool lobby_shown;
    bool entering; /* registered, and not yet told of the entry                                  */
    struct felt_table_screen shown; /* how its hand is told */
    uint32_t told; /* events of it that were told                                     */
    char name_text[FELT_SEATS_MAX][FELT_CLIENT_ROOM_NAME_BYTES + 1];
    const char *names[FELT_SEATS_MAX];
    felt_chips before;   /* own stack when the hand began; -1: not dealt in                       */
    int64_t deadline_ms; /* of the decision; 0: none                                            */
    bool warned, prompted;

    uint64_t hands;
    bool leaving, ended; /* wishes to leave; has left, or there is no use                       */
    int exit;
};

/* ---- room_show.c ---- */

/* Wipes a prompt that stands there, so that a line can be printed. */
void felt_room_terminal_clear(struct felt_room_terminal *terminal);
/* Where lines go, without the prompt; a number of chips as people read it. */
FILE *felt_room_terminal_out(struct felt_room_terminal *terminal);
const char *felt_room_terminal_chips(felt_chips amount, char out[FELT_TERM_NUMBER_BYTES]);
/* The table that is looked at; NULL: the lobby. */
struct felt_client_room_table *felt_room_terminal_table(const struct felt_room_terminal *terminal);
/* Events that were not told yet. */
void felt_room_terminal_tell(struct felt_room_terminal *terminal);
void felt_room_terminal_draw(struct felt_room_terminal *terminal);
void felt_room_terminal_print_games(struct felt_room_terminal *terminal,
                                    const struct felt_client_room_table *table);
/* Of a genome: what can be done, with numbers. */
void felt_room_terminal_print_moves(struct felt_room_terminal *terminal,
                                    const struct felt_client_room_table *table);
/* "Razz, fixed limit" for the code of a game. */
const char *felt_room_terminal_game_title(const char *code,
                                          char out[FELT_CLIENT_ROOM_TITLE_BYTES + 1]);
/* The decision of the own seat. */
struct felt_prompt felt_room_terminal_ask(const struct felt_room_terminal *terminal,
                                          const struct felt_client_room_table *table);
/* Looks at another table, or at the lobby (""). */
void felt_room_terminal_look(struct felt_room_terminal *terminal, const char *table);
/* Whatever the last frame was. */
void felt_room_terminal_show(struct felt_room_terminal *terminal,
                             const struct felt_client_room_news *news);

/* ---- room_request.c ---- */

/* A frame that is being written. */
struct felt_room_terminal_request {
    char memory[FELT_ROOM_TERMINAL_FRAME_BYTES];
    struct felt_buffer buffer;
    struct felt_json json;
};

/* `table` may be NULL. */
void felt_room_terminal_request_begin(struct felt_room_terminal *terminal,
                                      struct felt_room_terminal_request *request, const char *type,
                                      const char *table);
void felt_room_terminal_request_text(struct felt_room_terminal_request *request, const char *key,
                                     const char *text);
void felt_room_terminal_request_bool(struct felt_room_terminal_request *request, const char *key,
                                     bool value);
void felt_room_terminal_request_chips(struct felt_room_terminal_request *request, const char *key,
                                      felt_chips amount);
/* Sends it; `done` is said when the server has done it. */
void felt_room_terminal_request_finish(struct felt_room_terminal *terminal,
                                       struct felt_room_terminal_request *request,
                                       const char *done);
/* Whole requests. */
void felt_room_terminal_ask_plainly(struct felt_room_terminal *terminal, const char *type,
                                    const char *table, const char *done);
void felt_room_terminal_ask_switch(struct felt_room_terminal *terminal, const char *type,
                                   const char *table, bool on, const char *done);
void felt_room_terminal_hello(struct felt_room_terminal *terminal);
void felt_room_terminal_ping(struct felt_room_terminal *terminal);
void felt_room_terminal_lobby(struct felt_room_terminal *terminal);
/* `table` may be "quick"; `buy_in` 0: as much as may be. */
void felt_room_terminal_sit(struct felt_room_terminal *terminal, const char *table,
                            felt_chips buy_in);
/* What was asked by the last request, and a frame that somebody else wrote. */
void felt_room_terminal_expect(struct felt_room_terminal *terminal,
                               enum felt_room_terminal_asked asked, const char *done);
void felt_room_terminal_transmit(struct felt_room_terminal *terminal,
                                 const struct felt_buffer *frame);

/* ---- room_words.c ---- */

/* A line that was typed. */
void felt_room_terminal_hear(struct felt_room_terminal *terminal, char *line);
/* Stands up everywhere, and leaves. */
void felt_room_terminal_leave(struct felt_room_terminal *terminal);

/* ---- room_tournaments.c: tournaments ---- */

void felt_room_terminal_show_tournament(struct felt_room_terminal *terminal,
                                        const struct felt_client_room_news *news);
/* Is this a table of a tournament that the person is in?  Is there such a tournament at all, or one
 * that is to begin? */
bool felt_room_terminal_plays_tournament(const struct felt_room_terminal *terminal,
                                         const char *table);
bool felt_room_terminal_awaits_tournament(const struct felt_room_terminal *terminal);
/* Looks at the table where a tournament is played, unless the person sits at the one he sees. */
void felt_room_terminal_follow(struct felt_room_terminal *terminal);
/* Words, with what is typed behind them. */
void felt_room_terminal_list_tournaments(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_one_tournament(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_register(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_unregister(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_print_level(struct felt_room_terminal *terminal, const char *rest);

/* ---- room_host.c: private tables ---- */

void felt_room_terminal_show_private(struct felt_room_terminal *terminal,
                                     const struct felt_client_room_news *news);
void felt_room_terminal_create(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_join(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_change(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_stakes(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_key(struct felt_room_terminal *terminal, const char *rest);
void felt_room_terminal_host(struct felt_room_terminal *terminal, const char *rest);

/* ---- room_narc.c ---- */

struct felt_room_terminal_narc;
/* For free(); NULL: no memory. */
struct felt_room_terminal_narc *felt_room_terminal_narc_open(void);
/* A felt_client_room_card; self is such a one. */
bool felt_room_terminal_narc_card(void *self, const char *game, const char *rules, const char *id,
                                  bool effects, struct felt_buffer *out);

/* ---- room_sign_in.c ---- */

/* The addresses of an --connect.  False: complained. */
bool felt_room_terminal_address(struct felt_room_terminal *terminal);
/* Fills visit->token.  False: complained; visit->exit. */
bool felt_room_terminal_sign_in(struct felt_room_terminal *terminal);
/* The server does not know the guest of the file any more: a new one.  False: as above. */
bool felt_room_terminal_forget(struct felt_room_terminal *terminal);

int64_t felt_room_terminal_now_ms(void);

#endif
