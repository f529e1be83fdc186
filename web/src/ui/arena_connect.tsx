// arena_connect.tsx -- "connect your bot": the command for each language, with this server's own address in it.
import { useId, useState } from 'preact/hooks';
import { botAddress, recipes, type Tongue } from '../model/arena';
import { CopyLines } from './copy';

const tongues: readonly Tongue[] = ['Python', 'JavaScript', 'C', 'felt bot', 'ACPC'];
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'; // none that is taken for another

function newCode(): string {
    return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => LETTERS[byte % LETTERS.length]).join('');
}

export function Connect({ practice }: { practice: boolean }) {
    const [tongue, setTongue] = useState<Tongue>('Python');
    const [team, setTeam] = useState('Alpha');
    const [table, setTable] = useState('');
    const [code] = useState(newCode);
    const id = useId();
    const address = botAddress(location.host, location.protocol === 'https:', practice ? '' : table.trim());
    const recipe = recipes(address, team.trim() || 'Alpha', code).find((one) => one.tongue === tongue)!;
    return (
        <section class="panel" aria-labelledby={`${id}h`}>
            <h2 id={`${id}h`}>Connect your bot</h2>
            <p>
                A bot is a program that connects to <code>{address}</code>, says which team it is, and answers each question with what it does.
                {practice
                    ? ' On this server each bot gets a table of its own, where it plays against the house.'
                    : ' The match begins when two teams are there.'}
            </p>
            <div class="arena-fields">
                <div class="field">
                    <label for={`${id}t`}>Name of your team</label>
                    <input id={`${id}t`} class="input" value={team} maxLength={64} onInput={(event) => setTeam(event.currentTarget.value)} />
                </div>
                {!practice && (
                    <div class="field">
                        <label for={`${id}n`}>Table, if not the usual one</label>
                        <input
                            id={`${id}n`} class="input" value={table} maxLength={32} placeholder="T-1"
                            onInput={(event) => setTable(event.currentTarget.value.replace(/[^A-Za-z0-9._-]/g, ''))}
                        />
                    </div>
                )}
            </div>
            <fieldset class="choice arena-tongues">
                <legend class="unseen">Language</legend>
                {tongues.map((one) => (
                    <label key={one}>
                        <input type="radio" name={`${id}l`} checked={tongue === one} onChange={() => setTongue(one)} />{one}
                    </label>
                ))}
            </fieldset>
            <CopyLines key={tongue} text={recipe.command} label={`Command for ${tongue}`} />
            <p class="small muted">
                {recipe.needs && <>It needs what <code>{recipe.needs}</code> brings. </>}
                {recipe.then} {recipe.file.startsWith('examples/') && <>The example is <code>{recipe.file}</code> in the sources of this server. </>}
                {recipe.file.startsWith('docs/') && <><code>{recipe.file}</code> tells more. </>}
                The code at the end is made for you: it keeps the seat yours if the line drops. All frames are in <code>docs/PROTOCOL.md</code>.
            </p>
        </section>
    );
}
