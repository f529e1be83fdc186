/* flush.h -- what a journal answers when it is asked to make its records last. */
#ifndef FELT_BASE_FLUSH_H
#define FELT_BASE_FLUSH_H

enum felt_flush {
    FELT_FLUSH_FAILED, /* it never will: nothing may be told any more                           */
    FELT_FLUSH_DONE,   /* all records so far are where they must be                             */
    FELT_FLUSH_LATER   /* they are under way; the journal says when it is done                  */
};

#endif
