/* module.c -- runs one module of a test program, or all. */
#include "module.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process for each: one that stops at an assertion does not end the others. */
static int run_alone(const char *program, const char *name)
{
    printf("# %s\n", name);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", program, name, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? 0 : 1;
}

static int run_all(const struct test_module *modules, int count, const char *program)
{
    int failed = 0;
    for (int i = 0; i < count; i++) failed += run_alone(program, modules[i].name);
    return failed ? 1 : 0;
}

int test_modules_main(const struct test_module *modules, int count, int argc, char **argv)
{
    if (argc < 2) return run_all(modules, count, argv[0]);
    for (int i = 0; i < count; i++)
        if (strcmp(modules[i].name, argv[1]) == 0) return modules[i].run(argc - 1, argv + 1);
    fprintf(stderr, "%s: there is no module %s; take one of", argv[0], argv[1]);
    for (int i = 0; i < count; i++) fprintf(stderr, " %s", modules[i].name);
    fprintf(stderr, "\n");
    return 2;
}
