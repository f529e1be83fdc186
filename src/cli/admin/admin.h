/* admin.h -- what the files of `felt admin` share.
 *
 *   admin.c        the command: finds the server or takes the lock; passwords; the client's end
 *   admin_run.c    which command it is, and what all of them need
 *   admin_users.c  users and tokens
 *   admin_chips.c  chips and the house
 *   admin_ledger.c  the ledger, backups
 *   admin_tournament.c  tournaments, on a running server
 *   admin_pools.c  prize pools without a tournament
 *   admin_room.c   tables and how house players play, on a running server
 *   admin_audit.c  what operators did
 *   admin_clubs.c  clubs, and reports of players
 *   admin_doctor.c is everything as it should be?  From outside, never in a server
 *   admin_socket.c  the server's end of the socket
 *
 * A command is run by felt_cli_admin_run(), in the server if one works on the directory, else by
 * the command itself: the same words, the same output.  Nothing here reads stdin or writes to
 * stdout; streams are given.
 *
 * The socket.  The client sends one line, a JSON object: "v" 1, "words" (those of the command line,
 * names of files made absolute), "in" (a password, if the command wants one).  The server answers
 *
 *     out N\n and N bytes, err N\n and N bytes       as often as there is something
 *     exit CODE\n                                    and closes */
#ifndef FELT_CLI_ADMIN_ADMIN_H
#define FELT_CLI_ADMIN_ADMIN_H

#include "server/app/admin_socket.h"
#include "base/calendar.h"
#include "command/args.h"
#include "server/app/data_dir.h"
#include "server/http/admin/requests.h"
#include "felt/json.h"

#include <stdio.h>

enum felt_cli_admin_option {
    FELT_CLI_ADMIN_DATA,
    FELT_CLI_ADMIN_STORE,
    FELT_CLI_ADMIN_FIND,
    FELT_CLI_ADMIN_LIMIT,
    FELT_CLI_ADMIN_ADMIN,
    FELT_CLI_ADMIN_REASON,
    FELT_CLI_ADMIN_KEY,
    FELT_CLI_ADMIN_CHIPS,
    FELT_CLI_ADMIN_USER,
    FELT_CLI_ADMIN_CSV,
    FELT_CLI_ADMIN_HOURS,
    FELT_CLI_ADMIN_LINK,
    FELT_CLI_ADMIN_REPLACE,
    FELT_CLI_ADMIN_CONFIG,
    FELT_CLI_ADMIN_DAYS,
    FELT_CLI_ADMIN_JSON,
    FELT_CLI_ADMIN_OPTIONS
};
extern const struct felt_args_spec felt_cli_admin_spec;

enum {
    FELT_CLI_ADMIN_REQUEST_BYTES = FELT_ADMIN_SOCKET_REQUEST_BYTES,
    FELT_CLI_ADMIN_JSON_BYTES = 4096
};

/* Everything that a command works with. */
struct felt_cli_admin_job {
    const struct felt_args *args;
    const struct felt_data_dir *data;
    struct felt_ledger_client *client; /* NULL: the ledger is closed (restore) */
    const char *actor; /* "admin:root", for the audit                                  */
    const char *in;    /* the password, NULL: none was asked for                       */
    FILE *out, *err;
    bool served; /* inside of a server                                                           */
    struct felt_admin_requests *requests; /* to its room, NULL: there is none */
};

struct felt_cli_admin_command {
    const char *noun, *verb; /* verb NULL: there is none                                         */
    const char *names;       /* of its words, as the help says: "NAME AMOUNT"                    */
    int words; /* less than 0: so many at least                                                  */
    unsigned options; /* bits of those it takes, but --data and --store                          */
    bool password, closed, file; /* wants one; the ledger must be closed; its word is a file      */
    int (*run)(const struct felt_cli_admin_job *admin, const char *const *word);
};
/* The command of these words, with options that belong to it.  NULL: complained on `err`. */
const struct felt_cli_admin_command *felt_cli_admin_find(const struct felt_args *args, FILE *err);
/* How the commands that begin with these words are written.  Returns an exit code. */
int felt_cli_admin_help(const struct felt_args *args, FILE *out, FILE *err);
/* What may follow these words (FELT_ARGS_SUGGEST).  Returns an exit code. */
int felt_cli_admin_suggest(int count, char *const *typed);
/* Returns an exit code. */
int felt_cli_admin_run(const struct felt_cli_admin_job *admin);

/* "admin:root" */
void felt_cli_admin_actor(long uid, char out[FELT_ORDER_ACTOR_BYTES + 1]);

/* ---- what commands need ---- */

/* "felt admin: ..." on err.  Each returns an exit code: 1 for what failed, 2 for what was typed. */
__attribute__((format(printf, 2, 3))) int
felt_cli_admin_fail(const struct felt_cli_admin_job *admin, const char *format, ...);
__attribute__((format(printf, 2, 3))) int
felt_cli_admin_refuse(const struct felt_cli_admin_job *admin, const char *format, ...);
/* A whole number of chips, 1 .. FELT_ACCOUNT_CHIPS_MAX.  False: refused. */
bool felt_cli_admin_amount(const struct felt_cli_admin_job *admin, const char *text,
                           felt_chips *out);
