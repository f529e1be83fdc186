/* team_file.h -- registered teams, and secrets of watchers, as files say. */
#ifndef FELT_SERVER_APP_ARENA_TEAM_FILE_H
#define FELT_SERVER_APP_ARENA_TEAM_FILE_H

#include "command/args.h"
#include "server/arena/arena.h"

struct felt_team_file_team {
    char name[FELT_TEAM_BYTES + 1];
    uint8_t code[FELT_KEY_BYTES]; /* SHA-256                                                   */
};
struct felt_team_file {
    uint32_t count;
    struct felt_team_file_team *team; /* owned */
    bool has_spectator, has_admin;
    uint8_t spectator[FELT_KEY_BYTES], admin[FELT_KEY_BYTES];
};
/* Lines `TEAM CODE`; the code is the last word, as it is or as sha256:HEX.  False: complained. */
bool felt_team_file_read(struct felt_team_file *teams, const char *file,
                         const struct felt_args *args);
/* One line is the secret of both roles; or lines `spectator SECRET` and `operator SECRET`. */
bool felt_team_file_secret_read(struct felt_team_file *teams, const char *file,
                                const struct felt_args *args);
void felt_team_file_close(struct felt_team_file *teams);
enum felt_arena_identity felt_team_file_identify(const struct felt_team_file *teams,
                                                 const char *team, const char *code);
bool felt_team_file_admit(const struct felt_team_file *teams, enum felt_comes_as role,
                          const char *secret);

#endif
