/* visit_words.c -- what a person types in the room, as requests to its server.
 *
 * A line is first looked up among the words of the room; whatever else is typed while a decision is
 * asked for is a word of felt play (ask.h).  Names and what is said keep their letters as typed. */
#include "terminal/room/visit.h"

#include "terminal/local/play_help.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- words of the room ---- */

static void complain(struct felt_visit *visit, const char *text)
{
    felt_visit_clear(visit);
    fprintf(visit->term.out, "  %s\n", text);
}

/* The table that is looked at, if the person sits there; NULL: complained. */
static struct felt_room_table *own_table(struct felt_visit *visit)
{
    struct felt_room_table *table = felt_visit_table(visit);
    if (table && table->seat >= 0) return table;
    complain(visit, "you sit at no table here: lobby shows them all");
    return NULL;
}

static void say_chat(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = felt_visit_table(visit);
    struct felt_request request;
    if (!table || !*rest) {
        complain(visit, table ? "say something: chat nice hand" : "there is nobody here to hear");
        return;
    }
    felt_request_begin(visit, &request, "chat", table->id);
    felt_request_text(&request, "text", rest);
    felt_request_finish(visit, &request, "");
}

static void sit_out(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    (void)rest;
    if (table)
        felt_visit_ask_switch(visit, "sit_out", table->id, true,
                              "you sit out from the next hand on");
}

static void sit_in(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    (void)rest;
    if (table) felt_visit_ask_switch(visit, "sit_out", table->id, false, "you are dealt in again");
}

static void top_up(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    felt_chips amount = *rest ? felt_ask_chips(rest) : 0;
    struct felt_request request;
    if (!table) return;
    if (amount < 0 || (*rest && amount == 0)) {
        complain(visit, "say how many chips: top 100, or top for as many as may be");
        return;
    }
    felt_request_begin(visit, &request, "top_up", table->id);
    if (amount) felt_request_chips(&request, "amount", amount);
    felt_request_finish(visit, &request, "the chips come before the next hand");
}

static void stand_up(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    (void)rest;
    if (!table) return;
    if (table->offer.asked && table->offer.phase == FELT_PHASE_DISCARD && !table->offer.games)
        complain(visit, "p stands pat; leave stands up from the table");
    else
        felt_visit_ask_plainly(visit, "stand", table->id, "you stand up after the hand");
}

static void leave_table(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    (void)rest;
    if (table) felt_visit_ask_plainly(visit, "stand", table->id, "you stand up after the hand");
}

static void show_lobby(struct felt_visit *visit, const char *rest)
{
    (void)rest;
    visit->table[0] = '\0';
    visit->deadline_ms = 0;
    felt_visit_lobby(visit);
}

static void change(struct felt_visit *visit, const char *key, const char *text, bool value,
                   const char *done)
{
    struct felt_room_table *table = own_table(visit);
    struct felt_request request;
    if (!table) return;
    felt_request_begin(visit, &request, "settings", table->id);
    if (text)
        felt_request_text(&request, key, text);
    else
        felt_request_bool(&request, key, value);
    felt_request_finish(visit, &request, done);
}

static void wait_for_blind(struct felt_visit *visit, const char *rest)
{
    (void)rest;
    change(visit, "wait_bb", NULL, true, "you wait for the big blind");
}

static void post_blind(struct felt_visit *visit, const char *rest)
{
    (void)rest;
    change(visit, "wait_bb", NULL, false, "you post the big blind");
}

static void set_auto(struct felt_visit *visit, const char *rest)
{
    if (*rest)
        change(visit, "auto_action", rest, false, "that is done for you while you are away");
    else
        complain(visit, "auto fold, auto check_fold, auto call_50 or auto call_hand_50");
}

static bool read_switch(struct felt_visit *visit, const char *rest, bool *on)
{
    *on = strcasecmp(rest, "on") == 0 || *rest == '\0';
    if (*on || strcasecmp(rest, "off") == 0) return true;
    complain(visit, "on or off");
    return false;
}

