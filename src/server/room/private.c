/* private.c -- tables of a host: who is let in, and what the host may do.
 *
 * A private table is the only one of an added stake.  Its key is kept as it is, because host and
 * club are shown it again; a password only as a salted hash, whose making takes a moment.  To
 * somebody without either a private table is not there: what he is answered is the same as for a
 * name that nobody has.  Wrong keys are counted per line, wrong passwords also per network and per
 * table, so that many lines together guess no faster than one; those counts show in no answer.  The
 * table counts users apart from lines of nobody known, and one network has too few guesses to use
 * up a table's: so those who guess keep nobody out who has the password and a session. */
#include "server/room/entry.h"

#include "felt/buffer.h"

enum {
    WRONG_MS = 12000, /* a wrong key is forgiven after so long                                   */
    WRONG_OF_LINE = 5,
    WRONG_OF_RING = 30,
    WRONG_OF_NETWORK = 10,
    WRONG_NETWORK_MS = 60000, /* of a network                                                    */
    PASSWORD_ROUNDS = 512,
    NAME_LETTERS = 6,
    PRACTICE_FILL_MS = 3000,  /* house players come at once, unless there are too few             */
    PRACTICE_EMPTY_MS = 60000 /* whoever opens one sits down                                      */
};

static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* none looks like another */
_Static_assert(sizeof letters - 1 == 32, "five bits are a letter");

/* ---- keys ---- */

static void draw_letters(struct felt_floor *floor, char *out, int count)
{
    uint8_t drawn[FELT_PRIVATE_KEY_BYTES + 1];
    felt_assert(count < (int)sizeof drawn);
    /* One byte more than letters: secrets of shuffles are known by their size (floor.h). */
    floor->services->entropy(floor->services->self, drawn, sizeof drawn);
    for (int i = 0; i < count; i++) out[i] = letters[drawn[i] & 31];
    out[count] = '\0';
}

/* Takes as long for any two texts of the same length. */
static bool is_same(const void *a, const void *b, size_t bytes)
{
    const uint8_t *left = a, *right = b;
    unsigned other = 0;
    for (size_t i = 0; i < bytes; i++) other |= left[i] ^ right[i];
    return other == 0;
}

static void hash_password(const struct felt_floor *floor, const uint8_t salt[FELT_SALT_BYTES],
                          const char *password, uint8_t out[FELT_KEY_BYTES])
{
    const struct felt_digests *digests = &floor->services->digests;
    uint8_t key[FELT_KEY_BYTES], both[FELT_SALT_BYTES + FELT_WANT_KEY_BYTES];
    size_t bytes = strlen(password);
    felt_assert(bytes <= FELT_WANT_KEY_BYTES);
    memcpy(both, salt, FELT_SALT_BYTES);
    memcpy(both + FELT_SALT_BYTES, password, bytes);
    digests->hash(both, FELT_SALT_BYTES + bytes, out);
    for (int i = 0; i < PASSWORD_ROUNDS; i++) {
        memcpy(key, out, sizeof key);
        digests->hmac(key, salt, FELT_SALT_BYTES, out);
    }
}

static void set_password(struct felt_floor *floor, struct felt_ring *ring, const char *password)
{
    struct felt_private *mine = &ring->private;
    mine->has_password = password[0] != '\0';
    memset(mine->password, 0, sizeof mine->password);
    memset(mine->salt, 0, sizeof mine->salt);
    if (!mine->has_password) return;
    floor->services->entropy(floor->services->self, mine->salt, sizeof mine->salt);
    hash_password(floor, mine->salt, password, mine->password);
}

/* ---- who is let in ---- */

static bool is_host(const struct felt_floor *floor, uint32_t line, const struct felt_ring *ring)
{
    uint32_t player = floor->line[line].player;
    return player != FELT_NO_PLAYER && ring->private.host &&
           floor->player[player].user == ring->private.host;
}

