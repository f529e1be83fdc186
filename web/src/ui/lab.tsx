// lab.tsx -- the pages of the lab: what it is and which archives there are, the map of one, one game.
import { useEffect, useState } from 'preact/hooks';
import { lab, reportAddress } from '../api_lab';
import { genres, labAddress, playersWords, readPlace, stateWords, two, type Archive, type ArchiveLine, type KnownLine } from '../model/lab';
import { plural } from '../model/words';
import { words } from './enter';
import { GamePage } from './lab_game';
import { GameRows, LabMap } from './lab_map';
import { LabProgress } from './lab_progress';
import type { PageProps } from './pages';

const COMMANDS = 'felt lab evolve --minutes 10 --out lab/evening\nfelt serve --lab-dir lab';

/** Commands, and a button that copies them. */
function Commands({ text }: { text: string }) {
    const [said, setSaid] = useState('');
    const copy = () => navigator.clipboard.writeText(text).then(() => setSaid('Copied.'), () => setSaid('Please select the lines and copy them.'));
    return (
        <div class="lab-commands">
            <pre class="lab-code" tabIndex={0} aria-label="Commands">{text}</pre>
            <button type="button" class="button button-small" onClick={() => void copy()}>Copy</button>
            <span class="small muted" role="status">{said}</span>
        </div>
    );
}

const shortGenre = (genre: string): string => (genres.find(([name]) => name === genre)?.[1] ?? genre).split(':')[0]!.toLowerCase();

function Known({ games }: { games: readonly KnownLine[] }) {
    if (games.length === 0) return null;
    return (
        <section aria-labelledby="lab-known-heading">
            <h2 id="lab-known-heading">Known games</h2>
            <p class="muted">The lab measures new games against these. Each has its rules here, and can be played against the house at once.</p>
            <ul class="lab-cards">
                {games.map((game) => (
                    <li key={game.game}>
                        <a class="door" href={labAddress('known', game.game)}>
                            <strong>{game.name}</strong><span class="muted small">{shortGenre(game.genre)}, {playersWords(game.players)}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function ArchiveCard({ line }: { line: ArchiveLine }) {
    const name = line.archive === '-' ? 'The archive' : line.archive;
    if (line.state === 'damaged') {
        return <div class="door lab-damaged"><strong>{name}</strong><span class="small muted">It cannot be read: {line.message}</span></div>;
    }
    return (
        <a class="door" href={labAddress(line.archive)}>
            <strong>{name} {line.state === 'running' && <span class="badge">running</span>}</strong>
            <span class="small muted">
                {line.elites === undefined ? stateWords[line.state] : `${line.elites} games, ${line.good ?? 0} good and unlike each other; best ${two(line.best ?? 0)}; ${stateWords[line.state]}`}
            </span>
        </a>
    );
}

function Archives() {
    const [lines, setLines] = useState<ArchiveLine[]>();
    const [wrong, setWrong] = useState('');
    const [known, setKnown] = useState<KnownLine[]>([]);
    useEffect(() => {
        let here = true;
        const fetchAll = async () => {
            const { lab: shown, games } = await lab.known();
            if (here) setKnown(games);
            const all = shown ? await lab.archives() : [];
            if (here) setLines(all);
        };
        fetchAll().catch((error: unknown) => here && setWrong(words(error)));
        return () => { here = false; };
    }, []);
    return (
        <div class="page lab">
            <h1>The lab</h1>
            <p class="lab-lead">
                Here a program invents card games. It writes rules, lets players of its own play them thousands of times, and keeps what turns out to be
                fair, tense and worth thinking about. You can look at what it found, read the rules, play every game against the house, and say how it was:
                the next search goes by that.
            </p>
            {wrong && <p class="notice notice-bad" role="alert">{wrong}</p>}
            {!lines && !wrong && <p class="muted" role="status">The archives are being fetched…</p>}
            {lines && lines.length > 0 && (
                <section aria-labelledby="lab-archives-heading">
                    <h2 id="lab-archives-heading">Archives</h2>
                    <ul class="lab-cards">{lines.map((line) => <li key={line.archive}><ArchiveCard line={line} /></li>)}</ul>
                </section>
            )}
            {lines?.length === 0 && (
                <section class="panel" aria-labelledby="lab-none-heading">
                    <h2 id="lab-none-heading">This server shows no invented games yet</h2>
                    <p>Whoever runs it starts a search, and shows the folder with its archives; ten minutes are enough for some dozens of games:</p>
                    <Commands text={COMMANDS} />
                </section>
            )}
            <Known games={known} />
        </div>
    );
}

function ArchivePage({ archive }: { archive: string }) {
    const [found, setFound] = useState<Archive>();
    const [wrong, setWrong] = useState('');
    const [news, setNews] = useState(0);
    const [all, setAll] = useState(false);
    useEffect(() => {
        let here = true;
        lab.archive(archive).then((one) => here && setFound(one), (error: unknown) => here && setWrong(words(error)));
        return () => { here = false; };
    }, [archive, Math.floor(news / 10)]); // while it runs the map is fetched again now and then
    const best = found && [...found.games].sort((a, b) => b.fitness - a.fitness);
    const good = best?.filter((game) => game.good) ?? [];
    const rows = all ? best ?? [] : good.slice(0, 12);
    return (
        <div class="page lab">
            <p class="small"><a href={labAddress()}>The lab</a></p>
            <h1>{archive === '-' ? 'The archive' : archive}</h1>
            {wrong && <p class="notice notice-bad" role="alert">{wrong}</p>}
            {!found && !wrong && <p class="muted" role="status">The map is being fetched…</p>}
            {found && (
                <>
                    <p class="muted">
                        {plural(found.count, 'game')} after {plural(found.generation ?? 0, 'generation')}, {found.good} of them good and unlike each other; the search
                        is {stateWords[found.state]}. <a href={reportAddress(archive)}>The whole report</a>
                    </p>
                    <LabMap archive={archive} games={found.games} />
                </>
            )}
            <LabProgress archive={archive} onNews={setNews} />
            {found && (
                <section aria-labelledby="lab-best-heading">
                    <h2 id="lab-best-heading">{all ? 'All games' : 'The best games'}</h2>
                    <GameRows archive={archive} games={rows} />
                    {found.games.length > rows.length && <button type="button" class="button" onClick={() => setAll(true)}>Show all {found.games.length} games</button>}
                </section>
            )}
        </div>
    );
}

export default function LabPage({ id }: PageProps) {
    const { archive, game } = readPlace(id);
    if (archive && game) return <GamePage archive={archive} game={game} />;
    if (archive && archive !== 'known') return <ArchivePage archive={archive} />;
    return <Archives />;
}
