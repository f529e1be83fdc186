/* private.c -- tables of a host: who is let in, and what the host may do.
 *
 * A private table is the only one of an added stake.  Its key is kept as it is, because host and
 * club are shown it again; a password only as a salted hash, whose making takes a moment.  To
 * somebody without either a private table is not there: what he is answered is the same as for a
 * name that nobody has.  Wrong keys are counted per line, wrong passwords also per network and per
 * table, so that many connections together guess no faster than one; those counts show in no
 * answer.  The table counts users apart from connections of nobody known, and one network has too
 * few guesses to use up a table's: so those who guess keep nobody out who has the password and a
 * session. */
#include "server/room/journal_records.h"

#include "felt/buffer.h"

enum {
    WRONG_MS = 12000, /* a wrong key is forgiven after so long                                   */
    WRONG_OF_CONN = 5,
    WRONG_OF_TABLE = 30,
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

static void draw_letters(struct felt_room *room, char *out, int count)
{
    uint8_t drawn[FELT_ROOM_PRIVATE_KEY_BYTES + 1];
    felt_assert(count < (int)sizeof drawn);
    /* One byte more than letters: secrets of shuffles are known by their size (room.h). */
    room->services->entropy(room->services->self, drawn, sizeof drawn);
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

static void hash_password(const struct felt_room *room, const uint8_t salt[FELT_SALT_BYTES],
                          const char *password, uint8_t out[FELT_KEY_BYTES])
{
    const struct felt_digests *digests = &room->services->digests;
    uint8_t key[FELT_KEY_BYTES], both[FELT_SALT_BYTES + FELT_ROOM_CLIENT_KEY_BYTES];
    size_t bytes = strlen(password);
    felt_assert(bytes <= FELT_ROOM_CLIENT_KEY_BYTES);
    memcpy(both, salt, FELT_SALT_BYTES);
    memcpy(both + FELT_SALT_BYTES, password, bytes);
    digests->hash(both, FELT_SALT_BYTES + bytes, out);
    for (int i = 0; i < PASSWORD_ROUNDS; i++) {
        memcpy(key, out, sizeof key);
        digests->hmac(key, salt, FELT_SALT_BYTES, out);
    }
}

static void set_password(struct felt_room *room, struct felt_room_table *table,
                         const char *password)
{
    struct felt_room_private *mine = &table->private_table;
    mine->has_password = password[0] != '\0';
    memset(mine->password, 0, sizeof mine->password);
    memset(mine->salt, 0, sizeof mine->salt);
    if (!mine->has_password) return;
    room->services->entropy(room->services->self, mine->salt, sizeof mine->salt);
    hash_password(room, mine->salt, password, mine->password);
}

/* ---- who is let in ---- */

static bool is_host(const struct felt_room *room, uint32_t conn,
                    const struct felt_room_table *table)
{
    uint32_t player = room->conn[conn].player;
    return player != FELT_NO_PLAYER && table->private_table.host &&
           room->player[player].user == table->private_table.host;
}

static bool sits_there(const struct felt_room *room, uint32_t conn,
                       const struct felt_room_table *table)
{
    uint32_t index = room->conn[conn].player;
    if (index == FELT_NO_PLAYER) return false;
    const struct felt_room_player *player = &room->player[index];
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->table[i] == felt_room_table_index(room, table)) return true;
    return false;
}

bool felt_room_private_is_banned(const struct felt_room_table *table, int64_t user)
{
    for (uint32_t i = 0; i < table->private_table.bans; i++)
        if (table->private_table.ban[i] == user) return true;
    return false;
}

bool felt_room_private_is_open_to(const struct felt_room *room, uint32_t conn,
                                  const struct felt_room_table *table)
{
    const struct felt_room_conn *mine = &room->conn[conn];
    if (!felt_room_table_is_private(room, table) || mine->local || is_host(room, conn, table) ||
        sits_there(room, conn, table) || felt_room_conn_watches(room, conn, table) != FELT_NO_WATCH)
        return true;
    if (mine->player != FELT_NO_PLAYER &&
        felt_room_private_is_banned(table, room->player[mine->player].user))
        return false;
    for (int i = 0; i < FELT_DOORS_OF_LINE; i++)
        if (mine->door[i] == table->private_table.door && table->private_table.door) return true;
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
static struct felt_guesser *find_guesser(struct felt_room_private *private_table, uint64_t network)
{
    struct felt_guesser *least = private_table->guesser;
    for (int i = 0; i < FELT_GUESSERS_MAX; i++) {
        struct felt_guesser *one = &private_table->guesser[i];
        if (one->network == network) return one;
        if (one->wrong_ms < least->wrong_ms) least = one;
    }
    return least;
}

/* Guests are as cheap to make as lines without a name, so they share the bucket of those. */
static bool has_account(const struct felt_room *room, const struct felt_room_conn *conn)
{
    return conn->player != FELT_NO_PLAYER && room->player[conn->player].kind != FELT_USER_GUEST;
}

/* May this connection have a password compared?  `again`: it has, and it was wrong. */
static bool may_guess(const struct felt_room *room, struct felt_room_private *private_table,
                      const struct felt_room_conn *conn, int64_t now_ms, bool again)
{
    int64_t *of_table = &private_table->wrong_ms[has_account(room, conn)];
    struct felt_guesser *guesser = find_guesser(private_table, conn->network);
    if (again && guesser->network != conn->network)
        *guesser = (struct felt_guesser){.network = conn->network};
    if (conn->network && guesser->network == conn->network &&
        !count_wrong(&guesser->wrong_ms, now_ms, WRONG_NETWORK_MS, WRONG_OF_NETWORK, again))
        return false;
    return may_be_wrong(of_table, now_ms, WRONG_OF_TABLE, again);
}

/* Is this the key, or the password?  `table` NULL: of no table; it takes as long. */
static bool opens(const struct felt_room *room, uint32_t conn, struct felt_room_table *table,
                  const char *key, int64_t now_ms)
{
    const struct felt_room_conn *from = &room->conn[conn];
    static const struct felt_room_private nobody;
    const struct felt_room_private *mine = table ? &table->private_table : &nobody;
    uint8_t hash[FELT_KEY_BYTES];
    if (mine->key[0] && strlen(key) == strlen(mine->key) && is_same(key, mine->key, strlen(key)))
        return true;
    hash_password(room, mine->salt, key, hash);
    bool same = is_same(hash, mine->password, sizeof hash);
    if (!mine->has_password || !may_guess(room, &table->private_table, from, now_ms, false))
        return false;
    if (!same) (void)may_guess(room, &table->private_table, from, now_ms, true);
    return same;
}

/* He has been here, and knows why. */
static bool refuse_banned(struct felt_room *room, uint32_t conn,
                          const struct felt_room_client_msg *msg,
                          const struct felt_room_table *table)
{
    uint32_t player = room->conn[conn].player;
    bool comes = msg->kind == FELT_ROOM_CLIENT_WATCH || msg->kind == FELT_ROOM_CLIENT_SIT ||
                 msg->kind == FELT_ROOM_CLIENT_CHAT;
    if (!comes || player == FELT_NO_PLAYER || sits_there(room, conn, table) ||
        !felt_room_private_is_banned(table, room->player[player].user))
        return false;
    felt_room_refuse(room, conn, msg, FELT_NO_FORBIDDEN,
                     "the host of this table has sent you away");
    return true;
}

bool felt_room_private_admits(struct felt_room *room, uint32_t conn,
                              const struct felt_room_client_msg *msg, struct felt_room_table *table,
                              int64_t now_ms)
{
    struct felt_room_conn *mine = &room->conn[conn];
    if (table && felt_room_private_is_open_to(room, conn, table))
        return !refuse_banned(room, conn, msg, table);
    if (!msg->key[0]) {
        felt_room_refuse(room, conn, msg, FELT_NO_TABLE,
                         "there is no table of that name: ask for the lobby");
        return false;
    }
    if (!may_be_wrong(&mine->wrong_ms, now_ms, WRONG_OF_CONN, false)) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY, "too many wrong keys: wait a minute");
        return false;
    }
    if (!opens(room, conn, table, msg->key, now_ms)) {
        (void)may_be_wrong(&mine->wrong_ms, now_ms, WRONG_OF_CONN, true);
        felt_room_refuse(room, conn, msg, FELT_NO_FORBIDDEN,
                         "there is no such table, or this is not its key or password");
        return false;
    }
    mine->door[mine->doors++ % FELT_DOORS_OF_LINE] = table->private_table.door;
    return !refuse_banned(room, conn, msg, table);
}

