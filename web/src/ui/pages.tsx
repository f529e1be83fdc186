// pages.tsx -- pages that are loaded when somebody goes there: each is a part of its own, so that the first view stays small.
//
// A page is a module whose `default` is a component; `id` is what its address names.  One more page: its name in router.ts,
// a row here, its style in main.tsx.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Lost } from './guard';
import type { PageName } from './router';

export interface PageProps { id?: string }
type Part = { default: ComponentType<PageProps> };

const loaders: Partial<Record<PageName, () => Promise<Part>>> = {
    hands: () => import('./history'),
    hand: () => import('./replayer'),
    replay: () => import('./shared_hand'),
    account: () => import('./account'),
    lab: () => import('./lab'),
    narc: () => import('./narc_page'),
    arena: () => import('./arena'),
    tournaments: () => import('./tournaments'),
    tournament: () => import('./tournament'),
    clubs: () => import('./clubs'),
    club: () => import('./club'),
    stats: () => import('./stats'),
    leaders: () => import('./leaders'),
    operator: () => import('./operator'),
};

const loaded = new Map<PageName, ComponentType<PageProps>>();

function Loading() {
    const [late, setLate] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setLate(true), 300); // most are there at once
        return () => clearTimeout(timer);
    }, []);
    return <div class="page page-narrow" aria-busy="true">{late && <p class="muted" role="status">Loading…</p>}</div>;
}

/** The page of that name, once its part is there.  `onShown`: it is on the screen now, and was not at first. */
export function OnDemand({ name, id, onShown }: { name: PageName; id?: string; onShown: () => void }) {
    const [, look] = useState(0);
    const [lost, setLost] = useState(false);
    const Page = loaded.get(name);
    useEffect(() => {
        if (loaded.has(name)) return undefined;
        let here = true;
        setLost(false);
        const done = (part: Part): void => {
            loaded.set(name, part.default);
            if (!here) return;
            look((n) => n + 1);
            requestAnimationFrame(onShown);
        };
        loaders[name]?.().then(done, () => here && setLost(true));
        return () => { here = false; };
    }, [name]);
    if (Page) return <Page id={id} />;
    return lost ? <Lost home="#/" /> : <Loading />;
}