static void set_rebuy(struct felt_visit *visit, const char *rest)
{
    bool on;
    if (read_switch(visit, rest, &on))
        change(visit, "auto_rebuy", NULL, on,
               on ? "your stack is filled up when it is low" : "your stack stays as it is");
}

static void set_muck(struct felt_visit *visit, const char *rest)
{
    bool on;
    if (read_switch(visit, rest, &on))
        change(visit, "auto_muck", NULL, on,
               on ? "lost hands are mucked" : "you are asked before a lost hand is mucked");
}

static void set_twice(struct felt_visit *visit, const char *rest)
{
    if (*rest)
        change(visit, "run_twice", rest, false, "that is how you run it");
    else
        complain(visit, "runs ask, runs never or runs always");
}

static void set_straddle(struct felt_visit *visit, const char *rest)
{
    bool on;
    if (read_switch(visit, rest, &on))
        change(visit, "straddle", NULL, on,
               on ? "you straddle where it is your place" : "you do not straddle");
}

static void print_settings(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    (void)rest;
    if (!table) return;
    const struct felt_room_mine *mine = &table->mine;
    felt_visit_clear(visit);
    fprintf(visit->term.out, "  auto %s, rebuy %s, automuck %s, runs %s, pre %s; %s%s%s\n",
            mine->auto_action, mine->rebuy ? "on" : "off", mine->muck ? "on" : "off", mine->twice,
            mine->preselect, mine->wait ? "waits for the big blind" : "posts when new",
            mine->out ? ", sits out" : "", mine->leaving ? ", leaves" : "");
}

/* A call is one of the price as it stands: a raise behind it is asked about. */
static void preselect(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = own_table(visit);
    struct felt_request request;
    if (!table) return;
    if (!*rest) {
        complain(visit, "pre check, pre fold, pre check_fold, pre call or pre none");
        return;
    }
    const struct felt_room_hand *hand = &table->hand;
    felt_chips price = hand->to_match - hand->staked[table->seat];
    if (price > hand->stack[table->seat]) price = hand->stack[table->seat];
    bool calls = strcasecmp(rest, "call") == 0;
    if (calls && price <= 0) {
        complain(visit, "there is nothing to call yet: pre check");
        return;
    }
    felt_request_begin(visit, &request, "preselect", table->id);
    felt_request_text(&request, "what", rest);
    if (hand->id[0]) felt_request_text(&request, "hand_id", hand->id);
    if (calls) felt_request_chips(&request, "amount", price);
    felt_request_finish(visit, &request, "that is done at your turn if it is still what you mean");
}

static void list_hands(struct felt_visit *visit, const char *rest)
{
    struct felt_request request;
    felt_request_begin(visit, &request, "hands", NULL);
    if (*rest) felt_request_text(&request, "before", rest);
    felt_request_finish(visit, &request, "");
}

static void show_hand(struct felt_visit *visit, const char *rest)
{
    struct felt_request request;
    if (!*rest) {
        complain(visit, "hand ID, as hands lists them");
        return;
    }
    felt_request_begin(visit, &request, "hand", NULL);
    felt_request_text(&request, "hand_id", rest);
    felt_request_finish(visit, &request, "");
}

static void block(struct felt_visit *visit, const char *rest, bool on)
{
    struct felt_request request;
    if (!*rest) {
        complain(visit, "say whom, as in block Ada");
        return;
    }
    felt_request_begin(visit, &request, "block", NULL);
    felt_request_text(&request, "name", rest);
    felt_request_bool(&request, "on", on);
    felt_request_finish(visit, &request,
                        on ? "you do not hear them any more" : "you hear them again");
}

static void block_player(struct felt_visit *visit, const char *rest)
{
    block(visit, rest, true);
}

static void unblock_player(struct felt_visit *visit, const char *rest)
{
    block(visit, rest, false);
}

static void mute_table(struct felt_visit *visit, const char *rest)
{
    struct felt_room_table *table = felt_visit_table(visit);
    bool on;
    if (!table)
        complain(visit, "there is no table here");
    else if (read_switch(visit, rest, &on))
        felt_visit_ask_switch(visit, "mute", table->id, on,
                              on ? "you hear nothing of this table" : "you hear this table again");
}