static bool sits_there(const struct felt_floor *floor, uint32_t line, const struct felt_ring *ring)
{
    uint32_t index = floor->line[line].player;
    if (index == FELT_NO_PLAYER) return false;
    const struct felt_floor_player *player = &floor->player[index];
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->ring[i] == felt_ring_index(floor, ring)) return true;
    return false;
}

bool felt_private_is_banned(const struct felt_ring *ring, int64_t user)
{
    for (uint32_t i = 0; i < ring->private.bans; i++)
        if (ring->private.ban[i] == user) return true;
    return false;
}

bool felt_private_is_open_to(const struct felt_floor *floor, uint32_t line,
                             const struct felt_ring *ring)
{
    const struct felt_floor_line *mine = &floor->line[line];
    if (!felt_ring_is_private(floor, ring) || mine->local || is_host(floor, line, ring) ||
        sits_there(floor, line, ring) || felt_line_watches(floor, line, ring) != FELT_NO_WATCH)
        return true;
    if (mine->player != FELT_NO_PLAYER &&
        felt_private_is_banned(ring, floor->player[mine->player].user))
        return false;
    for (int i = 0; i < FELT_DOORS_OF_LINE; i++)
        if (mine->door[i] == ring->private.door && ring->private.door) return true;
    return false;
}

/* Counts up to `most`, and down by one in every interval.  False: that was one too many. */
static bool count_wrong(int64_t *wrong_ms, int64_t now_ms, int64_t interval_ms, int most,
                        bool again)
{
    int64_t from = *wrong_ms > now_ms ? *wrong_ms : now_ms;
    if (from + interval_ms - now_ms > interval_ms * most) return false;
    if (again) *wrong_ms = from + interval_ms;
    return true;
}

static bool may_be_wrong(int64_t *wrong_ms, int64_t now_ms, int most, bool again)
{
    return count_wrong(wrong_ms, now_ms, WRONG_MS, most, again);
}

/* What is known of this network, else the place of the one that has guessed least of late. */
static struct felt_guesser *find_guesser(struct felt_private *private, uint64_t network)
{
    struct felt_guesser *least = private->guesser;
    for (int i = 0; i < FELT_GUESSERS_MAX; i++) {
        struct felt_guesser *one = &private->guesser[i];
        if (one->network == network) return one;
        if (one->wrong_ms < least->wrong_ms) least = one;
    }
    return least;
}

/* Guests are as cheap to make as lines without a name, so they share the bucket of those. */
static bool has_account(const struct felt_floor *floor, const struct felt_floor_line *line)
{
    return line->player != FELT_NO_PLAYER && floor->player[line->player].kind != FELT_USER_GUEST;
}

/* May this line have a password compared?  `again`: it has, and it was wrong. */
static bool may_guess(const struct felt_floor *floor, struct felt_private *private,
                      const struct felt_floor_line *line, int64_t now_ms, bool again)
{
    int64_t *of_ring = &private->wrong_ms[has_account(floor, line)];
    struct felt_guesser *guesser = find_guesser(private, line->network);
    if (again && guesser->network != line->network)
        *guesser = (struct felt_guesser){.network = line->network};
    if (line->network && guesser->network == line->network &&
        !count_wrong(&guesser->wrong_ms, now_ms, WRONG_NETWORK_MS, WRONG_OF_NETWORK, again))
        return false;
    return may_be_wrong(of_ring, now_ms, WRONG_OF_RING, again);
}

/* Is this the key, or the password?  `ring` NULL: of no table; it takes as long. */
static bool opens(const struct felt_floor *floor, uint32_t line, struct felt_ring *ring,
                  const char *key, int64_t now_ms)
{
    const struct felt_floor_line *from = &floor->line[line];
    static const struct felt_private nobody;
    const struct felt_private *mine = ring ? &ring->private : &nobody;
    uint8_t hash[FELT_KEY_BYTES];
    if (mine->key[0] && strlen(key) == strlen(mine->key) && is_same(key, mine->key, strlen(key)))
        return true;
    hash_password(floor, mine->salt, key, hash);
    bool same = is_same(hash, mine->password, sizeof hash);
    if (!mine->has_password || !may_guess(floor, &ring->private, from, now_ms, false)) return false;
    if (!same) (void)may_guess(floor, &ring->private, from, now_ms, true);
    return same;
}

