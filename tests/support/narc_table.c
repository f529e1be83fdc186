/* narc_table.c -- see narc_table.h. */
#include "narc_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "NCP";

__attribute__((format(printf, 2, 3))) static bool fail(struct narc_table *table, const char *format,
                                                       ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(table->error, sizeof table->error, format, list);
    va_end(list);
    return false;
}

bool narc_table_make(struct narc_table *table, const struct felt_narc_options *options,
                     const struct felt_narc_catalogue *catalogue)
{
    struct felt_narc_error error;
    memset(table, 0, sizeof *table);
    table->rng = felt_rng_make(1);
    if (felt_narc_rules_make(options, catalogue, true, &table->rules, &error) != FELT_OK)
        return fail(table, "%s: %s", error.pointer, error.text);
    felt_narc_rest(&table->rules, 0, 0, &table->state);
    return true;
}

int narc_table_kind(const struct narc_table *table, const char *id, size_t bytes)
{
    for (int kind = 0; kind < table->rules.catalogue.kinds; kind++) {
        const char *name = table->rules.catalogue.card[kind].id;
        if (strlen(name) == bytes && !memcmp(name, id, bytes)) return kind;
    }
    return -1;
}

bool narc_table_stack(struct narc_table *table, enum felt_narc_role role, const char *ids)
{
    while (*(ids += strspn(ids, " "))) {
        size_t bytes = strcspn(ids, " ");
        int kind = narc_table_kind(table, ids, bytes);
        if (kind < 0) return fail(table, "there is no card %.*s", (int)bytes, ids);
        if (table->stacks[role] == FELT_NARC_DECK_MAX) return fail(table, "too many cards");
        table->stacked[role][table->stacks[role]++] = (uint8_t)kind;
        ids += bytes;
    }
    return true;
}

/* A copy of a kind among those that are left. */
static bool take_copy(const struct narc_table *table, int tier, int kind, felt_cards *left,
                      uint8_t *out)
{
    for (int card = 0; card < table->rules.cards; card++) {
        felt_cards bit = felt_cards_of((felt_card)card);
        if (!(*left & bit) || table->rules.kind[tier][card] != kind) continue;
        *left &= ~bit;
        *out = (uint8_t)card;
        return true;
    }
    return false;
}

static bool begin_session(struct narc_table *table)
{
    const struct felt_narc_rules *rules = &table->rules;
    int tier = rules->options.tiers ? felt_narc_tier_at(rules, table->state.heat) : 0, count = 0;
    felt_cards left = ((felt_cards)1 << rules->cards) - 1;
    uint8_t cards[FELT_NARC_CARDS_MAX];
    left &= ~table->state.gone;
    for (int role = 0; role < FELT_ROLES; role++) {
        for (int i = 0; i < table->stacks[role]; i++) {
            int kind = table->stacked[role][i];
            if (rules->catalogue.card[kind].owner != role ||
                !take_copy(table, tier, kind, &left, &cards[count]))
                return fail(table, "no %s is left in the deck of %c",
                            rules->catalogue.card[kind].id, letters[role]);
            count++;
        }
        table->stacks[role] = 0;
    }
    while (left) cards[count++] = felt_cards_take(&left);
    enum felt_status status = felt_narc_begin_with(rules, &table->state, cards, count, &table->rng,
                                                   &table->state, &table->log);
    return status == FELT_OK || fail(table, "the deal was refused");
}

bool narc_table_begin(struct narc_table *table)
{
    table->log = (struct felt_event_log){.event = table->event, .room = NARC_EVENTS};
    if (table->state.phase != FELT_NARC_OVER) return fail(table, "the hand is not over");
    if (table->state.session_over) return begin_session(table);
    felt_narc_begin(&table->rules, &table->state, &table->rng, &table->state, &table->log);
    return true;
}

/* The card that an action names, as a bit of the hand. */
static bool find_card(struct narc_table *table, felt_seat seat, const char *id, size_t bytes,
                      struct felt_action *action)
{
    uint8_t hand[FELT_NARC_HAND_MAX];
    int count = felt_narc_hand(&table->rules, &table->state, seat, hand);
    int kind = narc_table_kind(table, id, bytes);
    for (int i = 0; i < count && kind >= 0; i++) {
        if (felt_narc_kind(&table->rules, &table->state, hand[i]) != kind) continue;
        action->cards = UINT64_C(1) << i;
        return true;
    }
    return fail(table, "%c does not hold %.*s", letters[table->rules.options.order[seat]],
                (int)bytes, id);
}

static bool act_once(struct narc_table *table, const char *text, size_t bytes,
                     enum felt_status *status)
{
    const char *letter = bytes >= 2 ? strchr(letters, text[0]) : NULL;
    if (!letter || !*letter) return fail(table, "who does \"%.*s\"?", (int)bytes, text);
    felt_seat seat = felt_narc_seat(&table->rules, (enum felt_narc_role)(letter - letters));
    struct felt_action action = {0};
    switch (text[1]) {
    case 'c': action.kind = FELT_CHECK; break;
    case 'r': action.kind = FELT_COMMIT; break;
    case 'l': action.kind = FELT_CALL; break;
    case 'f': action.kind = FELT_FOLD; break;
    case '+': action.kind = FELT_CONTINUE; break;
    default: return fail(table, "what is \"%.*s\"?", (int)bytes, text);
    }
    const char *id = text + 2, *end = text + bytes;
    while (id < end && *id == ' ') id++;
    if (id < end && !find_card(table, seat, id, (size_t)(end - id), &action)) return false;
    *status = felt_narc_apply(&table->rules, &table->state, seat, action, &table->log);
    return *status == FELT_OK || fail(table, "\"%.*s\" is refused", (int)bytes, text);
}

bool narc_table_act(struct narc_table *table, const char *actions, enum felt_status *status)
{
    table->log.count = 0;
    *status = FELT_OK;
    while (*(actions += strspn(actions, " ,"))) {
        size_t bytes = strcspn(actions, ",");
        const char *next = actions + bytes;
        while (bytes && actions[bytes - 1] == ' ') bytes--;
        if (!act_once(table, actions, bytes, status)) return false;
        actions = next;
    }
    return true;
}

const char *narc_table_hand(const struct narc_table *table, enum felt_narc_role role, char *out,
                            size_t room)
{
    uint8_t hand[FELT_NARC_HAND_MAX];
    felt_seat seat = felt_narc_seat(&table->rules, role);
    int count = felt_narc_hand(&table->rules, &table->state, seat, hand);
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < count && used < room; i++) {
        int kind = felt_narc_kind(&table->rules, &table->state, hand[i]);
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? " " : "",
                                 table->rules.catalogue.card[kind].id);
    }
    return out;
}
