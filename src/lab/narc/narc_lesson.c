/* narc_lesson.c -- see narc_lesson.h.  The second hand has the worked example of the document in
 * it: the Customer holds the initiative and uses it. */
#include "lab/narc/narc_lesson.h"

#include "felt/assert.h"

#include <string.h>

enum { NARC = FELT_ROLE_NARC, CUSTOMER = FELT_ROLE_CUSTOMER, PLAYER = FELT_ROLE_PLAYER };

/* ---- the first hand: check, raise, flip, totals ---- */

static const char *const first_deck[] = {"allotment_shed",
                                         "bootleg_records",
                                         "dinner_guests",
                                         "paper_trail",
                                         "cousin_on_corner",
                                         "quiet_favour",
                                         "long_lunch",
                                         "parked_van",
                                         "beat_walk",
                                         "usual_order",
                                         "handshake",
                                         "hard_bargain",
                                         NULL};

static const struct felt_narc_step first_hand[] = {
    {NARC, FELT_CHECK, NULL, NULL, NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL, NULL},
    {PLAYER, FELT_COMMIT, "allotment_shed",
     "HAND 1. You are the Player: you have something to sell, and want to get away with it. What "
     "is known against you is Evidence, what protects you is Cover. When the hand ends, Cover must "
     "be at least Evidence; then you bank the Profit.\n\n"
     "A hand has three rounds. In each you draw up to three cards, bet, and all cards that were "
     "bet are flipped. To bet is to raise: you lay one card face down. To check is to lay none. "
     "The Narc and the Customer have both checked, so it is your turn.\n\n"
     "Begin with a place to meet: a Location is the base of your Evidence and Cover.",
     NULL},
    {PLAYER, FELT_COMMIT, "bootleg_records",
     "Your card lies face down: [?] for the others. You were the first to raise in this round, so "
     "you hold the initiative: when everybody behind you has answered, you may raise again. Nobody "
     "sits behind you, so it is your turn at once.\n\n"
     "Now something to sell: a Product has a price, which is your Profit, and heat, which stays "
     "with you for a long time.",
     "Your card lies face down: the others see its back. You were the first to raise in this "
     "round, "
     "so you hold the initiative: when everybody behind you has answered, you may raise again. "
     "Nobody sits behind you, so it is your turn at once.\n\n"
     "Now something to sell: a Product has a price, which is your Profit, and heat, which stays "
     "with you for a long time."},
    {PLAYER, FELT_CHECK, NULL,
     "You could raise a third time, but raises are shared: all seats together have three in a "
     "round. Keep the rest of your cards for later. A check ends the betting now, because you hold "
     "the initiative and nobody has to answer any more.",
     NULL},
    {PLAYER, FELT_CONTINUE, NULL,
     "FLIP. Both cards count now. Evidence and Cover come from your Location, Profit from your "
     "Product. The margin is Cover minus Evidence; 0 or more is safe.\n\n"
     "After a flip in rounds 1 and 2 you decide: go on, or fold. It looks good.",
     NULL},
    {NARC, FELT_COMMIT, "parked_van", NULL, NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL, NULL},
    {PLAYER, FELT_COMMIT, "dinner_guests",
     "ROUND 2. You drew cards again. This time the Narc raised first: it holds the initiative, and "
     "has a card face down against you. The line \"Face down against you\" says what such cards "
     "are likely to cost, from what is public: its deck without the cards you have seen.\n\n"
     "You need not answer a raise with a card: a check is always possible. But some Cover would "
     "be good. Before you raise, you can look: the number of a card shows the totals as they "
     "would be. The same number again, or Enter, raises with it.",
     "ROUND 2. You drew cards again. This time the Narc raised first: it holds the initiative, and "
     "has a card face down against you. What it is will be seen at the flip.\n\n"
     "You need not answer a raise with a card: a check is always possible. But some Cover would "
     "be good. Before you raise, look: each of your cards says what the totals would be if it "
     "were flipped now."},
    {NARC, FELT_CHECK, NULL, NULL, NULL},
    {PLAYER, FELT_CONTINUE, NULL,
     "The Narc could have raised again, because it holds the initiative; it checked, and the cards "
     "were flipped. Its card was Evidence, yours was Cover. All of that is added up; only Products "
     "and Locations are different: a later one replaces the one before.",
     NULL},
    {NARC, FELT_CHECK, NULL, NULL, NULL},
    {CUSTOMER, FELT_COMMIT, "usual_order", NULL, NULL},
    {PLAYER, FELT_CHECK, NULL,
     "ROUND 3, the last one. The Customer raised: its cards change the terms, often a better price "
     "for more Evidence. Your margin is large enough for that. Check.",
     NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL, NULL},
};

