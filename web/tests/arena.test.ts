// arena.test.ts -- what /api/arena answers, read; standings as a plot; commands; a table as a spectator hears it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    botAddress, isPractice, matchName, playing, plotOf, quoted, readMatch, readOverview, readTournament, recipes, sayResult, signedRate,
    type Standing,
} from '../src/model/arena';
import { splitHands } from '../src/model/shuffle';
import { cardsTold, emptyWatch, heard, playedOf, type Watch, type WatchedHand, type WatchFrame } from '../src/model/watch';
import { readPhh } from '../src/model/phh';
import vectors from './vectors/arena.json';

// ---- answers

test('the overview of a real server', () => {
    const overview = readOverview({ ...vectors.holdem.overview, watch: 'open', practice: false });
    assert.equal(overview.tables[0]!.players.length, 2);
    assert.deepEqual(overview.standings.map((row) => row.team), ['Alpha', 'Beta'], 'the best first');
    assert.ok(overview.open && !overview.practice && !overview.tournament);
    assert.deepEqual(overview.standings[0]!.low, null);
    assert.equal(sayResult(overview.matches[0]!), 'Alpha had the most chips after the last hand.');
});

test('answers that are rubbish are empty, never an error', () => {
    for (const answer of [null, 7, 'x', [], { tables: 'many', standings: [null, 3, { team: 7, bb_per_100: 'a' }] }, { tables: [[]] }]) {
        const overview = readOverview(answer);
        assert.ok(overview.standings.every((row) => Number.isFinite(row.mean)));
        assert.equal(overview.open, false);
        assert.equal(readMatch(answer), null);
        assert.equal(readTournament(answer), null);
    }
    const match = readMatch({ match_id: 'M-1', end: { type: 'match_end', secret: 'XYZ', reveals: [{ hand_id: 'H', key: '00' }, 3] } })!;
    assert.deepEqual(match.end.reveals, [{ hand_id: 'H', key: '' }, { hand_id: '', key: '' }]);
    assert.equal(match.end.secret, '');
});

test('a tournament of bots', () => {
    const told = readTournament({
        match_id: 'M-2025-10-17-00001', format: 'bracket', state: 'running', paused: false, left: 3, tables: 1, level: 1, sb: 50, bb: 100,
        hands: 640, teams: [{ team: 'Gamma', in: true, connected: true, table: 1, seat: 0, stack: 10000, hands: 400, chips: 24310,
            bb_per_100: { mean: 60.77, low: 11.2, high: 110.34, results: 200 }, matches: 1, won: 1 }],
    })!;
    assert.deepEqual([told.teams[0]!.mean, told.teams[0]!.low, told.teams[0]!.wins, told.teams[0]!.place], [60.77, 11.2, 1, null]);
});

test('tables where nobody sits are not played at', () => {
    const table = { table_id: 'T-1', variant: 'HUNL', hands: 0, in_hand: false, paused: false, over: false, players: [] };
    const taken = { ...table, table_id: 'T-2', players: [{ seat: 1, team: 'Alpha', connected: true, stack: 100 }] };
    assert.deepEqual(playing([table, taken, { ...taken, table_id: 'T-3', over: true }]).map((one) => one.table_id), ['T-2']);
});

test('practice tables are known by their names', () => {
    assert.ok(isPractice('P-2026-11-17-00001'));
    assert.ok(!isPractice('T-1') && !isPractice('P-1') && !isPractice('Poker'));
    assert.equal(matchName({ table_id: 'P-2026-11-17-00001' }), 'A practice match');
    assert.equal(matchName({ table_id: 'T-1' }), 'Match at T-1');
});

// ---- the plot

const team = (mean: number, low: number | null, high: number | null): Standing =>
    ({ team: 'x', matches: 1, wins: 0, hands: 200, mean, low, high });

test('dots and whiskers lie on one scale, 0 in the middle', () => {
    const plot = plotOf([team(20, 5, 35), team(0, -3, 3), team(-20, -35, -5)]);
    assert.deepEqual([plot.low, plot.high, plot.zero], [-50, 50, 0.5]);
    assert.deepEqual(plot.marks[0], { at: 0.7, from: 0.55, to: 0.85 });
    assert.equal(plot.marks[1]!.at, 0.5);
    for (const { at, from, to } of plot.marks) assert.ok(from! <= at && at <= to!);
});

test('a team with few hands has a dot alone, and a whisker that is too long is cut', () => {
    const plot = plotOf([team(3000, null, null), team(10, -900, 902)]);
    assert.equal(plot.high, 50, 'four times the farthest dot of those that played enough, rounded');
    assert.equal(plot.marks[0]!.at, 1, 'a dot that is farther lies at the edge');
    assert.equal(plotOf([team(30, null, null)]).high, 50);
    assert.deepEqual(plot.marks[0]!.from, null);
    assert.deepEqual([plot.marks[1]!.from, plot.marks[1]!.to], [0, 1]);
    assert.ok(plotOf([]).high > 0);
    assert.deepEqual([12.34, -0.04, -3, 417.3, -13034.9].map(signedRate), ['+12.3', '0.0', '−3.0', '+417', '−13k']);
});

