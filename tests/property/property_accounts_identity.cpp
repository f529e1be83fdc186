// property_accounts_identity.cpp -- who somebody is: signed requests, names, base64url.
//
// Requests are put together from parts that are known to be good or bad, so that the test knows
// what must be accepted without reading anything; they are signed by OpenSSL and encoded here.
extern "C" {
#include "accounts/characters.h"
#include "accounts/signed.h"
#include "accounts/user.h"
#include "base/base64url.h"
#include "os/secret.h"
}
#include "module.h"
#include "support.h"
#include "usual_params.h"
#include "utf8_reference.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <rapidcheck.h>

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwctype>
#include <string>
#include <vector>

namespace
{

const std::string secret = "0f9a3c1d5e7b2846a1c3e5f708192b4d";
const int64_t now_s = 1700000000;

// ---- base64url, a bit at a time ----------------------------------------------------------------

const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(const std::string &bytes)
{
    std::string bits, text;
    for (char c : bytes)
        for (int bit = 7; bit >= 0; bit--) bits += char('0' + ((unsigned char)c >> bit & 1));
    while (bits.size() % 6) bits += '0';
    for (size_t i = 0; i < bits.size(); i += 6)
        text += letters[size_t(std::stoi(bits.substr(i, 6), nullptr, 2))];
    return text;
}

std::string write(const std::string &bytes)
{
    std::vector<char> out(FELT_BASE64URL_BYTES(bytes.size()) + 1, '#');
    felt_base64url_write(bytes.data(), bytes.size(), out.data());
    RC_ASSERT(out.back() == '\0');
    return std::string(out.data(), out.size() - 1);
}

bool read(const std::string &text, std::string *bytes)
{
    std::vector<char> out(text.size() + 1, '#');
    size_t count = 0;
    if (!felt_base64url_read(text.data(), text.size(), out.data(), text.size(), &count))
        return false;
    *bytes = std::string(out.data(), count);
    return true;
}

rc::Gen<std::string> any_bytes()
{
    return rc::gen::container<std::string>(rc::gen::arbitrary<char>());
}

void base64url_comes_back()
{
    std::string bytes = *any_bytes(), again;
    std::string text = write(bytes);
    RC_ASSERT(text == encode(bytes));
    RC_ASSERT(read(text, &again));
    RC_ASSERT(again == bytes);
}

// Texts of our letters, and of letters with a few others among them.
void base64url_text_is_the_only_one()
{
    auto text = *rc::gen::container<std::string>(rc::gen::weightedOneOf<char>(
        {{30, rc::gen::elementOf(letters)}, {1, rc::gen::elementOf(std::string("+/=. \n"))}}));
    std::string bytes;
    bool ours = text.find_first_not_of(letters) == std::string::npos;
    if (read(text, &bytes)) {
        RC_ASSERT(ours);
        RC_ASSERT(encode(bytes) == text);
    } else if (ours && text.size() % 4 != 1) {
        // Refused for its last letter only: with the bits at the end cleared it is good.
        size_t left = text.size() % 4 == 2 ? 4 : 2, value = letters.find(text.back());
        RC_ASSERT(text.size() % 4 != 0);
        RC_ASSERT(value % (size_t(1) << left) != 0);
        text.back() = letters[value >> left << left];
        RC_ASSERT(read(text, &bytes));
    }
}

// ---- signed requests ---------------------------------------------------------------------------

std::string hmac(const std::string &key, const std::string &text)
{
    unsigned char out[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    HMAC(EVP_sha256(), key.data(), int(key.size()), (const unsigned char *)text.data(), text.size(),
         out, &length);
    return std::string((const char *)out, length);
}

struct part {
    std::string text;
    bool good;
};

std::ostream &operator<<(std::ostream &out, const part &p)
{
    return out << p.text << (p.good ? " good" : " bad");
}

// Mostly good, or requests with three parts would hardly ever be.
rc::Gen<part> mostly(rc::Gen<std::string> good, std::vector<std::string> bad)
{
    return rc::gen::weightedOneOf<part>(
        {{8, rc::gen::map(std::move(good),
                          [](std::string text) {
                              return part{text, true};
                          })},
         {1, rc::gen::map(rc::gen::elementOf(std::move(bad)), [](std::string text) {
              return part{text, false};
          })}});
}

rc::Gen<std::string> any_id()
{
    auto digits =
        rc::gen::map(rc::gen::container<std::string>(rc::gen::inRange('0', char('9' + 1))),
                     [](std::string text) { return "1" + text.substr(0, 19); });
    auto number = rc::gen::map(rc::gen::inRange<int64_t>(1, INT64_MAX),
                               [](int64_t id) { return std::to_string(id); });
    return rc::gen::oneOf(rc::gen::map(digits, [](std::string id) { return "\"" + id + "\""; }),
                          number);
}

rc::Gen<part> any_algorithm()
{
    auto capitals = rc::gen::map(rc::gen::arbitrary<uint16_t>(), [](uint16_t small) {
        std::string word = "HMAC-SHA256";
        for (size_t i = 0; i < word.size(); i++)
            if (small >> i & 1) word[i] = char(tolower(word[i]));
        return "\"algorithm\":\"" + word + "\"";
    });
    return mostly(capitals, {"\"algorithm\":\"none\"", "\"algorithm\":\"HMAC-SHA1\"",
                             "\"algorithm\":\"HMAC-SHA512\"", "\"algorithm\":null",
                             "\"algorithm\":256", "\"Algorithm\":\"HMAC-SHA256\"", "\"x\":0",
                             "\"algorithm\":\"HMAC-SHA256\",\"algorithm\":\"HMAC-SHA256\""});
}

rc::Gen<part> any_user()
{
    auto good = rc::gen::map(any_id(), [](std::string id) { return "\"user_id\":" + id; });
    return mostly(good, {"\"user_id\":\"\"", "\"user_id\":-1", "\"user_id\":1.0", "\"user_id\":0",
                         "\"user_id\":1e5", "\"user_id\":\"12 \"", "\"user_id\":\"1a\"",
                         "\"user_id\":\"123456789012345678901\"", "\"user_id\":null", "\"y\":0",
                         "\"user_id\":99999999999999999999", "\"user_id\":{}"});
}

part any_issue()
{
    auto off = *rc::gen::weightedOneOf<int64_t>(
        {{8, rc::gen::inRange<int64_t>(-600, 601)},
         {1, rc::gen::elementOf(std::vector<int64_t>{-601, 601, -86400, 86400, -now_s})},
         {1, rc::gen::inRange<int64_t>(-now_s, now_s)}});
    part made{"\"issued_at\":" + std::to_string(now_s + off), off >= -600 && off <= 600};
    auto bad = *mostly(rc::gen::just(made.text),
                       {"\"issued_at\":\"1700000000\"", "\"issued_at\":1700000000.0",
                        "\"issued_at\":null", "\"issued_at\":-1700000000", "\"z\":0"});
    return part{bad.text, bad.good && made.good};
}

struct request {
    std::string text;
    bool good;
};

request any_request()
{
    part algorithm = *any_algorithm(), user = *any_user(), issued = any_issue();
    std::vector<std::string> members{algorithm.text, user.text, issued.text};
    std::swap(members[0], members[*rc::gen::inRange<size_t>(0, 3)]);
    std::swap(members[1], members[*rc::gen::inRange<size_t>(1, 3)]);
    auto end = *mostly(rc::gen::elementOf(std::vector<std::string>{
                           "}", "}\n", " }", ",\"code\":\"\xC3\xBF\xC3\xBE?>~\"}"}),
                       {"", "}}", "},", "} x", ",}"});
    std::string payload = encode("{" + members[0] + "," + members[1] + "," + members[2] + end.text);
    auto form = *mostly(rc::gen::just(std::string()), {"=", ".", " ", "\n", "!", ".AAAA"});
    payload += form.text;
    auto key = *mostly(rc::gen::just(secret), {"", "development", secret + "0", secret.substr(1)});
    return request{encode(hmac(key.text, payload)) + "." + payload,
                   algorithm.good && user.good && issued.good && end.good && form.good && key.good};
}

bool accepted(const std::string &text, felt_signed *out)
{
    return felt_signed_read(&felt_secret_digests, secret.c_str(), text.data(), text.size(), now_s,
                            FELT_SIGNED_WINDOW_S, out, nullptr) == FELT_OK;
}

// Property 11.
void request_is_accepted_if_and_only_if_it_is_good()
{
    request made = any_request();
    felt_signed got;
    RC_CLASSIFY(made.good, "good");
    RC_LOG() << made.text;
    RC_ASSERT(accepted(made.text, &got) == made.good);
    if (!made.good) return;
    RC_ASSERT(std::strspn(got.facebook_id, "0123456789") == std::strlen(got.facebook_id));
    std::string signature;
    RC_ASSERT(read(made.text.substr(0, 43), &signature));
    uint8_t digest[FELT_DIGEST_BYTES];
    felt_secret_hash(signature.data(), signature.size(), digest);
    RC_ASSERT(std::memcmp(digest, got.digest, sizeof digest) == 0);
}

void good_request_names_its_user()
{
    std::string id = *any_id();
    std::string payload = encode("{\"user_id\":" + id +
                                 ",\"issued_at\":1700000000,"
                                 "\"algorithm\":\"HMAC-SHA256\"}");
    felt_signed got;
    RC_ASSERT(accepted(encode(hmac(secret, payload)) + "." + payload, &got));
    if (id[0] == '"') id = id.substr(1, id.size() - 2);
    RC_ASSERT(got.facebook_id == id);
    RC_ASSERT(got.issued_at == now_s);
}

// Any other text that is made from a good one is refused.
void changed_request_is_refused()
{
    request made = any_request();
    std::string text = made.text;
    auto at = *rc::gen::inRange<size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 5)) {
    case 0: text[at] = *rc::gen::arbitrary<char>(); break;
    case 1: text.erase(at, *rc::gen::inRange<size_t>(1, 8)); break;
    case 2: text.insert(at, 1, *rc::gen::elementOf(letters)); break;
    case 3: text += *rc::gen::nonEmpty(any_bytes()); break;
    default: text = text.substr(0, 43) + any_request().text.substr(43); break;
    }
    felt_signed got;
    RC_LOG() << text;
    RC_ASSERT(accepted(text, &got) == (text == made.text && made.good));
}

