/* contest_entry.c -- what must survive of a contest besides the room, as records of the journal.
 *
 * A record is FELT_RECORD_CONTEST, a byte that says its kind, then fields (base/fields.h):
 *
 *   MATCH    match id, secret, next deal, next match, hands: the first of all
 *   INPUT    an input of the director (tournament/director.h)
 *   FORFEIT  table, chair of who has won a duplicate match because the other was removed
 *   ANEW     table: its duplicate match begins again with other deals
 *   TOUR     offset, bytes: a piece of the director's block    }
 *   TEAM     number, entry, sums                               } in a snapshot
 *   RESULT   a duplicate match that is over                    }
 *   PAIR     table, a duplicate match under way                }
 *   FIRST    table, deal, what chair 0 won in first plays       } */
#include "server/arena/contest_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "base/fields.h"

enum kind {
    ENTRY_MATCH = 1,
    ENTRY_INPUT,
    ENTRY_FORFEIT,
    ENTRY_ANEW,
    ENTRY_TOUR,
    ENTRY_TEAM,
    ENTRY_RESULT,
    ENTRY_PAIR,
    ENTRY_FIRST
};
enum { PIECE = 4096, FIRSTS = 512 };

static void begin(struct felt_putter *entry, enum kind kind)
{
    entry->out = felt_buffer_make(entry->bytes, sizeof entry->bytes);
    felt_put(entry, FELT_RECORD_CONTEST, 1);
    felt_put(entry, kind, 1);
}

static void append(const struct felt_contest *contest, const struct felt_putter *entry)
{
    felt_assert(!entry->out.overflow);
    contest->services->append(contest->services->self, entry->out.bytes, entry->out.used);
}

/* ---- writing ---- */

void felt_contest_entry_match(struct felt_contest *contest)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_MATCH);
    felt_put_text(&entry, contest->match_id);
    felt_buffer_bytes(&entry.out, contest->secret, sizeof contest->secret);
    felt_put(&entry, contest->next_deal, 4);
    felt_put(&entry, contest->next_pair, 4);
    felt_put(&entry, contest->hands, 8);
    append(contest, &entry);
}

void felt_contest_entry_input(struct felt_contest *contest, const struct felt_tour_input *input)
{
    uint8_t bytes[FELT_TOUR_RECORD_BYTES];
    struct felt_putter entry;
    begin(&entry, ENTRY_INPUT);
    felt_buffer_bytes(&entry.out, bytes, felt_tour_write(input, bytes));
    append(contest, &entry);
}

void felt_contest_entry_forfeit(struct felt_contest *contest, uint32_t table, int winner)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_FORFEIT);
    felt_put(&entry, table, 4);
    felt_put(&entry, (uint64_t)winner, 1);
    append(contest, &entry);
}

void felt_contest_entry_anew(struct felt_contest *contest, uint32_t table)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_ANEW);
    felt_put(&entry, table, 4);
    append(contest, &entry);
}

static void put_score(struct felt_putter *entry, const struct felt_score *score)
{
    felt_put(entry, score->count, 8);
    felt_put(entry, (uint64_t)score->sum, 8);
    felt_put(entry, score->squares[0], 8);
    felt_put(entry, score->squares[1], 8);
}

static void write_tour(const struct felt_contest *contest)
{
    struct felt_putter entry;
    for (size_t at = 0; at < contest->tour_bytes; at += PIECE) {
        size_t left = contest->tour_bytes - at;
        begin(&entry, ENTRY_TOUR);
        felt_put(&entry, at, 4);
        felt_buffer_bytes(&entry.out, (const char *)contest->tour + at,
                          left < PIECE ? left : PIECE);
        append(contest, &entry);
    }
}

static void write_pair(const struct felt_contest *contest, uint32_t table)
{
    const struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t deals = felt_pair_deals(contest, pair->stage);
    struct felt_putter entry;
    begin(&entry, ENTRY_PAIR);
    felt_put(&entry, table, 4);
    felt_put(&entry, pair->number, 4);
    felt_put(&entry, pair->base, 4);
    felt_put(&entry, pair->stage, 4);
    felt_put(&entry, pair->plays, 4);
    felt_put(&entry, (uint64_t)pair->chips, 8);
    felt_put(&entry, pair->team[0], 4);
    felt_put(&entry, pair->team[1], 4);
    append(contest, &entry);
    for (uint32_t at = 0; at < deals; at += FIRSTS) {
        begin(&entry, ENTRY_FIRST);
        felt_put(&entry, table, 4);
        felt_put(&entry, at, 4);
        for (uint32_t i = at; i < deals && i < at + FIRSTS; i++)
            felt_put(&entry, (uint64_t)pair->first[i], 8);
        append(contest, &entry);
    }
}

