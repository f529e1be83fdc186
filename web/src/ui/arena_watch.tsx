// arena_watch.tsx -- a table of the arena, one hand behind: each hand comes when it is over and is played on the felt.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type ConnectionState, lookOn, noteCommit } from '../arena_connection';
import { emptyWatch, heard, playedOf, type Watch, type WatchedHand } from '../model/watch';
import { chips, plural } from '../model/text';
import { HandPlayer } from './replayer';
import { useName } from './title';

const LOOK_MS = 200, REST_MS = 1500;

/** The table as it was heard; programs are fast, so the page looks a few times in a second only. */
function useWatch(table: string): { watch: Watch; connection: ConnectionState } {
    const now = useRef(emptyWatch);
    const [watch, setWatch] = useState(emptyWatch);
    const [connection, setConnection] = useState<ConnectionState>('connecting');
    useEffect(() => {
        now.current = emptyWatch;
        let timer = 0;
        const look = () => {
            timer = 0;
            setWatch(now.current);
        };
        const end = lookOn(table, (frame) => {
            // A new match at this table has nothing to do with the one before.
            if (frame.type === 'welcome' && now.current.match !== frame.match_id) now.current = emptyWatch;
            now.current = heard(now.current, frame);
            if (frame.type === 'start_hand') noteCommit(now.current.match, frame.hand_id, frame.commit);
            timer ||= window.setTimeout(look, LOOK_MS);
        }, setConnection);
        return () => {
            end();
            clearTimeout(timer);
        };
    }, [table]);
    return { watch, connection };
}

/** The hand on the felt: the next one comes when it is played to its end, unless somebody has stopped to look. */
function useShown(newest: WatchedHand | undefined): { shown?: WatchedHand; follow: () => void; onRan: (ran: boolean) => void } {
    const [shown, setShown] = useState<WatchedHand | undefined>(undefined);
    const [ended, setEnded] = useState(false);
    useEffect(() => {
        if (!newest || newest === shown) return undefined;
        if (!shown) {
            setShown(newest);
            return undefined;
        }
        if (!ended) return undefined;
        const timer = setTimeout(() => {
            setEnded(false);
            setShown(newest);
        }, REST_MS);
        return () => clearTimeout(timer);
    }, [newest?.id === shown?.id, ended]);
    return {
        shown,
        follow: () => {
            setEnded(false);
            setShown(newest);
        },
        onRan: setEnded,
    };
}

const matchAddress = (watch: Watch): string => `#/arena/match/${encodeURIComponent(watch.match)}`;

function Around({ watch, connection, behind, onFollow }: { watch: Watch; connection: ConnectionState; behind: number; onFollow: () => void }) {
    return (
        <section class="panel arena-around" aria-label="The table">
            <p class="small" role="status">
                {watch.over ? 'The match is over.' : connection === 'open' ? 'You are looking on.'
                    : connection === 'closed' ? 'The table is closed.' : 'The line was lost. We come back in a moment …'}
            </p>
            <p class="small muted">{plural(watch.hands, 'hand')} heard{behind > 0 && !watch.over && `, ${chips(behind)} newer than this one`}.</p>
            {watch.over && <p><a class="button button-main" href={matchAddress(watch)}>Its hands, and verify the shuffle</a></p>}
            {behind > 0 && <p><button type="button" class="button" onClick={onFollow}>To the newest hand</button></p>}
            <p class="small muted">
                You see each hand when it is over, and only cards that were shown: so nobody can be helped. This browser notes the commitment of each
                hand, to compare it when the keys are told.
            </p>
        </section>
    );
}

function Waiting({ table, watch, connection }: { table: string; watch: Watch; connection: ConnectionState }) {
    const words = watch.refused ? `The server says: ${watch.refused}.`
        : watch.over ? 'The match of this table is over.'
        : connection === 'closed' ? 'The table is closed, or this server does not let everybody look on.'
        : connection === 'open' ? 'Waiting for the first hand to end: spectators are one hand behind, so that nobody can be helped.'
        : connection === 'lost' ? 'The server does not let us in: it cannot be reached, or has no room for more spectators. We try again and again …'
        : 'Connecting …';
    return (
        <div class="page page-narrow">
            <h1>Table {table}</h1>
            <p role="status">{words}</p>
            {watch.players.length > 0 && (
                <ul class="arena-teams">
                    {watch.players.map((player) => (
                        <li key={player.seat}><span class="arena-name">{player.team}</span><span class="number">{chips(player.stack)}</span></li>
                    ))}
                </ul>
            )}
            {watch.over && <p><a class="button button-main" href={matchAddress(watch)}>To the match</a></p>}
            <p><a class="button" href="#/arena">To the arena</a></p>
        </div>
    );
}

export function ArenaWatchPage({ table }: { table: string }) {
    const { watch, connection } = useWatch(table);
    useName(`Table ${table}`, 'The arena');
    const { shown, follow, onRan } = useShown(watch.last);
    const played = useMemo(() => (shown ? playedOf(shown) : null), [shown]);
    if (!shown || !played) return <Waiting table={table} watch={watch} connection={connection} />;
    const behind = (watch.last?.number ?? shown.number) - shown.number;
    return (
        <HandPlayer
            played={played} auto onRan={onRan}
            from={<><a href="#/arena">Arena</a> · hand {chips(shown.number)} · one hand behind</>}
            aside={<Around watch={watch} connection={connection} behind={behind} onFollow={follow} />}
        />
    );
}
