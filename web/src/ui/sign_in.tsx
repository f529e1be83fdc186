// sign_in.tsx -- ways in: as a guest, with a name and a password, by Facebook, by a one-time link.
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../actions';
import { ApiError, api, type Config, type User } from '../api';
import { useRoom } from '../store';
import { beSomebody, errorText, signedIn } from './enter';
import { Field, FormError, useForm } from './field';
import { go, replace } from './router';

const stateKey = 'felt-facebook-state';

function useConfig(): Config | undefined {
    const [config, setConfig] = useState<Config>();
    useEffect(() => {
        let wanted = true;
        // the server refuses what it does not do
        const fallback: Config = { registration: true, guests: true, facebook: false };
        api.config().then((answer) => wanted && setConfig(answer), () => wanted && setConfig(fallback));
        return () => void (wanted = false);
    }, []);
    return config;
}

async function come(user: User): Promise<void> {
    await signedIn(user);
    toast('good', `Welcome, ${user.handle || user.username}.`);
    go('#/');
}

// ---- Facebook: navigation only, no script of theirs

function toFacebook(app: string): void {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const state = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    try {
        sessionStorage.setItem(stateKey, state);
    } catch {
        toast('error', 'This browser keeps nothing for the page, so that Facebook cannot bring you back.');
        return;
    }
    const query = new URLSearchParams({
        client_id: app, redirect_uri: location.origin + location.pathname, response_type: 'token,signed_request', state,
    });
    location.assign('https://www.facebook.com/v19.0/dialog/oauth?' + query.toString());
}

/** What came back, if it was we who asked; the state is used up in any case. */
function signedRequest(fragment: string): string | null {
    const fields = new URLSearchParams(fragment);
    let state: string | null = null;
    try {
        state = sessionStorage.getItem(stateKey);
        sessionStorage.removeItem(stateKey);
    } catch {
        return null;
    }
    return state && fields.get('state') === state ? fields.get('signed_request') : null;
}

/** Once, at the start: whoever said no at Facebook comes back with ?error=... */
export function facebookRefused(): void {
    if (!new URLSearchParams(location.search).has('error')) return;
    history.replaceState(null, '', location.pathname + '#/signin');
    try {
        sessionStorage.removeItem(stateKey);
    } catch {
        // then there was none either
    }
    toast('notice', 'Facebook did not sign you in. There are other ways.');
}

/** Facebook has sent the reader back here. */
export function FacebookPage({ fragment }: { fragment: string }) {
    useEffect(() => {
        const request = signedRequest(fragment);
        // what is in the address is a secret: it must not stay in the history
        history.replaceState(null, '', location.pathname + '#/signin');
        const failed = (text: string) => {
            toast('error', text);
            replace('#/signin');
        };
        if (!request) return failed('Facebook sign-in was not started here. Please try again.');
        api.facebook(request).then(come).catch((error: unknown) => failed(errorText(error)));
    }, []);
    return <div class="page page-narrow"><h1>Signing in …</h1><p class="muted">One moment.</p></div>;
}

// ---- name and password

function SignInForm() {
    const [username, setUsername] = useState('');
    const [password, setPassword] = useState('');
    const [code, setCode] = useState('');
    const [asked, setAsked] = useState(false); // operators have a second factor
    const { form, busy, wrong, submit } = useForm(async () => {
        try {
            come(await api.login(username.trim(), password, code.trim() || undefined));
        } catch (error) {
            if (error instanceof ApiError && error.code === 'SECOND_FACTOR') setAsked(true);
            throw error;
        }
    });
    return (
        <form class="form" ref={form} onSubmit={submit}>
            <FormError wrong={wrong} fields={['username', 'password']} />
            <Field
                label="Username" name="username" value={username} onValue={setUsername} wrong={wrong}
                autocomplete="username"
            />
            <Field
                label="Password" name="password" type="password" value={password} onValue={setPassword} wrong={wrong}
                autocomplete="current-password"
            />
            {asked && <Field
                label="Code of your second factor" name="code" value={code} onValue={setCode} wrong={wrong}
                autocomplete="one-time-code" note="Six digits of the authenticator, or a recovery code"
            />}
            <button class="button button-main button-wide" disabled={busy}>{busy ? 'Signing in …' : 'Sign in'}</button>
        </form>
    );
}

function RegisterForm({ guest }: { guest: string | undefined }) {
    const [username, setUsername] = useState('');
    const [password, setPassword] = useState('');
    const [handle, setHandle] = useState('');
    const [email, setEmail] = useState('');
    const unnamed = guest ? `still ${guest}` : 'Player and a number';
    const { form, busy, wrong, submit } = useForm(async () => come(await api.register({
        username: username.trim(), password, handle: handle.trim() || undefined, email: email.trim() || undefined,
    })));
    return (
        <form class="form" ref={form} onSubmit={submit}>
            <FormError wrong={wrong} fields={['username', 'password', 'handle', 'email']} />
            <Field
                label="Username" name="username" value={username} onValue={setUsername} wrong={wrong}
                autocomplete="username" note="To sign in with: letters, digits and . _ -"
            />
            <Field
                label="Password" name="password" type="password" value={password} onValue={setPassword} wrong={wrong}
                autocomplete="new-password" note="12 characters or more; fewer, from 8, if it is hard to guess"
            />
            <Field
                label="Name at the table" name="handle" value={handle} onValue={setHandle} wrong={wrong} optional
                autocomplete="nickname" note={`What others see; ${unnamed} if you leave it empty`}
            />
            <Field
                label="Email" name="email" type="email" value={email} onValue={setEmail} wrong={wrong} optional
                autocomplete="email"
            />
            <button class="button button-main button-wide" disabled={busy}>
                {busy ? 'One moment …' : 'Create the account'}
            </button>
        </form>
    );
}

