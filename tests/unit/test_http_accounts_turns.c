/* test_http_accounts_turns.c -- who may try to sign in how often, and whose password is hashed
 * next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/accounts/device.h"
#include "http_accounts_scene.h"
#include "module.h"

/* A sign-in with the number as a password, by somebody who is not known. */
static void send_from(struct scene *scene, uint32_t number, const char *address)
{
    char body[100];
    (void)snprintf(body, sizeof body, "{\"username\":\"user%u\",\"password\":\"%u\"}", number,
                   number);
    scene->front->address = address;
    front_send(scene->front, number, true, "/api/login", body);
    reply_found(scene, (struct felt_ledger_answer){.outcome = FELT_OUTCOME_NO_USER});
}

static int status_of(const struct scene *scene, uint32_t number)
{
    return scene->front->answer[number].status;
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* The example of hashes.c, behind two of somebody else that the hasher has already. */
static void accounts_addresses_take_turns(void **state)
{
    static const struct {
        const char *address;
        const char *password; /* of the one that is handed over next */
    } rows[] = {{"192.0.2.1", "2"}, {"192.0.2.1", "5"}, {"192.0.2.1", "6"},
                {"192.0.2.2", "3"}, {"192.0.2.3", "7"}, {"192.0.2.2", "4"}};
    struct scene *scene = *state;
    uint64_t tickets[2];
    for (uint32_t i = 0; i < 2; i++) {
        send_from(scene, i, "198.51.100.1");
        tickets[i] = scene->ticket;
    }
    for (uint32_t i = 0; i < 6; i++) send_from(scene, i + 2, rows[i].address);
    assert_int_equal(scene->verifies, 2);
    for (uint32_t i = 0; i < 6; i++) {
        uint64_t next = tickets[i % 2];
        felt_http_accounts_hashed(scene->front->accounts, next, false, false, "", FRONT_NOW);
        assert_int_equal(scene->verifies, (int)i + 3);
        assert_string_equal(scene->password, rows[i].password);
        tickets[i % 2] = scene->ticket;
    }
}

/* Whoever signs in all day long waits for whoever does it once. */
static void accounts_rare_addresses_are_first(void **state)
{
    struct scene *scene = *state;
    uint64_t at_work = 0;
    for (uint32_t i = 0; i < 9; i++) {
        send_from(scene, 0, "192.0.2.1");
        reply_hashed(scene, false);
    }
    for (uint32_t i = 0; i < 3; i++) {
        send_from(scene, i, "192.0.2.1");
        if (i == 1) at_work = scene->ticket;
    }
    send_from(scene, 3, "192.0.2.2");
    felt_http_accounts_hashed(scene->front->accounts, at_work, false, false, "", FRONT_NOW);
    assert_string_equal(scene->password, "3");
}

/* A network that has had many uses one hasher, and the other is free for whoever comes. */
static void accounts_greedy_network_leaves_a_hasher_free(void **state)
{
    struct scene *scene = *state;
    uint64_t greedy = 0;
    char address[32];
    for (uint32_t i = 0; i < 20; i++) {
        (void)snprintf(address, sizeof address, "192.0.2.%u", i);
        send_from(scene, i, address);
        assert_int_equal(status_of(scene, i), 0);
        if (i < 16) reply_hashed(scene, false);
        if (i == 16) greedy = scene->ticket;
    }
    assert_int_equal(scene->verifies, 17); /* of four one */
    send_from(scene, 20, "198.51.100.1");
    assert_int_equal(scene->verifies, 18);
    assert_string_equal(scene->password, "20");
    reply_hashed(scene, false);
    assert_int_equal(scene->verifies, 18);
    felt_http_accounts_hashed(scene->front->accounts, greedy, false, false, "", FRONT_NOW);
    assert_int_equal(scene->verifies, 19);
}

static void accounts_gone_clients_are_not_hashed(void **state)
{
    struct scene *scene = *state;
    uint64_t at_work = 0;
    for (uint32_t i = 0; i < 5; i++) {
        send_from(scene, i, "192.0.2.1");
        if (i == 1) at_work = scene->ticket;
    }
    assert_int_equal(scene->verifies, 2);
    for (uint32_t i = 0; i < 4; i++) felt_http_accounts_gone(scene->front->accounts, i);
    felt_http_accounts_hashed(scene->front->accounts, at_work, true, false, "", FRONT_NOW);
    assert_int_equal(scene->verifies, 3);
    assert_string_equal(scene->password, "4");
    /* A ticket that the hasher does not have any more frees no place. */
    felt_http_accounts_hashed(scene->front->accounts, at_work, true, false, "", FRONT_NOW);
    send_from(scene, 1, "192.0.2.2");
    assert_int_equal(scene->verifies, 3);
}

/* Those who left take no room. */
static void accounts_room_is_free_again_when_clients_leave(void **state)
{
    struct scene *scene = *state;
    char address[32];
    for (uint32_t i = 0; i < 2; i++) send_from(scene, i, "198.51.100.1");
    for (int i = 0; i < 100; i++) {
        (void)snprintf(address, sizeof address, "10.0.%d.1", i);
        send_from(scene, 2, address);
        assert_int_equal(status_of(scene, 2), 0);
        felt_http_accounts_gone(scene->front->accounts, 2);
    }
}

static void accounts_passwords_of_an_address_wait_in_a_short_queue(void **state)
{
    struct scene *scene = *state;
    for (uint32_t i = 0; i < 11; i++) {
        send_from(scene, i, "192.0.2.1");
        assert_int_equal(status_of(scene, i), i < 10 ? 0 : 503);
    }
    send_from(scene, 11, "192.0.2.2");
    assert_int_equal(status_of(scene, 11), 0);
}

/* Eight at each of eight addresses are all that wait; others still get their turn. */
static void accounts_full_room_takes_in_who_has_waited_least(void **state)
{
    struct scene *scene = *state;
    char address[32];
    uint32_t number = 0;
    for (; number < 2; number++) send_from(scene, number, "198.51.100.1");
    for (; number < 66; number++) {
        (void)snprintf(address, sizeof address, "10.0.%u.1", (number - 2) / 8);
        send_from(scene, number, address);
        assert_int_equal(status_of(scene, number), 0);
    }
    send_from(scene, number, "198.51.100.2");
    assert_int_equal(status_of(scene, number), 0);
    int away = 0;
    for (uint32_t i = 0; i < number; i++) away += status_of(scene, i) == 503;
    assert_int_equal(away, 1);
    assert_int_equal(status_of(scene, 65), 503);
}

static void accounts_passwords_of_an_address_are_limited(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 31; i++) { /* all of them are right: no failed sign-ins */
        log_in(scene);
        reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
        if (i < 30) {
            reply_hashed(scene, true);
            reply_receipt(scene, FELT_OUTCOME_OK);
        }
        assert_answer(scene, i < 30 ? 200 : 429, NULL);
    }
    assert_int_equal(scene->front->answer[0].retry_s, 30);
    scene->front->address = "192.0.2.2";
    log_in(scene);
    reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
    assert_int_equal(scene->verifies, 31);
}

