/* test_http_accounts_crowd.c -- a hostile crowd at the accounts API: whoever owns an account still
 * signs in.
 *
 * Time, bank and hasher are the test's: a hash takes a quarter of a second on one of two threads.
 * One network sends a thousand sign-ins a second for 40 seconds; the owner tries every two.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "http_accounts_front.h"
#include "module.h"

#define OWNER_PASSWORD "correct horse"
enum {
    OWNER = 0, /* the number of the owner's request                                              */
    HASHERS = FELT_HTTP_ACCOUNTS_HASHERS,
    HASH_MS = 250,
    CROWD_MS = 40000,
    PATIENCE_MS = 3000,
    EVERY_MS = 2000, /* the owner tries                                                          */
    WANTED_PERCENT = 95
};

/* A password that is being hashed. */
struct work {
    uint64_t ticket; /* 0: none                                                                  */
    int64_t done_ms;
    bool good;
};

/* What the ledger store has to answer. */
struct letter {
    uint64_t ticket;
    bool is_order, is_owner;
};

struct crowd {
    struct front *front;
    struct work work[HASHERS];
    struct letter letters[FRONT_REQUESTS];
    uint32_t letter_count;
    uint32_t sent;
    char owner_address[64], owner_cookie[300];
    bool four;       /* the crowd comes from an IPv4 network, else from a /48                    */
    uint32_t dozens; /* or from so many IPv4 networks, 0: it does not                            */
    int tries, good, late;
};

static bool take_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct crowd *crowd = self;
    assert_true(crowd->letter_count < FRONT_REQUESTS);
    crowd->letters[crowd->letter_count++] =
        (struct letter){.ticket = ticket, .is_owner = strcmp(question->text, "ada") == 0};
    return true;
}

static bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct crowd *crowd = self;
    (void)order;
    if (ticket == 0) return true;
    assert_true(crowd->letter_count < FRONT_REQUESTS);
    crowd->letters[crowd->letter_count++] = (struct letter){.ticket = ticket, .is_order = true};
    return true;
}

static bool begin_work(struct front *front, uint64_t ticket, bool good)
{
    struct crowd *crowd = front->behind;
    for (int i = 0; i < HASHERS; i++)
        if (crowd->work[i].ticket == 0) {
            crowd->work[i] = (struct work){ticket, front->now_ms + HASH_MS, good};
            return true;
        }
    return false;
}

static bool take_hash(void *self, const char *password, uint64_t ticket)
{
    (void)password;
    return begin_work(self, ticket, true);
}

static bool take_verify(void *self, const char *password, const char *hash, uint64_t ticket)
{
    return begin_work(self, ticket, hash[0] && strcmp(password, OWNER_PASSWORD) == 0);
}

static int set_up(void **state)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    assert_non_null(crowd);
    struct front *front = crowd->front = front_make();
    front->behind = crowd;
    front->entropy = 1;
    front->services.bank =
        (struct felt_ledger_services){.self = crowd, .order = take_order, .ask = take_question};
    front->services.hash = take_hash;
    front->services.verify = take_verify;
    front->accounts = felt_http_accounts_open(&front->config, &front->services);
    assert_non_null(front->accounts);
    *state = crowd;
    return 0;
}

static int tear_down(void **state)
{
    struct crowd *crowd = *state;
    front_free(crowd->front);
    free(crowd);
    return 0;
}

/* ---- time passes ---- */

static void answer_letters(struct crowd *crowd)
{
    struct front *front = crowd->front;
    while (crowd->letter_count > 0) {
        struct letter letter = crowd->letters[--crowd->letter_count];
        struct felt_user user = {
            .id = 17, .kind = FELT_USER_HUMAN, .username = "ada", .password = "a hash"};
        struct felt_ledger_answer answer = {.outcome = FELT_OUTCOME_NO_USER};
        struct felt_receipt receipt = {.outcome = FELT_OUTCOME_OK, .user = user};
        if (letter.is_owner) answer = (struct felt_ledger_answer){.user = user};
        if (letter.is_order)
            felt_http_accounts_receipt(front->accounts, letter.ticket, &receipt, front->now_ms);
        else
            felt_http_accounts_found(front->accounts, letter.ticket, &answer, front->now_ms);
    }
}

static void tick(struct crowd *crowd)
{
    struct front *front = crowd->front;
    front->now_ms++;
    for (int i = 0; i < HASHERS; i++) {
        struct work work = crowd->work[i];
        if (work.ticket == 0 || work.done_ms > front->now_ms) continue;
        crowd->work[i].ticket = 0;
        felt_http_accounts_hashed(front->accounts, work.ticket, work.good, false, "a hash",
                                  front->now_ms);
    }
    answer_letters(crowd);
}

/* ---- who sends ---- */

static void send_owner(struct crowd *crowd)
{
    struct front *front = crowd->front;
    if (crowd->dozens) /* one owner after the other */
        (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "198.51.%u.1",
                       crowd->sent / EVERY_MS % 256);
    front->address = crowd->owner_address;
    (void)snprintf(front->cookie, sizeof front->cookie, "%s", crowd->owner_cookie);
    front_send(front, OWNER, true, "/api/login",
               "{\"username\":\"ada\",\"password\":\"" OWNER_PASSWORD "\"}");
    front->cookie[0] = '\0';
    answer_letters(crowd);
}

/* One more of the crowd, if a place is free: always from another address, for another name, and
 * half of them want an account. */