/* ---- the second hand: initiative, shared raises, the price of a fold ---- */

static const char *const second_deck[] = {
    "unpapered_orchids", "cousin_on_corner", "paper_trail", "bootleg_records", "week_off",
    "closed_cinema",     "beat_walk",        "long_lunch",  "long_lunch",      "long_lunch",
    "whole_crate",       "hard_bargain",     "usual_order", "handshake",       NULL};

static const struct felt_narc_step second_hand[] = {
    {NARC, FELT_COMMIT, "beat_walk", NULL, NULL},
    {CUSTOMER, FELT_COMMIT, "whole_crate", NULL, NULL},
    {PLAYER, FELT_COMMIT, "cousin_on_corner",
     "HAND 2. The Narc raised, and so did the Customer. The Narc holds the "
     "initiative, because its raise was the first of the round. Later raises do not move it.\n\n"
     "Two of the three raises are used. They are shared: if you take the last one, the betting "
     "ends on the spot, and the Narc cannot use its initiative. Take it.",
     NULL},
    {PLAYER, FELT_CONTINUE, NULL,
     "That was the third raise: no more answers, all cards were flipped at once. You are behind: "
     "the Evidence is more than your Cover. That does not matter yet, only the end of round 3 "
     "counts. Each round begins without initiative. See what comes.",
     NULL},
    {NARC, FELT_CHECK, NULL, NULL, NULL},
    {CUSTOMER, FELT_COMMIT, "hard_bargain", NULL, NULL},
    {PLAYER, FELT_CHECK, NULL,
     "The Narc checked and the Customer raised: who holds the initiative now? The Customer, by the "
     "first raise of this round. Check, and watch what it can do with it.",
     NULL},
    {CUSTOMER, FELT_COMMIT, "usual_order", NULL, NULL},
    {PLAYER, FELT_CHECK, NULL,
     "You answered, so the turn came back to the Customer, and it raised again. That is what the "
     "initiative is: the right to raise again after the answers. Check once more.",
     NULL},
    {CUSTOMER, FELT_CHECK, NULL, NULL, NULL},
    {PLAYER, FELT_FOLD, NULL,
     "You are far behind, and nothing is sold. If you are behind when round 3 ends, you are "
     "busted and your whole run is over. Folding is cheaper: its price stands beside the word. You "
     "lose one card of your hand by chance and get no profit; the heat of flipped cards stays. "
     "Nothing else happens, and the next hand is a new chance. Fold.",
     "You are far behind, and nothing is sold. If you are behind when round 3 ends, you are "
     "busted and your whole run is over. Folding is cheaper: its price stands on the button. You "
     "lose one card of your hand by chance and get no profit; the heat of flipped cards stays. "
     "Nothing else happens, and the next hand is a new chance. Fold."},
};

static const struct felt_narc_lesson_hand hands[FELT_NARC_LESSON_HANDS] = {
    {first_deck, first_hand, (int)(sizeof first_hand / sizeof first_hand[0])},
    {second_deck, second_hand, (int)(sizeof second_hand / sizeof second_hand[0])}};

const struct felt_narc_lesson_hand *felt_narc_lesson_hand(int index)
{
    felt_assert(index >= 0 && index < FELT_NARC_LESSON_HANDS);
    return &hands[index];
}

/* ---- questions ---- */

