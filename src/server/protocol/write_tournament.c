/* write_tournament.c -- frames about tournaments. */
#include "server/protocol/write_tournament.h"

#include "server/protocol/put.h"

static void put_level(struct felt_json *json, const struct felt_room_tournament_level *level)
{
    if (level->big) {
        felt_json_put_int(json, "sb", level->small);
        felt_json_put_int(json, "bb", level->big);
        if (level->ante) felt_json_put_int(json, "ante", level->ante);
    } else {
        felt_json_put_bool(json, "break", true);
    }
    if (level->ms) felt_json_put_int(json, "ms", level->ms);
    if (level->hands) felt_json_put_int(json, "hands", level->hands);
}

static void put_level_object(struct felt_json *json, const char *key,
                             const struct felt_room_tournament_level *level)
{
    felt_json_key(json, key);
    felt_json_object(json);
    put_level(json, level);
    felt_json_end(json);
}

static void put_progress(struct felt_json *json, const struct felt_room_tournament_card *card)
{
    if (!card->level) return;
    felt_json_put_int(json, "left", card->left);
    felt_json_put_int(json, "tables", card->tables);
    if (card->round) felt_json_put_int(json, "round", card->round);
    felt_json_put_int(json, "level", card->level);
    put_level_object(json, "now", &card->now);
    if (card->next.big) put_level_object(json, "next", &card->next);
    if (card->level_ends_ms) felt_json_put_int(json, "level_ends", card->level_ends_ms);
    if (card->hand_for_hand) felt_json_put_bool(json, "hand_for_hand", true);
    if (card->final) felt_json_put_bool(json, "final", true);
}

void felt_protocol_put_tournament_card(struct felt_json *json,
                                       const struct felt_room_tournament_card *card)
{
    felt_json_put_text(json, "event", card->id);
    felt_json_put_int(json, "number", card->number);
    felt_json_put_text(json, "title", card->title);
    felt_json_put_text(json, "variant", card->game);
    felt_json_put_text(json, "limit", card->limit);
    felt_json_put_text(json, "format", card->format);
    felt_json_put_text(json, "state", card->state);
    felt_json_put_bool(json, "registering", card->registering);
    if (card->is_private) felt_json_put_bool(json, "private", true);
    felt_json_put_bool(json, "bots_welcome", card->bots_welcome);
    felt_json_put_int(json, "seats", card->seats);
    felt_json_put_int(json, "stack", card->stack);
    felt_json_put_int(json, "buy_in", card->buy_in);
    felt_json_put_int(json, "fee", card->fee);
    felt_json_put_int(json, "pool", card->pool);
    if (card->guarantee) felt_json_put_int(json, "guarantee", card->guarantee);
    if (card->opens_ms) felt_json_put_int(json, "opens", card->opens_ms);
    if (card->starts_ms) felt_json_put_int(json, "starts", card->starts_ms);
    felt_json_put_int(json, "entrants_min", card->entrants_min);
    felt_json_put_int(json, "entrants_max", card->entrants_max);
    felt_json_put_int(json, "entries", card->entries);
    felt_json_put_int(json, "house", card->house);
    put_progress(json, card);
}

void felt_protocol_put_tournament_cards(struct felt_json *json,
                                        const struct felt_room_tournament_card *cards,
                                        uint32_t count)
{
    put_list(json, "events");
    for (uint32_t i = 0; i < count; i++) {
        felt_json_object(json);
        felt_protocol_put_tournament_card(json, &cards[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_guest(struct felt_json *json, const struct felt_room_tournament_guest *guest)
{
    felt_json_put_int(json, "entry", guest->number);
    felt_json_put_text(json, "name", guest->name);
    if (guest->house) felt_json_put_bool(json, "house", true);
    felt_json_put_text(json, "state", guest->state);
    if (guest->stack) felt_json_put_int(json, "stack", guest->stack);
    if (guest->table) {
        felt_json_put_text(json, "table", guest->table);
        felt_json_put_int(json, "seat", guest->seat);
    }
    if (guest->place) felt_json_put_int(json, "place", guest->place);
    if (guest->place && guest->tied > 1) felt_json_put_int(json, "tied", guest->tied);
    if (guest->prize) felt_json_put_int(json, "prize", guest->prize);
}

static void put_guests(struct felt_json *json, const char *key,
                       const struct felt_room_tournament_guest *guests, uint32_t count)
{
    put_list(json, key);
    for (uint32_t i = 0; i < count; i++) {
        felt_json_object(json);
        put_guest(json, &guests[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_plan(struct felt_json *json, const struct felt_room_tournament_page *page)
{
    felt_json_put_text(json, "ante_by", page->ante);
    felt_json_put_int(json, "late_levels", page->late);
    felt_json_put_int(json, "reentries", page->reentries);
    felt_json_put_int(json, "bubble", page->bubble);
    felt_json_put_int(json, "final_seats", page->final_seats);
    felt_json_put_int(json, "move_ms", page->move_ms);
    felt_json_put_int(json, "bank_ms", page->bank_ms);
    put_list(json, "levels");
    for (uint32_t i = 0; i < page->levels; i++) {
        felt_json_object(json);
        put_level(json, &page->level[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

void felt_protocol_put_tournament_page(struct felt_json *json,
                                       const struct felt_room_tournament_page *page)
{
    felt_protocol_put_tournament_card(json, page->card);
    put_plan(json, page);
    if (page->average) felt_json_put_int(json, "average", page->average);
    put_list(json, "prizes");
    for (uint32_t i = 0; i < page->prizes; i++) {
        felt_json_object(json);
        felt_json_put_int(json, "first", page->prize[i].first);
        felt_json_put_int(json, "last", page->prize[i].last);
        felt_json_put_int(json, "chips", page->prize[i].chips);
        felt_json_end(json);
    }
    felt_json_end(json);
    put_list(json, "at_tables");
    for (uint32_t i = 0; i < page->tables; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "table", page->table[i].table);
        felt_json_put_int(json, "players", page->table[i].players);
        felt_json_end(json);
    }
    felt_json_end(json);
    put_guests(json, "leaders", page->leader, page->leaders);
    put_guests(json, "entrants", page->guest, page->guests);
    if (page->next) felt_json_put_int(json, "more_from", page->next);
    if (!page->you) return;
    felt_json_key(json, "you");
    felt_json_object(json);
    put_guest(json, page->you);
    felt_json_end(json);
}

void felt_protocol_put_tournament_entry(struct felt_json *json,
                                        const struct felt_room_tournament_entry *entry)
{
    felt_json_put_text(json, "event", entry->card->id);
    felt_json_put_int(json, "number", entry->card->number);
    felt_json_put_text(json, "title", entry->card->title);
    felt_json_put_int(json, "entries", entry->card->entries);
    put_guest(json, entry->you);
}