/* ---- tries ----------------------------------------------------------------------------------- */

static void guess_wrong(struct scene *scene, const char *address)
{
    scene->front->address = address;
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
    reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
    reply_hashed(scene, false);
    assert_refused(scene, 401, "WRONG_SECRET");
}

/* Whoever guesses from one address locks himself out, and nobody else. */
static void accounts_name_is_blocked_for_the_address_that_guessed(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 10; i++) guess_wrong(scene, "192.0.2.1");
    front_send(scene->front, 0, true, "/api/login",
               "{\"username\":\"ADA\",\"password\":\"correct horse\"}");
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    assert_int_equal(scene->front->answer[0].retry_s, 120);
    assert_non_null(strstr(scene->front->answer[0].body, "too often: wait 120 seconds\""));
    assert_string_equal(scene->front->log, "{\"event\":\"login\",\"outcome\":\"limited\","
                                           "\"address\":\"192.0.2.1\"}");
    scene->front->address = "198.51.100.1";
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
    felt_http_accounts_gone(scene->front->accounts, 0);
    scene->front->address = "192.0.2.1";
    front_send(scene->front, 0, true, "/api/login",
               "{\"username\":\"bob\",\"password\":\"correct horse\"}");
    assert_int_equal(scene->front->answer[0].count, 0);
    felt_http_accounts_gone(scene->front->accounts, 0);
    scene->front->now_ms += 120000;
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
}

