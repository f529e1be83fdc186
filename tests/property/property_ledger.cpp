// property_ledger.cpp -- properties 12 to 16 of accounts (docs/SECURITY.md), on rows in memory, and
// the ledger against a model of it that is a few lines long.
#include "counted.h"
#include "fake_store.h"
#include "support.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include "module.h"
#include "os/secret.h"
}

namespace
{

int cases()
{
    return test_is_quick() ? 300 : 10000;
}

fake_store *empty_fake_store()
{
    static fake_store *kept = fake_store_open();
    fake_store_clear(kept);
    return kept;
}

template <std::size_t size> void set(char (&field)[size], const std::string &text)
{
    RC_ASSERT(text.size() < size);
    std::memcpy(field, text.c_str(), text.size() + 1);
}

felt_order make(felt_order_kind kind, std::int64_t user, felt_chips amount, const std::string &key)
{
    felt_order order{};
    order.kind = static_cast<std::uint8_t>(kind);
    order.now_ms = 1000;
    order.user = user;
    order.amount = amount;
    if (felt_order_moves(kind)) set(order.key, key);
    return order;
}

felt_receipt do_one(fake_store *ledger, const felt_order &order, bool lost = false)
{
    felt_receipt receipt{};
    fake_store_do(ledger, &order, 1, &receipt, lost);
    return receipt;
}

std::int64_t sign_up(fake_store *ledger, int number)
{
    felt_order order = make(FELT_ORDER_SIGN_UP, 0, 0, "up-" + std::to_string(number));
    order.user_kind = FELT_USER_HUMAN;
    set(order.username, "user" + std::to_string(number));
    felt_receipt receipt = do_one(ledger, order);
    RC_ASSERT(receipt.outcome == FELT_OUTCOME_OK);
    return receipt.user.id;
}

std::string bookmark_of(std::int64_t id)
{
    std::uint8_t secret[FELT_DIGEST_BYTES], digest[FELT_DIGEST_SHA1_BYTES];
    std::memset(secret, 7, sizeof secret);
    std::string text = std::to_string(id), out;
    felt_secret_sign_sha1(secret, sizeof secret, text.data(), text.size(), digest);
    for (std::uint8_t byte : digest) {
        char hex[3];
        std::snprintf(hex, sizeof hex, "%02x", byte);
        out += hex;
    }
    return out;
}

std::string any_facebook_id()
{
    std::string id = std::to_string(*rc::gen::inRange<std::uint64_t>(1, 1000000000000000000));
    return id.substr(0, static_cast<std::size_t>(*rc::gen::inRange(1, 19)));
}

felt_order facebook(const std::string &id, std::uint32_t number)
{
    felt_order order = make(FELT_ORDER_FACEBOOK, 0, 0, "fb-" + std::to_string(number));
    set(order.facebook_id, id);
    order.has_token = true;
    order.expires_ms = 100000;
    std::memcpy(order.token, &number, sizeof number);
    std::memcpy(order.signature, &number, sizeof number);
    order.signature_until_ms = 100000;
    return order;
}

// --- the properties ---

void property_12_new_user_initial_state()
{
    fake_store *ledger = empty_fake_store();
    int before = *rc::gen::inRange(0, 5);
    for (int i = 0; i < before; i++) sign_up(ledger, i);
    felt_receipt receipt =
        do_one(ledger, facebook(any_facebook_id(), 1), *rc::gen::arbitrary<bool>());
    RC_ASSERT(receipt.outcome == FELT_OUTCOME_OK);
    const felt_user *user = fake_store_user(ledger, receipt.user.id);
    RC_ASSERT(user != nullptr);
    RC_ASSERT(user->chips == 400);
    RC_ASSERT(user->invested == 400);
    RC_ASSERT(user->bookmark == bookmark_of(user->id));
    RC_ASSERT(fake_store_total(ledger, user->id) == 400);
    RC_ASSERT(fake_store_wrong(ledger) == nullptr);
}

// A new request each time: the same one twice is refused.
void property_13_user_retrieval_idempotence()
{
    fake_store *ledger = empty_fake_store();
    std::vector<std::string> ids;
    for (int i = *rc::gen::inRange(1, 4); i > 0; i--) ids.push_back(any_facebook_id());
    std::map<std::string, std::int64_t> known;
    std::map<std::string, felt_chips> chips;
    int visits = *rc::gen::inRange(1, 12);
    for (int visit = 0; visit < visits; visit++) {
        const std::string id = *rc::gen::elementOf(ids);
        auto number = static_cast<std::uint32_t>(visit + 1);
        felt_receipt receipt = do_one(ledger, facebook(id, number), *rc::gen::arbitrary<bool>());
        RC_ASSERT(receipt.outcome == FELT_OUTCOME_OK);
        if (known.count(id)) {
            RC_ASSERT(receipt.user.id == known[id]);
            RC_ASSERT(receipt.user.chips == chips[id]);
        }
        known[id] = receipt.user.id;
        felt_chips spent = *rc::gen::inRange<felt_chips>(0, receipt.user.chips + 1);
        if (spent > 0)
            RC_ASSERT(do_one(ledger, make(FELT_ORDER_DEBIT, known[id], spent,
                                          "debit-" + std::to_string(visit)))
                          .outcome == FELT_OUTCOME_OK);
        chips[id] = receipt.user.chips - spent;
        felt_order again = facebook(id, number);
        again.token[31] = 1;
        RC_ASSERT(visit > 0 || do_one(ledger, again).outcome == FELT_OUTCOME_KEY_REUSED);
        set(again.key, "again-" + std::to_string(visit));
        RC_ASSERT(do_one(ledger, again).outcome == FELT_OUTCOME_REPLAYED);
    }
    RC_ASSERT(fake_store_users(ledger) == static_cast<int>(known.size()));
    RC_ASSERT(fake_store_wrong(ledger) == nullptr);
}

// What the ledger should say, by the simplest means.
struct model {
    std::map<std::int64_t, felt_chips> bank, invested;
    std::map<std::pair<std::string, std::int64_t>, felt_chips> seat;
    std::set<std::pair<std::string, std::int64_t>> sat;
    std::map<std::string, felt_chips> pool;
    std::map<std::string, felt_chips> done; // key -> amount
    felt_chips rake = 0;

