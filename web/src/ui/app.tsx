// app.tsx -- the shell: header, the page of the address, banner, toasts, dialogs of the shell.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoom } from '../store';
import { Banner } from './banner';
import { isMyTurn } from './enter';
import { Guard } from './guard';
import { Header } from './header';
import { LobbyPage } from './lobby';
import { tableName } from './lobby_rows';
import { OnDemand } from './pages';
import { useRoute, type Route } from './router';
import { SettingsDialog } from './settings';
import { FacebookPage, LinkPage, SignInPage } from './sign_in';
import { TablePage } from './table';
import { useTitle } from './title';
import { Toasts } from './toasts';

const titles: Record<Route['page'], string> = {
    lab: 'The lab', lobby: 'Lobby', table: 'Table', hands: 'My hands', hand: 'Replay of a hand', replay: 'A shared hand',
    account: 'Account', signin: 'Sign in', register: 'Register', link: 'One-time link', facebook: 'Sign in',
    tournaments: 'Tournaments', tournament: 'Tournament', clubs: 'Clubs', club: 'Club', stats: 'Statistics',
    leaders: 'Leaderboards', narc: 'Narc', arena: 'The arena', operator: 'Operator', missing: 'Nothing here',
};

function Missing() {
    return (
        <div class="page page-narrow">
            <h1>Nothing is dealt here</h1>
            <p class="muted">This address leads to no page. The table may be closed, or the link has a slip in it.</p>
            <p><a class="button button-main" href="#/">To the lobby</a></p>
        </div>
    );
}

function Page({ route, onShown }: { route: Route; onShown: () => void }) {
    switch (route.page) {
        case 'lobby': return <LobbyPage />;
        case 'table': return <TablePage key={route.id} id={route.id ?? ''} />;
        case 'signin': return <SignInPage key="signin" mode="signin" />;
        case 'register': return <SignInPage key="register" mode="register" />;
        case 'link': return <LinkPage token={route.id ?? ''} />;
        case 'facebook': return <FacebookPage fragment={route.id ?? ''} />;
        case 'missing': return <Missing />;
        default: return <OnDemand name={route.page} id={route.id} onShown={onShown} />;
    }
}

/** What the window is called; many pages say more of themselves (title.ts). */
function useShellTitle(route: Route): void {
    const table = useRoom((room) => room.tables.find((one) => one.id === route.id)?.row);
    const turn = useRoom((room) => room.tables.some(isMyTurn));
    useTitle(route.page === 'table' && table ? tableName(table) : titles[route.page], turn);
}

/** After a change of page the focus is at its heading, as after a click on a link of old. */
function focusHeading(main: HTMLElement | null, top = true): void {
    const heading = main?.querySelector<HTMLElement>('h1') ?? main;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (top) scrollTo(0, 0);
}

/** A page that was waiting becomes another one: the focus stays at its heading, unless it has gone elsewhere. */
function useHeading(main: { current: HTMLElement | null }): void {
    useEffect(() => {
        const box = main.current;
        if (!box) return undefined;
        let was: Element | null = null;
        const watcher = new MutationObserver(() => {
            if (was && !was.isConnected && document.activeElement === document.body) focusHeading(box, false);
            was = box.querySelector('h1:focus');
        });
        watcher.observe(box, { childList: true, subtree: true });
        const focused = () => { was = box.querySelector('h1:focus'); };
        box.addEventListener('focusin', focused);
        return () => {
            watcher.disconnect();
            box.removeEventListener('focusin', focused);
        };
    }, []);
}

/** The page of the address; where there is no room, there is the arena. */
function useHere(): Route {
    const route = useRoute();
    const roomless = useRoom((room) => room.status === 'none');
    return roomless && route.page !== 'arena' && route.page !== 'replay' ? { page: 'arena' } : route;
}

export function App() {
    const route = useHere();
    const main = useRef<HTMLElement>(null);
    const [settings, setSettings] = useState(false);
    const address = `${route.page}/${route.id ?? ''}`;
    const guarded = route.page === 'operator' ? route.page : address; // the operator's figures go on from section to section
    const last = useRef(address);
    const moved = useRef(false);
    useShellTitle(route);
    useHeading(main);
    useEffect(() => {
        if (last.current === address) return; // the first view leaves the focus where it is
        last.current = address;
        moved.current = true;
        focusHeading(main.current);
    }, [address]);

    const shown = () => {
        if (moved.current) focusHeading(main.current); // the heading was not there yet
    };
    const skip = (event: Event) => {
        event.preventDefault(); // addresses behind # are pages here
        main.current?.focus();
    };
    return (
        <>
            <a class="button button-main skip" href="#main" onClick={skip}>Skip to the content</a>
            <Header route={route} onSettings={() => setSettings(true)} />
            <main id="main" ref={main} tabIndex={-1} class={`main main-${route.page}`}>
                <Guard key={guarded} home={route.page === 'lobby' ? undefined : '#/'}>
                    <Page route={route} onShown={shown} />
                </Guard>
            </main>
            <div class="over">
                <Banner />
                <Toasts />
            </div>
            {settings && <SettingsDialog onClose={() => setSettings(false)} />}
        </>
    );
}
