// operator_users.tsx -- users: found by a part of a name, and one of them with everything that can be done.
import { useEffect, useState } from 'preact/hooks';
import { admin, type AdminUser, newKey, type OneUser } from '../api_operator';
import { minutesText } from '../model/operator';
import { habits, signed } from '../model/stats';
import { chips, plural } from '../model/text';
import { when } from './ledger';
import {
    FigureList, REASON, Row, Section, useDeed, useLoaded, usePages, userAddress, Waiting, whole, type Deed, type DeedField,
} from './operator_parts';
import { useName } from './title';

const kinds: Readonly<Record<string, string>> = { human: 'account', guest: 'guest', house: 'house player', admin: 'operator' };

function Badges({ user }: { user: AdminUser }) {
    const silenced = user.silenced_until !== undefined && Date.parse(user.silenced_until) > Date.now();
    return (
        <>
            <span class="badge">{kinds[user.kind] ?? user.kind}</span>
            {user.disabled && <span class="badge op-badge-bad">disabled{user.disabled_until ? ` until ${when(user.disabled_until)}` : ''}</span>}
            {silenced && <span class="badge op-badge-bad">silenced until {when(user.silenced_until ?? null)}</span>}
            {user.deleted && <span class="badge op-badge-bad">deleted</span>}
        </>
    );
}

// ---- the list

function Found({ query, house }: { query: string; house: boolean }) {
    const { first, rows, more } = usePages((behind) => admin[house ? 'users' : 'people'](query, behind), `${house}/${query}`);
    return (
        <>
            <Waiting of={first} />
            {rows && (
                <ul class="op-list" aria-label="Users">
                    {rows.map((user) => (
                        <Row
                            key={user.id}
                            title={<><h3><a href={userAddress(user.id)}>{user.handle || user.username}</a></h3> <Badges user={user} /></>}
                            facts={`${user.username} · no. ${user.id} · ${chips(user.chips)} in the bank · last seen ${when(user.last_visit)}`}
                        />
                    ))}
                </ul>
            )}
            {rows?.length === 0 && <p class="muted">Nobody has that in a name.</p>}
            {more && <button type="button" class="button" onClick={more}>Show more</button>}
        </>
    );
}

export function Users() {
    const [text, setText] = useState('');
    const [query, setQuery] = useState('');
    const [house, setHouse] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setQuery(text.trim()), 250); // one question for a word, not one for each letter
        return () => clearTimeout(timer);
    }, [text]);
    return (
        <Section title="Users" says="Everybody with an account, guests too.">
            <div class="field">
                <label for="op-find">Part of a username or handle</label>
                <input
                    id="op-find" class="input" type="search" maxLength={40} autocomplete="off" spellcheck={false} value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
            </div>
            <label class="check">
                <input type="checkbox" checked={house} onChange={(event) => setHouse(event.currentTarget.checked)} /> House players too
            </label>
            <Found query={query} house={house} />
        </Section>
    );
}

// ---- one of them

const times = (...minutes: number[]): { value: string; title: string }[] => minutes.map((one) => ({ value: String(one), title: minutesText(one) }));

/** The same, or until the other deed is done. */
const forSome = (...minutes: number[]): DeedField => ({
    name: 'minutes', label: 'For', kind: 'choice', value: '60',
    options: [...times(...minutes), { value: '', title: 'until somebody enables the account' }],
});

const AMOUNT: DeedField = { name: 'amount', label: 'Chips' };

/** A key for each dialog: whatever goes wrong on the way, chips are moved once. */
function moving(user: AdminUser, kind: 'credit' | 'debit'): Deed {
    const key = newKey();
    const credit = kind === 'credit';
    return {
        title: credit ? `Give chips to ${user.handle}` : `Take chips from ${user.handle}`,
        says: (
            <p>
                {credit ? 'From the mint into the bank of this user.' : `Out of the bank of this user, which has ${chips(user.chips)}.`} Nothing
                that was booked is ever changed; the other deed puts it right.
            </p>
        ),
        yes: credit ? 'Give them' : 'Take them', danger: !credit, done: credit ? 'The chips are in the bank.' : 'The chips are taken.',
        fields: [AMOUNT, REASON],
        run: (values) => admin[kind]({ user: user.id, amount: whole(values, 'amount'), reason: values['reason'] ?? '', key }),
    };
}

function deedsOf(user: AdminUser): Record<'disable' | 'enable' | 'silence' | 'speak' | 'signOut' | 'stand', Deed> {
    const reason = (values: Readonly<Record<string, string>>) => values['reason'] ?? '';
    return {
        disable: {
            title: `Disable ${user.handle}?`,
            says: <p>All sessions end at once, seats are given up after the hand, and nobody can sign in as {user.handle}. The chips stay.</p>,
            yes: 'Disable', danger: true, done: `${user.handle} is disabled.`,
            fields: [forSome(60, 1440, 10080, 43200), REASON],
            run: (values) =>
                admin.disable(user.id, { reason: reason(values), minutes: values['minutes'] ? Number(values['minutes']) : undefined }),
        },
        enable: {
            title: `Enable ${user.handle}?`,
            says: <p>{user.handle} can sign in again.</p>,
            yes: 'Enable', done: `${user.handle} is enabled.`, fields: [REASON],
            run: (values) => admin.enable(user.id, { reason: reason(values) }),
        },
        silence: {
            title: `Silence ${user.handle}?`,
            says: <p>Nobody is told what {user.handle} says, at any table. Playing goes on.</p>,
            yes: 'Silence', danger: true,
            done: `${user.handle} is silenced.`,
            fields: [{ name: 'minutes', label: 'For', kind: 'choice', value: '60', options: times(10, 60, 1440, 10080, 43200) }, REASON],
            run: (values) => admin.silence(user.id, { reason: reason(values), minutes: Number(values['minutes']) }),
        },
        speak: {
            title: `Let ${user.handle} speak again?`,
            says: <p>What {user.handle} says is told again.</p>,
            yes: 'Let speak', done: `${user.handle} is heard again.`, fields: [REASON],
            run: (values) => admin.silence(user.id, { reason: reason(values), minutes: 0 }),
        },
        signOut: {
            title: `Sign ${user.handle} out everywhere?`,
            says: <p>Every session, token and link of {user.handle} ends, and all lines are closed.</p>,
            yes: 'Sign out everywhere', danger: true,
            done: `${user.handle} is signed out.`, fields: [REASON], run: (values) => admin.signOut(user.id, { reason: reason(values) }),
        },
        stand: {
            title: `Let ${user.handle} stand up?`, says: <p>From every table, after the hand that is under way.</p>, yes: 'Stand up', danger: true,
            done: `${user.handle} stands up.`, run: () => admin.stand(user.id),
        },
    };
}

