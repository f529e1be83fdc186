/* kernels_avx2.c -- the batch kernels over AVX2 registers; compiled with -mavx2, run only where the
 * processor has it (kernels.c). */
#include "cards/lanes_avx2.h"

#define KERNELS_NAME "avx2"
#define KERNELS_SET  kernels_avx2
#include "cards/kernels_body.h"
