// utf8_reference.h -- what UTF-8 is, said another way than base/utf8.c says it: by the list of all
// characters and of everything a character can begin with.  For property_json and property_card.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

namespace utf8_reference
{

inline std::string encode(uint32_t c)
{
    if (c < 0x80) return {char(c)};
    if (c < 0x800) return {char(0xC0 | c >> 6), char(0x80 | (c & 63))};
    if (c < 0x10000)
        return {char(0xE0 | c >> 12), char(0x80 | (c >> 6 & 63)), char(0x80 | (c & 63))};
    return {char(0xF0 | c >> 18), char(0x80 | (c >> 12 & 63)), char(0x80 | (c >> 6 & 63)),
            char(0x80 | (c & 63))};
}

struct alphabet {
    std::unordered_set<std::string> characters, beginnings;

    alphabet()
    {
        characters.reserve(0x110000);
        for (uint32_t c = 0; c <= 0x10FFFF; c++) {
            if (c >= 0xD800 && c <= 0xDFFF) continue;
            std::string text = encode(c);
            // Of 64 characters with the same beginning one is enough.
            if (c % 64 == 0 || c == 0x80) {
                for (size_t n = 1; n < text.size(); n++) beginnings.insert(text.substr(0, n));
            }
            characters.insert(std::move(text));
        }
    }
};

// The text with U+FFFD for each longest wrong piece that could have begun a character, and for each
// other wrong byte.
inline std::string repaired(const std::string &text)
{
    static const alphabet all;
    std::string out;
    for (size_t at = 0; at < text.size();) {
        size_t length = 4;
        while (length > 0 &&
               !(at + length <= text.size() && all.characters.count(text.substr(at, length)))) {
            length--;
        }
        if (length > 0) {
            out += text.substr(at, length);
        } else {
            out += "\xEF\xBF\xBD";
            length = 3;
            while (length > 1 &&
                   !(at + length <= text.size() && all.beginnings.count(text.substr(at, length)))) {
                length--;
            }
        }
        at += length;
    }
    return out;
}

} // namespace utf8_reference
