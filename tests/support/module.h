/* module.h -- a file of tests is a module; the modules of a folder are one program.
 *
 * A module is a function instead of a main().  Meson makes the table of each program
 * (program.c.in), and the program runs the module that it is told:
 *
 *     build-dev/tests/unit/test_betting turn        one module
 *     build-dev/tests/unit/test_betting             all of them, one after the other
 *
 * What stands behind the name of a module are arguments of its own. */
#ifndef FELT_TESTS_MODULE_H
#define FELT_TESTS_MODULE_H

#include "felt/macros.h"

FELT_BEGIN

/* Like main(): argv[0] is the module's name; 0 if all is well. */
typedef int test_module_run(int argc, char **argv);

struct test_module {
    const char *name;
    test_module_run *run;
};

/* The main() of a program of modules. */
int test_modules_main(const struct test_module *modules, int count, int argc, char **argv);

FELT_END

/* TEST_MODULE(turn) { ... }, at the end of test_turn.c. */
#ifdef __cplusplus
#define TEST_MODULE_LINKAGE extern "C"
#else
#define TEST_MODULE_LINKAGE
#endif
#define TEST_MODULE(name)                                                                          \
    TEST_MODULE_LINKAGE test_module_run test_module_##name;                                        \
    int test_module_##name(int argc __attribute__((unused)), char **argv __attribute__((unused)))

#endif
