// operator_tournaments.tsx -- tournaments for the operator: all of them, a new one, and one with what its director can do.
import { admin, type OneTournament, type Settings } from '../api_operator';
import { parseSettings } from '../model/operator';
import { chips, plural } from '../model/text';
import type { Entrant, TournamentCard, TournamentState } from '../protocol';
import { dateText } from './now';
import { FigureList, REASON, Row, Section, useDeed, useLoaded, Waiting, whole, wrongField, type Deed, type Values } from './operator_parts';
import { useName } from './title';

const states: Readonly<Record<TournamentState, string>> = {
    announced: 'announced', open: 'registering', running: 'running', break: 'break', paused: 'paused', over: 'over', off: 'called off',
};
const address = (card: TournamentCard): string => `#/operator/tournaments/${card.number}`;

// ---- a new one

const made = (values: Values): Settings => {
    const more = parseSettings(values['more'] ?? '');
    if (!more) throw wrongField('more', 'Each line is a name, =, and a value');
    const named = ['id', 'title', 'start', 'entrants', 'levels', 'buy-in', 'stack', 'house']
        .flatMap((name) => (values[name]?.trim() ? [[name, values[name]?.trim() ?? '']] : []));
    return { ...Object.fromEntries(named) as Settings, ...more };
};

const choices = (...words: string[]) => words.map((word) => ({ value: word, title: word }));

const creating = (): Deed => ({
    title: 'A new tournament',
    says: <p>Fields that stay empty have their usual value.</p>,
    yes: 'Create it', done: 'The tournament is announced.', wide: true,
    fields: [
        { name: 'id', label: 'Short name', note: 'Small letters, digits and -; its tables are called by it.', max: 19 },
        { name: 'title', label: 'Title', optional: true, note: 'What people see' },
        { name: 'start', label: 'Starts', optional: true, note: 'full (a sit-and-go), +30m, daily 20:00, or 2026-11-20 20:00 +01:00' },
        { name: 'entrants', label: 'Entrants', value: '6', optional: true, note: '6, or at least and at most: 4-40' },
        { name: 'levels', label: 'Levels', kind: 'choice', value: 'regular', options: choices('hyper', 'turbo', 'regular', 'deep') },
        { name: 'buy-in', label: 'Buy-in', value: '100', optional: true },
        { name: 'stack', label: 'Stack', value: '1500', optional: true },
        { name: 'house', label: 'House players, of 100 entries', value: '100', optional: true },
        { name: 'more', label: 'Other settings', kind: 'lines', note: 'One on a line, as in felt.conf: late = 4' },
        REASON,
    ],
    run: (values) => admin.createTournament(made(values), values['reason'] ?? ''),
});

// ---- deeds

const direct = (deed: Parameters<typeof admin.direct>[0], card: TournamentCard, fields: Record<string, unknown>, values: Values) =>
    admin.direct(deed, { event: card.event, reason: values['reason'] ?? '', ...fields });

const pausing = (card: TournamentCard): Deed => ({
    title: `Pause ${card.title}?`,
    says: <p>Hands under way are played to their end, then everybody waits and the clock stands still.</p>,
    yes: 'Pause', danger: true,
    done: 'It is paused.', fields: [REASON], run: (values) => direct('pause', card, {}, values),
});
const resuming = (card: TournamentCard): Deed => ({
    title: `Resume ${card.title}?`, says: <p>The clock and the hands go on.</p>, yes: 'Resume', done: 'It goes on.', fields: [REASON],
    run: (values) => direct('resume', card, {}, values),
});
const addingTime = (card: TournamentCard): Deed => ({
    title: `More time for ${card.title}`,
    says: <p>The level that is played now lasts so much longer.</p>,
    yes: 'Add it', done: 'The level lasts longer.',
    fields: [
        { name: 'much', label: card.now?.hands ? 'Hands' : 'Minutes', value: card.now?.hands ? '10' : '5' },
        REASON,
    ],
    run: (values) => direct('add-time', card, card.now?.hands ? { hands: whole(values, 'much') } : { seconds: whole(values, 'much') * 60 }, values),
});
const callingOff = (card: TournamentCard): Deed => ({
    title: `Call off ${card.title}?`,
    says: <p>It is not held. Everybody who registered has the whole buy-in back at once.</p>,
    yes: 'Call it off', danger: true,
    done: 'It is called off, and everybody was refunded.', fields: [REASON], run: (values) => direct('cancel', card, {}, values),
});
const retiring = (card: TournamentCard): Deed => ({
    title: `Retire ${card.title}?`,
    says: <p>This one is held; none of its series follows.</p>,
    yes: 'Retire it', danger: true, done: 'It is the last of its series.',
    fields: [REASON], run: (values) => direct('retire', card, {}, values),
});

