// share_hand.tsx -- what can be done with a hand: a link that holds it, a file, plain text.
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../actions';
import { asText, type Replay } from '../model/replay';
import { toFragment, withoutNames } from '../model/share';
import { useRoom } from '../store';
import { CopyField, toClipboard } from './copy';
import { Dialog } from './dialog';

function save(name: string, text: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The address of a hand: the data is behind `#`, so that it reaches no server. */
function useAddress(phh: string): string {
    const [address, setAddress] = useState('');
    useEffect(() => {
        let gone = false;
        void toFragment(phh).then((data) => {
            if (!gone) setAddress(data === null ? '' : `${location.origin}${location.pathname}#/replay/${data}`);
        });
        return () => { gone = true; };
    }, [phh]);
    return address;
}

function ShareDialog({ phh, onClose }: { phh: string; onClose: () => void }) {
    const me = useRoom((room) => room.me?.name);
    const [nameless, setNameless] = useState(true);
    const address = useAddress(nameless ? withoutNames(phh, me) : phh);
    return (
        <Dialog title="Share this hand" onClose={onClose}>
            <p class="muted small">The whole hand is in the link itself; it is stored nowhere.</p>
            <label class="check">
                <input
                    type="checkbox" checked={nameless}
                    onChange={(event) => setNameless(event.currentTarget.checked)}
                />
                Call the others Player 1, Player 2 …
            </label>
            <CopyField label="Link" text={address} done="Copied. Whoever has the link can see this hand." />
        </Dialog>
    );
}

export function HandTools({ phh, played }: { phh: string; played: Replay }) {
    const [sharing, setSharing] = useState(false);
    const name = played.recorded.id.replace(/[^A-Za-z0-9_-]/g, '') || 'hand';
    const copyText = async () => {
        if (await toClipboard(asText(played))) toast('good', 'The hand is copied as text.');
        else save(`${name}.txt`, asText(played)); // the next best thing
    };
    return (
        <div class="replay-tools" role="group" aria-label="This hand">
            <button type="button" class="button" onClick={() => setSharing(true)}>Share link</button>
            <button type="button" class="button" onClick={() => save(`${name}.phh`, phh)}>Export PHH</button>
            <button type="button" class="button" onClick={() => void copyText()}>Copy as text</button>
            {sharing && <ShareDialog phh={phh} onClose={() => setSharing(false)} />}
        </div>
    );
}
