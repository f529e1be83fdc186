/* serve.h -- what the files of `felt serve` share.
 *
 *   serve.c         the command: what was typed, the banner, the life of the server
 *   serve_data.c    its directory: lock, secret, store
 *   serve_web.c     where the files for browsers are
 *   serve_conf.c    felt.conf; serve_lobby.c: the tables it names
 *   serve_office.c  bank, hasher, front desk and operator, joined to the arena's loop
 *   serve_lab.c     archives of the lab, their games and ratings
 *   serve_room.c    the room: cash tables for people and house players
 *   serve_chores.c  what is done by the clock: old guests, the daily reset
 *   serve_admin.c   the socket of `felt admin` */
#ifndef FELT_SERVER_APP_SERVE_H
#define FELT_SERVER_APP_SERVE_H

#include "server/app/arena.h"
#include "server/app/serve_chores.h"
#include "server/app/serve_data.h"
#include "server/app/serve_room.h"
#include "server/http/admin/serve_mail.h"
#include "felt/buffer.h"

/* ---- files for browsers ---- */

/* The directory of the web client: `web` beside the program, or ../share/felt/web of it.  False:
 * it is in neither. */
bool felt_serve_web_find(char *out, size_t bytes);

/* ---- the office: accounts over HTTP ---- */

struct felt_serve_desk_config {
    const struct felt_serve_data *data;
    const char *facebook_secret; /* NULL: that sign-in is off                                    */
    const char *facebook_app;    /* NULL: pages are not told of it                               */
    const char *origins;         /* NULL: our own host                                           */
    const char *lab;             /* the directory of the lab; NULL: there is none                */
    bool closed, proxy, factor_required;
    int reset_minute;  /* -1: never                                                              */
    uint32_t check_ms; /* how often the file of the books is read through                        */
    uint32_t reloads;  /* of a user in 24 hours; 0: any number                                    */
    const uint32_t *numbers; /* of felt.conf, by enum felt_conf_number                           */
};

struct felt_serve_desk;
/* Opens the books.  NULL: complained. */
struct felt_serve_desk *felt_serve_desk_open(const struct felt_serve_desk_config *config,
                                             const struct felt_args *args);
void felt_serve_desk_close(struct felt_serve_desk *office);
/* To be joined to an arena before the first request comes, and to none (NULL) before that arena is
 * closed, which it must be before the office is. */
const struct felt_arena_annex *felt_serve_desk_annex(const struct felt_serve_desk *office);
void felt_serve_desk_join(struct felt_serve_desk *office, struct felt_arena *arena);
struct felt_bank *felt_serve_desk_bank(struct felt_serve_desk *office);
/* The operator's requests are answered, and the daily reset reaches seats.  Once, before the first
 * request; `room` is NULL if there is none.  False: no memory.  Until felt_serve_desk_part(), which
 * must come before the room is closed, which must come before the office is. */
bool felt_serve_desk_host_operator(struct felt_serve_desk *office,
                                   const struct felt_serve_data *data,
                                   struct felt_serve_room *room);
struct felt_mail *felt_serve_desk_mail(struct felt_serve_desk *office);
void felt_serve_desk_part(struct felt_serve_desk *office);

/* ---- the socket of the operator ---- */

struct felt_admin_door;
/* Listens, on a thread of its own, and has one more for each client.  NULL: complained. */
struct felt_admin_door *felt_admin_door_open(const struct felt_serve_data *data,
                                             struct felt_bank *bank, const struct felt_args *args);
/* Commands about the room are sent there (felt_operator_mail()); before that, and without, they are
 * refused.  The mail is shut when the door closes, and must stay until then. */
void felt_admin_door_join(struct felt_admin_door *door, struct felt_mail *mail);
/* Commands that are under way lose their clients. */
void felt_admin_door_close(struct felt_admin_door *door);

#endif
