// lab_map.tsx -- the map of an archive: for each genre a grid of lengths and skills that one can touch.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
    bettingText, fitBounds, fitLegend, fitStep, interactionText, labAddress, lengths, mapOf, minutesText, playersText, seatText,
    skills, squareText, two, type Filter, type GameLine, type GenreMap, type Square,
} from '../model/lab';
import { plural } from '../model/text';
import { Cross } from './icons';

type Place = { genre: string; length: number; skill: number };
const isAt = (place: Place | null, genre: string, square: Square): boolean =>
    place !== null && place.genre === genre && place.length === square.length && place.skill === square.skill;

/** Arrows go to the next square that has a game, in the same map. */
function onArrow(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -lengths.length, ArrowDown: lengths.length }[event.key];
    const grid = (event.currentTarget as HTMLElement).closest('.lab-grid');
    if (step === undefined || !grid) return;
    event.preventDefault();
    const squares = [...grid.querySelectorAll<HTMLElement>('.lab-square')];
    let at = squares.indexOf(event.currentTarget as HTMLElement) + step;
    while (squares[at] && squares[at]!.tagName !== 'BUTTON') at += step;
    squares[at]?.focus();
}

function SquareView({ square, genre, bounds, chosen, onPick }: {
    square: Square; genre: string; bounds: { least: number; most: number }; chosen: boolean; onPick: (place: Place) => void;
}) {
    const best = square.games[0];
    if (!best) return <span class="lab-square lab-empty" />;
    const step = fitStep(best.fitness, bounds.least, bounds.most);
    return (
        <button
            type="button" class={`lab-square lab-fit-${step}`} aria-pressed={chosen} title={squareText(square)}
            onClick={() => onPick({ genre, length: square.length, skill: square.skill })} onKeyDown={onArrow}
        >
            <span class="number" aria-hidden="true">{two(best.fitness)}</span>
            {square.games.length > 1 && <small aria-hidden="true">×{square.games.length}</small>}
            <span class="unseen">{squareText(square)}</span>
        </button>
    );
}

function Genre({ map, bounds, place, onPick }: {
    map: GenreMap; bounds: { least: number; most: number }; place: Place | null; onPick: (place: Place) => void;
}) {
    return (
        <section class="lab-genre" aria-label={map.title}>
            <h3>{map.title}</h3>
            <div class="lab-axes">
                <div class="lab-skills small muted" aria-hidden="true">{[...skills].reverse().map((word) => <span key={word}>{word}</span>)}</div>
                <div class="lab-grid" role="group" aria-label={`${map.title}: ${plural(map.games, 'game')}`}>
                    {map.squares.map((square) => (
                        <SquareView
                            key={`${square.skill}-${square.length}`} square={square} genre={map.genre} bounds={bounds}
                            chosen={isAt(place, map.genre, square)} onPick={onPick}
                        />
                    ))}
                </div>
                <div class="lab-lengths small muted" aria-hidden="true">{lengths.map((word) => <span key={word}>{word}</span>)}</div>
            </div>
        </section>
    );
}

function Pick({ id, label, words, value, onPick }: {
    id: string; label: string; words: readonly string[]; value?: number; onPick: (value?: number) => void;
}) {
    return (
        <div class="field lab-pick">
            <label for={id}>{label}</label>
            <select
                id={id} class="input" value={value === undefined ? '' : String(value)}
                onChange={(event) => onPick(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))}
            >
                <option value="">any</option>
                {words.map((word, i) => <option key={word} value={String(i)}>{word}</option>)}
            </select>
        </div>
    );
}

function Legend({ bounds }: { bounds: { least: number; most: number } }) {
    return (
        <div class="lab-legend small">
            <span class="muted">Fitness of the best game:</span>
            <ul>
                {fitLegend(bounds.least, bounds.most).map((text, i) => (
                    <li key={text}><span class={`lab-swatch lab-fit-${i + 1}`} aria-hidden="true" />{text}</li>
                ))}
            </ul>
        </div>
    );
}