static void accounts_name_is_blocked_after_a_hundred_from_everywhere(void **state)
{
    struct scene *scene = *state;
    char address[32];
    for (int i = 0; i < 100; i++) {
        (void)snprintf(address, sizeof address, "10.0.%d.1", i / 5);
        guess_wrong(scene, address);
    }
    scene->front->address = "198.51.100.1";
    log_in(scene);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    assert_int_equal(scene->front->answer[0].retry_s, 36);
}

/* One network has so few guesses that they close a name to nobody else. */
static void accounts_name_is_not_blocked_by_one_network(void **state)
{
    struct scene *scene = *state;
    char address[64];
    for (int form = 0; form < 2; form++) {
        for (uint32_t i = 0; i < 20; i++) {
            (void)snprintf(address, sizeof address, form ? "192.0.2.%u" : "2001:db8:1:%x::1", i);
            guess_wrong(scene, address);
        }
        (void)snprintf(address, sizeof address, form ? "192.0.2.%u" : "2001:db8:1:%x::1", 99u);
        scene->front->address = address;
        log_in(scene);
        assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    }
    scene->front->address = "198.51.100.1";
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
}

/* ---- guests ---------------------------------------------------------------------------------- */

/* Asks as a guest from here; the status. */
static int req_as_guest(struct scene *scene, const char *address)
{
    scene->front->address = address;
    front_send(scene->front, 0, true, "/api/guest", "{}");
    if (scene->front->answer[0].count == 0) {
        struct felt_receipt receipt = {.user = make_user()};
        receipt.user.kind = FELT_USER_GUEST;
        felt_http_accounts_receipt(scene->front->accounts, scene->ticket, &receipt,
                                   scene->front->now_ms);
    }
    return scene->front->answer[0].status;
}

/* Thirty /64 of a /48, which is one network; and the same of a /24. */
static void accounts_guests_of_a_network_are_limited(void **state)
{
    struct scene *scene = *state;
    char address[64];
    for (int four = 0; four < 2; four++) {
        int made = 0;
        for (uint32_t i = 0; i < 600; i++) {
            (void)snprintf(address, sizeof address, four ? "192.0.2.%u" : "2001:db8:1:%x00::1",
                           i % 30);
            made += req_as_guest(scene, address) == 201;
        }
        assert_int_equal(made, 80);
    }
    assert_int_equal(req_as_guest(scene, "2001:db8:2::1"), 201);
    assert_int_equal(req_as_guest(scene, "198.51.100.1"), 201);
}

static void accounts_guests_of_all_networks_are_limited(void **state)
{
    struct scene *scene = *state;
    char address[64];
    int made = 0;
    for (uint32_t i = 0; i < 1100; i++) {
        (void)snprintf(address, sizeof address, "2001:db8:%x::1", i);
        made += req_as_guest(scene, address) == 201;
    }
    assert_int_equal(made, 1000);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    scene->front->now_ms += 3600; /* one in 3.6 seconds */
    assert_int_equal(req_as_guest(scene, "198.51.100.1"), 201);
}

