/* narc_curios.c -- see narc_curios.h. */
#include "narc_curios.h"

#include <string.h>

#define CARD(of, what, copies) .owner = FELT_ROLE_##of, .type = FELT_NARC_##what, .count = copies
#define PLAIN                  .price_steps = FELT_NARC_FACTOR
#define PCT(percent)           .price_steps = (percent) / 5

/* clang-format off */
const struct felt_narc_catalogue narc_curios = {
    .name = "back-room-curios",
    .hand_size = 3,
    .kinds = 33,
    .tiers = 5,
    .card = {
        {.id = "bootleg_records", .name = "Bootleg Records", CARD(PLAYER, PRODUCT, 2),
         PLAIN, .price = 30, .heat = 5},
        {.id = "orchard_moonshine", .name = "Orchard Moonshine", CARD(PLAYER, PRODUCT, 1),
         PLAIN, .price = 60, .heat = 15},
        {.id = "unpapered_orchids", .name = "Unpapered Orchids", CARD(PLAYER, PRODUCT, 1),
         PLAIN, .price = 100, .heat = 30},
        {.id = "forged_landscape", .name = "Forged Landscape", CARD(PLAYER, PRODUCT, 1),
         PLAIN, .price = 150, .heat = 45},
        {.id = "allotment_shed", .name = "Allotment Shed", CARD(PLAYER, LOCATION, 1),
         PLAIN, .evidence = 10, .cover = 30, .heat = -5},
        {.id = "closed_cinema", .name = "Closed Cinema", CARD(PLAYER, LOCATION, 1),
         PLAIN, .evidence = 15, .cover = 25, .heat = -10},
        {.id = "ferry_car_deck", .name = "Ferry Car Deck", CARD(PLAYER, LOCATION, 1),
         PLAIN, .evidence = 25, .cover = 15},
        {.id = "town_hall_steps", .name = "Town Hall Steps", CARD(PLAYER, LOCATION, 1),
         PLAIN, .price_flat = 60, .evidence = 40, .cover = 5, .heat = 20},
        {.id = "dinner_guests", .name = "Twelve Dinner Guests", CARD(PLAYER, COVER, 1),
         PLAIN, .cover = 30, .heat = -5},
        {.id = "quiet_favour", .name = "Quiet Favour", CARD(PLAYER, COVER, 1),
         PLAIN, .cover = 25, .heat = 10},
        {.id = "paper_trail", .name = "Tidy Paper Trail", CARD(PLAYER, COVER, 1),
         PLAIN, .cover = 20, .heat = 5},
        {.id = "week_off", .name = "Week in the Country", CARD(PLAYER, COVER, 1),
         PLAIN, .cover = 10, .heat = -15},
        {.id = "borrowed_uniform", .name = "Borrowed Uniform", CARD(PLAYER, MODIFIER, 1),
         PLAIN, .cover = 20, .heat = -5},
        {.id = "cousin_on_corner", .name = "Cousin on the Corner", CARD(PLAYER, MODIFIER, 1),
         PLAIN, .cover = 15},
        {.id = "sell_the_pair", .name = "Sell the Pair", CARD(PLAYER, MODIFIER, 1),
         PCT(130), .evidence = 10},
        {.id = "settlement_offer", .name = "Settlement Offer", CARD(PLAYER, INSURANCE, 1),
         PLAIN, .cover = 20, .cost = 100, .heat_penalty = 20},
        {.id = "spare_passport", .name = "Spare Passport", CARD(PLAYER, INSURANCE, 1),
         PLAIN, .cover = 15, .heat_penalty = 40},
        {.id = "long_lunch", .name = "Long Lunch", CARD(NARC, EVIDENCE, 9),
         PLAIN},
        {.id = "beat_walk", .name = "Walk the Beat", CARD(NARC, EVIDENCE, 4),
         PLAIN, .evidence = 5, .heat = 2},
        {.id = "parked_van", .name = "Parked Van", CARD(NARC, EVIDENCE, 2),
         PLAIN, .evidence = 20, .heat = 5},
        {.id = "market_sweep", .name = "Market Sweep", CARD(NARC, MODIFIER, 1),
         PLAIN, .evidence = 15, .heat = 10},
        {.id = "usual_order", .name = "The Usual", CARD(CUSTOMER, MODIFIER, 4),
         PCT(110), .evidence = 10, .heat = 10},
        {.id = "hard_bargain", .name = "Hard Bargain", CARD(CUSTOMER, MODIFIER, 3),
         PLAIN, .price_flat = -30, .evidence = 5},
        {.id = "whole_crate", .name = "The Whole Crate", CARD(CUSTOMER, MODIFIER, 3),
         PCT(150), .evidence = 25, .heat = 20},
        {.id = "handshake", .name = "Handshake", CARD(CUSTOMER, MODIFIER, 2),
         PLAIN},
        {.id = "discreet_collector", .name = "Discreet Collector", CARD(CUSTOMER, MODIFIER, 2),
         PLAIN, .price_flat = 40, .evidence = -10, .heat = -5},
        {.id = "cash_in_hand", .name = "Cash in Hand", CARD(CUSTOMER, MODIFIER, 1),
         PCT(120), .cover = 10, .heat = 5},
        {.id = "garden_gate", .name = "Meet at the Garden Gate", CARD(CUSTOMER, LOCATION, 1),
         PLAIN, .evidence = 20, .cover = 25, .heat = -5},
        {.id = "open_letterbox", .name = "Opened Letterbox", CARD(NARC, EVIDENCE, 0),
         PLAIN, .evidence = 30, .heat = 10},
        {.id = "dawn_raid", .name = "Dawn Visit", CARD(NARC, EVIDENCE, 0),
         PLAIN, .evidence = 40, .heat = 20},
        {.id = "signed_warrant", .name = "Signed Warrant", CARD(NARC, CONVICTION, 0),
         PLAIN, .threshold = 40},
        {.id = "prosecutor_nod", .name = "Prosecutor's Nod", CARD(NARC, CONVICTION, 0),
         PLAIN, .threshold = 60},
        {.id = "standing_inquiry", .name = "Standing Inquiry", CARD(NARC, CONVICTION, 0),
         PLAIN, .threshold = 80},
    },
    .tier = {
        {.name = "Cold", .heat_min = 0},
        {.name = "Warm", .heat_min = 26, .change = {[17] = -4, [18] = -1, [19] = 3, [28] = 2}},
        {.name = "Hot", .heat_min = 51,
         .change = {[17] = -7, [18] = -2, [19] = 4, [28] = 3, [30] = 2}},
        {.name = "Scorching", .heat_min = 76,
         .change = {[17] = -9, [18] = -4, [19] = 2, [28] = 6, [30] = 3, [31] = 2}},
        {.name = "Inferno", .heat_min = 101,
         .change = {[17] = -9, [18] = -4, [28] = 4, [29] = 4, [31] = 3, [32] = 2}},
    }};
/* clang-format on */

int narc_curio(const char *id)
{
    for (int kind = 0; kind < narc_curios.kinds; kind++)
        if (!strcmp(narc_curios.card[kind].id, id)) return kind;
    return -1;
}
