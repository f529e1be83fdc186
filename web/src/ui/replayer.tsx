// replayer.tsx -- one recorded hand, step by step: an own one by its number, or a shared one that lies in the address.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hand as askHand } from '../actions';
import { describe } from '../model/evaluate';
import { gameOf } from '../model/games';
import { readPhh } from '../model/phh';
import { compact, replay, revealed, type Replay, type Step } from '../model/replay';
import { fromFragment } from '../model/share';
import type { Card, Hand, Seat, TableSeat } from '../model/types';
import { chips, spoken } from '../model/text';
import { useRoom } from '../store';
import { EquityBar } from './equity_bar';
import { Felt } from './felt';
import { Gain } from './history';
import { HandTools } from './share_hand';
import { useName } from './title';

const STEP_MS = 1500;
const SPEEDS: [number, string][] = [[0.5, '½×'], [1, '1×'], [2, '2×'], [4, '4×']];
const HEADING = 32;

type Loaded = { phh: string; played: Replay } | { error: string } | undefined;

export function playedOf(phh: string): { phh: string; played: Replay } | { error: string } {
    const recorded = readPhh(phh);
    if ('error' in recorded) return { error: `This hand cannot be shown: ${recorded.error}.` };
    const played = replay(compact(recorded));
    return 'error' in played ? { error: `This hand cannot be shown: ${played.error}.` } : { phh, played };
}

/** The hand of the page, as soon as it is there. */
function useLoaded(id: string | undefined, data: string | undefined): Loaded {
    const ready = useRoom((room) => room.status === 'online' && room.me !== undefined);
    const [loaded, setLoaded] = useState<Loaded>(undefined);
    const fetch = data === undefined && ready;
    useEffect(() => {
        let gone = false;
        if (loaded && 'played' in loaded) return; // a new connection brings nothing new
        const take = (next: Loaded) => { if (!gone) setLoaded(next); };
        if (data !== undefined)
            void fromFragment(data).then((read) => take('error' in read ? read : playedOf(read.phh)));
        else if (fetch && id)
            void askHand(id).then((phh) => take(phh === null
                ? { error: 'There is no such hand among yours, or it could not be fetched.' } : playedOf(phh)));
        return () => { gone = true; };
    }, [id, data, fetch]);
    return loaded;
}

// ---- the table

function seatsOf(played: Replay, hand: Hand): (TableSeat | null)[] {
    const { seats, names } = played.recorded;
    return hand.seats.map(({ seat, stack }) =>
        ({ seat, stack, state: 'playing', name: names[seats.indexOf(seat)]!, connected: true, in_hand: !hand.over }));
}

/** The cards that make the hands which won. */
function playsOf(hand: Hand, wild: string | undefined): Map<Seat, Card[]> | undefined {
    const plays = new Map<Seat, Card[]>();
    for (const seat of hand.seats) {
        const shown = seat.shown?.[0];
        if (!shown || seat.won === 0) continue;
        const said = hand.boards.map((board) => describe(hand.game, shown.hand, board, wild));
        plays.set(seat.seat, said.flatMap((one) => [...one?.plays ?? [], ...one?.low?.plays ?? []]));
    }
    return plays.size ? plays : undefined;
}

// ---- moving through it

interface Moves {
    at: number;
    go: (to: number) => void;
    playing: boolean;
    ran: boolean;           // it played to its end, and nobody has moved it since
    toggle: () => void;
    speed: number;
    setSpeed: (speed: number) => void;
}

/** Another hand begins anew, in the same controls. */
function usePlayer(played: Replay, auto: boolean): Moves {
    const last = played.steps.length - 1;
    const dealt = played.steps.findIndex((step) => step.hand.seats.some((seat) => seat.cards.length > 0));
    const fresh = { played, at: Math.max(0, dealt), playing: auto, ran: false };
    const [kept, setKept] = useState(fresh);
    const [speed, setSpeed] = useState(auto ? 2 : 1);
    const { at, playing, ran } = kept.played === played ? kept : fresh;
    const go = (to: number) => setKept({ played, at: Math.max(0, Math.min(last, to)), playing: false, ran: false });
    const toggle = () => setKept({ played, at: !playing && at === last ? 0 : at, playing: !playing, ran: false });
    useEffect(() => {
        if (!playing) return;
        if (at >= last) return setKept({ played, at, playing: false, ran: true });
        const timer = setTimeout(() => setKept({ played, at: at + 1, playing, ran }), STEP_MS / speed);
        return () => clearTimeout(timer);
    }, [played, playing, at, last, speed]);
    return { at, go, playing, ran, toggle, speed, setSpeed };
}

