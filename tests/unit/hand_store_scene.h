/* hand_store_scene.h -- a hand store in a folder of its own, with an ear for what its thread says.
 */
#ifndef FELT_TESTS_HAND_STORE_SCENE_H
#define FELT_TESTS_HAND_STORE_SCENE_H

#include "cluster.h"
#include "remove_folder.h"
#include "store/hands/hand_store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACE_BYTES = 256, LOG_BYTES = 4096 };

struct scene {
    char place[PLACE_BYTES], file[PLACE_BYTES + 16];
    struct felt_hand_store_config config;
    struct felt_hand_store *hand_store;
    pthread_mutex_t lock; /* of what the hand store's thread writes */
    pthread_cond_t bell;
    int woken;
    bool hold, held; /* wake() waits until it may go on, and with it the thread                  */
    char log[LOG_BYTES];
};

static inline void note_log(void *self, const char *level, const char *text)
{
    struct scene *scene = self;
    pthread_mutex_lock(&scene->lock);
    size_t used = strlen(scene->log);
    (void)snprintf(scene->log + used, sizeof scene->log - used, "%s %s\n", level, text);
    pthread_mutex_unlock(&scene->lock);
}

static inline void note_wake(void *self)
{
    struct scene *scene = self;
    pthread_mutex_lock(&scene->lock);
    scene->woken++;
    scene->held = scene->hold;
    pthread_cond_broadcast(&scene->bell);
    while (scene->hold) pthread_cond_wait(&scene->bell, &scene->lock);
    scene->held = false;
    pthread_mutex_unlock(&scene->lock);
}

static inline bool log_has(struct scene *scene, const char *text)
{
    pthread_mutex_lock(&scene->lock);
    bool has = strstr(scene->log, text) != NULL;
    pthread_mutex_unlock(&scene->lock);
    return has;
}

static inline void open_hand_store(struct scene *scene)
{
    struct felt_complaint complaint = {0};
    if (felt_hand_store_open(&scene->config, &scene->hand_store, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
}

static inline void reopen(struct scene *scene)
{
    felt_hand_store_close(scene->hand_store);
    open_hand_store(scene);
}

static inline int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    (void)snprintf(scene->place, sizeof scene->place, "%s/felt_library_XXXXXX", felt_test_folder());
    if (!mkdtemp(scene->place)) return -1;
    (void)snprintf(scene->file, sizeof scene->file, "%s/hands.db", scene->place);
    scene->config = (struct felt_hand_store_config){.file = scene->file,
                                                    .hands_max = 10000,
                                                    .waiting_max = 4096,
                                                    .wake = note_wake,
                                                    .log = note_log,
                                                    .self = scene};
    pthread_mutex_init(&scene->lock, NULL);
    pthread_cond_init(&scene->bell, NULL);
    open_hand_store(scene);
    *state = scene;
    return 0;
}

static inline int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_hand_store_close(scene->hand_store);
    remove_folder(scene->place);
    pthread_mutex_destroy(&scene->lock);
    pthread_cond_destroy(&scene->bell);
    free(scene);
    return 0;
}

static inline struct felt_hand_store_row row_of(int number)
{
    struct felt_hand_store_row row = {.at_ms = 1000 + number, .won = number * 3 - 100};
    (void)snprintf(row.hand_id, sizeof row.hand_id, "H-2025-10-17-%05d", number);
    (void)snprintf(row.table, sizeof row.table, "nl-2-%d", number % 7);
    (void)snprintf(row.variant, sizeof row.variant, "holdem");
    return row;
}

static inline bool keep(struct scene *scene, int64_t user, int number, const char *phh)
{
    struct felt_hand_store_row row = row_of(number);
    return felt_hand_store_keep(scene->hand_store, user, &row, phh, strlen(phh));
}

#endif
