// operator_parts.tsx -- what the sections of the operator's page are made of: what is asked for and asked for again, lists, and deeds:
// changes that are asked about first, with a reason.  Knows no section.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { reconnect, toast } from '../actions';
import { ApiError } from '../api';
import { Dialog } from './dialog';
import { errorText } from './enter';
import { Field, FormError, useForm, type Wrong } from './field';
import { useLoaded as useLoadedBy, Waiting, type Loaded } from './loaded';

export { Waiting };

// ---- asking

const ASKED_AGAIN_MS = 30000;
let asked_who = 0;

/** Whoever is refused may have been signed out elsewhere: the connection says hello again, and the page sees who is there. */
export function refusedText(error: unknown): string {
    if (error instanceof ApiError && error.code === 'FORBIDDEN' && Date.now() - asked_who > ASKED_AGAIN_MS) {
        asked_who = Date.now();
        reconnect();
    }
    return errorText(error);
}

/** As pages do it, and whoever is refused is looked at again. */
export const useLoaded = <T,>(load: () => Promise<T>, about: string | number, every_ms = 0): Loaded<T> =>
    useLoadedBy(load, about, every_ms, refusedText);

/** Rows that come page by page. */
export function usePages<T>(load: (behind?: number) => Promise<{ rows: T[]; next?: number }>, about: string) {
    const first = useLoaded(() => load(), about);
    const [rest, setRest] = useState<{ of: unknown; rows: T[]; next?: number }>();
    const later = rest && rest.of === first.value ? rest : undefined;
    const next = later ? later.next : first.value?.next;
    const more = () => {
        const of = first.value;
        load(next).then(
            (page) => setRest({ of, rows: [...(later?.rows ?? []), ...page.rows], next: page.next }),
            (error: unknown) => toast('error', refusedText(error)),
        );
    };
    const rows = first.value && [...first.value.rows, ...(later?.rows ?? [])];
    return { first, rows, more: next === undefined ? undefined : more };
}

// ---- shapes

interface SectionProps { title: string; says?: ComponentChildren; side?: ComponentChildren; children: ComponentChildren }

export function Section({ title, says, side, children }: SectionProps) {
    const id = useId();
    return (
        <section class="panel op-section" aria-labelledby={id}>
            <div class="op-head">
                <h2 id={id}>{title}</h2>
                {side && <div class="row-buttons">{side}</div>}
            </div>
            {says && <p class="muted small">{says}</p>}
            {children}
        </section>
    );
}

/** A row of a list: what it is, facts below, and what can be done at its side. */
export function Row({ title, facts, side, children }: {
    title: ComponentChildren; facts?: ComponentChildren; side?: ComponentChildren; children?: ComponentChildren;
}) {
    return (
        <li class="op-row">
            <div class="op-row-main">
                <div class="op-row-title">{title}</div>
                {facts && <p class="muted small">{facts}</p>}
                {children}
            </div>
            {side && <div class="op-row-side">{side}</div>}
        </li>
    );
}

export function FigureList({ of }: { of: readonly (readonly [string, ComponentChildren])[] }) {
    return (
        <dl class="figures op-figures">
            {of.map(([name, value]) => <div key={name}><dt>{name}</dt><dd class="number">{value}</dd></div>)}
        </dl>
    );
}

export const userAddress = (id: number): string => `#/operator/users/${id}`;

interface SelectProps {
    label: string; name: string; value: string; onValue: (value: string) => void; options: readonly { value: string; title: string }[]; note?: string;
}

export function Select({ label, name, value, onValue, options, note }: SelectProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <select
                id={id} class="input" name={name} value={value} aria-describedby={note ? `${id}-note` : undefined}
                onChange={(event) => onValue(event.currentTarget.value)}
            >
                {options.map((one) => <option key={one.value} value={one.value}>{one.title}</option>)}
            </select>
            {note && <p class="field-note" id={`${id}-note`}>{note}</p>}
        </div>
    );
}

