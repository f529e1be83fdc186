/* play_connect.c -- felt play --connect: the line to the room, and the lines that are typed.
 *
 * One thread: it waits for a frame for a moment, then looks whether something was typed.  On a
 * terminal lines are taken as they come.  In a pipe they wait until something is wanted: in the
 * lobby, at the own turn, or where no turn can come; so a script is a list of answers.  The end of
 * the input is a wish to leave. */
#include "terminal/room/play_connect.h"

#include "command/exit.h"
#include "terminal/room/visit.h"
#include "os/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    OPEN_MS = 15000,
    WAIT_MS = 40,   /* for a frame, before the input is looked at                              */
    PAUSE_MS = 200, /* before the first new try; doubled before each further one               */
    PAUSE_MAX_MS = 5000,
    TRIES = 40,
    REJOIN_MS = 3000, /* until a table that is not told by itself is asked for                   */
    PING_MS = 15000,  /* between two questions whether somebody is there             */
    DEAD_MS = 30000,  /* without one: nobody is                                                  */
    LEAVE_MS = 3000,  /* for the server to take back seats                                       */
    WARN_MS = 5000
};

/* What was typed and not taken yet. */
struct input {
    char bytes[4 * FELT_VISIT_LINE_BYTES];
    size_t used;
    bool ended;
};

struct stay {
    struct felt_visit visit;
    struct input input;
    int64_t welcomed_ms; /* the line was; 0: not yet                                            */
    int64_t leaving_ms, heard_ms, pinged_ms;
    char why[128];  /* the server closed the line; ""                                         */
    bool wish;      /* the table of the command line was not sat down at yet                    */
    bool refused;   /* the server does not know us                                              */
    bool forgotten; /* a guest was forgotten already                                            */
};

int64_t felt_visit_now_ms(void)
{
    return felt_clock_us() / 1000;
}

/* ---- input ---- */

static void fill(struct input *input)
{
    struct pollfd stdin_fd = {.fd = STDIN_FILENO, .events = POLLIN};
    if (input->ended || input->used + 1 >= sizeof input->bytes) return;
    if (poll(&stdin_fd, 1, 0) <= 0) return;
    ssize_t bytes =
        read(STDIN_FILENO, input->bytes + input->used, sizeof input->bytes - 1 - input->used);
    if (bytes > 0)
        input->used += (size_t)bytes;
    else if (bytes == 0 || errno != EINTR)
        input->ended = true;
}

/* The next line; a line that is too long is cut into several.  False: there is none yet. */
static bool next_line(struct input *input, char line[FELT_VISIT_LINE_BYTES])
{
    const char *end = memchr(input->bytes, '\n', input->used);
    size_t bytes = end ? (size_t)(end - input->bytes) : input->used, taken = bytes + (end != NULL);
    bool whole = end || (input->ended && input->used) || bytes >= FELT_VISIT_LINE_BYTES - 1;
    if (!whole) return false;
    if (bytes >= FELT_VISIT_LINE_BYTES - 1) bytes = taken = FELT_VISIT_LINE_BYTES - 1;
    memcpy(line, input->bytes, bytes);
    line[bytes] = '\0';
    input->used -= taken;
    memmove(input->bytes, input->bytes + taken, input->used);
    return true;
}

/* Is something wanted of whoever types? */
static bool is_ready(const struct stay *stay)
{
    const struct felt_visit *visit = &stay->visit;
    const struct felt_room_table *table = felt_visit_table(visit);
    if (!stay->welcomed_ms || visit->leaving) return false;
    if (!visit->lobby_shown) return false;
    if (visit->terminal || visit->options->json) return true;
    if (visit->pendings || stay->wish) return false;
    if (!table || !table->offer.asked) { /* a script does not talk past a tournament */
        if (felt_visit_awaits_event(visit)) return false;
    }
    if (!table) return visit->table[0] == '\0';
    if (table->offer.asked || table->seat < 0 || table->mine.out) return true;
    const char *state = table->chair[table->seat].state;
    return strcmp(state, "out") == 0 || strcmp(state, "broke") == 0;
}

static void prompt(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    if (!visit->terminal || visit->prompted || visit->options->json || !is_ready(stay)) return;
    fputs("> ", visit->term.out);
    fflush(visit->term.out);
    visit->prompted = true;
}

static void take_input(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    char line[FELT_VISIT_LINE_BYTES];
    fill(&stay->input);
    if (!is_ready(stay)) return;
    if (next_line(&stay->input, line)) {
        felt_visit_tell(visit);
        if (!visit->terminal) fprintf(visit->term.out, "> %s\n", line);
        visit->prompted = false; /* the line that was typed stays */
        felt_visit_hear(visit, line);
        fflush(visit->term.out);
    } else if (stay->input.ended && !visit->options->json) {
        felt_visit_leave(visit);
    }
}