void felt_contest_snapshot(struct felt_contest *contest)
{
    struct felt_putter entry;
    if (!contest->named) return;
    felt_contest_entry_match(contest);
    write_tour(contest);
    for (uint32_t team = 0; team < felt_guide_teams(contest->room); team++) {
        const struct felt_contest_team *one = &contest->team[team];
        begin(&entry, ENTRY_TEAM);
        felt_put(&entry, team, 4);
        felt_put(&entry, one->entry, 4);
        felt_put(&entry, one->hands, 4);
        felt_put(&entry, one->matches, 4);
        felt_put(&entry, one->won, 4);
        felt_put(&entry, (uint64_t)one->chips, 8);
        put_score(&entry, &one->score);
        put_score(&entry, &one->gain);
        append(contest, &entry);
    }
    for (uint32_t i = 0; i < contest->results; i++) {
        const struct felt_contest_result *result = &contest->result[i];
        begin(&entry, ENTRY_RESULT);
        felt_put(&entry, result->round, 4);
        felt_put(&entry, result->team[0], 4);
        felt_put(&entry, result->team[1], 4);
        felt_put(&entry, result->deals, 4);
        felt_put(&entry, result->winner, 1);
        felt_put(&entry, result->how, 1);
        felt_put(&entry, (uint64_t)result->chips, 8);
        append(contest, &entry);
    }
    for (uint32_t table = 0; table < contest->plan->tour.tables_max; table++)
        if (contest->pair[table].on) write_pair(contest, table);
}

/* ---- reading ---- */

static bool restore_match(struct felt_contest *contest, struct felt_getter *reader)
{
    felt_get_text(reader, contest->match_id, sizeof contest->match_id);
    memcpy(contest->secret, felt_get_bytes(reader, sizeof contest->secret), sizeof contest->secret);
    contest->next_deal = (uint32_t)felt_get(reader, 4);
    contest->next_pair = (uint32_t)felt_get(reader, 4);
    contest->hands = felt_get(reader, 8);
    if (!felt_get_is_over(reader) || contest->named) return false;
    contest->named = true;
    felt_tour_init(contest->tour, &contest->plan->tour,
                   felt_contest_draw(contest, "felt/draw/1|", 0, 0));
    felt_guide_match(contest->room, contest->match_id, contest->secret);
    return true;
}

static bool restore_input(struct felt_contest *contest, struct felt_getter *reader)
{
    struct felt_tour_input input;
    struct felt_tour_hand hand;
    if (!felt_tour_read(reader->at, reader->left, &input)) return false;
    if (input.what == FELT_TOUR_REGISTER && input.user > contest->plan->tour.entrants_max)
        return false;
    bool pairs = input.what == FELT_TOUR_BEGIN && contest->plan->deals;
    if (pairs && felt_tour_next(contest->tour, input.table, &hand) != FELT_TOUR_OK) return false;
    if (felt_contest_direct(contest, &input) != FELT_TOUR_OK) return false;
    if (input.what == FELT_TOUR_REGISTER)
        contest->team[input.user - 1].entry = felt_tour_entry_of(contest->tour, input.user);
    if (pairs) felt_pair_begin(contest, input.table, &hand);
    return true;
}

static bool restore_forfeit(struct felt_contest *contest, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4);
    int winner = (int)felt_get(reader, 1);
    if (!felt_get_is_over(reader) || table >= contest->plan->tour.tables_max || winner > 1 ||
        !contest->pair[table].on)
        return false;
    felt_pair_finish(contest, table, winner, FELT_CONTEST_BY_FORFEIT);
    return true;
}

static bool restore_anew(struct felt_contest *contest, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4);
    if (!felt_get_is_over(reader) || table >= contest->plan->tour.tables_max ||
        !contest->pair[table].on)
        return false;
    felt_pair_anew(contest, table);
    return true;
}

static bool restore_tour(struct felt_contest *contest, struct felt_getter *reader)
{
    size_t at = (size_t)felt_get(reader, 4);
    if (reader->bad || at > contest->tour_bytes || reader->left > contest->tour_bytes - at)
        return false;
    memcpy((char *)contest->tour + at, reader->at, reader->left);
    return at + reader->left < contest->tour_bytes ||
           felt_tour_audit(contest->tour, contest->tour_bytes) == NULL;
}

static void get_score(struct felt_getter *reader, struct felt_score *score)
{
    score->count = felt_get(reader, 8);
    score->sum = (int64_t)felt_get(reader, 8);
    score->squares[0] = felt_get(reader, 8);
    score->squares[1] = felt_get(reader, 8);
}

static bool restore_team(struct felt_contest *contest, struct felt_getter *reader)
{
    uint32_t team = (uint32_t)felt_get(reader, 4);
    struct felt_contest_team one = {.entry = (uint32_t)felt_get(reader, 4)};
    one.hands = (uint32_t)felt_get(reader, 4);
    one.matches = (uint32_t)felt_get(reader, 4);
    one.won = (uint32_t)felt_get(reader, 4);
    one.chips = (felt_chips)felt_get(reader, 8);
    get_score(reader, &one.score);
    get_score(reader, &one.gain);
    if (!felt_get_is_over(reader) || team >= contest->plan->tour.entrants_max ||
        one.entry >= contest->plan->tour.entrants_max)
        return false;
    contest->team[team] = one;
    return true;
}

