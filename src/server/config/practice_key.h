/* practice_key.h -- what a table's game is called that lies ready (practice.h), for
 * those who know the lab and no room. */
#ifndef FELT_SERVER_CONFIG_PRACTICE_KEY_H
#define FELT_SERVER_CONFIG_PRACTICE_KEY_H

#include <stddef.h>

enum {
    FELT_PRACTICE_TEXT_BYTES = 7800, /* of a genome                                               */
    FELT_PRACTICE_KEY_BYTES = 4 + 16 /* "lab:8c0f3a5d2b11e790"                                    */
};

/* "lab:" and the hash of the text. */
void felt_practice_key(const char *genome, size_t bytes, char out[FELT_PRACTICE_KEY_BYTES + 1]);

#endif
