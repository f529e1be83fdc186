// host_menu.tsx -- what the host of a private table can do, and the link that he gives to friends.
import { useState } from 'preact/hooks';
import { host, toast, type HostDeed } from '../actions';
import type { Table } from '../model/types';
import { useRoom } from '../store';
import { Confirm, Dialog } from './dialog';
import { useMenu } from './menu';
import { ChangeDialog } from './own_table';
import { ShareLink } from './share_link';

type Open = 'invite' | 'change' | 'kick' | 'allow' | 'hand_over' | 'close' | null;

function InviteDialog({ table, onClose }: { table: Table; onClose: () => void }) {
    const invite = useRoom((room) => room.invites[table.id]);
    const fresh = () => void host(table.id, 'new_key').then((good) => good && toast('good', 'The old link opens the table no more.'));
    return (
        <Dialog title="Invite friends" onClose={onClose}>
            {invite && (
                <ShareLink label="Link to this table" path={invite.link} title={table.row.title} note="Whoever has it can watch and sit down." />
            )}
            {invite?.password && (
                <ShareLink
                    label="Link that asks for the password" path={`/?table=${encodeURIComponent(table.id)}`} title={table.row.title}
                    note="For places where others read along. Tell your friends the password."
                />
            )}
            <button type="button" class="button" onClick={fresh}>Make a new link</button>
            <p class="muted small">If the old one has got around. Whoever is here stays.</p>
        </Dialog>
    );
}

/** One of those who are there: to send away, or to make the host. */
function PickDialog({ table, deed, onClose }: { table: Table; deed: 'kick' | 'hand_over'; onClose: () => void }) {
    const own = useRoom((room) => room.me?.name);
    const names = table.seats.flatMap((seat) => (seat?.name && seat.name !== own && seat.kind !== 'house' ? [seat.name] : []));
    const pick = (name: string) => void host(table.id, deed, name).then((good) => {
        if (!good) return;
        toast('good', deed === 'kick' ? `${name} stands up after this hand and cannot come back.` : `${name} is the host now.`);
        onClose();
    });
    return (
        <Dialog title={deed === 'kick' ? 'Send somebody away' : 'Hand the table over'} onClose={onClose}>
            <p>
                {deed === 'kick'
                    ? 'Whoever you choose stands up after this hand, with all chips, and cannot come back.'
                    : 'Whoever you choose is the host from now on, and you are a player like the others.'}
            </p>
            {names.length === 0 && <p class="muted">Nobody else sits here.</p>}
            {names.map((name) => <button key={name} type="button" class="button" onClick={() => pick(name)}>{name}</button>)}
        </Dialog>
    );
}

/** Somebody who was sent away, and may come back. */
function AllowDialog({ table, onClose }: { table: Table; onClose: () => void }) {
    const [name, setName] = useState('');
    const send = () => void host(table.id, 'allow', name.trim()).then((good) => {
        if (!good) return;
        toast('good', `${name.trim()} may come back.`);
        onClose();
    });
    return (
        <Dialog title="Let somebody back in" onClose={onClose}>
            <form class="form" onSubmit={(event) => { event.preventDefault(); send(); }}>
                <div class="field">
                    <label for="allow-name">Name of whoever you sent away</label>
                    <input
                        id="allow-name" class="input" required maxLength={64} autocomplete="off" value={name}
                        onInput={(event) => setName(event.currentTarget.value)}
                    />
                    <p class="field-note">They have to be in the room, with this page open.</p>
                </div>
                <div class="dialog-buttons">
                    <button type="button" class="button" onClick={onClose}>Cancel</button>
                    <button type="submit" class="button button-main">Let them in</button>
                </div>
            </form>
        </Dialog>
    );
}

export default function HostMenu({ table }: { table: Table }) {
    const { open, setOpen, box, button, escape, done } = useMenu();
    const [shown, setShown] = useState<Open>(null);
    const pick = (what: Open) => () => {
        done();
        setShown(what);
    };
    const run = (deed: HostDeed) => () => {
        done();
        void host(table.id, deed);
    };
    const close = () => setShown(null);
    return (
        <div class="menu host-menu" ref={box} onKeyDown={escape}>
            <button
                ref={button} type="button" class="button button-small" aria-expanded={open} aria-controls="host-menu"
                onClick={() => setOpen(!open)}
            >
                Host
            </button>
            {open && (
                <div class="menu-list" id="host-menu">
                    <button type="button" class="menu-item" onClick={pick('invite')}>Invite friends</button>
                    <button type="button" class="menu-item" onClick={run(table.row.paused ? 'resume' : 'pause')}>
                        {table.row.paused ? 'Go on' : 'Pause after this hand'}
                    </button>
                    <button type="button" class="menu-item" onClick={pick('change')}>Stakes and options</button>
                    <button type="button" class="menu-item" onClick={run('bomb')}>Next hand: a bomb pot</button>
                    <button type="button" class="menu-item" onClick={pick('kick')}>Send somebody away</button>
                    <button type="button" class="menu-item" onClick={pick('allow')}>Let somebody back in</button>
                    <button type="button" class="menu-item" onClick={pick('hand_over')}>Hand the table over</button>
                    <button type="button" class="menu-item danger" onClick={pick('close')}>Close the table</button>
                </div>
            )}
            {shown === 'invite' && <InviteDialog table={table} onClose={close} />}
            {shown === 'change' && <ChangeDialog table={table} onClose={close} />}
            {(shown === 'kick' || shown === 'hand_over') && <PickDialog table={table} deed={shown} onClose={close} />}
            {shown === 'allow' && <AllowDialog table={table} onClose={close} />}
            {shown === 'close' && (
                <Confirm
                    title="Close the table?" yes="Close it" danger onClose={close}
                    onYes={() => { close(); void host(table.id, 'close'); }}
                >
                    <p>Everybody stands up after this hand, with all chips. Then the table is gone.</p>
                </Confirm>
            )}
        </div>
    );
}