static bool restore_result(struct felt_contest *contest, struct felt_getter *reader)
{
    struct felt_contest_result one = {.round = (uint32_t)felt_get(reader, 4)};
    one.team[0] = (uint32_t)felt_get(reader, 4);
    one.team[1] = (uint32_t)felt_get(reader, 4);
    one.deals = (uint32_t)felt_get(reader, 4);
    one.winner = (uint8_t)felt_get(reader, 1);
    one.how = (uint8_t)felt_get(reader, 1);
    one.chips = (felt_chips)felt_get(reader, 8);
    uint32_t most = contest->plan->tour.entrants_max;
    if (!felt_get_is_over(reader) || contest->results == most || one.team[0] >= most ||
        one.team[1] >= most || one.winner > 1)
        return false;
    contest->result[contest->results++] = one;
    return true;
}

static bool restore_pair(struct felt_contest *contest, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4), most = contest->plan->tour.entrants_max;
    if (table >= contest->plan->tour.tables_max || !contest->plan->deals) return false;
    struct felt_contest_pair *pair = &contest->pair[table];
    pair->number = (uint32_t)felt_get(reader, 4);
    pair->base = (uint32_t)felt_get(reader, 4);
    pair->stage = (uint32_t)felt_get(reader, 4);
    pair->plays = (uint32_t)felt_get(reader, 4);
    pair->chips = (felt_chips)felt_get(reader, 8);
    pair->team[0] = (uint32_t)felt_get(reader, 4);
    pair->team[1] = (uint32_t)felt_get(reader, 4);
    if (!felt_get_is_over(reader) || pair->on || pair->stage > FELT_CONTEST_MORE_MAX ||
        pair->team[0] >= most || pair->team[1] >= most)
        return false;
    uint32_t before =
        pair->stage ? 2 * (contest->plan->deals + (pair->stage - 1) * FELT_CONTEST_MORE_DEALS) : 0;
    if (pair->plays < before || pair->plays >= before + 2 * felt_pair_deals(contest, pair->stage))
        return false;
    pair->on = true;
    felt_pair_stage(contest, table);
    return true;
}

static bool restore_first(struct felt_contest *contest, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4), at = (uint32_t)felt_get(reader, 4);
    if (table >= contest->plan->tour.tables_max || !contest->pair[table].on) return false;
    struct felt_contest_pair *pair = &contest->pair[table];
    uint32_t deals = felt_pair_deals(contest, pair->stage);
    for (; reader->left; at++) {
        if (at >= deals) return false;
        pair->first[at] = (int64_t)felt_get(reader, 8);
    }
    return felt_get_is_over(reader);
}

bool felt_contest_restore(struct felt_contest *contest, const uint8_t *bytes, size_t count)
{
    struct felt_getter reader = {.at = bytes, .left = count};
    bool good = felt_get(&reader, 1) == FELT_RECORD_CONTEST;
    enum kind kind = (enum kind)felt_get(&reader, 1);
    contest->restoring = true;
    if (!good || reader.bad || (kind != ENTRY_MATCH && !contest->named)) kind = (enum kind)0;
    switch (kind) {
    case ENTRY_MATCH: good = restore_match(contest, &reader); break;
    case ENTRY_INPUT: good = restore_input(contest, &reader); break;
    case ENTRY_FORFEIT: good = restore_forfeit(contest, &reader); break;
    case ENTRY_ANEW: good = restore_anew(contest, &reader); break;
    case ENTRY_TOUR: good = restore_tour(contest, &reader); break;
    case ENTRY_TEAM: good = restore_team(contest, &reader); break;
    case ENTRY_RESULT: good = restore_result(contest, &reader); break;
    case ENTRY_PAIR: good = restore_pair(contest, &reader); break;
    case ENTRY_FIRST: good = restore_first(contest, &reader); break;
    default: good = false;
    }
    contest->restoring = false;
    return good;
}

uint64_t felt_contest_hash(const struct felt_contest *contest)
{
    uint64_t hash = felt_hash_word(felt_tour_hash(contest->tour), contest->hands);
    hash = felt_hash_word(hash, (uint64_t)contest->next_deal << 32 | contest->next_pair);
    for (uint32_t team = 0; team < felt_guide_teams(contest->room); team++) {
        const struct felt_contest_team *one = &contest->team[team];
        hash = felt_hash_word(hash, (uint64_t)one->chips);
        hash = felt_hash_word(hash, one->hands + ((uint64_t)one->won << 32));
        hash = felt_hash_word(hash, (uint64_t)one->score.sum);
        hash = felt_hash_word(hash, (uint64_t)one->gain.sum);
        hash = felt_hash_word(hash, one->gain.count);
    }
    for (uint32_t table = 0; table < contest->plan->tour.tables_max; table++) {
        const struct felt_contest_pair *pair = &contest->pair[table];
        if (!pair->on) continue;
        hash = felt_hash_word(hash, (uint64_t)pair->plays << 32 | pair->stage);
        hash = felt_hash_word(hash, (uint64_t)pair->chips);
        for (uint32_t i = 0; i < felt_pair_deals(contest, pair->stage); i++)
            hash = felt_hash_word(hash, (uint64_t)pair->first[i]);
    }
    return hash;
}
