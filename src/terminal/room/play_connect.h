/* play_connect.h -- felt play --connect: a person at the tables of a server's room.
 *
 * What the room says is kept by the guest (client/room.h) and told with the words of felt
 * play (table.h, ask.h); commands are lines that anybody can type or a script can write. */
#ifndef FELT_TERMINAL_ROOM_PLAY_CONNECT_H
#define FELT_TERMINAL_ROOM_PLAY_CONNECT_H

#include "command/args.h"

struct felt_room_terminal_options {
    const char *url;        /* ws://host:port/room, http://host:port, ...                       */
    const char *user;       /* who signs in with a password; NULL: a guest                      */
    const char *token_file; /* a token of felt admin token issue; NULL: none                    */
    const char *table;      /* sit down there at once, or "quick"; NULL: shows the lobby        */
    uint64_t buy_in;        /* 0: as much as may be                                             */
    uint64_t hands;         /* leave after so many                                              */
    bool json;              /* print frames instead of sentences                                */
};

/* Returns the exit code. */
int felt_play_connect(const struct felt_args *args,
                      const struct felt_room_terminal_options *options);

#endif
