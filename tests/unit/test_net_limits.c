/* test_net_limits.c -- how many lines a server has: in all, by path, by guest, by address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_scene.h"

#include <ifaddrs.h>
#include <net/if.h>

/* The program hears of a farewell a little before the place is free: until then a newcomer is
 * refused, and comes again. */
static struct felt_net_client *join_freed(const char *url)
{
    struct felt_net_client *client = NULL;
    struct felt_complaint complaint = {0};
    for (int ms = 0; ms < WAIT_MS; ms++) {
        if (felt_net_client_open(url, WAIT_MS, &client, &complaint) == FELT_OK) return client;
        usleep(1000);
    }
    fail_msg("%s", complaint.text);
    return NULL;
}

/* --- limits --- */

static void net_full_server_refuses(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ws[0].connections_max = 3;
    house_open(&house, &config);
    struct felt_net_client *clients[3], *late = NULL;
    int conn;
    for (int index = 0; index < 3; index++) clients[index] = sit(&house, &conn);
    struct felt_complaint complaint;
    assert_int_equal(felt_net_client_open(house.url, WAIT_MS, &late, &complaint), FELT_UNSUPPORTED);
    felt_net_client_close(clients[1]);
    await(&house.left, 1);
    clients[1] = join_freed(house.url);
    for (int index = 0; index < 3; index++) felt_net_client_close(clients[index]);
    house_close(&house);
}

/* Each path has its own room and its own numbers, which are used again. */
static void net_paths_have_their_own_numbers(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ws[0].connections_max = 1;
    house_open(&house, &config);
    char room[64];
    snprintf(room, sizeof room, "ws://127.0.0.1:%d/room", felt_net_port(house.net));
    int conn, number, path;
    struct felt_net_client *arena = sit(&house, &conn), *guests[2], *late = NULL;
    assert_int_equal(conn, 0);
    for (int round = 0; round < 2; round++) {
        bool seen[2] = {false};
        for (int index = 0; index < 2; index++) {
            guests[index] = join_freed(room);
            assert_int_equal(sscanf(hear(guests[index]), "open %d %*s %*d [] %d", &number, &path),
                             2);
            assert_int_equal(path, 1);
            assert_in_range(number, 1, 2);
            assert_false(seen[number - 1]);
            seen[number - 1] = true;
        }
        struct felt_complaint complaint;
        assert_int_equal(felt_net_client_open(room, WAIT_MS, &late, &complaint), FELT_UNSUPPORTED);
        for (int index = 0; index < 2; index++) felt_net_client_close(guests[index]);
        await(&house.left, 2 * (round + 1));
    }
    felt_net_client_close(arena);
    house_close(&house);
}

/* Of IPv4 an address counts, of IPv6 the network that one customer has. */
static void net_guests_are_counted_by_address(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        int crowd; /* which one it is; the same number: the same guest                         */
    } rows[] = {
        {"::ffff:192.0.2.1", 0}, {"::ffff:192.0.2.2", 1},     {"::ffff:192.0.2.1", 0},
        {"2001:db8:0:1::1", 2},  {"2001:db8:0:1:ffff::9", 2}, {"2001:db8:0:2::1", 3},
        {"::ffff:192.0.3.1", 4}, {"2001:db8::1", 5},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct felt_net *net = calloc(1, sizeof *net);
    struct crowd *guests[ROWS];
    uint32_t sockets[ROWS] = {0};
    for (int i = 0; i < ROWS; i++) {
        struct in6_addr address;
        assert_int_equal(inet_pton(AF_INET6, rows[i].address, &address), 1);
        guests[i] = felt_net_crowd_add(net, &address);
        assert_non_null(guests[i]);
        assert_int_equal(guests[i]->sockets, ++sockets[rows[i].crowd]);
        for (int j = 0; j < i; j++)
            assert_int_equal(guests[i] == guests[j], rows[i].crowd == rows[j].crowd);
    }
    felt_net_crowd_drop(net, NULL);
    for (int i = 0; i < ROWS; i++) felt_net_crowd_drop(net, guests[i]);
    for (int i = 0; i < CROWD_BUCKETS; i++) assert_null(net->guests[i]);
    free(net);
}

