// main.tsx -- starts the page: style, settings of this reader, the line, the first view.
import { render } from 'preact';
import './style/tokens.css';
import './style/base.css';
import './style/card.css';
import './style/felt.css';
import './style/table.css';
import './style/lobby.css';
import './style/account.css';
import './style/history.css';
import { connect } from './actions';
import { App } from './ui/app';
import { startPrefs } from './ui/prefs';
import { facebookRefused } from './ui/sign_in';

startPrefs();
facebookRefused();
connect();
const root = document.getElementById('app');
if (root) render(<App />, root);
