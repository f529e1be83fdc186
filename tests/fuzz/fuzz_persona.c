/* fuzz_persona.c -- any bytes as a persona as JSON.
 *
 * What is accepted is valid and comes back, bit for bit, from its own text; what is refused leaves
 * the persona alone and comes with a complaint that points into the text. */
#include "complaint.h"

#include "felt/assert.h"
#include "felt/persona_json.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_persona(const struct felt_persona *persona)
{
    char text[FELT_PERSONA_TEXT_MAX];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_persona again;
    felt_assert(felt_strategy_config_validate(&persona->config, NULL) == FELT_OK);
    felt_assert(felt_persona_json_write(persona, &out) == FELT_OK);
    felt_assert(felt_persona_json_read(text, out.used, &again, NULL) == FELT_OK);
    felt_assert(strcmp(again.name, persona->name) == 0);
    felt_assert(memcmp(&again.config, &persona->config, sizeof again.config) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct felt_persona persona, before;
    struct felt_complaint complaint;
    memset(&persona, 0xA5, sizeof persona);
    memcpy(&before, &persona, sizeof before);
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status = felt_persona_json_read(text, size, &persona, &complaint);
    felt_assert(felt_persona_json_read(text, size, &persona, NULL) == status);
    if (status == FELT_OK) {
        verify_persona(&persona);
    } else {
        felt_assert(memcmp(&persona, &before, sizeof persona) == 0);
        verify_complaint(&complaint, size);
    }
    return 0;
}
