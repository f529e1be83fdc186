// doors.tsx -- where one can go from here: a row for each part of the house, in the header and on the start page.
import type { PageName, Route } from './router';
import { useMenu } from './menu';

interface Door {
    page: PageName;
    title: string;
    /** What awaits somebody who has read nothing, in one sentence. */
    line: string;
    /** On the start page only: few people want to go there. */
    quiet?: true;
}

/** One more page that people look for: a row here. */
const doors: readonly Door[] = [
    { page: 'lab', title: 'Lab', line: 'Card games that a program invented: look at the map of them, read their rules, play them, rate them.' },
    { page: 'narc', title: 'Narc', line: 'Three seats, and a raise is a card. Learn it in five minutes, then play any of the seats.' },
    { page: 'arena', title: 'Arena', line: 'Programs play each other. Watch them, verify that the cards were fair, or connect a bot of your own.' },
    { page: 'tournaments', title: 'Tournaments', line: 'The same chips for everybody, rising blinds, prizes for the last ones. Some start as soon as the seats are taken.' },
    { page: 'clubs', title: 'Clubs', line: 'Your friends, your tables, your leaderboard. Nobody else finds them.' },
    { page: 'stats', title: 'Statistics', line: 'What you won and how you play, explained; and who leads the boards.' },
    { page: 'operator', title: 'Operator', line: 'For whoever runs this server: is all well, who plays where, and everything that can be changed.', quiet: true },
];

const addressOf = (door: Door): string => '#/' + door.page;

/** Beside the lobby in the header: links where there is room, else a menu. */
export function DoorLinks({ route }: { route: Route }) {
    const { open, setOpen, box, button, escape } = useMenu();
    if (!doors.length) return null;
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

/** On the start page: what else there is. */
export function DoorCards() {
    if (!doors.length) return null;
    return (
        <section class="doors" aria-labelledby="doors-heading">
            <h2 id="doors-heading">Also in the house</h2>
            <ul class="doors-list">
                {doors.map((door) => (
                    <li key={door.page}>
                        <a class="door" href={addressOf(door)}>
                            <strong>{door.title}</strong>
                            <span class="muted">{door.line}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}
