// operator.test.ts -- figures of the server over time, whether all is well, and dials as text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dials, mannerText, personas, readManner, writeManner } from '../src/model/dials';
import {
    brief, bucketsOf, deedText, emptyTrack, findMembers, metricsOf, minutesText, parseMetrics, parseSettings, pointsOf, quantile,
    roundUp, sortMembers, sortTables, troublesOf, verdict, withMetrics, type Member, type Metrics, type AdminTable, type Track,
} from '../src/model/operator';

const text = `# HELP felt_room_hands_total Hands that were settled
# TYPE felt_room_hands_total counter
felt_room_hands_total 120
felt_room_house_players{state="broke"} 2
felt_room_action_seconds_bucket{le="0.000100"} 10
felt_room_action_seconds_bucket{le="0.001000"} 90
felt_room_action_seconds_bucket{le="+Inf"} 100
felt_room_action_seconds_sum 0.051234
felt_strange NaN
not a line of metrics
felt_with_time 7 1794830400000
`;

describe('the text of /metrics', () => {
    it('is read, labels and all; what is no number is left out', () => {
        const metrics = parseMetrics(text);
        assert.equal(metrics.get('felt_room_hands_total'), 120);
        assert.equal(metrics.get('felt_room_house_players{state="broke"}'), 2);
        assert.equal(metrics.get('felt_with_time'), 7);
        assert.equal(metrics.has('felt_strange'), false);
        assert.equal(metrics.has('not'), false);
        assert.equal(metrics.size, 7);
    });

    it('ends somewhere, however long it is', () => {
        const long = Array.from({ length: 9000 }, (_, n) => `felt_n${n} ${n}`).join('\n');
        assert.equal(parseMetrics(long).size, 5000);
    });

    it('has the same names if it came as JSON', () => {
        const metrics = metricsOf({
            room: { hands: 120, pending: 3, lines: 9, seated_people: 2, voids: 1 }, bank: { waiting: 4, lost: true }, lines: { actions: 10, action_us: 500, errors: 2 },
        });
        assert.equal(metrics.get('felt_room_hands_total'), 120);
        assert.equal(metrics.get('felt_room_orders_pending'), 3);
        assert.equal(metrics.get('felt_room_voids_total'), 1);
        assert.equal(metrics.get('felt_bank_waiting'), 4);
        assert.equal(metrics.get('felt_bank_lost'), 1);
        assert.equal(metrics.get('felt_room_action_seconds_sum'), 0.005);
        assert.equal(metricsOf({}).get('felt_room_action_seconds_count'), 0);
    });
});

describe('latencies', () => {
    const buckets = bucketsOf(parseMetrics(text), 'felt_room_action_seconds');
    it('come as buckets in order', () => assert.deepEqual(buckets.map((one) => one.count), [10, 90, 100]));

    it('are spread evenly in a bucket', () => {
        assert.equal(quantile([], buckets, 0.1), 0.0001);
        assert.ok(Math.abs((quantile([], buckets, 0.5) ?? 0) - 0.00055) < 1e-9);
    });

    it('above all bounds are at least the last bound', () => assert.equal(quantile([], buckets, 0.99), 0.001));

    it('count only what came between two looks', () => {
        assert.equal(quantile(buckets, buckets, 0.5), null);
        const later = buckets.map((one, n) => ({ ...one, count: one.count + (n === 0 ? 0 : 50) }));
        assert.ok((quantile(buckets, later, 0.01) ?? 0) > 0.0001);
    });
});

function metrics(values: Record<string, number>): Metrics {
    return new Map(Object.entries({ felt_room_open: 1, ...values }));
}

/** A look every two seconds at these. */
function looks(...all: Record<string, number>[]): Track {
    return all.reduce<Track>((track, values, n) => withMetrics(track, metrics(values), 1000 + n * 2000), emptyTrack(0));
}

describe('readings', () => {
    it('need two looks', () => {
        assert.equal(looks({ felt_room_hands_total: 5 }).readings.length, 0);
        assert.equal(looks({}, {}).readings.length, 1);
    });

    it('are rates of counters and gauges as they are', () => {
        const [reading] = looks({ felt_room_hands_total: 10, felt_room_actions_total: 100 }, { felt_room_hands_total: 14, felt_room_actions_total: 150, felt_room_lines: 8 }).readings;
        assert.equal(reading?.hands, 120);
        assert.equal(reading?.actions, 25);
        assert.equal(reading?.connections, 8);
        assert.equal(reading?.usual_ms, null);
    });

    it('of a server that was started again do not go below nothing', () => {
        assert.equal(looks({ felt_room_hands_total: 100 }, { felt_room_hands_total: 2 }).readings[0]?.hands, 60);
    });

    it('have a mean where no histogram is known', () => {
        const [reading] = looks({ felt_room_action_seconds_count: 10, felt_room_action_seconds_sum: 1 }, { felt_room_action_seconds_count: 20, felt_room_action_seconds_sum: 1.5 }).readings;
        assert.equal(reading?.usual_ms, 50);
        assert.equal(reading?.slow_ms, null);
    });

    it('are not kept for ever', () => {
        assert.equal(looks(...Array.from({ length: 400 }, () => ({}))).readings.length, 300);
    });

    it('of a clock that stands still are none', () => {
        const track = withMetrics(emptyTrack(0), metrics({}), 5);
        assert.equal(withMetrics(track, metrics({}), 5).readings.length, 0);
    });
});

