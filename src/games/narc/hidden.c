/* hidden.c -- what a seat does not know, dealt anew; equality and hashes of states. */
#include "felt/hash.h"
#include "games/narc/parts.h"

#include <string.h>

/* Moves the next cards of a mixed list into a set. */
static felt_cards take(const uint8_t *cards, int *at, int count)
{
    felt_cards set = 0;
    for (int end = *at + count; *at < end; (*at)++) set |= felt_cards_of(cards[*at]);
    return set;
}

/* The own deck: `later` draws from it, and what it draws must not depend on how it lies. */
static void sort_deck(const struct felt_narc_rules *rules, struct felt_narc_state *state, int role)
{
    state->top[role] = 0;
    (void)narc_list(state->deck & rules->of_role[role], state->pile + rules->first[role]);
}

/* A role of somebody else: deck, hand, cards face down and cards nobody saw are one heap. */
static void redeal_role(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                        int role, struct felt_rng *rng)
{
    felt_cards mine = rules->of_role[role];
    felt_cards hand = state->hand & mine, deck = state->deck & mine;
    felt_cards unseen = state->spent & ~state->open_spent & mine;
    felt_cards down = rules->options.open ? 0 : state->down & mine;
    felt_cards heap = hand | deck | unseen | down;
    uint8_t cards[FELT_NARC_CARDS_MAX];
    int count = narc_list(heap, cards), at = 0;
    narc_mix(cards, count, count - narc_count(deck), rng);
    felt_cards new_hand = take(cards, &at, narc_count(hand));
    felt_cards new_unseen = take(cards, &at, narc_count(unseen));
    felt_cards new_down = 0;
    for (int i = state->flipped; down && i < state->commits; i++) {
        if (!(down & felt_cards_of(state->commit[i]))) continue;
        state->commit[i] = cards[at++];
        new_down |= felt_cards_of(state->commit[i]);
    }
    state->left[role] = (uint8_t)(count - at);
    state->top[role] = 0;
    memcpy(state->pile + rules->first[role], cards + at, (size_t)(count - at));
    state->hand = (state->hand & ~hand) | new_hand;
    state->spent = (state->spent & ~unseen) | new_unseen;
    state->down = (state->down & ~down) | new_down;
    state->deck = (state->deck & ~deck) | take(cards, &at, count - at);
}

void felt_narc_redeal(const struct felt_narc_rules *rules, struct felt_narc_state *state,
                      felt_seat seat, struct felt_rng *rng)
{
    for (int role = 0; role < FELT_ROLES; role++)
        if (seat >= 0 && role == (int)felt_narc_role(rules, seat))
            sort_deck(rules, state, role);
        else
            redeal_role(rules, state, role, rng);
    narc_renew(state, rng); /* which draws from every deck, the own one too */
    felt_assert(narc_piles_are_sound(rules, state)); /* N1 */
}

/* ---- soundness ---- */

static bool decks_are_sound(const struct felt_narc_rules *rules,
                            const struct felt_narc_state *state)
{
    for (int role = 0; role < FELT_ROLES; role++) {
        felt_cards deck = 0;
        if (state->top[role] + state->left[role] > rules->count[role]) return false;
        for (int i = 0; i < state->left[role]; i++)
            deck |= felt_cards_of(state->pile[rules->first[role] + state->top[role] + i]);
        if (deck != (state->deck & rules->of_role[role]) || narc_count(deck) != state->left[role])
            return false;
        int seat = rules->seat_of[role];
        if (state->betting.held[seat] != narc_count(state->hand & rules->of_role[role]))
            return false;
    }
    return true;
}

static bool totals_are_equal(const struct felt_narc_totals *a, const struct felt_narc_totals *b)
{
    return a->evidence == b->evidence && a->cover == b->cover && a->heat == b->heat &&
           a->profit == b->profit && a->product == b->product && a->location == b->location &&
           a->insurance == b->insurance && a->conviction == b->conviction;
}

static bool table_is_sound(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    felt_cards table = 0;
    if (state->commits > FELT_NARC_COMMITS_MAX || state->flipped > state->commits) return false;
    for (int i = 0; i < state->commits; i++) table |= felt_cards_of(state->commit[i]);
    if (narc_count(table) != state->commits || table != (state->down | state->up)) return false;
    struct felt_narc_totals totals = narc_totals(rules, state, state->flipped);
    return totals_are_equal(&totals, &state->totals) && state->totals.evidence >= 0 &&
           state->totals.cover >= 0 && state->totals.profit >= 0; /* N6 */
}

