/* admin_doctor_live.c -- felt admin doctor: the server that runs, or the machine where one would.
 * See admin_doctor.h. */
#define _GNU_SOURCE /* struct ucred */
#include "cli/admin/admin_doctor.h"

#include "net/post.h"
#include "os/certificate.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH_BYTES = FELT_DATA_DIR_PATH_BYTES + 64, WAIT_MS = 10000, SPARE_FILES = 100 };
enum { CERTIFICATE_DAYS = 14, DAY_MS = 86400000, CLOCK_SLACK_S = 300, LINE_BYTES = 256 };

/* The program is younger than that: 2026-01-01. */
#define CLOCK_LEAST_MS INT64_C(1767225600000)

/* ---- the process ---- */

/* Who listens at the socket of felt admin.  He notices a client that says nothing. */
static long find_listener(const struct felt_doctor *doctor)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct felt_data_dir *data = calloc(1, sizeof *data);
    struct ucred peer = {0};
    socklen_t bytes = sizeof peer;
    if (!data) return 0;
    memcpy(data->directory, doctor->directory, sizeof data->directory);
    int directory = felt_data_dir_socket_path(data, address.sun_path);
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (directory >= 0 && line >= 0 &&
        connect(line, (const struct sockaddr *)&address, sizeof address) == 0)
        (void)getsockopt(line, SOL_SOCKET, SO_PEERCRED, &peer, &bytes);
    if (directory >= 0) (void)close(directory);
    if (line >= 0) (void)close(line);
    free(data);
    return (long)peer.pid;
}

void felt_doctor_find_server(struct felt_doctor *doctor)
{
    char name[64];
    doctor->server = find_listener(doctor);
    if (!doctor->server) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "server", "none runs in this directory");
        return;
    }
    felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "server", "process %ld", doctor->server);
    (void)snprintf(name, sizeof name, "/proc/%ld/cmdline", doctor->server);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, doctor->words, sizeof doctor->words - 1) : 0;
    if (file >= 0) (void)close(file);
    doctor->word_bytes = got > 0 ? (size_t)got : 0;
}

/* A program that was replaced while it ran is still the old one. */
void felt_doctor_program(struct felt_doctor *doctor)
{
    char name[64];
    struct stat theirs, ours;
    if (!doctor->server) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "program", "felt %s", FELT_VERSION);
        return;
    }
    (void)snprintf(name, sizeof name, "/proc/%ld/exe", doctor->server);
    if (stat("/proc/self/exe", &ours) != 0 || stat(name, &theirs) != 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "program", "which one runs cannot be seen: %s",
                        strerror(errno));
    } else if (ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "program", "the server is this felt %s",
                        FELT_VERSION);
    } else {
        char path[PATH_BYTES];
        ssize_t length = readlink(name, path, sizeof path - 1);
        path[length > 0 ? length : 0] = '\0';
        bool gone = theirs.st_nlink == 0;
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "program", "%s: %s",
                        gone ? "the server runs a program that was replaced since"
                             : "the server is another program than this one",
                        path);
        felt_doctor_advise(doctor, gone ? "restart it: seats and stacks survive"
                                        : "use the felt admin that belongs to it");
    }
}

/* ---- where it listens ---- */

static bool everybody(const char *bind)
{
    return strcmp(bind, "0.0.0.0") == 0 || strcmp(bind, "::") == 0 || !*bind;
}

/* Would a server get the port? */
static void try_port(struct felt_doctor *doctor, const char *bind_to, const char *port)
{
    struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int yes = 1, why = 0;
    if (getaddrinfo(bind_to, port, &hints, &found) != 0 || !found) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "port", "%s is no address of this machine",
                        bind_to);
        felt_doctor_advise(doctor, "bind in felt.conf: 127.0.0.1, or 0.0.0.0 for everybody");
        return;
    }
    int line = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0 || setsockopt(line, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(line, found->ai_addr, found->ai_addrlen) != 0)
        why = errno;
    if (line >= 0) (void)close(line);
    freeaddrinfo(found);
    if (!why) {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "port", "%s:%s is free", bind_to, port);
        return;
    }
    felt_doctor_say(doctor, FELT_DOCTOR_BAD, "port", "%s:%s: %s", bind_to, port, strerror(why));
    felt_doctor_advise(doctor,
                       why == EADDRINUSE ? "somebody else listens there (ss -ltnp); stop him, or "
                                           "take another port in felt.conf"
                       : why == EACCES   ? "ports below 1024 are for root: take another one behind "
                                           "a proxy"
                                         : "bind in felt.conf must be an address of this machine");
}

