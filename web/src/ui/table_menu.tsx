// table_menu.tsx -- what one can do with the own seat besides playing: sit out, more chips, settings, stand up,
// leave.
import { useState } from 'preact/hooks';
import { leaveTable, settings, sitOut, stand, toast } from '../actions';
import type { Mine, Table } from '../model/types';
import type { RunTwice } from '../protocol';
import { Dialog } from './dialog';
import { standAndClose } from './enter';
import { Gear } from './icons';
import { useMenu } from './menu';
import { go } from './router';

const restText = (mine: Mine): string =>
    (mine.leaving ? 'Stay at the table' : mine.sitting_out ? 'I\'m back' : 'Sit out next hand');

interface Does { onSit: () => void; onTopUp: () => void; onSettings: () => void }

/** `own_way`: one sits down and stands up as one likes; at a table of a tournament its director does that. */
export function TableMenu({ table, own_way, onSit, onTopUp, onSettings }: { table: Table; own_way: boolean } & Does) {
    const { open, setOpen, box, button, escape, done } = useMenu();
    const { mine } = table;
    const pick = (does: () => void) => () => {
        done();
        does();
    };
    const getUp = () => void stand(table.id).then((done) => done && table.seats[mine?.seat ?? -1]?.in_hand
        && toast('notice', 'You stand up after this hand.'));
    const leave = () => {
        go('#/');
        void (mine && own_way ? standAndClose(table.id) : leaveTable(table.id));
    };
    const away = mine?.sitting_out || mine?.leaving;
    return (
        <div class="menu table-menu" ref={box} onKeyDown={escape}>
            <button
                ref={button} type="button" class="button button-small" aria-expanded={open} aria-controls="table-menu"
                aria-label={mine ? 'My seat' : 'Table'}
                onClick={() => setOpen(!open)}
            >
                <Gear /> <span class="table-menu-word">{mine ? 'My seat' : 'Table'}</span>
            </button>
            {open && (
                <div class="menu-list" id="table-menu">
                    {!mine && own_way && <button type="button" class="menu-item" onClick={pick(onSit)}>Take a seat</button>}
                    {mine && !own_way && (
                        <button type="button" class="menu-item" onClick={pick(onSettings)}>Settings of my seat</button>
                    )}
                    {mine && own_way && (
                        <>
                            <button type="button" class="menu-item" onClick={pick(() => void sitOut(table.id, !away))}>
                                {restText(mine)}
                            </button>
                            {table.row.limit !== 'score' && <button type="button" class="menu-item" onClick={pick(onTopUp)}>More chips</button>}
                            <button type="button" class="menu-item" onClick={pick(onSettings)}>
                                Settings of my seat
                            </button>
                            <button type="button" class="menu-item" onClick={pick(getUp)}>Stand up</button>
                        </>
                    )}
                    {(!mine || own_way) && (
                        <button type="button" class="menu-item" onClick={pick(leave)}>
                            {mine ? 'Stand up and leave' : 'Leave the table'}
                        </button>
                    )}
                </div>
            )}
        </div>
    );
}

interface SwitchProps { title: string; note: string; on: boolean; onChange: (on: boolean) => void }

function Switch({ title, note, on, onChange }: SwitchProps) {
    return (
        <label class="setting-switch">
            <strong>{title}</strong>
            <input
                type="checkbox" role="switch" class="switch" checked={on}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span class="muted small">{note}</span>
        </label>
    );
}

type Auto = 'check_fold' | 'fold' | 'call' | 'call_hand';

/** `call_hand_20` -> call_hand and 20. */
export function readAuto(text: string): { auto: Auto; amount: number } {
    const match = /^(call|call_hand)_(\d+)$/.exec(text);
    if (match) return { auto: match[1] as Auto, amount: Number(match[2]) };
    return { auto: text === 'fold' ? 'fold' : 'check_fold', amount: 0 };
}

function AutoAction({ table, mine }: { table: Table; mine: Mine }) {
    const held = readAuto(mine.auto_action);
    const [amount, setAmount] = useState(held.amount || table.row.bb);
    const send = (auto: Auto, chips: number) => {
        const text = auto === 'call' || auto === 'call_hand' ? `${auto}_${Math.max(1, chips)}` : auto;
        void settings(table.id, { auto_action: text });
    };
    const calls = held.auto === 'call' || held.auto === 'call_hand';
    return (
        <div class="setting">
            <label class="label" for="auto-action">When my connection is lost</label>
            <div class="auto-action">
                <select
                    id="auto-action" class="input" value={held.auto}
                    onChange={(event) => send(event.currentTarget.value as Auto, amount)}
                >
                    <option value="check_fold">check, or fold</option>
                    <option value="fold">fold</option>
                    <option value="call">call small bets</option>
                    <option value="call_hand">call, up to a sum in a hand</option>
                </select>
                {calls && (
                    <input
                        class="input number" inputMode="numeric" aria-label="Up to how many chips"
                        value={String(amount)}
                        onChange={(event) => {
                            const chips = Math.max(1, Number(event.currentTarget.value.replace(/[^0-9]/g, '')) || 1);
                            setAmount(chips);
                            send(held.auto, chips);
                        }}
                    />
                )}
            </div>
            <p class="muted small">It never raises. Your seat is kept for a minute.</p>
        </div>
    );
}

const boards: { value: RunTwice; label: string }[] = [
    { value: 'ask', label: 'Ask me' }, { value: 'always', label: 'Twice' }, { value: 'never', label: 'Once' },
];

export function SeatSettings({ table, mine, own_way, onClose }: { table: Table; mine: Mine; own_way: boolean; onClose: () => void }) {
    const set = (change: Parameters<typeof settings>[1]) => void settings(table.id, change);
    return (
        <Dialog title="Settings of my seat" onClose={onClose}>
            <Switch
                title="Muck losing hands" note="Off: I am asked whether to show them." on={mine.auto_muck}
                onChange={(auto_muck) => set({ auto_muck })}
            />
            {own_way && table.row.limit !== 'score' && <Switch
                title="Fill up my stack" note="Whenever it falls below the least buy-in." on={mine.auto_rebuy}
                onChange={(auto_rebuy) => set({ auto_rebuy })}
            />}
            {table.row.straddle === 'optional' && <Switch
                title="Straddle" note="Two big blinds before the cards, when it is my turn to: larger pots, and the last word."
                on={mine.straddle === true} onChange={(straddle) => set({ straddle })}
            />}
            {own_way && <Switch
                title="Wait for the big blind" note="After sitting down or sitting out, instead of posting at once."
                on={mine.wait_bb}
                onChange={(wait_bb) => set({ wait_bb })}
            />}
            <fieldset class="setting">
                <legend class="label">All-in before the last card: deal the rest</legend>
                <div class="choice">
                    {boards.map(({ value, label }) => (
                        <label key={value}>
                            <input
                                type="radio" name="run_twice" checked={mine.run_twice === value}
                                onChange={() => set({ run_twice: value })}
                            />
                            {label}
                        </label>
                    ))}
                </div>
            </fieldset>
            <AutoAction table={table} mine={mine} />
        </Dialog>
    );
}