describe('plots', () => {
    it('have a round scale', () => {
        assert.deepEqual([0, 0.03, 1, 3, 7, 99, 100, 240].map(roundUp), [1, 0.05, 1, 5, 10, 100, 100, 500]);
    });

    it('go from left to right, with gaps where nothing was measured', () => {
        const points = pointsOf([0, 5, null, 10], 300, 100);
        assert.equal(points.line, 'M0.0 100.0L100.0 50.0M300.0 0.0');
        assert.deepEqual([points.least, points.most, points.now], [0, 10, 10]);
    });

    it('of nothing are nothing', () => {
        assert.deepEqual(pointsOf([], 300, 100), { line: '', most: 0, least: 0, now: null, scale: 1 });
        assert.equal(pointsOf([null], 300, 100).now, null);
    });

    it('have as many digits as one can use', () => assert.deepEqual([0.04, 0.45, 9.96, 12.4, 1240.2, null].map(brief), ['0', '0.5', '10', '12', '1,240', '–']));
});

describe('whether all is well', () => {
    it('is not known before the first reading', () => assert.equal(verdict({ track: emptyTrack(0) }).grade, 'unknown'));
    it('is yes if nothing is wrong', () => assert.deepEqual(verdict({ track: looks({}, {}) }), { grade: 'good', text: 'All is well' }));

    it('is no if nobody answers, whatever was known before', () => {
        const known = { track: looks({}, { felt_bank_lost: 1 }), unreachable: 'it is stopped' };
        assert.equal(verdict(known).grade, 'bad');
        assert.equal(troublesOf(known).length, 1);
    });

    it('is no if the store is lost, or no hands are dealt', () => {
        const known = { track: looks({}, { felt_bank_lost: 1, felt_room_open: 0 }) };
        assert.deepEqual(verdict(known), { grade: 'bad', text: '2 things are wrong' });
    });

    it('is no if a proof of the books failed', () => {
        const books = { good: false, proofs: [{ what: 'every transaction sums to 0', looked_at: 9, wrong: 1, first: '7' }] };
        assert.match(troublesOf({ track: looks({}, {}), books })[0]?.text ?? '', /every transaction sums to 0/);
        assert.deepEqual(troublesOf({ track: looks({}, {}), books: { good: true, proofs: [] } }), []);
    });

    it('asks for a look at what lasts, not at what comes and goes', () => {
        const busy = { felt_bank_waiting: 80 };
        assert.equal(troublesOf({ track: looks({}, busy, {}, busy) }).length, 0);
        assert.match(troublesOf({ track: looks({}, busy, busy, busy) })[0]?.text ?? '', /80 orders wait/);
    });

    it('tells hands that were called off, house players without chips, reports and pairs; what is bad comes first', () => {
        const now = { felt_room_voids_total: 1, 'felt_room_house_players{state="broke"}': 2, felt_room_open: 0 };
        const track = looks({}, now, now, now);
        const troubles = troublesOf({ track, reports: 1, suspects: 2 });
        assert.deepEqual(troubles.map((one) => one.section), ['tables', 'tables', 'house', 'fair', 'fair']);
        assert.equal(troubles[0]?.grade, 'bad');
        assert.deepEqual(troubles.slice(1).map((one) => one.text), [
            '1 hand was called off in the last minutes.', '2 house players have no chips left.',
            '1 report waits for an answer.', '2 pairs of players may play together.',
        ]);
        assert.equal(verdict({ track: looks({}, {}), reports: 25, more_reports: true }).text, 'One thing to look at');
    });
});