/* ---- telling ---- */

/* A row of the table as it is, or as it will be from the next hand on. */
static void tell_terms(struct felt_room *room, struct felt_room_table *table,
                       const struct felt_stake *next)
{
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    if (next) face.stake = next;
    felt_room_table_post(room, table,
                         &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_TERMS,
                                                        .table = &face,
                                                        .seat = FELT_SEAT_NONE,
                                                        .more = next != NULL});
    felt_room_lobby_touch(room, table);
}

static void tell_key(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                     const struct felt_room_table *table)
{
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    felt_room_post_conn(room, conn,
                        &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_PRIVATE,
                                                       .has_req = msg && msg->has_req,
                                                       .req = msg ? msg->req : 0,
                                                       .table = &face,
                                                       .seat = FELT_SEAT_NONE,
                                                       .text = table->private_table.key,
                                                       .more = table->private_table.has_password});
}

void felt_room_private_tell_host(struct felt_room *room, uint32_t conn,
                                 const struct felt_room_table *table)
{
    if (felt_room_table_is_private(room, table) && is_host(room, conn, table))
        tell_key(room, conn, NULL, table);
}

/* To every connection of the host that sees the table. */
static void tell_host(struct felt_room *room, const struct felt_room_table *table)
{
    uint32_t host = felt_room_player_find(room, table->private_table.host);
    if (host == FELT_NO_PLAYER) return;
    for (uint32_t conn = room->player[host].conns; conn != FELT_NO_LINE;
         conn = room->conn[conn].next)
        if (felt_room_conn_watches(room, conn, table) != FELT_NO_WATCH)
            tell_key(room, conn, NULL, table);
}

