/* module.h -- a file of tests is a module; the modules of a folder are one program.
 *
 * A module is a function instead of a main().  It registers itself when the program starts, and
 * the program (module.c has its main) runs the module that is named:
 *
 *     build-dev/tests/unit/test_betting turn        one module
 *     build-dev/tests/unit/test_betting             all of them, one after the other
 *
 * What stands behind the name of a module are arguments of its own. */
#ifndef FELT_TESTS_MODULE_H
#define FELT_TESTS_MODULE_H

#include "felt/macros.h"

FELT_BEGIN

struct test_module {
    const char *name;
    int (*run)(int argc, char **argv); /* like main(): argv[0] is the module's name */
    struct test_module *next;
};

void test_module_add(struct test_module *module);

FELT_END

/* TEST_MODULE(turn) { ... }, at the end of test_turn.c. */
#define TEST_MODULE(module)                                                                        \
    static int module##_run(int argc, char **argv);                                                \
    __attribute__((constructor)) static void module##_register(void)                               \
    {                                                                                              \
        static struct test_module row = {#module, module##_run, 0};                                \
        test_module_add(&row);                                                                     \
    }                                                                                              \
    static int module##_run(int argc __attribute__((unused)), char **argv __attribute__((unused)))

#endif
