// strength.ts -- how hard a new password is to guess, roughly, while it is typed.  The server decides: it also knows the
// 10,000 commonest passwords and the user's names (src/accounts/password.c).  This is its estimate without those lists.

const STEPS = '1234567890 qwertyuiop asdfghjkl zxcvbnm';
const COPY_MIN = 3;

/** Powers of ten: what the server wants of 12 characters or more, and of 8 to 11. */
export const USUAL_GUESSES = 8;
export const SHORT_GUESSES = 12;
export const MOST_GUESSES = 16;

export type Strength = { value: number; word: 'too short' | 'weak' | 'fair' | 'strong' };

function kinds(letters: readonly string[]): number {
    const has = (pattern: RegExp) => letters.some((one) => pattern.test(one));
    return (has(/[0-9]/) ? 10 : 0) + (has(/[a-z]/) ? 26 : 0) + (has(/[A-Z]/) ? 26 : 0)
        + (has(/[^0-9A-Za-z\u0080-\u{10ffff}]/u) ? 33 : 0) + (has(/[\u0080-\u{10ffff}]/u) ? 100 : 0);
}

/** How many letters from `at` on stood there before, in the same order. */
function copied(letters: readonly string[], at: number): number {
    let longest = 0;
    for (let from = 0; from < at; from++) {
        let same = 0;
        while (at + same < letters.length && letters[from + same] === letters[at + same]) same++;
        longest = Math.max(longest, same);
    }
    return longest >= COPY_MIN ? longest : 0;
}

/** Beside the letter before it: in the alphabet, among the digits, on a keyboard. */
function isStep(before: string | undefined, now: string): boolean {
    if (before === undefined) return false;
    if (Math.abs((now.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1) return true;
    const place = STEPS.indexOf(now.toLowerCase()), other = before.toLowerCase();
    return place >= 0 && now !== ' ' && other !== ' ' && (STEPS[place - 1] === other || STEPS[place + 1] === other);
}

function guesses(letters: readonly string[]): number {
    const each = Math.log10(kinds(letters));
    let sum = 0;
    for (let at = 0; at < letters.length;) {
        const same = copied(letters, at);
        sum += same ? Math.log10(16) : isStep(letters[at - 1], letters[at] ?? '') ? Math.log10(2) : each;
        at += same || 1;
    }
    return sum;
}

export function strength(password: string): Strength {
    const letters = [...password];
    const value = Math.min(MOST_GUESSES, guesses(letters));
    if (letters.length < 8) return { value: Math.min(value, USUAL_GUESSES - 1), word: 'too short' };
    const wanted = letters.length < 12 ? SHORT_GUESSES : USUAL_GUESSES;
    if (value < wanted) return { value: Math.min(value, USUAL_GUESSES - 1), word: 'weak' };
    return { value, word: value < MOST_GUESSES ? 'fair' : 'strong' };
}
