// protocol.ts -- frames of the room (docs/PROTOCOL.md 15), as types.  No code but small guards.

export type Card = string; // rank and suit, "Ah", "Td"; the jokers are "Jr" and "Jb"
export type Seat = number;
export type Chips = number;

export type Limit = 'no-limit' | 'pot-limit' | 'fixed-limit' | 'score' | '';
export type Kind = 'human' | 'guest' | 'house' | 'admin';
export type SeatState = 'free' | 'buying' | 'waiting' | 'playing' | 'out' | 'broke' | 'leaving';
export type RunTwice = 'ask' | 'never' | 'always';
export type Preselect = 'none' | 'check' | 'fold' | 'check_fold' | 'call';
export type What = 'bet' | 'draw' | 'move' | 'decide' | 'choose' | 'show' | 'runs';
export type Word =
    | 'FOLD' | 'CHECK' | 'CALL' | 'RAISE_TO' | 'BRING_IN' | 'DISCARD' | 'RUNS' | 'SHOW' | 'MUCK' | 'CHOOSE' | 'MOVE'
    | 'COMMIT' | 'CONTINUE';

/** What a row of the lobby and a `table` frame have in common. */
export interface Row {
    table: string;
    title: string;
    variant: string;
    limit: Limit;
    sb: Chips;
    bb: Chips;
    buy_in_min: Chips;
    buy_in_max: Chips;
    bots_welcome: boolean;
    seats: number;
    taken: number;
    people: number;
    in_hand: number;
    watchers: number;
    hands_per_hour?: number;
    average_pot?: Chips;
    percent_flop?: number;
    closing?: boolean;
    // what is not as usual, of public tables too (15.21)
    ante?: Chips;
    ante_by?: AnteBy;
    straddle?: Straddle;
    bomb_every?: number;
    bomb_bb?: number;
    run_twice?: RunTwice;
    rathole?: boolean;
    private?: boolean;
    host?: string;
    club?: number;
    paused?: boolean;
    bomb_next?: boolean;
    event?: string;             // of a tournament's table: `ID.NUMBER` (15.22)
}

export type AnteBy = 'none' | 'each' | 'big';
export type Straddle = 'none' | 'optional' | 'always';

export interface TableSeat {
    seat: Seat;
    state: SeatState;
    name?: string;
    kind?: Kind;
    bot?: boolean;
    connected?: boolean;
    in_hand?: boolean;
    stack?: Chips;
    bank_ms?: number;
}

/** The own seat: `mine` frames, and `you` of `table`. */
export interface Mine {
    seat: Seat;
    sitting_out: boolean;
    leaving: boolean;
    wait_bb: boolean;
    auto_rebuy: boolean;
    auto_muck: boolean;
    straddle?: boolean;
    run_twice: RunTwice;
    auto_action: string;
    preselect: Preselect;
    preselect_amount?: Chips;
    owes: string[];
    top_up?: Chips;
}

export interface Said { at: number; name: string; text: string }

/** Events of a hand (PROTOCOL 6.2, 13.3, of genomes 15.19 and of Narc 15.20). */
export type HandEvent = { run?: number } & (
    | { ev: 'POST_BLINDS'; sb_seat?: Seat; bb_seat: Seat; sb?: Chips; bb: Chips }
    | { ev: 'ANTE'; seat: Seat; amount: Chips; all_in: boolean }
    | { ev: 'BRING_IN' | 'BET' | 'CALL'; seat: Seat; amount: Chips; to: Chips; all_in: boolean }
    | { ev: 'CHECK' | 'FOLD' | 'ELIMINATED'; seat: Seat }
    | { ev: 'DEAL'; seat?: Seat; to?: 'table' | 'discards'; count: number; cards?: Card[]; up?: boolean }
    | { ev: 'DISCARD'; seat: Seat; count: number; cards?: Card[] }
    | { ev: 'DRAW'; seat: Seat; count: number; cards?: Card[] }
    | { ev: 'FLOP'; cards: Card[] }
    | { ev: 'TURN' | 'RIVER'; card?: Card; cards?: Card[] }
    | { ev: 'RETURN'; seat: Seat; amount: Chips }
    | { ev: 'SHUFFLE'; count: number; seat?: Seat }
    | { ev: 'REDEAL' }
    | { ev: 'RAKE'; amount: Chips }
    | { ev: 'ACTION'; seat: Seat; action: string; choice: number }
    | { ev: 'SHOWDOWN'; seat: Seat; hand: Card[]; board: Card[]; rank: string; name: string }
    | { ev: 'POT_AWARD'; seat: Seat; amount: Chips; pot: number }
    | { ev: 'HAND'; seat: Seat; number: number; trump?: string }
    | { ev: 'PLAY'; seat: Seat; to: 'discards' | 'table' | 'pile' | 'trick'; count: number; cards?: Card[] }
    | { ev: 'TAKE'; seat: Seat; to: 'hand' | 'pile'; count: number; cards?: Card[] }
    | { ev: 'GIVE'; seat: Seat; other: Seat; count: number; cards?: Card[] }
    | { ev: 'SAY'; seat: Seat; rank?: string; suit?: string; number?: number; other?: Seat; word?: string }
    | { ev: 'SHOW'; seat: Seat; count: number; cards?: Card[] }
    | { ev: 'SCORE'; seat: Seat; points: number; score: number }
    | { ev: 'EFFECT'; seat: Seat; effect?: string; value: number }
    | { ev: 'OUT'; seat: Seat }
    | { ev: 'ROUND'; seat: Seat; round: number }
    | { ev: 'COMMIT' | 'STAY' | 'FLIP'; seat: Seat; count: number; cards?: Card[] }
    | { ev: 'INITIATIVE'; seat: Seat }
    | { ev: 'TALLY'; evidence: number; cover: number; heat: number; profit: number }
    | { ev: 'OUTCOME'; seat: Seat; outcome?: string; banked: number; session_over?: boolean }
);

