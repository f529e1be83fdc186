/* arena_bot.c -- a bot for the arena, to start your own from.  Needs libwebsockets and jansson.
 *
 *     cc arena_bot.c -o arena_bot -lwebsockets -ljansson
 *     ./arena_bot ws://localhost:8080/ws TEAM CODE
 *
 * The server sends JSON objects (docs/PROTOCOL.md).  A bot says hello, answers each `act` with an
 * `action`, and may ignore everything else.  decide() is the strategy: the part to change. */
#include <jansson.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 65536, SEND_MAX = 1024 };

/* One connection.  Frames arrive in pieces, and may be sent only when the library says so. */
struct bot {
    const char *team, *code;
    char text[TEXT_MAX], send[LWS_PRE + SEND_MAX];
    size_t bytes, to_send;
    bool over, closed;
};

#define number(object, key) json_integer_value(json_object_get(object, key)) /* absent: 0 */

/* The rank of the n-th card of a list: 1 for a deuce, 13 for an ace. */
static int rank(const json_t *cards, size_t n)
{
    const char *card = json_string_value(json_array_get(cards, n)), *ranks = "?23456789TJQKA";
    const char *at = card && card[0] ? strchr(ranks, card[0]) : NULL;
    return at ? (int)(at - ranks) : 0;
}

/* How good two cards look, from 0 to 1: pairs, high cards, and what the board adds. */
static double strength(const json_t *hole, const json_t *board)
{
    int a = rank(hole, 0), b = rank(hole, 1), pairs = a == b;
    if (json_array_size(board) == 0) return a == b ? 0.5 + a / 26.0 : (a + b) / 42.0;
    for (size_t i = 0; i < json_array_size(board); i++)
        pairs += (rank(board, i) == a) + (rank(board, i) == b);
    return pairs >= 2 ? 0.9 : pairs == 1 ? 0.6 : 0.1 + (a > b ? a : b) / 60.0;
}

static bool can(const json_t *act, const char *action)
{
    const json_t *legal = json_object_get(act, "legal");
    size_t i = 0, count = json_array_size(legal);
    while (i < count && strcmp(json_string_value(json_array_get(legal, i)), action)) i++;
    return i < count;
}

/* Returns the action; *amount of RAISE_TO is the total of this street. */
static const char *decide(const json_t *act, json_int_t *amount)
{
    const json_t *hole = json_object_get(json_object_get(act, "you"), "hole");
    double good = strength(hole, json_object_get(act, "community")), price;
    json_int_t pot = number(act, "pot"), call = number(act, "call_amount");
    if (good > 0.8 && can(act, "RAISE_TO")) { /* about the pot, as far as allowed */
        json_int_t least = number(act, "min_raise_to"), most = number(act, "max_raise_to");
        *amount = number(act, "current_bet") + pot;
        *amount = *amount > most ? most : *amount < least ? least : *amount;
        return "RAISE_TO";
    }
    if (can(act, "CHECK")) return "CHECK";
    /* A call of 50 into a pot of 150 needs to win one time in four. */
    price = call ? (double)call / (double)(pot + call) : 0;
    return good > price + 0.15 && can(act, "CALL") ? "CALL" : "FOLD";
}

static void post(struct bot *bot, struct lws *line, json_t *frame)
{
    bot->to_send = json_dumpb(frame, bot->send + LWS_PRE, SEND_MAX, JSON_COMPACT);
    json_decref(frame);
    lws_callback_on_writable(line);
}

static void take(struct bot *bot, struct lws *line)
{
    json_t *act = json_loadb(bot->text, bot->bytes, 0, NULL);
    const char *word = json_string_value(json_object_get(act, "type")), *type = word ? word : "";
    json_int_t amount = 0;
    if (!strcmp(type, "act")) { /* also after we came back in the middle of a hand */
        json_t *frame =
            json_pack("{s:s, s:i, s:s}", "type", "action", "v", 1, "action", decide(act, &amount));
        if (amount) json_object_set_new(frame, "amount", json_integer(amount));
        json_object_set(frame, "hand_id", json_object_get(act, "hand_id"));
        json_object_set(frame, "req_id", json_object_get(act, "req_id"));
        post(bot, line, frame);
    }
    if (!strcmp(type, "error") || !strcmp(type, "end_hand")) puts(bot->text);
    bot->over |= !strcmp(type, "match_end"), json_decref(act);
}

static int on_event(struct lws *line, enum lws_callback_reasons why, void *user, void *in, size_t n)
{
    struct bot *bot = lws_context_user(lws_get_context(line));
    (void)user;
    if (why == LWS_CALLBACK_CLIENT_ESTABLISHED)
        post(bot, line,
             json_pack("{s:s, s:i, s:s, s:s}", "type", "hello", "v", 1, "team", bot->team,
                       "join_code", bot->code));
    if (why == LWS_CALLBACK_CLIENT_RECEIVE) {
        if (bot->bytes + n >= TEXT_MAX) return -1;
        memcpy(bot->text + bot->bytes, in, n);
        bot->text[bot->bytes += n] = '\0';
        if (!lws_is_final_fragment(line) || lws_remaining_packet_payload(line)) return 0;
        take(bot, line);
        bot->bytes = 0;
    }
    if (why == LWS_CALLBACK_CLIENT_WRITEABLE && bot->to_send) {
        lws_write(line, (unsigned char *)bot->send + LWS_PRE, bot->to_send, LWS_WRITE_TEXT);
        bot->to_send = 0;
    }
    bot->closed |= why == LWS_CALLBACK_CLIENT_CLOSED || why == LWS_CALLBACK_CLIENT_CONNECTION_ERROR;
    return 0;
}

/* One connection, until the match is over or the line drops. */
static bool play(struct bot *bot, const char *url)
{
    char copy[512], path[512] = "/";
    const char *scheme, *rest;
    const struct lws_protocols rows[] = {{.name = "arena", .callback = on_event}, {0}};
    struct lws_context_creation_info info = {
        .protocols = rows, .user = bot, .port = CONTEXT_PORT_NO_LISTEN};
    struct lws_client_connect_info to = {.local_protocol_name = "arena", .path = path};
    lws_set_log_level(LLL_ERR, NULL);
    snprintf(copy, sizeof copy, "%s", url);
    if (lws_parse_uri(copy, &scheme, &to.address, &to.port, &rest)) return false;
    snprintf(path + 1, sizeof path - 1, "%s", rest);
    to.host = to.origin = to.address;
    to.context = lws_create_context(&info);
    bot->closed = !to.context || !lws_client_connect_via_info(&to);
    while (!bot->over && !bot->closed) lws_service(to.context, 0);
    if (to.context) lws_context_destroy(to.context);
    return bot->over;
}

int main(int argc, char **argv)
{
    static struct bot bot;
    if (argc != 4) return fputs("usage: arena_bot URL TEAM CODE\n", stderr), 2;
    for (int tries = 0; tries < 2; tries++) { /* the same team and code get the seat back */
        bot = (struct bot){.team = argv[2], .code = argv[3]};
        if (play(&bot, argv[1])) return 0;
        sleep(1);
    }
    return fputs("arena_bot: no match at that URL\n", stderr), 1;
}
