/* play_connect.c -- felt play --connect: the line to the room, and the lines that are typed.
 *
 * One thread: it waits for a frame for a moment, then looks whether something was typed.  On a
 * terminal lines are taken as they come.  In a pipe they wait until something is wanted: in the
 * lobby, at the own turn, or where no turn can come; so a script is a list of answers.  The end of
 * the input is a wish to leave. */
#include "terminal/room/play_connect.h"

#include "command/exit.h"
#include "terminal/room/room_terminal.h"
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
    char bytes[4 * FELT_ROOM_TERMINAL_LINE_BYTES];
    size_t used;
    bool ended;
};

struct stay {
    struct felt_room_terminal terminal;
    struct input input;
    int64_t welcomed_ms; /* the line was; 0: not yet                                            */
    int64_t leaving_ms, heard_ms, pinged_ms;
    char why[128];  /* the server closed the line; ""                                         */
    bool wish;      /* the table of the command line was not sat down at yet                    */
    bool refused;   /* the server does not know us                                              */
    bool forgotten; /* a guest was forgotten already                                            */
};

int64_t felt_room_terminal_now_ms(void)
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
static bool next_line(struct input *input, char line[FELT_ROOM_TERMINAL_LINE_BYTES])
{
    const char *end = memchr(input->bytes, '\n', input->used);
    size_t bytes = end ? (size_t)(end - input->bytes) : input->used, taken = bytes + (end != NULL);
    bool whole = end || (input->ended && input->used) || bytes >= FELT_ROOM_TERMINAL_LINE_BYTES - 1;
    if (!whole) return false;
    if (bytes >= FELT_ROOM_TERMINAL_LINE_BYTES - 1)
        bytes = taken = FELT_ROOM_TERMINAL_LINE_BYTES - 1;
    memcpy(line, input->bytes, bytes);
    line[bytes] = '\0';
    input->used -= taken;
    memmove(input->bytes, input->bytes + taken, input->used);
    return true;
}

/* Is something wanted of whoever types? */
static bool is_ready(const struct stay *stay)
{
    const struct felt_room_terminal *terminal = &stay->terminal;
    const struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (!stay->welcomed_ms || terminal->leaving) return false;
    if (!terminal->lobby_shown) return false;
    if (terminal->terminal || terminal->options->json) return true;
    if (terminal->pendings || stay->wish) return false;
    if (!table || !table->offer.asked) { /* a script does not talk past a tournament */
        if (felt_room_terminal_awaits_tournament(terminal)) return false;
    }
    if (!table) return terminal->table[0] == '\0';
    if (table->offer.asked || table->seat < 0 || table->mine.out) return true;
    const char *state = table->table_seat[table->seat].state;
    return strcmp(state, "out") == 0 || strcmp(state, "broke") == 0;
}

static void prompt(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    if (!terminal->terminal || terminal->prompted || terminal->options->json || !is_ready(stay))
        return;
    fputs("> ", terminal->term.out);
    fflush(terminal->term.out);
    terminal->prompted = true;
}

static void take_input(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    char line[FELT_ROOM_TERMINAL_LINE_BYTES];
    fill(&stay->input);
    if (!is_ready(stay)) return;
    if (next_line(&stay->input, line)) {
        felt_room_terminal_tell(terminal);
        if (!terminal->terminal) fprintf(terminal->term.out, "> %s\n", line);
        terminal->prompted = false; /* the line that was typed stays */
        felt_room_terminal_hear(terminal, line);
        fflush(terminal->term.out);
    } else if (stay->input.ended && !terminal->options->json) {
        felt_room_terminal_leave(terminal);
    }
}

/* ---- frames ---- */

static void take_welcome(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    bool first = !terminal->lobby_shown;
    stay->welcomed_ms = felt_room_terminal_now_ms();
    if (first) felt_room_terminal_lobby(terminal);
}

/* Who asked for a table sits down there, unless he sits somewhere already. */
static void take_lobby(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    bool wish = stay->wish && terminal->table[0] == '\0';
    if (stay->wish) terminal->pendings = 0; /* the answer was not shown */
    stay->wish = false;
    if (wish)
        felt_room_terminal_sit(terminal, terminal->options->table,
                               (felt_chips)terminal->options->buy_in);
}

