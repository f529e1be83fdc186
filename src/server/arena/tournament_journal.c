/* tournament_journal.c -- what must survive of a contest besides the arena, as records of the
 * journal.
 *
 * A record is FELT_RECORD_CONTEST, a byte that says its kind, then fields (base/fields.h):
 *
 *   MATCH    match id, secret, next deal, next match, hands: the first of all
 *   INPUT    an input of the director (tournament/director.h)
 *   FORFEIT  table, seat of who has won a duplicate match because the other was removed
 *   ANEW     table: its duplicate match begins again with other deals
 *   TOUR     offset, bytes: a piece of the director's block    }
 *   TEAM     number, entry, sums                               } in a snapshot
 *   RESULT   a duplicate match that is over                    }
 *   PAIR     table, a duplicate match under way                }
 *   FIRST    table, deal, what seat 0 won in first plays       } */
#include "server/arena/tournament_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "base/fields.h"

enum kind {
    ENTRY_MATCH = 1,
    ENTRY_INPUT,
    ENTRY_FORFEIT,
    ENTRY_ANEW,
    ENTRY_DIRECTOR,
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

static void append(const struct felt_arena_tournament *tournament, const struct felt_putter *entry)
{
    felt_assert(!entry->out.overflow);
    tournament->services->append(tournament->services->self, entry->out.bytes, entry->out.used);
}

/* ---- writing ---- */

void felt_arena_tournament_journal_match(struct felt_arena_tournament *tournament)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_MATCH);
    felt_put_text(&entry, tournament->match_id);
    felt_buffer_bytes(&entry.out, tournament->secret, sizeof tournament->secret);
    felt_put(&entry, tournament->next_deal, 4);
    felt_put(&entry, tournament->next_pair, 4);
    felt_put(&entry, tournament->hands, 8);
    append(tournament, &entry);
}

void felt_arena_tournament_journal_input(struct felt_arena_tournament *tournament,
                                         const struct felt_director_input *input)
{
    uint8_t bytes[FELT_DIRECTOR_RECORD_BYTES];
    struct felt_putter entry;
    begin(&entry, ENTRY_INPUT);
    felt_buffer_bytes(&entry.out, bytes, felt_director_write(input, bytes));
    append(tournament, &entry);
}

void felt_arena_tournament_journal_forfeit(struct felt_arena_tournament *tournament, uint32_t table,
                                           int winner)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_FORFEIT);
    felt_put(&entry, table, 4);
    felt_put(&entry, (uint64_t)winner, 1);
    append(tournament, &entry);
}

void felt_arena_tournament_journal_anew(struct felt_arena_tournament *tournament, uint32_t table)
{
    struct felt_putter entry;
    begin(&entry, ENTRY_ANEW);
    felt_put(&entry, table, 4);
    append(tournament, &entry);
}

static void put_score(struct felt_putter *entry, const struct felt_score *score)
{
    felt_put(entry, score->count, 8);
    felt_put(entry, (uint64_t)score->sum, 8);
    felt_put(entry, score->squares[0], 8);
    felt_put(entry, score->squares[1], 8);
}

static void write_director(const struct felt_arena_tournament *tournament)
{
    struct felt_putter entry;
    for (size_t at = 0; at < tournament->director_bytes; at += PIECE) {
        size_t left = tournament->director_bytes - at;
        begin(&entry, ENTRY_DIRECTOR);
        felt_put(&entry, at, 4);
        felt_buffer_bytes(&entry.out, (const char *)tournament->director + at,
                          left < PIECE ? left : PIECE);
        append(tournament, &entry);
    }
}

static void write_pair(const struct felt_arena_tournament *tournament, uint32_t table)
{
    const struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t deals = felt_arena_pair_deals(tournament, pair->stage);
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
    append(tournament, &entry);
    for (uint32_t at = 0; at < deals; at += FIRSTS) {
        begin(&entry, ENTRY_FIRST);
        felt_put(&entry, table, 4);
        felt_put(&entry, at, 4);
        for (uint32_t i = at; i < deals && i < at + FIRSTS; i++)
            felt_put(&entry, (uint64_t)pair->first[i], 8);
        append(tournament, &entry);
    }
}

void felt_arena_tournament_snapshot(struct felt_arena_tournament *tournament)
{
    struct felt_putter entry;
    if (!tournament->named) return;
    felt_arena_tournament_journal_match(tournament);
    write_director(tournament);
    for (uint32_t team = 0; team < felt_arena_directed_teams(tournament->arena); team++) {
        const struct felt_arena_tournament_team *one = &tournament->team[team];
        begin(&entry, ENTRY_TEAM);
        felt_put(&entry, team, 4);
        felt_put(&entry, one->entry, 4);
        felt_put(&entry, one->hands, 4);
        felt_put(&entry, one->matches, 4);
        felt_put(&entry, one->won, 4);
        felt_put(&entry, (uint64_t)one->chips, 8);
        put_score(&entry, &one->score);
        put_score(&entry, &one->gain);
        append(tournament, &entry);
    }
    for (uint32_t i = 0; i < tournament->results; i++) {
        const struct felt_arena_tournament_result *result = &tournament->result[i];
        begin(&entry, ENTRY_RESULT);
        felt_put(&entry, result->round, 4);
        felt_put(&entry, result->team[0], 4);
        felt_put(&entry, result->team[1], 4);
        felt_put(&entry, result->deals, 4);
        felt_put(&entry, result->winner, 1);
        felt_put(&entry, result->how, 1);
        felt_put(&entry, (uint64_t)result->chips, 8);
        append(tournament, &entry);
    }
    for (uint32_t table = 0; table < tournament->plan->director.tables_max; table++)
        if (tournament->pair[table].on) write_pair(tournament, table);
}