static void accounts_guests_at_a_time_are_limited(void **state)
{
    struct scene *scene = *state;
    scene->front->config.guests_max = 12;
    felt_http_accounts_tell_guests(scene->front->accounts, 10);
    assert_int_equal(req_as_guest(scene, "192.0.2.1"), 201);
    assert_int_equal(req_as_guest(scene, "192.0.2.1"), 201);
    assert_int_equal(req_as_guest(scene, "198.51.100.1"), 503);
    assert_refused(scene, 503, "BUSY");
    assert_int_equal(scene->front->answer[0].retry_s, 600);
    felt_http_accounts_tell_guests(scene->front->accounts, 11);
    assert_int_equal(req_as_guest(scene, "198.51.100.1"), 201);
    assert_int_equal(req_as_guest(scene, "198.51.100.1"), 503);
}

/* New accounts have a limit for all, too. */
static void accounts_accounts_of_all_networks_are_limited(void **state)
{
    struct scene *scene = *state;
    char address[64];
    scene->front->config.limits.all_new_burst = 5;
    for (uint32_t i = 0; i < 6; i++) {
        (void)snprintf(address, sizeof address, "2001:db8:%x::1", i);
        scene->front->address = address;
        front_send(scene->front, 0, true, "/api/register",
                   "{\"username\":\"ada\",\"password\":\"correct horse\"}");
        assert_int_equal(scene->front->answer[0].status, i < 5 ? 0 : 429);
        if (i < 5) felt_http_accounts_gone(scene->front->accounts, 0);
        if (i < 2) reply_hashed(scene, true); /* nobody waits for it */
    }
}

/* ---- devices --------------------------------------------------------------------------------- */

static void sign_in(struct scene *scene)
{
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
    reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
    reply_hashed(scene, true);
    reply_receipt(scene, FELT_OUTCOME_OK);
    assert_answer(scene, 200, NULL);
}

/* The cookie of the device becomes all that the next requests send. */
static void keep_device(struct scene *scene)
{
    const char *set = scene->front->answer[0].device;
    assert_true(strncmp(set, "felt_device=", 12) == 0);
    (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%.*s",
                   (int)strcspn(set, ";"), set);
}

static void lock_name(struct scene *scene)
{
    char address[32], cookie[300];
    memcpy(cookie, scene->front->cookie, sizeof cookie);
    scene->front->cookie[0] = '\0';
    for (int i = 0; i < 100; i++) {
        (void)snprintf(address, sizeof address, "10.0.%d.1", i / 5);
        guess_wrong(scene, address);
    }
    scene->front->address = "198.51.100.1";
    log_in(scene);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    memcpy(scene->front->cookie, cookie, sizeof cookie);
}

static void accounts_device_is_named_at_sign_in_and_says_nothing(void **state)
{
    struct scene *scene = *state;
    char first[300];
    sign_in(scene);
    (void)snprintf(first, sizeof first, "%s", scene->front->answer[0].device);
    assert_non_null(strstr(first, "; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000"));
    assert_null(strstr(first, "Secure"));
    scene->front->secure = true;
    sign_in(scene);
    const char *second = scene->front->answer[0].device;
    assert_true(strncmp(second, "__Host-felt_device=", 19) == 0);
    assert_non_null(strstr(second, "; Secure"));
    /* Of the same user, and yet they have no beginning in common. */
    assert_int_not_equal(strncmp(first + 12, second + 19, 4), 0);
    front_send(scene->front, 0, true, "/api/guest", "{}");
    struct felt_receipt guest = {.user = make_user()};
    guest.user.kind = FELT_USER_GUEST;
    felt_http_accounts_receipt(scene->front->accounts, scene->ticket, &guest, scene->front->now_ms);
    assert_answer(scene, 201, NULL);
    assert_string_equal(scene->front->answer[0].device, "");
}

/* A hundred wrong passwords from everywhere close a name to strangers, not to its owner's device.
 */
static void accounts_device_passes_the_lock_of_its_name(void **state)
{
    struct scene *scene = *state;
    sign_in(scene);
    keep_device(scene);
    lock_name(scene);
    sign_in(scene);
    for (int i = 0; i < 50; i++) { /* it is the device that counts, not where it is */
        scene->front->now_ms += 60000;
        sign_in(scene);
    }
}