/** Arrows, Home, End and space, unless a control that has a use for them has the focus. */
function useKeyboard(player: Moves, last: number): void {
    const latest = useRef(player);
    latest.current = player;
    useEffect(() => {
        const pressed = (event: KeyboardEvent) => {
            const control = (event.target as Element).closest('input, select, textarea, dialog');
            if (control || event.ctrlKey || event.metaKey || event.altKey) return;
            const { at, go, toggle } = latest.current;
            const onButton = (event.target as Element).closest('button, a, summary') !== null;
            if (event.key === 'ArrowRight') go(at + 1);
            else if (event.key === 'ArrowLeft') go(at - 1);
            else if (event.key === 'Home') go(0);
            else if (event.key === 'End') go(last);
            else if (event.key === ' ' && !onButton) toggle();
            else return;
            event.preventDefault();
        };
        addEventListener('keydown', pressed);
        return () => removeEventListener('keydown', pressed);
    }, [last]);
}

const ICONS = {
    first: 'M5 4v16h2.5V4zM20 4v16L9 12z', back: 'M17 4v16L6 12z', forward: 'M7 4v16l11-8z',
    last: 'M4 4v16l11-8zM16.5 4v16H19V4z', play: 'M6 3v18l14-9z', pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
};

function Icon({ name }: { name: keyof typeof ICONS }) {
    return (
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={ICONS[name]} fill="currentColor" />
        </svg>
    );
}

function Controls({ player, last, text }: { player: Moves; last: number; text: string }) {
    const { at, go, playing, toggle, speed, setSpeed } = player;
    const step = (name: keyof typeof ICONS, label: string, to: number, off: boolean) => (
        <button
            type="button" class="icon-button" aria-label={label} title={label} disabled={off} onClick={() => go(to)}
        >
            <Icon name={name} />
        </button>
    );
    return (
        <div class="replay-controls" role="group" aria-label="Steps of the hand">
            <input
                class="replay-slider" type="range" min={0} max={last} value={at} aria-label="Step"
                aria-valuetext={`Step ${at + 1} of ${last + 1}: ${spoken(text)}`}
                onInput={(event) => go(Number(event.currentTarget.value))}
            />
            <div class="replay-buttons">
                {step('first', 'To the start', 0, at === 0)}
                {step('back', 'One step back', at - 1, at === 0)}
                <button type="button" class="button button-main replay-play" onClick={toggle}>
                    <Icon name={playing ? 'pause' : 'play'} />{playing ? 'Pause' : at === last ? 'Again' : 'Play'}
                </button>
                {step('forward', 'One step on', at + 1, at === last)}
                {step('last', 'To the end', last, at === last)}
                <label class="replay-speed small">
                    <span class="unseen">Speed</span>
                    <select
                        class="input" value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}
                    >
                        {SPEEDS.map(([value, word]) => <option key={value} value={value}>{word}</option>)}
                    </select>
                </label>
                <span class="replay-count small muted number">{at + 1} / {last + 1}</span>
            </div>
        </div>
    );
}

// ---- in words

/** Steps that follow each other on the same street. */
function streetsOf(steps: readonly Step[]): { street: string; from: number; steps: Step[] }[] {
    const streets: { street: string; from: number; steps: Step[] }[] = [];
    steps.forEach((step, i) => {
        const last = streets[streets.length - 1];
        if (last?.street === step.street) last.steps.push(step);
        else streets.push({ street: step.street, from: i, steps: [step] });
    });
    return streets;
}

