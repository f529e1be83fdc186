/* amount.h -- amounts of chips as text.  Private to formats/.
 *
 * Files may have fractions: 47.50.  They are read in ten-thousandths, together with the number of
 * decimal places, and brought to the places of the whole hand once that is known. */
#ifndef FELT_FORMATS_HANDS_AMOUNT_H
#define FELT_FORMATS_HANDS_AMOUNT_H

#include "felt/buffer.h"
#include "felt/seat.h"
#include "felt/status.h"

#define FELT_AMOUNT_WANTED "write digits, with at most 4 behind a point"

/* "-47.50" is -475000 and two digits.  *digits only grows.  FELT_BAD_NUMBER: not digits, or more
 * than four behind the point, or more than ten times FELT_CHIPS_MAX before it. */
FELT_MUST_USE enum felt_status felt_amount_read(const char *text, size_t bytes, felt_chips *out,
                                                int *digits);
/* From ten-thousandths to `decimals` places.  False: more than ten times FELT_CHIPS_MAX. */
bool felt_amount_scale(felt_chips *amount, int decimals);
/* 4750 with two decimals is 47.50. */
void felt_amount_write(struct felt_buffer *out, felt_chips amount, int decimals);

#endif