/* He has been here, and knows why. */
static bool refuse_banned(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                          const struct felt_ring *ring)
{
    uint32_t player = floor->line[line].player;
    bool comes = want->kind == FELT_WANT_WATCH || want->kind == FELT_WANT_SIT ||
                 want->kind == FELT_WANT_CHAT;
    if (!comes || player == FELT_NO_PLAYER || sits_there(floor, line, ring) ||
        !felt_private_is_banned(ring, floor->player[player].user))
        return false;
    felt_floor_refuse(floor, line, want, FELT_NO_FORBIDDEN,
                      "the host of this table has sent you away");
    return true;
}

bool felt_private_admits(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                         struct felt_ring *ring, int64_t now_ms)
{
    struct felt_floor_line *mine = &floor->line[line];
    if (ring && felt_private_is_open_to(floor, line, ring))
        return !refuse_banned(floor, line, want, ring);
    if (!want->key[0]) {
        felt_floor_refuse(floor, line, want, FELT_NO_TABLE,
                          "there is no table of that name: ask for the lobby");
        return false;
    }
    if (!may_be_wrong(&mine->wrong_ms, now_ms, WRONG_OF_LINE, false)) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY,
                          "too many wrong keys: wait a minute");
        return false;
    }
    if (!opens(floor, line, ring, want->key, now_ms)) {
        (void)may_be_wrong(&mine->wrong_ms, now_ms, WRONG_OF_LINE, true);
        felt_floor_refuse(floor, line, want, FELT_NO_FORBIDDEN,
                          "there is no such table, or this is not its key or password");
        return false;
    }
    mine->door[mine->doors++ % FELT_DOORS_OF_LINE] = ring->private.door;
    return !refuse_banned(floor, line, want, ring);
}

/* ---- telling ---- */

/* A row of the table as it is, or as it will be from the next hand on. */
static void tell_terms(struct felt_floor *floor, struct felt_ring *ring,
                       const struct felt_stake *next)
{
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    if (next) face.stake = next;
    felt_ring_post(
        floor, ring,
        &(struct felt_news){
            .kind = FELT_NEWS_TERMS, .table = &face, .seat = FELT_SEAT_NONE, .more = next != NULL});
    felt_lobby_touch(floor, ring);
}

static void tell_key(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                     const struct felt_ring *ring)
{
    struct felt_floor_face face;
    felt_ring_face(floor, ring, &face);
    felt_floor_post_line(floor, line,
                         &(struct felt_news){.kind = FELT_NEWS_PRIVATE,
                                             .has_req = want && want->has_req,
                                             .req = want ? want->req : 0,
                                             .table = &face,
                                             .seat = FELT_SEAT_NONE,
                                             .text = ring->private.key,
                                             .more = ring->private.has_password});
}

void felt_private_tell_host(struct felt_floor *floor, uint32_t line, const struct felt_ring *ring)
{
    if (felt_ring_is_private(floor, ring) && is_host(floor, line, ring))
        tell_key(floor, line, NULL, ring);
}

/* To every line of the host that sees the table. */
static void tell_host(struct felt_floor *floor, const struct felt_ring *ring)
{
    uint32_t host = felt_floor_player_find(floor, ring->private.host);
    if (host == FELT_NO_PLAYER) return;
    for (uint32_t line = floor->player[host].lines; line != FELT_NO_LINE;
         line = floor->line[line].next)
        if (felt_line_watches(floor, line, ring) != FELT_NO_WATCH)
            tell_key(floor, line, NULL, ring);
}

