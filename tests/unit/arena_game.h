/* arena_game.h -- teams at a table of hold'em whose deck lies as a test says: what test_arena.c and
 * test_arena_people.c share.  Lines 0, 1, 2 are Alpha, Beta, Gamma.  Include it after cmocka.h. */
#ifndef FELT_TESTS_ARENA_GAME_H
#define FELT_TESTS_ARENA_GAME_H

#include "fake_arena.h"
#include "server/table/poker_adapter.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const char *const teams[] = {"Alpha", "Beta", "Gamma", "Delta"};

struct game {
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker;
    felt_card deck[FELT_CARDS];
    int hand;
    char brief[FAKE_ARENA_BRIEF_BYTES];
};

/* The first cards from the top; the others follow in their order. */
static inline void begin(struct game *game, const char *top)
{
    struct felt_complaint complaint;
    int count = 0;
    assert_int_equal(
        felt_poker_adapter_make(&game->poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    if (*top) count = cards_parse(top, game->deck, FELT_CARDS);
    felt_cards used = felt_cards_from(game->deck, count);
    for (int card = 0; card < FELT_CARDS; card++)
        if (!(used & felt_cards_of((felt_card)card))) game->deck[count++] = (felt_card)card;
    game->poker.adapter.deck = game->deck;
    fake_arena_init(&game->fake_arena, &game->poker.adapter);
    game->fake_arena.services.digests = fake_arena_unshuffled;
    game->hand = 1;
}

static inline void hello(struct game *game, uint32_t line, const char *team)
{
    fake_arena_connect(&game->fake_arena, line, "");
    fake_arena_say(&game->fake_arena, line,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s\"}", team, team);
}

/* So many teams at a table of that many chips; what they heard so far is forgotten. */
static inline void seat(struct game *game, int count, felt_chips stack)
{
    game->fake_arena.table.stack = stack;
    game->fake_arena.table.min_players = (uint8_t)count;
    fake_arena_open(&game->fake_arena);
    for (int i = 0; i < count; i++) hello(game, (uint32_t)i, teams[i]);
    fake_arena_deafen(&game->fake_arena);
}

/* "CALL", or "RAISE_TO 300". */
static inline void act(struct game *game, uint32_t line, const char *action)
{
    char word[32];
    long long amount = 0;
    bool raises = sscanf(action, "%31s %lld", word, &amount) == 2;
    fake_arena_say(
        &game->fake_arena, line,
        raises
            ? "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\","
              "\"amount\":%lld}"
            : "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\"}",
        game->hand, word, amount);
}

/* Several: "0 CALL, 1 CHECK". */
static inline void play(struct game *game, const char *script)
{
    for (const char *at = script; *at;) {
        char action[64];
        unsigned line;
        int used;
        assert_true(sscanf(at, "%u %63[^,]%n", &line, action, &used) == 2);
        act(game, line, action);
        at += used;
        while (*at == ',' || *at == ' ') at++;
    }
}

#define expect(game, line, text)                                                                   \
    assert_string_equal(fake_arena_brief(&(game)->fake_arena, line, (game)->brief), text)

#endif
