// lab_rules.tsx -- a rulebook as elements: Markdown of the server becomes text nodes, and nothing else (W2).
import { lab } from '../api_lab';
import { markdown, type Block, type List, type Span } from '../model/markdown';
import { useLoaded, Waiting } from './loaded';

function RuleText({ spans }: { spans: readonly Span[] }) {
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
                <li key={i}><RuleText spans={spans} />{items && <Items list={items} />}</li>
            ))}
        </Kind>
    );
}

function BlockView({ block }: { block: Block }) {
    switch (block.kind) {
        // The name of the game is the page's own heading.
        case 'heading':
            if (block.level === 1) return null;
            return block.level === 2 ? <h3><RuleText spans={block.spans} /></h3> : <h4><RuleText spans={block.spans} /></h4>;
        case 'text': return <p><RuleText spans={block.spans} /></p>;
        case 'code': return <pre class="lab-code" tabIndex={0} role="region" aria-label="As it was played">{block.text}</pre>;
        case 'list': return <Items list={block} />;
        case 'table': return (
            <div class="lab-scroll" tabIndex={0} role="region" aria-label="Table">
                <table>
                    <tbody>
                        {block.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}><RuleText spans={cell} /></td>)}</tr>)}
                    </tbody>
                </table>
            </div>
        );
    }
}

const read = new Map<string, Block[]>();

async function fetchRules(archive: string, game: string): Promise<Block[]> {
    const key = `${archive}/${game}`;
    const blocks = read.get(key) ?? markdown(await lab.rules(archive, game));
    read.set(key, blocks);
    return blocks;
}

export function Rules({ archive, game }: { archive: string; game: string }) {
    const loaded = useLoaded(() => fetchRules(archive, game), `${archive}/${game}`);
    if (!loaded.value) return <Waiting of={loaded} says="The rules are being fetched …" />;
    return <div class="lab-rules">{loaded.value.map((block, i) => <BlockView key={i} block={block} />)}</div>;
}