void felt_private_show_out(struct felt_floor *floor, struct felt_ring *ring, int64_t user)
{
    uint32_t player = felt_floor_player_find(floor, user);
    if (player != FELT_NO_PLAYER && !floor->quiet)
        felt_player_looks_away(floor, player, ring, "the host has sent you away");
}

/* ---- creating ---- */

static const char *count_tables(const struct felt_floor *floor, int64_t user)
{
    uint32_t all = 0, his = 0;
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        const struct felt_ring *ring = felt_ring_at(floor, index);
        if (!ring->used || !felt_ring_is_private(floor, ring)) continue;
        all++;
        his += ring->private.host == user;
    }
    if (his >= floor->config->private_of_user)
        return "you are the host of as many tables as may be: close one";
    if (all >= floor->config->private_max) return "there are too many private tables: try later";
    return NULL;
}

/* "p-x7k3qd", of a club "c12-x7k3qd"; nobody can guess which there are. */
static void draw_id(struct felt_floor *floor, int64_t club, char id[FELT_STAKE_ID_BYTES + 1])
{
    do {
        char word[NAME_LETTERS + 1];
        struct felt_buffer out = felt_buffer_make(id, FELT_STAKE_ID_BYTES + 1);
        draw_letters(floor, word, NAME_LETTERS);
        felt_buffer_char(&out, club ? 'c' : 'p');
        if (club) felt_buffer_int(&out, club);
        felt_buffer_char(&out, '-');
        felt_buffer_text(&out, word);
        felt_buffer_terminate(&out);
    } while (felt_floor_find_stake(floor, id) >= 0);
}

/* The ring with its stake; NULL: refused. */
static struct felt_ring *open_ring(struct felt_floor *floor, uint32_t line,
                                   const struct felt_want *want)
{
    const struct felt_floor_services *services = floor->services;
    char id[FELT_STAKE_ID_BYTES + 1], why[FELT_FLOOR_TEXT_BYTES] = "";
    bool room = floor->free_ring || floor->fresh_ring < floor->config->tables_max;
    if (!room) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY,
                          "the room is full of tables: try later");
        return NULL;
    }
    draw_id(floor, want->terms.club, id);
    const struct felt_stake *stake =
        services->stake_make(services->self, id, &want->terms, NULL, why);
    if (!stake) {
        felt_floor_refuse(floor, line, want, FELT_NO_BAD_SCHEMA, why);
        return NULL;
    }
    int number = felt_floor_add_stake(floor, stake);
    if (number < 0) {
        services->stake_gone(services->self, stake);
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY,
                          "there are too many private tables: try later");
        return NULL;
    }
    struct felt_ring *ring = felt_ring_add(floor, number);
    felt_assert(ring);
    felt_floor_drop_stake(floor, number); /* it lasts as long as its table */
    return ring;
}

void felt_private_create(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                         int64_t now_ms)
{
    const struct felt_floor_player *player = &floor->player[floor->line[line].player];
    bool may = !floor->line[line].local && floor->services->stake_make && floor->open;
    if (!may || !floor->config->private_max) {
        felt_floor_refuse(floor, line, want, FELT_NO_CLOSED,
                          "nobody can open a table of his own here now");
        return;
    }
    const char *many = count_tables(floor, player->user);
    if (many || want->terms.club < 0 || want->terms.club > FELT_CHIPS_MAX) {
        felt_floor_refuse(floor, line, want, FELT_NO_TOO_MANY, many ? many : "no such club");
        return;
    }
    struct felt_ring *ring = open_ring(floor, line, want);
    if (!ring) return;
    ring->private.host = player->user;
    ring->private.club = want->terms.club;
    memcpy(ring->private.host_name, player->name, sizeof ring->private.host_name);
    draw_letters(floor, ring->private.key, FELT_PRIVATE_KEY_BYTES);
    set_password(floor, ring, want->terms.password);
    felt_entry_private(floor, ring);
    tell_key(floor, line, want, ring);
    (void)felt_line_watch(floor, line, ring, now_ms); /* or later, if too many are watched */
    felt_ring_go_on(floor, ring, now_ms);
}

