/* room_words.c -- what a person types in the room, as requests to its server.
 *
 * A line is first looked up among the words of the room; whatever else is typed while a decision is
 * asked for is a word of felt play (ask.h).  Names and what is said keep their letters as typed. */
#include "terminal/room/room_terminal.h"

#include "terminal/local/play_help.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- words of the room ---- */

static void complain(struct felt_room_terminal *terminal, const char *text)
{
    felt_room_terminal_clear(terminal);
    fprintf(terminal->term.out, "  %s\n", text);
}

/* The table that is looked at, if the person sits there; NULL: complained. */
static struct felt_client_room_table *own_table(struct felt_room_terminal *terminal)
{
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    if (table && table->seat >= 0) return table;
    complain(terminal, "you sit at no table here: lobby shows them all");
    return NULL;
}

static void say_chat(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    struct felt_room_terminal_request request;
    if (!table || !*rest) {
        complain(terminal,
                 table ? "say something: chat nice hand" : "there is nobody here to hear");
        return;
    }
    felt_room_terminal_request_begin(terminal, &request, "chat", table->id);
    felt_room_terminal_request_text(&request, "text", rest);
    felt_room_terminal_request_finish(terminal, &request, "");
}

static void sit_out(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    (void)rest;
    if (table)
        felt_room_terminal_ask_switch(terminal, "sit_out", table->id, true,
                                      "you sit out from the next hand on");
}

static void sit_in(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    (void)rest;
    if (table)
        felt_room_terminal_ask_switch(terminal, "sit_out", table->id, false,
                                      "you are dealt in again");
}

static void top_up(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    felt_chips amount = *rest ? felt_prompt_chips(rest) : 0;
    struct felt_room_terminal_request request;
    if (!table) return;
    if (amount < 0 || (*rest && amount == 0)) {
        complain(terminal, "say how many chips: top 100, or top for as many as may be");
        return;
    }
    felt_room_terminal_request_begin(terminal, &request, "top_up", table->id);
    if (amount) felt_room_terminal_request_chips(&request, "amount", amount);
    felt_room_terminal_request_finish(terminal, &request, "the chips come before the next hand");
}

static void stand_up(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    (void)rest;
    if (!table) return;
    if (table->offer.asked && table->offer.phase == FELT_PHASE_DISCARD && !table->offer.games)
        complain(terminal, "p stands pat; leave stands up from the table");
    else
        felt_room_terminal_ask_plainly(terminal, "stand", table->id, "you stand up after the hand");
}

static void leave_table(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    (void)rest;
    if (table)
        felt_room_terminal_ask_plainly(terminal, "stand", table->id, "you stand up after the hand");
}

static void show_lobby(struct felt_room_terminal *terminal, const char *rest)
{
    (void)rest;
    terminal->table[0] = '\0';
    terminal->deadline_ms = 0;
    felt_room_terminal_lobby(terminal);
}

static void change(struct felt_room_terminal *terminal, const char *key, const char *text,
                   bool value, const char *done)
{
    struct felt_client_room_table *table = own_table(terminal);
    struct felt_room_terminal_request request;
    if (!table) return;
    felt_room_terminal_request_begin(terminal, &request, "settings", table->id);
    if (text)
        felt_room_terminal_request_text(&request, key, text);
    else
        felt_room_terminal_request_bool(&request, key, value);
    felt_room_terminal_request_finish(terminal, &request, done);
}

static void wait_for_blind(struct felt_room_terminal *terminal, const char *rest)
{
    (void)rest;
    change(terminal, "wait_bb", NULL, true, "you wait for the big blind");
}

static void post_blind(struct felt_room_terminal *terminal, const char *rest)
{
    (void)rest;
    change(terminal, "wait_bb", NULL, false, "you post the big blind");
}

static void set_auto(struct felt_room_terminal *terminal, const char *rest)
{
    if (*rest)
        change(terminal, "auto_action", rest, false, "that is done for you while you are away");
    else
        complain(terminal, "auto fold, auto check_fold, auto call_50 or auto call_hand_50");
}

static bool read_switch(struct felt_room_terminal *terminal, const char *rest, bool *on)
{
    *on = strcasecmp(rest, "on") == 0 || *rest == '\0';
    if (*on || strcasecmp(rest, "off") == 0) return true;
    complain(terminal, "on or off");
    return false;
}