/* ---- frames ---- */

static void take_welcome(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    bool first = !visit->lobby_shown;
    stay->welcomed_ms = felt_visit_now_ms();
    if (first) felt_visit_lobby(visit);
}

/* Who asked for a table sits down there, unless he sits somewhere already. */
static void take_lobby(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    bool wish = stay->wish && visit->table[0] == '\0';
    if (stay->wish) visit->pendings = 0; /* the answer was not shown */
    stay->wish = false;
    if (wish) felt_visit_sit(visit, visit->options->table, (felt_chips)visit->options->buy_in);
}

static void take_frame(struct stay *stay, const char *text, size_t bytes)
{
    struct felt_visit *visit = &stay->visit;
    const struct felt_room_news *news = felt_room_guest_take(visit->room, text, bytes);
    if (visit->options->json) {
        fwrite(text, 1, bytes, stdout);
        fputc('\n', stdout);
        fflush(stdout);
    }
    if (news->kind == FELT_ROOM_ERROR && !stay->welcomed_ms) {
        stay->refused = true;
        if (visit->remembered && !stay->forgotten) return;
        felt_args_refuse(visit->args, "the server says %s: %s", news->code, news->text);
        return;
    }
    if (news->kind == FELT_ROOM_LOBBY && stay->wish) visit->lobby_shown = true;
    if (news->kind != FELT_ROOM_LOBBY || !stay->wish) felt_visit_show(visit, news);
    if (news->kind == FELT_ROOM_WELCOME) take_welcome(stay);
    if (news->kind == FELT_ROOM_LOBBY) take_lobby(stay);
    if (visit->options->hands && visit->hands >= visit->options->hands && !visit->leaving)
        felt_visit_leave(visit);
    if (news->kind == FELT_ROOM_ASKED && visit->leaving) felt_visit_leave(visit);
    if (news->kind != FELT_ROOM_EVENT) fflush(visit->term.out);
}

/* ---- time ---- */

static bool sits_somewhere(const struct felt_visit *visit)
{
    for (int i = 0; i < FELT_ROOM_TABLES_MAX; i++) {
        const struct felt_room_table *table = &visit->room->table[i];
        if (table->known && table->seat >= 0 && !felt_visit_plays_event(visit, table->id))
            return true;
    }
    return false;
}

/* Nothing came for a moment. */
static void idle(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    int64_t now = felt_visit_now_ms();
    felt_visit_tell(visit);
    if (visit->deadline_ms && !visit->warned && visit->terminal &&
        visit->deadline_ms - now < WARN_MS) {
        felt_visit_clear(visit);
        fputs("  five seconds left\n", visit->term.out);
        visit->warned = true;
    }
    if (visit->table[0] && stay->welcomed_ms && now - stay->welcomed_ms > REJOIN_MS &&
        !felt_visit_table(visit)) {
        fprintf(visit->term.out, "  you do not sit at %s any more\n", visit->table);
        visit->table[0] = '\0';
        felt_visit_lobby(visit);
    }
    if (visit->leaving && stay->leaving_ms == 0) stay->leaving_ms = now;
    if (visit->leaving && (!sits_somewhere(visit) || now - stay->leaving_ms > LEAVE_MS))
        visit->ended = true;
    prompt(stay);
    fflush(visit->term.out);
}

/* A line may be dead without anybody having closed it.  False: it is. */
static bool listen_in(struct stay *stay)
{
    int64_t now = felt_visit_now_ms();
    if (now - stay->pinged_ms >= PING_MS) {
        stay->pinged_ms = now;
        felt_visit_ping(&stay->visit);
    }
    return now - stay->heard_ms < DEAD_MS;
}

/* Until the line drops, the visit ends, or there is nothing to be had here. */
static void attend(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    const char *text;
    size_t bytes;
    stay->welcomed_ms = 0;
    visit->pendings = 0;
    stay->heard_ms = stay->pinged_ms = felt_visit_now_ms();
    felt_visit_hello(visit);
    while (!visit->ended && !stay->refused) {
        enum felt_net_news news = felt_net_client_next(visit->line, WAIT_MS, &text, &bytes);
        if (news == FELT_NET_CLOSED) {
            (void)snprintf(stay->why, sizeof stay->why, "%s", felt_net_client_reason(visit->line));
            return;
        }
        if (news == FELT_NET_TEXT) {
            stay->heard_ms = felt_visit_now_ms();
            take_frame(stay, text, bytes);
        } else {
            idle(stay);
        }
        if (!listen_in(stay)) return;
        take_input(stay);
    }
}

