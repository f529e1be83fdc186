/* module.c -- the main() of programs of modules: runs one of them, or all. */
#include "module.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct test_module *modules; /* by name */

void test_module_add(struct test_module *module)
{
    struct test_module **at = &modules;
    while (*at && strcmp((*at)->name, module->name) < 0) at = &(*at)->next;
    module->next = *at;
    *at = module;
}

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

static int run_all(const char *program)
{
    int failed = 0;
    for (const struct test_module *m = modules; m; m = m->next)
        failed += run_alone(program, m->name);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) return run_all(argv[0]);
    for (const struct test_module *m = modules; m; m = m->next)
        if (strcmp(m->name, argv[1]) == 0) return m->run(argc - 1, argv + 1);
    fprintf(stderr, "%s: there is no module %s; take one of", argv[0], argv[1]);
    for (const struct test_module *m = modules; m; m = m->next) fprintf(stderr, " %s", m->name);
    fprintf(stderr, "\n");
    return 2;
}