static void set_rebuy(struct felt_room_terminal *terminal, const char *rest)
{
    bool on;
    if (read_switch(terminal, rest, &on))
        change(terminal, "auto_rebuy", NULL, on,
               on ? "your stack is filled up when it is low" : "your stack stays as it is");
}

static void set_muck(struct felt_room_terminal *terminal, const char *rest)
{
    bool on;
    if (read_switch(terminal, rest, &on))
        change(terminal, "auto_muck", NULL, on,
               on ? "lost hands are mucked" : "you are asked before a lost hand is mucked");
}

static void set_twice(struct felt_room_terminal *terminal, const char *rest)
{
    if (*rest)
        change(terminal, "run_twice", rest, false, "that is how you run it");
    else
        complain(terminal, "runs ask, runs never or runs always");
}

static void set_straddle(struct felt_room_terminal *terminal, const char *rest)
{
    bool on;
    if (read_switch(terminal, rest, &on))
        change(terminal, "straddle", NULL, on,
               on ? "you straddle where it is your place" : "you do not straddle");
}

static void print_settings(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    (void)rest;
    if (!table) return;
    const struct felt_client_room_mine *mine = &table->mine;
    felt_room_terminal_clear(terminal);
    fprintf(terminal->term.out, "  auto %s, rebuy %s, automuck %s, runs %s, pre %s; %s%s%s\n",
            mine->auto_action, mine->rebuy ? "on" : "off", mine->muck ? "on" : "off", mine->twice,
            mine->preselect, mine->wait ? "waits for the big blind" : "posts when new",
            mine->out ? ", sits out" : "", mine->leaving ? ", leaves" : "");
}

/* A call is one of the price as it stands: a raise behind it is asked about. */
static void preselect(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = own_table(terminal);
    struct felt_room_terminal_request request;
    if (!table) return;
    if (!*rest) {
        complain(terminal, "pre check, pre fold, pre check_fold, pre call or pre none");
        return;
    }
    const struct felt_client_room_hand *hand = &table->hand;
    felt_chips price = hand->to_match - hand->staked[table->seat];
    if (price > hand->stack[table->seat]) price = hand->stack[table->seat];
    bool calls = strcasecmp(rest, "call") == 0;
    if (calls && price <= 0) {
        complain(terminal, "there is nothing to call yet: pre check");
        return;
    }
    felt_room_terminal_request_begin(terminal, &request, "preselect", table->id);
    felt_room_terminal_request_text(&request, "what", rest);
    if (hand->id[0]) felt_room_terminal_request_text(&request, "hand_id", hand->id);
    if (calls) felt_room_terminal_request_chips(&request, "amount", price);
    felt_room_terminal_request_finish(terminal, &request,
                                      "that is done at your turn if it is still what you mean");
}

static void list_hands(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_room_terminal_request request;
    felt_room_terminal_request_begin(terminal, &request, "hands", NULL);
    if (*rest) felt_room_terminal_request_text(&request, "before", rest);
    felt_room_terminal_request_finish(terminal, &request, "");
}

static void show_hand(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_room_terminal_request request;
    if (!*rest) {
        complain(terminal, "hand ID, as hands lists them");
        return;
    }
    felt_room_terminal_request_begin(terminal, &request, "hand", NULL);
    felt_room_terminal_request_text(&request, "hand_id", rest);
    felt_room_terminal_request_finish(terminal, &request, "");
}

static void block(struct felt_room_terminal *terminal, const char *rest, bool on)
{
    struct felt_room_terminal_request request;
    if (!*rest) {
        complain(terminal, "say whom, as in block Ada");
        return;
    }
    felt_room_terminal_request_begin(terminal, &request, "block", NULL);
    felt_room_terminal_request_text(&request, "name", rest);
    felt_room_terminal_request_bool(&request, "on", on);
    felt_room_terminal_request_finish(terminal, &request,
                                      on ? "you do not hear them any more" : "you hear them again");
}

static void block_player(struct felt_room_terminal *terminal, const char *rest)
{
    block(terminal, rest, true);
}

