// markdown.ts -- the Markdown of rulebooks as values: headings, paragraphs, lists with lists in them, bold and slanted words.
// What it does not know is plain text: nothing becomes a link, and nothing is HTML.

export type Span = string | { bold: string } | { slanted: string } | { code: string };
export interface Item { spans: Span[]; items?: List }
export interface List { ordered: boolean; items: Item[] }
export type Block =
    | { kind: 'heading'; level: number; spans: Span[] }
    | { kind: 'text'; spans: Span[] }
    | { kind: 'code'; text: string }
    | { kind: 'table'; rows: Span[][][] }
    | ({ kind: 'list' } & List);

const mark = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

/** Words of a line. */
export function spansOf(text: string): Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (const found of text.matchAll(mark)) {
        if (found.index > at) spans.push(text.slice(at, found.index));
        const [whole, bold, slanted, code] = found;
        if (bold !== undefined) spans.push({ bold });
        else if (slanted !== undefined) spans.push({ slanted });
        else if (code !== undefined) spans.push({ code });
        at = found.index + whole.length;
    }
    if (at < text.length) spans.push(text.slice(at));
    return spans;
}

const entry = /^( *)(?:([-*])|\d+[.)]) +(.*)$/;

/** Lines of a list: those that are further in belong to the entry above. */
function listOf(lines: readonly string[]): List {
    const first = entry.exec(lines[0] ?? '');
    const inset = first?.[1]?.length ?? 0;
    const items: { text: string; within: string[] }[] = [];
    for (const line of lines) {
        const found = entry.exec(line);
        const last = items[items.length - 1];
        if (found && (found[1] ?? '').length <= inset) items.push({ text: found[3] ?? '', within: [] });
        else if (last && (found || last.within.length > 0)) last.within.push(line);
        else if (last) last.text += ' ' + line.trim();
    }
    return {
        ordered: first?.[2] === undefined,
        items: items.map(({ text, within }) => ({ spans: spansOf(text), ...(within.length > 0 ? { items: listOf(within) } : {}) })),
    };
}

const cellsOf = (line: string): Span[][] => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => spansOf(cell.trim()));

function blockOf(lines: readonly string[]): Block[] {
    const [first = '', ...rest] = lines;
    const heading = /^(#{1,6}) +(.*)$/.exec(first);
    if (heading) {
        const block: Block = { kind: 'heading', level: (heading[1] ?? '').length, spans: spansOf(heading[2] ?? '') };
        return rest.length > 0 ? [block, ...blockOf(rest)] : [block];
    }
    if (first.startsWith('|')) {
        return [{ kind: 'table', rows: lines.filter((line) => !/^\|[-:| ]+$/.test(line.trim())).map(cellsOf) }];
    }
    const begins = lines.findIndex((line) => entry.test(line));
    if (begins < 0) return [{ kind: 'text', spans: spansOf(lines.map((line) => line.trim()).join(' ')) }];
    const list: Block = { kind: 'list', ...listOf(lines.slice(begins)) };
    return begins > 0 ? [...blockOf(lines.slice(0, begins)), list] : [list];
}

/** A rulebook. */
export function markdown(text: string): Block[] {
    const blocks: Block[] = [];
    let lines: string[] = [];
    let code: string[] | undefined;
    const close = () => {
        if (lines.length > 0) blocks.push(...blockOf(lines));
        lines = [];
    };
    for (const line of text.split(/\r?\n/)) {
        if (line.startsWith('```')) {
            if (code) blocks.push({ kind: 'code', text: code.join('\n') });
            else close();
            code = code ? undefined : [];
        } else if (code) {
            code.push(line);
        } else if (line.trim() === '') {
            close();
        } else {
            lines.push(line);
        }
    }
    if (code) blocks.push({ kind: 'code', text: code.join('\n') });
    close();
    return blocks;
}