// ---- names -------------------------------------------------------------------------------------

std::string lower(std::string text)
{
    for (char &c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

bool username_good(const std::string &name)
{
    return felt_username_verify(FELT_USER_HUMAN, name.data(), name.size(), nullptr) == FELT_OK;
}

bool handle_good(const std::string &name)
{
    return felt_handle_verify(FELT_USER_HUMAN, name.data(), name.size(), nullptr) == FELT_OK;
}

// No 'y': then a name cannot be like those of the house, nor, without 's', like those of guests.
void username_is_letters_digits_and_three_signs()
{
    auto name = *rc::gen::container<std::string>(
        rc::gen::weightedOneOf<char>({{40, rc::gen::elementOf(std::string("abcXYZz0189._-"))},
                                      {1, rc::gen::arbitrary<char>()}}));
    RC_PRE(lower(name).find_first_of("sy") == std::string::npos || name.size() < 7);
    bool good = name.size() >= 3 && name.size() <= 24 && isalpha((unsigned char)name[0]) &&
                (unsigned char)name[0] < 0x80;
    for (char c : name)
        good = good && (unsigned char)c < 0x80 && (isalnum((unsigned char)c) || strchr("._-", c)) &&
               c != '\0';
    RC_ASSERT(username_good(name) == good);
}

// HousePlayer<N> in every disguise.
void names_of_the_house_are_reserved()
{
    std::string plain = "HousePlayer" + std::to_string(*rc::gen::inRange(0, 1000000)), name;
    for (char c : plain) {
        bool small = *rc::gen::arbitrary<bool>();
        int trick = *rc::gen::weightedElement<int>({{8, 0}, {1, 1}, {1, 2}, {1, 3}});
        if (trick == 1)
            name += *rc::gen::elementOf(std::vector<std::string>{" ", "-", "_", ".", "\xE2\x80\x8B",
                                                                 "\xCC\x81", "\xEF\xBC\x8D"});
        char shown = small ? char(tolower(c)) : char(toupper(c));
        if (trick == 2)
            name += utf8_reference::encode(0xFF01 + uint32_t(shown - '!'));
        else if (trick == 3 && isalpha((unsigned char)c))
            name += utf8_reference::encode(0x1D400 + uint32_t(tolower(c) - 'a'));
        else
            name += shown;
    }
    RC_ASSERT(felt_name_is_house(plain.c_str()));
    RC_ASSERT(felt_name_is_reserved(name.c_str()));
    RC_ASSERT(!username_good(name));
    RC_ASSERT(!handle_good(name));
    RC_ASSERT(felt_name_is_house(name.c_str()) == (name == plain));
}

rc::Gen<std::string> any_handle()
{
    auto character =
        rc::gen::weightedOneOf<uint32_t>({{20, rc::gen::inRange<uint32_t>(' ', 0x7F)},
                                          {3, rc::gen::inRange<uint32_t>(0, 0x3000)},
                                          {1, rc::gen::inRange<uint32_t>(0, 0x110000)}});
    return rc::gen::map(rc::gen::container<std::vector<uint32_t>>(character),
                        [](const std::vector<uint32_t> &all) {
                            std::string text;
                            for (uint32_t c : all)
                                if (text.size() < 110) text += utf8_reference::encode(c);
                            return text;
                        });
}

size_t characters(const std::string &text)
{
    size_t count = 0;
    for (char c : text) count += ((unsigned char)c & 0xC0) != 0x80;
    return count;
}

void good_handle_shows_all_it_is()
{
    std::string name = *any_handle();
    bool good = handle_good(name);
    RC_CLASSIFY(good, "good");
    RC_ASSERT(handle_good(lower(name)) == good);
    if (!good) return;
    RC_ASSERT(characters(name) >= 1 && characters(name) <= FELT_HANDLE_MAX);
    RC_ASSERT(name.size() <= FELT_HANDLE_BYTES);
    RC_ASSERT(utf8_reference::repaired(name) == name);
    RC_ASSERT(name.front() != ' ' && name.back() != ' ');
    RC_ASSERT(name.find("  ") == std::string::npos);
    // With anything in it that cannot be seen it is another name that looks the same: refused.
    static const std::vector<uint32_t> unseen{
        0x00,   0x09,   0x0A,   0x7F,   0x85,   0xA0,   0xAD,   0x61C,  0x200B,  0x200E,
        0x202E, 0x2060, 0x2066, 0x2800, 0x3164, 0xE000, 0xFE0F, 0xFEFF, 0xE0041, 0x10FFFF};
    size_t at = *rc::gen::inRange<size_t>(0, name.size() + 1);
    while (at < name.size() && ((unsigned char)name[at] & 0xC0) == 0x80) at++;
    name.insert(at, utf8_reference::encode(*rc::gen::elementOf(unseen)));
    RC_ASSERT(!handle_good(name));
}

void fold_forgets_capitals_and_nothing_else()
{
    std::string name = *any_handle();
    name = name.substr(0, name.find('\0'));
    std::vector<char> folded(name.size() + 1, '#'), again(name.size() + 1, '#');
    felt_name_fold(name.c_str(), folded.data());
    felt_name_fold(folded.data(), again.data());
    RC_ASSERT(folded == again);
    RC_ASSERT(std::string(folded.data()) == lower(name));
}

// ---- handles that look the same ----------------------------------------------------------------

struct decomposition {
    uint32_t character;
    std::vector<uint32_t> parts;
};

// Plain numbers: a compiler takes seconds for two thousand vectors.
struct plain_decomposition {
    uint32_t character, parts[4];
};
const plain_decomposition canonical[] = {
#include "canonical.inc"
};
const int canonical_count = sizeof canonical / sizeof canonical[0];

decomposition any_canonical()
{
    const plain_decomposition &row = canonical[*rc::gen::inRange(0, canonical_count)];
    decomposition made{row.character, {}};
    for (uint32_t part : row.parts)
        if (part) made.parts.push_back(part);
    return made;
}

std::string folded(const std::string &handle)
{
    char out[FELT_HANDLE_BYTES + 1];
    memset(out, '#', sizeof out);
    felt_handle_fold(handle.c_str(), out);
    return out;
}

std::string any_text()
{
    std::string text = *any_handle();
    return text.substr(0, text.find('\0'));
}

void handle_folds_to_itself()
{
    std::string text = any_text(), once = folded(text);
    RC_ASSERT(folded(once) == once);
    RC_ASSERT(once.empty() == text.empty());
    RC_ASSERT(once.size() <= FELT_HANDLE_BYTES);
    if (!handle_good(text)) return;
    RC_ASSERT(characters(once) <= FELT_HANDLE_MAX);
    RC_ASSERT(utf8_reference::repaired(once) == once);
}

// A character that Unicode takes apart, or a syllable of Hangul, as one and in parts.
decomposition any_decomposition()
{
    if (*rc::gen::inRange(0, 4) != 0) return any_canonical();
    auto begin = *rc::gen::inRange<uint32_t>(0, 19), vowel = *rc::gen::inRange<uint32_t>(0, 21);
    auto end = *rc::gen::inRange<uint32_t>(0, 28);
    decomposition made{0xAC00 + (begin * 21 + vowel) * 28 + end, {0x1100 + begin, 0x1161 + vowel}};
    if (end) made.parts.push_back(0x11A7 + end);
    return made;
}

void composed_and_decomposed_fold_to_the_same()
{
    std::string whole, parts;
    bool seen = false;
    auto count = *rc::gen::inRange(1, 40); // also longer than a handle may be
    for (int i = 0; i < count; i++) {
        decomposition next{*rc::gen::inRange<uint32_t>('!', 0x7F), {}};
        if (*rc::gen::arbitrary<bool>()) next = any_decomposition();
        if (felt_character_is_hidden(next.character)) continue;
        if (next.parts.empty()) next.parts.push_back(next.character);
        whole += utf8_reference::encode(next.character);
        for (uint32_t part : next.parts) {
            parts += utf8_reference::encode(part);
            seen = seen || !felt_character_is_accent(part);
        }
    }
    // Accents alone are no handle, and stay what they are.
    if (seen) RC_ASSERT(folded(whole) == folded(parts));
}

// By the letters that the C hand store knows; by those of ASCII, if it knows no others.
void capitals_do_not_matter()
{
    std::string small, capital;
    auto count = *rc::gen::inRange(1, 24);
    for (int i = 0; i < count; i++) {
        auto c = *rc::gen::oneOf(
            rc::gen::inRange<uint32_t>('A', 'z' + 1), rc::gen::inRange<uint32_t>(0xC0, 0x590),
            rc::gen::inRange<uint32_t>(0x10A0, 0x2190), rc::gen::inRange<uint32_t>(0xA640, 0xABC0),
            rc::gen::inRange<uint32_t>(0x10400, 0x10CFF));
        if (felt_character_is_mark(c)) continue; // the capital of an iota below is a letter
        small += utf8_reference::encode(uint32_t(towlower(wint_t(c))));
        capital += utf8_reference::encode(uint32_t(towupper(wint_t(c))));
    }
    RC_ASSERT(folded(small) == folded(capital));
}

std::string given_name()
{
    auto id = *rc::gen::oneOf(rc::gen::inRange<int64_t>(1, 200),
                              rc::gen::inRange<int64_t>(1, INT64_C(10000000000000)));
    return *rc::gen::elementOf(
               std::vector<std::string>{"Player", "HousePlayer", "deleted-", "guest-"}) +
           std::to_string(id);
}

void given_names_are_different()
{
    std::string one = given_name(), other = given_name();
    RC_ASSERT((folded(one) == folded(other)) == (one == other));
}

// The same name written otherwise: nobody can take it from the one whom it will be given to.
void given_names_are_taken()
{
    std::string plain = given_name(), name;
    for (char c : plain) {
        std::vector<std::string> ways{std::string(1, c), std::string(1, char(toupper(c))),
                                      std::string(1, char(tolower(c)))};
        if (c == '0') ways.insert(ways.end(), {"o", "O", "\xD0\xBE", "\xD9\xA0"});
        if (c == '1') ways.insert(ways.end(), {"l", "I", "i", "|", "\xE2\x91\xA0"});
        if (c == 'a') ways.insert(ways.end(), {"\xC3\xA4", "a\xCC\x88", "\xD0\xB0"});
        if (c == '-') ways.insert(ways.end(), {"", " ", "_", "\xE2\x80\x94"});
        if (c == 'e') ways.insert(ways.end(), {"\xD0\xB5", "\xC3\xA9", "\xF0\x9D\x90\x9E"});
        name += *rc::gen::elementOf(ways);
    }
    RC_ASSERT(folded(name) == folded(plain));
    RC_ASSERT(!handle_good(name));
}

// Whatever is accepted is not what a user will be called who is yet to come.
void good_handle_is_not_a_given_name()
{
    std::string name =
        *rc::gen::elementOf(std::vector<std::string>{"", "Player", "deleted", "Guest"}) +
        *rc::gen::oneOf(any_handle(), rc::gen::container<std::string>(
                                          rc::gen::elementOf(std::string("0123456789oOlIi|!. "))));
    if (!handle_good(name)) return;
    std::string seen = folded(name);
    for (std::string front : {"player", "guest", "deleted"})
        RC_ASSERT(seen.compare(0, front.size(), front) != 0 || seen.size() == front.size() ||
                  seen.find_first_not_of("23456789ol", front.size()) != std::string::npos);
}

// ---- passwords, birthdays ----------------------------------------------------------------------

void password_has_no_controls_and_72_bytes()
{
    std::string text = *any_handle(), name = "somebody";
    text += "x7!kQ2 zV9#w"; // hard to guess, whatever stands before it
    bool good = text.size() <= 72 && utf8_reference::repaired(text) == text;
    for (size_t i = 0; i < text.size(); i++) {
        auto c = (unsigned char)text[i];
        bool control = c < 0x20 || c == 0x7F;
        control =
            control || (c == 0xC2 && i + 1 < text.size() && (unsigned char)text[i + 1] < 0xA0);
        good = good && !control;
    }
    auto verify = [&](const std::string &user) {
        return felt_password_verify(text.data(), text.size(), user.c_str(), nullptr, nullptr) ==
               FELT_OK;
    };
    RC_CLASSIFY(good, "good");
    RC_ASSERT(verify(name) == good);
    if (good) RC_ASSERT(!verify(lower(text)));
}

// By the calendar of the C hand store.
void birthday_is_a_day_that_has_been()
{
    int year = *rc::gen::inRange(1890, 2110), month = *rc::gen::inRange(0, 14);
    int day = *rc::gen::inRange(0, 33);
    int64_t now_ms = *rc::gen::inRange<int64_t>(0, INT64_C(4102444800000));
    char text[32];
    snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, day);
    std::tm wanted{}, got{};
    wanted.tm_year = year - 1900;
    wanted.tm_mon = month - 1;
    wanted.tm_mday = day;
    time_t seconds = timegm(&wanted);
    gmtime_r(&seconds, &got);
    bool exists = got.tm_year == year - 1900 && got.tm_mon == month - 1 && got.tm_mday == day;
    bool good = exists && year >= 1900 && seconds <= now_ms / 1000;
    RC_ASSERT((felt_birthday_verify(text, strlen(text), now_ms, nullptr) == FELT_OK) == good);
}

} // namespace