static void unblock_player(struct felt_room_terminal *terminal, const char *rest)
{
    block(terminal, rest, false);
}

static void mute_table(struct felt_room_terminal *terminal, const char *rest)
{
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    bool on;
    if (!table)
        complain(terminal, "there is no table here");
    else if (read_switch(terminal, rest, &on))
        felt_room_terminal_ask_switch(terminal, "mute", table->id, on,
                                      on ? "you hear nothing of this table"
                                         : "you hear this table again");
}

/* The name of a table: as it is, or its number in the lobby. */
static const char *name_table(const struct felt_room_terminal *terminal, const char *word)
{
    const struct felt_client_room *room = terminal->room;
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (isdigit((unsigned char)word[0]) && *end == '\0' && number >= 1 &&
        number <= (unsigned long)room->rows)
        return room->row[number - 1].id;
    for (int i = 0; i < room->rows; i++)
        if (strcasecmp(room->row[i].id, word) == 0) return room->row[i].id;
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++) /* of a tournament, or private */
        if (room->table[i].known && strcasecmp(room->table[i].id, word) == 0)
            return room->table[i].id;
    return NULL;
}

static void watch(struct felt_room_terminal *terminal, const char *rest)
{
    const char *table = name_table(terminal, rest);
    if (!table) {
        complain(terminal, "which table? lobby shows them all");
        return;
    }
    terminal->table[0] = '\0';
    if (felt_client_room_find(terminal->room, table) < 0) {
        felt_room_terminal_ask_plainly(terminal, "watch", table, "");
    } else {
        felt_room_terminal_look(terminal, table);
        felt_room_terminal_draw(terminal);
    }
}

static void buy_in_at(struct felt_room_terminal *terminal, const char *table, const char *amount)
{
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    felt_chips chips = *amount ? felt_prompt_chips(amount) : 0;
    if (chips < 0) {
        complain(terminal, "how many chips? a number, as in 200");
        return;
    }
    if (chips == 0) chips = (felt_chips)terminal->options->buy_in;
    const struct felt_client_room_row *row = NULL;
    for (int i = 0; i < terminal->room->rows; i++)
        if (strcmp(terminal->room->row[i].id, table) == 0) row = &terminal->room->row[i];
    terminal->buying[0] = '\0';
    if (chips || !row || !terminal->terminal) {
        felt_room_terminal_sit(terminal, table, chips);
        return;
    }
    (void)snprintf(terminal->buying, sizeof terminal->buying, "%s", table);
    felt_room_terminal_clear(terminal);
    fprintf(terminal->term.out, "  with how many chips? %s to %s; Enter brings as many as may be\n",
            felt_term_number((uint64_t)(row->buy_in_min > 0 ? row->buy_in_min : 0), low),
            felt_term_number((uint64_t)(row->buy_in_max > 0 ? row->buy_in_max : 0), high));
}

/* "sit nl-2-1 200", "sit 3" */
static void sit_down(struct felt_room_terminal *terminal, const char *rest)
{
    char word[FELT_ROOM_TERMINAL_LINE_BYTES];
    const struct felt_client_room_table *here = felt_room_terminal_table(terminal);
    size_t bytes = strcspn(rest, " \t");
    (void)snprintf(word, sizeof word, "%.*s", (int)bytes, rest);
    const char *amount = rest + bytes + strspn(rest + bytes, " \t");
    const char *table = name_table(terminal, word);
    if (!*word && here) table = here->id;
    if (strcasecmp(word, "quick") == 0) table = "quick";
    if (table)
        buy_in_at(terminal, table, amount);
    else
        complain(terminal, "which table? lobby shows them all, quick takes any");
}

static void sit_quickly(struct felt_room_terminal *terminal, const char *rest)
{
    felt_chips chips = *rest ? felt_prompt_chips(rest) : (felt_chips)terminal->options->buy_in;
    if (chips < 0)
        complain(terminal, "quick, or quick 200 for so many chips");
    else
        felt_room_terminal_sit(terminal, "quick", chips);
}

static void print_bank(struct felt_room_terminal *terminal, const char *rest)
{
    char number[FELT_TERM_NUMBER_BYTES];
    (void)rest;
    felt_room_terminal_clear(terminal);
    fprintf(terminal->term.out, "  %s chips in the bank\n",
            felt_term_number((uint64_t)terminal->room->bank, number));
}

