// account.tsx -- everything of one's own: profile, chips, password, sessions, data, the end.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { reconnect, toast } from '../actions';
import { api, ApiError, type Session, type User } from '../api';
import { chips } from '../model/text';
import { useRoom } from '../store';
import { ReloadButton, ReloadText, useAccount } from './chips';
import { Confirm, Dialog } from './dialog';
import { beSomebody, errorText, signOut } from './enter';
import { Field, FormError, useForm } from './field';
import { Ledger, when } from './ledger';
import { go } from './router';

function Panel({ title, part, children }: { title: string; part: string; children: ComponentChildren }) {
    return (
        <section class={`panel account-${part}`} aria-labelledby={`account-${part}`}>
            <h2 id={`account-${part}`}>{title}</h2>
            {children}
        </section>
    );
}

// ---- chips

function Chips({ user, set }: { user: User; set: (user: User) => void }) {
    const figures: [string, number][] = [
        ['In the bank', user.chips], ['On tables', user.seated], ['In all', user.total],
    ];
    const won = user.total - user.invested;
    return (
        <Panel title="Chips" part="chips">
            <dl class="figures">
                {figures.map(([label, value]) => (
                    <div key={label}><dt>{label}</dt><dd class="number">{chips(value)}</dd></div>
                ))}
                <div>
                    <dt>{won < 0 ? 'Lost' : 'Won'}</dt>
                    <dd class="number">{chips(Math.abs(won))}</dd>
                </div>
            </dl>
            <p class="field-note"><ReloadText /></p>
            <ReloadButton user={user} onDone={set} />
            <Ledger user={user} />
        </Panel>
    );
}

// ---- profile

function Profile({ user, set }: { user: User; set: (user: User) => void }) {
    const [handle, setHandle] = useState(user.handle);
    const [email, setEmail] = useState(user.email);
    const [birthday, setBirthday] = useState(user.birthday);
    const { form, busy, wrong, submit } = useForm(async () => {
        const after = await api.update({
            handle: handle.trim() !== user.handle ? handle.trim() : undefined,
            email: email.trim() !== user.email ? email.trim() : undefined,
            birthday: birthday !== user.birthday ? birthday : undefined,
        });
        set(after);
        if (after.handle !== user.handle) reconnect(); // the room learns the new name by a new hello
        toast('good', 'Saved.');
    });
    const changed = handle.trim() !== user.handle || email.trim() !== user.email || birthday !== user.birthday;
    return (
        <Panel title="Profile" part="profile">
            <form class="form" ref={form} onSubmit={submit}>
                <FormError wrong={wrong} fields={['handle', 'email', 'birthday']} />
                {user.kind !== 'guest' && <p class="small muted">You sign in as <strong>{user.username}</strong>.</p>}
                <Field
                    label="Name at the table" name="handle" value={handle} onValue={setHandle} wrong={wrong}
                    autocomplete="nickname"
                />
                <Field
                    label="Email" name="email" type="email" value={email} onValue={setEmail} wrong={wrong} optional
                    autocomplete="email" note="Only you and the operator can see it."
                />
                <Field
                    label="Birthday" name="birthday" type="date" value={birthday} onValue={setBirthday} wrong={wrong}
                    optional autocomplete="bday"
                />
                <button class="button button-main" disabled={busy || !changed}>Save</button>
            </form>
        </Panel>
    );
}

/** A wrong password of somebody who is signed in is told at its field. */
function wrongSecret(field: string): (error: unknown) => never {
    return (error) => {
        if (!(error instanceof ApiError) || error.code !== 'WRONG_SECRET') throw error;
        throw new ApiError(error.status, error.code, 'that is not your password', field);
    };
}