    felt_chips total(std::int64_t user) const
    {
        felt_chips sum = bank.at(user);
        for (const auto &entry : seat)
            if (entry.first.second == user) sum += entry.second;
        return sum;
    }

    // True: it must be accepted.
    bool apply(const felt_order &order, felt_chips *amount)
    {
        auto found = done.find(order.key);
        if (found != done.end()) {
            *amount = found->second;
            return true;
        }
        auto place = std::make_pair(std::string(order.table), order.user);
        *amount = order.amount;
        switch (order.kind) {
        case FELT_ORDER_RELOAD:
            *amount = 400 - total(order.user);
            if (*amount <= 0) return false;
            bank[order.user] += *amount;
            invested[order.user] += *amount;
            break;
        case FELT_ORDER_BUY_IN:
            if (seat[place] > 0 || bank[order.user] < order.amount) return false;
            bank[order.user] -= order.amount;
            seat[place] += order.amount;
            sat.insert(place);
            break;
        case FELT_ORDER_TOP_UP:
            if (!sat.count(place) || bank[order.user] < order.amount) return false;
            bank[order.user] -= order.amount;
            seat[place] += order.amount;
            break;
        case FELT_ORDER_CASH_OUT:
            *amount = seat[place];
            if (*amount == 0) return false;
            bank[order.user] += *amount;
            seat[place] = 0;
            break;
        case FELT_ORDER_SETTLE: return settle(order, amount);
        default:
            if (!share(order)) return false;
        }
        done[order.key] = *amount;
        return true;
    }