export function GameRows({ archive, games }: { archive: string; games: readonly GameLine[] }) {
    return (
        <ul class="lab-rows">
            {games.map((game) => (
                <li key={game.game}>
                    <a class="lab-row" href={labAddress(archive, game.game)}>
                        <strong>{game.name}</strong>
                        <span class="number lab-row-fit">{two(game.fitness)}</span>
                        <span class="muted small">
                            {[
                                playersText(game.players), minutesText(game.facts.minutes),
                                game.stars.mean !== null && `${game.stars.mean.toFixed(1)} stars`,
                            ].filter(Boolean).join(', ')}
                        </span>
                    </a>
                </li>
            ))}
        </ul>
    );
}

const BEHIND_SHOWN = 60;

/** What lies behind the square that was touched.  It has the focus, and gives it back when it is closed. */
function Behind({ archive, map, place, onClose }: { archive: string; map: GenreMap; place: Place; onClose: () => void }) {
    const square = map.squares.find((one) => isAt(place, map.genre, one));
    const games = square?.games ?? [];
    const heading = useRef<HTMLHeadingElement>(null);
    const from = useRef<Element | null>(null);
    const close = () => {
        onClose();
        if (from.current instanceof HTMLElement) from.current.focus();
    };
    useEffect(() => {
        from.current = document.activeElement;
        heading.current?.focus({ preventScroll: true });
    }, [place]);
    return (
        <section class="panel lab-behind" aria-labelledby="lab-behind-heading" onKeyDown={(event) => event.key === 'Escape' && close()}>
            <button type="button" class="icon-button lab-close" aria-label="Close" onClick={close}><Cross /></button>
            <h3 id="lab-behind-heading" ref={heading} tabIndex={-1}>{map.title.split(':')[0]}, {square && squareText(square).split(':')[0]}</h3>
            {games.length === 0 && <p class="muted">No game is there with these filters.</p>}
            <GameRows archive={archive} games={games.slice(0, BEHIND_SHOWN)} />
            {games.length > BEHIND_SHOWN && <p class="muted small">The best {BEHIND_SHOWN} of {games.length}.</p>}
        </section>
    );
}

export function LabMap({ archive, games }: { archive: string; games: readonly GameLine[] }) {
    const [filter, setFilter] = useState<Filter>({ good: false });
    const [place, setPlace] = useState<Place | null>(null);
    const maps = useMemo(() => mapOf(games, filter), [games, filter]);
    const bounds = useMemo(() => fitBounds(games), [games]);
    const none = maps.filter((map) => map.games === 0);
    const chosen = place && maps.find((map) => map.genre === place.genre);
    const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part });
    return (
        <section class="lab-map" aria-labelledby="lab-map-heading">
            <h2 id="lab-map-heading">The map</h2>
            <p class="muted">
                Each square is a kind of game: further right it is longer (decisions of a game), further up it rewards skill more. The colour and the
                number say how good the best game there is. Touch a square to see its games.
            </p>
            <div class="lab-filters">
                <Pick id="lab-seats" label="Players" words={seatText} value={filter.seats} onPick={(seats) => change({ seats })} />
                <Pick id="lab-betting" label="Betting" words={bettingText} value={filter.betting} onPick={(betting) => change({ betting })} />
                <Pick
                    id="lab-interaction" label="Interaction" words={interactionText} value={filter.interaction}
                    onPick={(interaction) => change({ interaction })}
                />
                <label class="check">
                    <input type="checkbox" checked={filter.good} onChange={(event) => change({ good: event.currentTarget.checked })} />
                    Distinct good games only
                </label>
            </div>
            <Legend bounds={bounds} />
            <div class="lab-maps">
                {maps.filter((map) => map.games > 0).map((map) => (
                    <Genre key={map.genre} map={map} bounds={bounds} place={place} onPick={setPlace} />
                ))}
            </div>
            {none.length > 0 && (
                <p class="muted small">No games of these kinds: {none.map((map) => map.title.split(':')[0]!.toLowerCase()).join(', ')}.</p>
            )}
            {chosen && place && <Behind archive={archive} map={chosen} place={place} onClose={() => setPlace(null)} />}
        </section>
    );
}
