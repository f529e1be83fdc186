// api_lab.ts -- requests of the lab (docs/PROTOCOL.md 16), with types.  Names of archives and games come from the server.
import { get, post } from './api';
import type { Archive, ArchiveLine, Game, KnownGame, KnownLine, Progress, Stars } from './model/lab';

const ROWS = 200; // as many as an answer may have
const GAMES_MAX = 20000; // more than any map can show

const at = (archive: string, game?: string): string =>
    `/api/lab/${encodeURIComponent(archive)}${game === undefined ? '' : `/games/${encodeURIComponent(game)}`}`;

export const genomeAddress = (archive: string, game: string): string => `${at(archive, game)}/genome.json`;
export const reportAddress = (archive: string): string => `${at(archive)}/report.html`;

export const lab = {
    archives: async () => (await get<{ archives: ArchiveLine[] }>('/api/lab?limit=200')).archives,
    /** Games that the program knows; `lab`: there are archives to ask for. */
    known: () => get<{ lab: boolean; games: KnownLine[] }>(at('known')),
    /** All games of it, page after page. */
    async archive(archive: string): Promise<Archive> {
        const first = await get<Archive>(`${at(archive)}?limit=${ROWS}`);
        const games = [...first.games];
        for (let next = first.next; next !== undefined && games.length < GAMES_MAX;) {
            const page = await get<Archive>(`${at(archive)}?limit=${ROWS}&offset=${next}`);
            games.push(...page.games);
            next = page.games.length > 0 ? page.next : undefined;
        }
        return { ...first, games };
    },
    /** What known games measure, by the weights of this archive. */
    compared: async (archive: string): Promise<KnownGame[]> => (await get<Archive>(`${at(archive)}?limit=1`)).known,
    game: (archive: string, game: string) => get<Game>(at(archive, game)),
    rules: async (archive: string, game: string) => (await get<{ markdown: string }>(`${at(archive, game)}/rules`)).markdown,
    rate: (archive: string, game: string, stars: number, broken: boolean) =>
        post<{ stars: Stars; mine: { stars: number; broken: boolean } }>(`${at(archive, game)}/rating`, { stars, broken }),
    /** Makes it ready: what `create` calls it. */
    table: (archive: string, game: string) => post<{ create: string; seats: number }>(`${at(archive, game)}/table`),
    progress: (archive: string, after: number | undefined, wait: number) =>
        get<Progress>(`${at(archive)}/progress?limit=1000&wait=${wait}${after === undefined ? '' : `&after=${after}`}`),
};
