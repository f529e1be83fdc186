/* shuffle.c -- words from a key, and a deck from words.
 *
 * Block i of the stream is HMAC-SHA256(K, "felt/deck/1|" i) and gives eight words of 32 bits.  One
 * word is taken for every card (more where one is refused, RULES 2.3), also for the last; the four
 * words that follow are the stream for cards that go back into the deck. */
#include "server/table/shuffle.h"

#include "base/hex.h"
#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/deck.h"

#include <string.h>

enum { LABEL_BYTES = 160 };

static uint32_t read_word(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Of "LABEL|MATCH|NUMBER". */
static void make_key(const struct felt_digests *digests, const uint8_t secret[FELT_KEY_BYTES],
                     const char *label, const char *match_id, uint32_t number,
                     uint8_t key[FELT_KEY_BYTES])
{
    char memory[LABEL_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, label);
    felt_buffer_text(&text, match_id);
    felt_buffer_char(&text, '|');
    felt_buffer_uint(&text, number);
    felt_assert(!text.overflow);
    digests->hmac(secret, memory, text.used, key);
}

bool felt_shuffle_is_fresh(const uint8_t fresh[FELT_KEY_BYTES])
{
    for (int i = 0; i < FELT_KEY_BYTES; i++)
        if (fresh[i]) return true;
    return false;
}

void felt_shuffle_key(const struct felt_digests *digests, const uint8_t secret[FELT_KEY_BYTES],
                      const uint8_t fresh[FELT_KEY_BYTES], const char *match_id,
                      uint32_t hand_number, uint8_t key[FELT_KEY_BYTES])
{
    char label[LABEL_BYTES] = "felt/hand/1|";
    if (felt_shuffle_is_fresh(fresh)) {
        char hex[2 * FELT_KEY_BYTES + 1];
        struct felt_buffer text = felt_buffer_make(label, sizeof label);
        felt_hex_write(fresh, FELT_KEY_BYTES, hex);
        felt_buffer_text(&text, "felt/hand/2|");
        felt_buffer_text(&text, hex);
        felt_buffer_char(&text, '|');
        felt_buffer_terminate(&text);
    }
    make_key(digests, secret, label, match_id, hand_number, key);
}

void felt_shuffle_deal_key(const struct felt_digests *digests, const uint8_t secret[FELT_KEY_BYTES],
                           const char *match_id, uint32_t deal, uint8_t key[FELT_KEY_BYTES])
{
    make_key(digests, secret, "felt/deal/1|", match_id, deal, key);
}

void felt_shuffle_deal_commit(const struct felt_digests *digests,
                              const uint8_t blind[FELT_KEY_BYTES],
                              const uint8_t key[FELT_KEY_BYTES], uint8_t commit[FELT_KEY_BYTES])
{
    uint8_t both[2 * FELT_KEY_BYTES];
    memcpy(both, blind, FELT_KEY_BYTES);
    memcpy(both + FELT_KEY_BYTES, key, FELT_KEY_BYTES);
    digests->hash(both, sizeof both, commit);
}

void felt_shuffle_commit(const struct felt_digests *digests, const uint8_t key[FELT_KEY_BYTES],
                         uint8_t commit[FELT_KEY_BYTES])
{
    digests->hash(key, FELT_KEY_BYTES, commit);
}

uint32_t felt_shuffle_seed(const uint8_t commit[FELT_KEY_BYTES])
{
    return read_word(&commit[FELT_KEY_BYTES - 4]);
}

/* ---- the stream ---- */

struct stream {
    const struct felt_digests *digests;
    const uint8_t *key;
    uint32_t block; /* the next one */
    uint32_t at;    /* bytes of `bytes` that are taken */
    uint8_t bytes[FELT_KEY_BYTES];
};

static void next_block(struct stream *stream)
{
    char memory[LABEL_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&text, "felt/deck/1|");
    felt_buffer_uint(&text, stream->block++);
    stream->digests->hmac(stream->key, memory, text.used, stream->bytes);
    stream->at = 0;
}

static uint32_t next_word(void *self)
{
    struct stream *stream = self;
    if (stream->at == FELT_KEY_BYTES) next_block(stream);
    uint32_t word = read_word(stream->bytes + stream->at);
    stream->at += 4;
    return word;
}

void felt_shuffle_deck(const struct felt_digests *digests, const uint8_t key[FELT_KEY_BYTES],
                       felt_card *deck, int count, struct felt_rng *later)
{
    struct stream stream = {.digests = digests, .key = key, .at = FELT_KEY_BYTES};
    struct felt_deck whole;
    enum felt_status status = felt_deck_from_list(deck, count, &whole);
    felt_assert(status == FELT_OK);
    felt_deck_shuffle_words(&whole, count, next_word, &stream);
    memcpy(deck, whole.card, (size_t)count);
    for (int i = 0; i < 2; i++) {
        uint64_t high = next_word(&stream);
        later->state[i] = high << 32 | next_word(&stream);
    }
    /* A generator is never all zero (rng.h); nobody will ever see this happen. */
    if (later->state[0] == 0 && later->state[1] == 0) later->state[1] = 1;
}