/** Frames name people by their handles only; deeds want a number. */
async function numberOf(name: string): Promise<number> {
    for (let behind: number | undefined; ;) {
        const page = await admin.users(name, behind);
        const user = page.rows.find((one) => one.handle === name);
        if (user) return user.id;
        if (page.next === undefined) throw wrongField('', `There is no user called ${name}`);
        behind = page.next;
    }
}

const removing = (card: TournamentCard, entrant: Entrant): Deed => ({
    title: `Remove ${entrant.name}?`,
    says: <p>Before the start the buy-in is refunded; later the stack is blinded off.</p>,
    yes: 'Remove', danger: true, done: `${entrant.name} is removed.`,
    fields: [REASON], run: async (values) => direct('remove', card, { user: await numberOf(entrant.name) }, values),
});
const moving = (tournament: OneTournament, entrant: Entrant): Deed => ({
    title: `Move ${entrant.name}`, says: <p>Between hands, to a table with fewer players.</p>, yes: 'Move', done: `${entrant.name} is moved.`,
    fields: [{
        name: 'table', label: 'To', kind: 'choice', value: tournament.at_tables.find((one) => one.table !== entrant.table)?.table ?? '',
        options: tournament.at_tables.filter((one) => one.table !== entrant.table)
            .map((one) => ({ value: one.table, title: `${one.table} (${plural(one.players, 'player')})` })),
    }, REASON],
    run: async (values) => direct('move', tournament, { user: await numberOf(entrant.name), table: values['table'] }, values),
});

function Deeds({ card, ask }: { card: TournamentCard; ask: (deed: Deed) => void }) {
    const button = (title: string, deed: (card: TournamentCard) => Deed, danger = false) => (
        <button type="button" class={danger ? 'button danger' : 'button'} aria-label={`${title} ${card.title} …`} onClick={() => ask(deed(card))}>
            {title} …
        </button>
    );
    const before = card.state === 'announced' || card.state === 'open';
    const goes = card.state === 'running' || card.state === 'break';
    return (
        <>
            {goes && button('Pause', pausing)}
            {card.state === 'paused' && button('Resume', resuming)}
            {(goes || card.state === 'paused') && button('Add time', addingTime)}
            {before && button('Call off', callingOff, true)}
        </>
    );
}

// ---- all of them

function facts(card: TournamentCard): string {
    const least = card.entrants_max === card.entrants_min ? '' : `${chips(card.entrants_min)} to `;
    return [
        card.starts ? dateText(card.starts) : 'starts when it is full',
        `${chips(card.entries)} of ${least}${chips(card.entrants_max)} entries`,
        ...(card.left !== undefined ? [`${chips(card.left)} left at ${plural(card.tables ?? 0, 'table')}`] : []),
        `buy-in ${chips(card.buy_in)}`, `pool ${chips(card.pool)}`,
    ].join(' · ');
}

