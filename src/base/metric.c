/* metric.c -- see metric.h. */
#include "base/metric.h"

void felt_metric_head(struct felt_buffer *out, const char *name, const char *type, const char *help)
{
    felt_buffer_text(out, "# HELP felt_");
    felt_buffer_text(out, name);
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, help);
    felt_buffer_text(out, "\n# TYPE felt_");
    felt_buffer_text(out, name);
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, type);
    felt_buffer_char(out, '\n');
}

void felt_metric_value(struct felt_buffer *out, const char *name, const char *label, uint64_t value)
{
    felt_buffer_text(out, "felt_");
    felt_buffer_text(out, name);
    felt_buffer_text(out, label);
    felt_buffer_char(out, ' ');
    felt_buffer_uint(out, value);
    felt_buffer_char(out, '\n');
}

void felt_metric(struct felt_buffer *out, const char *name, const char *type, const char *help,
                 uint64_t value)
{
    felt_metric_head(out, name, type, help);
    felt_metric_value(out, name, "", value);
}