/* The number behind an option, *out as it was if it is not there.  False: refused. */
bool felt_cli_admin_number(const struct felt_cli_admin_job *admin, int option, uint64_t max,
                           uint64_t *out);
/* A user by name or #ID, who is there.  False: complained, *code is the exit code. */
bool felt_cli_admin_user(const struct felt_cli_admin_job *admin, const char *name,
                         struct felt_ledger_answer *out, int *code);
/* The same, and not deleted: for orders. */
bool felt_cli_admin_customer(const struct felt_cli_admin_job *admin, const char *name,
                             struct felt_ledger_answer *out, int *code);
bool felt_cli_admin_ask(const struct felt_cli_admin_job *admin,
                        const struct felt_question *question, struct felt_ledger_answer *out);
/* What the account `house` has.  False: complained. */
bool felt_cli_admin_house(const struct felt_cli_admin_job *admin, felt_chips *out);
/* Fills in time, actor and reason, gives the order, and complains unless it was done.  `user` is
 * whom it is about, as he was before; NULL: nobody who is there yet. */
bool felt_cli_admin_order(const struct felt_cli_admin_job *admin, struct felt_order *order,
                          const struct felt_user *user, struct felt_receipt *receipt);
/* "text", with escapes, as JSON has it. */
void felt_cli_admin_text(const struct felt_cli_admin_job *admin, const char *text);
/* The key of --key, or one that was never used. */
void felt_cli_admin_key(const struct felt_cli_admin_job *admin, char out[FELT_ORDER_KEY_BYTES + 1]);
/* A request to the operator of the room (admin.h), by mail; body NULL: GET.  *answer is a
 * JSON text, to be freed.  False: complained. */
bool felt_cli_admin_room(const struct felt_cli_admin_job *admin, const char *path, const char *body,
                         char **answer);
/* What house players do at this moment, by the room; NULL: there is none.  A line of it for a user,
 * as columns or members behind what is printed of him. */
struct json_t;
struct json_t *felt_cli_admin_house_open(const struct felt_cli_admin_job *admin);
void felt_cli_admin_house_print(const struct felt_cli_admin_job *admin, const struct json_t *house,
                                int64_t user);
void felt_cli_admin_house_close(struct json_t *house);
/* The sessions of a user have ended: his lines are closed, if there is a room; `stands`: he stands
 * up after his hands; `closed`: and what it has of him is forgotten. */
void felt_cli_admin_dismiss(const struct felt_cli_admin_job *admin, int64_t user, bool stands,
                            bool closed, const char *why);
static inline bool felt_cli_admin_json(const struct felt_cli_admin_job *admin)
{
    return felt_args_flag(admin->args, FELT_CLI_ADMIN_JSON);
}
/* "2026-01-02T03:04:05Z", "-" for never. */
enum { FELT_CLI_ADMIN_TIME_BYTES = FELT_MOMENT_BYTES };
const char *felt_cli_admin_time(int64_t ms, char out[FELT_CLI_ADMIN_TIME_BYTES]);

/* What the server of a directory prints for these words, NULL behind the last; to be freed.  NULL:
 * there is none, or it refuses. */
char *felt_cli_admin_query(const char *directory, const char *const *words);

/* ---- commands ---- */

int felt_cli_admin_users_list(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_show(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_create(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_factor_begin(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_factor_confirm(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_factor_remove(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_passwd(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_disable(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_silence(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_silenced(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_enable(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_users_delete(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_token_issue(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_token_revoke(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_chips_credit(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_chips_debit(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_create(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_fund(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_stake(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_unstake(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_list(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_dials(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_house_profit(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_stats(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_fairplay(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tables(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tables_open(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tables_close(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tournament_list(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tournament_show(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tournament_create(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_tournament_pause(const struct felt_cli_admin_job *admin,
                                    const char *const *word);
int felt_cli_admin_tournament_resume(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_tournament_add_time(const struct felt_cli_admin_job *admin,
                                       const char *const *word);
int felt_cli_admin_tournament_move(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_tournament_remove(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_tournament_cancel(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_tournament_pools(const struct felt_cli_admin_job *admin,
                                    const char *const *word);
int felt_cli_admin_tournament_refund(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_tournament_retire(const struct felt_cli_admin_job *admin,
                                     const char *const *word);
int felt_cli_admin_ledger_check(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_ledger_export(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_ledger_summary(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_reports(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_reports_close(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_club_list(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_club_show(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_club_close(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_audit(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_doctor(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_backup(const struct felt_cli_admin_job *admin, const char *const *word);
int felt_cli_admin_restore(const struct felt_cli_admin_job *admin, const char *const *word);

#endif
