// title.ts -- the title of the window: what the page is about, where that is, and whether somebody waits for us at a table.
import { useEffect } from 'preact/hooks';

/** "Crazy Eights · The lab · Feltworks": what tells one window from the next comes first. */
export const windowTitle = (parts: readonly string[], turn: boolean): string =>
    `${turn ? '● Your turn · ' : ''}${[...parts, 'Feltworks'].join(' · ')}`;

let page = '';
let named: readonly string[] = []; // what the page says of itself
let is_turn = false;

const write = (): void => {
    document.title = windowTitle(named.length > 0 ? named : [page], is_turn);
};

/** For the shell: the page of the address, and whose turn it is. */
export function useTitle(of: string, turn: boolean): void {
    useEffect(() => {
        page = of;
        is_turn = turn;
        write();
    }, [of, turn]);
}

/** For a page: what it is about, and where that is; undefined while it is not known.  One part of a page says it at a time. */
export function useName(name: string | undefined, ...where: string[]): void {
    useEffect(() => {
        if (!name) return undefined;
        const own = [name, ...where];
        named = own;
        write();
        return () => {
            if (named !== own) return;
            named = [];
            write();
        };
    }, [name, ...where]);
}
