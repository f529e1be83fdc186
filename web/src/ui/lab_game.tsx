// lab_game.tsx -- one game of the lab: what it is, how it plays beside known games, its rules; play it, rate it.
import { useMemo, useState } from 'preact/hooks';
import { genomeAddress, lab } from '../api_lab';
import {
    archiveName, bornText, labAddress, minutesText, nameOf, playersText, profileOf, skillOf, standsOut, two,
    type Game, type KnownGame, type ProfileRow,
} from '../model/lab';
import { plural } from '../model/text';
import { Rules } from './lab_rules';
import { RateGame } from './lab_stars';
import { playLab } from './lab_tables';
import { useLoaded, Waiting } from './loaded';
import { useName } from './title';

const WIDE = 200;
const x = (value: number): number => Math.max(0, Math.min(1, value)) * WIDE;

/** A bar, the interval on it, and the middle half of the known games behind it. */
function Bar({ row }: { row: ProfileRow }) {
    const { own, known, other } = row;
    return (
        <svg class="lab-bar" viewBox={`0 0 ${WIDE} 20`} preserveAspectRatio="none" aria-hidden="true">
            <rect class="lab-bar-ground" x="0" y="0" width={WIDE} height="20" />
            {known && <rect class="lab-bar-known" x={x(known.low)} y="0" width={Math.max(1, x(known.high) - x(known.low))} height="20" />}
            <rect class="lab-bar-own" x="0" y="6" width={x(own.mean)} height="8" />
            <path class="lab-bar-interval" d={`M${x(own.low)} 10H${x(own.high)}`} />
            {known && <path class="lab-bar-median" d={`M${x(known.median)} 0V20`} />}
            {other !== undefined && <path class="lab-bar-other" d={`M${x(other)} 0V20`} />}
        </svg>
    );
}

function Profile({ game, known }: { game: Game; known: readonly KnownGame[] }) {
    const [other, setOther] = useState('');
    const rows = useMemo(() => profileOf(game, known, other || undefined), [game, known, other]);
    const { more, less } = standsOut(rows);
    if (rows.length === 0) return null;
    return (
        <section aria-labelledby="lab-profile-heading">
            <h2 id="lab-profile-heading">How it plays</h2>
            <p class="muted">
                Measured by players of the program: each bar is this game, from 0 to 1, the line on it the 95 % interval. The band behind it is where
                the middle half of {plural(known.length, 'known game')} lies.
                {more.length > 0 && ` More than most of them: ${more.join(', ')}.`}
                {less.length > 0 && ` Less: ${less.join(', ')}.`}
            </p>
            {known.length > 0 && (
                <div class="field lab-pick">
                    <label for="lab-other">Beside a known game (dashed line)</label>
                    <select id="lab-other" class="input" value={other} onChange={(event) => setOther(event.currentTarget.value)}>
                        <option value="">none</option>
                        {known.map((one) => <option key={one.name} value={one.name}>{nameOf(one.name)}</option>)}
                    </select>
                </div>
            )}
            <table class="lab-profile">
                <caption class="unseen">Metrics of {game.name} and of known games</caption>
                <thead class="unseen">
                    <tr><th scope="col">Metric</th><th scope="col">This game</th><th scope="col">Known games</th></tr>
                </thead>
                <tbody>
                    {rows.map((row) => (
                        <tr key={row.name}>
                            <th scope="row">{row.name} <span class="small muted">{row.says}</span></th>
                            <td>
                                <Bar row={row} />
                                <span class="number">{two(row.own.mean)}</span>
                                <span class="unseen">, interval {two(row.own.low)} to {two(row.own.high)}</span>
                            </td>
                            <td class="small muted number">
                                {row.known && `${two(row.known.low)} to ${two(row.known.high)}`}
                                {row.other !== undefined && `, ${nameOf(other)} ${two(row.other)}`}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

function Facts({ game }: { game: Game }) {
    const { facts = {}, cell } = game;
    const rows: [string, string | undefined][] = [
        ['Players', playersText(game.players)],
        ['Time', minutesText(facts.minutes) || undefined],
        ['Fitness', game.fitness === undefined ? undefined : `${two(game.fitness)} (${two(game.low ?? 0)} to ${two(game.high ?? 0)})`],
        ['Decisions of a game', facts.decisions === undefined ? undefined : String(Math.round(facts.decisions))],
        ['Moves to choose from', facts.branching === undefined ? undefined : facts.branching.toFixed(1)],
        ['Skill', cell && skillOf(cell)],
        ['Born', game.born === undefined ? undefined : bornText(game.born, game.emitter)],
    ];
    return (
        <dl class="lab-facts">
            {rows.filter(([, value]) => value !== undefined).map(([name, value]) => (
                <div key={name}><dt class="small muted">{name}</dt><dd>{value}</dd></div>
            ))}
        </dl>
    );
}

function Parents({ game }: { game: Game }) {
    const { parents = [], archive } = game;
    if (parents.length === 0) return null;
    return (
        <p class="small muted">
            Made of{' '}
            {parents.map(({ id, game: slug }, i) => (
                <span key={id}>
                    {i > 0 && ' and '}
                    {slug ? <a href={labAddress(archive, slug)}>{nameOf(slug.replace(/-\d+$/, ''))}</a>
                        : `game ${id}, which is not on the map any more`}
                </span>
            ))}.
        </p>
    );
}

function Play({ game }: { game: Game }) {
    const [busy, setBusy] = useState(false);
    const play = async () => {
        if (busy) return;
        setBusy(true);
        await playLab({ archive: game.archive, game: game.game, name: game.name });
        setBusy(false);
    };
    return (
        <div class="lab-play">
            <button type="button" class="button button-main button-big" aria-disabled={busy} onClick={() => void play()}>
                {busy ? 'A table is being laid …' : 'Play it against the house'}
            </button>
            <a class="button" href={genomeAddress(game.archive, game.game)} download={`${game.game}.json`}>Download the genome</a>
        </div>
    );
}

export function GamePage({ archive, game: slug }: { archive: string; game: string }) {
    const loaded = useLoaded(() => lab.game(archive, slug), slug);
    const compared = useLoaded(async () => (archive === 'known' ? [] : lab.compared(archive)), archive);
    const game = loaded.value;
    useName(game?.name ?? nameOf(slug), 'The lab');
    return (
        <div class="page lab">
            <p class="small">
                <a href={labAddress()}>The lab</a> ›{' '}
                {archive === 'known' ? archiveName(archive) : <a href={labAddress(archive)}>{archiveName(archive)}</a>}
            </p>
            <h1>{game?.name ?? nameOf(slug)}</h1>
            <Waiting of={loaded} says="The game is being fetched …">
                <a class="button" href={archive === 'known' ? labAddress() : labAddress(archive)}>To the other games</a>
            </Waiting>
            {game && (
                <>
                    <Facts game={game} />
                    <Play game={game} />
                    <p class="muted small">
                        A table of your own opens, house players take the other chairs, and it is played for the score: no chips move.
                    </p>
                    <Parents game={game} />
                    {game.stars && <div class="panel"><RateGame archive={archive} game={slug} stars={game.stars} heading={2} /></div>}
                    <Profile game={game} known={compared.value ?? []} />
                    <section aria-labelledby="lab-rules-heading">
                        <h2 id="lab-rules-heading">The rules</h2>
                        <Rules archive={archive} game={slug} />
                    </section>
                </>
            )}
        </div>
    );
}
