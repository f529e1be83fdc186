// property_genome_json.cpp -- genomes as JSON: nothing is lost, and the form is one.
//
// usage: property_genome_json [GENOMES [SEED]]      so many random genomes there and back, no more
#include "counted.h"
#include "random_genome.h"

#include "felt/genome_json.h"
#include "module.h"

#include <jansson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>

namespace
{

felt_genome make(uint64_t seed)
{
    felt_rng rng = felt_rng_make(seed);
    felt_genome genome;
    random_genome(&rng, &genome);
    return genome;
}

// "" if it cannot be written.
std::string write(const felt_genome &genome)
{
    static char memory[FELT_GENOME_TEXT_MAX];
    felt_buffer out = felt_buffer_make(memory, sizeof memory);
    if (felt_genome_json_write(&genome, &out) != FELT_OK) return "";
    return std::string(memory, out.used);
}

bool read(const std::string &text, felt_genome *out)
{
    felt_genome_error error = {};
    if (felt_genome_json_read(text.data(), text.size(), out, &error) == FELT_OK) return true;
    RC_LOG() << error.pointer << ": " << error.text << "\n" << text;
    return false;
}

// W1, W2.
bool survives(const felt_genome &genome)
{
    felt_genome again;
    std::string text = write(genome);
    return !text.empty() && read(text, &again) && felt_genome_equal(&genome, &again) &&
           write(again) == text;
}

void genome_survives()
{
    RC_ASSERT(survives(make(*rc::gen::arbitrary<uint64_t>())));
}

// Keys in any order, spaces anywhere, letters as escapes: the same genome.
void order_and_spaces_do_not_matter()
{
    felt_genome genome = make(*rc::gen::arbitrary<uint64_t>()), again;
    std::string text = write(genome);
    json_t *root = json_loadb(text.data(), text.size(), 0, nullptr);
    RC_ASSERT(root != nullptr);
    size_t flags = *rc::gen::elementOf(std::vector<size_t>{
        JSON_SORT_KEYS | JSON_COMPACT, JSON_INDENT(3) | JSON_ENSURE_ASCII, JSON_ESCAPE_SLASH});
    char *dumped = json_dumps(root, flags);
    RC_ASSERT(dumped != nullptr);
    std::string other = dumped;
    free(dumped);
    json_decref(root);
    if (other.size() > FELT_GENOME_TEXT_MAX) return;
    RC_ASSERT(read(other, &again));
    RC_ASSERT(felt_genome_equal(&genome, &again));
    RC_ASSERT(write(again) == text);
}

// The same words without `format` are those of an older genome: what is read of it stays.
void older_genome_survives()
{
    felt_genome old;
    std::string text = write(make(*rc::gen::arbitrary<uint64_t>()));
    const char head[] = "{\n  \"format\": \"betlab.genome\",\n  \"version\": 1,\n";
    RC_ASSERT(text.compare(0, strlen(head), head) == 0);
    RC_ASSERT(read("{" + text.substr(strlen(head)), &old));
    RC_ASSERT(survives(old));
}

// A byte changed, dropped or doubled: refused with a reason, or a genome that survives.
void damage_is_refused_or_survives()
{
    felt_genome genome, before = make(1);
    felt_genome_error error = {};
    std::string text = write(make(*rc::gen::inRange<uint64_t>(0, 1000)));
    auto at = *rc::gen::inRange<size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 4)) {
    case 0: text[at] = *rc::gen::arbitrary<char>(); break;
    case 1: text.erase(at, *rc::gen::inRange<size_t>(1, 20)); break;
    case 2: text.insert(at, text.substr(at, *rc::gen::inRange<size_t>(1, 20))); break;
    default: text[at] = *rc::gen::elementOf(std::string("{}[],:\"0-.eEntf\\ "));
    }
    genome = before;
    if (felt_genome_json_read(text.data(), text.size(), &genome, &error) == FELT_OK) {
        RC_ASSERT(survives(genome));
    } else {
        RC_ASSERT(felt_genome_equal(&genome, &before));
        RC_ASSERT(strlen(error.text) > 0 && (error.pointer[0] == '/' || error.pointer[0] == 0));
    }
}

int run(uint64_t genomes, uint64_t seed)
{
    size_t bytes = 0, longest = 0;
    for (uint64_t i = 0; i < genomes; i++) {
        felt_genome genome = make(seed + i), again;
        std::string text = write(genome);
        if (text.empty() || !read(text, &again) || !felt_genome_equal(&genome, &again) ||
            write(again) != text) {
            std::cout << "seed " << seed + i << " does not survive\n" << text;
            return 1;
        }
        bytes += text.size();
        longest = std::max(longest, text.size());
    }
    std::cout << genomes << " genomes from seed " << seed << " survive, " << bytes
              << " bytes, the longest " << longest << "\n";
    return 0;
}

} // namespace

TEST_MODULE(genome_json)
{
    if (argc > 1)
        return run(strtoull(argv[1], nullptr, 10), argc > 2 ? strtoull(argv[2], nullptr, 10) : 1);
    bool good = check("a genome comes back from its text", 2000, genome_survives);
    good &= check("order and spaces do not matter", 500, order_and_spaces_do_not_matter);
    good &= check("an older genome survives", 500, older_genome_survives);
    good &= check("damage is refused, or a genome", 2000, damage_is_refused_or_survives);
    return good ? 0 : 1;
}
