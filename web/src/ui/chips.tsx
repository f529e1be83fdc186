// chips.tsx -- the own chips: how many there are in all, and the reload that fills them up to 400.
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../actions';
import { api, ApiError, type User } from '../api';
import { receive } from '../model/room';
import { chips } from '../model/text';
import { store, useRoom } from '../store';
import { errorText } from './enter';

export const FULL = 400;

const AGAIN_S = 3; // a question that failed is asked again after this

/** The account as the server has it; asked for again when the bank changes, and when the page is looked at again. */
export function useAccount(): { user: User | undefined; set: (user: User) => void } {
    const id = useRoom((room) => room.me?.id);
    const bank = useRoom((room) => room.bank);
    const [user, setUser] = useState<User>();
    useEffect(() => {
        if (id === undefined) return setUser(undefined);
        let wanted = true;
        const load = () => {
            api.me().then((answer) => wanted && setUser(answer), (error: unknown) => {
                const later = (error instanceof ApiError && error.retry_s) || AGAIN_S;
                if (wanted) timer = setTimeout(load, later * 1000);
            });
        };
        let timer = setTimeout(load, 150); // sitting down changes the bank: one question for a burst
        const looked = () => {
            if (document.visibilityState === 'visible') load();
        };
        document.addEventListener('visibilitychange', looked);
        return () => {
            wanted = false;
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', looked);
        };
    }, [id, bank]);
    return { user: user?.id === id ? user : undefined, set: setUser };
}

/** One key for one reload, however often it is sent: a lost answer must not become a second one. */
let reloadKey = '';

function freshKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return 'web-' + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The reloads of a day are used up: when the next one is, by the clock of whoever reads it. */
function untilThen(next: string): string {
    const time = new Date(next).toLocaleString([], { weekday: 'short', hour: '2-digit', minute: '2-digit' });
    return `You have had all reloads of 24 hours. The next one is possible on ${time}.`;
}

async function reload(): Promise<User | null> {
    reloadKey ||= freshKey();
    try {
        const done = await api.reload(reloadKey);
        reloadKey = '';
        // the room does not tell what was moved beside it
        store.set(receive(store.get(), { type: 'cashier', at: Date.now(), bank: done.user.chips }, Date.now()));
        toast('good', `${chips(done.amount)} chips were added: you have ${chips(done.user.total)} again.`);
        return done.user;
    } catch (error) {
        // nobody knows whether it was done: the next click asks with the same key
        const unknown = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
        if (!unknown) reloadKey = '';
        toast('error', error instanceof ApiError && error.next ? untilThen(error.next) : errorText(error));
        return null;
    }
}

export function ReloadButton({ user, onDone }: { user: User; onDone: (user: User) => void }) {
    const [busy, setBusy] = useState(false);
    if (user.total >= FULL) return null;
    const press = async () => {
        setBusy(true);
        const after = await reload();
        setBusy(false);
        if (after) onDone(after);
    };
    return (
        <button type="button" class="button" disabled={busy} onClick={() => void press()}>
            Reload {chips(FULL - user.total)} chips
        </button>
    );
}

/** How chips work, in two sentences. */
export function ReloadText() {
    return (
        <>
            Whoever has fewer than {FULL} chips, bank and tables together, can fill them up to {FULL} for free, a few
            times a day. Chips are for play only: they cannot be bought or sold.
        </>
    );
}
