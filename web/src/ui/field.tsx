// field.tsx -- a labelled field of a form, with the server's sentence under it if that field is wrong; and what every
// form does when it is sent.
import { useId, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { MOST_GUESSES, SHORT_GUESSES, strength, USUAL_GUESSES } from '../model/strength';
import { errorText } from './enter';

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

/** Under a new password; what is taken is the server's to say. */
function Meter({ password }: { password: string }) {
    const { value, word } = strength(password);
    if (!password) return null;
    return (
        <p class="field-meter">
            <meter
                min={0} max={MOST_GUESSES} low={USUAL_GUESSES} high={SHORT_GUESSES} optimum={MOST_GUESSES} value={value}
                aria-label="Strength" aria-valuetext={word}
            />
            <span class="field-note" aria-hidden="true">{word}</span>
        </p>
    );
}

export function Field(props: Props) {
    const { label, name, value, onValue, wrong, type = 'text', note, autocomplete, optional, maxLength } = props;
    const id = useId();
    const bad = wrong?.field === name ? wrong.text : undefined;
    const [shown, setShown] = useState(false);
    const secret = type === 'password';
    const described = [bad && `${id}-bad`, note && `${id}-note`].filter(Boolean).join(' ');
    return (
        <div class="field">
            <label for={id}>{label}{optional && <span class="muted"> (optional)</span>}</label>
            <div class={secret ? 'field-secret' : undefined}>
                <input
                    id={id} class="input" name={name} type={(secret && shown ? 'text' : type) as 'text'} value={value}
                    autocomplete={autocomplete} required={!optional} maxLength={maxLength} autocapitalize="none"
                    spellcheck={false} aria-invalid={bad ? 'true' : undefined} aria-describedby={described || undefined}
                    onInput={(event) => onValue(event.currentTarget.value)}
                />
                {secret && (
                    <button
                        type="button" class="button button-quiet field-show" aria-controls={id} aria-pressed={shown}
                        onClick={() => setShown(!shown)}
                    >
                        Show<span class="unseen"> what is typed</span>
                    </button>
                )}
            </div>
            {secret && autocomplete === 'new-password' && <Meter password={value} />}
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
            setWrong({ field: error instanceof ApiError ? error.field : undefined, text: errorText(error) });
            requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
        }
        setBusy(false);
    };
    return { form, busy, wrong, submit: (event: Event) => void submit(event) };
}
