/* bench_hands.h -- felt bench hands, signature, house, arena, lab, ledger, narc and room; parts
 * of bench.c. */
#ifndef FELT_CLI_BENCH_BENCH_HANDS_H
#define FELT_CLI_BENCH_BENCH_HANDS_H

#include "command/args.h"

/* Options of felt bench. */
enum {
    BENCH_JSON,
    BENCH_ROUNDS,
    BENCH_ONLY,
    BENCH_HANDS,
    BENCH_SECONDS,
    BENCH_TABLES,
    BENCH_DIR,
    BENCH_POSTGRES,
    BENCH_SPECTATORS,
    BENCH_OPTIONS
};

/* What is measured of a row of hands. */
struct felt_bench_figures {
    double hands_per_s, median, actions_per_s;
    double evaluations;  /* of the yardstick in the time of a hand                            */
    double instructions; /* of a hand; negative: they cannot be counted here                  */
};
struct felt_json;
/* Its members, into an object that is open. */
void felt_bench_put_figures(struct felt_json *json, const struct felt_bench_figures *figures);

int felt_bench_hands(const struct felt_args *args, int rounds);
int felt_bench_signature(const struct felt_args *args);
int felt_bench_house(const struct felt_args *args, int rounds);
int felt_bench_arena(const struct felt_args *args);
int felt_bench_lab(const struct felt_args *args, int rounds);
int felt_bench_ledger(const struct felt_args *args, int rounds);
int felt_bench_narc(const struct felt_args *args, int rounds);
int felt_bench_room(const struct felt_args *args);

#endif
