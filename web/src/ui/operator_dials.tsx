// operator_dials.tsx -- the dialog in which a house player's manners are changed: a persona, its dials, or a text.
import { useState } from 'preact/hooks';
import { toast } from '../actions';
import { admin } from '../api_operator';
import { dials, neutral, personas, readManner, simple, writeManner, type Dial, type Manner } from '../model/dials';
import { Dialog } from './dialog';
import { Field, FormError, useForm } from './field';
import { refusedText, Select } from './operator_parts';

const USUAL = 'usual';
const OTHER = 'other';

function Slider({ dial, value, onValue }: { dial: Dial; value: number; onValue: (value: number) => void }) {
    return (
        <div class="op-dial">
            <label for={`dial-${dial.name}`}>{dial.title}</label>
            <output class="number" for={`dial-${dial.name}`}>{Math.round(value * 1000) / 1000}</output>
            <input
                id={`dial-${dial.name}`} name={dial.name} type="range" min={dial.least} max={dial.most} step={dial.step} value={value}
                aria-describedby={`dial-${dial.name}-says`} onInput={(event) => onValue(Number(event.currentTarget.value))}
            />
            <p class="field-note" id={`dial-${dial.name}-says`}>{dial.says}</p>
        </div>
    );
}

/** Which row of the list a text is. */
function choiceOf(text: string, manner: Manner | null): string {
    if (text === '') return USUAL;
    if (manner) return 'house:' + manner.persona;
    return simple.some((one) => one.text === text) ? text : OTHER;
}

const options = [
    ...personas.map((one) => ({ value: 'house:' + one.name, title: one.title })),
    ...simple.map((one) => ({ value: one.text, title: one.text })),
    { value: USUAL, title: 'The usual one again' },
    { value: OTHER, title: 'Written by hand' },
];

const saysOf = (choice: string): string =>
    [...personas.map((one) => ({ value: 'house:' + one.name, says: one.says })), ...simple.map((one) => ({ value: one.text, says: one.says }))]
        .find((one) => one.value === choice)?.says ?? '';

interface Props { who: string; title: string; persona: string; onClose: () => void; onDone: () => void }

export function DialsDialog({ who, title, persona, onClose, onDone }: Props) {
    const [choice, setChoice] = useState(() => choiceOf(persona, readManner(persona)));
    const [manner, setManner] = useState<Manner>(() => readManner(persona) ?? { persona: '', dials: neutral });
    const [typed, setTyped] = useState(persona);
    const text = choice === USUAL ? '' : choice === OTHER ? typed.trim() : choice.startsWith('house:') ? writeManner(manner) : choice;
    const { form, busy, wrong, submit } = useForm(async () => {
        try {
            await admin.dials(who, text);
        } catch (error) {
            refusedText(error);
            throw error;
        }
        onClose();
        toast('good', `${title} plays like this from the next hand on.`);
        onDone();
    });
    const choose = (value: string) => {
        setChoice(value);
        const chosen = value.startsWith('house:') ? personas.find((one) => 'house:' + one.name === value) : undefined;
        if (chosen) setManner({ persona: chosen.name, dials: chosen.dials });
        if (value === OTHER) setTyped(text);
    };
    return (
        <Dialog title={`Dials of ${title}`} onClose={onClose}>
            <form class="form" ref={form} onSubmit={submit}>
                <p class="muted small">A change counts from the next hand on, at every table, and is kept when the server stops.</p>
                <FormError wrong={wrong} fields={choice === OTHER ? ['persona'] : []} />
                <Select label="Plays like" name="manner" value={choice} onValue={choose} options={options} note={saysOf(choice)} />
                {choice.startsWith('house:') && (
                    <fieldset class="op-dials">
                        <legend class="unseen">Dials</legend>
                        {dials.map((dial) => (
                            <Slider
                                key={dial.name} dial={dial} value={manner.dials[dial.name]}
                                onValue={(value) => setManner({ ...manner, dials: { ...manner.dials, [dial.name]: value } })}
                            />
                        ))}
                    </fieldset>
                )}
                {choice === OTHER && (
                    <Field
                        label="As felt match names players" name="persona" value={typed} onValue={setTyped} wrong={wrong} autocomplete="off"
                        note="For example house:rock,aggr=4 or zoo:tag"
                    />
                )}
                <p class="small muted">Written: <code>{text === '' ? '(the usual one)' : text}</code></p>
                <div class="dialog-buttons">
                    <button type="button" class="button" onClick={onClose}>Cancel</button>
                    <button class="button button-main" disabled={busy}>Play like this</button>
                </div>
            </form>
        </Dialog>
    );
}
