// lab_strip.tsx -- above the felt where a game of the lab is tried: its rules, and at the end of a game how it was.
import { useState } from 'preact/hooks';
import { labAddress } from '../model/lab';
import type { Table } from '../model/types';
import type { LabTable } from './lab_tables';
import { RateGame } from './lab_stars';
import { Rules } from './lab_rules';

export default function LabStrip({ table, game }: { table: Table; game: LabTable }) {
    const [open, setOpen] = useState<'rules' | 'rate' | null>(null);
    const [closed, setClosed] = useState('');
    const rated = game.archive !== 'known';
    const over = table.hand?.over ? table.hand.id : undefined;
    const asks = rated && over !== undefined && closed !== over;
    const pick = (what: 'rules' | 'rate') => {
        if (over) setClosed(over);
        setOpen(open === what || (asks && what === 'rate') ? null : what);
    };
    const shown = asks && open === null ? 'rate' : open;
    return (
        <aside class="lab-strip panel" aria-label="A game of the lab">
            <div class="lab-strip-head">
                <p class="small">
                    <a href={labAddress(game.archive, game.game)}>{game.name}</a>, from the lab, for the score: no chips move.
                </p>
                <button type="button" class="button button-small" aria-expanded={shown === 'rules'} onClick={() => pick('rules')}>Rules</button>
                {rated && (
                    <button type="button" class="button button-small" aria-expanded={shown === 'rate'} onClick={() => pick('rate')}>
                        Rate this game
                    </button>
                )}
            </div>
            {shown === 'rules' && <div class="lab-strip-body"><Rules archive={game.archive} game={game.game} /></div>}
            {shown === 'rate' && <RateGame archive={game.archive} game={game.game} />}
        </aside>
    );
}
