// operator_people.tsx -- what operators look after among people: reports, pairs that may play together, clubs.
import { useState } from 'preact/hooks';
import { admin, type AdminClub, type Pair, type Report } from '../api_operator';
import { brief } from '../model/operator';
import { plural } from '../model/text';
import { when } from './ledger';
import { REASON, Row, Section, Select, useDeed, useLoaded, usePages, userAddress, Waiting, type Deed } from './operator_parts';
import { useName } from './title';

// ---- reports

const closingReport = (report: Report): Deed => ({
    title: 'Close this report?', says: <p>“{report.text}”, about {report.handle}.</p>, yes: 'Close it', done: 'The report is closed.',
    fields: [{ ...REASON, label: 'What was done' }], run: (values) => admin.closeReport(report.id, { reason: values['reason'] ?? '' }),
});

function Reports({ onChange }: { onChange: () => void }) {
    const [which, setWhich] = useState<'open' | 'all'>('open');
    const { first, rows, more } = usePages((behind) => admin.reports(which === 'open', behind), which);
    const { ask, dialog } = useDeed(() => {
        first.again();
        onChange();
    });
    return (
        <Section title="Reports" says="What players told about others. The other one does not learn of it.">
            <fieldset class="choice">
                <legend class="unseen">Which reports</legend>
                {(['open', 'all'] as const).map((one) => (
                    <label key={one}>
                        <input type="radio" name="reports" checked={which === one} onChange={() => setWhich(one)} />
                        {one === 'open' ? 'Wait for an answer' : 'All'}
                    </label>
                ))}
            </fieldset>
            <Waiting of={first} />
            <ul class="op-list" aria-label="Reports">
                {rows?.map((report) => (
                    <Row
                        key={report.id}
                        title={(
                            <>
                                <h3>About <a href={userAddress(report.user)}>{report.handle || report.username}</a></h3>
                                {!report.open && <span class="badge">closed</span>}
                            </>
                        )}
                        facts={(
                            <>
                                {when(report.at)} · by <a href={userAddress(report.by)}>{report.by_username}</a>
                                {report.table && ` · ${report.table}`}{report.hand && ` · ${report.hand}`}
                            </>
                        )}
                        side={report.open && (
                            <button
                                type="button" class="button" aria-label={`Close the report about ${report.handle} …`}
                                onClick={() => ask(closingReport(report))}
                            >
                                Close …
                            </button>
                        )}
                    >
                        <p class="op-quote">{report.text}</p>
                        {!report.open && <p class="muted small">{report.done_by}, {when(report.done_at ?? null)}: {report.remark}</p>}
                    </Row>
                ))}
            </ul>
            {rows?.length === 0 && <p class="muted">{which === 'open' ? 'No report waits.' : 'There was none.'}</p>}
            {more && <button type="button" class="button" onClick={more}>Show older ones</button>}
            {dialog}
        </Section>
    );
}

// ---- pairs

const why: Readonly<Record<string, string>> = {
    'chips': 'chips go one way', 'gives-up': 'gives up to the other', 'soft-play': 'does not bet against the other', 'same-address': 'same address',
    'dump': 'a stack for nothing in one hand',
};

/** Pairs are told by numbers; names are asked for one by one, and few are shown. */
async function namesOf(pairs: readonly Pair[]): Promise<Map<number, string>> {
    const ids = [...new Set(pairs.slice(0, 20).flatMap((pair) => [pair.first, pair.second]))];
    const found = new Map<number, string>();
    for (const id of ids) found.set(id, (await admin.user(id)).user.handle);
    return found;
}

