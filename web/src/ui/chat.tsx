// chat.tsx -- what people say at a table.  Text of others is a text node, never anything else (W2).  A name can be
// blocked, the whole table muted; the server keeps both for this user or connection, the page remembers what it asked for.
import { useState } from 'preact/hooks';
import { block, chat, mute, toast } from '../actions';
import type { Said } from '../model/types';
import { useRoom } from '../store';
import { useNewest } from './log';

const blocked = new Set<string>();
const muted = new Set<string>();

const clock = (at: number): string => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** A name; touching it asks whether to block its owner. */
function Name({ name, own }: { name: string; own: boolean }) {
    const [open, setOpen] = useState(false);
    const [off, setOff] = useState(blocked.has(name));
    if (own) return <strong class="chat-name">{name}</strong>;
    const toggle = async () => {
        setOpen(false);
        if (!(await block(name, !off))) return;
        if (off) blocked.delete(name);
        else blocked.add(name);
        setOff(!off);
        toast('notice', off ? `You hear ${name} again.` : `You do not hear ${name} any more.`);
    };
    return (
        <>
            <button type="button" class="chat-name" aria-expanded={open} onClick={() => setOpen(!open)}>{name}</button>
            {open && (
                <button type="button" class="button button-small chat-block" onClick={() => void toggle()}>
                    {off ? `Unblock ${name}` : `Block ${name}`}
                </button>
            )}
        </>
    );
}

function Lines({ lines, own }: { lines: Said[]; own: string | undefined }) {
    const box = useNewest<HTMLOListElement>(lines[lines.length - 1]);
    return (
        <ol class="chat-lines" ref={box} tabIndex={0} aria-label="Chat">
            {lines.map((line, i) => (
                <li class="chat-line" key={`${line.at}${line.name}${i}`}>
                    <span class="chat-time number muted">{clock(line.at)}</span>{' '}
                    <Name name={line.name} own={line.name === own} />{' '}
                    <span class="chat-text">{line.text}</span>
                </li>
            ))}
            {lines.length === 0 && <li class="chat-line muted">Nobody has said anything yet.</li>}
        </ol>
    );
}

export function Chat({ table, lines }: { table: string; lines: Said[] }) {
    const me = useRoom((room) => room.me);
    const [text, setText] = useState('');
    const [off, setOff] = useState(muted.has(table));
    const say = async () => {
        const line = text.trim();
        if (line === '') return;
        setText('');
        if (!(await chat(table, line))) setText((now) => now || line); // refused: it is not lost
    };
    const toggle = async () => {
        if (!(await mute(table, !off))) return;
        if (off) muted.delete(table);
        else muted.add(table);
        setOff(!off);
    };
    return (
        <div class="chat">
            <Lines lines={lines} own={me?.name} />
            {me ? (
                <form class="chat-form" onSubmit={(event) => { event.preventDefault(); void say(); }}>
                    <input
                        class="input" aria-label="Say something" placeholder={off ? 'Muted' : 'Say something'}
                        maxLength={200}
                        autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)}
                    />
                    <button type="submit" class="button" disabled={text.trim() === ''}>Send</button>
                    <button
                        type="button" class="icon-button" aria-pressed={off}
                        aria-label={off ? 'Hear this table again' : 'Mute this table'}
                        title={off ? 'Hear this table again' : 'Mute this table'} onClick={() => void toggle()}
                    >
                        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                            <path
                                d="M3 4h14v9H9l-4 3v-3H3z" fill="none" stroke="currentColor" stroke-width="1.6"
                                stroke-linejoin="round"
                            />
                            {off && <path d="M2 18L18 2" stroke="currentColor" stroke-width="1.8" />}
                        </svg>
                    </button>
                </form>
            ) : <p class="muted small">Sign in to talk.</p>}
        </div>
    );
}
