// action_bar.tsx -- what the own seat can do when it is asked: fold, check, call, bet with slider and presets, bring
// in, show, how many boards.  It sends an answer once (W4) and shows nothing as done before the server says so (W1).
import { useEffect, useRef, useState } from 'preact/hooks';
import { act } from '../actions';
import { betWord, bounds, clampBet, isAllIn, presets, stepOf } from '../model/bets';
import { gameOf } from '../model/games';
import { chips } from '../model/text';
import type { Asked, Table } from '../model/types';
import { Choose } from './choose';
import { MoveBar } from './genome';
import { useKeys } from './keys';

interface Props { table: Table; asked: Asked }

const FOLD_ASKS_MS = 4000;

/** Fold; where a check is free it asks again in place, and a second press counts. */
function useFold(table: string, asked: Asked): { sure: boolean; fold: () => void } {
    const [sure, setSure] = useState(false);
    const free = asked.legal.includes('CHECK');
    useEffect(() => {
        setSure(false);
    }, [asked.req_id]);
    useEffect(() => {
        if (!sure) return;
        const timer = setTimeout(() => setSure(false), FOLD_ASKS_MS);
        return () => clearTimeout(timer);
    }, [sure]);
    const fold = () => {
        if (free && !sure) return setSure(true);
        void act(table, { action: 'FOLD' });
    };
    return { sure, fold };
}

interface AmountProps { asked: Asked; to: number; onTo: (to: number) => void; onEnter: () => void }

/** The amount of a bet as text in a field: it may be wrong while somebody types, and is put right when it is left. */
function Amount({ asked, to, onTo, onEnter }: AmountProps) {
    const [text, setText] = useState(String(to));
    useEffect(() => {
        setText(String(to));
    }, [to]);
    const read = (value: string) => Number(value.replace(/[^0-9]/g, ''));
    return (
        <input
            class="input bet-amount number" inputMode="numeric" autocomplete="off" aria-label="Amount" value={text}
            disabled={asked.sent}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => {
                setText(event.currentTarget.value);
                const value = read(event.currentTarget.value);
                if (value === clampBet(asked, value)) onTo(value);
            }}
            onBlur={(event) => {
                const value = clampBet(asked, read(event.currentTarget.value));
                setText(String(value));
                onTo(value);
            }}
            onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                const value = read(event.currentTarget.value);
                // an amount that cannot be bet is put right first, to be seen before it is sent
                if (value === clampBet(asked, value)) return onEnter();
                setText(String(clampBet(asked, value)));
                onTo(clampBet(asked, value));
            }}
        />
    );
}

/** Presets, slider, steps and field.  Not there where just one amount is possible. */
function SizeRow({ table, asked, to, onTo, onEnter }: AmountProps & { table: Table }) {
    const range = bounds(asked);
    if (!range || range.min === range.max) return null;
    const step = stepOf(asked, table.row.bb);
    const move = (by: number) => onTo(clampBet(asked, to + by));
    const arrows = (event: KeyboardEvent) => {
        const by: Record<string, number> = {
            ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 5, PageDown: -step * 5,
        };
        const change = by[event.key];
        if (event.key === 'Enter') return onEnter();
        if (change === undefined) return;
        event.preventDefault();
        move(change);
    };
    return (
        <div class="size">
            <div class="size-presets" role="group" aria-label="Amounts">
                {presets(asked, gameOf(table.game).limit || table.row.limit).map((one, i) => (
                    <button
                        type="button" class="button size-preset" key={one.label} disabled={asked.sent}
                        aria-pressed={one.to === to}
                        title={`${chips(one.to)} (key ${one.label === 'All-in' ? `A or ${i + 1}` : i + 1})`}
                        onClick={() => onTo(one.to)}
                    >
                        {one.label}
                    </button>
                ))}
            </div>
            <div class="size-slider">
                <button
                    type="button" class="button size-step" aria-label={`Less by ${step}`}
                    disabled={asked.sent || to <= range.min} onClick={() => move(-step)}
                >
                    −
                </button>
                <input
                    type="range" class="slider" aria-label="Size of the bet" aria-valuetext={chips(to)}
                    min={range.min} max={range.max}
                    step={1} value={to} disabled={asked.sent} onKeyDown={arrows}
                    style={{ '--part': (to - range.min) / (range.max - range.min) }}
                    onInput={(event) => onTo(clampBet(asked, Number(event.currentTarget.value)))}
                />
                <button
                    type="button" class="button size-step" aria-label={`More by ${step}`}
                    disabled={asked.sent || to >= range.max} onClick={() => move(step)}
                >
                    +
                </button>
                <Amount asked={asked} to={to} onTo={onTo} onEnter={onEnter} />
            </div>
        </div>
    );
}

function raiseLabel(asked: Asked, to: number): { word: string; amount: string } {
    if (asked.bring_in !== undefined) return { word: 'Complete to', amount: chips(to) };
    return { word: isAllIn(asked, to) ? 'All-in' : betWord(asked), amount: chips(to) };
}