function Pairs() {
    const [days, setDays] = useState('7');
    const loaded = useLoaded(async () => {
        const pairs = await admin.pairs(Number(days));
        return { pairs, names: await namesOf(pairs) };
    }, days);
    const name = (id: number) => <a href={userAddress(id)}>{loaded.value?.names.get(id) || `no. ${id}`}</a>;
    return (
        <Section title="Pairs that may play together" says="Found by what they did to each other: a reason to look at their hands, not a proof.">
            <Select
                label="Time" name="pair-days" value={days} onValue={setDays}
                options={['7', '30', '90'].map((one) => ({ value: one, title: `${one} days` }))}
            />
            <Waiting of={loaded} />
            <ul class="op-list" aria-label="Pairs">
                {loaded.value?.pairs.map((pair) => (
                    <Row
                        key={`${pair.first}-${pair.second}`}
                        title={(
                            <>
                                <h3>{name(pair.first)} → {name(pair.second)}</h3>
                                <span class={pair.suspect ? 'badge op-badge-bad' : 'badge'}>score {brief(pair.score)}</span>
                            </>
                        )}
                        facts={[
                            `${plural(pair.hands, 'hand')} together`, pair.reasons.map((one) => why[one] ?? one).join(', ') || 'nothing striking',
                            `gave ${brief(pair.there.gave_bb)} big blinds, got ${brief(pair.back.gave_bb)}`,
                        ].join(' · ')}
                    >
                        {pair.clues.length > 0 && (
                            <details class="small">
                                <summary>Hands to look at</summary>
                                <ul>
                                    {pair.clues.map((clue) => (
                                        <li key={clue.hand_id}>
                                            <code>{clue.hand_id}</code> gave {brief(clue.gave_bb)} big
                                            blinds{clue.gave_up ? ', gave up' : ''}{clue.checked ? ', checked' : ''}
                                        </li>
                                    ))}
                                </ul>
                            </details>
                        )}
                    </Row>
                ))}
            </ul>
            {loaded.value?.pairs.length === 0 && <p class="muted">Nobody is suspicious.</p>}
        </Section>
    );
}

export function FairPlay({ onChange }: { onChange: () => void }) {
    return (
        <>
            <Reports onChange={onChange} />
            <Pairs />
        </>
    );
}

// ---- clubs

const closingClub = (club: AdminClub): Deed => ({
    title: `Close ${club.name}?`,
    says: <p>Its tables close after their hands, and its {plural(club.members, 'member')} are members no more.</p>,
    yes: 'Close the club', danger: true,
    done: `${club.name} is closed.`, fields: [REASON], run: (values) => admin.closeClub(club.id, { reason: values['reason'] ?? '' }),
});

export function Clubs() {
    const { first, rows, more } = usePages((behind) => admin.clubs(behind), 'clubs');
    const { ask, dialog } = useDeed(first.again);
    return (
        <Section title="Clubs" says="People who know each other, with private tables of their own.">
            <Waiting of={first} />
            <ul class="op-list" aria-label="Clubs">
                {rows?.map((club) => (
                    <Row
                        key={club.id}
                        title={(
                            <>
                                <h3><a href={`#/operator/clubs/${club.id}`}>{club.name}</a></h3>
                                {club.closed_at && <span class="badge">closed</span>}
                            </>
                        )}
                        facts={(
                            <>
                                {plural(club.members, 'member')} · owned
                                by <a href={userAddress(club.owner)}>{club.owner_handle || `no. ${club.owner}`}</a> · since {when(club.created)}
                            </>
                        )}
                        side={!club.closed_at && (
                            <button type="button" class="button danger" aria-label={`Close ${club.name} …`} onClick={() => ask(closingClub(club))}>
                                Close …
                            </button>
                        )}
                    />
                ))}
            </ul>
            {rows?.length === 0 && <p class="muted">There is no club yet.</p>}
            {more && <button type="button" class="button" onClick={more}>Show older ones</button>}
            {dialog}
        </Section>
    );
}

export function OneClubPage({ id }: { id: number }) {
    const loaded = useLoaded(() => admin.club(id), id);
    useName(loaded.value?.club.name, 'Operator');
    const { ask, dialog } = useDeed(loaded.again);
    const club = loaded.value?.club;
    return (
        <>
            <p><a href="#/operator/clubs">All clubs</a></p>
            <Waiting of={loaded} />
            {club && (
                <Section
                    title={club.name} says={`${plural(club.members, 'member')}, since ${when(club.created)}`}
                    side={!club.closed_at && <button type="button" class="button danger" onClick={() => ask(closingClub(club))}>Close …</button>}
                >
                    <ul class="op-list" aria-label="Members">
                        {loaded.value?.members.map((one) => (
                            <Row
                                key={one.user}
                                title={<><h3><a href={userAddress(one.user)}>{one.handle}</a></h3><span class="badge">{one.rank}</span></>}
                                facts={`no. ${one.user} · since ${when(one.joined)}`}
                            />
                        ))}
                    </ul>
                </Section>
            )}
            {dialog}
        </>
    );
}
