// lab.tsx -- the pages of the lab: what it is and which archives there are, the map of one, one game.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { lab, reportAddress } from '../api_lab';
import {
    archiveName, genres, labAddress, playersText, readPlace, stateText, two, type ArchiveLine, type GameLine, type KnownLine,
} from '../model/lab';
import { chips, plural } from '../model/text';
import { CopyLines } from './copy';
import { GamePage } from './lab_game';
import { GameRows, LabMap } from './lab_map';
import { LabProgress } from './lab_progress';
import { useLoaded, Waiting } from './loaded';
import type { PageProps } from './pages';
import { useName } from './title';

const COMMANDS = 'felt lab evolve --minutes 10 --out lab/evening\nfelt serve --lab-dir lab';

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
                        <a class="nav-card" href={labAddress('known', game.game)}>
                            <strong>{game.name}</strong><span class="muted small">{shortGenre(game.genre)}, {playersText(game.players)}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function ArchiveCard({ line }: { line: ArchiveLine }) {
    const name = archiveName(line.archive);
    if (line.state === 'damaged') {
        return <div class="nav-card lab-damaged"><strong>{name}</strong><span class="small muted">It cannot be read: {line.message}</span></div>;
    }
    return (
        <a class="nav-card" href={labAddress(line.archive)}>
            <strong>{name} {line.state === 'running' && <span class="badge">running</span>}</strong>
            <span class="small muted">
                {line.elites !== undefined && `${plural(line.elites, 'game')}, ${line.good ?? 0} good and unlike each other; `}
                {line.best !== undefined && `best ${two(line.best)}; `}
                {stateText[line.state]}
            </span>
        </a>
    );
}

interface All { shown: boolean; known: KnownLine[]; archives: ArchiveLine[] }

async function fetchAll(): Promise<All> {
    const { lab: shown, games } = await lab.known();
    return { shown, known: games, archives: shown ? await lab.archives() : [] };
}

/** A search that runs, or one that somebody is about to start, brings more. */
const ASK_MS = 5000;
const askAgain = (all: All | undefined): number => {
    if (!all) return ASK_MS;
    const more = all.archives.length === 0 || all.archives.some(({ state }) => state === 'running' || state === 'unread');
    return all.shown && more ? ASK_MS : 0;
};

function Archives() {
    const loaded = useLoaded(fetchAll, 'lab', askAgain);
    const lines = loaded.value?.archives;
    return (
        <div class="page lab">
            <h1>The lab</h1>
            <p class="lab-lead">
                Here a program invents card games. It writes rules, lets players of its own play them thousands of times, and keeps what turns out
                to be fair, tense and worth thinking about. You can look at what it found, read the rules, play every game against the house, and
                say how it was: the next search goes by that.
            </p>
            <Waiting of={loaded} says="The archives are being fetched …" />
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
                    <CopyLines label="Commands" text={COMMANDS} />
                </section>
            )}
            <Known games={loaded.value?.known ?? []} />
        </div>
    );
}

const BEST_SHOWN = 12, MORE_SHOWN = 60;

/** The best ones first; the others when somebody asks, a few at a time: there may be thousands. */
function Games({ archive, games }: { archive: string; games: readonly GameLine[] }) {
    const [more, setMore] = useState(0);
    const best = useMemo(() => [...games].sort((a, b) => b.fitness - a.fitness), [games]);
    const good = best.filter((game) => game.good);
    const rows = more ? best.slice(0, more) : (good.length ? good : best).slice(0, BEST_SHOWN);
    const left = games.length - rows.length;
    return (
        <section aria-labelledby="lab-best-heading">
            <h2 id="lab-best-heading">{left === 0 ? 'All games' : 'The best games'}</h2>
            {games.length === 0 && <p class="muted">None has been found yet.</p>}
            <GameRows archive={archive} games={rows} />
            {left > 0 && (
                <button type="button" class="button" onClick={() => setMore(more + MORE_SHOWN)}>
                    {games.length <= MORE_SHOWN ? `Show all ${games.length} games` : `Show more of ${chips(games.length)} games`}
                </button>
            )}
        </section>
    );
}

function ArchivePage({ archive }: { archive: string }) {
    const [news, setNews] = useState(0);
    const { again, ...loaded } = useLoaded(() => lab.archive(archive), archive);
    const found = loaded.value;
    useName(archiveName(archive), 'The lab');
    useEffect(() => {
        if (news >= 10) again(); // while it runs the map is fetched again now and then
    }, [Math.floor(news / 10)]);
    return (
        <div class="page lab">
            <p class="small"><a href={labAddress()}>The lab</a></p>
            <h1>{archiveName(archive)}</h1>
            <Waiting of={{ ...loaded, again }} says="The map is being fetched …"><a class="button" href={labAddress()}>To all archives</a></Waiting>
            {found && (
                <>
                    <p class="muted">
                        An archive of the lab: {plural(found.count, 'game')} after {plural(found.generation ?? 0, 'generation')}, {found.good} of them
                        good and unlike each other; the search is {stateText[found.state]}. <a href={reportAddress(archive)}>The whole report</a>
                    </p>
                    <LabMap archive={archive} games={found.games} />
                </>
            )}
            {!loaded.missing && <LabProgress archive={archive} onNews={setNews} />}
            {found && <Games archive={archive} games={found.games} />}
        </div>
    );
}

export default function LabPage({ id }: PageProps) {
    const { archive, game } = readPlace(id);
    if (archive && game) return <GamePage archive={archive} game={game} />;
    if (archive && archive !== 'known') return <ArchivePage archive={archive} />;
    return <Archives />;
}
