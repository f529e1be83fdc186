// main.tsx -- starts the page: style, settings of this reader, the line, the first view.
import { options, render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/card.css';
import './style/felt.css';
import './style/table.css';
import './style/doors.css';
import './style/lobby.css';
import './style/account.css';
import './style/history.css';
import { connect, keepKey } from './actions';
import { App } from './ui/app';
import { startPrefs } from './ui/prefs';
import { facebookRefused } from './ui/sign_in';

/** Frames that come in a burst are one view, not one each.  A page that nobody looks at, where nothing is painted, is brought up
 *  to date by the clock: its title says whose turn it is. */
options.debounceRendering = (draw) => {
    let drawn = false;
    const once = () => {
        if (!drawn) draw();
        drawn = true;
    };
    requestAnimationFrame(once);
    setTimeout(once, 100);
};

/** `/?table=NAME&key=KEY`, the link of a private table, becomes the address of its page; the key stays out of the history. */
function takeInvitation(): void {
    const query = new URLSearchParams(location.search);
    const table = query.get('table');
    if (!table) return;
    keepKey(table, { key: query.get('key') ?? undefined });
    history.replaceState(null, '', location.pathname + '#/table/' + encodeURIComponent(table));
}

takeInvitation();
startPrefs();
facebookRefused();
connect();
const root = document.getElementById('app');
if (root) render(<App />, root);
