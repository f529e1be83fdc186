/* metric.h -- figures of a running program as Prometheus reads them.  Every name begins with
 * "felt_", which is not part of what is given here. */
#ifndef FELT_BASE_METRIC_H
#define FELT_BASE_METRIC_H

#include "felt/buffer.h"

/* What a name means; `type` is gauge, counter or histogram.  Then its values follow. */
void felt_metric_head(struct felt_buffer *out, const char *name, const char *type,
                      const char *help);
/* `label` is "" or {key="text"}. */
void felt_metric_value(struct felt_buffer *out, const char *name, const char *label,
                       uint64_t value);
/* Both, for a name with one value. */
void felt_metric(struct felt_buffer *out, const char *name, const char *type, const char *help,
                 uint64_t value);

#endif
