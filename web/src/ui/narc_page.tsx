// narc_page.tsx -- the page of Narc: what it is, the way to a seat, the lesson, rule sets and cards.
import { useEffect, useState } from 'preact/hooks';
import { watchLobby } from '../actions';
import { useRoom } from '../store';
import { narcRows, playAs } from './narc_enter';
import { InitiativeFigure } from './narc_figure';
import { RuleSets } from './narc_rules';
import { NarcTutorial } from './narc_tutorial';
import type { PageProps } from './pages';

const roles = [
    { role: 'player', title: 'Player', line: 'You have something to sell. Keep your Cover above the Evidence, and bank the profit.' },
    { role: 'narc', title: 'Narc', line: 'You build Evidence, card by card, and want to see the Player busted.' },
    { role: 'customer', title: 'Customer', line: 'You change the terms: better money, more Evidence. Leave before it gets too hot.' },
] as const;

function PlayNow() {
    const rows = useRoom((room) => narcRows(room).length);
    const known = useRoom((room) => room.lobby_known);
    const [busy, setBusy] = useState('');
    const [wrong, setWrong] = useState('');
    useEffect(() => {
        watchLobby(true);
        return () => watchLobby(false);
    }, []);
    const play = async (role: string) => {
        if (busy) return;
        setBusy(role);
        setWrong('');
        const why = await playAs(role);
        setBusy('');
        setWrong(why);
    };
    const none = known && rows === 0;
    return (
        <section aria-labelledby="narc-play">
            <h2 id="narc-play">Play now</h2>
            <ul class="narc-roles">
                {roles.map(({ role, title, line }) => (
                    <li key={role} class="panel narc-role-card">
                        <h3>{title}</h3>
                        <p class="muted">{line}</p>
                        <button
                            type="button" class={role === 'player' ? 'button button-main' : 'button'} disabled={none} aria-disabled={busy !== ''}
                            onClick={() => void play(role)} aria-describedby={none ? 'narc-none' : undefined}
                        >
                            {busy === role ? 'One moment …' : `Play as the ${title}`}
                        </button>
                    </li>
                ))}
            </ul>
            {none && (
                <p id="narc-none" class="muted">
                    No table of Narc is open here now. Whoever runs this server opens one with a line of its configuration; the lesson works without.
                </p>
            )}
            <p role="status" class="narc-said">
                {busy ? 'If a house player has that chair, it gets up for you.' : wrong}
            </p>
        </section>
    );
}

function Overview() {
    return (
        <div class="page narc-page">
            <h1>Narc</h1>
            <p class="narc-lead">
                A card game for three seats: a Player with something to sell, a Customer, and a Narc. A raise is a card laid face down, and all
                seats together have three of them in a round. When the hand ends, the Player's Cover must be at least the Evidence, or the run is
                over.
            </p>
            <p class="lesson-buttons">
                <a class="button button-main button-big" href="#/narc/learn">Learn it in five minutes</a>
            </p>
            <PlayNow />
            <section aria-labelledby="narc-idea">
                <h2 id="narc-idea">The idea: initiative</h2>
                <InitiativeFigure />
                <ol class="narc-rounds">
                    <li><b>Draw.</b> Everybody draws up to three cards.</li>
                    <li><b>Bet.</b> Check, or raise with a card, face down. A raise asks for no payment.</li>
                    <li><b>Flip.</b> All cards that were laid are turned up and counted.</li>
                    <li><b>Decide.</b> The Player goes on, or folds at a price. After three rounds the hand is resolved.</li>
                </ol>
            </section>
            <section aria-labelledby="narc-cards">
                <h2 id="narc-cards">Rules and cards</h2>
                <RuleSets />
            </section>
        </div>
    );
}

export default function NarcPage({ id }: PageProps) {
    return id === 'learn' ? <NarcTutorial /> : <Overview />;
}
