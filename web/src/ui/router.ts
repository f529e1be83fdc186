// router.ts -- which page an address means.  All addresses are behind `#` (docs/WEB.md); it knows no page.
import { useEffect, useState } from 'preact/hooks';

export type PageName =
    | 'lab' | 'lobby' | 'table' | 'hands' | 'hand' | 'replay' | 'account' | 'signin' | 'register' | 'link'
    | 'tournaments' | 'tournament' | 'clubs' | 'club' | 'stats' | 'leaders'
    | 'narc' | 'arena' | 'operator' | 'facebook' | 'missing';

/** `id` is what follows the page: a table, a hand, the data of a shared hand, a token. */
export interface Route { page: PageName; id?: string }

const plain: readonly PageName[] = [
    'lab', 'hands', 'account', 'signin', 'register', 'tournaments', 'clubs', 'stats', 'leaders', 'narc', 'arena', 'operator',
];
const withId: readonly PageName[] = ['lab', 'table', 'hand', 'replay', 'link', 'tournament', 'clubs', 'club', 'narc', 'arena', 'operator'];

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text; // a lone per cent sign: take it as it is written
    }
}

/** The page of a fragment, `#` included or not. */
export function parse(hash: string): Route {
    const text = hash.replace(/^#/, '');
    // Facebook comes back with a fragment of its own, without a slash.
    if (/(^|&)signed_request=/.test(text)) return { page: 'facebook', id: text };
    if (text === '' || text === '/' || text === '_=_') return { page: 'lobby' };
    const at = text.indexOf('/', 1);
    const first = text.startsWith('/') ? text.slice(1, at < 0 ? undefined : at) : '?';
    const rest = at < 0 ? '' : text.slice(at + 1);
    const page = (rest === '' ? plain : withId).find((name) => name === first);
    if (!page) return { page: 'missing' };
    return rest === '' ? { page } : { page, id: decoded(rest) };
}

/** Goes to an address: '#/account', or '/account'. */
export function go(hash: string): void {
    location.hash = hash.startsWith('#') ? hash : '#' + hash;
}

/** The same without a step in the history: the address that is left has served its purpose. */
export function replace(hash: string): void {
    history.replaceState(null, '', location.pathname + (hash.startsWith('#') ? hash : '#' + hash));
    dispatchEvent(new HashChangeEvent('hashchange'));
}

export function useRoute(): Route {
    const [hash, setHash] = useState(location.hash);
    useEffect(() => {
        const changed = () => setHash(location.hash);
        addEventListener('hashchange', changed);
        changed(); // it may have changed before anybody listened
        return () => removeEventListener('hashchange', changed);
    }, []);
    return parse(hash);
}
