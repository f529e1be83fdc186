// club.tsx -- one club: its tables, members, leaderboard, invitation, and what owner and managers can do.
import { useState } from 'preact/hooks';
import { toast } from '../actions';
import { ApiError } from '../api';
import { people } from '../api_people';
import { type ClubLeader, clubLink, type ClubPage, clubText, deedsFor, mayInvite, type Member, type MemberDeed, membersLike } from '../model/clubs';
import { signed } from '../model/stats';
import { chips, plural } from '../model/text';
import { useRoom } from '../store';
import { Confirm } from './dialog';
import { errorText } from './enter';
import { Field, FormError, useForm } from './field';
import { lazy } from './lazy';
import { useLoaded, Waiting, type Loaded } from './loaded';
import { useName } from './title';
import { go } from './router';
import { ShareLink } from './share_link';
import { rememberKey, tableAddress } from './follow_tournament';

const CreateDialog = lazy(() => import('./own_table'));

const rankText = { owner: 'owner', manager: 'manager', member: 'member' } as const;
const deedText: Record<MemberDeed, string> = {
    manager: 'Make a manager', member: 'Make a member', owner: 'Make the owner', remove: 'Remove',
};

function Tables({ page, onOpen }: { page: ClubPage; onOpen: () => void }) {
    return (
        <section class="panel" aria-labelledby="club-tables">
            <h2 id="club-tables">Tables of the club</h2>
            {page.tables.length === 0 && <p class="muted">None is open. Open one, and every member finds it here.</p>}
            <ul class="club-tables">
                {page.tables.map((one) => (
                    <li key={one.table} class="own-seat">
                        <div>
                            <h3>{one.title}</h3>
                            <p class="muted small">{one.seated} of {one.seats} seats taken · host {one.host}{one.paused && ' · paused'}</p>
                        </div>
                        <a
                            class="button button-main button-small" href={tableAddress(one.table)}
                            onClick={() => rememberKey(one.table, { key: one.key })}
                        >
                            Go there<span class="unseen">: {one.title}</span>
                        </a>
                    </li>
                ))}
            </ul>
            <button type="button" class="button" onClick={onOpen}>Open a table</button>
        </section>
    );
}