/* Whichever hasher is free first takes it; then it is the turn of strangers again. */
static void accounts_device_waits_behind_no_stranger(void **state)
{
    struct scene *scene = *state;
    char device[300];
    sign_in(scene);
    keep_device(scene);
    memcpy(device, scene->front->cookie, sizeof device);
    for (int first = 0; first < 2; first++) {
        uint64_t at_work[2];
        scene->front->cookie[0] = '\0';
        for (uint32_t i = 0; i < 4; i++) {
            send_from(scene, i + 1, first ? "203.0.113.1" : "198.51.100.1");
            if (i < 2) at_work[i] = scene->ticket;
        }
        memcpy(scene->front->cookie, device, sizeof device);
        scene->front->address = "198.51.100.1";
        log_in(scene);
        reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
        felt_http_accounts_hashed(scene->front->accounts, at_work[first], false, false, "",
                                  FRONT_NOW);
        assert_string_equal(scene->password, "correct horse");
        uint64_t known = scene->ticket;
        felt_http_accounts_hashed(scene->front->accounts, at_work[!first], false, false, "",
                                  FRONT_NOW);
        assert_string_equal(scene->password, "3");
        uint64_t third = scene->ticket;
        felt_http_accounts_hashed(scene->front->accounts, known, false, false, "", FRONT_NOW);
        assert_string_equal(scene->password, "4");
        felt_http_accounts_hashed(scene->front->accounts, scene->ticket, false, false, "",
                                  FRONT_NOW);
        felt_http_accounts_hashed(scene->front->accounts, third, false, false, "", FRONT_NOW);
    }
}

static void accounts_device_passes_no_other_name(void **state)
{
    struct scene *scene = *state;
    sign_in(scene);
    keep_device(scene);
    scene->front->config.limits.spread_burst = 1;
    for (int i = 0; i < 2; i++) {
        scene->front->address = i ? "192.0.2.1" : "198.51.100.1";
        front_send(scene->front, 0, true, "/api/login",
                   "{\"username\":\"bob\",\"password\":\"correct horse\"}");
        if (i == 1) break;
        reply_found(scene, (struct felt_ledger_answer){.outcome = FELT_OUTCOME_NO_USER});
        reply_hashed(scene, false);
    }
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
}

/* A device that was stolen has few guesses; then it is as good as none. */
static void accounts_device_has_few_guesses(void **state)
{
    struct scene *scene = *state;
    sign_in(scene);
    keep_device(scene);
    lock_name(scene);
    for (int i = 0; i < 10; i++) guess_wrong(scene, "198.51.100.1");
    log_in(scene);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    scene->front->now_ms += 120000; /* of the device one in two minutes, of the name one in 36 s */
    guess_wrong(scene, "198.51.100.1");
}

/* Whoever has the name now is not the user whom the device is of. */
static void accounts_device_of_a_former_user_is_a_stranger(void **state)
{
    struct scene *scene = *state;
    struct felt_user other = make_user();
    sign_in(scene);
    keep_device(scene);
    lock_name(scene);
    other.id = 18;
    log_in(scene);
    assert_int_equal(scene->front->answer[0].count, 0);
    reply_found(scene, (struct felt_ledger_answer){.user = other});
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
}

static void accounts_device_counts_for_90_days_and_unchanged(void **state)
{
    struct scene *scene = *state;
    sign_in(scene);
    keep_device(scene);
    lock_name(scene);
    char *last = scene->front->cookie + strlen(scene->front->cookie) - 1, was = *last;
    *last = was == 'A' ? 'B' : 'A';
    log_in(scene);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    *last = was;
    sign_in(scene);
    scene->front->now_ms += FELT_HTTP_DEVICE_MS;
    char device[300];
    memcpy(device, scene->front->cookie, sizeof device);
    lock_name(scene);
    memcpy(scene->front->cookie, device, sizeof device);
    log_in(scene);
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
}

