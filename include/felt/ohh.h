/* ohh.h -- hands in the Open Hand History form, JSON of version 1.4.6.
 *
 *     {"ohh":{"spec_version":"1.4.6",...,"players":[...],"rounds":[...],"pots":[...]}}
 *
 * Only written, not read: the form tells who did what and who got which pot, which is less than a
 * replay needs.  Writing means playing the hand, so a hand that cannot be replayed has no such
 * form.
 *
 *   O1  the amount of an action is what the seat puts in by it; a pot's amount includes its rake,
 *       and what its winners get does not.
 *   O2  cards that are not recorded are not made up.
 *
 * The form has words for hold'em and Omaha (of four to six cards, hi-lo too) with their streets.
 * Its start_date_utc is null unless the record's time is of the time zone UTC. */
#ifndef FELT_OHH_H
#define FELT_OHH_H

#include "felt/record.h"

FELT_BEGIN

/* One object on one line, without the line's end; in files a blank line stands between hands.
 * `number` stands in if there is no id.  FELT_UNSUPPORTED: the form cannot say this hand, or it
 * cannot be replayed; other statuses of a replay; FELT_FULL. */
FELT_API FELT_MUST_USE enum felt_status felt_ohh_write(const struct felt_record *record,
                                                       uint64_t number, struct felt_buffer *out,
                                                       struct felt_complaint *complaint);

FELT_END

#endif