function Password({ user }: { user: User }) {
    const [old, setOld] = useState('');
    const [next, setNext] = useState('');
    const { form, busy, wrong, submit } = useForm(async () => {
        await api.password(next, old).catch(wrongSecret('old'));
        setOld('');
        setNext('');
        toast('good', 'Your password is changed. All other sessions have ended.');
    });
    if (user.kind === 'guest') {
        return (
            <Panel title="Keep this account" part="password">
                <p class="muted small">
                    A guest lives in this browser only. With a username and a password it is yours for good, and keeps
                    its chips.
                </p>
                <p><a class="button button-main" href="#/register">Choose a name and a password</a></p>
            </Panel>
        );
    }
    return (
        <Panel title="Password" part="password">
            <form class="form" ref={form} onSubmit={submit}>
                <FormError wrong={wrong} fields={['old', 'new']} />
                <Field
                    label="Old password" name="old" type="password" value={old} onValue={setOld} wrong={wrong}
                    autocomplete="current-password"
                />
                <Field
                    label="New password" name="new" type="password" value={next} onValue={setNext} wrong={wrong}
                    autocomplete="new-password" note="12 characters or more; fewer, from 8, if it is hard to guess. All other sessions end."
                />
                <button class="button" disabled={busy}>Change password</button>
            </form>
        </Panel>
    );
}

// ---- sessions

