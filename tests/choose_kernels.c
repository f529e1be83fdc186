/* choose_kernels.c -- FELT_KERNELS=portable: run a unit test with these batch kernels.
 *
 * Linked into every unit test.  Runs before main(), because the engine itself reads no environment.
 * Kernels this machine does not have are an error: no test may pass with the wrong ones. */
#include "felt/hand.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void choose_kernels(void)
{
    const char *name = getenv("FELT_KERNELS");
    if (!name || felt_high_use_kernels(name)) return;
    fprintf(stderr, "FELT_KERNELS=%s: no such kernels on this machine\n", name);
    exit(2);
}