TEST_MODULE(accounts_identity)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    use_params(test_is_quick() ? "max_success=300" : "max_success=10000");
    bool good = rc::check("base64url comes back", base64url_comes_back);
    good &= rc::check("bytes have one text in base64url", base64url_text_is_the_only_one);
    good &= rc::check("a request is accepted if and only if it is signed, fresh and well formed",
                      request_is_accepted_if_and_only_if_it_is_good);
    good &= rc::check("a good request names its user", good_request_names_its_user);
    good &= rc::check("a changed request is refused", changed_request_is_refused);
    good &= rc::check("a username is letters, digits and three signs",
                      username_is_letters_digits_and_three_signs);
    good &= rc::check("names of the house are reserved", names_of_the_house_are_reserved);
    good &= rc::check("a good handle shows all it is", good_handle_shows_all_it_is);
    good &= rc::check("folding forgets capitals and nothing else",
                      fold_forgets_capitals_and_nothing_else);
    good &= rc::check("a folded handle folds to itself", handle_folds_to_itself);
    good &= rc::check("characters as one and in parts fold to the same",
                      composed_and_decomposed_fold_to_the_same);
    good &= rc::check("capitals do not matter to a handle", capitals_do_not_matter);
    good &= rc::check("names that the server gives are different", given_names_are_different);
    good &= rc::check("names that the server gives are taken", given_names_are_taken);
    good &= rc::check("a good handle is not a name that the server gives",
                      good_handle_is_not_a_given_name);
    good &= rc::check("a password has no controls and at most 72 bytes",
                      password_has_no_controls_and_72_bytes);
    good &= rc::check("a birthday is a day that has been", birthday_is_a_day_that_has_been);
    return good ? 0 : 1;
}