void felt_doctor_port(struct felt_doctor *doctor)
{
    char url[LINE_BYTES];
    struct felt_complaint complaint = {0};
    const char *to = felt_doctor_setting(doctor, FELT_CONF_BIND, "127.0.0.1");
    const char *port = felt_doctor_setting(doctor, FELT_CONF_PORT, "8080");
    const char *scheme = felt_doctor_setting(doctor, FELT_CONF_CERT, NULL) ? "https" : "http";
    if (strcmp(port, "0") == 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "port", "any that is free");
        return;
    }
    if (!doctor->server) {
        try_port(doctor, to, port);
        return;
    }
    struct felt_net_response *answer = calloc(1, sizeof *answer);
    bool v6 = strchr(to, ':') && !everybody(to);
    (void)snprintf(url, sizeof url, "%s://%s%.64s%s:%.8s/healthz", scheme, v6 ? "[" : "",
                   everybody(to) ? "127.0.0.1" : to, v6 ? "]" : "", port);
    if (!answer) return;
    if (felt_net_get(url, WAIT_MS, answer, &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "port", "%s", complaint.text);
        felt_doctor_advise(doctor, "the server runs and does not answer: look into its log");
    } else if (answer->status != 200) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "port", "%s: %d, %.*s", url, answer->status,
                        (int)strcspn(answer->body, "\r\n"), answer->body);
        felt_doctor_advise(doctor, "the log says why the books cannot be written");
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "port", "%s answers", url);
    }
    free(answer);
}

/* ---- TLS ---- */

void felt_doctor_certificate(struct felt_doctor *doctor)
{
    struct felt_complaint complaint = {0};
    struct felt_certificate about;
    const char *cert = felt_doctor_setting(doctor, FELT_CONF_CERT, NULL);
    const char *key = felt_doctor_setting(doctor, FELT_CONF_KEY, NULL);
    const char *to = felt_doctor_setting(doctor, FELT_CONF_BIND, "127.0.0.1");
    bool here = strncmp(to, "127.", 4) == 0 || !strcmp(to, "::1") || !strcmp(to, "localhost");
    bool proxy = strcmp(felt_doctor_setting(doctor, FELT_CONF_PROXY, "no"), "yes") == 0;
    if (!cert || !key) {
        bool open = !here && !proxy;
        felt_doctor_say(doctor, open ? FELT_DOCTOR_WARNING : FELT_DOCTOR_PASSED, "certificate",
                        open ? "none: passwords go over the network as they are" : "none needed");
        if (open) felt_doctor_advise(doctor, "cert and key, or a proxy with TLS and behind-proxy");
        return;
    }
    if (felt_certificate_read(cert, key, &about, &complaint) != FELT_OK) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "certificate", "%s", complaint.text);
        felt_doctor_advise(doctor, "the server's user must be able to read both files");
        return;
    }
    int64_t now = felt_clock_wall_ms();
    long long days = (long long)((about.until_ms - now) / DAY_MS);
    bool early = now<about.from_ms, late = now> about.until_ms;
    felt_doctor_say(doctor,
                    early || late             ? FELT_DOCTOR_BAD
                    : days < CERTIFICATE_DAYS ? FELT_DOCTOR_WARNING
                                              : FELT_DOCTOR_GOOD,
                    "certificate", "%s: %s%lld days", about.name,
                    early  ? "not valid yet, until in "
                    : late ? "expired, since "
                           : "valid for ",
                    late ? -days : days);
    if (early || late || days < CERTIFICATE_DAYS)
        felt_doctor_advise(doctor, "renew it, and restart the server");
}

/* ---- the machine ---- */