/* The name of a table: as it is, or its number in the lobby. */
static const char *name_table(const struct felt_visit *visit, const char *word)
{
    const struct felt_room_guest *room = visit->room;
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (isdigit((unsigned char)word[0]) && *end == '\0' && number >= 1 &&
        number <= (unsigned long)room->rows)
        return room->row[number - 1].id;
    for (int i = 0; i < room->rows; i++)
        if (strcasecmp(room->row[i].id, word) == 0) return room->row[i].id;
    for (int i = 0; i < FELT_ROOM_TABLES_MAX; i++) /* of a tournament, or private */
        if (room->table[i].known && strcasecmp(room->table[i].id, word) == 0)
            return room->table[i].id;
    return NULL;
}

static void watch(struct felt_visit *visit, const char *rest)
{
    const char *table = name_table(visit, rest);
    if (!table) {
        complain(visit, "which table? lobby shows them all");
        return;
    }
    visit->table[0] = '\0';
    if (felt_room_guest_find(visit->room, table) < 0) {
        felt_visit_ask_plainly(visit, "watch", table, "");
    } else {
        felt_visit_look(visit, table);
        felt_visit_draw(visit);
    }
}

static void buy_in_at(struct felt_visit *visit, const char *table, const char *amount)
{
    char low[FELT_TERM_NUMBER_BYTES], high[FELT_TERM_NUMBER_BYTES];
    felt_chips chips = *amount ? felt_ask_chips(amount) : 0;
    if (chips < 0) {
        complain(visit, "how many chips? a number, as in 200");
        return;
    }
    if (chips == 0) chips = (felt_chips)visit->options->buy_in;
    const struct felt_room_row *row = NULL;
    for (int i = 0; i < visit->room->rows; i++)
        if (strcmp(visit->room->row[i].id, table) == 0) row = &visit->room->row[i];
    visit->buying[0] = '\0';
    if (chips || !row || !visit->terminal) {
        felt_visit_sit(visit, table, chips);
        return;
    }
    (void)snprintf(visit->buying, sizeof visit->buying, "%s", table);
    felt_visit_clear(visit);
    fprintf(visit->term.out, "  with how many chips? %s to %s; Enter brings as many as may be\n",
            felt_term_number((uint64_t)(row->buy_in_min > 0 ? row->buy_in_min : 0), low),
            felt_term_number((uint64_t)(row->buy_in_max > 0 ? row->buy_in_max : 0), high));
}

/* "sit nl-2-1 200", "sit 3" */
static void sit_down(struct felt_visit *visit, const char *rest)
{
    char word[FELT_VISIT_LINE_BYTES];
    const struct felt_room_table *here = felt_visit_table(visit);
    size_t bytes = strcspn(rest, " \t");
    (void)snprintf(word, sizeof word, "%.*s", (int)bytes, rest);
    const char *amount = rest + bytes + strspn(rest + bytes, " \t");
    const char *table = name_table(visit, word);
    if (!*word && here) table = here->id;
    if (strcasecmp(word, "quick") == 0) table = "quick";
    if (table)
        buy_in_at(visit, table, amount);
    else
        complain(visit, "which table? lobby shows them all, quick takes any");
}

static void sit_quickly(struct felt_visit *visit, const char *rest)
{
    felt_chips chips = *rest ? felt_ask_chips(rest) : (felt_chips)visit->options->buy_in;
    if (chips < 0)
        complain(visit, "quick, or quick 200 for so many chips");
    else
        felt_visit_sit(visit, "quick", chips);
}