    // What is in a pool is nobody's.
    bool share(const felt_order &order)
    {
        felt_chips &prizes = pool[order.table];
        if (order.kind == FELT_ORDER_ENTER) {
            if (bank[order.user] < order.amount) return false;
            bank[order.user] -= order.amount;
            prizes += order.amount;
            return true;
        }
        if (prizes < order.amount) return false;
        prizes -= order.amount;
        (order.kind == FELT_ORDER_FEE ? rake : bank[order.user]) += order.amount;
        return true;
    }

    bool settle(const felt_order &order, felt_chips *amount)
    {
        *amount = 0;
        for (int i = 0; i < order.seats; i++) {
            auto place = std::make_pair(std::string(order.table), order.seat[i].user);
            if (!sat.count(place) || seat[place] + order.seat[i].won < 0) return false;
            if (order.seat[i].won < 0) *amount -= order.seat[i].won;
        }
        for (int i = 0; i < order.seats; i++)
            seat[std::make_pair(std::string(order.table), order.seat[i].user)] += order.seat[i].won;
        rake += order.rake;
        if (*amount) done[order.key] = *amount;
        return true;
    }
};

felt_order any_order(int users, int number)
{
    static const felt_order_kind kinds[] = {
        FELT_ORDER_RELOAD, FELT_ORDER_BUY_IN, FELT_ORDER_TOP_UP, FELT_ORDER_CASH_OUT,
        FELT_ORDER_SETTLE, FELT_ORDER_SETTLE, FELT_ORDER_ENTER,  FELT_ORDER_PRIZE,
        FELT_ORDER_REFUND, FELT_ORDER_FEE};
    felt_order_kind kind = kinds[*rc::gen::inRange(0, 10)];
    felt_order order = make(kind, *rc::gen::inRange(1, users + 1),
                            *rc::gen::inRange<felt_chips>(1, 450), "k" + std::to_string(number));
    set(order.table, *rc::gen::arbitrary<bool>() ? "a" : "b");
    if (kind == FELT_ORDER_RELOAD || kind == FELT_ORDER_CASH_OUT) order.amount = 0;
    if (kind == FELT_ORDER_FEE) order.user = 0;
    if (kind != FELT_ORDER_SETTLE) return order;
    order.user = order.amount = 0;
    order.seats = static_cast<std::uint8_t>(users);
    felt_chips sum = 0;
    for (int i = 1; i < users; i++) {
        order.seat[i] = {i + 1, *rc::gen::inRange<felt_chips>(-120, 60)};
        sum += order.seat[i].won;
    }
    order.rake = sum < 0 ? *rc::gen::inRange<felt_chips>(0, 4) : 0;
    order.seat[0] = {1, -sum - order.rake};
    return order;
}

// Bank and stacks are what they should be after any orders, sent once or more often, in batches of
// any size, also when a commit was not heard of.
void property_14_chip_balance_consistency()
{
    fake_store *ledger = empty_fake_store();
    model should;
    const int users = *rc::gen::inRange(2, 5);
    for (int i = 0; i < users; i++) {
        std::int64_t id = sign_up(ledger, i);
        should.bank[id] = should.invested[id] = 400;
    }
    int number = 0;
    for (int batch = *rc::gen::inRange(1, 12); batch > 0; batch--) {
        std::vector<felt_order> orders;
        for (int i = *rc::gen::inRange(1, 8); i > 0; i--) {
            felt_order order = any_order(users, ++number);
            for (int copies = *rc::gen::inRange(1, 4); copies > 0; copies--)
                orders.push_back(order);
        }
        std::vector<felt_receipt> receipts(orders.size());
        bool lost = *rc::gen::arbitrary<bool>();
        fake_store_do(ledger, orders.data(), static_cast<int>(orders.size()), receipts.data(),
                      false);
        for (std::size_t i = 0; i < orders.size(); i++) {
            felt_chips amount = 0;
            bool good = should.apply(orders[i], &amount);
            RC_ASSERT((receipts[i].outcome == FELT_OUTCOME_OK) == good);
            if (good) RC_ASSERT(receipts[i].amount == amount);
        }
        if (lost) { // the same orders again: those that were done are done
            std::vector<felt_order> done;
            for (std::size_t i = 0; i < orders.size(); i++)
                if (receipts[i].outcome == FELT_OUTCOME_OK && receipts[i].transaction)
                    done.push_back(orders[i]);
            std::vector<felt_receipt> again(done.size());
            if (!done.empty())
                fake_store_do(ledger, done.data(), static_cast<int>(done.size()), again.data(),
                              true);
            for (const felt_receipt &receipt : again) RC_ASSERT(receipt.replayed);
        }
        RC_ASSERT(fake_store_wrong(ledger) == nullptr);
        for (const auto &entry : should.bank) {
            const felt_user *user = fake_store_user(ledger, entry.first);
            RC_ASSERT(user->chips == entry.second);
            RC_ASSERT(user->invested == should.invested[entry.first]);
            RC_ASSERT(fake_store_total(ledger, entry.first) == should.total(entry.first));
        }
        RC_ASSERT(fake_store_balance(ledger, "rake") == should.rake);
        RC_ASSERT(fake_store_balance(ledger, "prize:a") == should.pool["a"]);
        RC_ASSERT(fake_store_balance(ledger, "prize:b") == should.pool["b"]);
    }
}

felt_order any_club_order(int users, int number)
{
    static const felt_order_kind kinds[] = {
        FELT_ORDER_CLUB_OPEN,  FELT_ORDER_CLUB_JOIN, FELT_ORDER_CLUB_JOIN, FELT_ORDER_CLUB_JOIN,
        FELT_ORDER_CLUB_LEAVE, FELT_ORDER_CLUB_RANK, FELT_ORDER_CLUB_CODE, FELT_ORDER_CLUB_NAME,
        FELT_ORDER_CLUB_CLOSE, FELT_ORDER_CLOSE};
    felt_order_kind kind = kinds[*rc::gen::inRange(0, 10)];
    felt_order order = make(kind, *rc::gen::inRange(1, users + 1), 0, "");
    // accounts are closed seldom, or nobody would be left
    if (kind == FELT_ORDER_CLOSE && *rc::gen::inRange(0, 4) > 0) order.kind = FELT_ORDER_CLUB_NAME;
    if (kind == FELT_ORDER_CLOSE) return order;
    order.by = *rc::gen::inRange(1, users + 1);
    order.number = *rc::gen::inRange(1, 4);
    order.rank = static_cast<std::uint8_t>(*rc::gen::inRange(0, 3));
    set(order.handle, "Club" + std::to_string(number));
    int code = kind == FELT_ORDER_CLUB_JOIN ? *rc::gen::inRange(0, number + 1) : number;
    std::string digits = std::to_string(100000 + code);
    set(order.code, "invitation-" + digits);
    return order;
}

// Whatever members wish, in whatever batches: an open club has one owner, who is a member, and
// nobody is a member twice (the shelf looks); what was done and not heard of can be done again.
void property_clubs_have_one_owner()
{
    fake_store *ledger = empty_fake_store();
    const int users = *rc::gen::inRange(2, 6);
    for (int i = 0; i < users; i++) sign_up(ledger, i);
    int number = 0;
    for (int batch = *rc::gen::inRange(1, 12); batch > 0; batch--) {
        std::vector<felt_order> orders;
        for (int i = *rc::gen::inRange(1, 8); i > 0; i--)
            orders.push_back(any_club_order(users, ++number));
        std::vector<felt_receipt> receipts(orders.size());
        fake_store_do(ledger, orders.data(), static_cast<int>(orders.size()), receipts.data(),
                      *rc::gen::arbitrary<bool>());
        if (fake_store_wrong(ledger)) RC_FAIL(fake_store_wrong(ledger));
    }
}

void property_15_reload_correctness()
{
    fake_store *ledger = empty_fake_store();
    std::int64_t user = sign_up(ledger, 0), other = sign_up(ledger, 1);
    felt_chips stack = *rc::gen::inRange<felt_chips>(0, 401);
    felt_chips lost = *rc::gen::inRange<felt_chips>(0, 401 - stack);
    if (stack) {
        felt_order order = make(FELT_ORDER_BUY_IN, user, stack, "in");
        set(order.table, "t");
        RC_ASSERT(do_one(ledger, order).outcome == FELT_OUTCOME_OK);
    }
    if (lost)
        RC_ASSERT(do_one(ledger, make(FELT_ORDER_DEBIT, user, lost, "out")).outcome ==
                  FELT_OUTCOME_OK);
    felt_chips total = fake_store_total(ledger, user),
               invested = fake_store_user(ledger, user)->invested;
    felt_chips won = *rc::gen::inRange<felt_chips>(0, 3) * 200;
    if (won)
        RC_ASSERT(do_one(ledger, make(FELT_ORDER_CREDIT, user, won, "won")).outcome ==
                  FELT_OUTCOME_OK);
    total += won;
    invested += won;
    felt_receipt receipt = do_one(ledger, make(FELT_ORDER_RELOAD, user, 0, "reload"), false);
    if (total < 400) {
        RC_ASSERT(receipt.outcome == FELT_OUTCOME_OK);
        RC_ASSERT(fake_store_total(ledger, user) == 400);
        RC_ASSERT(fake_store_user(ledger, user)->invested == invested + (400 - total));
    } else {
        RC_ASSERT(receipt.outcome == FELT_OUTCOME_ENOUGH);
        RC_ASSERT(fake_store_total(ledger, user) == total);
        RC_ASSERT(fake_store_user(ledger, user)->invested == invested);
    }
    RC_ASSERT(fake_store_balance(ledger, "seat:t:1") == stack);
    RC_ASSERT(fake_store_total(ledger, other) == 400);
    RC_ASSERT(fake_store_wrong(ledger) == nullptr);
}

std::string any_name()
{
    static const std::vector<std::string> starts = {
        "HousePlayer", "houseplayer", "HOUSEPLAYER", "House", "HousePlaye", "xHousePlayer", "ada"};
    static const std::vector<std::string> ends = {"", "x", "-", ".", "0", " "};
    std::string digits;
    for (int i = *rc::gen::inRange(0, 8); i > 0; i--)
        digits += static_cast<char>('0' + *rc::gen::inRange(0, 10));
    return *rc::gen::elementOf(starts) + digits + *rc::gen::elementOf(ends);
}

void property_16_house_player_naming_convention()
{
    static const std::regex pattern("^HousePlayer\\d+$");
    static const std::regex any_case("^HousePlayer\\d+$", std::regex::icase);
    fake_store *ledger = empty_fake_store();
    std::string name = any_name();
    auto kind = *rc::gen::element(FELT_USER_HOUSE, FELT_USER_HUMAN, FELT_USER_ADMIN);
    felt_order order = make(FELT_ORDER_SIGN_UP, 0, 0, "up");
    order.user_kind = static_cast<std::uint8_t>(kind);
    set(order.username, name.substr(0, FELT_USERNAME_MAX));
    felt_receipt receipt = do_one(ledger, order);
    if (kind == FELT_USER_HOUSE)
        RC_ASSERT((receipt.outcome == FELT_OUTCOME_OK) == std::regex_match(name, pattern));
    else if (receipt.outcome == FELT_OUTCOME_OK)
        RC_ASSERT(!std::regex_match(name, any_case));
    RC_TAG(receipt.outcome == FELT_OUTCOME_OK);
}

} // namespace

#define CHECK(property, count) check(#property, count, property)

TEST_MODULE(ledger)
{
    const int many = cases();
    bool good = CHECK(property_12_new_user_initial_state, many);
    good &= CHECK(property_13_user_retrieval_idempotence, many);
    good &= CHECK(property_14_chip_balance_consistency, many);
    good &= CHECK(property_clubs_have_one_owner, many);
    good &= CHECK(property_15_reload_correctness, many);
    good &= CHECK(property_16_house_player_naming_convention, many);
    return good ? 0 : 1;
}