static const char help[] =
    "  lobby            all tables           quick [CHIPS]   a seat at any of them\n"
    "  sit TABLE [N]    sit down with N      watch, go TABLE look at a table\n"
    "  out, in          sit out, play again  stand, leave    stand up after the hand\n"
    "  top [N]          more chips           bank            chips that are on no table\n"
    "  wait, post       the big blind, when new at a table\n"
    "  pre check|fold|check_fold|call|none   what you do at your turn, ahead of it\n"
    "  auto fold|check_fold|call_N           what is done while you are away\n"
    "  rebuy on|off     automuck on|off      runs ask|never|always      settings\n"
    "  chat TEXT        block, unblock NAME  mute on|off\n"
    "  events           tournaments          event ID        one of them\n"
    "  register ID [KEY]   unregister ID     level           blinds and clock\n"
    "  create blinds=1/2 game=omaha seats=6  a table of your own; host lists what you can do "
    "there\n"
    "  join TABLE KEY   to somebody's table  straddle on|off where the table lets you\n"
    "  hands            your last hands      hand ID         one of them, as PHH\n"
    "  t, table         the table again      h, history      the hand so far\n"
    "  q, quit          stand up everywhere, and leave\n";

static const struct {
    const char *word;
    void (*say)(struct felt_room_terminal *terminal, const char *rest);
} words[] = {
    {"chat", say_chat},
    {"say", say_chat},
    {"out", sit_out},
    {"in", sit_in},
    {"top", top_up},
    {"stand", stand_up},
    {"leave", leave_table},
    {"lobby", show_lobby},
    {"wait", wait_for_blind},
    {"post", post_blind},
    {"auto", set_auto},
    {"rebuy", set_rebuy},
    {"automuck", set_muck},
    {"runs", set_twice},
    {"settings", print_settings},
    {"pre", preselect},
    {"hands", list_hands},
    {"hand", show_hand},
    {"block", block_player},
    {"unblock", unblock_player},
    {"mute", mute_table},
    {"watch", watch},
    {"go", watch},
    {"sit", sit_down},
    {"quick", sit_quickly},
    {"bank", print_bank},
    {"events", felt_room_terminal_list_tournaments},
    {"tournaments", felt_room_terminal_list_tournaments},
    {"event", felt_room_terminal_one_tournament},
    {"register", felt_room_terminal_register},
    {"unregister", felt_room_terminal_unregister},
    {"level", felt_room_terminal_print_level},
    {"create", felt_room_terminal_create},
    {"join", felt_room_terminal_join},
    {"change", felt_room_terminal_change},
    {"stakes", felt_room_terminal_stakes},
    {"key", felt_room_terminal_key},
    {"host", felt_room_terminal_host},
    {"straddle", set_straddle},
};

/* ---- decisions ---- */

static void answer(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                   struct felt_action action)
{
    char memory[FELT_ROOM_TERMINAL_FRAME_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    felt_client_room_answer(table, ++terminal->req, action, &buffer);
    felt_room_terminal_expect(terminal, FELT_ASKED_ACTION, "");
    terminal->deadline_ms = 0;
    felt_room_terminal_transmit(terminal, &buffer);
}

/* Whoever leaves does not keep the others waiting: what costs least is done now. */
static void give_up(struct felt_room_terminal *terminal, struct felt_client_room_table *table)
{
    static const uint8_t order[] = {FELT_CHECK, FELT_FOLD,     FELT_MUCK, FELT_SHOW, FELT_DISCARD,
                                    FELT_RUNS,  FELT_BRING_IN, FELT_CALL, FELT_MOVE};
    const struct felt_legal *legal = &table->offer.legal;
    struct felt_action action = {.kind = FELT_CHOOSE};
    for (size_t i = 0; table->offer.games == 0 && i < sizeof order; i++) {
        if (!felt_legal_has(legal, (enum felt_action_kind)order[i])) continue;
        action.kind = order[i];
        break;
    }
    if (action.kind == FELT_CHOOSE && table->offer.games == 0) return;
    if (action.kind == FELT_DISCARD) action.cards = (UINT64_C(1) << legal->discard_min) - 1;
    answer(terminal, table, action);
}

void felt_room_terminal_leave(struct felt_room_terminal *terminal)
{
    terminal->leaving = true;
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++) {
        struct felt_client_room_table *table = &terminal->room->table[i];
        if (!table->known || table->seat < 0) continue;
        if (felt_room_terminal_plays_tournament(terminal, table->id))
            continue; /* one is played for there */
        if (!table->mine.leaving) felt_room_terminal_ask_plainly(terminal, "stand", table->id, "");
        if (table->offer.asked) give_up(terminal, table);
    }
}

