// doors.tsx -- where one can go from here: a row for each part of the house, in the header and on the start page.
import type { PageName, Route } from './router';
import { useMenu } from './menu';

interface Door {
    page: PageName;
    title: string;
    /** What awaits somebody who has read nothing, in one sentence. */
    line: string;
    /** At the foot of the start page only: few people want to go there. */
    quiet?: true;
}

/** One more page that people look for: a row here. */
const doors: readonly Door[] = [
    { page: 'lab', title: 'Lab', line: 'Card games that a program invented: read their rules, play them, rate them.' },
    { page: 'narc', title: 'Narc', line: 'Three seats, and a raise is a card. Learn it in five minutes.' },
    { page: 'arena', title: 'Arena', line: 'Programs play each other. Watch, verify the shuffle, connect a bot.' },
    { page: 'tournaments', title: 'Tournaments', line: 'Rising blinds, and prizes for the last ones. Some start at once.' },
    { page: 'clubs', title: 'Clubs', line: 'Your friends, your tables, your leaderboard. Nobody else finds them.' },
    { page: 'stats', title: 'Statistics', line: 'What you won and how you play, explained; and who leads.' },
    { page: 'operator', title: 'Operator', line: 'For whoever runs this server: is all well, and what can be changed.', quiet: true },
];

const addressOf = (door: Door): string => '#/' + door.page;

/** Beside the lobby in the header: links where there is room, else a menu. */
export function DoorLinks({ route }: { route: Route }) {
    const { open, setOpen, box, button, escape } = useMenu();
    const links = (kind: string) => doors.filter((door) => !door.quiet).map((door) => (
        <a
            key={door.page} class={kind} href={addressOf(door)} onClick={() => setOpen(false)}
            aria-current={route.page === door.page ? 'page' : undefined}
        >
            {door.title}
        </a>
    ));
    return (
        <>
            <nav class="doors-wide" aria-label="Parts of the house">{links('doors-link')}</nav>
            <div class="menu doors-narrow" ref={box} onKeyDown={escape}>
                <button
                    ref={button} type="button" class="button button-small" aria-expanded={open} aria-controls="doors-menu"
                    onClick={() => setOpen(!open)}
                >
                    More
                </button>
                {open && <div class="menu-list" id="doors-menu">{links('menu-item')}</div>}
            </div>
        </>
    );
}

/** On the start page: what else there is, in sight before the tables are. */
export function DoorCards() {
    return (
        <nav class="doors" aria-label="Also in the house">
            <ul class="doors-list">
                {doors.filter((door) => !door.quiet).map((door) => (
                    <li key={door.page}>
                        <a class="door" href={addressOf(door)}>
                            <strong>{door.title}</strong>
                            <span class="muted small">{door.line}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </nav>
    );
}

/** At the foot of the start page. */
export function QuietDoors() {
    return (
        <footer class="doors-foot small">
            {doors.filter((door) => door.quiet).map((door) => (
                <p key={door.page}><a class="doors-link" href={addressOf(door)}>{door.title}</a> <span class="muted">{door.line}</span></p>
            ))}
        </footer>
    );
}