/* ---- reading ---- */

static bool restore_match(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    felt_get_text(reader, tournament->match_id, sizeof tournament->match_id);
    memcpy(tournament->secret, felt_get_bytes(reader, sizeof tournament->secret),
           sizeof tournament->secret);
    tournament->next_deal = (uint32_t)felt_get(reader, 4);
    tournament->next_pair = (uint32_t)felt_get(reader, 4);
    tournament->hands = felt_get(reader, 8);
    if (!felt_get_is_over(reader) || tournament->named) return false;
    tournament->named = true;
    felt_director_init(tournament->director, &tournament->plan->director,
                       felt_arena_tournament_draw(tournament, "felt/draw/1|", 0, 0));
    felt_arena_directed_match(tournament->arena, tournament->match_id, tournament->secret);
    return true;
}

static bool restore_input(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    struct felt_director_input input;
    struct felt_director_hand hand;
    if (!felt_director_read(reader->at, reader->left, &input)) return false;
    if (input.what == FELT_DIRECTOR_REGISTER &&
        input.user > tournament->plan->director.entrants_max)
        return false;
    bool pairs = input.what == FELT_DIRECTOR_BEGIN && tournament->plan->deals;
    if (pairs && felt_director_next(tournament->director, input.table, &hand) != FELT_DIRECTOR_OK)
        return false;
    if (felt_arena_tournament_direct(tournament, &input) != FELT_DIRECTOR_OK) return false;
    if (input.what == FELT_DIRECTOR_REGISTER)
        tournament->team[input.user - 1].entry =
            felt_director_entry_of(tournament->director, input.user);
    if (pairs) felt_arena_pair_begin(tournament, input.table, &hand);
    return true;
}

static bool restore_forfeit(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4);
    int winner = (int)felt_get(reader, 1);
    if (!felt_get_is_over(reader) || table >= tournament->plan->director.tables_max || winner > 1 ||
        !tournament->pair[table].on)
        return false;
    felt_arena_pair_finish(tournament, table, winner, FELT_ARENA_TOURNAMENT_BY_FORFEIT);
    return true;
}

static bool restore_anew(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4);
    if (!felt_get_is_over(reader) || table >= tournament->plan->director.tables_max ||
        !tournament->pair[table].on)
        return false;
    felt_arena_pair_anew(tournament, table);
    return true;
}

static bool restore_director(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    size_t at = (size_t)felt_get(reader, 4);
    if (reader->bad || at > tournament->director_bytes ||
        reader->left > tournament->director_bytes - at)
        return false;
    memcpy((char *)tournament->director + at, reader->at, reader->left);
    return at + reader->left < tournament->director_bytes ||
           felt_director_audit(tournament->director, tournament->director_bytes) == NULL;
}

static void get_score(struct felt_getter *reader, struct felt_score *score)
{
    score->count = felt_get(reader, 8);
    score->sum = (int64_t)felt_get(reader, 8);
    score->squares[0] = felt_get(reader, 8);
    score->squares[1] = felt_get(reader, 8);
}

static bool restore_team(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    uint32_t team = (uint32_t)felt_get(reader, 4);
    struct felt_arena_tournament_team one = {.entry = (uint32_t)felt_get(reader, 4)};
    one.hands = (uint32_t)felt_get(reader, 4);
    one.matches = (uint32_t)felt_get(reader, 4);
    one.won = (uint32_t)felt_get(reader, 4);
    one.chips = (felt_chips)felt_get(reader, 8);
    get_score(reader, &one.score);
    get_score(reader, &one.gain);
    if (!felt_get_is_over(reader) || team >= tournament->plan->director.entrants_max ||
        one.entry >= tournament->plan->director.entrants_max)
        return false;
    tournament->team[team] = one;
    return true;
}

static bool restore_result(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    struct felt_arena_tournament_result one = {.round = (uint32_t)felt_get(reader, 4)};
    one.team[0] = (uint32_t)felt_get(reader, 4);
    one.team[1] = (uint32_t)felt_get(reader, 4);
    one.deals = (uint32_t)felt_get(reader, 4);
    one.winner = (uint8_t)felt_get(reader, 1);
    one.how = (uint8_t)felt_get(reader, 1);
    one.chips = (felt_chips)felt_get(reader, 8);
    uint32_t most = tournament->plan->director.entrants_max;
    if (!felt_get_is_over(reader) || tournament->results == most || one.team[0] >= most ||
        one.team[1] >= most || one.winner > 1)
        return false;
    tournament->result[tournament->results++] = one;
    return true;
}