function Guest() {
    const [busy, setBusy] = useState(false);
    const press = async () => {
        setBusy(true);
        const done = await beSomebody();
        setBusy(false);
        if (done) go('#/');
    };
    return (
        <>
            <button type="button" class="button button-wide" disabled={busy} onClick={() => void press()}>
                {busy ? 'One moment …' : 'Play as a guest'}
            </button>
            <p class="field-note">400 chips at once, nothing to fill in. You can choose a name later and keep them.</p>
        </>
    );
}

const Or = () => <p class="or"><span>or</span></p>;

function Already({ name }: { name: string }) {
    return (
        <div class="page page-narrow">
            <h1>You are signed in</h1>
            <p class="muted">As {name}. To sign in as somebody else, sign out first.</p>
            <p class="row-buttons">
                <a class="button button-main" href="#/">To the lobby</a>
                <a class="button" href="#/account">Account</a>
            </p>
        </div>
    );
}

export function SignInPage({ mode }: { mode: 'signin' | 'register' }) {
    const me = useRoom((room) => room.me);
    const config = useConfig();
    const [arrived] = useState(me); // who becomes somebody on this page is on the way to the lobby
    if (me && me.kind !== 'guest' && arrived?.id === me.id) return <Already name={me.name} />;
    const guest = me?.kind === 'guest';
    const app = config?.facebook ? config.facebook_app : undefined;
    const closed = config !== undefined && !config.registration;
    return (
        <div class="page page-narrow">
            <h1>{mode === 'signin' ? 'Sign in' : guest ? 'Keep your chips' : 'Create an account'}</h1>
            {guest && mode === 'register' && (
                <p class="notice">
                    You play as {me.name}. With a username and a password this account is yours for good: your chips,
                    your seats and your hands stay as they are.
                </p>
            )}
            {guest && mode === 'signin' && (
                <p class="notice">
                    You play as {me.name}, a guest. If you sign in to another account, the guest's chips stay
                    behind; <a href="#/register">register</a> to keep them.
                </p>
            )}
            <div class="panel">
                {!me && config?.guests !== false && <><Guest /><Or /></>}
                {app && (
                    <>
                        <button type="button" class="button button-wide" onClick={() => toFacebook(app)}>
                            Continue with Facebook
                        </button>
                        <Or />
                    </>
                )}
                {mode === 'signin' && <SignInForm />}
                {mode === 'register' && (closed
                    ? <p class="notice">This card room is closed to new accounts. Ask its operator for one.</p>
                    : <RegisterForm guest={guest ? me.name : undefined} />)}
            </div>
            <p class="center small">
                {mode === 'signin' && !closed && <>New here? <a href="#/register">Create an account</a></>}
                {mode === 'register' && <>Have one already? <a href="#/signin">Sign in</a></>}
            </p>
        </div>
    );
}

// ---- one-time links

function NewPassword() {
    const [next, setNext] = useState('');
    const { form, busy, wrong, submit } = useForm(async () => {
        await api.password(next);
        toast('good', 'Your new password is set.');
        go('#/');
    });
    return (
        <form class="panel" ref={form} onSubmit={submit}>
            <h2>Set a password</h2>
            <p class="muted small">For the next quarter of an hour you can set one without the old one.</p>
            <FormError wrong={wrong} fields={['new']} />
            <Field
                label="New password" name="new" type="password" value={next} onValue={setNext} wrong={wrong}
                autocomplete="new-password" note="12 characters or more; fewer, from 8, if it is hard to guess"
            />
            <div class="row-buttons">
                <button class="button button-main" disabled={busy}>Set password</button>
                <a class="button" href="#/">Not now</a>
            </div>
        </form>
    );
}

/** A link that signs in once.  It is used at once: who opened it wants in. */
export function LinkPage({ token }: { token: string }) {
    const [user, setUser] = useState<User>();
    const [failed, setFailed] = useState('');
    useEffect(() => {
        // it works once: in the history it would only mislead
        history.replaceState(null, '', location.pathname + '#/link/used');
        api.link(token).then(async (answer) => {
            await signedIn(answer);
            setUser(answer);
        }).catch((error: unknown) => setFailed(errorText(error)));
    }, []);
    const title = user ? `Welcome, ${user.handle || user.username}`
        : failed ? 'This link does not work' : 'Signing in …';
    return (
        <div class="page page-narrow">
            <h1>{title}</h1>
            {failed && <p class="notice notice-bad" role="alert">{failed}</p>}
            {failed && <p><a class="button button-main" href="#/signin">Sign in another way</a></p>}
            {user?.kind === 'admin' && <p><a class="button button-main" href="#/operator">To the operator's page</a></p>}
            {user && <NewPassword />}
        </div>
    );
}
