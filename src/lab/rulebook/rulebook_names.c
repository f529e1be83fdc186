/* rulebook_names.c -- names for games that have none: two words, "Copper Heron".
 *
 * The first word is a colour, a stuff, a weather or a temper, the second an animal, a plant, a
 * place or a thing of the card room; any of the first goes with any of the second. */
#include "felt/hash.h"
#include "lab/rulebook/rulebook.h"

enum { WORDS = 128 };

static const char *const first[WORDS] = {
    "Amber",   "Ashen",   "Autumn",   "Azure",    "Bashful",  "Blue",      "Bold",    "Brass",
    "Bright",  "Brisk",   "Bronze",   "Candle",   "Careful",  "Cedar",     "Chalk",   "Cheerful",
    "Clever",  "Cloudy",  "Cobalt",   "Copper",   "Coral",    "Crimson",   "Crooked", "Crystal",
    "Curious", "Dancing", "Dapper",   "Daring",   "Dusty",    "Eager",     "Early",   "Ebony",
    "Elder",   "Emerald", "Evening",  "Faithful", "Famous",   "Feather",   "Fickle",  "Flint",
    "Foggy",   "Frosty",  "Gallant",  "Garnet",   "Gentle",   "Ginger",    "Glass",   "Golden",
    "Granite", "Green",   "Grey",     "Happy",    "Hazel",    "Hidden",    "Hollow",  "Honest",
    "Honey",   "Humble",  "Indigo",   "Iron",     "Ivory",    "Jade",      "Jolly",   "Juniper",
    "Kindly",  "Lantern", "Laughing", "Lavender", "Lemon",    "Little",    "Lively",  "Lonely",
    "Lucky",   "Maple",   "Marble",   "Merry",    "Midnight", "Misty",     "Modest",  "Moonlit",
    "Morning", "Mossy",   "Nimble",   "Noble",    "Northern", "Oaken",     "Olive",   "Opal",
    "Orchard", "Patient", "Pearl",    "Pebble",   "Pepper",   "Plucky",    "Polite",  "Proud",
    "Purple",  "Quiet",   "Rainy",    "Restless", "River",    "Royal",     "Ruby",    "Rusty",
    "Saffron", "Scarlet", "Secret",   "Shady",    "Silent",   "Silver",    "Sleepy",  "Slate",
    "Snowy",   "Solemn",  "Southern", "Speckled", "Spring",   "Steady",    "Stormy",  "Summer",
    "Sunny",   "Tawny",   "Timber",   "Velvet",   "Walnut",   "Wandering", "Western", "Winter"};

static const char *const second[WORDS] = {
    "Acorn",      "Anchor", "Apple",   "Badger",   "Barn",     "Bay",      "Beacon", "Bear",
    "Beaver",     "Bell",   "Birch",   "Bishop",   "Boat",     "Bramble",  "Bridge", "Brook",
    "Candle",     "Canyon", "Castle",  "Cat",      "Cherry",   "Clover",   "Comet",  "Corner",
    "Crane",      "Creek",  "Crow",    "Crown",    "Daisy",    "Dolphin",  "Dove",   "Dragon",
    "Drum",       "Duke",   "Eagle",   "Elm",      "Falcon",   "Fern",     "Ferry",  "Fiddle",
    "Field",      "Finch",  "Forest",  "Fountain", "Fox",      "Garden",   "Gate",   "Goose",
    "Grove",      "Hammer", "Harbour", "Hare",     "Hawk",     "Hearth",   "Hedge",  "Heron",
    "Hill",       "Horse",  "Hound",   "Island",   "Ivy",      "Jay",      "Kettle", "Key",
    "Kingfisher", "Knight", "Ladder",  "Lake",     "Lamp",     "Lark",     "Leaf",   "Lighthouse",
    "Lily",       "Linden", "Lion",    "Lynx",     "Magpie",   "Market",   "Marsh",  "Meadow",
    "Mill",       "Mirror", "Moon",    "Moth",     "Mountain", "Nest",     "Oak",    "Orchid",
    "Otter",      "Owl",    "Parrot",  "Path",     "Peacock",  "Pear",     "Pigeon", "Pine",
    "Pond",       "Poppy",  "Queen",   "Quill",    "Rabbit",   "Raven",    "Reed",   "Robin",
    "Rook",       "Rose",   "Sail",    "Salmon",   "Sparrow",  "Squirrel", "Stag",   "Star",
    "Swan",       "Table",  "Thistle", "Thrush",   "Tower",    "Trout",    "Tulip",  "Turtle",
    "Valley",     "Wagon",  "Wharf",   "Wheel",    "Willow",   "Windmill", "Wolf",   "Wren"};

const char *felt_rulebook_name(uint64_t hash, char out[FELT_GENOME_NAME_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_GENOME_NAME_BYTES);
    uint64_t mixed = felt_hash_bytes(felt_hash_text("name of a game"), &hash, sizeof hash);
    const char *head = first[mixed % WORDS], *tail = second[mixed / WORDS % WORDS];
    if (head[0] == tail[0] && head[1] == tail[1]) /* "Candle Candle", and "River Rill" */
        tail = second[(mixed / WORDS + 61) % WORDS];
    felt_buffer_text(&text, head);
    felt_buffer_char(&text, ' ');
    felt_buffer_text(&text, tail);
    return felt_buffer_terminate(&text);
}