function Figures({ id }: { id: number }) {
    const loaded = useLoaded(() => admin.stats(id), id);
    const total = loaded.value?.total;
    if (!total) return <Waiting of={loaded} />;
    if (!total.hands) return <p class="muted">No hands at tables for chips are kept.</p>;
    return (
        <FigureList
            of={[
                ['Hands', chips(total.hands)], ['Won', signed(total.won)],
                ...habits(total).slice(0, 4).map((one) => [one.short, one.value] as const),
            ]}
        />
    );
}

function Whole({ one, ask }: { one: OneUser; ask: (deed: Deed) => void }) {
    const { user } = one;
    const deeds = deedsOf(user);
    const silenced = user.silenced_until !== undefined && Date.parse(user.silenced_until) > Date.now();
    const button = (title: string, deed: () => Deed, danger = false) => (
        <button type="button" class={danger ? 'button danger' : 'button'} onClick={() => ask(deed())}>{title} …</button>
    );
    return (
        <>
            <Section title={user.handle || user.username} says={<Badges user={user} />}>
                <FigureList
                    of={[
                        ['In the bank', chips(user.chips)], ['In all', chips(one.total)], ['Invested', chips(user.invested)],
                        ['Profit', signed(one.total - user.invested)],
                    ]}
                />
                <dl class="op-facts small">
                    <div><dt>Username</dt><dd>{user.username}</dd></div>
                    <div><dt>Number</dt><dd>{user.id}</dd></div>
                    <div><dt>Email</dt><dd>{user.email || '–'}</dd></div>
                    <div><dt>Here since</dt><dd>{when(user.reg_date)}</dd></div>
                    <div><dt>Last seen</dt><dd>{when(user.last_visit)}{user.remote_address ? `, from ${user.remote_address}` : ''}</dd></div>
                </dl>
                {user.kind === 'house' && (
                    <p class="small">
                        How it plays is changed under <a href="#/operator/house">House</a>; its chips come from the account of the house.
                    </p>
                )}
                {!user.deleted && user.kind !== 'house' && (
                    <div class="row-buttons">
                        {button('Give chips', () => moving(user, 'credit'))}
                        {button('Take chips', () => moving(user, 'debit'))}
                        {silenced ? button('Let speak', () => deeds.speak) : button('Silence', () => deeds.silence)}
                        {button('Sign out', () => deeds.signOut)}
                        {user.disabled ? button('Enable', () => deeds.enable) : button('Disable', () => deeds.disable, true)}
                    </div>
                )}
            </Section>
            <Section title="Seats" side={one.seats.length > 0 && button('Stand up', () => deeds.stand)}>
                {one.seats.length === 0 && <p class="muted">Sits nowhere.</p>}
                <ul class="op-list">
                    {one.seats.map((seat) => (
                        <Row
                            key={seat.table + seat.seat} title={<h3><a href={'#/table/' + encodeURIComponent(seat.table)}>{seat.table}</a></h3>}
                            facts={[
                                `seat ${seat.seat + 1}`, seat.state.replace(/_/g, ' '), plural(seat.stack, 'chip'),
                                !seat.connected && 'the line is gone',
                            ].filter(Boolean).join(' · ')}
                        />
                    ))}
                </ul>
            </Section>
            <Section title="How this user plays"><Figures id={user.id} /></Section>
            <Section title="Last transactions">
                <div class="table-scroll" tabIndex={0} role="region" aria-label="Last transactions">
                    <table class="ledger">
                        <thead>
                            <tr>
                                <th scope="col">When</th><th scope="col">What</th><th scope="col">Account</th>
                                <th scope="col" class="ledger-amount">Chips</th><th scope="col" class="ledger-amount">After</th>
                            </tr>
                        </thead>
                        <tbody>
                            {one.lines.map((line, n) => (
                                <tr key={n}>
                                    <td class="ledger-when number">{when(line.at)}</td>
                                    <td>{line.kind.replace(/_/g, ' ')}{line.hand && <span class="muted small"> {line.hand}</span>}</td>
                                    <td class="small muted">{line.account}</td>
                                    <td class="number ledger-amount">{signed(line.amount)}</td>
                                    <td class="number ledger-amount">{chips(line.after)}</td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </div>
                {one.lines.length === 0 && <p class="muted">There is none.</p>}
            </Section>
        </>
    );
}

export function UserPage({ id }: { id: number }) {
    const loaded = useLoaded(() => admin.user(id), id, 10000);
    useName(loaded.value?.user.handle, 'Operator');
    const { ask, dialog } = useDeed(loaded.again);
    return (
        <>
            <p><a href="#/operator/users">All users</a></p>
            <Waiting of={loaded} />
            {loaded.value && <Whole one={loaded.value} ask={ask} />}
            {dialog}
        </>
    );
}
