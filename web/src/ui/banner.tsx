// banner.tsx -- says that the connection is gone, when the next try comes, and that we are back.
import { useEffect, useState } from 'preact/hooks';
import { reconnect } from '../actions';
import { useRoom } from '../store';

const PATIENCE_MS = 600;   // a connection that is back sooner was hardly gone
const BACK_MS = 2500;

type Shown = 'nothing' | 'gone' | 'back';

/** Gone is said after a while only, back only if gone was said. */
function useShown(online: boolean): Shown {
    const [shown, setShown] = useState<Shown>('nothing');
    useEffect(() => {
        if (!online) {
            const timer = setTimeout(() => setShown('gone'), PATIENCE_MS);
            return () => clearTimeout(timer);
        }
        setShown((before) => (before === 'gone' ? 'back' : before));
        const timer = setTimeout(() => setShown('nothing'), BACK_MS);
        return () => clearTimeout(timer);
    }, [online]);
    return shown;
}

/** Seconds until then, counted down. */
function useSeconds(then: number): number {
    const [now, setNow] = useState(Date.now());
    useEffect(() => {
        setNow(Date.now());
        const timer = setInterval(() => setNow(Date.now()), 250);
        return () => clearInterval(timer);
    }, [then]);
    return Math.max(0, Math.ceil((then - now) / 1000));
}

function Gone() {
    const status = useRoom((room) => room.status);
    const retry_at = useRoom((room) => room.retry_at);
    const seated = useRoom((room) => room.tables.some((table) => table.mine));
    const known = useRoom((room) => room.me !== undefined || room.lobby_known);
    const seconds = useSeconds(retry_at);
    const waits = status === 'offline' && seconds > 0;
    return (
        <div class="banner-box">
            <div class="banner-words">
                <strong>{known ? 'The connection is gone.' : 'The card room does not answer yet.'}</strong>{' '}
                {seated && 'Your seat and your chips are kept for a minute. '}
                <span aria-hidden="true" class="number">{waits ? `Next try in ${seconds} s.` : 'Trying now …'}</span>
            </div>
            <button type="button" class="button button-small" onClick={reconnect}>Try now</button>
        </div>
    );
}

export function Banner() {
    const roomless = useRoom((room) => room.status === 'none');
    const shown = useShown(useRoom((room) => room.status === 'online'));
    return (
        <div class="banner" role="status">
            {shown === 'gone' && !roomless && <Gone />}
            {shown === 'back' && <div class="banner-box banner-back"><strong>You are back.</strong></div>}
        </div>
    );
}
