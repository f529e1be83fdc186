// operator_books.tsx -- the ledger check: proves that every chip is accounted for, while the server runs.
import { useState } from 'preact/hooks';
import { admin } from '../api_operator';
import type { Books } from '../model/operator';
import { chips } from '../model/text';
import { FigureList, refusedText, Section, useLoaded, Waiting } from './operator_parts';

function Proofs({ books }: { books: Books }) {
    return (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Proofs">
            <table class="ledger">
                <thead>
                    <tr>
                        <th scope="col">What was proved</th><th scope="col" class="ledger-amount">Looked at</th>
                        <th scope="col" class="ledger-amount">Wrong</th>
                    </tr>
                </thead>
                <tbody>
                    {books.proofs.map((proof) => (
                        <tr key={proof.what}>
                            <td>{proof.what}{proof.first && <span class="field-error"> first: {proof.first}</span>}</td>
                            <td class="number ledger-amount">{chips(proof.looked_at)}</td>
                            <td class={proof.wrong ? 'number ledger-amount danger' : 'number ledger-amount'}>{chips(proof.wrong)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

/** `books` is the last check, which the status of the page knows too. */
export function BooksSection({ books, onBooks }: { books: Books | undefined; onBooks: (books: Books) => void }) {
    const [busy, setBusy] = useState(false);
    const [failed, setFailed] = useState('');
    const house = useLoaded(admin.house, 'house');
    const totals = house.value?.totals;
    const check = () => {
        if (busy) return;
        setBusy(true);
        setFailed('');
        admin.check().then(onBooks, (error: unknown) => setFailed(refusedText(error))).finally(() => setBusy(false));
    };
    return (
        <Section
            title="Ledger check"
            says={'Reads every transaction and every account, and proves that no chip was made or lost. It takes a while with large books; '
                + 'everybody plays on.'}
        >
            <p>
                <button type="button" class="button button-main" aria-disabled={busy} onClick={check}>
                    {busy ? 'Proving …' : 'Prove the books now'}
                </button>
            </p>
            <div role="status">
                {failed && <p class="notice notice-bad">{failed}</p>}
                {books && (
                    <p class={books.good ? 'notice op-notice-good' : 'notice notice-bad'}>
                        <strong>{books.good ? 'The books are right.' : 'The books are wrong.'}</strong>{' '}
                        {books.good ? 'Every proof holds.' : 'Stop the server, make a backup, and look at the first that is wrong.'}
                    </p>
                )}
            </div>
            {books && <Proofs books={books} />}
            {house.failed && <Waiting of={house} />}
            {totals && (
                <FigureList
                    of={[
                        ['Account of the house', chips(totals.account)], ['House players, bank', chips(totals.bank)],
                        ['House players, tables', chips(totals.seated)],
                    ]}
                />
            )}
        </Section>
    );
}