/* Others who guess do not keep a user from changing the password, and his own guesses are few. */
static void accounts_proofs_have_a_bucket_of_the_user(void **state)
{
    struct scene *scene = *state;
    char address[32];
    scene->front->config.limits.spread_burst = 1;
    guess_wrong(scene, "203.0.113.1");
    be_signed_in(scene);
    for (int i = 0; i < 11; i++) {
        (void)snprintf(address, sizeof address, "192.0.2.%d", i);
        scene->front->address = address;
        front_send(scene->front, 0, true, "/api/delete", "{\"password\":\"wrong\"}");
        reply_session(scene, make_user());
        if (i < 10) reply_hashed(scene, false);
        assert_answer(scene, i < 10 ? 401 : 429, NULL);
    }
    struct felt_user other = make_user();
    other.id = 18;
    front_send(scene->front, 0, true, "/api/delete", "{\"password\":\"wrong\"}");
    reply_session(scene, other);
    assert_int_equal(scene->front->answer[0].count, 0);
}

/* An operator may give a password to somebody whose name is a number of Facebook. */
static void accounts_numbers_are_names_to_sign_in_with(void **state)
{
    static const struct {
        const char *name;
        bool asked;
    } rows[] = {{"100012345678901", true},
                {"1", true},
                {"12345678901234567890", true},
                {"123456789012345678901", false},
                {"12a", false},
                {"-12", false},
                {"", false}};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[100];
        int before = scene->questions;
        (void)snprintf(body, sizeof body, "{\"username\":\"%s\",\"password\":\"x\"}", rows[i].name);
        front_send(scene->front, 0, true, "/api/login", body);
        assert_int_equal(scene->questions - before, rows[i].asked);
        if (rows[i].asked) assert_string_equal(scene->question.text, rows[i].name);
        if (!rows[i].asked) reply_hashed(scene, false);
        felt_http_accounts_gone(scene->front->accounts, 0);
    }
}

/* ---- tokens that are not what they are sent as ----------------------------------------------- */

static void reply_kind(struct scene *scene, enum felt_session_kind kind)
{
    struct felt_ledger_answer answer = {.user = make_user()};
    answer.session.kind = (uint8_t)kind;
    answer.session.user = 17;
    answer.session.last_seen = FRONT_NOW;
    assert_int_equal(scene->question.kind, FELT_QUESTION_SESSION);
    if (kind == FELT_SESSION_LINK)
        answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_NO_SESSION};
    reply_found(scene, answer);
}

static void log_in_with_code(struct scene *scene, enum felt_outcome outcome)
{
    struct felt_ledger_answer answer = {.user = make_user()};
    answer.user.kind = FELT_USER_ADMIN;
    (void)snprintf(answer.user.factor, sizeof answer.user.factor, "%s", "on:");
    scene->orders = 0;
    front_send(scene->front, 0, true, "/api/login",
               "{\"username\":\"ada\",\"password\":\"correct horse\",\"code\":\"123456\"}");
    reply_found(scene, answer);
    reply_hashed(scene, true);
    if (scene->orders) reply_receipt(scene, outcome);
}

/* Who knows the password of an operator has five tries at the code, then ten an hour, from
 * wherever they come.  A code that is right takes nothing. */
static void accounts_codes_are_limited_by_user(void **state)
{
    struct scene *scene = *state;
    char address[32];
    scene->front->address = address;
    for (int i = 0; i < 20; i++) {
        (void)snprintf(address, sizeof address, "10.%d.0.1", i);
        log_in_with_code(scene, FELT_OUTCOME_OK);
        assert_answer(scene, 200, NULL);
    }
    for (int i = 0; i < 5; i++) {
        (void)snprintf(address, sizeof address, "10.%d.0.1", 20 + i);
        log_in_with_code(scene, FELT_OUTCOME_WRONG_CODE);
        assert_refused(scene, 401, "WRONG_CODE");
    }
    for (int i = 0; i < 2; i++) {
        (void)snprintf(address, sizeof address, "10.%d.0.1", 30 + i);
        log_in_with_code(scene, FELT_OUTCOME_OK);
        assert_refused(scene, 429, "TOO_MANY_REQUESTS");
        assert_int_equal(scene->orders, 0); /* nothing was compared */
        scene->front->now_ms += 360000;
        log_in_with_code(scene, FELT_OUTCOME_WRONG_CODE);
        assert_refused(scene, 401, "WRONG_CODE");
    }
}

