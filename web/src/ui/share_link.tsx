// share_link.tsx -- a link to give to others: to read, to copy, and to send by what the device has for that.
import { useId, useRef, useState } from 'preact/hooks';

interface Props { label: string; path: string; title: string; note?: string }

export function ShareLink({ label, path, title, note }: Props) {
    const id = useId();
    const field = useRef<HTMLInputElement>(null);
    const [said, setSaid] = useState('');
    const link = new URL(path, location.origin).href;
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(link);
            setSaid('Copied. Paste it into a message to your friends.');
        } catch {
            field.current?.select(); // not allowed here: one can still copy by hand
            setSaid('The link is marked: copy it with Ctrl+C.');
        }
    };
    const share = () => void navigator.share({ title, url: link }).catch(() => undefined); // thought better of it
    return (
        <div class="field share-link">
            <label for={id}>{label}</label>
            <div class="share-link-row">
                <input ref={field} id={id} class="input" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
                <button type="button" class="button button-main" onClick={() => void copy()}>Copy link</button>
                {'share' in navigator && <button type="button" class="button" onClick={share}>Share …</button>}
            </div>
            {note && <p class="field-note">{note}</p>}
            <p class="field-note" role="status">{said}</p>
        </div>
    );
}
