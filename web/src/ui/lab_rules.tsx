// lab_rules.tsx -- a rulebook as elements: Markdown of the server becomes text nodes, and nothing else (W2).
import { useEffect, useState } from 'preact/hooks';
import { lab } from '../api_lab';
import { markdown, type Block, type List, type Span } from '../model/markdown';
import { words } from './enter';

function Words({ spans }: { spans: readonly Span[] }) {
    return (
        <>
            {spans.map((span, i) => {
                if (typeof span === 'string') return span;
                if ('bold' in span) return <strong key={i}>{span.bold}</strong>;
                return 'code' in span ? <code key={i}>{span.code}</code> : <em key={i}>{span.slanted}</em>;
            })}
        </>
    );
}

function Items({ list }: { list: List }) {
    const Kind = list.ordered ? 'ol' : 'ul';
    return (
        <Kind>
            {list.items.map(({ spans, items }, i) => (
                <li key={i}><Words spans={spans} />{items && <Items list={items} />}</li>
            ))}
        </Kind>
    );
}

function BlockView({ block }: { block: Block }) {
    switch (block.kind) {
        // The name of the game is the page's own heading.
        case 'heading': return block.level === 1 ? null : block.level === 2 ? <h3><Words spans={block.spans} /></h3> : <h4><Words spans={block.spans} /></h4>;
        case 'text': return <p><Words spans={block.spans} /></p>;
        case 'code': return <pre class="lab-code" tabIndex={0} aria-label="As it was played">{block.text}</pre>;
        case 'list': return <Items list={block} />;
        case 'table': return (
            <div class="lab-scroll">
                <table>
                    <tbody>
                        {block.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}><Words spans={cell} /></td>)}</tr>)}
                    </tbody>
                </table>
            </div>
        );
    }
}

const read = new Map<string, Block[]>();

export function Rules({ archive, game }: { archive: string; game: string }) {
    const key = `${archive}/${game}`;
    const [blocks, setBlocks] = useState(read.get(key));
    const [wrong, setWrong] = useState('');
    useEffect(() => {
        if (blocks) return undefined;
        let here = true;
        lab.rules(archive, game).then((text) => {
            read.set(key, markdown(text));
            if (here) setBlocks(read.get(key));
        }, (error: unknown) => here && setWrong(words(error)));
        return () => { here = false; };
    }, [key]);
    if (wrong) return <p class="notice-bad notice" role="alert">{wrong}</p>;
    if (!blocks) return <p class="muted" role="status">The rules are being fetched…</p>;
    return <div class="lab-rules">{blocks.map((block, i) => <BlockView key={i} block={block} />)}</div>;
}
