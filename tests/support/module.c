/* module.c -- runs one module of a test program, or all. */
#include "module.h"

#include <stdio.h>
#include <string.h>

int test_modules_main(const struct test_module *modules, int count, int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; argc < 2 && i < count; i++) {
        char *only_name[] = {argv[0], NULL};
        printf("# %s\n", modules[i].name);
        fflush(stdout);
        failed += modules[i].run(1, only_name) != 0;
    }
    if (argc < 2) return failed ? 1 : 0;
    for (int i = 0; i < count; i++)
        if (strcmp(modules[i].name, argv[1]) == 0) return modules[i].run(argc - 1, argv + 1);
    fprintf(stderr, "%s: there is no module %s; take one of", argv[0], argv[1]);
    for (int i = 0; i < count; i++) fprintf(stderr, " %s", modules[i].name);
    fprintf(stderr, "\n");
    return 2;
}