/* A number of the list, a code or a name. */
static void choose_game(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                        const char *line)
{
    const struct felt_client_room_offer *offer = &table->offer;
    char *end, title[FELT_CLIENT_ROOM_TITLE_BYTES + 1];
    unsigned long number = strtoul(line, &end, 10);
    int choice = -1;
    if (isdigit((unsigned char)line[0]) && *end == '\0' && number >= 1 &&
        number <= (unsigned long)offer->games)
        choice = (int)number - 1;
    for (int i = 0; i < offer->games && choice < 0; i++) {
        felt_room_terminal_game_title(offer->game[i], title);
        title[strcspn(title, ",")] = '\0';
        if (strcasecmp(line, offer->game[i]) == 0 || strcasecmp(line, title) == 0) choice = i;
    }
    if (choice >= 0) {
        answer(terminal, table,
               (struct felt_action){.kind = FELT_CHOOSE, .choice = (uint16_t)choice});
        return;
    }
    felt_room_terminal_print_games(terminal, table);
    fprintf(terminal->term.out, "  \"%s\" is none of them: take a number from 1 to %d, or a name\n",
            line, offer->games);
}

/* "raise 2": a card of the hand by its number, as the list has it; NULL: something else. */
static const char *raise_number(const struct felt_client_room_table *table, const char *line)
{
    static const char word[] = "raise ";
    size_t bytes = sizeof word - 1;
    if (!table->narc.here || strncasecmp(line, word, bytes) != 0) return NULL;
    return isdigit((unsigned char)line[bytes]) ? line + bytes : NULL;
}

/* A move of a genome or Narc: its number, its words, or the beginning of them if no other begins
 * so. */
static void choose_move(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                        const char *line)
{
    const struct felt_client_room_genome *genome = &table->genome;
    bool raises = raise_number(table, line) != NULL;
    if (raises) line = raise_number(table, line);
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    int choice = -1, found = 0;
    if (isdigit((unsigned char)line[0]) && *end == '\0' && number >= 1 &&
        number <= (unsigned long)genome->moves)
        choice = (int)number - 1;
    if (raises && choice >= 0 && table->narc.kind[choice] != FELT_COMMIT) choice = -1;
    for (int i = 0; i < genome->moves && choice < 0; i++)
        if (strcasecmp(line, genome->move[i]) == 0) choice = i;
    for (int i = 0; i < genome->moves && choice < 0 && *line; i++)
        found += strncasecmp(line, genome->move[i], strlen(line)) == 0;
    for (int i = 0; i < genome->moves && choice < 0 && found == 1; i++)
        if (strncasecmp(line, genome->move[i], strlen(line)) == 0) choice = i;
    if (choice >= 0) {
        answer(terminal, table,
               (struct felt_action){.kind = FELT_MOVE, .choice = (uint16_t)choice});
        return;
    }
    felt_room_terminal_print_moves(terminal, table);
    fprintf(terminal->term.out, "  \"%s\" is none of them: take a number from 1 to %d\n", line,
            genome->moves);
}

static void tell_history(struct felt_room_terminal *terminal,
                         const struct felt_client_room_table *table)
{
    felt_room_terminal_clear(terminal);
    if (table->hand.id[0] == '\0') {
        fputs("  there was no hand yet\n", terminal->term.out);
        return;
    }
    fprintf(terminal->term.out, "  hand %s so far:\n", table->hand.id);
    terminal->shown =
        felt_table_screen_begin(&terminal->term, &table->rules, table->seat, table->hand.start);
    terminal->shown.names = terminal->names;
    terminal->told = 0;
    felt_room_terminal_tell(terminal);
}

