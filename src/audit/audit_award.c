/* audit_award.c -- the end of a hand by its rules and not as the engine computes it.
 *
 * Layers are cut anew from what the events paid (RULES 9).  A winner must hold the best hand of a
 * half among those who can win the layer and have shown, and must get its even share or one odd
 * chip more (RULES 10).  Run twice, the same holds for each board and its half of the layer. */
#include "audit/audit.h"

/* ---- values --------------------------------------------------------------------------------- */

felt_cards felt_audit_wild(const struct felt_audit *audit)
{
    felt_cards wild = audit->rules->wild;
    if (audit->books.follow >= 2) wild |= (felt_cards)15 << (4 * (audit->books.follow - 2));
    return wild;
}

void felt_audit_values(const struct felt_audit *audit, felt_seat seat, int board, felt_value out[2])
{
    const struct felt_audit_books *books = &audit->books;
    struct felt_showdown showdown = *audit->rules->showdown;
    showdown.wild = felt_audit_wild(audit);
    felt_showdown_values(&showdown, books->hole[seat], books->holes[seat], books->board[board],
                         books->boards[board], out);
    if (!showdown.second_of) return;
    felt_value own[2]; /* RULES 4.3: what lies in the middle is nobody's down card */
    felt_showdown_values(&showdown, books->hole[seat], books->holes[seat], NULL, 0, own);
    out[1] = own[1];
}

/* The seats with the best hand for a half; 0 if nobody has one. */
static felt_seats best_of(const struct felt_audit *audit, felt_seats among, int half, int board)
{
    felt_value top = 0;
    felt_seats who = 0;
    while (among) {
        felt_seat seat = felt_seats_take(&among);
        felt_value value[2];
        felt_audit_values(audit, seat, board, value);
        if (value[half] == 0 || value[half] < top) continue;
        if (value[half] > top) who = 0;
        top = value[half];
        who |= felt_seats_of(seat);
    }
    return who;
}

/* ---- layers --------------------------------------------------------------------------------- */

static felt_chips least(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}

/* RULES 9.1, 9.2. */
static int cut_layers(const struct felt_audit_books *books, struct felt_pot layers[FELT_SEATS_MAX])
{
    felt_chips below = -1, dead = books->dead;
    int count = 0;
    for (;;) {
        felt_chips level = INT64_MAX, amount = dead;
        felt_seats eligible = 0;
        for (felt_seats left = books->live; left;) {
            felt_seat seat = felt_seats_take(&left);
            if (books->paid[seat] <= below) continue;
            eligible |= felt_seats_of(seat);
            level = least(level, books->paid[seat]);
        }
        if (eligible == 0) return count;
        bool top = true;
        for (felt_seats left = eligible; left;) top &= books->paid[felt_seats_take(&left)] == level;
        felt_chips floor = below < 0 ? 0 : below;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            felt_chips reach = top ? books->paid[seat] : least(books->paid[seat], level);
            if (reach > floor) amount += reach - floor;
        }
        if (amount > 0) layers[count++] = (struct felt_pot){amount, eligible};
        dead = 0;
        below = level;
    }
}

/* ---- showing -------------------------------------------------------------------------------- */

bool felt_audit_mucks(const struct felt_audit *audit)
{
    const struct felt_audit_books *books = &audit->books;
    bool all_in = false;
    for (felt_seats left = books->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        all_in |= books->stack[seat] == 0 || felt_seats_has(books->all_in, seat);
    }
    return audit->rules->may_muck && !felt_seats_lone(books->live) && !all_in;
}

/* RULES 11.1. */
felt_seat felt_audit_shower(const struct felt_audit *audit)
{
    const struct felt_audit_books *books = &audit->books;
    felt_seats left = books->live & (felt_seats) ~(books->shown[0] | books->mucked);
    felt_seat from = books->raiser >= 0 ? books->raiser : books->first;
    return left && from >= 0 ? felt_seats_from(left, from) : (felt_seat)FELT_SEAT_NONE;
}

bool felt_audit_must_show(const struct felt_audit *audit, felt_seat seat)
{
    struct felt_pot layers[FELT_SEATS_MAX];
    int count = cut_layers(&audit->books, layers);
    for (int i = 0; i < count; i++) {
        if (!felt_seats_has(layers[i].eligible, seat)) continue;
        felt_seats among = (layers[i].eligible & audit->books.shown[0]) | felt_seats_of(seat);
        if (felt_seats_has(best_of(audit, among, 0, 0) | best_of(audit, among, 1, 0), seat))
            return true;
    }
    return false;
}

/* ---- shares --------------------------------------------------------------------------------- */

