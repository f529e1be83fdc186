/* team_file.c -- registered teams and secrets of watchers, as files say.
 *
 * Codes and secrets are kept as hashes only, and compared in constant time. */
#include "server/app/arena/team_file.h"
#include "base/hex.h"
#include "os/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024, TEAMS_MAX = 100000 };

/* As it is, or as sha256:HEX. */
static bool read_code(const char *text, uint8_t out[FELT_KEY_BYTES])
{
    if (strncmp(text, "sha256:", 7) == 0)
        return felt_hex_read(text + 7, strlen(text + 7), out, FELT_KEY_BYTES);
    felt_secret_hash(text, strlen(text), out);
    return *text != '\0';
}

/* The line without blanks at its ends; its last word apart.  NULL: one word only. */
static char *split(char *line)
{
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1])) line[--length] = '\0';
    char *blank = strrchr(line, ' '), *tab = strrchr(line, '\t');
    char *cut = blank > tab ? blank : tab;
    if (!cut) return NULL;
    char *word = cut + 1;
    while (cut > line && strchr(" \t", cut[-1])) cut--;
    *cut = '\0';
    return word;
}

static char *skip_blanks(char *line)
{
    while (*line == ' ' || *line == '\t') line++;
    return line;
}

static bool add_team(struct felt_team_file *teams, const char *name, const char *code)
{
    struct felt_team_file_team *more =
        realloc(teams->team, (teams->count + 1) * sizeof *teams->team);
    if (!more) return false;
    teams->team = more;
    struct felt_team_file_team *team = &more[teams->count];
    *team = (struct felt_team_file_team){0};
    size_t length = strlen(name);
    if (!length || length > FELT_TEAM_BYTES || !read_code(code, team->code)) return false;
    for (uint32_t i = 0; i < teams->count; i++)
        if (felt_team_is(more[i].name, name)) return false;
    memcpy(team->name, name, length + 1);
    teams->count++;
    return true;
}

/* NULL: complained. */
static FILE *open_conns(const char *file, const struct felt_args *args)
{
    FILE *in = fopen(file, "r");
    if (!in) felt_args_refuse(args, "cannot read %s: %s", file, strerror(errno));
    return in;
}

bool felt_team_file_read(struct felt_team_file *teams, const char *file,
                         const struct felt_args *args)
{
    FILE *in = open_conns(file, args);
    if (!in) return false;
    char line[LINE_BYTES];
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, in); number++) {
        char *name = skip_blanks(line);
        if (*name == '#' || *name == '\n' || *name == '\r' || !*name) continue;
        char *code = split(name);
        good = code && teams->count < TEAMS_MAX && add_team(teams, name, code);
        if (!good)
            felt_args_refuse(args,
                             "%s, line %d: write TEAM CODE, each team once, the name at most %d "
                             "bytes",
                             file, number, FELT_TEAM_BYTES);
    }
    if (good && !teams->count) {
        felt_args_refuse(args, "%s names no team; write lines TEAM CODE", file);
        good = false;
    }
    (void)fclose(in);
    return good;
}

bool felt_team_file_secret_read(struct felt_team_file *teams, const char *file,
                                const struct felt_args *args)
{
    FILE *in = open_conns(file, args);
    if (!in) return false;
    char line[LINE_BYTES];
    bool good = true;
    while (good && fgets(line, sizeof line, in)) {
        char *word = skip_blanks(line), *secret = split(word);
        if (*word == '#' || !*word) continue;
        if (!secret) {
            good = read_code(word, teams->spectator);
            memcpy(teams->admin, teams->spectator, sizeof teams->admin);
            teams->has_spectator = teams->has_admin = true;
        } else if (strcmp(word, "spectator") == 0) {
            good = teams->has_spectator = read_code(secret, teams->spectator);
        } else if (strcmp(word, "operator") == 0) {
            good = teams->has_admin = read_code(secret, teams->admin);
        } else {
            good = false;
        }
    }
    (void)fclose(in);
    good = good && (teams->has_spectator || teams->has_admin);
    if (!good)
        felt_args_refuse(args,
                         "%s: write one line with the secret, or lines 'spectator SECRET' and "
                         "'operator SECRET'",
                         file);
    return good;
}

void felt_team_file_close(struct felt_team_file *teams)
{
    free(teams->team);
    *teams = (struct felt_team_file){0};
}

enum felt_arena_identity felt_team_file_identify(const struct felt_team_file *teams,
                                                 const char *team, const char *code)
{
    uint8_t hash[FELT_KEY_BYTES];
    felt_secret_hash(code, strlen(code), hash);
    for (uint32_t i = 0; i < teams->count; i++) {
        if (!felt_team_is(teams->team[i].name, team)) continue;
        return felt_secret_equal(hash, teams->team[i].code, sizeof hash)
                   ? FELT_ARENA_IDENTITY_OK
                   : FELT_ARENA_IDENTITY_WRONG;
    }
    return FELT_ARENA_IDENTITY_UNKNOWN;
}

bool felt_team_file_admit(const struct felt_team_file *teams, enum felt_comes_as role,
                          const char *secret)
{
    uint8_t hash[FELT_KEY_BYTES];
    felt_secret_hash(secret, strlen(secret), hash);
    if (role == FELT_AS_OPERATOR)
        return teams->has_admin && felt_secret_equal(hash, teams->admin, sizeof hash);
    return teams->has_spectator && felt_secret_equal(hash, teams->spectator, sizeof hash);
}