static void print_bank(struct felt_visit *visit, const char *rest)
{
    char number[FELT_TERM_NUMBER_BYTES];
    (void)rest;
    felt_visit_clear(visit);
    fprintf(visit->term.out, "  %s chips in the bank\n",
            felt_term_number((uint64_t)visit->room->bank, number));
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
    void (*say)(struct felt_visit *visit, const char *rest);
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
    {"events", felt_visit_list_events},
    {"tournaments", felt_visit_list_events},
    {"event", felt_visit_one_event},
    {"register", felt_visit_register},
    {"unregister", felt_visit_unregister},
    {"level", felt_visit_print_level},
    {"create", felt_visit_create},
    {"join", felt_visit_join},
    {"change", felt_visit_change},
    {"stakes", felt_visit_stakes},
    {"key", felt_visit_key},
    {"host", felt_visit_host},
    {"straddle", set_straddle},
};

/* ---- decisions ---- */

static void answer(struct felt_visit *visit, struct felt_room_table *table,
                   struct felt_action action)
{
    char memory[FELT_VISIT_FRAME_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    felt_room_guest_answer(table, ++visit->req, action, &buffer);
    felt_visit_expect(visit, FELT_ASKED_ACTION, "");
    visit->deadline_ms = 0;
    felt_visit_transmit(visit, &buffer);
}

/* Whoever leaves does not keep the others waiting: what costs least is done now. */
static void give_up(struct felt_visit *visit, struct felt_room_table *table)
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
    answer(visit, table, action);
}

void felt_visit_leave(struct felt_visit *visit)
{
    visit->leaving = true;
    for (int i = 0; i < FELT_ROOM_TABLES_MAX; i++) {
        struct felt_room_table *table = &visit->room->table[i];
        if (!table->known || table->seat < 0) continue;
        if (felt_visit_plays_event(visit, table->id)) continue; /* one is played for there */
        if (!table->mine.leaving) felt_visit_ask_plainly(visit, "stand", table->id, "");
        if (table->offer.asked) give_up(visit, table);
    }
}

/* A number of the list, a code or a name. */
static void choose_game(struct felt_visit *visit, struct felt_room_table *table, const char *line)
{
    const struct felt_room_offer *offer = &table->offer;
    char *end, title[FELT_ROOM_TITLE_BYTES + 1];
    unsigned long number = strtoul(line, &end, 10);
    int choice = -1;
    if (isdigit((unsigned char)line[0]) && *end == '\0' && number >= 1 &&
        number <= (unsigned long)offer->games)
        choice = (int)number - 1;
    for (int i = 0; i < offer->games && choice < 0; i++) {
        felt_visit_game_title(offer->game[i], title);
        title[strcspn(title, ",")] = '\0';
        if (strcasecmp(line, offer->game[i]) == 0 || strcasecmp(line, title) == 0) choice = i;
    }
    if (choice >= 0) {
        answer(visit, table, (struct felt_action){.kind = FELT_CHOOSE, .choice = (uint16_t)choice});
        return;
    }
    felt_visit_print_games(visit, table);
    fprintf(visit->term.out, "  \"%s\" is none of them: take a number from 1 to %d, or a name\n",
            line, offer->games);
}

/* "raise 2": a card of the hand by its number, as the list has it; NULL: something else. */
static const char *raise_number(const struct felt_room_table *table, const char *line)
{
    static const char word[] = "raise ";
    size_t bytes = sizeof word - 1;
    if (!table->narc.here || strncasecmp(line, word, bytes) != 0) return NULL;
    return isdigit((unsigned char)line[bytes]) ? line + bytes : NULL;
}

/* A move of a genome or Narc: its number, its words, or the beginning of them if no other begins
 * so. */
static void choose_move(struct felt_visit *visit, struct felt_room_table *table, const char *line)
{
    const struct felt_room_genome *genome = &table->genome;
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
        answer(visit, table, (struct felt_action){.kind = FELT_MOVE, .choice = (uint16_t)choice});
        return;
    }
    felt_visit_print_moves(visit, table);
    fprintf(visit->term.out, "  \"%s\" is none of them: take a number from 1 to %d\n", line,
            genome->moves);
}

static void tell_history(struct felt_visit *visit, const struct felt_room_table *table)
{
    felt_visit_clear(visit);
    if (table->hand.id[0] == '\0') {
        fputs("  there was no hand yet\n", visit->term.out);
        return;
    }
    fprintf(visit->term.out, "  hand %s so far:\n", table->hand.id);
    visit->shown = felt_table_begin(&visit->term, &table->rules, table->seat, table->hand.start);
    visit->shown.names = visit->names;
    visit->told = 0;
    felt_visit_tell(visit);
}