/* Even shares of a layer, by seat, and how many odd chips a seat may get on top. */
static void share_layer(const struct felt_audit *audit, felt_chips amount, felt_seats eligible,
                        int board, felt_chips even[FELT_SEATS_MAX], int odd[FELT_SEATS_MAX])
{
    const struct felt_audit_books *books = &audit->books;
    bool alone = felt_seats_lone(books->live);
    eligible &= (felt_seats)~books->mucked;
    felt_seats first = alone ? books->live : best_of(audit, eligible, 0, board);
    felt_seats second = alone ? 0 : best_of(audit, eligible, 1, board);
    bool halves = second != 0 && second != first;
    const felt_seats winners[2] = {first, halves ? second : 0};
    const felt_chips part[2] = {halves ? amount - amount / 2 : amount, halves ? amount / 2 : 0};
    for (int half = 0; half < 2; half++) {
        int count = felt_seats_count(winners[half]);
        for (felt_seats left = winners[half]; left;) {
            felt_seat seat = felt_seats_take(&left);
            even[seat] += part[half] / count;
            odd[seat] += part[half] % count > 0;
        }
    }
}

static felt_chips sum_of(const felt_chips won[FELT_SEATS_MAX])
{
    felt_chips sum = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += won[seat];
    return sum;
}

static bool compare_shares(struct felt_audit *audit, int pot, felt_seats eligible, int board)
{
    const felt_chips *won = audit->books.won[board][pot];
    felt_chips even[FELT_SEATS_MAX] = {0};
    int odd[FELT_SEATS_MAX] = {0};
    felt_chips sum = sum_of(won);
    if (sum > 0) share_layer(audit, sum, eligible, board, even, odd);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        FELT_AUDIT(won[seat] >= even[seat] && won[seat] <= even[seat] + odd[seat],
                   "seat %d wins %lld of pot %d; its share is %lld and at most %d odd", seat,
                   (long long)won[seat], pot, (long long)even[seat], odd[seat]);
    return true;
}

static bool compare_awards(struct felt_audit *audit)
{
    const struct felt_audit_books *books = &audit->books;
    struct felt_pot layers[FELT_SEATS_MAX];
    int count = cut_layers(books, layers);
    felt_chips raked = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        const felt_chips part[2] = {sum_of(books->won[0][i]), sum_of(books->won[1][i])};
        felt_chips sum = part[0] + part[1];
        FELT_AUDIT(i < count ? sum <= layers[i].amount : sum == 0,
                   "%lld chips are won from pot %d of %d", (long long)sum, i, count);
        if (i >= count) continue;
        raked += layers[i].amount - sum;
        FELT_AUDIT(part[1] == (books->runs == 2 ? sum / 2 : 0), /* RULES 11.5 */
                   "%lld of %lld chips of pot %d are won by the second board", (long long)part[1],
                   (long long)sum, i);
        for (int board = 0; board < 2; board++)
            if (!compare_shares(audit, i, layers[i].eligible, board)) return false;
    }
    FELT_AUDIT(raked == books->rake, "%lld chips of the pots are not won; the rake is %lld",
               (long long)raked, (long long)books->rake);
    return true;
}

static bool compare_rake(struct felt_audit *audit)
{
    const struct felt_poker_rules *rules = audit->rules;
    const struct felt_audit_books *books = &audit->books;
    felt_chips pot = books->dead + sum_of(books->paid);
    felt_chips most = least(pot * rules->rake_per_10000 / 10000, rules->rake_cap);
    bool flop = books->boards[0] > 0 && rules->variant->board_cards > 0; /* RULES 14.1 */
    if (rules->rake_needs_board && !flop) most = 0;
    /* Rounded down for each pot: up to a chip less for each. */
    FELT_AUDIT(books->rake <= most && books->rake + FELT_SEATS_MAX > most,
               "the rake is %lld; it should be %lld", (long long)books->rake, (long long)most);
    return true;
}

bool felt_audit_awards(struct felt_audit *audit)
{
    const struct felt_audit_books *books = &audit->books;
    felt_seats must_show = felt_seats_lone(books->live) ? 0 : books->live;
    FELT_AUDIT((books->mucked & ~must_show) == 0 &&
                   books->shown[0] == (must_show & (felt_seats)~books->mucked),
               "seats %#x show and %#x do not; it should be %#x", books->shown[0], books->mucked,
               must_show);
    FELT_AUDIT(books->shown[1] == (books->runs == 2 ? must_show : 0),
               "seats %#x show on the second board; it should be %#x", books->shown[1], must_show);
    FELT_AUDIT(felt_seats_lone(books->live) ||
                   felt_audit_discard(audit->rules->variant, books->draws) == NULL,
               "only %d draws are made", books->draws);
    return compare_awards(audit) && compare_rake(audit);
}
