// guard.tsx -- what is shown in place of a page that cannot be: never nothing.  The connection to the server is not the page's: seats stay.
import { Component, type ComponentChildren } from 'preact';

interface LostProps {
    shown?: boolean;        // it was there, and went wrong
    home?: string;          // the way to the lobby; none in the lobby itself
}

/** A server that was replaced has no longer the parts that an open page knows, or answers in another way: its new page knows. */
export function Lost({ shown = false, home }: LostProps) {
    return (
        <div class="page page-narrow" role="alert">
            <h1>{shown ? 'This page went wrong' : 'This page could not be loaded'}</h1>
            <p class="muted">
                {shown ? 'Something on it could not be shown: the server may have a newer version of the pages.'
                    : 'The line is down, or the server has a newer version of the pages.'} Nothing is lost: seats and chips are kept.
            </p>
            <p class="row-buttons">
                <button type="button" class="button button-main" onClick={() => location.reload()}>Load again</button>
                {home && <a class="button" href={home}>To the lobby</a>}
            </p>
        </div>
    );
}

/** A page that throws takes nothing else with it.  Another page is another guard: give it a key. */
export class Guard extends Component<{ home?: string; children: ComponentChildren }, { broken: boolean }> {
    state = { broken: false };

    static getDerivedStateFromError() {
        return { broken: true };
    }

    componentDidCatch(error: unknown) {
        console.error(error);
    }

    render() {
        return this.state.broken ? <Lost shown home={this.props.home} /> : this.props.children;
    }
}