/* ---- lines ---- */

static void rest(int64_t ms)
{
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (nanosleep(&pause, &pause) != 0 && errno == EINTR) {
    }
}

/* The server did not want us: a guest that it has forgotten comes as a new one. */
static bool start_over(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    stay->refused = false;
    if (!visit->remembered || stay->forgotten) {
        visit->exit = FELT_EXIT_FAILED;
        return false;
    }
    fputs("felt play: the server does not know your guest any more; you are a new one\n", stderr);
    stay->forgotten = true;
    return felt_visit_forget(visit);
}

/* False: no more tries. */
static bool drop(struct stay *stay, int *failed)
{
    struct felt_visit *visit = &stay->visit;
    int64_t pause = PAUSE_MS;
    if (stay->welcomed_ms) *failed = 0;
    for (int i = 0; i < *failed && pause < PAUSE_MAX_MS; i++) pause *= 2;
    if (pause > PAUSE_MAX_MS) pause = PAUSE_MAX_MS;
    felt_visit_clear(visit);
    fflush(visit->term.out);
    if (visit->leaving) return false;
    if (++*failed > TRIES) {
        felt_args_refuse(visit->args, "the line to %s is down", visit->ws);
        visit->exit = FELT_EXIT_FAILED;
        return false;
    }
    fprintf(stderr, "felt play: the line dropped%s%s; next try in %g s\n", stay->why[0] ? ": " : "",
            stay->why, (double)pause / 1000);
    stay->why[0] = '\0';
    felt_room_guest_dropped(visit->room);
    visit->deadline_ms = 0;
    rest(pause);
    return true;
}

static void stay_in_room(struct stay *stay)
{
    struct felt_visit *visit = &stay->visit;
    struct felt_complaint complaint = {0};
    for (int failed = 0;;) {
        enum felt_status status =
            felt_net_client_open(visit->ws, OPEN_MS, &visit->line, &complaint);
        if (status != FELT_OK && !visit->welcomed) {
            felt_args_refuse(visit->args, "there is no room at %s: is it HOST:PORT/room?",
                             visit->ws);
            visit->exit = status == FELT_BAD_FORMAT ? FELT_EXIT_USAGE : FELT_EXIT_FAILED;
            return;
        }
        if (status == FELT_OK) {
            attend(stay);
            felt_net_client_close(visit->line);
            visit->line = NULL;
        } else {
            stay->welcomed_ms = 0;
        }
        if (visit->ended) return;
        if (stay->refused) {
            if (!start_over(stay)) return;
            continue;
        }
        if (!drop(stay, &failed)) return;
    }
}

static void say_goodbye(struct felt_visit *visit)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_visit_tell(visit);
    felt_visit_clear(visit);
    if (!visit->welcomed || !visit->room->signed_in) return;
    fprintf(visit->term.out, "You leave the room with %s chips in the bank%s.\n",
            felt_term_number((uint64_t)visit->room->bank, number),
            sits_somewhere(visit) ? "; those on the table follow when the hand is over" : "");
}

int felt_play_connect(const struct felt_args *args, const struct felt_connect *options)
{
    struct stay *stay = calloc(1, sizeof *stay);
    struct felt_visit_narc *narc = felt_visit_narc_open();
    FILE *nowhere = options->json ? fopen("/dev/null", "we") : NULL;
    int code = FELT_EXIT_FAILED;
    if (!stay || (options->json && !nowhere)) goto out;
    struct felt_visit *visit = &stay->visit;
    visit->args = args;
    visit->options = options;
    visit->term = felt_term_make(nowhere ? nowhere : stdout);
    visit->terminal = isatty(STDIN_FILENO) == 1;
    visit->exit = FELT_EXIT_OK;
    visit->before = -1;
    visit->room = felt_room_guest_open();
    stay->wish = options->table != NULL;
    if (!visit->room || !narc) goto out;
    visit->room->card = felt_visit_narc_card;
    visit->room->card_self = narc;
    if (felt_visit_address(visit) && felt_visit_sign_in(visit)) {
        stay_in_room(stay);
        say_goodbye(visit);
    }
    code = visit->exit;
    explicit_bzero(visit->token, sizeof visit->token);
out:
    if (stay) felt_room_guest_close(stay->visit.room);
    if (nowhere) (void)fclose(nowhere);
    free(narc);
    free(stay);
    return code;
}