// ---- commands

test('commands hold this server, and names that a shell would take apart are quoted', () => {
    const [python, , , felt, acpc] = recipes(botAddress('cards.example:8080', false, ''), 'The Blind Men', 'k7');
    assert.equal(python!.command, "python3 examples/python/arena_bot.py ws://cards.example:8080/ws 'The Blind Men' k7");
    assert.equal(felt!.command, "felt bot ws://cards.example:8080/ws --team 'The Blind Men' --code k7 --player house");
    assert.match(acpc!.command, /acpc:7001$/);
    assert.equal(quoted("a'b"), `'a'\\''b'`);
    assert.equal(quoted(''), "''");
    assert.equal(quoted('$(rm)'), "'$(rm)'");
    assert.equal(botAddress('h', true, 'a b'), 'wss://h/ws?table=a%20b');
    assert.match(recipes(botAddress('h', true, 'final'), 'A', 'b')[0]!.command, /'wss:\/\/h\/ws\?table=final'/);
});

// ---- watching

const watched = { holdem: vectors.holdem, stud: vectors.stud, draw: vectors.draw };

function hear(name: keyof typeof watched): { watch: Watch; hands: WatchedHand[] } {
    let watch = emptyWatch;
    const hands: WatchedHand[] = [];
    for (const frame of watched[name].watched as unknown as WatchFrame[]) {
        const before = watch.last;
        watch = heard(watch, structuredClone(frame));
        if (watch.last && watch.last !== before) hands.push(watch.last);
    }
    return { watch, hands };
}

test('hands come whole, with names, commitments and stacks', () => {
    const { watch, hands } = hear('holdem');
    assert.equal(hands.length, 8);
    assert.equal(watch.hands, 8);
    assert.ok(watch.over && watch.match === vectors.holdem.match.match_id);
    assert.deepEqual([...hands[0]!.names.values()].sort(), ['Alpha', 'Beta']);
    assert.match(hands[0]!.commit, /^[0-9a-f]{64}$/);
});

test('the replayer has each of them, and stacks at its end are those that were told', () => {
    for (const name of Object.keys(watched) as (keyof typeof watched)[])
        for (const hand of hear(name).hands) {
            const played = playedOf(hand)!;
            const last = played.steps[played.steps.length - 1]!;
            assert.ok(last.hand.over && played.steps.length > 3, `${name} ${hand.id}`);
            assert.deepEqual(last.hand.seats.map((seat) => seat.stack), hand.after.map((one) => one.stack));
            const before = played.steps[played.steps.length - 2]!.hand;
            assert.ok(before.seats.every((seat) => seat.stack >= 0 && seat.cards.length > 0), `${name} ${hand.id}: cards for all`);
            for (const step of played.steps) assert.ok(step.text && !/undefined|NaN|Seat \d/.test(step.text), step.text);
        }
});

test('no card is there that was not shown', () => {
    const { hands } = hear('holdem');
    const records = new Map(splitHands(vectors.holdem.match.phh).map(({ text }) => {
        const hand = readPhh(text);
        if ('error' in hand) throw new Error(hand.error);
        return [hand.id, hand];
    }));
    let hidden = 0;
    for (const hand of hands) {
        const record = records.get(hand.id)!;
        const folded = new Set(record.deeds.flatMap((deed) => (deed.do === 'fold' ? [deed.player] : [])));
        const told = new Set(cardsTold(hand.events));
        for (const deed of record.deeds) {
            if (deed.do !== 'deal' || (!folded.has(deed.player) && folded.size < record.names.length - 1)) continue;
            for (const card of deed.cards) assert.ok(!told.has(card!), `${card} of ${hand.id}`);
            hidden += deed.cards.length;
        }
        const shown = playedOf(hand)!.steps.flatMap((step) => step.hand.seats.flatMap((seat) => seat.cards)).filter((held) => held.card);
        for (const { card } of shown) assert.ok(told.has(card!), `${card} was shown`);
    }
    assert.ok(hidden >= 8, `${hidden} cards stayed hidden`);
});

test('a hand that was joined in its middle is not half a hand', () => {
    let watch = emptyWatch;
    const frames = vectors.holdem.watched as unknown as WatchFrame[];
    const from = frames.findIndex((frame) => frame.type === 'event');
    for (const frame of frames.slice(from, from + 6)) watch = heard(watch, structuredClone(frame));
    watch = heard(watch, { type: 'end_hand', hand_id: 'H-2026-11-17-00001', stacks: [] });
    assert.equal(watch.last, undefined);
    watch = heard(watch, { type: 'error', code: 'FORBIDDEN', msg: 'no' });
    assert.equal(watch.refused, 'no');
});
