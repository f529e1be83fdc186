// nav.tsx -- where one can go from here: a row for each part of the house, in the header and on the start page.
import type { PageName, Route } from './router';
import { useMenu } from './menu';

interface NavItem {
    page: PageName;
    title: string;
    /** What awaits somebody who has read nothing, in one sentence. */
    line: string;
    /** At the foot of the start page only: few people want to go there. */
    quiet?: true;
}

/** One more page that people look for: a row here. */
const nav: readonly NavItem[] = [
    { page: 'lab', title: 'Lab', line: 'Card games that a program invented: read their rules, play them, rate them.' },
    { page: 'narc', title: 'Narc', line: 'Three seats, and a raise is a card. Learn it in five minutes.' },
    { page: 'arena', title: 'Arena', line: 'Programs play each other. Watch, verify the shuffle, connect a bot.' },
    { page: 'tournaments', title: 'Tournaments', line: 'Rising blinds, and prizes for the last ones. Some start at once.' },
    { page: 'clubs', title: 'Clubs', line: 'Your friends, your tables, your leaderboard. Nobody else finds them.' },
    { page: 'stats', title: 'Statistics', line: 'What you won and how you play, explained; and who leads.' },
    { page: 'operator', title: 'Operator', line: 'For whoever runs this server: is all well, and what can be changed.', quiet: true },
];

const addressOf = (item: NavItem): string => '#/' + item.page;

/** Beside the lobby in the header: links where there is room, else a menu. */
export function NavLinks({ route }: { route: Route }) {
    const { open, setOpen, box, button, escape } = useMenu();
    const links = (kind: string) => nav.filter((item) => !item.quiet).map((item) => (
        <a
            key={item.page} class={kind} href={addressOf(item)} onClick={() => setOpen(false)}
            aria-current={route.page === item.page ? 'page' : undefined}
        >
            {item.title}
        </a>
    ));
    return (
        <>
            <nav class="nav-wide" aria-label="Parts of the house">{links('nav-link')}</nav>
            <div class="menu nav-narrow" ref={box} onKeyDown={escape}>
                <button
                    ref={button} type="button" class="button button-small" aria-expanded={open} aria-controls="nav-menu"
                    onClick={() => setOpen(!open)}
                >
                    More
                </button>
                {open && <div class="menu-list" id="nav-menu">{links('menu-item')}</div>}
            </div>
        </>
    );
}

/** On the start page: what else there is, in sight before the tables are. */
export function NavCards() {
    return (
        <nav class="nav-cards" aria-label="Also in the house">
            <ul class="nav-list">
                {nav.filter((item) => !item.quiet).map((item) => (
                    <li key={item.page}>
                        <a class="nav-card" href={addressOf(item)}>
                            <strong>{item.title}</strong>
                            <span class="muted small">{item.line}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </nav>
    );
}

/** At the foot of the start page. */
export function QuietNav() {
    return (
        <footer class="nav-foot small">
            {nav.filter((item) => item.quiet).map((item) => (
                <p key={item.page}><a class="nav-link" href={addressOf(item)}>{item.title}</a> <span class="muted">{item.line}</span></p>
            ))}
        </footer>
    );
}
