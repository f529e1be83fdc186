// buy_in.tsx -- dialogs about chips at a table: sitting down with some, adding more, and becoming somebody first.
import { useState } from 'preact/hooks';
import { sit, topUp } from '../actions';
import { gameOf } from '../model/games';
import { chips } from '../model/text';
import type { Seat, Table } from '../model/types';
import { useRoom } from '../store';
import { ReloadButton, useAccount } from './chips';
import { Dialog } from './dialog';
import { beSomebody } from './enter';

interface Range { min: number; max: number; value: number; onValue: (value: number) => void; bb: number; label: string }

/** A slider with the number beside it. */
function ChipsField({ min, max, value, onValue, bb, label }: Range) {
    const clamp = (n: number) => Math.min(max, Math.max(min, Math.round(Number.isFinite(n) ? n : min)));
    return (
        <div class="buy">
            <div class="buy-amount">
                <label class="label" for="buy-number">{label}</label>
                <input
                    id="buy-number" class="input number" inputMode="numeric" autocomplete="off" value={String(value)}
                    key={value}
                    onChange={(event) => onValue(clamp(Number(event.currentTarget.value.replace(/[^0-9]/g, ''))))}
                />
            </div>
            <input
                type="range" class="slider" aria-label={label} min={min} max={max} value={value}
                style={{ '--part': max > min ? (value - min) / (max - min) : 1 }}
                onInput={(event) => onValue(clamp(Number(event.currentTarget.value)))}
            />
            <div class="buy-ends number muted">
                <span>{chips(min)}</span>
                <span>{chips(Math.floor(value / bb))} big blinds</span>
                <span>{chips(max)}</span>
            </div>
        </div>
    );
}

/** The bank has not enough for the least: how to get more. */
function TooPoor({ text }: { text: string }) {
    const { user, set } = useAccount();
    return (
        <>
            <p>{text}</p>
            {user && <ReloadButton user={user} onDone={set} />}
        </>
    );
}

export function BuyInDialog({ table, seat, onClose }: { table: Table; seat?: Seat; onClose: () => void }) {
    const bank = useRoom((room) => room.bank);
    const { row } = table;
    const max = Math.min(row.buy_in_max, bank);
    const [wished, setWished] = useState(row.buy_in_max);
    const [wait_bb, setWait] = useState(false);
    const [auto_rebuy, setRebuy] = useState(false);
    const [busy, setBusy] = useState(false);
    const value = Math.min(max, Math.max(row.buy_in_min, wished));
    const score = row.limit === 'score'; // whoever has no chips plays too
    const blinds = !score && (row.variant === 'choice' || gameOf(table.game).blinds);
    const poor = `This table takes at least ${chips(row.buy_in_min)} chips, and your bank has ${chips(bank)}.`;
    const go = async () => {
        setBusy(true);
        const done = await sit(table.id, score ? { seat } : { seat, buy_in: value, wait_bb, auto_rebuy });
        setBusy(false);
        if (done) onClose();
    };
    return (
        <Dialog title={seat === undefined ? 'Sit down' : `Sit down at seat ${seat + 1}`} onClose={onClose}>
            {max < row.buy_in_min && !score ? <TooPoor text={poor} /> : (
                <form class="buy-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
                    {score && <p>It is played for the score: no chips move.</p>}
                    {!score && (
                        <>
                            <ChipsField
                                min={row.buy_in_min} max={max} value={value} onValue={setWished} bb={row.bb}
                                label="Chips to bring"
                            />
                            <p class="muted small">Your bank has <span class="number">{chips(bank)}</span> chips.</p>
                        </>
                    )}
                    {blinds && (
                        <label class="check">
                            <input
                                type="checkbox" checked={wait_bb}
                                onChange={(event) => setWait(event.currentTarget.checked)}
                            />
                            Wait for the big blind instead of posting one now
                        </label>
                    )}
                    {!score && (
                        <label class="check">
                            <input
                                type="checkbox" checked={auto_rebuy}
                                onChange={(event) => setRebuy(event.currentTarget.checked)}
                            />
                            Fill up my stack when it falls below {chips(row.buy_in_min)}
                        </label>
                    )}
                    <div class="dialog-buttons">
                        <button type="button" class="button" onClick={onClose}>Cancel</button>
                        <button type="submit" class="button button-main" disabled={busy}>
                            Sit down{!score && ` with ${chips(value)}`}
                        </button>
                    </div>
                </form>
            )}
        </Dialog>
    );
}

export function TopUpDialog({ table, onClose }: { table: Table; onClose: () => void }) {
    const bank = useRoom((room) => room.bank);
    const stack = (table.mine && table.seats[table.mine.seat]?.stack) ?? 0;
    const max = Math.min(table.row.buy_in_max - stack, bank);
    const least = stack === 0 ? Math.min(table.row.buy_in_min, max) : 1;
    const [wished, setWished] = useState(max);
    const [busy, setBusy] = useState(false);
    const value = Math.min(max, Math.max(least, wished));
    const go = async () => {
        setBusy(true);
        const done = await topUp(table.id, value);
        setBusy(false);
        if (done) onClose();
    };
    const full = stack >= table.row.buy_in_max;
    return (
        <Dialog title="More chips" onClose={onClose}>
            {full && <p>You have {chips(stack)} chips. This table takes no more than {chips(table.row.buy_in_max)}.</p>}
            {!full && max < 1 && <TooPoor text="Your bank is empty." />}
            {!full && max >= 1 && (
                <form class="buy-form" onSubmit={(event) => { event.preventDefault(); void go(); }}>
                    <ChipsField
                        min={least} max={max} value={value} onValue={setWished} bb={table.row.bb} label="Chips to add"
                    />
                    <p class="muted small">
                        They come when the hand under way is over. Your bank has {chips(bank)} chips.
                    </p>
                    <div class="dialog-buttons">
                        <button type="button" class="button" onClick={onClose}>Cancel</button>
                        <button type="submit" class="button button-main" disabled={busy}>Add {chips(value)}</button>
                    </div>
                </form>
            )}
        </Dialog>
    );
}

/** Nobody is signed in: a guest in one click, or the page where one signs in. */
export function WhoDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
    const [busy, setBusy] = useState(false);
    const guest = async () => {
        setBusy(true);
        const done = await beSomebody();
        setBusy(false);
        if (done) onDone();
    };
    return (
        <Dialog title="Who sits down?" onClose={onClose}>
            <p>A guest has a name and 400 chips at once. You can keep the account later.</p>
            <button type="button" class="button button-main" disabled={busy} onClick={() => void guest()}>
                Play as guest
            </button>
            <a class="button" href="#/signin" onClick={onClose}>I have an account</a>
        </Dialog>
    );
}