/* "Max open files            1024                 524288               files" */
static unsigned long long files_of(long process)
{
    char name[64], line[LINE_BYTES];
    unsigned long long limit = 0;
    (void)snprintf(name, sizeof name, "/proc/%ld/limits", process);
    FILE *file = fopen(name, "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "Max open files", 14) == 0) limit = strtoull(line + 14, NULL, 10);
    if (file) (void)fclose(file);
    return limit;
}

/* ---- prize pools ---- */

/* Only a room that is open knows which pools are its own. */
void felt_doctor_pools(struct felt_doctor *doctor)
{
    static const char *const words[] = {"event", "pools", NULL};
    if (!doctor->server) return;
    char *text = felt_cli_admin_query(doctor->directory, words);
    json_t *root = text ? json_loads(text, 0, NULL) : NULL, *first;
    free(text);
    if (!root) return; /* no room, or it does not answer: other lines say so */
    const json_t *pools = json_object_get(root, "pools");
    size_t count = json_array_size(pools);
    felt_chips chips = 0;
    for (size_t i = 0; i < count; i++)
        chips += json_integer_value(json_object_get(json_array_get(pools, i), "chips"));
    if (count) {
        first = json_object_get(json_array_get(pools, 0), "pool");
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "pools",
                        "%lld chips are in %zu prize pools that no tournament knows",
                        (long long)chips, count);
        felt_doctor_advise(doctor,
                           "felt admin event refund %s gives back buy-ins; felt admin event "
                           "pools shows all",
                           json_string_value(first));
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "pools", "every prize pool has its tournament");
    }
    json_decref(root);
}

void felt_doctor_limits(struct felt_doctor *doctor)
{
    struct rlimit ours = {0};
    const char *said = felt_doctor_setting(doctor, FELT_CONF_CONNECTIONS, "4000");
    unsigned long long wanted =
        strtoull(said, NULL, 10) + doctor->conf.number[FELT_CONF_ROOM_CONNECTIONS] + SPARE_FILES;
    unsigned long long limit = doctor->server ? files_of(doctor->server) : 0;
    /* A server takes as many as it may have. */
    if (!limit && getrlimit(RLIMIT_NOFILE, &ours) == 0) limit = ours.rlim_max;
    bool enough = limit >= wanted;
    felt_doctor_say(doctor, enough ? FELT_DOCTOR_GOOD : FELT_DOCTOR_WARNING, "limits",
                    "%llu open files, %llu may be needed", limit, wanted);
    if (!enough)
        felt_doctor_advise(doctor, "LimitNOFILE= of the unit (ulimit -n), or fewer connections and "
                                   "room-connections in felt.conf");
}

void felt_doctor_clock(struct felt_doctor *doctor)
{
    char name[PATH_BYTES];
    struct stat about;
    struct timex state = {0};
    int64_t now = felt_clock_wall_ms();
    (void)snprintf(name, sizeof name, "%s/felt.db", doctor->directory);
    bool later = stat(name, &about) == 0 && about.st_mtime > now / 1000 + CLOCK_SLACK_S;
    if (now < CLOCK_LEAST_MS || later) {
        felt_doctor_say(doctor, FELT_DOCTOR_BAD, "clock", "%s",
                        later ? "felt.db was written in what is the future for this clock"
                              : "it is years behind");
        felt_doctor_advise(doctor, "set it; sessions, tokens and tournaments go by it");
    } else if (adjtimex(&state) < 0 || state.status & STA_UNSYNC) {
        felt_doctor_say(doctor, FELT_DOCTOR_WARNING, "clock", "nobody keeps it right (NTP)");
        felt_doctor_advise(doctor, "apt install systemd-timesyncd, or chrony; in a container that "
                                   "is its host's work");
    } else {
        felt_doctor_say(doctor, FELT_DOCTOR_GOOD, "clock", "kept right by NTP");
    }
}

/* ---- systemd ---- */

static bool has_unit(void)
{
    return access("/run/systemd/system", F_OK) == 0 &&
           (access("/etc/systemd/system/felt.service", F_OK) == 0 ||
            access("/lib/systemd/system/felt.service", F_OK) == 0);
}

void felt_doctor_unit(struct felt_doctor *doctor)
{
    char word[LINE_BYTES] = "";
    if (!has_unit() || strcmp(doctor->directory, "/var/lib/felt") != 0) {
        felt_doctor_say(doctor, FELT_DOCTOR_PASSED, "unit", "no felt.service for this directory");
        return;
    }
    FILE *answer = popen("systemctl is-active felt.service 2>/dev/null", "re");
    if (answer && !fgets(word, sizeof word, answer)) word[0] = '\0';
    if (answer) (void)pclose(answer);
    word[strcspn(word, "\n")] = '\0';
    bool active = strcmp(word, "active") == 0;
    felt_doctor_say(doctor, active ? FELT_DOCTOR_GOOD : FELT_DOCTOR_WARNING, "unit",
                    "felt.service is %s", *word ? word : "not known");
    if (!active)
        felt_doctor_advise(doctor, "systemctl start felt; journalctl -u felt says what happened");
}
