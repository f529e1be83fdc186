// main.tsx -- starts the page: style, settings of this reader, the connection, the first view.
import { options, render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/card.css';
import './style/felt.css';
import './style/table.css';
import './style/nav.css';
import './style/lobby.css';
import './style/account.css';
import './style/history.css';
import './style/narc.css';
import './style/tournaments.css';
import './style/lab.css';
import './style/operator.css';
import './style/arena.css';
import { connect } from './actions';
import { App } from './ui/app';
import { Guard } from './ui/guard';
import { startPrefs } from './ui/prefs';
import { facebookRefused } from './ui/sign_in';
import { startNavigation } from './ui/follow_tournament';

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

startPrefs();
facebookRefused();
startNavigation();
connect();
const root = document.getElementById('app');
if (root) render(<Guard home="/"><App /></Guard>, root);
