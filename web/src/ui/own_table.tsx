// own_table.tsx -- dialogs for a table of one's own: opening one, changing its terms, the link for friends.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { change, create } from '../actions';
import { changeWant, createWant, fromRow, mistakeIn, ownGames, usual, type OwnTable } from '../model/own_table';
import { chips } from '../model/text';
import type { Table } from '../model/types';
import { Dialog } from './dialog';
import { beSomebody } from './enter';
import { go } from './router';
import { tableAddress } from './follow_tournament';

type Set = (change: Partial<OwnTable>) => void;
interface Part { form: OwnTable; set: Set; wrong: { field: keyof OwnTable; text: string } | null }

interface LabelProps { label: string; note?: string; wrong?: string; children: (id: string, described?: string) => ComponentChildren }

function Labelled({ label, note, wrong, children }: LabelProps) {
    const id = useId();
    const described = [wrong && `${id}-bad`, note && `${id}-note`].filter(Boolean).join(' ') || undefined;
    return (
        <div class="field">
            <label for={id}>{label}</label>
            {children(id, described)}
            {wrong && <p class="field-error" id={`${id}-bad`} role="alert">{wrong}</p>}
            {note && <p class="field-note" id={`${id}-note`}>{note}</p>}
        </div>
    );
}

type Numbers = { [K in keyof OwnTable]: OwnTable[K] extends number ? K : never }[keyof OwnTable];

function NumberField({ form, set, wrong, name, label, note }: Part & { name: Numbers; label: string; note?: string }) {
    const bad = wrong?.field === name ? wrong.text : undefined;
    return (
        <Labelled label={label} note={note} wrong={bad}>
            {(id, described) => (
                <input
                    id={id} class="input number" inputMode="numeric" autocomplete="off" aria-describedby={described}
                    aria-invalid={bad ? 'true' : undefined} value={Number.isNaN(form[name]) ? '' : String(form[name])}
                    onInput={(event) => {
                        const text = event.currentTarget.value.replace(/[^0-9]/g, '');
                        set({ [name]: text === '' ? NaN : Number(text) });
                    }}
                />
            )}
        </Labelled>
    );
}

type Texts = 'game' | 'straddle' | 'run_twice' | 'ante_by';

