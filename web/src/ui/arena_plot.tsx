// arena_plot.tsx -- standings: a table of teams, with a dot and a whisker for each on one scale.
import { plotOf, signedRate, type Mark, type Standing } from '../model/arena';
import { chips } from '../model/text';

const WIDE = 1000, MIDDLE = 12;

/** Lines keep their width however far the drawing is stretched; a dot is a line without length and with round ends. */
function Whisker({ mark, zero }: { mark: Mark; zero: number }) {
    const x = (at: number) => (20 + at * (WIDE - 40)).toFixed(1);
    const { at, from, to } = mark;
    return (
        <svg class="arena-whisker" viewBox={`0 0 ${WIDE} 24`} preserveAspectRatio="none" aria-hidden="true">
            <path class="arena-zero" d={`M${x(zero)} 0V24`} />
            {from !== null && to !== null && (
                <path class="arena-line" d={`M${x(from)} 7V17M${x(from)} ${MIDDLE}H${x(to)}M${x(to)} 7V17`} />
            )}
            <path class={from === null ? 'arena-dot arena-dot-few' : 'arena-dot'} d={`M${x(at)} ${MIDDLE}h0.01`} />
        </svg>
    );
}

const scaleEnd = (value: number): string => signedRate(value).replace('.0', '');

const between = ({ low, high }: Standing): string =>
    (low === null || high === null ? 'fewer than 100 hands' : `${signedRate(low)} to ${signedRate(high)}`);

export function Standings({ standings, caption }: { standings: readonly Standing[]; caption: string }) {
    const plot = plotOf(standings);
    const matches = standings.some((team) => team.matches > 0); // a tournament has none
    return (
        <div class="arena-scroll">
            <table class="arena-standings">
                <caption class="small muted">{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">Team</th>
                        <th scope="col" class="arena-axis" aria-label="Plot">
                            <span class="arena-scale number" aria-hidden="true">
                                <span>{scaleEnd(plot.low)}</span><span>0</span><span>{scaleEnd(plot.high)}</span>
                            </span>
                        </th>
                        <th scope="col" class="arena-right">bb/100</th>
                        <th scope="col" class="arena-right arena-wide">95 %</th>
                        <th scope="col" class="arena-right arena-wide">Hands</th>
                        {matches && <th scope="col" class="arena-right arena-wide">Won</th>}
                    </tr>
                </thead>
                <tbody>
                    {standings.map((team, i) => (
                        <tr key={team.team}>
                            <th scope="row">
                                <span class="arena-name">{team.team}</span>
                                <span class="arena-narrow small muted">{between(team)}</span>
                            </th>
                            <td class="arena-plot"><Whisker mark={plot.marks[i]!} zero={plot.zero} /></td>
                            <td class="arena-right number">{signedRate(team.mean)}</td>
                            <td class="arena-right number arena-wide">{between(team)}</td>
                            <td class="arena-right number arena-wide">{chips(team.hands)}</td>
                            {matches && <td class="arena-right number arena-wide">{team.wins} of {team.matches}</td>}
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}