static void send_hostile(struct crowd *crowd)
{
    struct front *front = crowd->front;
    char address[64], body[100];
    uint32_t number = OWNER + 1, sent = crowd->sent++;
    while (number < FRONT_REQUESTS && front->answer[number].count == 0 &&
           front->answer[number].retry_s == -1)
        number++;
    if (number == FRONT_REQUESTS) return;
    if (crowd->dozens)
        (void)snprintf(address, sizeof address, "10.0.%u.1", sent % crowd->dozens);
    else if (crowd->four)
        (void)snprintf(address, sizeof address, "192.0.2.%u", sent % 256);
    else
        (void)snprintf(address, sizeof address, "2001:db8:1:%x::7", sent % 65536);
    (void)snprintf(body, sizeof body, "{\"username\":\"user%u\",\"password\":\"guess%u word\"}",
                   sent, sent);
    front->address = address;
    front_send(front, number, true, sent % 2 ? "/api/login" : "/api/register", body);
    if (front->answer[number].count == 0) front->answer[number].retry_s = -1; /* it is taken */
    answer_letters(crowd);
}

static void run(struct crowd *crowd, int64_t lasts_ms)
{
    struct front *front = crowd->front;
    int64_t begun_ms = front->now_ms, sent_ms = 0;
    bool waits = false;
    while (front->now_ms < begun_ms + lasts_ms) {
        tick(crowd);
        send_hostile(crowd);
        if (waits && front->answer[OWNER].count > 0) {
            crowd->good += front->answer[OWNER].status == 200;
            waits = false;
        }
        if (waits && front->now_ms - sent_ms > PATIENCE_MS) {
            felt_http_accounts_gone(front->accounts, OWNER);
            crowd->late++;
            waits = false;
        }
        if (waits || front->now_ms - sent_ms < EVERY_MS) continue;
        send_owner(crowd);
        sent_ms = front->now_ms;
        crowd->tries++;
        waits = true;
    }
    if (!waits) return;
    crowd->tries--; /* it is not known how this one ends */
    if (front->answer[OWNER].count == 0) felt_http_accounts_gone(front->accounts, OWNER);
}

static void assert_mostly_good(const struct crowd *crowd)
{
    assert_true(crowd->tries >= 15);
    if (100 * crowd->good < WANTED_PERCENT * crowd->tries)
        fail_msg("%d of %d sign-ins were good, %d came late", crowd->good, crowd->tries,
                 crowd->late);
}

static void crowd_of_one_six_network_does_not_keep_others_out(void **state)
{
    struct crowd *crowd = *state;
    (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "2001:db8:2::1");
    run(crowd, CROWD_MS);
    assert_mostly_good(crowd);
}

static void crowd_of_one_four_network_does_not_keep_others_out(void **state)
{
    struct crowd *crowd = *state;
    crowd->four = true;
    (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "198.51.100.1");
    run(crowd, CROWD_MS);
    assert_mostly_good(crowd);
}

/* More networks than passwords may wait: each has been here of late, the owners have not. */
static void crowd_of_many_networks_does_not_keep_others_out(void **state)
{
    struct crowd *crowd = *state;
    crowd->dozens = 100;
    run(crowd, CROWD_MS / 2); /* at first all of them are new */
    crowd->tries = crowd->good = crowd->late = 0;
    run(crowd, CROWD_MS);
    assert_mostly_good(crowd);
}

/* The owner's browser has signed in here before, and now the crowd is all around it. */
static void get_device(struct crowd *crowd)
{
    struct front *front = crowd->front;
    send_owner(crowd);
    while (front->answer[OWNER].count == 0) tick(crowd);
    const char *set = front->answer[OWNER].device;
    assert_int_equal(front->answer[OWNER].status, 200);
    (void)snprintf(crowd->owner_cookie, sizeof crowd->owner_cookie, "%.*s", (int)strcspn(set, ";"),
                   set);
}

static void crowd_around_a_known_device_does_not_keep_it_out(void **state)
{
    struct crowd *crowd = *state;
    (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "2001:db8:1:5::1");
    get_device(crowd);
    run(crowd, CROWD_MS);
    assert_mostly_good(crowd);
}

static void crowd_of_four_around_a_known_device_does_not_keep_it_out(void **state)
{
    struct crowd *crowd = *state;
    crowd->four = true;
    (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "192.0.2.5");
    get_device(crowd);
    run(crowd, CROWD_MS);
    assert_mostly_good(crowd);
}

/* That these tests can fail: without the cookie the crowd is the owner's own network. */
static void crowd_around_an_unknown_device_keeps_it_out(void **state)
{
    struct crowd *crowd = *state;
    (void)snprintf(crowd->owner_address, sizeof crowd->owner_address, "2001:db8:1:5::1");
    run(crowd, CROWD_MS);
    assert_true(100 * crowd->good < WANTED_PERCENT * crowd->tries);
}

TEST_MODULE(http_accounts_crowd)
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        CASE(crowd_of_one_six_network_does_not_keep_others_out),
        CASE(crowd_of_one_four_network_does_not_keep_others_out),
        CASE(crowd_of_many_networks_does_not_keep_others_out),
        CASE(crowd_around_a_known_device_does_not_keep_it_out),
        CASE(crowd_of_four_around_a_known_device_does_not_keep_it_out),
        CASE(crowd_around_an_unknown_device_keeps_it_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
