// leaders.tsx -- leaderboards, for everybody.
import { useState } from 'preact/hooks';
import { people } from '../api_people';
import { boards, type By, type Leaderboard, scoreText } from '../model/stats';
import { chips } from '../model/text';
import { useRoom } from '../store';
import { useLoaded, Waiting } from './loaded';
import { FigureTabs, Periods } from './stats';

const order: By[] = ['profit', 'won', 'bb', 'hands'];

function Board({ board, own }: { board: Leaderboard; own: string | undefined }) {
    const { title, column } = boards[board.by];
    if (board.leaders.length === 0) return <div class="empty"><p>Nobody is on this board yet.</p></div>;
    return (
        <div class="panel">
            <div class="table-scroll" tabIndex={0} role="region" aria-label={title}>
                <table class="ledger">
                    <caption class="unseen">{title}</caption>
                    <thead>
                        <tr>
                            <th scope="col">Place</th><th scope="col">Player</th>
                            {board.by !== 'hands' && board.by !== 'profit' && <th scope="col" class="ledger-amount">Hands</th>}
                            <th scope="col" class="ledger-amount">{column}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {board.leaders.map((one) => (
                            <tr key={`${one.rank}${one.name}`} class={one.name === own ? 'tournament-own' : undefined}>
                                <td class="number">{one.rank}</td>
                                <td class="ledger-name">{one.name}{one.name === own && <span class="muted small"> · you</span>}</td>
                                {board.by !== 'hands' && board.by !== 'profit' && <td class="number ledger-amount">{chips(one.hands ?? 0)}</td>}
                                <td class="number ledger-amount">{scoreText(one, board.by)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </div>
    );
}

export default function LeadersPage() {
    const own = useRoom((room) => room.me?.name);
    const [by, setBy] = useState<By>('profit');
    const [days, setDays] = useState<number | undefined>(30);
    const loaded = useLoaded(() => people.leaderboard(by, days), `${by}/${days}`);
    return (
        <div class="page stats">
            <header class="page-head">
                <h1>Leaderboards</h1>
                <p class="muted">{boards[by].says}</p>
                <FigureTabs here="leaders" />
            </header>
            <fieldset>
                <legend class="unseen">Board</legend>
                <div class="choice">
                    {order.map((word) => (
                        <label key={word}>
                            <input type="radio" name="board" checked={by === word} onChange={() => setBy(word)} />
                            {boards[word].title}
                        </label>
                    ))}
                </div>
            </fieldset>
            {by !== 'profit' && <Periods days={days} onDays={setDays} />}
            <Waiting of={loaded} />
            {loaded.value && <Board board={loaded.value} own={own} />}
        </div>
    );
}