static void accounts_logout_ends_only_sessions_of_its_kind(void **state)
{
    struct scene *scene = *state;
    for (int kind = 0; kind < FELT_SESSION_KINDS; kind++)
        for (int way = 0; way < 4; way++) {
            bool bearer = way & 1, all = way & 2;
            bool good = bearer ? kind == FELT_SESSION_BEARER
                               : kind == FELT_SESSION_COOKIE || kind == FELT_SESSION_FRESH;
            int before = scene->orders;
            scene->front->bearer = bearer ? TOKEN : "";
            (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s",
                           bearer ? "" : COOKIE);
            front_send(scene->front, 0, true, "/api/logout", all ? "{\"all\":true}" : "{}");
            reply_kind(scene, (enum felt_session_kind)kind);
            assert_int_equal(scene->orders - before, good);
            if (good) {
                assert_int_equal(scene->order.kind, FELT_ORDER_SIGN_OUT);
                assert_int_equal(scene->order.user, all ? 17 : 0);
                assert_true(scene->order.has_old_token == !all);
                reply_receipt(scene, FELT_OUTCOME_OK);
            }
            assert_answer(scene, good || !all ? 200 : 401, NULL);
        }
}

static void accounts_login_ends_no_session_of_another_kind(void **state)
{
    struct scene *scene = *state;
    be_signed_in(scene);
    for (int kind = 0; kind < FELT_SESSION_KINDS; kind++) {
        log_in(scene);
        reply_kind(scene, (enum felt_session_kind)kind);
        reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
        reply_hashed(scene, true);
        assert_int_equal(scene->order.kind, FELT_ORDER_SIGN_IN);
        assert_true(scene->order.has_old_token ==
                    (kind == FELT_SESSION_COOKIE || kind == FELT_SESSION_FRESH));
        reply_receipt(scene, FELT_OUTCOME_OK);
        assert_answer(scene, 200, NULL);
    }
    log_in(scene);
    reply_found(scene, (struct felt_ledger_answer){.outcome = FELT_OUTCOME_UNAVAILABLE});
    assert_refused(scene, 503, "UNAVAILABLE");
}

/* ---- a password without the old one ---------------------------------------------------------- */

static void accounts_link_sets_a_password_for_a_quarter_of_an_hour(void **state)
{
    static const struct {
        uint8_t kind, user_kind;
        bool has_password;
        int64_t age_ms;
        const char *code; /* NULL: the new one is hashed at once                                 */
    } rows[] = {
        {FELT_SESSION_FRESH, FELT_USER_HUMAN, true, 0, NULL},
        {FELT_SESSION_FRESH, FELT_USER_ADMIN, true, FELT_SESSION_FRESH_MS, NULL},
        {FELT_SESSION_FRESH, FELT_USER_HUMAN, false, 0, NULL},
        {FELT_SESSION_FRESH, FELT_USER_HUMAN, true, FELT_SESSION_FRESH_MS + 1, "BAD_FIELD"},
        {FELT_SESSION_FRESH, FELT_USER_HUMAN, false, FELT_SESSION_FRESH_MS + 1, "WRONG_KIND"},
        {FELT_SESSION_FRESH, FELT_USER_GUEST, false, 0, "WRONG_KIND"},
        {FELT_SESSION_COOKIE, FELT_USER_HUMAN, true, 0, "BAD_FIELD"},
        {FELT_SESSION_COOKIE, FELT_USER_HUMAN, false, 0, "WRONG_KIND"},
    };
    struct scene *scene = *state;
    be_signed_in(scene);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_ledger_answer answer = {.user = make_user()};
        int hashes = scene->hashes;
        char found[64];
        answer.user.kind = rows[i].user_kind;
        if (!rows[i].has_password) answer.user.password[0] = '\0';
        answer.session.kind = rows[i].kind;
        answer.session.created = FRONT_NOW - rows[i].age_ms;
        answer.session.last_seen = FRONT_NOW;
        front_send(scene->front, 0, true, "/api/password", "{\"new\":\"battery staple\"}");
        reply_found(scene, answer);
        assert_int_equal(scene->hashes - hashes, !rows[i].code);
        if (rows[i].code) {
            assert_string_equal(front_code(scene->front, 0, found), rows[i].code);
            continue;
        }
        reply_hashed(scene, true);
        assert_int_equal(scene->order.kind, FELT_ORDER_PASSWORD);
        assert_true(scene->order.has_old_token);
        assert_string_equal(scene->order.proof, ""); /* nothing was proved */
        reply_receipt(scene, FELT_OUTCOME_OK);
        assert_answer(scene, 200, "{}");
    }
    assert_int_equal(scene->verifies, 0);
}

