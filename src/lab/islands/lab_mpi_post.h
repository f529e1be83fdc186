/* lab_mpi_post.h -- letters of islands by MPI.
 *
 *   X1  nothing here blocks: sends are MPI_Isend, receipts MPI_Improbe and MPI_Imrecv, and both are
 *       tested, never waited for.
 *   X2  to one island not more than FELT_POST_BYTES are under way, or one letter.
 *   X3  a transfer that never ends, because the other side is gone, costs its memory and nothing
 *       else. */
#ifndef FELT_LAB_ISLANDS_LAB_MPI_POST_H
#define FELT_LAB_ISLANDS_LAB_MPI_POST_H

#include "lab/islands/lab_islands.h"

enum { FELT_POST_BYTES = 1 << 20, FELT_POST_LETTERS = 256 };

struct felt_mpi_post;
/* MPI is initialised.  NULL: no memory. */
struct felt_mpi_post *felt_mpi_post_open(void);
/* What is still under way is left to itself. */
void felt_mpi_post_close(struct felt_mpi_post *post);
struct felt_post felt_mpi_post_of(struct felt_mpi_post *post);

#endif
