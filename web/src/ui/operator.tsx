// operator.tsx -- the operator's page: whether all is well, and a section for each thing to look after.  Whoever is no operator is told
// how one becomes one; nothing is asked for then, and the server would answer nothing (PROTOCOL 14.7).
import { useEffect, useState } from 'preact/hooks';
import { toast } from '../actions';
import { admin } from '../api_operator';
import { brief, troublesOf, verdict, type Books, type Known, type Trouble } from '../model/operator';
import { useRoom } from '../store';
import { CopyLines } from './copy';
import { Field, FormError, useForm } from './field';
import { Audit } from './operator_audit';
import { BooksSection } from './operator_books';
import { OneTournamentPage, Tournaments } from './operator_tournaments';
import { HouseSection } from './operator_house';
import { Plots, useTrack, type Watched } from './operator_metrics';
import { FigureList, refusedText, Section, useLoaded } from './operator_parts';
import { Clubs, FairPlay, OneClubPage } from './operator_people';
import { Tables } from './operator_tables';
import { UserPage, Users } from './operator_users';
import type { PageProps } from './pages';
import { useName } from './title';

// ---- whoever is none

function Stranger({ name }: { name?: string }) {
    return (
        <div class="page page-narrow op-stranger">
            <h1>Operator</h1>
            <p>This page is for whoever runs this server.{name ? ` You are signed in as ${name}, who is no operator.` : ''}</p>
            <div class="panel">
                <h2>How to come in</h2>
                <p class="small">On the machine of the server, once, make an operator:</p>
                <CopyLines label="To make an operator" text="felt admin users create boss --admin" />
                <p class="small">Then, each time, a link that signs in once. Open it in this browser within the hour:</p>
                <CopyLines label="To sign in" text="felt admin token issue boss --link" />
                <p class="small muted">An operator who has set a password can also <a href="#/signin">sign in</a> with it.</p>
            </div>
        </div>
    );
}

// ---- whether all is well

function TroubleLine({ trouble }: { trouble: Trouble }) {
    return (
        <li class={`op-trouble-${trouble.grade}`}>
            {trouble.text}{trouble.section && <> <a href={`#/operator/${trouble.section}`}>Look</a></>}
        </li>
    );
}

const signs = { good: '✓', look: '!', bad: '✕', unknown: '…' };

function Status({ known }: { known: Known }) {
    const { grade, text } = verdict(known);
    const troubles = troublesOf(known);
    return (
        <div class={`op-status op-status-${grade}`}>
            <span class="op-sign" aria-hidden="true">{signs[grade]}</span>
            <div>
                <p class="op-verdict" role="status">{text}</p>
                {troubles.length > 0 && <ul>{troubles.map((one) => <TroubleLine key={one.text} trouble={one} />)}</ul>}
            </div>
        </div>
    );
}

/** What the status wants besides the figures: reports that wait, and pairs. */
function useWorries(): { reports: number; more_reports: boolean; suspects: number; again: () => void } {
    const reports = useLoaded(() => admin.reports(true), 'open', 20000);
    const [suspects, setSuspects] = useState(0);
    useEffect(() => {
        // where no figures are kept there are no pairs: that is not wrong
        admin.pairs(7).then((pairs) => setSuspects(pairs.filter((pair) => pair.suspect).length)).catch(refusedText);
    }, []);
    return { reports: reports.value?.rows.length ?? 0, more_reports: reports.value?.next !== undefined, suspects, again: reports.again };
}

// ---- the first section

function Notice() {
    const [text, setText] = useState('');
    const { form, busy, wrong, submit } = useForm(async () => {
        await admin.notice(text.trim());
        setText('');
        toast('good', 'Everybody in the room was told.');
    });
    return (
        <Section title="Tell everybody" says="One line for everybody who is here now: people in the lobby, at tables, and bots.">
            <form class="form" ref={form} onSubmit={submit}>
                <FormError wrong={wrong} fields={['text']} />
                <Field
                    label="Notice" name="text" value={text} onValue={setText} wrong={wrong} maxLength={150} autocomplete="off"
                    note="For example: We stop at six for an hour."
                />
                <button class="button" disabled={busy || text.trim() === ''}>Tell everybody</button>
            </form>
        </Section>
    );
}

function Overview({ watched }: { watched: Watched }) {
    const now = watched.track.readings[watched.track.readings.length - 1];
    return (
        <>
            <Section title="Right now">
                {now && (
                    <FigureList
                        of={[
                            ['Tables', brief(now.tables)], ['Hands under way', brief(now.in_hand)], ['People at tables', brief(now.people)],
                            ['Connections, the house’s too', brief(now.connections)],
                        ]}
                    />
                )}
                {(!watched.unreachable || now) && <Plots track={watched.track} />}
            </Section>
            <Notice />
        </>
    );
}

// ---- the page

const sections: readonly [name: string, title: string][] = [
    ['', 'Overview'], ['tables', 'Tables'], ['house', 'House'], ['users', 'Users'], ['books', 'Ledger'], ['tournaments', 'Tournaments'],
    ['clubs', 'Clubs'], ['fair', 'Fair play'], ['audit', 'Audit'],
];

function Part({ name, of, watched, books, onBooks, onReports }: {
    name: string; of: number; watched: Watched; books: Books | undefined; onBooks: (books: Books) => void; onReports: () => void;
}) {
    switch (name) {
        case 'tables': return <Tables />;
        case 'house': return <HouseSection />;
        case 'users': return of ? <UserPage key={of} id={of} /> : <Users />;
        case 'books': return <BooksSection books={books} onBooks={onBooks} />;
        case 'tournaments': return of ? <OneTournamentPage key={of} number={of} /> : <Tournaments />;
        case 'clubs': return of ? <OneClubPage key={of} id={of} /> : <Clubs />;
        case 'fair': return <FairPlay onChange={onReports} />;
        case 'audit': return <Audit />;
        default: return <Overview watched={watched} />;
    }
}

function Inside({ id }: { id: string }) {
    const watched = useTrack();
    const worries = useWorries();
    const [books, setBooks] = useState<Books>();
    const [name = '', number = ''] = id.split('/');
    const of = /^[1-9]\d{0,14}$/.test(number) ? Number(number) : 0;
    // one user, one tournament or one club says its name itself
    useName(of ? undefined : sections.find(([one]) => one === name && one !== '')?.[1], 'Operator');
    const known: Known = { track: watched.track, unreachable: watched.unreachable || undefined, books, ...worries };
    return (
        <div class="page op">
            <h1>Operator</h1>
            <Status known={known} />
            <nav class="op-nav" aria-label="Sections">
                {sections.map(([one, title]) => (
                    <a key={one} class="op-tab" href={one ? `#/operator/${one}` : '#/operator'} aria-current={one === name ? 'page' : undefined}>
                        {title}
                    </a>
                ))}
            </nav>
            <Part name={name} of={of} watched={watched} books={books} onBooks={setBooks} onReports={worries.again} />
        </div>
    );
}

export default function AdminPage({ id = '' }: PageProps) {
    const me = useRoom((room) => room.me);
    const known = useRoom((room) => room.status === 'online');
    if (me?.kind === 'admin') return <Inside key={me.id} id={id} />;
    if (!known && !me) {
        return <div class="page page-narrow"><h1>Operator</h1><p class="muted"><span class="spinner" aria-hidden="true" /> Loading …</p></div>;
    }
    return <Stranger name={me?.name} />;
}