/* Enough addresses that some share a bucket, dropped in another order than they came. */
static void net_guests_share_buckets(void **state)
{
    (void)state;
    enum { COUNT = 3 * CROWD_BUCKETS };
    struct felt_net *net = calloc(1, sizeof *net);
    struct crowd **guests = calloc(COUNT, sizeof(struct crowd *));
    for (int i = 0; i < COUNT; i++) {
        struct in6_addr address = {.s6_addr = {0x20, 1, (uint8_t)(i >> 8), (uint8_t)i}};
        guests[i] = felt_net_crowd_add(net, &address);
        assert_int_equal(guests[i]->sockets, 1);
    }
    for (int i = 0; i < COUNT; i++) felt_net_crowd_drop(net, guests[i * 7 % COUNT]);
    for (int i = 0; i < CROWD_BUCKETS; i++) assert_null(net->guests[i]);
    free(guests);
    free(net);
}

/* An address of this machine at which it meets itself as a stranger.  False: it has none. */
static bool find_address(struct in_addr *address)
{
    struct ifaddrs *list = NULL;
    bool found = false;
    if (getifaddrs(&list) != 0) return false;
    for (struct ifaddrs *one = list; one && !found; one = one->ifa_next) {
        found = one->ifa_addr && one->ifa_addr->sa_family == AF_INET && (one->ifa_flags & IFF_UP) &&
                !(one->ifa_flags & IFF_LOOPBACK);
        if (found)
            memcpy(address, &((struct sockaddr_in *)one->ifa_addr)->sin_addr, sizeof *address);
    }
    freeifaddrs(list);
    return found;
}

static int knock(struct in_addr address, const struct house *house)
{
    int raw = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = address};
    to.sin_port = htons((uint16_t)felt_net_port(house->net));
    struct timeval patience = {.tv_sec = RAW_SECONDS};
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(raw, (struct sockaddr *)&to, sizeof to), 0);
    return raw;
}

/* The status of the answer; 0: closed without one. */
static int status_of(int raw, const char *request)
{
    char answer[16] = "";
    int status = 0;
    if (send(raw, request, strlen(request), MSG_NOSIGNAL) < 0) return 0;
    if (recv(raw, answer, sizeof answer - 1, MSG_WAITALL) < 0) return 0;
    return sscanf(answer, "HTTP/1.%*d %d", &status) == 1 ? status : 0;
}

/* Sockets that never become lines count too, and shut nobody else out. */
static void net_address_has_so_many_sockets(void **state)
{
    (void)state;
    enum { MOST = 2 + HTTP_PER_ADDRESS };
    static const char get[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct house house;
    struct felt_net_config config = usual_config();
    struct in_addr address = {0};
    if (!find_address(&address)) skip();
    config.bind = "0.0.0.0";
    house_open(&house, &config);
    int raw[MOST], conn, again = 0;
    char byte;
    for (int i = 0; i < MOST; i++) raw[i] = knock(address, &house);
    for (int i = 0; i < 3; i++) {
        int late = knock(address, &house);
        raw_expect_end(late, &byte, 1);
        close(late);
    }
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(recv(raw[i], &byte, 1, MSG_DONTWAIT), -1);
        assert_int_equal(errno, EAGAIN);
    }
    felt_net_client_close(sit(&house, &conn)); /* this machine itself is not counted */
    for (int i = 0; i < MOST; i++) close(raw[i]);
    for (int round = 0; round < WAIT_MS && again != 200; round++) {
        int late = knock(address, &house);
        again = status_of(late, get);
        close(late);
        usleep(1000);
    }
    assert_int_equal(again, 200);
    house_close(&house);
}