function Select({ form, set, name, label, note, options }: Part & { name: Texts; label: string; note?: string; options: [string, string][] }) {
    return (
        <Labelled label={label} note={note}>
            {(id, described) => (
                <select
                    id={id} class="input" aria-describedby={described} value={form[name]}
                    onChange={(event) => set({ [name]: event.currentTarget.value })}
                >
                    {options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
                </select>
            )}
        </Labelled>
    );
}

function Check({ on, text, note, onChange }: { on: boolean; text: string; note: string; onChange: (on: boolean) => void }) {
    return (
        <label class="check own-check">
            <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
            <span>{text}<span class="muted small"> {note}</span></span>
        </label>
    );
}

function TextField({ form, set, wrong, name, label, note }: Part & { name: 'title' | 'password'; label: string; note: string }) {
    const bad = wrong?.field === name ? wrong.text : undefined;
    return (
        <Labelled label={label} note={note} wrong={bad}>
            {(id, described) => (
                <input
                    id={id} class="input" maxLength={63} autocomplete="off" aria-describedby={described} aria-invalid={bad ? 'true' : undefined}
                    value={form[name]} onInput={(event) => set({ [name]: event.currentTarget.value })}
                />
            )}
        </Labelled>
    );
}

const hidden: readonly (keyof OwnTable)[] = ['buy_in_min', 'buy_in_max', 'seconds', 'ante', 'bomb_every'];

/** What few people change, with a sentence about each.  It opens where something in it is not right. */
function More(part: Part) {
    const { form, set, wrong } = part;
    const inChips = (blinds: number): string => `${chips((blinds || 0) * (form.bb || 0))} chips.`;
    return (
        <details class="own-more" open={wrong !== null && hidden.includes(wrong.field) ? true : undefined}>
            <summary>More options</summary>
            <div class="own-fields">
                <NumberField {...part} name="buy_in_min" label="Sit down with at least, in big blinds" note={inChips(form.buy_in_min)} />
                <NumberField {...part} name="buy_in_max" label="Sit down with at most, in big blinds" note={inChips(form.buy_in_max)} />
                <NumberField {...part} name="seconds" label="Seconds for a turn" note="A minute of extra time comes on top." />
                <Select
                    {...part} name="run_twice" label="All-in before the last card" note="Two boards, each for half of the pot, even out luck."
                    options={[['ask', 'each player chooses'], ['always', 'always two boards'], ['never', 'always one board']]}
                />
                <Select
                    {...part} name="ante_by" label="Ante" note="Chips that go into every pot before the cards."
                    options={[['none', 'none'], ['each', 'everybody pays'], ['big', 'the big blind pays for all']]}
                />
                {form.ante_by !== 'none' && <NumberField {...part} name="ante" label="Chips of the ante" />}
                <Select
                    {...part} name="straddle" label="Straddle" note="A third blind of two big blinds: larger pots."
                    options={[['none', 'none'], ['optional', 'whoever wants to'], ['always', 'in every hand']]}
                />
                <NumberField
                    {...part} name="bomb_every" label="A bomb pot every so many hands" note="Everybody pays in, and the flop comes at once. 0: never."
                />
                <Check
                    on={form.rathole} text="Come back with what you left." onChange={(rathole) => set({ rathole })}
                    note="Nobody takes winnings off the table by leaving for a moment."
                />
                <Check on={form.bots} text="Bots may play." note="Programs that people have written." onChange={(bots) => set({ bots })} />
            </div>
        </details>
    );
}

interface FormProps { from: OwnTable; yes: string; fresh: boolean; onSend: (form: OwnTable) => Promise<boolean>; onClose: () => void }

function Form({ from, yes, fresh, onSend, onClose }: FormProps) {
    const [form, setForm] = useState(from);
    const [wrong, setWrong] = useState<Part['wrong']>(null);
    const [busy, setBusy] = useState(false);
    const set: Set = (part) => setForm((known) => ({ ...known, ...part }));
    const send = async () => {
        const mistake = mistakeIn(form);
        setWrong(mistake);
        if (mistake) return;
        setBusy(true);
        await onSend(form);
        setBusy(false);
    };
    const box = useRef<HTMLFormElement>(null);
    useEffect(() => {
        if (wrong) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }, [wrong]);
    const part: Part = { form, set, wrong };
    const games: [string, string][] = form.game === '' || !ownGames.some(([word]) => word === form.game) ? [['', 'as it is'], ...ownGames] : ownGames;
    return (
        <form ref={box} class="form" noValidate onSubmit={(event) => { event.preventDefault(); void send(); }}>
            <TextField
                {...part} name="title" label="Name of the table"
                note={`What your friends see.${fresh ? ' “A private table” if you leave it empty.' : ''}`}
            />
            <div class="own-fields">
                <Select {...part} name="game" label="Game" options={games} />
                {fresh && (
                    <Labelled label="Seats" wrong={wrong?.field === 'seats' ? wrong.text : undefined}>
                        {(id) => (
                            <select
                                id={id} class="input" value={String(form.seats)}
                                onChange={(event) => set({ seats: Number(event.currentTarget.value) })}
                            >
                                {[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => <option key={n} value={String(n)}>{n}</option>)}
                            </select>
                        )}
                    </Labelled>
                )}
                <NumberField {...part} name="sb" label="Small blind" />
                <NumberField
                    {...part} name="bb" label="Big blind" note={fresh ? 'Small blinds are a slow, friendly game.' : 'Chips on the table stay.'}
                />
                <NumberField
                    {...part} name="house" label="Fill up with house players to"
                    note={fresh ? 'So many seats, people included. 0: only people.' : 'So many seats; leave 0 to keep it.'}
                />
                <TextField
                    {...part} name="password" label="Password (optional)"
                    note="A second way in: a link that asks for it, for places where others read along."
                />
            </div>
            <More {...part} />
            {wrong && <p class="notice notice-bad" role="alert">Something in the form is not right: look at the red line.</p>}
            <div class="dialog-buttons">
                <button type="button" class="button" onClick={onClose}>Cancel</button>
                <button type="submit" class="button button-main" disabled={busy}>{yes}</button>
            </div>
        </form>
    );
}

/** Opens a table, of a club if one is named, and goes there. */
export function CreateDialog({ club, onClose }: { club?: number; onClose: () => void }) {
    const open = async (form: OwnTable): Promise<boolean> => {
        if (!(await beSomebody())) return false;
        const table = await create(createWant(form, club));
        if (table === null) return false;
        onClose();
        go(tableAddress(table));
        return true;
    };
    return (
        <Dialog title={club === undefined ? 'Open a table of your own' : 'Open a table of the club'} onClose={onClose} wide>
            <p>
                {club === undefined
                    ? 'Only people with your link or password find it. You are the host: you can pause it, change the stakes and send people away.'
                    : 'All members of the club find it on the club’s page. You are its host.'}
            </p>
            <Form from={usual} yes="Open the table" fresh onSend={open} onClose={onClose} />
        </Dialog>
    );
}

/** New terms; they count from the next hand on. */
export function ChangeDialog({ table, onClose }: { table: Table; onClose: () => void }) {
    const was = { ...fromRow(table.row), seconds: Math.round(table.move_ms / 1000) };
    const send = async (form: OwnTable): Promise<boolean> => {
        const want = changeWant(table.id, form, was);
        const good = want === null || (await change(want));
        if (good) onClose();
        return good;
    };
    return (
        <Dialog title="Change the table" onClose={onClose} wide>
            <p>Everybody at the table is told, and it counts from the next hand on.</p>
            <Form from={was} yes="Change it" fresh={false} onSend={send} onClose={onClose} />
        </Dialog>
    );
}

export default CreateDialog;
