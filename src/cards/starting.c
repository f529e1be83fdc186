/* starting.c -- the 169 kinds of starting hands of hold'em, best first.
 *
 * The order is that of exact all-in equity before the flop against one random hand: every one of
 * the 1,225 hands the other player may have, on every one of the 1,712,304 boards, 2,097,572,400
 * match-ups for each kind, ties counting half.  No two kinds are equal, so the order is complete.
 * tools/starting_order.c computes the table anew and test_starting.c compares. */
#include "felt/assert.h"
#include "felt/range.h"

#include <string.h>

struct row {
    char name[4];
    int equity; /* millionths, rounded to nearest */
};

static const struct row rows[] = {
    {"AA", 852037},  {"KK", 823957},  {"QQ", 799252},  {"JJ", 774695},  {"TT", 750118},
    {"99", 720573},  {"88", 691630},  {"AKs", 670446}, {"77", 662360},  {"AQs", 662089},
    {"AJs", 653927}, {"AKo", 653201}, {"ATs", 646024}, {"AQo", 644318}, {"AJo", 635633},
    {"KQs", 634004}, {"66", 632847},  {"A9s", 627812}, {"ATo", 627217}, {"KJs", 625673},
    {"A8s", 619438}, {"KTs", 617886}, {"KQo", 614558}, {"A7s", 609840}, {"A9o", 607728},
    {"KJo", 605687}, {"55", 603249},  {"QJs", 602592}, {"K9s", 599885}, {"A5s", 599229},
    {"A6s", 599058}, {"A8o", 598726}, {"KTo", 597389}, {"QTs", 594676}, {"A4s", 590336},
    {"A7o", 588412}, {"K8s", 583123}, {"A3s", 582203}, {"QJo", 581347}, {"K9o", 578119},
    {"A5o", 576965}, {"A6o", 576825}, {"Q9s", 576643}, {"K7s", 575377}, {"JTs", 575279},
    {"A2s", 573789}, {"QTo", 572908}, {"44", 570228},  {"A4o", 567297}, {"K6s", 566407},
    {"K8o", 560202}, {"Q8s", 560177}, {"A3o", 558446}, {"K5s", 557929}, {"J9s", 556625},
    {"Q9o", 553604}, {"JTo", 552477}, {"K7o", 551874}, {"A2o", 549286}, {"K4s", 548846},
    {"Q7s", 543023}, {"K6o", 542233}, {"K3s", 540550}, {"T9s", 540275}, {"J8s", 540156},
    {"33", 536931},  {"Q6s", 536126}, {"Q8o", 535998}, {"K5o", 533140}, {"J9o", 532512},
    {"K2s", 532117}, {"Q5s", 527694}, {"T8s", 523344}, {"K4o", 523275}, {"J7s", 523248},
    {"Q4s", 518553}, {"Q7o", 517657}, {"T9o", 515317}, {"J8o", 514902}, {"K3o", 514257},
    {"Q6o", 510241}, {"Q3s", 510192}, {"98s", 508008}, {"T7s", 506390}, {"J6s", 506059},
    {"K2o", 505087}, {"22", 503340},  {"Q2s", 501690}, {"Q5o", 501201}, {"J5s", 499868},
    {"T8o", 497213}, {"J7o", 496819}, {"Q4o", 491277}, {"97s", 491177}, {"J4s", 490705},
    {"T6s", 489407}, {"J3s", 482316}, {"Q3o", 482194}, {"98o", 480970}, {"87s", 479363},
    {"T7o", 479081}, {"J6o", 478443}, {"96s", 474283}, {"J2s", 473782}, {"Q2o", 472954},
    {"T5s", 472163}, {"J5o", 471809}, {"T4s", 465305}, {"97o", 462978}, {"86s", 462433},
    {"J4o", 461864}, {"T6o", 460920}, {"95s", 457219}, {"T3s", 456925}, {"76s", 453718},
    {"J3o", 452755}, {"87o", 450508}, {"T2s", 448395}, {"85s", 445450}, {"96o", 444913},
    {"J2o", 443485}, {"T5o", 442509}, {"94s", 438620}, {"75s", 436755}, {"T4o", 435041},
    {"93s", 432643}, {"86o", 432409}, {"65s", 431334}, {"84s", 427016}, {"95o", 426691},
    {"T3o", 425946}, {"92s", 424152}, {"76o", 423227}, {"74s", 418493}, {"T2o", 416684},
    {"54s", 414534}, {"85o", 414275}, {"64s", 413333}, {"83s", 408735}, {"94o", 406711},
    {"75o", 405120}, {"82s", 402716}, {"73s", 400359}, {"93o", 400195}, {"65o", 399443},
    {"53s", 396930}, {"63s", 395336}, {"84o", 394468}, {"92o", 390979}, {"43s", 386419},
    {"74o", 385498}, {"72s", 381559}, {"54o", 381553}, {"64o", 380105}, {"52s", 378493},
    {"62s", 376690}, {"83o", 374838}, {"42s", 368290}, {"82o", 368277}, {"73o", 366023},
    {"53o", 362648}, {"63o", 360776}, {"32s", 359844}, {"43o", 351459}, {"72o", 345836},
    {"52o", 342846}, {"62o", 340751}, {"42o", 331998}, {"32o", 323032},
};
_Static_assert(sizeof rows / sizeof rows[0] == FELT_STARTING_KINDS, "one row for each kind");

int felt_starting_kind(int place)
{
    felt_assert(place >= 0 && place < FELT_STARTING_KINDS);
    const char *name = rows[place].name;
    int high = felt_rank_from_letter(name[0]), low = felt_rank_from_letter(name[1]);
    return name[2] == 'o' ? FELT_RANKS * low + high : FELT_RANKS * high + low;
}

int felt_starting_equity(int place)
{
    felt_assert(place >= 0 && place < FELT_STARTING_KINDS);
    return rows[place].equity;
}

void felt_starting_write(int kind, char out[4])
{
    felt_assert(kind >= 0 && kind < FELT_STARTING_KINDS);
    int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    bool offsuit = first < second;
    memset(out, 0, 4);
    out[0] = felt_rank_letter(offsuit ? second : first);
    out[1] = felt_rank_letter(offsuit ? first : second);
    if (first != second) out[2] = offsuit ? 'o' : 's';
}
