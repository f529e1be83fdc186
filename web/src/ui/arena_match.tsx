// arena_match.tsx -- a match of the arena that is over: its result, its hands, each in the replayer, and its shuffle verified.
import { useMemo, useState } from 'preact/hooks';
import { ApiError, get } from '../api';
import { matchName, readMatch, sayResult, type ArenaMatch } from '../model/arena';
import { readPhh, type Recorded } from '../model/phh';
import { splitHands } from '../model/shuffle';
import { cardSigns, chips, plural } from '../model/text';
import { VerifyShuffle } from './arena_verify';
import { errorText } from './enter';
import { Gain } from './history';
import { useLoaded, Waiting, type Loaded } from './loaded';
import { HandPlayer, playedOf } from './replayer';
import { useName } from './title';

let last: ArenaMatch | undefined; // from its list of hands to a hand and back it is not asked for again

async function fetchMatch(id: string): Promise<ArenaMatch> {
    if (last?.match_id === id) return last;
    const match = readMatch(await get<unknown>(`/api/arena/matches/${encodeURIComponent(id)}`));
    if (match?.match_id !== id) throw new ApiError(0, 'BAD_ANSWER', 'The answer of the server is not this match.');
    last = match;
    return match;
}

const sayRefusal = (error: unknown): string => (error instanceof ApiError && error.status === 404
    ? 'There is no such match, or it is not over yet. The server may have forgotten it: it keeps the last ones.' : errorText(error));

const useMatch = (id: string): Loaded<ArenaMatch> => useLoaded(() => fetchMatch(id), id, 0, sayRefusal);

/** `error`: the match is there, and something in it is not. */
function NotYet({ of, error }: { of: Loaded<ArenaMatch>; error?: string }) {
    const back = <a class="button" href="#/arena">To the arena</a>;
    return (
        <div class="page page-narrow">
            <h1>A match of the arena</h1>
            <Waiting of={of} says="The match is being fetched …">{back}</Waiting>
            {error && <p class="notice notice-bad" role="alert">{error}</p>}
            {!of.missing && <p>{back}</p>}
        </div>
    );
}

// ---- hands

const HANDS_SHOWN = 20;

/** The board, and whether hands were shown: in a few signs. */
function handText(hand: Recorded): string {
    const board = hand.deeds.flatMap((deed) => (deed.do === 'board' ? deed.cards : []));
    const shown = hand.deeds.some((deed) => deed.do === 'show');
    return [board.length ? cardSigns(board) : 'no board', shown ? 'showdown' : 'all but one folded'].join(' · ');
}

function HandRow({ match, number, text }: { match: string; number: number; text: string }) {
    const hand = useMemo(() => readPhh(text), [text]);
    if ('error' in hand) return <li class="arena-bad-row muted small">Hand {number} cannot be read: {hand.error}.</li>;
    const won = hand.stacks.map((stack, i) => (hand.finish?.[i] ?? stack) - stack);
    const best = won.indexOf(Math.max(...won));
    return (
        <li>
            <a class="history-row" href={`#/arena/match/${encodeURIComponent(match)}/${number}`}>
                <span class="history-game">Hand {number}: {won[best]! > 0 ? hand.names[best] : 'shared'}</span>
                <span class="history-where muted small">{handText(hand)}</span>
                <Gain amount={won[best]!} />
                <span class="history-go" aria-hidden="true">▸</span>
            </a>
        </li>
    );
}

function Hands({ match }: { match: ArenaMatch }) {
    const hands = useMemo(() => splitHands(match.phh ?? ''), [match]);
    const [shown, setShown] = useState(HANDS_SHOWN);
    return (
        <section aria-labelledby="arena-hands">
            <h2 id="arena-hands">Hands</h2>
            {hands.length === 0
                ? (
                    <p class="muted">
                        {match.cut ? 'The hands were too many, or the server was restarted in between: they are not kept.'
                            : 'The server did not keep the hands of this match.'}
                    </p>
                )
                : <p class="muted small">Each opens in the replayer, with all cards: nobody has to hide them any more.</p>}
            <ul class="history-rows">
                {hands.slice(0, shown).map(({ number, text }) => <HandRow key={number} match={match.match_id} number={number} text={text} />)}
            </ul>
            {shown < hands.length && (
                <button type="button" class="button history-more" onClick={() => setShown(shown + 5 * HANDS_SHOWN)}>
                    More hands ({chips(hands.length - shown)})
                </button>
            )}
        </section>
    );
}

// ---- the match

function Result({ match }: { match: ArenaMatch }) {
    const { final, tied } = match.end;
    const order = [...final].sort((a, b) => b.stack - a.stack);
    return (
        <section class="panel replay-result arena-result" aria-label="Result">
            <h2>{sayResult(match)}</h2>
            {tied.length > 1 && <p class="muted small">{tied.length} teams have as many chips; of them the one in the lowest seat wins.</p>}
            <ul>
                {order.map((one) => (
                    <li key={one.seat}>
                        <span class="replay-name">{one.team}</span>
                        {one.forfeited ? <span class="badge">gave up</span> : <span />}
                        <span class="result number">{chips(one.stack)}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export function ArenaMatchPage({ match: id }: { match: string }) {
    const loaded = useMatch(id);
    const match = loaded.value;
    useName(match && matchName(match), id, 'The arena');
    if (!match) return <NotYet of={loaded} />;
    return (
        <div class="page arena arena-match">
            <header class="arena-head">
                <p class="small"><a href="#/arena">Arena</a></p>
                <h1>{matchName(match)}</h1>
                <p class="muted">{match.match_id} · {plural(match.hands, 'hand')}</p>
            </header>
            <Result match={match} />
            <VerifyShuffle match={match} />
            <Hands match={match} />
        </div>
    );
}

// ---- one of its hands

export function ArenaHandPage({ match: id, number }: { match: string; number: number }) {
    const loaded = useMatch(id);
    const match = loaded.value;
    const phh = useMemo(() => splitHands(match?.phh ?? '').find((hand) => hand.number === number)?.text, [match, number]);
    const shown = useMemo(() => (phh === undefined ? undefined : playedOf(phh)), [phh]);
    useName(match && `Hand ${number}`, match ? matchName(match) : '', 'The arena');
    if (!match) return <NotYet of={loaded} />;
    if (!shown || 'error' in shown) return <NotYet of={loaded} error={shown?.error ?? 'This match has no such hand, or it was not kept.'} />;
    const to = (n: number) => `#/arena/match/${encodeURIComponent(id)}/${n}`;
    return (
        <HandPlayer
            played={shown.played} phh={shown.phh}
            from={<>
                <a href={`#/arena/match/${encodeURIComponent(id)}`}>Match</a> · hand {number} of {match.hands}
                {number > 1 && <> · <a href={to(number - 1)}>the one before</a></>}
                {number < match.hands && <> · <a href={to(number + 1)}>the next</a></>}
            </>}
        />
    );
}
