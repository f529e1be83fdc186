/* fuzz_player.c -- any bytes as the name of a player, as dials, and as a persona.
 *
 * What is accepted has settings within their ranges and reads the same once more; what is refused
 * leaves everything alone and comes with a complaint that points into the text. */
#include "complaint.h"

#include "felt/assert.h"
#include "felt/player.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_player(const char *text, size_t size)
{
    struct felt_player_spec spec, before, again;
    struct felt_complaint complaint;
    memset(&spec, 0xA5, sizeof spec);
    memcpy(&before, &spec, sizeof before);
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_player_read(text, size, &spec, &complaint);
    felt_assert(felt_player_read(text, size, &again, NULL) == status);
    if (status != FELT_OK) {
        felt_assert(memcmp(&spec, &before, sizeof spec) == 0);
        verify_complaint(&complaint, size);
        return;
    }
    felt_assert(strlen(spec.text) == size && memcmp(spec.text, text, size) == 0);
    felt_assert(felt_strategy_config_validate(&spec.settings, NULL) == FELT_OK);
    felt_assert(spec.kind == again.kind);
    felt_assert(memcmp(&spec.settings, &again.settings, sizeof again.settings) == 0);
}

static void verify_dials(const char *text, size_t size)
{
    struct felt_strategy_config config = felt_strategy_config_default(), before = config;
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    if (felt_strategy_config_read(text, size, &config, &complaint) != FELT_OK) {
        felt_assert(memcmp(&config, &before, sizeof config) == 0);
        verify_complaint(&complaint, size);
        return;
    }
    felt_assert(felt_strategy_config_validate(&config, NULL) == FELT_OK);
}

/* A persona in front of dials; without one it is dials, and both readers say the same. */
static void verify_persona(const char *text, size_t size)
{
    struct felt_strategy_config config = felt_strategy_config_default(), before = config;
    struct felt_strategy_config dials = config;
    struct felt_complaint complaint;
    memset(&complaint, 0xFF, sizeof complaint);
    bool are_dials = felt_strategy_config_read(text, size, &dials, NULL) == FELT_OK;
    if (felt_persona_read(text, size, &config, &complaint) != FELT_OK) {
        felt_assert(!are_dials);
        felt_assert(memcmp(&config, &before, sizeof config) == 0);
        verify_complaint(&complaint, size);
        return;
    }
    felt_assert(felt_strategy_config_validate(&config, NULL) == FELT_OK);
    felt_assert(!are_dials || memcmp(&config, &dials, sizeof config) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    verify_player(text, size);
    verify_dials(text, size);
    verify_persona(text, size);
    return 0;
}