static void print_help(struct felt_visit *visit, const struct felt_room_table *table)
{
    felt_visit_clear(visit);
    if (table && table->offer.asked && table->offer.games == 0 && !table->genome.moves) {
        struct felt_ask ask = felt_visit_ask(visit, table);
        felt_play_help_moment(&ask);
    }
    fputs(help, visit->term.out);
}

/* A line that is no word of the room, in lower case. */
static void hear_decision(struct felt_visit *visit, struct felt_room_table *table, const char *line)
{
    struct felt_action action;
    struct felt_ask ask = felt_visit_ask(visit, table);
    felt_visit_clear(visit);
    if (table->offer.games || table->genome.moves) {
        if (table->offer.games)
            choose_game(visit, table, line);
        else
            choose_move(visit, table, line);
        return;
    }
    switch (felt_ask_understand(&ask, felt_ask_as_meant(&ask, line), &action)) {
    case FELT_WISH_ACT: answer(visit, table, action); break;
    case FELT_WISH_WHY: complain(visit, "nobody tells here why they play as they do"); break;
    default: break; /* it was answered; the others were looked up before */
    }
}

/* Of the lobby: a table. */
static void hear_choice(struct felt_visit *visit, const char *line)
{
    char word[FELT_VISIT_LINE_BYTES];
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " \t"), line);
    if (name_table(visit, word)) {
        sit_down(visit, line);
        return;
    }
    felt_visit_clear(visit);
    fprintf(visit->term.out, "  \"%s\" is no table and no word of the room; ? lists them\n", line);
}

/* Words that are understood everywhere, with or without a decision.  True: it was one. */
static bool hear_common(struct felt_visit *visit, struct felt_room_table *table, const char *lower)
{
    if (felt_ask_quits(lower)) {
        felt_visit_leave(visit);
    } else if (felt_play_help_asked(lower)) {
        print_help(visit, table);
    } else if (strcmp(lower, "t") == 0 || strcmp(lower, "table") == 0) {
        felt_visit_draw(visit);
    } else if (table && (strcmp(lower, "h") == 0 || strcmp(lower, "history") == 0)) {
        tell_history(visit, table);
    } else {
        return false;
    }
    return true;
}

static bool hear_word(struct felt_visit *visit, const char *line)
{
    size_t bytes = strcspn(line, " \t");
    const char *rest = line + bytes + strspn(line + bytes, " \t");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].word) != bytes || strncasecmp(line, words[i].word, bytes) != 0)
            continue;
        words[i].say(visit, rest);
        return true;
    }
    return false;
}

void felt_visit_hear(struct felt_visit *visit, char *line)
{
    char lower[FELT_VISIT_LINE_BYTES];
    struct felt_room_table *table = felt_visit_table(visit);
    felt_ask_trim(line, true);
    (void)snprintf(lower, sizeof lower, "%s", line);
    felt_ask_trim(lower, false);
    if (visit->options->json && line[0] == '{') {
        struct felt_buffer frame = felt_buffer_make(line, strlen(line));
        frame.used = strlen(line);
        felt_visit_transmit(visit, &frame);
        return;
    }
    if (visit->buying[0] && (*line == '\0' || felt_ask_chips(lower) > 0)) {
        felt_visit_sit(visit, visit->buying, *line ? felt_ask_chips(lower) : 0);
        visit->buying[0] = '\0';
        return;
    }
    visit->buying[0] = '\0';
    bool goes_on = table && table->narc.here && strcmp(lower, "go on") == 0; /* no table */
    if (*line == '\0' || hear_common(visit, table, lower) || (!goes_on && hear_word(visit, line)))
        return;
    if (table && table->offer.asked)
        hear_decision(visit, table, lower);
    else if (table)
        complain(visit, "it is not your turn; ? lists what can be said meanwhile");
    else
        hear_choice(visit, line);
}
