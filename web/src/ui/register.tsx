// register.tsx -- taking part in a tournament, and giving the entry back: buttons, and the word of a private one.
import { useState } from 'preact/hooks';
import { register, toast, unregister } from '../actions';
import { tournamentName } from '../model/tournaments';
import { plural } from '../model/text';
import type { Entrant, TournamentCard } from '../protocol';
import { Dialog } from './dialog';
import { beSomebody } from './enter';
import { tableAddress } from './follow_tournament';

/** The word that its host has told those who may come. */
function WordDialog({ card, onWord, onClose }: { card: TournamentCard; onWord: (word: string) => Promise<boolean>; onClose: () => void }) {
    const [word, setWord] = useState('');
    const [wrong, setWrong] = useState(false); // the dialog says why
    const send = async () => {
        if (await onWord(word.trim())) return onClose();
        setWrong(true);
    };
    return (
        <Dialog title="A private tournament" onClose={onClose}>
            <form class="form" onSubmit={(event) => { event.preventDefault(); void send(); }}>
                <p>{card.title} is for those who know its word. Whoever invited you has told it to you.</p>
                <div class="field">
                    <label for="tournament-word">The word</label>
                    <input
                        id="tournament-word" class="input" required autocomplete="off" value={word}
                        aria-invalid={wrong ? 'true' : undefined} onInput={(event) => setWord(event.currentTarget.value)}
                    />
                </div>
                <div class="dialog-buttons">
                    <button type="button" class="button" onClick={onClose}>Cancel</button>
                    <button type="submit" class="button button-main">Register</button>
                </div>
            </form>
        </Dialog>
    );
}

interface Props { card: TournamentCard; you?: Entrant; onDone?: () => void; small?: boolean }

/** What one can do about taking part, now. */
export function RegisterButtons({ card, you, onDone, small }: Props) {
    const [busy, setBusy] = useState(false);
    const [asking, setAsking] = useState(false);
    const kind = small ? ' button-small' : '';
    const name = <span class="unseen"> {card.title}</span>;
    const enter = async (word?: string): Promise<boolean> => {
        setBusy(true);
        const good = (await beSomebody()) && (await register(tournamentName(card), word));
        setBusy(false);
        if (good) toast('good', `You take part in ${card.title}. Stay on the page: you are led to your table when it starts.`);
        if (good) onDone?.();
        return good;
    };
    const back = async () => {
        setBusy(true);
        const good = await unregister(tournamentName(card));
        setBusy(false);
        if (good) onDone?.();
    };
    if (you?.state === 'in' && you.table) {
        return <a class={`button button-main${kind}`} href={tableAddress(you.table)}>To my table{name}</a>;
    }
    if (you?.state === 'waits') {
        const begun = card.state !== 'open' && card.state !== 'announced';
        return (
            <button type="button" class={`button${kind}`} disabled={busy || begun} onClick={() => void back()}>
                Unregister<span class="unseen"> from {card.title}</span>
            </button>
        );
    }
    if (!card.registering) return null;
    const price = card.buy_in > 0 ? ` for ${plural(card.buy_in, 'chip')}` : ', free';
    return (
        <>
            <button
                type="button" class={`button button-main${kind}`} disabled={busy}
                onClick={() => (card.private ? setAsking(true) : void enter())}
            >
                {you?.state === 'out' ? 'Enter again' : 'Register'}{price}{name}
            </button>
            {asking && <WordDialog card={card} onWord={enter} onClose={() => setAsking(false)} />}
        </>
    );
}