static const struct felt_narc_question questions[FELT_NARC_QUESTIONS] = {
    {"QUESTION 1. A round begins. The Narc checks, the Customer raises, and you raise, too. Who "
     "holds the initiative, and why?",
     {{"narc", "the Narc, because it acts first in every round",
       "Acting first gives nothing: the Narc checked, and only a raise can take the initiative."},
      {"customer", "the Customer, because its raise was the first of the round", NULL},
      {"me", "me, because my raise was the last one",
       "Your raise came second: later raises do not move the initiative."},
      {"nobody", "nobody, because two seats raised",
       "There is always a holder once somebody has raised, and it is only one."}},
     4,
     "Right: the Customer, by the first raise of the round. After your answer it may raise again."},
    {"QUESTION 2. What may the holder of the initiative do?",
     {{"look", "look at a card that lies face down",
       "Nobody sees a card before the flip but who laid it."},
      {"again", "raise again when the others have answered, if raises are left", NULL},
      {"fold", "fold without paying the price", "A fold has its price for everybody."}},
     3,
     "Right. And since all seats share the raises, it is worth something only while some are "
     "left."},
};

const struct felt_narc_question *felt_narc_lesson_question(int index)
{
    felt_assert(index >= 0 && index < FELT_NARC_QUESTIONS);
    return &questions[index];
}

const char felt_narc_lesson_end[] = "That is all. You know who holds the initiative, and why.";

/* ---- decks and actions ---- */

static int find_kind(const struct felt_narc_rules *rules, const char *id)
{
    for (int i = 0; i < rules->catalogue.kinds; i++)
        if (strcmp(rules->catalogue.card[i].id, id) == 0) return i;
    return -1;
}

void felt_narc_lesson_begin(const struct felt_narc_rules *rules, int index,
                            struct felt_narc_state *state, struct felt_event_log *log)
{
    const char *const *deck = felt_narc_lesson_hand(index)->deck;
    uint8_t cards[FELT_NARC_CARDS_MAX], number = (uint8_t)(index + 1);
    felt_cards used = 0;
    int count = 0;
    for (; *deck; deck++) {
        int kind = find_kind(rules, *deck), card = 0;
        while (card < rules->cards &&
               (rules->kind[0][card] != kind || (used & felt_cards_of((felt_card)card))))
            card++;
        if (card == rules->cards) continue; /* a catalogue that has no such card */
        used |= felt_cards_of((felt_card)card);
        cards[count++] = (uint8_t)card;
    }
    for (int card = 0; card < rules->cards; card++)
        if (!(used & felt_cards_of((felt_card)card))) cards[count++] = (uint8_t)card;
    struct felt_rng later = felt_rng_make(1);
    struct felt_narc_state rest;
    felt_narc_rest(rules, 0, 0, &rest);
    uint32_t first = log->count;
    enum felt_status status = felt_narc_begin_with(rules, &rest, cards, count, &later, state, log);
    felt_assert(status == FELT_OK);
    state->hand_number = number; /* each has its own decks, but they belong together */
    log->event[first].to = number;
}

struct felt_action felt_narc_lesson_action(const struct felt_narc_rules *rules,
                                           const struct felt_narc_state *state,
                                           const struct felt_narc_step *step)
{
    unsigned legal = felt_narc_legal(rules, state);
    uint8_t hand[FELT_NARC_HAND_MAX];
    int held = felt_narc_hand(rules, state, felt_narc_actor(rules, state), hand);
    for (int i = 0; step->card && i < held && (legal >> FELT_COMMIT & 1); i++) {
        int kind = felt_narc_kind(rules, state, hand[i]);
        if (strcmp(rules->catalogue.card[kind].id, step->card) == 0)
            return (struct felt_action){.kind = FELT_COMMIT, .cards = UINT64_C(1) << i};
    }
    bool possible = !step->card && legal >> step->kind & 1;
    return (struct felt_action){.kind = possible                     ? step->kind
                                        : legal >> FELT_CONTINUE & 1 ? FELT_CONTINUE
                                                                     : FELT_CHECK};
}
