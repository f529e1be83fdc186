/* seat.c -- the bots of Narc as players with views: "narc:1" to "narc:4", the levels of
 * whatever role the seat has, and "narc:usual", the bot that the rule set names for it.
 *
 * A player imagines a state that looks like its view and asks the bot.  Heuristics look at nothing
 * in it that the seat cannot see, and a rollout deals everything hidden anew for each sample (O2):
 * one imagined state is enough for both. */
#include "players/kinds.h"
#include "players/narc/parts.h"

enum { USUAL = 0 };

struct player {
    struct felt_rng rng;
    const struct felt_place *place;
    uint8_t level; /* 1 to 4, or USUAL                                                         */
};

static bool plays(const struct felt_game *game, const void *rules)
{
    (void)rules;
    return game == &felt_narc_game;
}

static void take_seat(void *self, struct felt_rng rng, uint8_t level)
{
    struct player *player = self;
    player->rng = rng;
    player->place = NULL;
    player->level = level;
}

static void begin(void *self, const struct felt_place *place)
{
    struct player *player = self;
    player->place = place;
}

static struct felt_narc_bot bot_of(const struct player *player, const struct felt_narc_rules *rules,
                                   felt_seat seat)
{
    struct felt_narc_bot usual[FELT_ROLES], bot;
    enum felt_narc_role role = felt_narc_role(rules, seat);
    if (player->level == USUAL) {
        felt_narc_bots_usual(rules, usual);
        return usual[role];
    }
    const char text[] = {(char)('0' + player->level)};
    enum felt_status status = felt_narc_bot_read(text, sizeof text, role, &bot, NULL);
    felt_assert(status == FELT_OK);
    return bot;
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct player *player = self;
    struct felt_narc_state state;
    felt_assert(view->viewer >= 0 && view->viewer == view->actor);
    if (budget->time_left && !budget->time_left(budget->self))
        return (struct felt_decision){.action = felt_player_timid(view),
                                      .reasoning = "no_time",
                                      .warning = FELT_WARN_TIMEOUT};
    const struct felt_narc_rules *rules = player->place->rules;
    struct felt_narc_bot bot = bot_of(player, rules, view->viewer);
    felt_narc_game.imagine(rules, view, &player->rng, &state);
    struct felt_narc_choice choice =
        felt_narc_bot_choose(&bot, rules, &state, &player->rng, budget);
    return (struct felt_decision){.action = felt_narc_bot_action(rules, &state, choice),
                                  .reasoning =
                                      bot.kind == FELT_BOT_ROLLOUT ? "search" : "rule_of_thumb",
                                  .confidence = 1};
}

#define SIT(word, number)                                                                          \
    static void word(void *self, const struct felt_strategy_config *settings, struct felt_rng rng) \
    {                                                                                              \
        (void)settings; /* there are none */                                                       \
        take_seat(self, rng, number);                                                              \
    }
SIT(sit_usual, USUAL)
SIT(sit_1, 1)
SIT(sit_2, 2)
SIT(sit_3, 3)
SIT(sit_4, 4)

#define PLAYER(word, line, sits)                                                                   \
    {                                                                                              \
        .name = word, .title = line, .bytes = sizeof(struct player), .plays = plays, .sit = sits,  \
        .begin = begin, .choose = choose                                                           \
    }

const struct felt_player_kind felt_player_narc[FELT_NARC_PLAYERS] = {
    PLAYER("narc:usual", "plays Narc as the rule set says for its role", sit_usual),
    PLAYER("narc:1", "plays Narc by the document's odds; as the Player, any action", sit_1),
    PLAYER("narc:2", "plays Narc by rules of thumb", sit_2),
    PLAYER("narc:3", "plays Narc with a plan; as the Player, with a small search", sit_3),
    PLAYER("narc:4", "plays Narc by imagining what is hidden", sit_4),
};
