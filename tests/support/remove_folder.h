/* remove_folder.h -- what a test leaves behind on the disk. */
#ifndef FELT_TESTS_REMOVE_FOLDER_H
#define FELT_TESTS_REMOVE_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The folder, and all that is in it. */
static inline void remove_folder(const char *name)
{
    char inner[1024];
    DIR *list = opendir(name);
    for (struct dirent *entry; list && (entry = readdir(list));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(inner, sizeof inner, "%.700s/%.255s", name, entry->d_name);
        if (unlink(inner) != 0) remove_folder(inner);
    }
    if (list) closedir(list);
    (void)rmdir(name);
}

#endif