function Lines({ label, name, value, onValue, wrong, note }: {
    label: string; name: string; value: string; onValue: (value: string) => void; wrong: Wrong | undefined; note?: string;
}) {
    const id = useId();
    const bad = wrong?.field === name ? wrong.text : undefined;
    return (
        <div class="field">
            <label for={id}>{label} <span class="muted">(optional)</span></label>
            <textarea
                id={id} class="input op-lines" name={name} rows={3} value={value} spellcheck={false} aria-invalid={bad ? 'true' : undefined}
                aria-describedby={`${id}-note`} onInput={(event) => onValue(event.currentTarget.value)}
            />
            {bad && <p class="field-error" role="alert">{bad}</p>}
            <p class="field-note" id={`${id}-note`}>{note}</p>
        </div>
    );
}

// ---- deeds

export interface DeedField {
    name: string;
    label: string;
    kind?: 'text' | 'choice' | 'lines';
    value?: string;
    note?: string;
    optional?: boolean;
    max?: number;
    options?: readonly { value: string; title: string }[];
}

export type Values = Readonly<Record<string, string>>;

/** A change that somebody is asked about first.  `done` is what a toast says when it is done. */
export interface Deed {
    title: string;
    says: ComponentChildren;
    yes: string;
    danger?: boolean;
    wide?: boolean;
    fields?: readonly DeedField[];
    done: string;
    run: (values: Values) => Promise<unknown>;
}

export const REASON: DeedField = { name: 'reason', label: 'Reason', note: 'It is kept in the audit log, with your name.', max: 120 };

export const wrongField = (field: string, text: string): ApiError => new ApiError(400, 'BAD_FIELD', text, field);

/** A whole number that somebody typed. */
export function whole(values: Values, name: string, least = 1): number {
    const text = (values[name] ?? '').replace(/[\s,]/g, '');
    const number = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least) throw wrongField(name, `Write a whole number from ${least} up`);
    return number;
}

export function DeedDialog({ deed, onClose, onDone }: { deed: Deed; onClose: () => void; onDone: () => void }) {
    const fields = deed.fields ?? [];
    const [values, setValues] = useState<Values>(() => Object.fromEntries(fields.map((field) => [field.name, field.value ?? ''])));
    const { form, busy, wrong, submit } = useForm(async () => {
        try {
            await deed.run(values);
        } catch (error) {
            refusedText(error);
            throw error;
        }
        onClose();
        toast('good', deed.done);
        onDone();
    });
    const set = (name: string) => (value: string) => setValues((old) => ({ ...old, [name]: value }));
    return (
        <Dialog title={deed.title} onClose={onClose} wide={deed.wide}>
            <form class={deed.wide ? 'form op-form-wide' : 'form'} ref={form} onSubmit={submit}>
                <div class="op-form-says">{deed.says}</div>
                <FormError wrong={wrong} fields={fields.map((field) => field.name)} />
                {fields.map((field) => {
                    const { label, name, note } = field;
                    const props = { label, name, note, value: values[name] ?? '', onValue: set(name) };
                    if (field.kind === 'choice') return <Select key={field.name} {...props} options={field.options ?? []} />;
                    if (field.kind === 'lines') return <Lines key={field.name} {...props} wrong={wrong} />;
                    return <Field key={field.name} {...props} wrong={wrong} optional={field.optional} maxLength={field.max} autocomplete="off" />;
                })}
                <div class="dialog-buttons">
                    <button type="button" class="button" onClick={onClose}>Cancel</button>
                    <button class={deed.danger ? 'button button-bad' : 'button button-main'} disabled={busy}>{deed.yes}</button>
                </div>
            </form>
        </Dialog>
    );
}

/** The deed that is asked about now: `ask` opens its dialog, `dialog` is put at the end of a section. */
export function useDeed(onDone: () => void) {
    const [deed, setDeed] = useState<Deed>();
    const dialog = deed && <DeedDialog deed={deed} onClose={() => setDeed(undefined)} onDone={onDone} />;
    return { ask: setDeed as (deed: Deed) => void, dialog };
}
