// choose.tsx -- dealer's choice: the games of the table, to be searched by their titles.
import { useState } from 'preact/hooks';
import { act } from '../actions';
import { gameOf } from '../model/games';
import type { Asked, Table } from '../model/types';

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim();

/** Games whose titles have all the words that were typed; `choice` is their place in the list of the server. */
export function search(games: string[], words: string): { choice: number; title: string; code: string }[] {
    const wanted = plain(words).split(' ');
    return games
        .map((code, choice) => ({ choice, code, title: gameOf(code).title }))
        .filter(({ title }) => wanted.every((word) => plain(title).includes(word)));
}

export function Choose({ table, asked }: { table: Table; asked: Asked }) {
    const [words, setWords] = useState('');
    const found = search(asked.games ?? [], words);
    const choose = (choice: number) => void act(table.id, { action: 'CHOOSE', choice });
    return (
        <form
            class="choose"
            onSubmit={(event) => {
                event.preventDefault();
                if (found[0] && !asked.sent) choose(found[0].choice);
            }}
        >
            <div class="choose-head">
                <label class="bar-text" for="choose-words">Your deal: which game?</label>
                <input
                    id="choose-words" class="input" type="search" placeholder="Search" autocomplete="off" value={words}
                    onInput={(event) => setWords(event.currentTarget.value)}
                />
            </div>
            <ul class="choose-list">
                {found.map(({ choice, title, code }) => (
                    <li key={code}>
                        <button
                            type="button" class="button choose-game" disabled={asked.sent}
                            onClick={() => choose(choice)}
                        >
                            {title}
                        </button>
                    </li>
                ))}
                {found.length === 0 && <li class="muted">No game of this table is called so.</li>}
            </ul>
        </form>
    );
}
