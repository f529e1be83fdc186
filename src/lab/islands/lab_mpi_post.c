/* lab_mpi_post.c -- see lab_mpi_post.h.
 *
 * A large letter is under way for as long as both sides look after it.  Receipts that have begun
 * stand in a list in the order in which they were matched; one is delivered when it is complete and
 * no older one of the same island and tag is before it, which is the order that felt_post promises.
 */
#include "lab/islands/lab_mpi_post.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

struct outgoing {
    struct outgoing *next;
    MPI_Request request;
    int to;
    size_t count;
    char bytes[];
};

struct incoming {
    MPI_Request request;
    int from, tag;
    bool complete, wanted;
    size_t count;
    char *bytes;
};

struct felt_mpi_post {
    struct outgoing *sending;
    size_t bytes[FELT_ISLANDS_MAX]; /* under way to each island                                */
    int letters[FELT_ISLANDS_MAX];
    int incoming_count;
    struct incoming incoming[FELT_POST_LETTERS];
    char *delivered;
};

/* ---- sending ---- */

static void reap(struct felt_mpi_post *post)
{
    for (struct outgoing **at = &post->sending; *at;) {
        struct outgoing *letter = *at;
        int complete = 0;
        if (MPI_Test(&letter->request, &complete, MPI_STATUS_IGNORE) != MPI_SUCCESS) complete = 1;
        if (!complete) {
            at = &letter->next;
            continue;
        }
        post->bytes[letter->to] -= letter->count;
        post->letters[letter->to]--;
        *at = letter->next;
        free(letter);
    }
}

static bool post_send(void *self, int to, int tag, const char *bytes, size_t count)
{
    struct felt_mpi_post *post = self;
    reap(post);
    if (count > INT_MAX || post->letters[to] >= FELT_POST_LETTERS ||
        (post->bytes[to] > 0 && count > 0 && post->bytes[to] + count > FELT_POST_BYTES))
        return false;
    struct outgoing *letter = malloc(sizeof *letter + count);
    if (!letter) return false;
    *letter = (struct outgoing){.next = post->sending, .to = to, .count = count};
    if (count) memcpy(letter->bytes, bytes, count);
    if (MPI_Isend(letter->bytes, (int)count, MPI_BYTE, to, tag, MPI_COMM_WORLD, &letter->request) !=
        MPI_SUCCESS) {
        free(letter);
        return false;
    }
    post->sending = letter;
    post->bytes[to] += count;
    post->letters[to]++;
    return true;
}

/* ---- receiving ---- */

/* Begins to receive one letter.  False: there is none, or no room. */
static bool match(struct felt_mpi_post *post)
{
    MPI_Message message;
    MPI_Status status;
    int found = 0, count = 0;
    if (post->incoming_count == FELT_POST_LETTERS) return false;
    if (MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &message, &status) !=
            MPI_SUCCESS ||
        !found)
        return false;
    if (MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS || count < 0) count = 0;
    struct incoming *letter = &post->incoming[post->incoming_count];
    int kind = felt_letter_kind(status.MPI_TAG);
    size_t max = kind < 0 ? 0 : felt_letter_max((enum felt_letter_kind)kind);
    *letter = (struct incoming){
        .from = status.MPI_SOURCE, .tag = status.MPI_TAG, .wanted = (size_t)count <= max};
    /* What is not wanted is received all the same, but for its contents: a letter that is too long
     * for its buffer is cut, which MPI reports as an error of this one request. */
    letter->count = letter->wanted ? (size_t)count : 0;
    letter->bytes = malloc(letter->count + 1);
    if (!letter->bytes) return false;
    if (MPI_Imrecv(letter->bytes, (int)letter->count, MPI_BYTE, &message, &letter->request) !=
        MPI_SUCCESS) {
        free(letter->bytes);
        return false;
    }
    post->incoming_count++;
    return true;
}

static void test_all(struct felt_mpi_post *post)
{
    for (int i = 0; i < post->incoming_count; i++) {
        struct incoming *letter = &post->incoming[i];
        int complete = 0;
        if (letter->complete) continue;
        if (MPI_Test(&letter->request, &complete, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            complete = 1;
            letter->wanted = false;
        }
        letter->complete = complete;
    }
}

/* Is an older one of the same kind from there not complete yet? */
static bool is_behind(const struct felt_mpi_post *post, int index)
{
    const struct incoming *letter = &post->incoming[index];
    for (int i = 0; i < index; i++)
        if (post->incoming[i].from == letter->from && post->incoming[i].tag == letter->tag)
            return true;
    return false;
}

static bool post_next(void *self, struct felt_letter *out)
{
    struct felt_mpi_post *post = self;
    free(post->delivered);
    post->delivered = NULL;
    while (match(post)) {
    }
    test_all(post);
    for (int i = 0; i < post->incoming_count; i++) {
        struct incoming letter = post->incoming[i];
        if (!letter.complete || is_behind(post, i)) continue;
        post->incoming_count--;
        memmove(&post->incoming[i], &post->incoming[i + 1],
                (size_t)(post->incoming_count - i) * sizeof post->incoming[0]);
        post->delivered = letter.bytes;
        /* One that was not wanted is delivered as what it is: of no kind. */
        *out = (struct felt_letter){.from = letter.from,
                                    .tag = letter.wanted ? letter.tag : -1,
                                    .bytes = letter.bytes,
                                    .count = letter.count};
        return true;
    }
    return false;
}

/* ---- opening ---- */

struct felt_mpi_post *felt_mpi_post_open(void)
{
    return calloc(1, sizeof(struct felt_mpi_post));
}

void felt_mpi_post_close(struct felt_mpi_post *post)
{
    /* MPI may still write to or read from the buffers of what is under way: they stay. */
    reap(post);
    free(post->delivered);
    if (!post->sending && !post->incoming_count) free(post);
}

struct felt_post felt_mpi_post_of(struct felt_mpi_post *post)
{
    return (struct felt_post){.self = post, .send = post_send, .next = post_next};
}