static bool restore_pair(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4), most = tournament->plan->director.entrants_max;
    if (table >= tournament->plan->director.tables_max || !tournament->plan->deals) return false;
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    pair->number = (uint32_t)felt_get(reader, 4);
    pair->base = (uint32_t)felt_get(reader, 4);
    pair->stage = (uint32_t)felt_get(reader, 4);
    pair->plays = (uint32_t)felt_get(reader, 4);
    pair->chips = (felt_chips)felt_get(reader, 8);
    pair->team[0] = (uint32_t)felt_get(reader, 4);
    pair->team[1] = (uint32_t)felt_get(reader, 4);
    if (!felt_get_is_over(reader) || pair->on || pair->stage > FELT_ARENA_TOURNAMENT_MORE_MAX ||
        pair->team[0] >= most || pair->team[1] >= most)
        return false;
    uint32_t before =
        pair->stage
            ? 2 * (tournament->plan->deals + (pair->stage - 1) * FELT_ARENA_TOURNAMENT_MORE_DEALS)
            : 0;
    if (pair->plays < before ||
        pair->plays >= before + 2 * felt_arena_pair_deals(tournament, pair->stage))
        return false;
    pair->on = true;
    felt_arena_pair_stage(tournament, table);
    return true;
}

static bool restore_first(struct felt_arena_tournament *tournament, struct felt_getter *reader)
{
    uint32_t table = (uint32_t)felt_get(reader, 4), at = (uint32_t)felt_get(reader, 4);
    if (table >= tournament->plan->director.tables_max || !tournament->pair[table].on) return false;
    struct felt_arena_tournament_pair *pair = &tournament->pair[table];
    uint32_t deals = felt_arena_pair_deals(tournament, pair->stage);
    for (; reader->left; at++) {
        if (at >= deals) return false;
        pair->first[at] = (int64_t)felt_get(reader, 8);
    }
    return felt_get_is_over(reader);
}

bool felt_arena_tournament_restore(struct felt_arena_tournament *tournament, const uint8_t *bytes,
                                   size_t count)
{
    struct felt_getter reader = {.at = bytes, .left = count};
    bool good = felt_get(&reader, 1) == FELT_RECORD_CONTEST;
    enum kind kind = (enum kind)felt_get(&reader, 1);
    tournament->restoring = true;
    if (!good || reader.bad || (kind != ENTRY_MATCH && !tournament->named)) kind = (enum kind)0;
    switch (kind) {
    case ENTRY_MATCH: good = restore_match(tournament, &reader); break;
    case ENTRY_INPUT: good = restore_input(tournament, &reader); break;
    case ENTRY_FORFEIT: good = restore_forfeit(tournament, &reader); break;
    case ENTRY_ANEW: good = restore_anew(tournament, &reader); break;
    case ENTRY_DIRECTOR: good = restore_director(tournament, &reader); break;
    case ENTRY_TEAM: good = restore_team(tournament, &reader); break;
    case ENTRY_RESULT: good = restore_result(tournament, &reader); break;
    case ENTRY_PAIR: good = restore_pair(tournament, &reader); break;
    case ENTRY_FIRST: good = restore_first(tournament, &reader); break;
    default: good = false;
    }
    tournament->restoring = false;
    return good;
}

uint64_t felt_arena_tournament_hash(const struct felt_arena_tournament *tournament)
{
    uint64_t hash = felt_hash_word(felt_director_hash(tournament->director), tournament->hands);
    hash = felt_hash_word(hash, (uint64_t)tournament->next_deal << 32 | tournament->next_pair);
    for (uint32_t team = 0; team < felt_arena_directed_teams(tournament->arena); team++) {
        const struct felt_arena_tournament_team *one = &tournament->team[team];
        hash = felt_hash_word(hash, (uint64_t)one->chips);
        hash = felt_hash_word(hash, one->hands + ((uint64_t)one->won << 32));
        hash = felt_hash_word(hash, (uint64_t)one->score.sum);
        hash = felt_hash_word(hash, (uint64_t)one->gain.sum);
        hash = felt_hash_word(hash, one->gain.count);
    }
    for (uint32_t table = 0; table < tournament->plan->director.tables_max; table++) {
        const struct felt_arena_tournament_pair *pair = &tournament->pair[table];
        if (!pair->on) continue;
        hash = felt_hash_word(hash, (uint64_t)pair->plays << 32 | pair->stage);
        hash = felt_hash_word(hash, (uint64_t)pair->chips);
        for (uint32_t i = 0; i < felt_arena_pair_deals(tournament, pair->stage); i++)
            hash = felt_hash_word(hash, (uint64_t)pair->first[i]);
    }
    return hash;
}
