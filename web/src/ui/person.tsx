// person.tsx -- what one can do about somebody at the table: hear nothing of them, tell an operator, as the host send them away.
import { useState } from 'preact/hooks';
import { block, host, toast } from '../actions';
import { people } from '../api_people';
import type { Table } from '../model/types';
import { useRoom } from '../store';
import { Dialog } from './dialog';
import { FormError, useForm } from './field';

const MOST = 400; // bytes, PROTOCOL 14.9

function ReportForm({ name, table, onClose }: { name: string; table: Table; onClose: () => void }) {
    const [text, setText] = useState('');
    const { form, busy, wrong, submit } = useForm(async () => {
        await people.report({ handle: name, text: text.trim().replace(/\s+/g, ' '), table: table.id, hand: table.hand?.id });
        toast('good', 'Thank you. An operator will read it.');
        onClose();
    });
    return (
        <form ref={form} class="form" onSubmit={submit}>
            <div class="field">
                <label for="report-text">What happened?</label>
                <textarea
                    id="report-text" class="input report-text" required rows={4} maxLength={MOST} value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <p class="field-note">An operator reads it, with the name of this table and of the hand. {name} does not learn of it.</p>
            </div>
            <FormError wrong={wrong} fields={[]} />
            <button type="submit" class="button button-main" disabled={busy || text.trim() === ''}>Send the report</button>
        </form>
    );
}

export default function PersonDialog({ name, table, onClose }: { name: string; table: Table; onClose: () => void }) {
    const me = useRoom((room) => room.me);
    const [reports, setReports] = useState(false);
    const hush = async () => {
        if (await block(name, true)) toast('notice', `You do not hear ${name} any more.`);
        onClose();
    };
    const kick = async () => {
        if (await host(table.id, 'kick', name)) toast('good', `${name} stands up after this hand and cannot come back.`);
        onClose();
    };
    return (
        <Dialog title={name} onClose={onClose}>
            {!me && <p>Sign in to do something about somebody.</p>}
            {me && reports && <ReportForm name={name} table={table} onClose={onClose} />}
            {me && !reports && (
                <>
                    <button type="button" class="button" onClick={() => void hush()}>Do not hear {name}</button>
                    <button type="button" class="button" onClick={() => setReports(true)}>Report {name} to an operator</button>
                    {table.row.private && table.row.host === me.name && (
                        <button type="button" class="button button-bad" onClick={() => void kick()}>Send {name} away</button>
                    )}
                </>
            )}
        </Dialog>
    );
}
