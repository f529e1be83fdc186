/* lab_known_gen.c -- writes lab_known.c at build time: the genomes of data/genomes as constants, so
 * that the program finds them wherever it is.
 *
 * usage: lab_known_gen FILE...      the text is printed on standard output */
#include <stdio.h>
#include <string.h>

enum { IN_A_LINE = 24 };

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
    printf("/* Written by lab_known_gen.c from data/genomes. */\n#include \"cli/lab_file.h\"\n\n"
           "#include \"felt/assert.h\"\n\n");
    for (int i = 1; i < argc; i++) failed |= print_text(argv[i], i);
    printf("\nstatic const struct felt_lab_known known[] = {\n");
    for (int i = 1; i < argc; i++) {
        const char *name = stem(argv[i], &length);
        printf("    {\"%.*s\", text%d, sizeof text%d - 1},\n", length, name, i, i);
    }
    printf("};\n\nint felt_lab_known_count(void)\n{\n    return %d;\n}\n\n", argc - 1);
    printf("const struct felt_lab_known *felt_lab_known_at(int index)\n{\n"
           "    felt_assert(index >= 0 && index < %d);\n    return &known[index];\n}\n",
           argc - 1);
    return failed || ferror(stdout);
}
