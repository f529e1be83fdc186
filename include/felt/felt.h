/* felt.h -- everything libfelt offers.  See docs/HACKING.md for the reading order. */
#ifndef FELT_FELT_H
#define FELT_FELT_H

#include "felt/acpc.h"
#include "felt/action.h"
#include "felt/assert.h"
#include "felt/buffer.h"
#include "felt/card.h"
#include "felt/chips.h"
#include "felt/deck.h"
#include "felt/equity.h"
#include "felt/eval.h"
#include "felt/game.h"
#include "felt/hand.h"
#include "felt/hash.h"
#include "felt/json.h"
#include "felt/ohh.h"
#include "felt/poker.h"
#include "felt/pokerstars.h"
#include "felt/pots.h"
#include "felt/range.h"
#include "felt/record.h"
#include "felt/replay.h"
#include "felt/rng.h"
#include "felt/rotation.h"
#include "felt/seat.h"
#include "felt/showdown.h"
#include "felt/status.h"
#include "felt/turn.h"
#include "felt/value.h"

#endif
