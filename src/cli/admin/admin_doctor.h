/* admin_doctor.h -- what the files of `felt admin doctor` share.
 *
 *   admin_doctor.c        the command and what it prints; directory, settings, files for browsers
 *   admin_doctor_ledger.c  ledger, journal, backups
 *   admin_doctor_live.c   the server that runs, or the machine where one would
 *
 *   D1  nothing is changed: no file is made, locked or repaired where the server keeps its own.
 *       What cannot be opened without that (books without a server, the journal) is copied first.
 *   D2  it looks as the server would: run by root it takes the rights of the directory's owner.
 *   D3  whatever is wrong, all that can still be looked at is looked at. */
#ifndef FELT_CLI_ADMIN_ADMIN_DOCTOR_H
#define FELT_CLI_ADMIN_ADMIN_DOCTOR_H

#include "cli/admin/admin.h"
#include "server/config/conf.h"

#include <sys/stat.h>

enum felt_doctor_state {
    FELT_DOCTOR_GOOD,
    FELT_DOCTOR_WARNING, /* works, and may not for long                                          */
    FELT_DOCTOR_BAD,     /* a server does not start, or not as it should                         */
    FELT_DOCTOR_PASSED   /* nothing to look at, or it cannot be looked at                        */
};

enum { FELT_DOCTOR_FINDINGS_MAX = 40, FELT_DOCTOR_TEXT_BYTES = 320, FELT_DOCTOR_WORDS = 4096 };

struct felt_doctor {
    const struct felt_cli_admin_job *admin;
    char directory[FELT_DATA_DIR_PATH_BYTES];
    struct stat about; /* of the directory                                                       */
    bool opens;        /* the directory is there, and may be looked into                         */
    char store[FELT_DATA_DIR_PATH_BYTES];
    struct felt_conf conf;
    long server; /* the process that serves the directory; 0: none                               */
    char words[FELT_DOCTOR_WORDS]; /* its command line, each ends with a zero                    */
    size_t word_bytes;
    int count;
    struct felt_doctor_finding {
        enum felt_doctor_state state;
        const char *name;
        char text[FELT_DOCTOR_TEXT_BYTES], hint[FELT_DOCTOR_TEXT_BYTES];
    } finding[FELT_DOCTOR_FINDINGS_MAX];
};

/* One more line.  `hint` says what to do, "" for nothing; conversions of felt_format(). */
__attribute__((format(printf, 4, 5))) void felt_doctor_say(struct felt_doctor *doctor,
                                                           enum felt_doctor_state state,
                                                           const char *name, const char *format,
                                                           ...);
/* What to do about the last line. */
__attribute__((format(printf, 2, 3))) void felt_doctor_advise(struct felt_doctor *doctor,
                                                              const char *format, ...);
/* What the server was told on its command line, else by felt.conf; `usual` else. */
const char *felt_doctor_setting(const struct felt_doctor *doctor, enum felt_conf_option option,
                                const char *usual);

/* ---- what is looked at ---- */

void felt_doctor_find_server(struct felt_doctor *doctor);
void felt_doctor_ledger(struct felt_doctor *doctor);
void felt_doctor_journal(struct felt_doctor *doctor);
void felt_doctor_pools(struct felt_doctor *doctor);
void felt_doctor_backups(struct felt_doctor *doctor);
void felt_doctor_port(struct felt_doctor *doctor);
void felt_doctor_certificate(struct felt_doctor *doctor);
void felt_doctor_limits(struct felt_doctor *doctor);
void felt_doctor_clock(struct felt_doctor *doctor);
void felt_doctor_program(struct felt_doctor *doctor);
void felt_doctor_unit(struct felt_doctor *doctor);

#endif
