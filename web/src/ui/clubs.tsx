// clubs.tsx -- the own clubs; joining one by its code, opening one.  With `id` somebody came by an invitation: the code is filled in.
import { useState } from 'preact/hooks';
import { toast } from '../actions';
import { people } from '../api_people';
import { type Club, clubText, codeIn } from '../model/clubs';
import { useRoom } from '../store';
import { beSomebody } from './enter';
import { Field, FormError, useForm } from './field';
import { useLoaded, Waiting } from './loaded';
import { go, replace } from './router';

export const clubAddress = (id: number): string => `#/club/${id}`;

function Join({ code: given }: { code: string }) {
    const [code, setCode] = useState(given);
    const { form, busy, wrong, submit } = useForm(async () => {
        if (!(await beSomebody())) return;
        const { club } = await people.join(codeIn(code));
        toast('good', 'Welcome to the club.');
        (given ? replace : go)(clubAddress(club));
    });
    return (
        <section class="panel" aria-labelledby="club-join">
            <h2 id="club-join">{given ? 'You are invited to a club' : 'Join a club'}</h2>
            <form ref={form} class="form" onSubmit={submit}>
                {given && <p>Members see each other’s names and find the tables of the club. You can leave whenever you like.</p>}
                <Field label="Invitation: code or link" name="code" value={code} onValue={setCode} wrong={wrong} maxLength={200} autocomplete="off" />
                <FormError wrong={wrong} fields={['code']} />
                <button type="submit" class="button button-main" disabled={busy}>Join the club</button>
            </form>
        </section>
    );
}

function Found() {
    const guest = useRoom((room) => room.me?.kind === 'guest' || room.me === undefined);
    const [name, setName] = useState('');
    const { form, busy, wrong, submit } = useForm(async () => {
        const { club } = await people.found(name.trim());
        go(clubAddress(club));
    });
    return (
        <section class="panel" aria-labelledby="club-found">
            <h2 id="club-found">Open a club</h2>
            {guest && (
                <p class="muted">
                    For this you need an account, so that the club is still yours tomorrow.
                    {' '}<a href="#/register">Choose a name and a password</a>.
                </p>
            )}
            {!guest && (
                <form ref={form} class="form" onSubmit={submit}>
                    <Field label="Name of the club" name="name" value={name} onValue={setName} wrong={wrong} maxLength={32} autocomplete="off" />
                    <FormError wrong={wrong} fields={['name']} />
                    <button type="submit" class="button" disabled={busy}>Open the club</button>
                </form>
            )}
        </section>
    );
}

function Own({ clubs }: { clubs: Club[] }) {
    if (clubs.length === 0) return <p class="muted">You are in no club yet.</p>;
    return (
        <ul class="club-list">
            {clubs.map((club) => (
                <li key={club.id}>
                    <a class="nav-card" href={clubAddress(club.id)}>
                        <strong>{club.name}</strong>
                        <span class="muted">{clubText(club)}</span>
                    </a>
                </li>
            ))}
        </ul>
    );
}

export default function ClubsPage({ id }: { id?: string }) {
    const me = useRoom((room) => room.me?.id);
    const loaded = useLoaded(async () => (me === undefined ? [] : people.clubs()), me ?? 'nobody');
    return (
        <div class="page clubs">
            <header class="page-head">
                <h1>Clubs</h1>
                <p class="muted">People who know each other, their own tables and their own leaderboard. Nobody else finds them.</p>
            </header>
            {id && <Join code={id} />}
            <section class="tournament-shelf" aria-labelledby="club-own">
                <h2 id="club-own">Your clubs</h2>
                <Waiting of={loaded} />
                {loaded.value && <Own clubs={loaded.value} />}
            </section>
            <div class="club-parts">
                {!id && <Join code="" />}
                <Found />
            </div>
        </div>
    );
}