/* Of those sockets so many may be WebSockets. */
static void net_address_has_so_many_conns(void **state)
{
    (void)state;
    static const int answers[] = {101, 101, 503};
    struct house house;
    struct felt_net_config config = usual_config();
    struct in_addr address = {0};
    if (!find_address(&address)) skip();
    config.bind = "0.0.0.0";
    house_open(&house, &config);
    int raw[3];
    for (int i = 0; i < 3; i++) {
        raw[i] = knock(address, &house);
        assert_int_equal(status_of(raw[i], RAW_UPGRADE("/ws", "")), answers[i]);
    }
    for (int i = 0; i < 3; i++) close(raw[i]);
    await(&house.left, 2);
    house_close(&house);
}

static void net_refused_by_the_program_is_1013(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    house.refuses = true;
    int raw = raw_join(felt_net_port(house.net));
    assert_int_equal(raw_read_close(raw), 1013);
    close(raw);
    house_close(&house);
}

/* So many WebSockets that each of these addresses opens may be open; 4 are an address's most. */
static int count_conns(struct felt_net *net, const char *start, int most)
{
    for (int i = 0; i < most; i++) {
        char text[INET6_ADDRSTRLEN];
        struct in6_addr address;
        snprintf(text, sizeof text, strstr(start, "ffff") ? "%s%d" : "%s%02x::1", start, i);
        assert_int_equal(inet_pton(AF_INET6, text, &address), 1);
        struct crowd *crowd = felt_net_crowd_add(net, &address);
        assert_non_null(crowd);
        if (!felt_net_crowd_has_room(crowd, 4)) return i;
        felt_net_crowd_conns(crowd, 1);
    }
    return most;
}

/* Four times as many in a /56, sixteen times in a /48 and in an IPv4 /24. */
static void net_networks_have_so_many_conns(void **state)
{
    (void)state;
    static const struct {
        const char *start;
        int most;
    } rows[] = {{"2001:db8:1:1", 16},    {"2001:db8:1:2", 16},   {"2001:db8:1:3", 16},
                {"2001:db8:1:4", 16},    {"2001:db8:1:5", 0},    {"2001:db8:2:5", 16},
                {"::ffff:192.0.2.", 64}, {"::ffff:192.0.3.", 64}};
    struct felt_net *net = calloc(1, sizeof *net);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(count_conns(net, rows[i].start, 200), rows[i].most);
    for (int i = 0; i < CROWD_BUCKETS; i++)
        while (net->guests[i]) {
            struct crowd *next = net->guests[i]->next;
            free(net->guests[i]);
            net->guests[i] = next;
        }
    free(net);
}

/* A socket counts for its networks before anything else is known of it. */
static void net_networks_have_so_many_sockets(void **state)
{
    (void)state;
    enum { EACH = 4, COUNT = 70 };
    struct felt_net *net = calloc(1, sizeof *net);
    struct crowd *guests[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct in6_addr address = {.s6_addr = {0x20, 1, 0xd, 0xb8, 0, 1, (uint8_t)i}};
        guests[i] = felt_net_crowd_add(net, &address);
        assert_int_equal(felt_net_crowd_is_crowded(guests[i], EACH), i >= 16 * EACH);
    }
    for (int i = 0; i < COUNT; i++) felt_net_crowd_drop(net, guests[i]);
    for (int i = 0; i < CROWD_BUCKETS; i++) assert_null(net->guests[i]);
    free(net);
}

TEST_MODULE(net_limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_full_server_refuses),
        cmocka_unit_test(net_paths_have_their_own_numbers),
        cmocka_unit_test(net_guests_are_counted_by_address),
        cmocka_unit_test(net_guests_share_buckets),
        cmocka_unit_test(net_networks_have_so_many_conns),
        cmocka_unit_test(net_networks_have_so_many_sockets),
        cmocka_unit_test(net_address_has_so_many_sockets),
        cmocka_unit_test(net_address_has_so_many_conns),
        cmocka_unit_test(net_refused_by_the_program_is_1013),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