/** Fold, check or call, bring in, bet or raise. */
function BetBar({ table, asked }: Props) {
    const range = bounds(asked);
    const [to, setTo] = useState(range?.min ?? 0);
    const [armed, setArmed] = useState(false);
    const raise_button = useRef<HTMLButtonElement>(null);
    const { sure, fold } = useFold(table.id, asked);
    useEffect(() => {
        setTo(range?.min ?? 0);
        setArmed(false);
    }, [asked.req_id]);
    const legal = (word: Asked['legal'][number]) => asked.legal.includes(word);
    const say = (action: 'CHECK' | 'CALL' | 'BRING_IN') => void act(table.id, { action });
    const raise = () => {
        if (range) void act(table.id, { action: 'RAISE_TO', amount: clampBet(asked, to) });
    };
    const choose = (amount: number) => {
        setTo(amount);
        setArmed(true);
    };
    const sizes = presets(asked, gameOf(table.game).limit || table.row.limit);
    const calm = legal('CHECK') ? 'CHECK' : legal('CALL') ? 'CALL' : legal('BRING_IN') ? 'BRING_IN' : null;
    useKeys({
        ...Object.fromEntries(sizes.slice(0, 5).map((one, i) => [String(i + 1), () => choose(one.to)])),
        f: () => legal('FOLD') && fold(),
        c: () => calm && say(calm),
        r: () => {
            if (!range) return;
            setArmed(true);
            raise_button.current?.focus();
        },
        a: () => range && choose(range.max),
        Enter: () => armed && raise(),
    }, asked.req_id, !asked.sent);
    const raising = raiseLabel(asked, to);
    return (
        <div class="bar">
            <SizeRow table={table} asked={asked} to={to} onTo={choose} onEnter={raise} />
            <div class="bar-buttons">
                {legal('FOLD') && (
                    <button
                        type="button" class={`button bar-button${sure ? ' button-bad' : ''}`} disabled={asked.sent}
                        title="Fold (F)" onClick={fold}
                    >
                        {sure ? <span>Check is free. <b>Fold?</b></span> : 'Fold'}
                    </button>
                )}
                {legal('CHECK') && (
                    <button
                        type="button" class="button bar-button" disabled={asked.sent} title="Check (C)"
                        onClick={() => say('CHECK')}
                    >
                        Check
                    </button>
                )}
                {legal('CALL') && (
                    <button
                        type="button" class="button bar-button" disabled={asked.sent} title="Call (C)"
                        onClick={() => say('CALL')}
                    >
                        <span>Call <b class="number">{chips(asked.call_amount ?? asked.to_call)}</b></span>
                        {(asked.call_amount ?? 0) >= asked.stack && <span class="bar-note">all-in</span>}
                    </button>
                )}
                {legal('BRING_IN') && (
                    <button
                        type="button" class="button bar-button" disabled={asked.sent} title="Bring in (C)"
                        onClick={() => say('BRING_IN')}
                    >
                        <span>Bring in <b class="number">{chips(asked.bring_in ?? 0)}</b></span>
                    </button>
                )}
                {range && (
                    <button
                        type="button" ref={raise_button} disabled={asked.sent} title="Bet or raise (R, then Enter)"
                        onClick={raise}
                        class={`button button-main bar-button${armed ? ' bar-armed' : ''}`}
                    >
                        <span>{raising.word} <b class="number">{raising.amount}</b></span>
                    </button>
                )}
            </div>
        </div>
    );
}

interface Way { label: string; key: string; does: () => void }

/** A question with two answers: boards, showing. */
function TwoWays({ asked, text, ways }: { asked: Asked; text: string; ways: Way[] }) {
    useKeys(Object.fromEntries(ways.map((way) => [way.key, way.does])), asked.req_id, !asked.sent);
    return (
        <div class="bar">
            <p class="bar-text">{text}</p>
            <div class="bar-buttons">
                {ways.map((way, i) => (
                    <button
                        type="button" class={`button bar-button${i === ways.length - 1 ? ' button-main' : ''}`}
                        key={way.key}
                        title={`${way.label} (${way.key.toUpperCase()})`} disabled={asked.sent} onClick={way.does}
                    >
                        {way.label}
                    </button>
                ))}
            </div>
        </div>
    );
}

/** The bar of whatever is asked; drawing is in discard.tsx, which needs the cards on the felt. */
export function ActionBar({ table, asked }: Props) {
    if (asked.what === 'choose') return <Choose table={table} asked={asked} />;
    if (asked.legal.includes('MOVE')) return <MoveBar table={table} asked={asked} />;
    if (asked.legal.includes('RUNS')) {
        return (
            <TwoWays
                asked={asked} text="The betting is over. How often shall the rest of the board be dealt?"
                ways={[
                    { label: 'Once', key: '1', does: () => void act(table.id, { action: 'RUNS', choice: 0 }) },
                    { label: 'Twice', key: '2', does: () => void act(table.id, { action: 'RUNS', choice: 1 }) },
                ]}
            />
        );
    }
    if (asked.legal.includes('SHOW')) {
        return (
            <TwoWays
                asked={asked} text="You have lost this one. Show your cards?"
                ways={[
                    { label: 'Show', key: 's', does: () => void act(table.id, { action: 'SHOW' }) },
                    { label: 'Muck', key: 'm', does: () => void act(table.id, { action: 'MUCK' }) },
                ]}
            />
        );
    }
    return <BetBar table={table} asked={asked} />;
}