void felt_room_private_show_out(struct felt_room *room, struct felt_room_table *table, int64_t user)
{
    uint32_t player = felt_room_player_find(room, user);
    if (player != FELT_NO_PLAYER && !room->quiet)
        felt_room_player_looks_away(room, player, table, "the host has sent you away");
}

/* ---- creating ---- */

static const char *count_tables(const struct felt_room *room, int64_t user)
{
    uint32_t all = 0, his = 0;
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (!table->used || !felt_room_table_is_private(room, table)) continue;
        all++;
        his += table->private_table.host == user;
    }
    if (his >= room->config->private_of_user)
        return "you are the host of as many tables as may be: close one";
    if (all >= room->config->private_max) return "there are too many private tables: try later";
    return NULL;
}

/* "p-x7k3qd", of a club "c12-x7k3qd"; nobody can guess which there are. */
static void draw_id(struct felt_room *room, int64_t club, char id[FELT_STAKE_ID_BYTES + 1])
{
    do {
        char word[NAME_LETTERS + 1];
        struct felt_buffer out = felt_buffer_make(id, FELT_STAKE_ID_BYTES + 1);
        draw_letters(room, word, NAME_LETTERS);
        felt_buffer_char(&out, club ? 'c' : 'p');
        if (club) felt_buffer_int(&out, club);
        felt_buffer_char(&out, '-');
        felt_buffer_text(&out, word);
        felt_buffer_terminate(&out);
    } while (felt_room_find_stake(room, id) >= 0);
}

/* The table with its stake; NULL: refused. */
static struct felt_room_table *open_table(struct felt_room *room, uint32_t conn,
                                          const struct felt_room_client_msg *msg)
{
    const struct felt_room_services *services = room->services;
    char id[FELT_STAKE_ID_BYTES + 1], why[FELT_ROOM_TEXT_BYTES] = "";
    bool space = room->free_table || room->fresh_table < room->config->tables_max;
    if (!space) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY,
                         "the room is full of tables: try later");
        return NULL;
    }
    draw_id(room, msg->terms.club, id);
    const struct felt_stake *stake =
        services->stake_make(services->self, id, &msg->terms, NULL, why);
    if (!stake) {
        felt_room_refuse(room, conn, msg, FELT_NO_BAD_SCHEMA, why);
        return NULL;
    }
    int number = felt_room_add_stake(room, stake);
    if (number < 0) {
        services->stake_gone(services->self, stake);
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY,
                         "there are too many private tables: try later");
        return NULL;
    }
    struct felt_room_table *table = felt_room_table_add(room, number);
    felt_assert(table);
    felt_room_drop_stake(room, number); /* it lasts as long as its table */
    return table;
}