/** "Firefox on Linux" of what a browser calls itself; scripts are left as they are. */
export function agentName(agent: string): string {
    const browsers: [RegExp, string][] = [
        [/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/Chrom(e|ium)\//, 'Chrome'],
        [/Safari\//, 'Safari'],
    ];
    const systems: [RegExp, string][] = [
        [/Android/, 'Android'], [/iPhone|iPad/, 'iOS'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'],
        [/Linux/, 'Linux'],
    ];
    const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1];
    const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
    if (!browser) return agent.slice(0, 60) || 'Unknown';
    return system ? `${browser} on ${system}` : browser;
}

const sessionKinds: Record<Session['kind'], string> = {
    cookie: '', fresh: 'By a one-time link', bearer: 'Token of a script', link: 'A link that waits to be used',
};

/** Ends one session of others; this one ends by signing out. */
function EndSession({ session, onEnd }: { session: Session; onEnd: () => void }) {
    const [busy, setBusy] = useState(false);
    const press = async () => {
        setBusy(true);
        await api.endSession(session.id).then(
            () => toast('good', 'That session has ended.'),
            (error: unknown) => toast('error', errorText(error)),
        );
        setBusy(false);
        onEnd();
    };
    return (
        <button type="button" class="button button-small" disabled={busy} onClick={() => void press()}>
            End<span class="unseen"> the session of {agentName(session.agent)} from {session.address}</span>
        </button>
    );
}

function Sessions() {
    const [sessions, setSessions] = useState<Session[]>();
    const [asking, setAsking] = useState(false);
    const [turn, setTurn] = useState(0);
    useEffect(() => {
        let wanted = true;
        api.sessions().then((answer) => wanted && setSessions(answer), () => wanted && setSessions([]));
        return () => void (wanted = false);
    }, [turn]);
    return (
        <Panel title="Sessions" part="sessions">
            <ul class="sessions">
                {sessions?.map((session) => (
                    <li key={session.id}>
                        <strong>{agentName(session.agent)}</strong>
                        {session.current && <span class="badge">This one</span>}
                        {sessionKinds[session.kind] && <span class="badge">{sessionKinds[session.kind]}</span>}
                        {!session.current && <EndSession session={session} onEnd={() => setTurn(turn + 1)} />}
                        <span class="muted small">
                            {session.address} · since {when(session.created)} · seen {when(session.last_seen)}
                        </span>
                    </li>
                ))}
            </ul>
            <button type="button" class="button" onClick={() => setAsking(true)}>Sign out everywhere</button>
            {asking && (
                <Confirm
                    title="Sign out everywhere?" yes="Sign out everywhere"
                    onYes={() => { setAsking(false); void signOut(true); }} onClose={() => setAsking(false)}
                >
                    <p>All sessions of your account end, this one too. Seats are kept for a minute.</p>
                </Confirm>
            )}
        </Panel>
    );
}

// ---- data, and the end

function Remove({ user, onClose }: { user: User; onClose: () => void }) {
    // those who came by Facebook have a name of digits, and no password
    const byWord = user.kind === 'guest' || /^\d+$/.test(user.username);
    const [proof, setProof] = useState('');
    const ready = !byWord || proof.trim().toLowerCase() === 'delete';
    const { form, busy, wrong, submit } = useForm(async () => {
        await api.remove(byWord ? { confirm: 'delete' } : { password: proof }).catch(wrongSecret('password'));
        onClose();
        reconnect();
        go('#/');
        toast('good', 'Your account is deleted.');
    });
    return (
        <Dialog title="Delete your account?" onClose={onClose}>
            <form class="form" ref={form} onSubmit={submit}>
                <p>
                    Your name, email, birthday and sessions are erased, and your {chips(user.chips)} chips go back.
                    Nobody can undo it.
                </p>
                <FormError wrong={wrong} fields={['password']} />
                {byWord ? (
                    <Field
                        label="Type the word delete" name="confirm" value={proof} onValue={setProof} wrong={wrong}
                        autocomplete="off"
                    />
                ) : (
                    <Field
                        label="Your password" name="password" type="password" value={proof} onValue={setProof}
                        wrong={wrong} autocomplete="current-password"
                    />
                )}
                <div class="dialog-buttons">
                    <button type="button" class="button" onClick={onClose}>Keep it</button>
                    <button class="button button-bad" disabled={busy || !ready}>Delete for good</button>
                </div>
            </form>
        </Dialog>
    );
}

function Data({ user }: { user: User }) {
    const [asking, setAsking] = useState(false);
    return (
        <Panel title="Your data" part="data">
            <p class="muted small">Everything that is kept about you, as one file.</p>
            <div class="row-buttons">
                <a class="button" href="/api/export" download="felt-export.json">Download</a>
                <button type="button" class="button button-quiet danger" onClick={() => setAsking(true)}>
                    Delete account …
                </button>
            </div>
            {asking && <Remove user={user} onClose={() => setAsking(false)} />}
        </Panel>
    );
}

// ---- the page

function Stranger() {
    const online = useRoom((room) => room.status === 'online');
    if (!online) {
        return (
            <div class="page">
                <h1>Account</h1>
                <p class="muted"><span class="spinner" aria-hidden="true" /> Loading …</p>
            </div>
        );
    }
    return (
        <div class="page page-narrow">
            <h1>Account</h1>
            <p class="muted">Nobody is signed in here.</p>
            <p class="row-buttons">
                <a class="button button-main" href="#/signin">Sign in</a>
                <button type="button" class="button" onClick={() => void beSomebody()}>Play as a guest</button>
            </p>
        </div>
    );
}

/** Loads the account, and says so if that fails. */
function Loading() {
    const [failed, setFailed] = useState('');
    useEffect(() => {
        const timer = setTimeout(() => api.me().catch((error: unknown) => setFailed(errorText(error))), 1500);
        return () => clearTimeout(timer);
    }, []);
    if (failed) return <p class="notice notice-bad" role="alert">{failed}</p>;
    return <p class="muted"><span class="spinner" aria-hidden="true" /> Loading …</p>;
}

export default function AccountPage() {
    const me = useRoom((room) => room.me);
    const { user, set } = useAccount();
    if (!me) return <Stranger />;
    return (
        <div class="page account">
            <div class="account-head">
                <h1>{user?.handle ?? me.name}</h1>
                {me.kind === 'guest' && <span class="badge">Guest</span>}
                {user && <p class="muted small">Here since {when(user.reg_date)}</p>}
            </div>
            {!user && <Loading />}
            {user && (
                <div class="account-parts" key={user.id}>
                    <Chips user={user} set={set} />
                    <div class="account-side">
                        <Profile user={user} set={set} />
                        <Password user={user} />
                        <Sessions />
                        <Data user={user} />
                    </div>
                </div>
            )}
        </div>
    );
}