static void take_frame(struct stay *stay, const char *text, size_t bytes)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    const struct felt_client_room_news *news = felt_client_room_take(terminal->room, text, bytes);
    if (terminal->options->json) {
        fwrite(text, 1, bytes, stdout);
        fputc('\n', stdout);
        fflush(stdout);
    }
    if (news->kind == FELT_CLIENT_ROOM_ERROR && !stay->welcomed_ms) {
        stay->refused = true;
        if (terminal->remembered && !stay->forgotten) return;
        felt_args_refuse(terminal->args, "the server says %s: %s", news->code, news->text);
        return;
    }
    if (news->kind == FELT_CLIENT_ROOM_LOBBY && stay->wish) terminal->lobby_shown = true;
    if (news->kind != FELT_CLIENT_ROOM_LOBBY || !stay->wish)
        felt_room_terminal_show(terminal, news);
    if (news->kind == FELT_CLIENT_ROOM_WELCOME) take_welcome(stay);
    if (news->kind == FELT_CLIENT_ROOM_LOBBY) take_lobby(stay);
    if (terminal->options->hands && terminal->hands >= terminal->options->hands &&
        !terminal->leaving)
        felt_room_terminal_leave(terminal);
    if (news->kind == FELT_CLIENT_ROOM_ASKED && terminal->leaving)
        felt_room_terminal_leave(terminal);
    if (news->kind != FELT_CLIENT_ROOM_EVENT) fflush(terminal->term.out);
}

/* ---- time ---- */

static bool sits_somewhere(const struct felt_room_terminal *terminal)
{
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++) {
        const struct felt_client_room_table *table = &terminal->room->table[i];
        if (table->known && table->seat >= 0 &&
            !felt_room_terminal_plays_tournament(terminal, table->id))
            return true;
    }
    return false;
}

/* Nothing came for a moment. */
static void idle(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    int64_t now = felt_room_terminal_now_ms();
    felt_room_terminal_tell(terminal);
    if (terminal->deadline_ms && !terminal->warned && terminal->terminal &&
        terminal->deadline_ms - now < WARN_MS) {
        felt_room_terminal_clear(terminal);
        fputs("  five seconds left\n", terminal->term.out);
        terminal->warned = true;
    }
    if (terminal->table[0] && stay->welcomed_ms && now - stay->welcomed_ms > REJOIN_MS &&
        !felt_room_terminal_table(terminal)) {
        fprintf(terminal->term.out, "  you do not sit at %s any more\n", terminal->table);
        terminal->table[0] = '\0';
        felt_room_terminal_lobby(terminal);
    }
    if (terminal->leaving && stay->leaving_ms == 0) stay->leaving_ms = now;
    if (terminal->leaving && (!sits_somewhere(terminal) || now - stay->leaving_ms > LEAVE_MS))
        terminal->ended = true;
    prompt(stay);
    fflush(terminal->term.out);
}

/* A line may be dead without anybody having closed it.  False: it is. */
static bool listen_in(struct stay *stay)
{
    int64_t now = felt_room_terminal_now_ms();
    if (now - stay->pinged_ms >= PING_MS) {
        stay->pinged_ms = now;
        felt_room_terminal_ping(&stay->terminal);
    }
    return now - stay->heard_ms < DEAD_MS;
}

