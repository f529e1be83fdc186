// property_json.cpp -- whatever the writer writes, jansson reads, and finds the same data.
//
// A document is made from a flat list of steps (open, close, value): dropping any step leaves a
// list that is still good, so RapidCheck shrinks it well.
#include "felt/json.h"

#include "module.h"
#include "utf8_reference.h"

#include <jansson.h>
#include <rapidcheck.h>

#include <cmath>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace
{

enum kind { OBJECT, ARRAY, END, INT, UINT, DECIMAL, BOOL, NONE, TEXT, KINDS };

struct step {
    int kind;
    int64_t number;
    double real;
    int decimals;
    std::string text, key;
};

std::ostream &operator<<(std::ostream &out, const step &s)
{
    const char *const names[] = {"OBJECT",  "ARRAY", "END",  "INT", "UINT",
                                 "DECIMAL", "BOOL",  "NONE", "TEXT"};
    return out << names[s.kind] << ' ' << s.number << ' ' << s.real << '/' << s.decimals << ' '
               << rc::toString(s.text) << " key " << rc::toString(s.key);
}

// Good UTF-8, bad UTF-8 and what lies between.
rc::Gen<std::string> any_text()
{
    auto character = rc::gen::map(rc::gen::inRange<uint32_t>(0, 0x110000), utf8_reference::encode);
    auto close_to_ascii =
        rc::gen::map(rc::gen::inRange<uint32_t>(0, 0x100), utf8_reference::encode);
    auto bytes = rc::gen::container<std::string>(rc::gen::arbitrary<char>());
    auto special = rc::gen::elementOf(std::vector<std::string>{
        "\"", "\\", "\n", "\x7F", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82",
        "\xF0\x9F\x82", std::string(1, '\0')});
    auto pieces = rc::gen::container<std::vector<std::string>>(
        rc::gen::oneOf(close_to_ascii, character, bytes, special));
    return rc::gen::map(pieces, [](const std::vector<std::string> &all) {
        std::string text;
        for (const std::string &piece : all) text += piece;
        return text;
    });
}

rc::Gen<double> any_real()
{
    return rc::gen::oneOf(
        rc::gen::arbitrary<double>(),
        rc::gen::map(rc::gen::inRange<int64_t>(-9000000000000, 9000000000000),
                     [](int64_t thousandths) { return double(thousandths) / 1000; }),
        rc::gen::elementOf(std::vector<double>{0.0, -0.0, 0.5, -0.125, 9e9, -9e9, 8999999999.5, NAN,
                                               INFINITY, -INFINITY, 5e-324}));
}

rc::Gen<int64_t> any_integer()
{
    return rc::gen::oneOf(rc::gen::arbitrary<int64_t>(),
                          rc::gen::elementOf(std::vector<int64_t>{INT64_MIN, INT64_MAX, 0, -1}));
}

rc::Gen<step> any_step()
{
    return rc::gen::build<step>(
        rc::gen::set(&step::kind, rc::gen::inRange<int>(0, KINDS)),
        rc::gen::set(&step::number, any_integer()), rc::gen::set(&step::real, any_real()),
        rc::gen::set(&step::decimals, rc::gen::inRange(0, 10)),
        rc::gen::set(&step::text, any_text()), rc::gen::set(&step::key, any_text()));
}

// The document as it should be read.
struct node {
    step value;
    std::vector<std::pair<std::string, std::unique_ptr<node>>> items;
};

// Writes the steps within one array; returns what should be read.
std::unique_ptr<node> write(const std::vector<step> &steps, felt_json *json)
{
    auto top = std::make_unique<node>();
    top->value.kind = ARRAY;
    std::vector<node *> open = {top.get()};
    int number = 0;
    felt_json_array(json);
    for (const step &s : steps) {
        if (s.kind == END) {
            if (open.size() > 1) {
                felt_json_end(json);
                open.pop_back();
            }
            continue;
        }
        if ((s.kind == OBJECT || s.kind == ARRAY) && open.size() == FELT_JSON_DEPTH_MAX) continue;
        std::string key = std::to_string(number++) + ":" + s.key.c_str(); // up to the first zero
        if (open.back()->value.kind == OBJECT) felt_json_key(json, key.c_str());
        auto item = std::make_unique<node>();
        item->value = s;
        node *fresh = item.get();
        open.back()->items.emplace_back(utf8_reference::repaired(key), std::move(item));
        switch (s.kind) {
        case OBJECT:
            felt_json_object(json);
            open.push_back(fresh);
            break;
        case ARRAY:
            felt_json_array(json);
            open.push_back(fresh);
            break;
        case INT: felt_json_int(json, s.number); break;
        case UINT: felt_json_uint(json, uint64_t(s.number) >> 1); break; // jansson's limit
        case DECIMAL: felt_json_decimal(json, s.real, s.decimals); break;
        case BOOL: felt_json_bool(json, s.number & 1); break;
        case NONE: felt_json_null(json); break;
        default: felt_json_text_n(json, s.text.data(), s.text.size());
        }
    }
    for (size_t i = 0; i < open.size(); i++) felt_json_end(json);
    return top;
}

void compare_decimal(const step &s, const json_t *read)
{
    if (!(std::fabs(s.real) < 9e9)) {
        RC_ASSERT(json_is_null(read));
        return;
    }
    RC_ASSERT(json_is_number(read));
    RC_ASSERT(json_is_integer(read) == (s.decimals == 0));
    double half = 0.5 * std::pow(10, -s.decimals);
    RC_ASSERT(std::fabs(json_number_value(read) - s.real) <= half + std::fabs(s.real) * 0x1p-51);
}

void compare_leaf(const step &s, const json_t *read)
{
    switch (s.kind) {
    case INT:
        RC_ASSERT(json_is_integer(read));
        RC_ASSERT(json_integer_value(read) == s.number);
        break;
    case UINT:
        RC_ASSERT(json_is_integer(read));
        RC_ASSERT(uint64_t(json_integer_value(read)) == uint64_t(s.number) >> 1);
        break;
    case DECIMAL: compare_decimal(s, read); break;
    case BOOL:
        RC_ASSERT(json_is_boolean(read));
        RC_ASSERT(json_is_true(read) == bool(s.number & 1));
        break;
    case NONE: RC_ASSERT(json_is_null(read)); break;
    default:
        RC_ASSERT(json_is_string(read));
        RC_ASSERT(std::string(json_string_value(read), json_string_length(read)) ==
                  utf8_reference::repaired(s.text));
    }
}

void compare(const node &expected, const json_t *read)
{
    if (expected.value.kind == OBJECT) {
        RC_ASSERT(json_is_object(read));
        RC_ASSERT(json_object_size(read) == expected.items.size());
        for (auto &[key, item] : expected.items) {
            json_t *member = json_object_get(read, key.c_str());
            RC_ASSERT(member != nullptr);
            compare(*item, member);
        }
    } else if (expected.value.kind == ARRAY) {
        RC_ASSERT(json_is_array(read));
        RC_ASSERT(json_array_size(read) == expected.items.size());
        size_t index = 0;
        for (auto &[key, item] : expected.items) compare(*item, json_array_get(read, index++));
    } else {
        compare_leaf(expected.value, read);
    }
}

rc::Gen<std::vector<step>> any_steps()
{
    return rc::gen::container<std::vector<step>>(any_step());
}

std::vector<char> &memory()
{
    static std::vector<char> bytes(1 << 22);
    return bytes;
}

void document_reads_back()
{
    auto steps = *any_steps();
    felt_buffer out = felt_buffer_make(memory().data(), memory().size());
    felt_json json = felt_json_make(&out);
    auto expected = write(steps, &json);
    RC_ASSERT(felt_json_done(&json));
    json_error_t error;
    std::unique_ptr<json_t, void (*)(json_t *)> read(
        json_loadb(out.bytes, out.used, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error),
        [](json_t *j) { json_decref(j); });
    RC_ASSERT(read != nullptr);
    compare(*expected, read.get());
}

void small_buffer_gets_a_prefix()
{
    auto steps = *any_steps();
    felt_buffer out = felt_buffer_make(memory().data(), memory().size());
    felt_json json = felt_json_make(&out);
    write(steps, &json);
    auto capacity = *rc::gen::inRange<size_t>(0, out.used + 2);
    std::vector<char> small(capacity + 1, '#');
    felt_buffer cut = felt_buffer_make(small.data(), capacity);
    felt_json again = felt_json_make(&cut);
    write(steps, &again);
    RC_ASSERT(felt_json_done(&again) == (capacity >= out.used));
    RC_ASSERT(cut.used <= capacity);
    RC_ASSERT(std::equal(small.begin(), small.begin() + long(cut.used), out.bytes));
    RC_ASSERT(small[capacity] == '#');
}

void text_is_repaired_as_the_standard_says()
{
    auto text = *any_text();
    felt_buffer out = felt_buffer_make(memory().data(), memory().size());
    felt_json json = felt_json_make(&out);
    felt_json_text_n(&json, text.data(), text.size());
    json_t *read = json_loadb(out.bytes, out.used, JSON_DECODE_ANY | JSON_ALLOW_NUL, nullptr);
    RC_ASSERT(json_is_string(read));
    std::string got(json_string_value(read), json_string_length(read));
    json_decref(read);
    RC_ASSERT(got == utf8_reference::repaired(text));
}

} // namespace

TEST_MODULE(json)
{
    bool good = rc::check("jansson reads the same document", document_reads_back);
    good &=
        rc::check("a small buffer gets a prefix, and the writer knows", small_buffer_gets_a_prefix);
    good &= rc::check("wrong UTF-8 is repaired as the standard says",
                      text_is_repaired_as_the_standard_says);
    return good ? 0 : 1;
}
