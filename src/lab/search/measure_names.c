/* measure_names.c -- words of metrics, facts and flaws. */
#include "felt/assert.h"
#include "lab/search/measure.h"

#include <string.h>

static const struct {
    const char *name, *says;
} metrics[FELT_METRICS] = {
    [FELT_METRIC_COMPLETION] = {"completion", "games come to an end by themselves"},
    [FELT_METRIC_DECIDED] = {"decided", "games have a winner"},
    [FELT_METRIC_BALANCE] = {"balance", "every seat wins equally often"},
    [FELT_METRIC_SKILL] = {"skill", "better players win"},
    [FELT_METRIC_DECISION] = {"decision", "it matters which move is made"},
    [FELT_METRIC_DRAMA] = {"drama", "winners were far behind"},
    [FELT_METRIC_COMEBACK] = {"comeback", "who trails at half-time may still win"},
    [FELT_METRIC_LEAD] = {"lead", "the lead changes often"},
    [FELT_METRIC_UNCERTAINTY] = {"uncertainty", "it stays open for long"},
    [FELT_METRIC_DECISIVENESS] = {"decisiveness", "it is over soon after it is decided"},
    [FELT_METRIC_INTERACTION] = {"interaction", "moves matter to the others"},
    [FELT_METRIC_BLUFF] = {"bluff", "who never bluffs loses by it"},
    [FELT_METRIC_FOLD] = {"fold", "who never gives up loses by it"},
    [FELT_METRIC_SIMPLICITY] = {"simplicity", "the rules are soon told"},
    [FELT_METRIC_LENGTH] = {"length", "a quarter of an hour or so"},
    [FELT_METRIC_NOVELTY] = {"novelty", "unlike the known games"},
};

static const char *const facts[FELT_FACTS] = {
    [FELT_FACT_DECISIONS] = "decisions",
    [FELT_FACT_TURNS] = "turns",
    [FELT_FACT_HANDS] = "hands",
    [FELT_FACT_MINUTES] = "minutes",
    [FELT_FACT_BRANCHING] = "branching",
    [FELT_FACT_BETTING] = "betting",
    [FELT_FACT_SHOWDOWN] = "showdown",
    [FELT_FACT_POT] = "pot",
    [FELT_FACT_LUCK] = "luck",
    [FELT_FACT_WORDS] = "words",
    [FELT_FACT_CONCEPTS] = "concepts",
    [FELT_FACT_PHASES] = "phases",
    [FELT_FACT_BLUFF_CHIPS] = "bluff_chips",
    [FELT_FACT_BLUFF_LOW] = "bluff_low",
};

static const char *const flaws[FELT_FLAWS] = {
    [FELT_FLAW_NONE] = "nothing is wrong with it",
    [FELT_FLAW_ENDLESS] = "games do not end: they are cut at the cap of turns",
    [FELT_FLAW_EMPTY] = "there is next to nothing to decide",
    [FELT_FLAW_DRAWN] = "most games are drawn",
    [FELT_FLAW_UNFAIR] = "one seat wins far too often, or far too seldom",
    [FELT_FLAW_LONG] = "people would need hours for a game",
    [FELT_FLAW_SHORT] = "a game is over before it has begun",
    [FELT_FLAW_IDLE] = "decisions do not matter: any move is as good as the best",
    [FELT_FLAW_BLIND] = "the cards do not matter: people bet on nothing",
};

const char *felt_lab_metric_name(enum felt_lab_metric metric)
{
    felt_assert(metric < FELT_METRICS);
    return metrics[metric].name;
}

const char *felt_lab_metric_says(enum felt_lab_metric metric)
{
    felt_assert(metric < FELT_METRICS);
    return metrics[metric].says;
}

int felt_lab_metric_find(const char *name)
{
    for (int i = 0; i < FELT_METRICS; i++)
        if (!strcmp(metrics[i].name, name)) return i;
    return -1;
}

const char *felt_fact_name(enum felt_fact fact)
{
    felt_assert(fact < FELT_FACTS);
    return facts[fact];
}

int felt_fact_find(const char *name)
{
    for (int i = 0; i < FELT_FACTS; i++)
        if (!strcmp(facts[i], name)) return i;
    return -1;
}

const char *felt_flaw_says(enum felt_flaw flaw)
{
    felt_assert(flaw < FELT_FLAWS);
    return flaws[flaw];
}
