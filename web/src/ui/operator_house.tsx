// operator_house.tsx -- house players: where they are, how they play, what they have, and what the house won.
import { useState } from 'preact/hooks';
import { admin, type Profit } from '../api_operator';
import { mannerText } from '../model/dials';
import { findMembers, type HouseSettings, type Member, memberText, pointsOf, sortMembers } from '../model/operator';
import { signed } from '../model/stats';
import { chips, plural } from '../model/text';
import { Field } from './field';
import { DialsDialog } from './operator_dials';
import { FigureList, Row, Section, Select, useDeed, useLoaded, userAddress, Waiting, whole, type Deed } from './operator_parts';

const PAGE = 20;

interface Dialled { who: string; title: string; persona: string }

function MemberRow({ member, onDials }: { member: Member; onDials: () => void }) {
    const address = '#/table/' + encodeURIComponent(member.table);
    return (
        <Row
            title={(
                <>
                    <h3><a href={userAddress(member.user)}>{member.name}</a></h3>
                    <span class={member.state === 'broke' ? 'badge op-badge-bad' : 'badge'}>{memberText[member.state] ?? member.state}</span>
                    {member.table && <a class="small" href={address}>{member.table}</a>}
                </>
            )}
            facts={<>{mannerText(member.persona)} · {chips(member.seated)} on tables · {chips(member.bank)} in the bank</>}
            side={<button type="button" class="button" aria-label={`Dials of ${member.name} …`} onClick={onDials}>Dials …</button>}
        >
            <code class="small op-persona">{member.persona}</code>
        </Row>
    );
}

const settingsDeed = (settings: HouseSettings): Deed => ({
    title: 'Pace of house players',
    says: <p>Until the server stops; felt.conf has what counts after that.</p>,
    yes: 'Change it', done: 'House players keep that pace now.',
    fields: [
        {
            name: 'think_ms', label: 'Thinks at least (ms)', value: String(settings.think_ms),
            note: 'Where people play; among themselves they act at once.',
        },
        { name: 'think_max_ms', label: 'Thinks at most (ms)', value: String(settings.think_max_ms) },
        { name: 'look_ms', label: 'Looks for free chairs every (ms)', value: String(settings.look_ms) },
        { name: 'stay_hands', label: 'Is relieved after (hands)', value: String(settings.stay_hands), note: '0: stays for ever' },
    ],
    run: (values) => admin.houseSettings({
        think_ms: whole(values, 'think_ms', 0), think_max_ms: whole(values, 'think_max_ms', 0), look_ms: whole(values, 'look_ms', 10),
        stay_hands: whole(values, 'stay_hands', 0),
    }),
});

// ---- what it won

const WIDTH = 640;
const HEIGHT = 120;

function ProfitPlot({ profit }: { profit: Profit }) {
    let sum = 0;
    const sums = [0, ...profit.days.map((day) => (sum += day.won))];
    const least = Math.min(...sums);
    const range = Math.max(1, Math.max(...sums) - least);
    const { line } = pointsOf(sums.map((value) => value - least), WIDTH, HEIGHT, range);
    const zero = HEIGHT + (least * HEIGHT) / range;
    const label = `What the house won in ${plural(profit.days.length, 'day')}: ${signed(profit.won)} in ${plural(profit.hands, 'hand')}; `
        + 'the table below has each day.';
    return (
        <div class="op-plot-box">
            <svg class="op-profit" viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`} preserveAspectRatio="none" role="img" aria-label={label}>
                <path class="op-grid" d={`M0 ${zero.toFixed(1)}H${WIDTH}`} />
                <path class="op-line" d={line} />
            </svg>
        </div>
    );
}

function HouseProfit() {
    const [days, setDays] = useState('30');
    const loaded = useLoaded(() => admin.profit(Number(days)), days, 30000);
    const profit = loaded.value;
    return (
        <Section title="What the house won" says="All house players at tables for chips, by day (UTC). A hand counts once for each of them.">
            <Select
                label="Time" name="days" value={days} onValue={setDays}
                options={[['7', '7 days'], ['30', '30 days'], ['90', '90 days'], ['365', 'a year']]
                    .map(([value = '', title = '']) => ({ value, title }))}
            />
            <Waiting of={loaded} />
            {profit && (
                <FigureList
                    of={[
                        ['Won', signed(profit.won)], ['Hands', chips(profit.hands)],
                        ['In 100 hands', profit.hands ? signed(Math.round((profit.won / profit.hands) * 1000) / 10) : '–'],
                    ]}
                />
            )}
            {profit && profit.days.length > 1 && <ProfitPlot profit={profit} />}
            {profit && profit.days.length > 0 && (
                <div class="table-scroll" tabIndex={0} role="region" aria-label="What the house won, by day">
                    <table class="ledger">
                        <thead>
                            <tr>
                                <th scope="col">Day</th><th scope="col" class="ledger-amount">Hands</th>
                                <th scope="col" class="ledger-amount">Won</th>
                            </tr>
                        </thead>
                        <tbody>
                            {[...profit.days].reverse().slice(0, 31).map((day) => (
                                <tr key={day.day}>
                                    <td class="number">{day.day}</td><td class="number ledger-amount">{chips(day.hands)}</td>
                                    <td class="number ledger-amount">{signed(day.won)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
            )}
        </Section>
    );
}

// ---- the section

export function HouseSection() {
    const loaded = useLoaded(admin.house, 'house', 4000);
    const { ask, dialog } = useDeed(loaded.again);
    const [dialled, setDialled] = useState<Dialled>();
    const [text, setText] = useState('');
    const [shown, setShown] = useState(PAGE);
    const house = loaded.value;
    const found = house ? sortMembers(findMembers(house.members, text)) : [];
    return (
        <>
            <Section
                title="House players" says="They fill the chairs that people leave free. How each one plays can be changed while it plays."
                side={house && house.members.length > 0 && (
                    <>
                        <button type="button" class="button" onClick={() => setDialled({ who: '*', title: 'all others', persona: 'house' })}>
                            Dials of all others …
                        </button>
                        <button type="button" class="button" onClick={() => ask(settingsDeed(house.settings))}>Pace …</button>
                    </>
                )}
            >
                <Waiting of={loaded} />
                {house && (
                    <FigureList
                        of={[
                            ['Players', chips(house.members.length)], ['Account of the house', chips(house.totals.account)],
                            ['In their banks', chips(house.totals.bank)], ['On tables', chips(house.totals.seated)],
                        ]}
                    />
                )}
                {house && house.members.length > PAGE && (
                    <Field label="Find by name, table or manner" name="find" value={text} onValue={setText} optional autocomplete="off" />
                )}
                <ul class="op-list" aria-label="House players">
                    {found.slice(0, shown).map((member) => (
                        <MemberRow
                            key={member.name} member={member}
                            onDials={() => setDialled({ who: member.name, title: member.name, persona: member.persona })}
                        />
                    ))}
                </ul>
                {house && found.length === 0 && <p class="muted">{house.members.length ? 'Nobody is like that.' : 'There are no house players.'}</p>}
                {found.length > shown && (
                    <button type="button" class="button" onClick={() => setShown(shown + PAGE)}>
                        Show {Math.min(PAGE, found.length - shown)} more of {found.length}
                    </button>
                )}
                {dialled && <DialsDialog {...dialled} onClose={() => setDialled(undefined)} onDone={loaded.again} />}
                {dialog}
            </Section>
            <HouseProfit />
        </>
    );
}
