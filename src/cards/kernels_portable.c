/* kernels_portable.c -- the batch kernels in the compiler's own vector language, for any machine.
 */
#include "cards/lanes_portable.h"

#define KERNELS_NAME "portable"
#define KERNELS_SET  kernels_portable
#include "cards/kernels_body.h"
