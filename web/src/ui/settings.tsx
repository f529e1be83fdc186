// settings.tsx -- the dialog for how this reader likes the page.
import { Dialog } from './dialog';
import { setPrefs, usePrefs, type Prefs } from './prefs';

interface ChoiceProps<T extends string> {
    name: string;
    label: string;
    value: T;
    options: [T, string][];
    onPick: (value: T) => void;
}

/** A few words of which one is chosen. */
export function Choice<T extends string>({ name, label, value, options, onPick }: ChoiceProps<T>) {
    return (
        <fieldset class="setting">
            <legend class="label">{label}</legend>
            <div class="choice">
                {options.map(([word, text]) => (
                    <label key={word}>
                        <input
                            type="radio" name={name} value={word} checked={word === value} onChange={() => onPick(word)}
                        />
                        {text}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

type Switches = 'sound' | 'motion' | 'bb_amounts' | 'narc_pass';

function Switch({ name, label, note, prefs }: { name: Switches; label: string; note: string; prefs: Prefs }) {
    return (
        <label class="setting-switch">
            <strong>{label}</strong>
            <input
                type="checkbox"
                role="switch"
                class="switch"
                checked={prefs[name]}
                onChange={(event) => setPrefs({ [name]: event.currentTarget.checked })}
            />
            <span class="field-note">{note}</span>
        </label>
    );
}

export function SettingsDialog({ onClose }: { onClose: () => void }) {
    const prefs = usePrefs();
    return (
        <Dialog title="Settings" onClose={onClose}>
            <Choice
                name="theme" label="Theme" value={prefs.theme} onPick={(theme) => setPrefs({ theme })}
                options={[['auto', 'As the system'], ['dark', 'Dark'], ['light', 'Light']]}
            />
            <Choice
                name="deck" label="Colours of the suits" value={prefs.deck} onPick={(deck) => setPrefs({ deck })}
                options={[['two', 'Two: ♠♣ ♥♦'], ['four', 'Four: ♠ ♥ ♦ ♣']]}
            />
            <Switch name="sound" label="Sounds" note="Cards, chips, and a knock when it is your turn" prefs={prefs} />
            <Switch name="motion" label="Motion" note="Cards and chips move for a moment" prefs={prefs} />
            <Switch name="bb_amounts" label="Amounts in big blinds" note="At tables 12.5 bb, not 25" prefs={prefs} />
            <Switch
                name="narc_pass" label="Pass trivial turns at Narc" prefs={prefs}
                note="When you can only check, it is checked for you"
            />
            <p class="field-note">Kept in this browser only.</p>
        </Dialog>
    );
}