static void print_help(struct felt_room_terminal *terminal,
                       const struct felt_client_room_table *table)
{
    felt_room_terminal_clear(terminal);
    if (table && table->offer.asked && table->offer.games == 0 && !table->genome.moves) {
        struct felt_prompt ask = felt_room_terminal_ask(terminal, table);
        felt_play_help_moment(&ask);
    }
    fputs(help, terminal->term.out);
}

/* A line that is no word of the room, in lower case. */
static void hear_decision(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                          const char *line)
{
    struct felt_action action;
    struct felt_prompt ask = felt_room_terminal_ask(terminal, table);
    felt_room_terminal_clear(terminal);
    if (table->offer.games || table->genome.moves) {
        if (table->offer.games)
            choose_game(terminal, table, line);
        else
            choose_move(terminal, table, line);
        return;
    }
    switch (felt_prompt_understand(&ask, felt_prompt_as_meant(&ask, line), &action)) {
    case FELT_WISH_ACT: answer(terminal, table, action); break;
    case FELT_WISH_WHY: complain(terminal, "nobody tells here why they play as they do"); break;
    default: break; /* it was answered; the others were looked up before */
    }
}

/* Of the lobby: a table. */
static void hear_choice(struct felt_room_terminal *terminal, const char *line)
{
    char word[FELT_ROOM_TERMINAL_LINE_BYTES];
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t"), line);
    if (name_table(terminal, word)) {
        sit_down(terminal, line);
        return;
    }
    felt_room_terminal_clear(terminal);
    fprintf(terminal->term.out, "  \"%s\" is no table and no word of the room; ? lists them\n",
            line);
}

/* Words that are understood everywhere, with or without a decision.  True: it was one. */
static bool hear_common(struct felt_room_terminal *terminal, struct felt_client_room_table *table,
                        const char *lower)
{
    if (felt_prompt_quits(lower)) {
        felt_room_terminal_leave(terminal);
    } else if (felt_play_help_asked(lower)) {
        print_help(terminal, table);
    } else if (strcmp(lower, "t") == 0 || strcmp(lower, "table") == 0) {
        felt_room_terminal_draw(terminal);
    } else if (table && (strcmp(lower, "h") == 0 || strcmp(lower, "history") == 0)) {
        tell_history(terminal, table);
    } else {
        return false;
    }
    return true;
}

static bool hear_word(struct felt_room_terminal *terminal, const char *line)
{
    size_t bytes = strcspn(line, " \t");
    const char *rest = line + bytes + strspn(line + bytes, " \t");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].word) != bytes || strncasecmp(line, words[i].word, bytes) != 0)
            continue;
        words[i].say(terminal, rest);
        return true;
    }
    return false;
}

void felt_room_terminal_hear(struct felt_room_terminal *terminal, char *line)
{
    char lower[FELT_ROOM_TERMINAL_LINE_BYTES];
    struct felt_client_room_table *table = felt_room_terminal_table(terminal);
    felt_prompt_trim(line, true);
    (void)snprintf(lower, sizeof lower, "%s", line);
    felt_prompt_trim(lower, false);
    if (terminal->options->json && line[0] == '{') {
        struct felt_buffer frame = felt_buffer_make(line, strlen(line));
        frame.used = strlen(line);
        felt_room_terminal_transmit(terminal, &frame);
        return;
    }
    if (terminal->buying[0] && (*line == '\0' || felt_prompt_chips(lower) > 0)) {
        felt_room_terminal_sit(terminal, terminal->buying, *line ? felt_prompt_chips(lower) : 0);
        terminal->buying[0] = '\0';
        return;
    }
    terminal->buying[0] = '\0';
    bool goes_on = table && table->narc.here && strcmp(lower, "go on") == 0; /* no table */
    if (*line == '\0' || hear_common(terminal, table, lower) ||
        (!goes_on && hear_word(terminal, line)))
        return;
    if (table && table->offer.asked)
        hear_decision(terminal, table, lower);
    else if (table)
        complain(terminal, "it is not your turn; ? lists what can be said meanwhile");
    else
        hear_choice(terminal, line);
}
