// types.ts -- what pages know of the room: plain values, made by the functions beside this file and never changed in
// place.  Pages read them; only model/ makes them.
import type {
    Card, Chips, Entrant, HandLine, Kind, Mine, Options, Piles, Report, Row, Said, Seat, TableSeat, Tally, TournamentCard, What,
} from '../protocol';

/** A card as it lies at a seat: `card` null is face down for us. */
export interface Lying { card: Card | null; up: boolean }

/** A seat of the hand under way, or of the last one. */
export interface HandSeat {
    seat: Seat;
    stack: Chips;           // behind
    committed: Chips;       // in front of the seat, this street
    staked: Chips;          // in the hand in all, this street included
    dead: Chips;            // of it what nobody must match: a missed small blind; antes where all pay one are not dead
    start: Chips;           // before the hand
    folded: boolean;
    all_in: boolean;
    cards: Lying[];         // in the order they were dealt; own ones are known
    places: number[];       // where cards were thrown away and new ones are to come
    last?: string;          // what it did last on this street: "raises to 12", "checks", "draws 2"
    shown?: { hand: Card[]; rank: string; name: string; run: number }[]; // SHOWDOWN; one for each board
    won: Chips;             // by awards so far
    tally?: Tally & { initiative?: boolean }; // of a genome or Narc: what it counts here
}

export interface Pot { name: string; amount: Chips; seats: Seat[] } // "main pot", "side pot 1"; those who can win it

/** A POT_AWARD with its reason in words: "flush, ace high", "everybody else folded", "low: 8-6-4-3-A". */
export interface Award { seat: Seat; amount: Chips; pot: string; run: number; why: string }

export interface Hand {
    id: string;
    number: number;
    game: string;           // code, "NT"
    button: Seat;
    phase: string;
    seats: HandSeat[];      // in order of seats
    boards: Card[][];       // one, or two if it is run twice; [[]] in games without board
    common: number;         // cards of the board that both boards share, when it is run twice
    draws: number;          // how often cards were exchanged so far
    pot: Chips;             // everything put in that was neither won nor returned yet
    pots: Pot[];            // what was collected on former streets, by layers; sums with committed to `pot`
    current_bet: Chips;
    awards: Award[];
    over: boolean;          // end_hand or void
    void_: string;          // why, "" if not
    rake: Chips;
    piles?: Piles;          // there: the game is a genome
    narc?: Narc;            // there: the game is Narc, and the hand a session of it
    markers?: boolean;      // its chips only mark who plays: for the score, in a game that has none (PROTOCOL 16.8)
}

/** A session of Narc (PROTOCOL 15.20).  Cards are ids of the catalogue; at seats there are only backs. */
export interface Narc {
    hand: number; round: number; rounds: number;
    cap: number; raises_left: number; // 0 and 0 until the server told them: a spectator is not asked
    raises: number;         // in this round
    first?: Seat;           // who begins the first round of a hand
    initiative: Seat | null;
    evidence: number; cover: number; heat: number; profit: number;
    run_heat: number; tier: string; score: number; fold_price: number;
    up: string[];           // flipped in this hand
    down: string[];         // face down and known to us
    hole: string[];         // the own hand
    roles: Readonly<Record<Seat, string>>;
    outcome: string;        // of the last hand, '' while it is played
}

/** A card of a catalogue, as GET /api/narc tells it. */
export interface NarcCard {
    id: string; name: string; text?: string; owner: string; type: string; count?: number;
    price?: number; price_flat?: number; price_pct?: number; evidence?: number; cover?: number; heat?: number;
    cost?: number; heat_penalty?: number; threshold?: number;
}

/** What the own seat is asked.  Gone when it has answered (`sent`), or the turn is over. */
export interface Asked extends Options {
    hand_id: string;
    what: What;
    to_call: Chips;
    stack: Chips;
    committed: Chips;
    pot: Chips;             // everything put in, for the presets
    sent: boolean;          // an answer is under way: no second one
    games?: string[];       // of dealer's choice
}

/** Whose clock runs.  Times are of this machine: Date.now(). */
export interface Clock { seat: Seat; what: What; until: number; total_ms: number; in_bank: boolean }

/** A line of the dealer's log.  `hand` is there in lines about a hand, to make a link of. */
export interface LogLine {
    id: number;
    at: number;
    text: string;
    hand?: string;
    kind: 'hand' | 'action' | 'street' | 'win' | 'table';
}

export interface Table {
    id: string;
    row: Row;
    move_ms: number;
    pause_ms: number;
    seq: number;
    game: string;
    seats: (TableSeat | null)[]; // by seat; null is free
    mine?: Mine;
    hand?: Hand;              // stays after its end, until the next one starts
    asked?: Asked;
    clock?: Clock;
    choosing: boolean;
    settling: boolean;
    log: LogLine[];           // the last 200
    chat: Said[];             // the last 100
    onlookers: number;        // connections besides ours that look on from no seat, when the table was told
    report?: Report;          // what was done while we were away, until it is dismissed
    gap: boolean;             // a seq was left out: the table is being asked for again
    roles?: readonly string[]; // of Narc, by seat; undefined: they move on, or there are none
    news: string;             // what a tournament told this table last
}

/** `none`: this server has no room, only an arena. */
export type Status = 'connecting' | 'online' | 'offline' | 'none';

export interface Me { id: number; kind: Kind; name: string }

/** `href`: where it leads, with words for the link. */
export interface Toast { id: number; kind: 'error' | 'notice' | 'good'; text: string; href?: string; link?: string }

/** The own entry in a tournament. */
export interface Entry extends Entrant { event: string; number: number; title: string; entries: number }

/** How others come to a private table: told to its host. */
export interface Invite { key: string; link: string; password: boolean }

/** Everything that is known of the room. */
export interface Room {
    status: Status;
    retry_at: number;         // when the next try to connect comes, while offline
    me?: Me;                  // undefined: nobody is signed in, one watches
    bank: Chips;
    lobby: Row[];             // sorted as the server sent them
    lobby_known: boolean;
    tables: Table[];          // watched or sat at, in the order they were opened
    tournaments: TournamentCard[]; // times are those of this machine
    tournaments_known: boolean;
    entries: Entry[];         // own ones, the last that was told of each
    invites: Readonly<Record<string, Invite>>; // of private tables that we are the host of
    toasts: Toast[];
    last_toast: number;       // id of the newest one, so that none is used twice
}

export type { Card, Chips, HandLine, Kind, Mine, Piles, Report, Row, Said, Seat, TableSeat, Tally, What };
