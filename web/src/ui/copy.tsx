// copy.tsx -- what can be copied: by a button, or by hand where the browser does not let us (no TLS, not allowed).
import { useId, useRef, useState } from 'preact/hooks';

/** False: the browser does not let us. */
export async function toClipboard(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

/** A button's work: copies, else marks what is to be copied; `said` is for a live region. */
function useCopy(text: string, done: string, mark: () => void): { said: string; copy: () => void } {
    const [said, setSaid] = useState('');
    const copy = async () => {
        const good = await toClipboard(text);
        if (!good) mark();
        setSaid(good ? done : 'It is marked: copy it with Ctrl+C.');
    };
    return { said, copy: () => void copy() };
}

interface FieldProps { label: string; text: string; title?: string; note?: string; done: string }

/** A link in a field; `title`: it can also be sent by what the device has for that. */
export function CopyField({ label, text, title, note, done }: FieldProps) {
    const id = useId();
    const field = useRef<HTMLInputElement>(null);
    const { said, copy } = useCopy(text, done, () => field.current?.select());
    const share = () => void navigator.share({ title, url: text }).catch(() => undefined); // thought better of it
    return (
        <div class="field share-link">
            <label for={id}>{label}</label>
            <div class="share-link-row">
                <input ref={field} id={id} class="input" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
                <button type="button" class="button button-main" disabled={!text} onClick={copy}>Copy link</button>
                {title !== undefined && 'share' in navigator && <button type="button" class="button" onClick={share}>Share …</button>}
            </div>
            {note && <p class="field-note">{note}</p>}
            <p class="field-note" role="status">{said}</p>
        </div>
    );
}

/** Commands of a shell. */
export function CopyLines({ label, text }: { label: string; text: string }) {
    const lines = useRef<HTMLElement>(null);
    const { said, copy } = useCopy(text, 'Copied.', () => lines.current && getSelection()?.selectAllChildren(lines.current));
    return (
        <div class="copy-lines">
            <pre tabIndex={0} role="region" aria-label={label}><code ref={lines}>{text}</code></pre>
            <button type="button" class="button button-main" onClick={copy}>Copy<span class="unseen"> the command</span></button>
            <p class="small muted" role="status">{said}</p>
        </div>
    );
}