static bool turn_is_sound(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    const struct felt_turn *turn = &state->betting.turn;
    felt_seat actor = felt_narc_actor(rules, state);
    int longest = rules->options.rounds * (FELT_ROLES * (rules->options.cap + 1) + 1);
    if ((turn->owes | turn->able | turn->may_raise) & ~turn->live) return false; /* T1 */
    if (turn->raises > turn->cap || state->actions > longest) return false;      /* N5 */
    if (state->phase == FELT_NARC_OVER) return actor < 0 && state->end != FELT_NARC_PLAYING;
    if (state->phase == FELT_NARC_DECISION) return turn->actor < 0;
    if (actor < 0 || state->betting.held[actor] == 0) return false;
    return turn->on_option ? actor == turn->holder : felt_seats_has(turn->owes, actor); /* T2 */
}

bool felt_narc_sound(const struct felt_narc_rules *rules, const struct felt_narc_state *state)
{
    return narc_piles_are_sound(rules, state) && (state->open_spent & ~state->spent) == 0 &&
           decks_are_sound(rules, state) && table_is_sound(rules, state) &&
           turn_is_sound(rules, state) && state->cash >= 0 && state->heat >= 0;
}

/* ---- equality ---- */

/* Every field that means something, in a fixed order: the decks as far as they are to come. */
static int spell_fields(const struct felt_narc_state *state, uint64_t *words, int room)
{
    int count = 0;
    const struct felt_turn *turn = &state->betting.turn;
    const struct felt_narc_totals *totals = &state->totals;
    const uint64_t fields[] = {turn->live,
                               turn->able,
                               turn->owes,
                               turn->may_raise,
                               (uint64_t)turn->actor,
                               (uint64_t)turn->holder,
                               (uint64_t)turn->raiser,
                               (uint64_t)turn->first,
                               turn->raises,
                               turn->cap,
                               turn->on_option,
                               state->betting.faces,
                               state->later.state[0],
                               state->later.state[1],
                               state->deck,
                               state->hand,
                               state->down,
                               state->up,
                               state->spent,
                               state->gone,
                               state->open_spent,
                               (uint64_t)totals->evidence,
                               (uint64_t)totals->cover,
                               (uint64_t)totals->heat,
                               (uint64_t)totals->profit,
                               (uint64_t)totals->product,
                               (uint64_t)totals->location,
                               (uint64_t)totals->insurance,
                               (uint64_t)totals->conviction,
                               (uint64_t)state->cash,
                               (uint64_t)state->heat,
                               (uint64_t)state->banked,
                               (uint64_t)state->session_banked,
                               state->actions,
                               state->phase,
                               state->end,
                               state->round,
                               state->tier,
                               state->hand_number,
                               state->folded,
                               state->session_over,
                               state->commits,
                               state->flipped,
                               state->ordered};
    int plain = (int)(sizeof fields / sizeof fields[0]);
    felt_assert(plain + FELT_COMMIT_SEATS_MAX + FELT_NARC_COMMITS_MAX + FELT_NARC_CARDS_MAX +
                    FELT_ROLES <=
                room);
    for (; count < plain; count++) words[count] = fields[count];
    for (int i = 0; i < FELT_COMMIT_SEATS_MAX; i++)
        words[count++] = (uint64_t)state->betting.held[i] << 8 | state->betting.committed[i];
    for (int i = 0; i < state->commits; i++) words[count++] = state->commit[i];
    return count;
}

enum { WORDS_MAX = 160 };

/* The decks need the rules to be found in the pile: what has been drawn is compared with them,
 * since it is the same in states of the same deal. */
static int spell(const struct felt_narc_state *state, uint64_t words[WORDS_MAX])
{
    int count = spell_fields(state, words, WORDS_MAX);
    for (int role = 0; role < FELT_ROLES; role++)
        words[count++] = (uint64_t)state->top[role] << 8 | state->left[role];
    for (int i = 0; i < FELT_NARC_CARDS_MAX; i++) words[count++] = state->pile[i];
    return count;
}

bool felt_narc_equal(const struct felt_narc_state *a, const struct felt_narc_state *b)
{
    uint64_t of_a[WORDS_MAX], of_b[WORDS_MAX];
    int count = spell(a, of_a);
    return count == spell(b, of_b) && memcmp(of_a, of_b, sizeof of_a[0] * (size_t)count) == 0;
}

uint64_t felt_narc_hash(const struct felt_narc_state *state)
{
    uint64_t words[WORDS_MAX], hash = felt_hash_text("narc state 1");
    int count = spell(state, words);
    for (int i = 0; i < count; i++) hash = felt_hash_word(hash, words[i]);
    return hash;
}