void felt_room_private_create(struct felt_room *room, uint32_t conn,
                              const struct felt_room_client_msg *msg, int64_t now_ms)
{
    const struct felt_room_player *player = &room->player[room->conn[conn].player];
    bool may = !room->conn[conn].local && room->services->stake_make && room->open;
    if (!may || !room->config->private_max) {
        felt_room_refuse(room, conn, msg, FELT_NO_CLOSED,
                         "nobody can open a table of his own here now");
        return;
    }
    const char *many = count_tables(room, player->user);
    if (many || msg->terms.club < 0 || msg->terms.club > FELT_CHIPS_MAX) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY, many ? many : "no such club");
        return;
    }
    struct felt_room_table *table = open_table(room, conn, msg);
    if (!table) return;
    table->private_table.host = player->user;
    table->private_table.club = msg->terms.club;
    memcpy(table->private_table.host_name, player->name, sizeof table->private_table.host_name);
    draw_letters(room, table->private_table.key, FELT_ROOM_PRIVATE_KEY_BYTES);
    set_password(room, table, msg->terms.password);
    felt_room_journal_private(room, table);
    tell_key(room, conn, msg, table);
    (void)felt_room_conn_watch(room, conn, table, now_ms); /* or later, if too many are watched */
    felt_room_table_go_on(room, table, now_ms);
}

/* ---- what a host may do ---- */

/* Everything but seats and club can be changed. */
static bool change(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                   struct felt_room_table *table)
{
    const struct felt_room_services *services = room->services;
    const struct felt_added_stake *added = &room->added[table->stake - FELT_STAKES_MAX];
    char why[FELT_ROOM_TEXT_BYTES] = "the terms of this table cannot be changed";
    const struct felt_stake *next = NULL;
    uint32_t others = msg->terms.said & ~(1u << FELT_TERM_PASSWORD);
    if (msg->terms.club || felt_room_terms_say(&msg->terms, FELT_TERM_SEATS)) {
        felt_room_refuse(room, conn, msg, FELT_NO_FORBIDDEN,
                         "seats and club of a table stay what they are: open another");
        return false;
    }
    if (others && services->stake_make)
        next = services->stake_make(services->self, added->stake->id, &msg->terms,
                                    added->next ? added->next : added->stake, why);
    if (others && next &&
        (!felt_stake_fits(room, next) || next->markers != added->stake->markers)) {
        services->stake_gone(services->self, next);
        next = NULL;
    }
    if (others && !next) {
        felt_room_refuse(room, conn, msg, FELT_NO_BAD_SCHEMA, why);
        return false;
    }
    if (next) felt_stake_next(room, table->stake, next);
    if (felt_room_terms_say(&msg->terms, FELT_TERM_PASSWORD)) {
        set_password(room, table, msg->terms.password);
        felt_room_journal_private(room, table);
    }
    return true;
}

static felt_seat find_name(const struct felt_room_table *table, const char *name)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (table->seat[seat].user && strcmp(table->seat[seat].name, name) == 0)
            return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

/* Somebody who sits there or watches; 0: nobody of that name does. */
static int64_t find_user(const struct felt_room *room, const struct felt_room_table *table,
                         const char *name)
{
    felt_seat seat = find_name(table, name);
    if (seat != FELT_SEAT_NONE) return table->seat[seat].user;
    for (uint32_t at = table->watches; at != FELT_NO_WATCH; at = room->watch[at].next) {
        uint32_t player = room->conn[room->watch[at].conn].player;
        if (player != FELT_NO_PLAYER && strcmp(room->player[player].name, name) == 0)
            return room->player[player].user;
    }
    return 0;
}

static felt_seat seat_of(const struct felt_room_table *table, int64_t user)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (table->seat[seat].user == user) return (felt_seat)seat;
    return FELT_SEAT_NONE;
}

/* He stands up after the hand, and does not come back. */
static void send_away(struct felt_room *room, struct felt_room_table *table, int64_t user)
{
    struct felt_room_private *mine = &table->private_table;
    felt_seat seat = seat_of(table, user);
    if (!felt_room_private_is_banned(table, user)) {
        if (mine->bans == FELT_BANS_MAX) { /* the oldest is forgiven */
            memmove(mine->ban, mine->ban + 1, (FELT_BANS_MAX - 1) * sizeof mine->ban[0]);
            mine->bans--;
        }
        mine->ban[mine->bans++] = user;
    }
    felt_room_journal_private(room, table);
    if (seat == FELT_SEAT_NONE) {
        felt_room_private_show_out(room, table, user);
        return;
    }
    table->seat[seat].leaving = true;
    felt_room_journal_seat(room, table, seat);
    felt_room_table_post_seat(room, table, seat);
}

