/* cluster.c -- see cluster.h.
 *
 * `tools/cluster run` keeps a server as long as a command runs.  The command is a shell that prints
 * the conninfo and then reads until our end of its standard input is closed; the kernel closes it
 * when this program ends. */
#define _GNU_SOURCE /* pipe2 */
#include "cluster.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

static char conninfo[CLUSTER_CONNINFO_BYTES]; /* "": not asked yet, or none                      */
static bool asked, ours;
static pid_t keeper, program;
static int leash = -1;

const char *felt_test_folder(void)
{
    static const char memory[] = "/dev/shm";
    const unsigned long long enough = 1ULL << 30;
    struct statvfs room;
    const char *wish = getenv("TMPDIR");
    if (wish && *wish) return wish;
    bool there = access(memory, W_OK | X_OK) == 0 && statvfs(memory, &room) == 0;
    return there && (unsigned long long)room.f_bavail * room.f_frsize >= enough ? memory : "/tmp";
}

static void end(void)
{
    if (getpid() != program) return; /* a child that a test made */
    close(leash);
    (void)waitpid(keeper, NULL, 0);
}

static void become_keeper(int in, int out)
{
    setenv("TMPDIR", felt_test_folder(), 1);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    execl(FELT_TOOLS_FOLDER "/cluster", "cluster", "run", "bash", "-c",
          "printf '%s\\n' \"$FELT_TEST_POSTGRES\"; exec cat >/dev/null", (char *)NULL);
    _exit(127);
}

static void start(void)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) return;
    program = getpid();
    keeper = fork();
    if (keeper == 0) become_keeper(down[0], up[1]);
    close(down[0]);
    close(up[1]);
    leash = down[1];
    FILE *answer = fdopen(up[0], "r");
    if (!answer || !fgets(conninfo, sizeof conninfo, answer)) conninfo[0] = '\0';
    if (answer) fclose(answer);
    conninfo[strcspn(conninfo, "\n")] = '\0';
    ours = conninfo[0] != '\0';
    atexit(end);
}

const char *felt_cluster_conninfo(void)
{
    if (!asked) {
        const char *given = getenv("FELT_TEST_POSTGRES");
        asked = true;
        if (given && *given)
            snprintf(conninfo, sizeof conninfo, "%s", given);
        else
            start();
        if (!conninfo[0]) fprintf(stderr, "# no PostgreSQL: its tests are skipped\n");
    }
    return conninfo[0] ? conninfo : NULL;
}

bool felt_cluster_is_ours(void)
{
    return felt_cluster_conninfo() && ours;
}

bool felt_cluster_do(const char *where, const char *sql)
{
    PGconn *line = PQconnectdb(where);
    PGresult *answer = PQexec(line, sql);
    ExecStatusType status = PQresultStatus(answer);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) fprintf(stderr, "# %s: %s", sql, PQerrorMessage(line));
    PQclear(answer);
    PQfinish(line);
    return good;
}

bool felt_cluster_database(char out[CLUSTER_CONNINFO_BYTES])
{
    char sql[128], name[32];
    uint64_t number = 0;
    int random = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (!felt_cluster_conninfo()) return false;
    if (read(random, &number, sizeof number) != (ssize_t)sizeof number) abort();
    close(random);
    snprintf(name, sizeof name, "felt_%016llx", (unsigned long long)number);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", name);
    if (!felt_cluster_do(conninfo, sql)) return false;
    return snprintf(out, CLUSTER_CONNINFO_BYTES, "%s options='-c search_path=%s'", conninfo, name) <
           CLUSTER_CONNINFO_BYTES;
}

void felt_cluster_drop(const char *where)
{
    char sql[128];
    const char *name = strstr(where, "search_path=felt_");
    if (!name) return;
    snprintf(sql, sizeof sql,
             "SET client_min_messages = warning; DROP SCHEMA IF EXISTS %.21s CASCADE",
             name + sizeof "search_path=" - 1);
    (void)felt_cluster_do(conninfo, sql);
}

bool felt_cluster_order(const char *verb)
{
    char folder[CLUSTER_CONNINFO_BYTES], command[2 * CLUSTER_CONNINFO_BYTES];
    if (!felt_cluster_is_ours() || sscanf(conninfo, "host=%255s", folder) != 1) return false;
    snprintf(command, sizeof command, "%s/cluster %s %s", FELT_TOOLS_FOLDER, verb, folder);
    return system(command) == 0;
}
