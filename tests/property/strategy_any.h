// strategy_any.h -- what the properties of the strategy module and of the house share: a check with
// a number of cases, and any settings of the dials.
#ifndef FELT_PROPERTY_STRATEGY_ANY_H
#define FELT_PROPERTY_STRATEGY_ANY_H

#include "counted.h"
#include "felt/persona.h"

#include <rapidcheck.h>

#include <algorithm>
#include <iostream>
#include <string>

namespace
{

double any_unit()
{
    return *rc::gen::inRange(0, 100001) / 100000.0;
}

double between(double min, double max)
{
    return std::min(max, min + (max - min) * any_unit());
}

felt_strategy_config any_config()
{
    felt_strategy_config config = {};
    config.aggression = between(1, 10);
    config.tightness = between(1, 10);
    config.bluff_frequency = between(0.05, 0.15);
    config.randomization_factor = between(0, 0.15);
    config.slow_play_threshold = any_unit();
    return config;
}

} // namespace

#endif
