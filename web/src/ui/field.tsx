// field.tsx -- a labelled field of a form, with the server's sentence under it if that field is wrong; and what every
// form does when it is sent.
import { useId, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { words } from './enter';

export interface Wrong { field?: string; text: string }

interface Props {
    label: string;
    name: string;
    value: string;
    onValue: (value: string) => void;
    wrong?: Wrong | undefined;
    type?: 'text' | 'password' | 'email' | 'date';
    note?: string;
    autocomplete?: string;
    optional?: boolean;
    maxLength?: number;
}

export function Field(props: Props) {
    const { label, name, value, onValue, wrong, type = 'text', note, autocomplete, optional, maxLength } = props;
    const id = useId();
    const bad = wrong?.field === name ? wrong.text : undefined;
    const described = [bad && `${id}-bad`, note && `${id}-note`].filter(Boolean).join(' ');
    return (
        <div class="field">
            <label for={id}>{label}{optional && <span class="muted"> (optional)</span>}</label>
            <input
                id={id} class="input" name={name} type={type as 'text'} value={value} autocomplete={autocomplete}
                required={!optional} maxLength={maxLength} autocapitalize="none" spellcheck={false}
                aria-invalid={bad ? 'true' : undefined} aria-describedby={described || undefined}
                onInput={(event) => onValue(event.currentTarget.value)}
            />
            {bad && <p class="field-error" id={`${id}-bad`} role="alert">{bad}</p>}
            {note && <p class="field-note" id={`${id}-note`}>{note}</p>}
        </div>
    );
}

/** What is wrong with the form as a whole. */
export function FormError({ wrong, fields }: { wrong: Wrong | undefined; fields: readonly string[] }) {
    if (!wrong || (wrong.field && fields.includes(wrong.field))) return null;
    return <p class="notice notice-bad" role="alert">{wrong.text}</p>;
}

/** Sends a form once at a time; what is refused is kept for the fields, and the first wrong field has the focus. */
export function useForm(work: () => Promise<void>) {
    const [busy, setBusy] = useState(false);
    const [wrong, setWrong] = useState<Wrong>();
    const form = useRef<HTMLFormElement>(null);
    const submit = async (event: Event) => {
        event.preventDefault();
        if (busy) return;
        setBusy(true);
        setWrong(undefined);
        try {
            await work();
        } catch (error) {
            setWrong({ field: error instanceof ApiError ? error.field : undefined, text: words(error) });
            requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
        }
        setBusy(false);
    };
    return { form, busy, wrong, submit: (event: Event) => void submit(event) };
}
