// sounds.ts -- short sounds of the table, made by the browser itself: no file is loaded.  Off unless somebody wants
// them; it knows what has changed at a table, not why.
import { useEffect, useRef } from 'preact/hooks';
import type { Table } from '../model/types';
import { getPrefs } from './prefs';

type Sound = 'card' | 'chip' | 'turn' | 'win';

let context: AudioContext | undefined;

function tone(audio: AudioContext, frequency: number, at: number, length: number, loud: number,
    type: OscillatorType): void {
    const wave = audio.createOscillator();
    const level = audio.createGain();
    wave.type = type;
    wave.frequency.value = frequency;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(loud, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    wave.connect(level).connect(audio.destination);
    wave.start(at);
    wave.stop(at + length + 0.02);
}

/** A burst of noise through a filter: paper on cloth. */
function rustle(audio: AudioContext, at: number, length: number, loud: number): void {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const level = audio.createGain();
    source.buffer = buffer;
    filter.type = 'bandpass';
    filter.frequency.value = 3200;
    level.gain.value = loud;
    source.connect(filter).connect(level).connect(audio.destination);
    source.start(at);
}

export function play(sound: Sound): void {
    if (!getPrefs().sound || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    const now = context.currentTime;
    switch (sound) {
        case 'card':
            rustle(context, now, 0.07, 0.25);
            break;
        case 'chip':
            tone(context, 2100, now, 0.05, 0.05, 'triangle');
            tone(context, 2900, now + 0.045, 0.06, 0.04, 'triangle');
            break;
        case 'turn':
            tone(context, 660, now, 0.16, 0.09, 'sine');
            tone(context, 880, now + 0.13, 0.24, 0.09, 'sine');
            break;
        case 'win':
            for (let i = 0; i < 4; i++) tone(context, 1800 + i * 260, now + i * 0.05, 0.07, 0.04, 'triangle');
            break;
    }
}

const cardsOn = (table: Table): number =>
    (table.hand?.boards.reduce((sum, cards) => sum + cards.length, 0) ?? 0)
    + (table.hand?.seats.reduce((sum, seat) => sum + seat.cards.length, 0) ?? 0);

/** Sounds of what happens at the table that is looked at. */
export function useSounds(table: Table | undefined): void {
    const before = useRef<Table | undefined>(undefined);
    useEffect(() => {
        const was = before.current;
        before.current = table;
        if (!table || !was || was.id !== table.id || was.gap || table.gap) return;
        const own = table.mine?.seat;
        const won = (one: Table) => one.hand?.seats.find((seat) => seat.seat === own)?.won ?? 0;
        if (table.asked && table.asked.req_id !== was.asked?.req_id) play('turn');
        else if (won(table) > won(was) && table.hand?.id === was.hand?.id) play('win');
        else if (cardsOn(table) > (table.hand?.id === was.hand?.id ? cardsOn(was) : 0)) play('card');
        else if (table.hand && was.hand && table.hand.pot > was.hand.pot) play('chip');
    }, [table]);
}