static const char *kick(struct felt_room *room, struct felt_room_table *table, const char *name)
{
    int64_t user = find_user(room, table, name);
    if (!user) return "nobody of that name is at this table";
    if (user == table->private_table.host) return "the host stays, or closes the table";
    send_away(room, table, user);
    return NULL;
}

static const char *allow(struct felt_room *room, struct felt_room_table *table, const char *name)
{
    struct felt_room_private *mine = &table->private_table;
    uint32_t player = 0, at = 0;
    /* He is not at the table: whoever is in the room under that name. */
    while (player < room->fresh_player &&
           !(room->player[player].user && strcmp(room->player[player].name, name) == 0))
        player++;
    if (player == room->fresh_player) return "nobody of that name is in the room";
    while (at < mine->bans && mine->ban[at] != room->player[player].user) at++;
    if (at == mine->bans) return "he may come as it is";
    mine->bans--;
    memmove(mine->ban + at, mine->ban + at + 1, (mine->bans - at) * sizeof mine->ban[0]);
    felt_room_journal_private(room, table);
    return NULL;
}

static const char *hand_over(struct felt_room *room, struct felt_room_table *table,
                             const char *name)
{
    felt_seat seat = find_name(table, name);
    if (seat == FELT_SEAT_NONE) return "nobody of that name sits at this table";
    const struct felt_room_seat *place = &table->seat[seat];
    if (place->kind == FELT_USER_HOUSE || felt_room_private_is_banned(table, place->user))
        return "he cannot be a host";
    table->private_table.host = place->user;
    memcpy(table->private_table.host_name, place->name, sizeof place->name);
    felt_room_journal_private(room, table);
    tell_host(room, table);
    return NULL;
}

static void new_key(struct felt_room *room, struct felt_room_table *table)
{
    draw_letters(room, table->private_table.key, FELT_ROOM_PRIVATE_KEY_BYTES);
    felt_room_journal_private(room, table);
    tell_host(room, table);
}

/* What is wrong; NULL: it is done. */
static const char *do_it(struct felt_room *room, const struct felt_room_client_msg *msg,
                         struct felt_room_table *table)
{
    switch ((enum felt_room_host_do)msg->host) {
    case FELT_ROOM_HOST_PAUSE:
    case FELT_ROOM_HOST_RESUME:
        table->private_table.paused = msg->host == FELT_ROOM_HOST_PAUSE;
        break;
    case FELT_ROOM_HOST_BOMB: table->private_table.bomb = true; break;
    case FELT_ROOM_HOST_KICK: return kick(room, table, msg->name);
    case FELT_ROOM_HOST_ALLOW: return allow(room, table, msg->name);
    case FELT_ROOM_HOST_HAND_OVER: return hand_over(room, table, msg->name);
    case FELT_ROOM_HOST_KEY: new_key(room, table); return NULL;
    case FELT_ROOM_HOST_CLOSE:
    case FELT_ROOM_HOST_DOS: return NULL; /* after the answer: the table may be gone then */
    }
    felt_room_journal_private(room, table);
    return NULL;
}

void felt_room_private_host(struct felt_room *room, uint32_t conn,
                            const struct felt_room_client_msg *msg, struct felt_room_table *table,
                            int64_t now_ms)
{
    if (!felt_room_table_is_private(room, table) || !is_host(room, conn, table)) {
        felt_room_refuse(room, conn, msg, FELT_NO_FORBIDDEN,
                         "that is for the host of a private table");
        return;
    }
    bool changes = msg->kind == FELT_ROOM_CLIENT_CHANGE;
    if (changes && !change(room, conn, msg, table)) return;
    const char *wrong = changes ? NULL : do_it(room, msg, table);
    if (wrong) {
        felt_room_refuse(room, conn, msg, FELT_NO_USER, wrong);
        return;
    }
    felt_room_ok(room, conn, msg, table, FELT_SEAT_NONE, 0);
    if (!changes && msg->host == FELT_ROOM_HOST_CLOSE) {
        (void)felt_room_close_table(room, table->name, now_ms);
        return;
    }
    const struct felt_stake *next = room->added[table->stake - FELT_STAKES_MAX].next;
    tell_terms(room, table, changes ? next : NULL);
    felt_room_table_go_on(room, table, now_ms);
}