/* Until the line drops, the visit ends, or there is nothing to be had here. */
static void attend(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    const char *text;
    size_t bytes;
    stay->welcomed_ms = 0;
    terminal->pendings = 0;
    stay->heard_ms = stay->pinged_ms = felt_room_terminal_now_ms();
    felt_room_terminal_hello(terminal);
    while (!terminal->ended && !stay->refused) {
        enum felt_net_news news = felt_net_client_next(terminal->line, WAIT_MS, &text, &bytes);
        if (news == FELT_NET_CLOSED) {
            (void)snprintf(stay->why, sizeof stay->why, "%s",
                           felt_net_client_reason(terminal->line));
            return;
        }
        if (news == FELT_NET_TEXT) {
            stay->heard_ms = felt_room_terminal_now_ms();
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
    struct felt_room_terminal *terminal = &stay->terminal;
    stay->refused = false;
    if (!terminal->remembered || stay->forgotten) {
        terminal->exit = FELT_EXIT_FAILED;
        return false;
    }
    fputs("felt play: the server does not know your guest any more; you are a new one\n", stderr);
    stay->forgotten = true;
    return felt_room_terminal_forget(terminal);
}

/* False: no more tries. */
static bool drop(struct stay *stay, int *failed)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    int64_t pause = PAUSE_MS;
    if (stay->welcomed_ms) *failed = 0;
    for (int i = 0; i < *failed && pause < PAUSE_MAX_MS; i++) pause *= 2;
    if (pause > PAUSE_MAX_MS) pause = PAUSE_MAX_MS;
    felt_room_terminal_clear(terminal);
    fflush(terminal->term.out);
    if (terminal->leaving) return false;
    if (++*failed > TRIES) {
        felt_args_refuse(terminal->args, "the line to %s is down", terminal->ws);
        terminal->exit = FELT_EXIT_FAILED;
        return false;
    }
    fprintf(stderr, "felt play: the line dropped%s%s; next try in %g s\n", stay->why[0] ? ": " : "",
            stay->why, (double)pause / 1000);
    stay->why[0] = '\0';
    felt_client_room_dropped(terminal->room);
    terminal->deadline_ms = 0;
    rest(pause);
    return true;
}

static void stay_in_room(struct stay *stay)
{
    struct felt_room_terminal *terminal = &stay->terminal;
    struct felt_complaint complaint = {0};
    for (int failed = 0;;) {
        enum felt_status status =
            felt_net_client_open(terminal->ws, OPEN_MS, &terminal->line, &complaint);
        if (status != FELT_OK && !terminal->welcomed) {
            felt_args_refuse(terminal->args, "there is no room at %s: is it HOST:PORT/room?",
                             terminal->ws);
            terminal->exit = status == FELT_BAD_FORMAT ? FELT_EXIT_USAGE : FELT_EXIT_FAILED;
            return;
        }
        if (status == FELT_OK) {
            attend(stay);
            felt_net_client_close(terminal->line);
            terminal->line = NULL;
        } else {
            stay->welcomed_ms = 0;
        }
        if (terminal->ended) return;
        if (stay->refused) {
            if (!start_over(stay)) return;
            continue;
        }
        if (!drop(stay, &failed)) return;
    }
}

static void say_goodbye(struct felt_room_terminal *terminal)
{
    char number[FELT_TERM_NUMBER_BYTES];
    felt_room_terminal_tell(terminal);
    felt_room_terminal_clear(terminal);
    if (!terminal->welcomed || !terminal->room->signed_in) return;
    fprintf(terminal->term.out, "You leave the room with %s chips in the bank%s.\n",
            felt_term_number((uint64_t)terminal->room->bank, number),
            sits_somewhere(terminal) ? "; those on the table follow when the hand is over" : "");
}

int felt_play_connect(const struct felt_args *args,
                      const struct felt_room_terminal_options *options)
{
    struct stay *stay = calloc(1, sizeof *stay);
    struct felt_room_terminal_narc *narc = felt_room_terminal_narc_open();
    FILE *nowhere = options->json ? fopen("/dev/null", "we") : NULL;
    int code = FELT_EXIT_FAILED;
    if (!stay || (options->json && !nowhere)) goto out;
    struct felt_room_terminal *terminal = &stay->terminal;
    terminal->args = args;
    terminal->options = options;
    terminal->term = felt_term_make(nowhere ? nowhere : stdout);
    terminal->terminal = isatty(STDIN_FILENO) == 1;
    terminal->exit = FELT_EXIT_OK;
    terminal->before = -1;
    terminal->room = felt_client_room_open();
    stay->wish = options->table != NULL;
    if (!terminal->room || !narc) goto out;
    terminal->room->card = felt_room_terminal_narc_card;
    terminal->room->card_self = narc;
    if (felt_room_terminal_address(terminal) && felt_room_terminal_sign_in(terminal)) {
        stay_in_room(stay);
        say_goodbye(terminal);
    }
    code = terminal->exit;
    explicit_bzero(terminal->token, sizeof terminal->token);
out:
    if (stay) felt_client_room_close(stay->terminal.room);
    if (nowhere) (void)fclose(nowhere);
    free(narc);
    free(stay);
    return code;
}
