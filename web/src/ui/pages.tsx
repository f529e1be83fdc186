// pages.tsx -- pages that are loaded when somebody goes there: each is a part of its own, so that the first view stays small.
//
// A page is a module whose `default` is a component; `id` is what its address names.  One more page: its name in router.ts,
// a row here, its style in main.tsx.
import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
    tournaments: () => import('./events'),
    tournament: () => import('./event'),
    clubs: () => import('./clubs'),
    club: () => import('./club'),
    stats: () => import('./stats'),
    leaders: () => import('./leaders'),
    operator: () => import('./operator'),
};

const loaded = new Map<PageName, ComponentType<PageProps>>();

/** A server that was replaced has no longer the parts that an open page knows, or answers in another way: its new page knows. */
function Lost({ shown = false }: { shown?: boolean }) {
    return (
        <div class="page page-narrow" role="alert">
            <h1>{shown ? 'This page went wrong' : 'This page could not be loaded'}</h1>
            <p class="muted">
                {shown ? 'The server said something that it does not understand: it may have a newer version of the pages.'
                    : 'The line is down, or the server has a newer version of the pages.'} Nothing is lost: seats and chips are kept.
            </p>
            <p><button type="button" class="button button-main" onClick={() => location.reload()}>Load again</button></p>
        </div>
    );
}

function Loading() {
    const [late, setLate] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setLate(true), 300); // most are there at once
        return () => clearTimeout(timer);
    }, []);
    return <div class="page page-narrow" aria-busy="true">{late && <p class="muted" role="status">Loading…</p>}</div>;
}

/** A page that throws takes nothing else with it. */
class Guard extends Component<{ children: ComponentChildren }, { broken: boolean }> {
    state = { broken: false };

    static getDerivedStateFromError() {
        return { broken: true };
    }

    componentDidCatch(error: unknown) {
        console.error(error);
    }

    render() {
        return this.state.broken ? <Lost shown /> : this.props.children;
    }
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
    // the operator's figures go on from section to section
    if (Page) return <Guard key={name === 'operator' ? name : `${name}/${id}`}><Page id={id} /></Guard>;
    return lost ? <Lost /> : <Loading />;
}