/* ---- between hands ---- */

static bool has_people(const struct felt_room_table *table)
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (table->seat[seat].user && table->seat[seat].kind != FELT_USER_HOUSE) return true;
    return false;
}

void felt_room_private_left(struct felt_room *room, struct felt_room_table *table)
{
    if (!table->hand || table->settling || table->foreign) return;
    if (!felt_room_table_stake(room, table)->practice) return;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        if (place->user && place->kind != FELT_USER_HOUSE && !place->leaving) return;
    }
    felt_room_table_void(room, table, "its player has left the game");
}

/* When it is closed, if nobody comes. */
static int64_t close_ms(const struct felt_room *room, const struct felt_room_table *table)
{
    if (!felt_room_table_is_private(room, table) || !table->private_table.empty_ms)
        return INT64_MAX;
    bool practice = felt_room_table_stake(room, table)->practice;
    uint32_t most = room->config->private_ms;
    if (practice && most > PRACTICE_EMPTY_MS) most = PRACTICE_EMPTY_MS;
    return table->private_table.empty_ms + (practice && table->hands > 0 ? 0 : most);
}

/* When a game for practice may begin: somebody who has just sat down waits until the house has
 * taken the other seats, and without anybody there is none. */
static int64_t begins_ms(const struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    int64_t since_ms = 0;
    bool full = true, people = false;
    if (!stake->practice || table->closing) return INT64_MIN;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        full = full && place->sitting == FELT_SITTING_DOWN;
        if (!felt_room_seat_is_present(place) || place->kind == FELT_USER_HOUSE) continue;
        people = true;
        if (place->since_ms > since_ms) since_ms = place->since_ms;
    }
    return !people ? INT64_MAX : full ? INT64_MIN : since_ms + PRACTICE_FILL_MS;
}

int64_t felt_room_private_alarm(const struct felt_room *room, const struct felt_room_table *table,
                                int64_t now_ms)
{
    int64_t closed = close_ms(room, table), begins = begins_ms(room, table);
    return begins > now_ms && begins < closed ? begins : closed;
}

bool felt_room_private_goes_on(struct felt_room *room, struct felt_room_table *table,
                               int64_t now_ms)
{
    if (!felt_room_table_is_private(room, table)) return true;
    if (has_people(table))
        table->private_table.empty_ms = 0;
    else if (!table->private_table.empty_ms)
        table->private_table.empty_ms = now_ms ? now_ms : 1;
    if (now_ms >= close_ms(room, table) && !table->closing) {
        table->closing = true;
        felt_room_journal_table_game(room, table);
    }
    if (table->closing) return true; /* that is seen to */
    if (felt_stake_turn(room, table->stake)) tell_terms(room, table, NULL);
    return !table->private_table.paused && now_ms >= begins_ms(room, table);
}

/* ---- what the server may know ---- */

static struct felt_room_table *private_at(const struct felt_room *room, uint32_t table_index)
{
    if (table_index >= room->fresh_table) return NULL;
    struct felt_room_table *table = felt_room_table_at(room, table_index);
    return table->used && felt_room_table_is_private(room, table) ? table : NULL;
}

bool felt_room_make_private(const struct felt_room *room, uint32_t table_index,
                            struct felt_room_make_private *out)
{
    const struct felt_room_table *table = private_at(room, table_index);
    if (!table) return false;
    *out = (struct felt_room_make_private){.host = table->private_table.host,
                                           .club = table->private_table.club,
                                           .host_name = table->private_table.host_name,
                                           .key = table->private_table.key,
                                           .paused = table->private_table.paused,
                                           .has_password = table->private_table.has_password};
    return true;
}

bool felt_room_new_key(struct felt_room *room, uint32_t table_index)
{
    struct felt_room_table *table = private_at(room, table_index);
    if (table) new_key(room, table);
    return table != NULL;
}

bool felt_room_show_out(struct felt_room *room, uint32_t table_index, int64_t user, int64_t now_ms)
{
    struct felt_room_table *table = private_at(room, table_index);
    if (!table || user <= 0) return false;
    send_away(room, table, user);
    new_key(room, table);
    felt_room_table_go_on(room, table, now_ms);
    return true;
}