function Leaders({ leaders }: { leaders: ClubLeader[] }) {
    return (
        <section class="panel" aria-labelledby="club-leaders">
            <h2 id="club-leaders">Leaderboard</h2>
            {leaders.length === 0 && <p class="muted">It begins with the first hand at a table of the club.</p>}
            {leaders.length > 0 && (
                <table class="ledger">
                    <caption class="unseen">Chips won at tables of the club</caption>
                    <thead><tr><th scope="col">Place</th><th scope="col">Member</th><th scope="col" class="ledger-amount">Chips won</th></tr></thead>
                    <tbody>
                        {leaders.map((one, i) => (
                            <tr key={one.handle}>
                                <td class="number">{i + 1}</td><td class="ledger-name">{one.handle}</td>
                                <td class="number ledger-amount">{signed(one.won)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}

type Does = (work: () => Promise<unknown>, said: string) => void;

function MemberRow({ page, member, own, does }: { page: ClubPage; member: Member; own: boolean; does: Does }) {
    const [asking, setAsking] = useState<MemberDeed>();
    const { id, rank } = page.club;
    const run = (deed: MemberDeed) => {
        setAsking(undefined);
        if (deed === 'remove') return does(() => people.remove(id, member.handle), `${member.handle} is no member any more.`);
        return does(() => people.rank(id, member.handle, deed), `${member.handle} is ${deed === 'owner' ? 'the owner' : `a ${deed}`} now.`);
    };
    return (
        <li class="club-member">
            <span class="club-member-name">{member.handle}{own && <span class="muted small"> · you</span>}</span>
            {member.rank !== 'member' && <span class="badge">{rankText[member.rank]}</span>}
            <span class="row-buttons">
                {deedsFor(rank, member, own).map((deed) => (
                    <button
                        key={deed} type="button" class="button button-small"
                        onClick={() => (deed === 'owner' || deed === 'remove' ? setAsking(deed) : run(deed))}
                    >
                        {deedText[deed]}<span class="unseen">: {member.handle}</span>
                    </button>
                ))}
            </span>
            {asking && (
                <Confirm
                    title={asking === 'owner' ? 'Hand the club over?' : 'Remove a member?'} yes={deedText[asking]} danger
                    onYes={() => run(asking)} onClose={() => setAsking(undefined)}
                >
                    <p>
                        {asking === 'owner'
                            ? `${member.handle} is the owner from now on, and you are a manager.`
                            : `${member.handle} stands up from the club’s tables after the hand, and their links are new ones.`}
                    </p>
                </Confirm>
            )}
        </li>
    );
}

function Rename({ page, does }: { page: ClubPage; does: Does }) {
    const [name, setName] = useState(page.club.name);
    const { form, busy, wrong, submit } = useForm(async () => {
        await people.rename(page.club.id, name.trim());
        does(() => Promise.resolve(), 'The club has a new name.');
    });
    return (
        <form ref={form} class="form" onSubmit={submit}>
            <Field label="Name of the club" name="name" value={name} onValue={setName} wrong={wrong} maxLength={32} autocomplete="off" />
            <FormError wrong={wrong} fields={['name']} />
            <button type="submit" class="button" disabled={busy || name.trim() === page.club.name}>Rename it</button>
        </form>
    );
}

/** What is for whoever runs it, and the way out for the others. */
function Running({ page, does }: { page: ClubPage; does: Does }) {
    const [asking, setAsking] = useState<'leave' | 'close'>();
    const { club } = page;
    const end = (work: () => Promise<unknown>, said: string) => {
        setAsking(undefined);
        work().then(() => { toast('good', said); go('#/clubs'); }, (error: unknown) => toast('error', errorText(error)));
    };
    return (
        <section class="panel" aria-labelledby="club-running">
            <h2 id="club-running">{club.rank === 'member' ? 'Membership' : 'Invite and run'}</h2>
            {mayInvite(club.rank) && club.code && (
                <>
                    <ShareLink label="Invitation" path={clubLink(club.code)} title={club.name} note="Whoever opens it can join." />
                    <button
                        type="button" class="button"
                        onClick={() => does(() => people.newCode(club.id), 'The old invitation is worth nothing now.')}
                    >
                        Make a new invitation
                    </button>
                </>
            )}
            {club.rank === 'owner' && <Rename page={page} does={does} />}
            {club.rank === 'owner'
                ? <button type="button" class="button danger" onClick={() => setAsking('close')}>Close the club</button>
                : <button type="button" class="button danger" onClick={() => setAsking('leave')}>Leave the club</button>}
            {asking === 'close' && (
                <Confirm
                    title="Close the club?" yes="Close it" danger onClose={() => setAsking(undefined)}
                    onYes={() => end(() => people.close(club.id), `${club.name} is closed.`)}
                >
                    <p>It is gone for all {plural(club.members, 'member')}. Its tables close after their hands.</p>
                </Confirm>
            )}
            {asking === 'leave' && (
                <Confirm
                    title="Leave the club?" yes="Leave" onClose={() => setAsking(undefined)}
                    onYes={() => end(() => people.leave(club.id), `You have left ${club.name}.`)}
                >
                    <p>You stand up from its tables after the hand. To come back you need an invitation.</p>
                </Confirm>
            )}
        </section>
    );
}

const AGAIN_MS = 15000; // tables come and go
const MEMBERS_SHOWN = 12;

/** Owner and managers first; of a large club the others when somebody asks, or by a part of the name. */
function Members({ page, name, does }: { page: ClubPage; name: string | undefined; does: Does }) {
    const [all, setAll] = useState(false);
    const [text, setText] = useState('');
    const large = page.members.length > MEMBERS_SHOWN;
    const found = membersLike(page.members, text);
    const shown = all || !large ? found : found.slice(0, MEMBERS_SHOWN);
    return (
        <section class="panel" aria-labelledby="club-members">
            <h2 id="club-members">Members <span class="muted number">{chips(page.club.members)}</span></h2>
            {large && <Field label="Find by name" name="find" value={text} onValue={setText} optional autocomplete="off" />}
            {found.length === 0 && <p class="muted">Nobody is called so.</p>}
            <ul class="club-members">
                {shown.map((member) => (
                    <MemberRow key={member.handle} page={page} member={member} own={member.handle === name} does={does} />
                ))}
            </ul>
            {shown.length < found.length && <button type="button" class="button" onClick={() => setAll(true)}>Show all {chips(found.length)}</button>}
        </section>
    );
}

/** Before there is anything, and if it does not come. */
function NotYet({ of, stranger }: { of: Loaded<unknown>; stranger: boolean }) {
    return (
        <div class="page page-narrow">
            <h1>{of.missing && !stranger ? 'No such club' : 'Club'}</h1>
            <Waiting of={{ ...of, missing: of.missing || stranger }}>
                {stranger ? <a class="button button-main" href="#/signin">Sign in</a> : <a class="button button-main" href="#/clubs">Your clubs</a>}
            </Waiting>
        </div>
    );
}

async function fetchClub(id: string): Promise<{ page: ClubPage; leaders: ClubLeader[] }> {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new ApiError(404, 'NOT_FOUND', 'no such club');
    return { page: await people.club(Number(id)), leaders: await people.leaders(Number(id)) };
}

/** Whoever is nobody yet gets the same answer as whoever is no member. */
const sayRefusal = (error: unknown): string =>
    (error instanceof ApiError && error.status === 404 ? 'There is none, or you are not a member. Its members can invite you.'
        : error instanceof ApiError && error.status === 401 ? 'Only members see a club. Sign in, if you are one.' : errorText(error));

export default function OneClubPage({ id = '' }: { id?: string }) {
    const me = useRoom((room) => room.me?.id);
    const name = useRoom((room) => room.me?.name);
    const loaded = useLoaded(() => fetchClub(id), `${id}/${me}`, AGAIN_MS, sayRefusal);
    const [opening, setOpening] = useState(false);
    useName(loaded.missing ? undefined : loaded.value?.page.club.name);
    const does: Does = (work, said) => void work().then(() => {
        toast('good', said);
        loaded.again();
    }, (error: unknown) => toast('error', errorText(error)));
    if (!loaded.value || loaded.missing) return <NotYet of={loaded} stranger={me === undefined} />;
    const { page, leaders } = loaded.value;
    return (
        <div class="page club">
            <header class="page-head">
                <p><a href="#/clubs">All clubs</a></p>
                <h1>{page.club.name}</h1>
                <p class="muted">{clubText(page.club)}</p>
            </header>
            <div class="tournament-parts">
                <div class="tournament-side">
                    <Tables page={page} onOpen={() => setOpening(true)} />
                    <Leaders leaders={leaders} />
                </div>
                <div class="tournament-side">
                    <Members page={page} name={name} does={does} />
                    <Running key={page.club.name} page={page} does={does} />
                </div>
            </div>
            {opening && <CreateDialog club={page.club.id} onClose={() => setOpening(false)} />}
        </div>
    );
}