/** What a genome counts at a seat (15.19). */
export interface Tally {
    cards?: number; score?: number; captured?: number; tricks?: number; bid?: number; laid?: Card[];
    role?: string; down?: number; deck?: number;
}

/** What Narc counts at the table (15.20). */
export interface Totals {
    hand?: number; hands?: number; round?: number; rounds?: number; cap?: number; raises_left?: number;
    initiative?: Seat | null; evidence?: number; cover?: number; margin?: number; heat?: number; profit?: number;
    run_heat?: number; cash?: number; tier?: string; score?: number; fold_price?: number; down?: Card[];
}

/** What a genome counts at the table. */
export interface Piles {
    step?: string; game_hand?: number; deck?: number; discards?: number; top?: Card[];
    trump?: string; suit?: string; rank?: string;
}

export interface PlayerState extends Tally {
    seat: Seat; stack: Chips; has_folded: boolean; committed: Chips; up?: Card[];
}
export interface Blinds { sb: Chips; bb: Chips; seats: number; button: Seat }

/** What one may do: of `act`, and of a `snapshot` in the own turn. */
export interface Options {
    legal: Word[];
    call_amount?: Chips;
    min_raise_to?: Chips;
    max_raise_to?: Chips;
    bring_in?: Chips;
    discard_min?: number;
    discard_max?: number;
    choice_max?: number;
    moves?: string[];
    req_id: number;
}

/** The middle of the table: of `act` and `snapshot`. */
export interface Middle extends Piles, Totals {
    phase: string;
    blinds: Blinds;
    players: PlayerState[];
    community: Card[];
    second_community?: Card[];
    pot: Chips;
    current_bet: Chips;
    min_raise_increment: Chips;
}

interface Base { req?: number; seq?: number; at: number }
interface AtTable extends Base { table: string }

export type Welcome = Base & { type: 'welcome'; v: 1; user?: { id: number; kind: Kind; name: string }; bank?: Chips };
export type Lobby = Base & { type: 'lobby'; tables: Row[]; more?: boolean };
export type LobbyRow = AtTable & Row & { type: 'lobby_row' };
export type TableFrame = AtTable & Row & {
    type: 'table';
    move_ms: number; bank_ms: number; pause_ms: number;
    game: string; rules?: string; roles?: string[]; hand_id?: string; choosing?: boolean; settling?: boolean;
    chairs: TableSeat[]; you?: Mine; chat: Said[];
};
export type SeatFrame = AtTable & TableSeat & { type: 'chair' };
export type MineFrame = AtTable & Mine & { type: 'mine' };
export type StartHand = AtTable & {
    type: 'start_hand'; hand_id: string; seed: number; button: Seat;
    stacks: { seat: Seat; stack: Chips }[]; hand_number: number; commit: string; game: string;
};
export type EventFrame = AtTable & HandEvent & { type: 'event' };
export type Act = AtTable & Options & Middle & {
    type: 'act'; hand_id: string; seat: Seat; bank_ms: number;
    you: { hole: Card[]; up?: Card[]; stack: Chips; committed: Chips; to_call: Chips; time_ms: number };
};
export type Turn = AtTable & {
    type: 'turn'; hand_id?: string; seat: Seat; what: What; time_ms: number; bank_ms: number;
};
export type Snapshot = AtTable & Partial<Options> & Middle & {
    type: 'snapshot'; at_hand_id: string; game: string;
    you?: { seat: Seat; hole: Card[]; up?: Card[]; stack: Chips; committed: Chips; to_call: Chips };
    next_actor: Seat | null; time_ms_remaining?: number;
    history: HandEvent[]; history_cut?: boolean;
};
export type EndHand = AtTable & { type: 'end_hand'; hand_id: string; stacks: { seat: Seat; stack: Chips }[] };
export type Choose = AtTable & { type: 'choose'; seat: Seat; time_ms: number; games: string[]; req_id: number };
export type Game = AtTable & { type: 'game'; seat: Seat; game: string; sb: Chips; bb: Chips };
export type Note = { hand_id: string; action?: string; amount?: Chips; won?: Chips };
export type Report = AtTable & {
    type: 'report'; seat: Seat; away_ms: number; stack_then: Chips; stack: Chips; notes: Note[]; more?: boolean;
};