/* Whoever sends the old password all the same has it compared. */
static void accounts_old_password_counts_also_in_a_fresh_session(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_answer answer = {.user = make_user()};
    be_signed_in(scene);
    answer.session.kind = FELT_SESSION_FRESH;
    answer.session.created = answer.session.last_seen = FRONT_NOW;
    front_send(scene->front, 0, true, "/api/password",
               "{\"old\":\"wrong\",\"new\":\"battery staple\"}");
    reply_found(scene, answer);
    assert_int_equal(scene->verifies, 1);
    reply_hashed(scene, false);
    assert_refused(scene, 401, "WRONG_SECRET");
    front_send(scene->front, 0, true, "/api/delete", "{\"confirm\":\"delete\"}");
    reply_found(scene, answer);
    assert_refused(scene, 400, "BAD_FIELD"); /* a link deletes nobody */
}

TEST_MODULE(http_accounts_turns)
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        CASE(accounts_addresses_take_turns),
        CASE(accounts_rare_addresses_are_first),
        CASE(accounts_greedy_network_leaves_a_hasher_free),
        CASE(accounts_gone_clients_are_not_hashed),
        CASE(accounts_room_is_free_again_when_clients_leave),
        CASE(accounts_passwords_of_an_address_wait_in_a_short_queue),
        CASE(accounts_full_room_takes_in_who_has_waited_least),
        CASE(accounts_passwords_of_an_address_are_limited),
        CASE(accounts_name_is_blocked_for_the_address_that_guessed),
        CASE(accounts_name_is_blocked_after_a_hundred_from_everywhere),
        CASE(accounts_name_is_not_blocked_by_one_network),
        CASE(accounts_guests_of_a_network_are_limited),
        CASE(accounts_guests_of_all_networks_are_limited),
        CASE(accounts_guests_at_a_time_are_limited),
        CASE(accounts_accounts_of_all_networks_are_limited),
        CASE(accounts_device_is_named_at_sign_in_and_says_nothing),
        CASE(accounts_device_passes_the_lock_of_its_name),
        CASE(accounts_device_waits_behind_no_stranger),
        CASE(accounts_device_passes_no_other_name),
        CASE(accounts_device_has_few_guesses),
        CASE(accounts_device_of_a_former_user_is_a_stranger),
        CASE(accounts_device_counts_for_90_days_and_unchanged),
        CASE(accounts_proofs_have_a_bucket_of_the_user),
        CASE(accounts_numbers_are_names_to_sign_in_with),
        CASE(accounts_codes_are_limited_by_user),
        CASE(accounts_logout_ends_only_sessions_of_its_kind),
        CASE(accounts_login_ends_no_session_of_another_kind),
        CASE(accounts_link_sets_a_password_for_a_quarter_of_an_hour),
        CASE(accounts_old_password_counts_also_in_a_fresh_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
