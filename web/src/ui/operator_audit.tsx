// operator_audit.tsx -- which operator did what, to whom, and why; newest first.
import { useState } from 'preact/hooks';
import { admin } from '../api_operator';
import { deedText } from '../model/operator';
import { when } from './ledger';
import { Row, Section, usePages, userAddress, Waiting } from './operator_parts';

export function Audit() {
    const [typed, setTyped] = useState('');
    const [query, setQuery] = useState('');
    const { first, rows, more } = usePages((behind) => admin.audit(query, behind), query);
    const words = [...new Set((rows ?? []).flatMap((line) => [line.kind, line.actor, ...(line.action ? [line.action] : [])]))].sort();
    const submit = (event: Event) => {
        event.preventDefault();
        if (typed.trim() === query) first.again();
        setQuery(typed.trim());
    };
    return (
        <Section title="Audit log" says="Every change that an operator made, here or by felt admin. Nothing in it can be changed.">
            <form class="op-filter" onSubmit={submit} role="search">
                <div class="field">
                    <label for="op-audit">Only this kind, action or operator</label>
                    <input
                        id="op-audit" class="input" type="search" list="op-audit-words" maxLength={40} autocomplete="off" spellcheck={false}
                        value={typed} placeholder="credit, tables_close, operator:boss" onInput={(event) => setTyped(event.currentTarget.value)}
                    />
                    <datalist id="op-audit-words">{words.map((word) => <option key={word} value={word} />)}</datalist>
                </div>
                <button class="button">Show</button>
            </form>
            <Waiting of={first} />
            <ul class="op-list" aria-label="Audit log">
                {rows?.map((line) => (
                    <Row
                        key={line.id} title={<h3>{deedText(line)}</h3>}
                        facts={(
                            <>
                                {when(line.at)} · {line.actor}
                                {line.user !== undefined && <> · <a href={userAddress(line.user)}>{line.username || `no. ${line.user}`}</a></>}
                            </>
                        )}
                    >
                        {line.reason && <p class="op-quote">{line.reason}</p>}
                    </Row>
                ))}
            </ul>
            {rows?.length === 0 && (
                <p class="muted">{query ? 'There is nothing of that kind: a whole word is looked for.' : 'Nobody has changed anything.'}</p>
            )}
            {more && <button type="button" class="button" onClick={more}>Show older ones</button>}
        </Section>
    );
}
