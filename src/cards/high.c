/* high.c -- one high hand at a time: additive keys and two table loads (tables_gen.c). */
#include "cards/high.h"

felt_value felt_tally_value(struct felt_tally tally)
{
    return high_value(tally);
}
