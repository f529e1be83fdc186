/* conf_parts.h -- what the two files of conf.h share: every setting, with its name, its
 * usual value, what it may be, and what it is for. */
#ifndef FELT_SERVER_CONFIG_CONF_PARTS_H
#define FELT_SERVER_CONFIG_CONF_PARTS_H

#include "server/config/conf.h"

struct felt_conf_option_row {
    const char *name, *usual; /* NULL: there is none                                             */
    const char *example;      /* printed instead                                                 */
    bool flag;
    const char *remark;
};

extern const struct felt_conf_option_row felt_conf_option_rows[FELT_CONF_OPTIONS];

enum felt_conf_kind { FELT_CONF_COUNT, FELT_CONF_TIME, FELT_CONF_FLAG, FELT_CONF_COUNT_OR_AUTO };

struct felt_conf_number_row {
    const char *name;
    enum felt_conf_kind kind;
    uint32_t usual, min, max;
    const char *remark;
};

extern const struct felt_conf_number_row felt_conf_number_rows[FELT_CONF_NUMBERS];

/* The tournaments of a server that was told nothing; how many. */
int felt_conf_usual_tournaments(struct felt_tournament_row rows[FELT_CONF_EVENTS_MAX]);
void felt_conf_print_tournaments(struct felt_buffer *out);

enum { FELT_CONF_SECOND = 1000, FELT_CONF_MINUTE = 60 * FELT_CONF_SECOND };
enum { FELT_CONF_HOUR = 60 * FELT_CONF_MINUTE, FELT_CONF_UNITS = 4 };
/* The largest first. */
struct felt_conf_unit {
    const char *word;
    uint32_t ms;
};
extern const struct felt_conf_unit felt_conf_units[FELT_CONF_UNITS];

#endif