/* ---- what a host may do ---- */

/* Everything but seats and club can be changed. */
static bool change(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                   struct felt_ring *ring)
{
    const struct felt_floor_services *services = floor->services;
    const struct felt_added_stake *added = &floor->added[ring->stake - FELT_STAKES_MAX];
    char why[FELT_FLOOR_TEXT_BYTES] = "the terms of this table cannot be changed";
    const struct felt_stake *next = NULL;
    uint32_t others = want->terms.said & ~(1u << FELT_TERM_PASSWORD);
    if (want->terms.club || felt_terms_say(&want->terms, FELT_TERM_SEATS)) {
        felt_floor_refuse(floor, line, want, FELT_NO_FORBIDDEN,
                          "seats and club of a table stay what they are: open another");
        return false;
    }
    if (others && services->stake_make)
        next = services->stake_make(services->self, added->stake->id, &want->terms,
                                    added->next ? added->next : added->stake, why);
    if (others && next &&
        (!felt_stake_fits(floor, next) || next->markers != added->stake->markers)) {
        services->stake_gone(services->self, next);
        next = NULL;
    }
    if (others && !next) {
        felt_floor_refuse(floor, line, want, FELT_NO_BAD_SCHEMA, why);
        return false;
    }
    if (next) felt_stake_next(floor, ring->stake, next);
    if (felt_terms_say(&want->terms, FELT_TERM_PASSWORD)) {
        set_password(floor, ring, want->terms.password);
        felt_entry_private(floor, ring);
    }
    return true;
}

static felt_seat find_name(const struct felt_ring *ring, const char *name)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (ring->chair[seat].user && strcmp(ring->chair[seat].name, name) == 0)
            return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

/* Somebody who sits there or watches; 0: nobody of that name does. */
static int64_t find_user(const struct felt_floor *floor, const struct felt_ring *ring,
                         const char *name)
{
    felt_seat seat = find_name(ring, name);
    if (seat != FELT_SEAT_NONE) return ring->chair[seat].user;
    for (uint32_t at = ring->watches; at != FELT_NO_WATCH; at = floor->watch[at].next) {
        uint32_t player = floor->line[floor->watch[at].line].player;
        if (player != FELT_NO_PLAYER && strcmp(floor->player[player].name, name) == 0)
            return floor->player[player].user;
    }
    return 0;
}

static felt_seat seat_of(const struct felt_ring *ring, int64_t user)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (ring->chair[seat].user == user) return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

/* He stands up after the hand, and does not come back. */
static void send_away(struct felt_floor *floor, struct felt_ring *ring, int64_t user)
{
    struct felt_private *mine = &ring->private;
    felt_seat seat = seat_of(ring, user);
    if (!felt_private_is_banned(ring, user)) {
        if (mine->bans == FELT_BANS_MAX) { /* the oldest is forgiven */
            memmove(mine->ban, mine->ban + 1, (FELT_BANS_MAX - 1) * sizeof mine->ban[0]);
            mine->bans--;
        }
        mine->ban[mine->bans++] = user;
    }
    felt_entry_private(floor, ring);
    if (seat == FELT_SEAT_NONE) {
        felt_private_show_out(floor, ring, user);
        return;
    }
    ring->chair[seat].leaving = true;
    felt_entry_chair(floor, ring, seat);
    felt_ring_post_chair(floor, ring, seat);
}

static const char *kick(struct felt_floor *floor, struct felt_ring *ring, const char *name)
{
    int64_t user = find_user(floor, ring, name);
    if (!user) return "nobody of that name is at this table";
    if (user == ring->private.host) return "the host stays, or closes the table";
    send_away(floor, ring, user);
    return NULL;
}