describe('rows', () => {
    const member = (name: string, state: string, table = ''): Member => ({ name, user: 1, state, table, persona: 'house:rock', bank: 0, seated: 0 });
    it('of the house: who is in need first, numbers as numbers', () => {
        const sorted = sortMembers([member('HousePlayer10', 'seated'), member('HousePlayer3', 'free'), member('HousePlayer2', 'seated'), member('HousePlayer9', 'broke')]);
        assert.deepEqual(sorted.map((one) => one.name), ['HousePlayer9', 'HousePlayer2', 'HousePlayer10', 'HousePlayer3']);
    });

    it('are found by name, table and persona', () => {
        const all = [member('HousePlayer1', 'seated', 'nl-2-1'), member('HousePlayer2', 'free')];
        assert.equal(findMembers(all, ' NL-2 ').length, 1);
        assert.equal(findMembers(all, 'rock').length, 2);
        assert.equal(findMembers(all, '').length, 2);
        assert.equal(findMembers(all, 'nobody').length, 0);
    });

    it('of tables: people first', () => {
        const table = (name: string, people: number, taken: number) => ({ table: name, people, taken, chairs: [] as AdminTable['chairs'] }) as AdminTable;
        assert.deepEqual(sortTables([table('a-10', 0, 2), table('a-2', 0, 2), table('b', 1, 1), table('c', 0, 6)]).map((one) => one.table), ['b', 'c', 'a-2', 'a-10']);
        const marked = { ...table('m', 0, 2), chairs: [{ same_address: true }] } as unknown as AdminTable;
        assert.equal(sortTables([table('b', 1, 1), marked])[0]!.table, 'm', 'what to look at comes first');
    });

    it('of the audit are words', () => {
        const line = { id: 1, at: '', actor: 'operator:boss', kind: 'credit', amount: 1500 };
        assert.equal(deedText(line), 'credit 1,500');
        assert.equal(deedText({ ...line, kind: 'note', action: 'tables_close', about: 'nl-2-1', amount: undefined }), 'tables close · nl-2-1');
        assert.equal(deedText({ ...line, kind: 'disable', amount: 1, about: '60 minutes' }), 'disable · 60 minutes');
        assert.equal(deedText({ ...line, kind: 'disable', amount: undefined }), 'enable');
        assert.equal(deedText({ ...line, kind: 'issue', amount: 2 }), 'issue a one-time link');
        assert.deepEqual([30, 60, 1440, 10080].map(minutesText), ['30 minutes', '1 hour', '1 day', '7 days']);
    });

    it('of settings: one on a line, as in felt.conf', () => {
        assert.deepEqual(parseSettings('seats = 2\n\n# no\nprizes=50 30 20\n'), { seats: '2', prizes: '50 30 20' });
        assert.deepEqual(parseSettings('levels = 10m 10/20 15/30'), { levels: '10m 10/20 15/30' });
        assert.equal(parseSettings('seats'), null);
        assert.equal(parseSettings('= 2'), null);
    });
});

describe('dials', () => {
    it('are read as felt match names them, short or long', () => {
        assert.deepEqual(readManner('house'), { persona: '', dials: { aggr: 5, tight: 5, bluff: 0.1, random: 0.15, slow: 0.85 } });
        assert.equal(readManner('house:rock,aggr=4')?.dials.aggr, 4);
        assert.equal(readManner('house:rock,aggr=4')?.dials.tight, 9);
        assert.equal(readManner('house:aggression=9')?.dials.aggr, 9);
    });

    it('that are none, or out of their ranges, are not shown as dials', () => {
        for (const wrong of ['', 'zoo:fold', 'house:wolf', 'house:aggr=11', 'house:aggr=1e1', 'house:aggr=', 'house:aggr=4,rock', 'house:@mine.json', 'houses']) {
            assert.equal(readManner(wrong), null, wrong);
        }
    });

    it('are written with what is other than the persona, and come back the same', () => {
        for (const persona of personas) {
            assert.equal(writeManner({ persona: persona.name, dials: persona.dials }), persona.name ? `house:${persona.name}` : 'house');
            for (const dial of dials) {
                for (const value of [dial.least, dial.most]) {
                    const manner = { persona: persona.name, dials: { ...persona.dials, [dial.name]: value } };
                    assert.deepEqual(readManner(writeManner(manner)), manner);
                }
            }
        }
        assert.equal(writeManner({ persona: 'rock', dials: { aggr: 4, tight: 9, bluff: 0.05 + 1e-9, random: 0.05, slow: 0.9 } }), 'house:rock,aggr=4');
    });

    it('are told in words', () => {
        assert.equal(mannerText('house:rock,aggr=4'), 'Rock, aggression 4');
        assert.equal(mannerText('house'), 'House');
        assert.equal(mannerText('zoo:fold'), 'folds to every bet');
        assert.equal(mannerText('mcts:400'), 'mcts:400');
        assert.equal(mannerText(''), 'the usual way');
    });
});