/** A level of a tournament: blinds, or a break; it lasts `ms` or `hands`, the last one for ever. */
export interface Level { sb?: Chips; bb?: Chips; ante?: Chips; break?: boolean; ms?: number; hands?: number }
export type TournamentState = 'announced' | 'open' | 'running' | 'break' | 'paused' | 'over' | 'off';

/** A tournament (15.22).  Stacks are its own chips; buy-in, fee, pool and prizes are those of the bank. */
export interface TournamentCard {
    event: string;
    number: number;
    title: string;
    variant: string;
    limit: Limit;
    format: string;
    state: TournamentState;
    registering: boolean;
    private?: boolean;
    bots_welcome: boolean;
    seats: number;
    stack: Chips;
    buy_in: Chips;
    fee: Chips;
    pool: Chips;
    guarantee?: Chips;
    opens?: number;
    starts?: number;
    entrants_min: number;
    entrants_max: number;
    entries: number;
    house: number;
    left?: number;
    tables?: number;
    round?: number;
    level?: number;
    now?: Level;
    next?: Level;
    level_ends?: number;
    hand_for_hand?: boolean;
    final?: boolean;
}

/** Somebody who takes part. */
export interface Entrant {
    entry: number;
    name: string;
    house?: boolean;
    state: 'waits' | 'in' | 'out' | 'refunded' | 'unregistered'; // the last one: an own entry that was given back
    stack?: Chips;
    table?: string;
    seat?: Seat;
    place?: number;
    tied?: number;
    prize?: Chips;
}

export interface Prize { first: number; last: number; chips: Chips }

export type Tournaments = Base & { type: 'events'; events: TournamentCard[] };
export type TournamentRow = Base & TournamentCard & { type: 'event_row' };
export type TournamentPageFrame = Base & TournamentCard & {
    type: 'event_page';
    ante_by: AnteBy; late_levels: number; reentries: number; bubble: number; final_seats: number;
    move_ms: number; bank_ms: number; levels: Level[]; average?: Chips; prizes: Prize[];
    at_tables: { table: string; players: number }[]; leaders: Entrant[]; entrants: Entrant[];
    more_from?: number; you?: Entrant;
};
/** The own entry, whenever it changes. */
export type EntryFrame = Base & Entrant & { type: 'entry'; event: string; number: number; title: string; entries: number };

/** To the host of a private table: how others come in. */
export type Private = AtTable & { type: 'private'; key: string; link: string; password?: boolean };
export type Terms = AtTable & Row & { type: 'terms'; when: 'next' | 'now' };

export type HandLine = { hand_id: string; table: string; game: string; at: number; won: Chips };

export type Frame =
    | Welcome | Lobby | LobbyRow | TableFrame | SeatFrame | MineFrame | StartHand | EventFrame | Act | Turn | Snapshot
    | EndHand | Choose | Game | Report | Tournaments | TournamentRow | TournamentPageFrame | EntryFrame | Private | Terms
    | (AtTable & { type: 'gone'; msg?: string })
    | (AtTable & { type: 'settling'; hand_id: string })
    | (AtTable & { type: 'void'; hand_id: string; msg: string })
    | (AtTable & { type: 'chat'; name: string; text: string })
    | (Base & { type: 'ok'; table?: string; seat?: Seat; amount?: Chips })
    | (Base & { type: 'error'; table?: string; code: string; msg: string })
    | (Base & { type: 'pong' })
    | (Base & { type: 'hands'; hands: HandLine[]; more?: boolean })
    | (Base & { type: 'hand'; hand_id: string; phh: string })
    | (Base & { type: 'cashier'; bank: Chips })
    | (Base & { type: 'notice'; table?: string; msg: string });

/** A frame to the server, without `req`, which connection.ts adds. */
export interface Want { type: string; table?: string; [field: string]: unknown }