static const char *allow(struct felt_floor *floor, struct felt_ring *ring, const char *name)
{
    struct felt_private *mine = &ring->private;
    uint32_t player = 0, at = 0;
    /* He is not at the table: whoever is in the room under that name. */
    while (player < floor->fresh_player &&
           !(floor->player[player].user && strcmp(floor->player[player].name, name) == 0))
        player++;
    if (player == floor->fresh_player) return "nobody of that name is in the room";
    while (at < mine->bans && mine->ban[at] != floor->player[player].user) at++;
    if (at == mine->bans) return "he may come as it is";
    mine->bans--;
    memmove(mine->ban + at, mine->ban + at + 1, (mine->bans - at) * sizeof mine->ban[0]);
    felt_entry_private(floor, ring);
    return NULL;
}

static const char *hand_over(struct felt_floor *floor, struct felt_ring *ring, const char *name)
{
    felt_seat seat = find_name(ring, name);
    if (seat == FELT_SEAT_NONE) return "nobody of that name sits at this table";
    const struct felt_chair *chair = &ring->chair[seat];
    if (chair->kind == FELT_USER_HOUSE || felt_private_is_banned(ring, chair->user))
        return "he cannot be a host";
    ring->private.host = chair->user;
    memcpy(ring->private.host_name, chair->name, sizeof chair->name);
    felt_entry_private(floor, ring);
    tell_host(floor, ring);
    return NULL;
}

static void new_key(struct felt_floor *floor, struct felt_ring *ring)
{
    draw_letters(floor, ring->private.key, FELT_PRIVATE_KEY_BYTES);
    felt_entry_private(floor, ring);
    tell_host(floor, ring);
}

/* What is wrong; NULL: it is done. */
static const char *do_it(struct felt_floor *floor, const struct felt_want *want,
                         struct felt_ring *ring)
{
    switch ((enum felt_host_do)want->host) {
    case FELT_HOST_PAUSE:
    case FELT_HOST_RESUME: ring->private.paused = want->host == FELT_HOST_PAUSE; break;
    case FELT_HOST_BOMB: ring->private.bomb = true; break;
    case FELT_HOST_KICK: return kick(floor, ring, want->name);
    case FELT_HOST_ALLOW: return allow(floor, ring, want->name);
    case FELT_HOST_HAND_OVER: return hand_over(floor, ring, want->name);
    case FELT_HOST_KEY: new_key(floor, ring); return NULL;
    case FELT_HOST_CLOSE:
    case FELT_HOST_DOS: return NULL; /* after the answer: the table may be gone then */
    }
    felt_entry_private(floor, ring);
    return NULL;
}

void felt_private_host(struct felt_floor *floor, uint32_t line, const struct felt_want *want,
                       struct felt_ring *ring, int64_t now_ms)
{
    if (!felt_ring_is_private(floor, ring) || !is_host(floor, line, ring)) {
        felt_floor_refuse(floor, line, want, FELT_NO_FORBIDDEN,
                          "that is for the host of a private table");
        return;
    }
    bool changes = want->kind == FELT_WANT_CHANGE;
    if (changes && !change(floor, line, want, ring)) return;
    const char *wrong = changes ? NULL : do_it(floor, want, ring);
    if (wrong) {
        felt_floor_refuse(floor, line, want, FELT_NO_USER, wrong);
        return;
    }
    felt_floor_ok(floor, line, want, ring, FELT_SEAT_NONE, 0);
    if (!changes && want->host == FELT_HOST_CLOSE) {
        (void)felt_floor_close_table(floor, ring->name, now_ms);
        return;
    }
    const struct felt_stake *next = floor->added[ring->stake - FELT_STAKES_MAX].next;
    tell_terms(floor, ring, changes ? next : NULL);
    felt_ring_go_on(floor, ring, now_ms);
}

/* ---- between hands ---- */

static bool has_people(const struct felt_ring *ring)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (ring->chair[seat].user && ring->chair[seat].kind != FELT_USER_HOUSE) return true;
    return false;
}

void felt_private_left(struct felt_floor *floor, struct felt_ring *ring)
{
    if (!ring->hand || ring->settling || ring->foreign) return;
    if (!felt_ring_stake(floor, ring)->practice) return;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        if (chair->user && chair->kind != FELT_USER_HOUSE && !chair->leaving) return;
    }
    felt_ring_void(floor, ring, "its player has left the game");
}