function Steps({ played, player }: { played: Replay; player: Moves }) {
    const list = useRef<HTMLDivElement>(null);
    const streets = useMemo(() => streetsOf(played.steps), [played]);
    useEffect(() => {
        // Only the list scrolls, never the page.
        const box = list.current, current = box?.querySelector<HTMLElement>('[aria-current]');
        if (!box || !current) return;
        const top = current.offsetTop - HEADING; // the name of the street lies over the first line
        if (top < box.scrollTop || current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
            box.scrollTop = top - box.clientHeight / 3;
    }, [player.at]);
    return (
        <div class="replay-steps" ref={list} role="region" aria-label="The hand in words" tabIndex={0}>
            {streets.map(({ street, from, steps }) => (
                <section key={from}>
                    <h2 class="replay-street">{street}</h2>
                    <ol>
                        {steps.map((step, i) => (
                            <li key={i}>
                                <button
                                    type="button" class="replay-step" onClick={() => player.go(from + i)}
                                    aria-current={player.at === from + i ? 'step' : undefined}
                                >
                                    {step.text}
                                </button>
                            </li>
                        ))}
                    </ol>
                </section>
            ))}
        </div>
    );
}

function Result({ played }: { played: Replay }) {
    const { names, seats, stacks, finish } = played.recorded;
    if (!finish) return null;
    const order = seats.map((_, i) => i).sort((a, b) => finish[b]! - stacks[b]! - (finish[a]! - stacks[a]!));
    return (
        <section class="replay-result panel" aria-label="Result">
            <h2>Result</h2>
            <ul>
                {order.map((i) => (
                    <li key={i}>
                        <span class="replay-name">{names[i]}</span>
                        <span class="muted small number">{chips(stacks[i]!)} → {chips(finish[i]!)}</span>
                        <Gain amount={Math.round((finish[i]! - stacks[i]!) * 10000) / 10000} />
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** "Flop: K♦ 5♦ 4♣." beside the word Flop. */
const withoutStreet = ({ street, text }: Step): string => (text.startsWith(`${street}: `) ? text.slice(street.length + 2) : text);

interface PlayerProps {
    played: Replay;
    phh?: string;                   // there: it can be shared and saved
    from: ComponentChildren;        // where the hand comes from, with the way back
    auto?: boolean;                 // it plays by itself
    onRan?: (ran: boolean) => void; // it has played to its end by itself; false: somebody looks at another step
    aside?: ComponentChildren;      // beside the felt, above the steps
}

/** A hand on the felt, step by step. */
export function HandPlayer({ played, phh, from, auto = false, onRan, aside }: PlayerProps) {
    const { steps, recorded, settled, known, own, wild } = played;
    const last = steps.length - 1;
    const player = usePlayer(played, auto);
    const [open, setOpen] = useState(false);
    useKeyboard(player, last);
    useEffect(() => onRan?.(player.ran), [player.ran, played]);
    const step = steps[player.at]!;
    const hidden = [...known.keys()].some((seat) => seat !== own);
    // When nobody can bet any more, hands lie open as on television.
    const hand = open || player.at >= settled ? revealed(step.hand, known) : step.hand;
    const running = player.at >= settled && player.at < last && step.hand.awards.length === 0;
    return (
        <div class="page replay">
            <header class="replay-head">
                <h1>{gameOf(recorded.code).title}</h1>
                <p class="muted small">
                    {from}
                    {recorded.table && ` · table ${recorded.table}`}{recorded.id && ` · ${recorded.id}`}
                </p>
            </header>
            <div class="replay-table">
                <Felt
                    hand={hand} seats={seatsOf(played, hand)} seat_count={recorded.seats.length} viewer={own}
                    bb={recorded.unit || undefined} plays={playsOf(step.hand, wild)}
                />
                <p class="replay-now">
                    <span aria-hidden="true"><strong>{step.street}</strong> {withoutStreet(step)}</span>
                    <span class="unseen" aria-live="polite">{spoken(step.text)}</span>
                </p>
                {running && <EquityBar hand={hand} played={played} />}
                <Controls player={player} last={last} text={step.text} />
                {hidden && (
                    <label class="check">
                        <input
                            type="checkbox" checked={open}
                            onChange={(event) => setOpen(event.currentTarget.checked)}
                        />
                        Show from the start what came to light later
                    </label>
                )}
            </div>
            <div class="replay-side">
                {aside}
                <Steps played={played} player={player} />
                {player.at === last && <Result played={played} />}
                {phh !== undefined && <HandTools phh={phh} played={played} />}
            </div>
        </div>
    );
}

export function ReplayPage({ id, data }: { id?: string; data?: string }) {
    const loaded = useLoaded(id, data);
    const status = useRoom((room) => room.status);
    const signed_in = useRoom((room) => room.me !== undefined);
    const title = data === undefined ? 'Replay of a hand' : 'A shared hand';
    const recorded = loaded && 'played' in loaded ? loaded.played.recorded : undefined;
    useName(recorded && gameOf(recorded.code).title, recorded?.id || title);
    if (loaded && 'played' in loaded)
        return (
            <HandPlayer
                played={loaded.played} phh={loaded.phh}
                from={data === undefined ? <a href="#/hands">My hands</a> : 'A shared hand'}
            />
        );
    if (loaded)
        return (
            <div class="page page-narrow">
                <h1>{title}</h1>
                <p role="alert">{loaded.error}</p>
                <p>
                    {data === undefined ? <a class="button" href="#/hands">My hands</a>
                        : <a class="button" href="#/">To the lobby</a>}
                </p>
            </div>
        );
    const stranger = data === undefined && status === 'online' && !signed_in;
    return (
        <div class="page page-narrow">
            <h1>{title}</h1>
            {stranger ? <p>Hands are for those who played them. <a href="#/signin">Sign in</a> to see yours.</p>
                : <p class="muted" role="status">The hand is being fetched …</p>}
        </div>
    );
}

export default function HandPage({ id }: { id?: string }) {
    return <ReplayPage id={id} />;
}