export function Tournaments() {
    const loaded = useLoaded(admin.tournaments, 'events', 4000);
    const { ask, dialog } = useDeed(loaded.again);
    return (
        <Section
            title="Tournaments" says="The newest 64; those that are not over first."
            side={loaded.value && <button type="button" class="button" onClick={() => ask(creating())}>New tournament …</button>}
        >
            <Waiting of={loaded} />
            {loaded.value && (
                <ul class="op-list" aria-label="Tournaments">
                    {loaded.value.map((card) => (
                        <Row
                            key={card.number}
                            title={(
                                <>
                                    <h3><a href={address(card)}>{card.title}</a></h3> <code class="small muted">{card.event}</code>
                                    <span class={card.state === 'paused' ? 'badge op-badge-bad' : 'badge'}>{states[card.state]}</span>
                                </>
                            )}
                            facts={facts(card)} side={<Deeds card={card} ask={ask} />}
                        />
                    ))}
                </ul>
            )}
            {loaded.value?.length === 0 && <p class="muted">There is none yet.</p>}
            {dialog}
        </Section>
    );
}

// ---- one of them

function EntrantRow({ tournament, entrant, ask }: { tournament: OneTournament; entrant: Entrant; ask: (deed: Deed) => void }) {
    const there = entrant.state === 'in' || entrant.state === 'waits';
    const what = [
        entrant.house && 'house', entrant.state === 'waits' ? 'registered' : entrant.state,
        entrant.stack !== undefined && plural(entrant.stack, 'chip'), entrant.table && `${entrant.table}, seat ${(entrant.seat ?? 0) + 1}`,
        entrant.place && `place ${entrant.place}`, entrant.prize && `prize ${chips(entrant.prize)}`,
    ].filter(Boolean).join(' · ');
    return (
        <Row
            title={<h3>{entrant.name}</h3>} facts={what}
            side={there && (
                <>
                    {entrant.state === 'in' && tournament.at_tables.length > 1 && (
                        <button type="button" class="button" aria-label={`Move ${entrant.name} …`} onClick={() => ask(moving(tournament, entrant))}>
                            Move …
                        </button>
                    )}
                    {!entrant.house && (
                        <button
                            type="button" class="button danger" aria-label={`Remove ${entrant.name} …`}
                            onClick={() => ask(removing(tournament, entrant))}
                        >
                            Remove …
                        </button>
                    )}
                </>
            )}
        />
    );
}

export function OneTournamentPage({ number }: { number: number }) {
    const loaded = useLoaded(() => admin.tournament(number), number, 4000);
    useName(loaded.value?.title, 'Operator');
    const { ask, dialog } = useDeed(loaded.again);
    const tournament = loaded.value;
    const series = tournament?.settings['every'] !== undefined && tournament.settings['every'] !== 'once'
        && tournament.state !== 'over' && tournament.state !== 'off';
    return (
        <>
            <p><a href="#/operator/tournaments">All tournaments</a></p>
            <Waiting of={loaded} />
            {tournament && (
                <>
                    <Section
                        title={tournament.title} says={facts(tournament)}
                        side={(
                            <>
                                <Deeds card={tournament} ask={ask} />
                                {series && <button type="button" class="button danger" onClick={() => ask(retiring(tournament))}>Retire …</button>}
                            </>
                        )}
                    >
                        <FigureList
                            of={[
                                ['State', states[tournament.state]], ['Entries', chips(tournament.entries)], ['Fees', chips(tournament.fees)],
                                ['The house adds', chips(tournament.overlay)],
                            ]}
                        />
                        <details>
                            <summary>Settings</summary>
                            <dl class="op-facts small">
                                {Object.entries(tournament.settings).map(([name, value]) => (
                                    <div key={name}><dt>{name}</dt><dd>{value || '–'}</dd></div>
                                ))}
                            </dl>
                        </details>
                    </Section>
                    <Section title="Entrants" says={tournament.more_from !== undefined ? 'The first 200.' : undefined}>
                        {tournament.entrants.length === 0 && <p class="muted">Nobody has registered yet.</p>}
                        <ul class="op-list">
                            {tournament.entrants.map((one) => <EntrantRow key={one.entry} tournament={tournament} entrant={one} ask={ask} />)}
                        </ul>
                    </Section>
                </>
            )}
            {dialog}
        </>
    );
}