/* When it is closed, if nobody comes. */
static int64_t close_ms(const struct felt_floor *floor, const struct felt_ring *ring)
{
    if (!felt_ring_is_private(floor, ring) || !ring->private.empty_ms) return INT64_MAX;
    bool practice = felt_ring_stake(floor, ring)->practice;
    uint32_t most = floor->config->private_ms;
    if (practice && most > PRACTICE_EMPTY_MS) most = PRACTICE_EMPTY_MS;
    return ring->private.empty_ms + (practice && ring->hands > 0 ? 0 : most);
}

/* When a game for practice may begin: somebody who has just sat down waits until the house has
 * taken the other chairs, and without anybody there is none. */
static int64_t begins_ms(const struct felt_floor *floor, const struct felt_ring *ring)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    int64_t since_ms = 0;
    bool full = true, people = false;
    if (!stake->practice || ring->closing) return INT64_MIN;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_chair *chair = &ring->chair[seat];
        full = full && chair->sitting == FELT_SITTING_DOWN;
        if (!felt_chair_is_present(chair) || chair->kind == FELT_USER_HOUSE) continue;
        people = true;
        if (chair->since_ms > since_ms) since_ms = chair->since_ms;
    }
    return !people ? INT64_MAX : full ? INT64_MIN : since_ms + PRACTICE_FILL_MS;
}

int64_t felt_private_alarm(const struct felt_floor *floor, const struct felt_ring *ring,
                           int64_t now_ms)
{
    int64_t closed = close_ms(floor, ring), begins = begins_ms(floor, ring);
    return begins > now_ms && begins < closed ? begins : closed;
}

bool felt_private_goes_on(struct felt_floor *floor, struct felt_ring *ring, int64_t now_ms)
{
    if (!felt_ring_is_private(floor, ring)) return true;
    if (has_people(ring))
        ring->private.empty_ms = 0;
    else if (!ring->private.empty_ms)
        ring->private.empty_ms = now_ms ? now_ms : 1;
    if (now_ms >= close_ms(floor, ring) && !ring->closing) {
        ring->closing = true;
        felt_entry_ring_game(floor, ring);
    }
    if (ring->closing) return true; /* that is seen to */
    if (felt_stake_turn(floor, ring->stake)) tell_terms(floor, ring, NULL);
    return !ring->private.paused && now_ms >= begins_ms(floor, ring);
}

/* ---- what the server may know ---- */

static struct felt_ring *private_at(const struct felt_floor *floor, uint32_t table)
{
    if (table >= floor->fresh_ring) return NULL;
    struct felt_ring *ring = felt_ring_at(floor, table);
    return ring->used && felt_ring_is_private(floor, ring) ? ring : NULL;
}

bool felt_floor_private(const struct felt_floor *floor, uint32_t table,
                        struct felt_floor_private *out)
{
    const struct felt_ring *ring = private_at(floor, table);
    if (!ring) return false;
    *out = (struct felt_floor_private){.host = ring->private.host,
                                       .club = ring->private.club,
                                       .host_name = ring->private.host_name,
                                       .key = ring->private.key,
                                       .paused = ring->private.paused,
                                       .has_password = ring->private.has_password};
    return true;
}

bool felt_floor_new_key(struct felt_floor *floor, uint32_t table)
{
    struct felt_ring *ring = private_at(floor, table);
    if (ring) new_key(floor, ring);
    return ring != NULL;
}

bool felt_floor_show_out(struct felt_floor *floor, uint32_t table, int64_t user, int64_t now_ms)
{
    struct felt_ring *ring = private_at(floor, table);
    if (!ring || user <= 0) return false;
    send_away(floor, ring, user);
    new_key(floor, ring);
    felt_ring_go_on(floor, ring, now_ms);
    return true;
}
