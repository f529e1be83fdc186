// now.ts -- the time of this machine, for clocks that count down on a page.
import { useEffect, useState } from 'preact/hooks';

/** Date.now(), again every so often. */
export function useNow(every_ms = 1000): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), every_ms);
        return () => clearInterval(timer);
    }, [every_ms]);
    return now;
}

const stamp = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** "Fri, 20 Nov, 20:00", in the time of this place. */
export const dateText = (time: number): string => stamp.format(time);
