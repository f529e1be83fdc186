/* known_gen.c -- writes C at build time: files of data/ as constants, so that the program finds
 * them wherever it is.
 *
 * usage: known_gen HEADER STRUCT FUNCTION FILE...      the text is printed on standard output
 *
 * The struct of the header has a name, a text and its bytes; FUNCTION_count() and
 * FUNCTION_at(index) are written, which the header declares. */
#include <stdio.h>
#include <string.h>

enum { IN_A_LINE = 24, FIRST_FILE = 4 };

/* "data/genomes/crazy-eights.json": its stem, in `length` letters. */
static const char *stem(const char *path, int *length)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    *length = (int)(dot ? (size_t)(dot - name) : strlen(name));
    return name;
}

static int print_text(const char *path, int number)
{
    FILE *in = fopen(path, "rb");
    int byte, count = 0;
    if (!in) {
        perror(path);
        return 1;
    }
    printf("static const char text%d[] = {", number);
    for (; (byte = getc(in)) != EOF; count++)
        printf("%s%d,", count % IN_A_LINE ? "" : "\n    ", byte < 128 ? byte : byte - 256);
    printf("\n    0};\n");
    int failed = ferror(in);
    (void)fclose(in);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0, length;
    if (argc <= FIRST_FILE) {
        fprintf(stderr, "usage: known_gen HEADER STRUCT FUNCTION FILE...\n");
        return 2;
    }
    const char *header = argv[1], *type = argv[2], *function = argv[3];
    int count = argc - FIRST_FILE;
    printf("/* Written by known_gen.c. */\n#include \"%s\"\n\n#include \"felt/assert.h\"\n\n",
           header);
    for (int i = 0; i < count; i++) failed |= print_text(argv[FIRST_FILE + i], i);
    printf("\nstatic const struct %s known[] = {\n", type);
    for (int i = 0; i < count; i++) {
        const char *name = stem(argv[FIRST_FILE + i], &length);
        printf("    {\"%.*s\", text%d, sizeof text%d - 1},\n", length, name, i, i);
    }
    printf("};\n\nint %s_count(void)\n{\n    return %d;\n}\n\n", function, count);
    printf("const struct %s *%s_at(int index)\n{\n"
           "    felt_assert(index >= 0 && index < %d);\n    return &known[index];\n}\n",
           type, function, count);
    return failed || ferror(stdout);
}
