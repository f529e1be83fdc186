/* load.h -- a JSON text of limited length, loaded strictly: names of members are not repeated. */
#ifndef FELT_FORMATS_LOAD_H
#define FELT_FORMATS_LOAD_H

#include "felt/status.h"

#include <jansson.h>

/* NULL: *status and the complaint say why.  `what` is "a hand", "a persona". */
json_t *felt_load_json(const char *text, size_t bytes, size_t bytes_max, const char *what,
                       enum felt_status *status, struct felt_complaint *complaint);

#endif
