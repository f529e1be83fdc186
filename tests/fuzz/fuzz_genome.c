/* fuzz_genome.c -- any bytes as a genome.
 *
 * What is accepted comes back from its own text, field by field, and the text is the same again.
 * What is refused leaves the genome alone and comes with a pointer and a reason fit to be printed.
 * A genome that is in order can be compiled and played (N3). */
#include "complaint.h"

#include "felt/assert.h"
#include "felt/genome_json.h"
#include "felt/genome_play.h"
#include "felt/rng.h"

#include <string.h>

enum { MOVES_MAX = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_text(const struct felt_genome *genome)
{
    static char first[2 * FELT_GENOME_TEXT_MAX], second[2 * FELT_GENOME_TEXT_MAX];
    struct felt_buffer out = felt_buffer_make(first, sizeof first);
    struct felt_buffer again_out = felt_buffer_make(second, sizeof second);
    struct felt_genome again;
    enum felt_status status = felt_genome_json_write(genome, &out);
    if (status == FELT_FULL && out.used > FELT_GENOME_TEXT_MAX)
        return; /* defaults made it longer */
    felt_assert(status == FELT_OK);
    felt_assert(felt_genome_json_read(first, out.used, &again, NULL) == FELT_OK);
    felt_assert(felt_genome_equal(genome, &again)); /* W2 */
    felt_assert(felt_genome_json_write(&again, &again_out) == FELT_OK);
    felt_assert(out.used == again_out.used && memcmp(first, second, out.used) == 0); /* W1 */
}

static void verify_error(const struct felt_genome_error *error)
{
    struct felt_complaint complaint = {0};
    felt_assert(error->fault == FELT_FAULT_NONE);
    felt_assert(memchr(error->pointer, '\0', sizeof error->pointer) != NULL);
    felt_assert(error->pointer[0] == '/' || error->pointer[0] == '\0');
    for (const char *c = error->pointer; *c; c++) felt_assert(*c > ' ' && *c <= '~');
    memcpy(complaint.text, error->text, sizeof complaint.text);
    verify_complaint(&complaint, 0);
}

static void play(const struct felt_genome *genome, int seats)
{
    static struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_rng rng = felt_rng_make(1);
    felt_genome_compile(genome, seats, &program);
    felt_genome_begin(&program, NULL, 1, &state, NULL);
    for (int i = 0; i < MOVES_MAX && state.actor >= 0; i++) {
        struct felt_moves moves;
        felt_genome_moves(&program, &state, &moves);
        int count = felt_moves_count(&moves);
        felt_assert(count > 0); /* M3 */
        int move = felt_moves_pick(&moves, (int)felt_rng_below(&rng, (uint32_t)count));
        felt_genome_play(&program, &state, move, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct felt_genome genome, before;
    struct felt_genome_error error;
    memset(&genome, 0xA5, sizeof genome);
    memcpy(&before, &genome, sizeof before);
    memset(&error, 0xFF, sizeof error);
    enum felt_status status = felt_genome_json_read(text, size, &genome, &error);
    if (status != FELT_OK) {
        felt_assert(memcmp(&genome, &before, sizeof genome) == 0);
        verify_error(&error);
        felt_assert(felt_genome_json_read(text, size, &genome, NULL) == status);
        return 0;
    }
    verify_text(&genome);
    if (felt_genome_verify(&genome, &error, 1) > 0) return 0;
    play(&genome, genome.players.gene[FELT_PLAYERS_MIN]);
    play(&genome, genome.players.gene[FELT_PLAYERS_MAX]);
    return 0;
}
