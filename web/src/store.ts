// store.ts -- one Room that changes, and whoever looks at it.  Does not know what a Room means, nor the network.
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { emptyRoom } from './model/room';
import type { Room } from './model/types';

let room: Room = emptyRoom();
const watchers = new Set<() => void>();

export const store = {
    get(): Room {
        return room;
    },

    /** Puts the next Room in place of the last; those who look are told, unless it is the same one. */
    set(next: Room): void {
        if (next === room) return;
        room = next;
        for (const tell of [...watchers]) tell();
    },

    /** Calls `f` at each change until the function that comes back is called. */
    subscribe(f: () => void): () => void {
        watchers.add(f);
        return () => {
            watchers.delete(f);
        };
    },
};

/** A part of the Room.  Renders again when it is another one (Object.is): select what is there, make nothing new. */
export function useRoom<T>(select: (room: Room) => T): T {
    const [, again] = useReducer((n: number) => n + 1, 0);
    const value = select(room);
    const last = useRef({ select, value });
    last.current = { select, value };
    useEffect(() => {
        const look = () => {
            const seen = last.current;
            if (!Object.is(seen.select(room), seen.value)) again(undefined);
        };
        look(); // something may have changed between rendering and now
        return store.subscribe(look);
    }, []);
    return value;
}
