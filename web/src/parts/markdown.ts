// As much Markdown as the rulebooks use: headings, paragraphs, lists, tables, bold, italics, code, rule numbers, links.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

/** Rules that have their place in this rendering: one that is marked twice is found where it comes first. */
let placed = new Set<string>();

function anchor(rule: string): string {
  const id = placed.has(rule) ? '' : ` id="${rule}"`;
  placed.add(rule);
  return `<a class="rid"${id} href="#${rule}">${rule}</a>`;
}

function inline(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/(^|[^*\w])\*([^*\s][^*]*)\*/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\((#?[\w./#-]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\[((?:[A-Z]+-?\d+[a-z]?)(?:,\s*[A-Z]+-?\d+[a-z]?)*)\]/g, (_, ids: string) => `<span class="rids">${ids.split(/,\s*/).map(anchor).join(' ')}</span>`);
}

export interface Heading {
  level: number;
  text: string;
  id: string;
}

export interface Rendered {
  /** Headings, paragraphs, lists and tables, one after the other. */
  blocks: string[];
  headings: Heading[];
}

export function markdown(source: string): Rendered {
  const headings: Heading[] = [];
  placed = new Set();
  return { blocks: blocks(source.replace(/\r/g, '').split('\n'), headings), headings };
}

const ITEM = /^(\s*)(?:[-*]|(\d+)\.)\s+(.*)$/;

function blocks(lines: string[], headings: Heading[]): string[] {
  const made: string[] = [];
  let i = 0;
  const line = () => lines[i] ?? '';
  while (i < lines.length) {
    const heading = /^(#{1,4})\s+(.*)$/.exec(line());
    if (!line().trim()) i++;
    else if (heading) {
      const level = heading[1]?.length ?? 1;
      const text = heading[2] ?? '';
      headings.push({ level, text, id: slug(text) });
      made.push(`<h${level} id="${slug(text)}">${inline(text)}</h${level}>`);
      i++;
    } else if (line().startsWith('|')) {
      const rows: string[][] = [];
      for (; line().startsWith('|'); i++) rows.push(line().split('|').slice(1, -1).map((cell) => cell.trim()));
      const [head = [], , ...body] = rows;
      const row = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
      made.push(`<div class="wide" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`);
    } else if (line().startsWith('```')) {
      const code: string[] = [];
      for (i++; i < lines.length && !line().startsWith('```'); i++) code.push(line());
      i++;
      made.push(`<pre><code>${escaped(code.join('\n'))}</code></pre>`);
    } else if (line().startsWith('>')) {
      const quoted: string[] = [];
      for (; line().startsWith('>'); i++) quoted.push(line().replace(/^>\s?/, ''));
      made.push(`<blockquote>${blocks(quoted, []).join('\n')}</blockquote>`);
    } else if (ITEM.test(line())) {
      const first = ITEM.exec(line());
      const depth = first?.[1]?.length ?? 0;
      const tag = first?.[2] ? 'ol' : 'ul';
      const items: string[][] = [];
      for (; i < lines.length; i++) {
        const item = ITEM.exec(line());
        const indent = line().length - line().trimStart().length;
        if (item && indent === depth) items.push([item[3] ?? '']);
        else if (line().trim() ? indent > depth : ITEM.test(lines[i + 1] ?? '') || (lines[i + 1] ?? '').startsWith(' '.repeat(depth + 2))) items[items.length - 1]?.push(line().slice(Math.min(indent, depth + (tag === 'ol' ? 3 : 2))));
        else break;
      }
      made.push(`<${tag}>${items.map((item) => `<li>${item.length === 1 ? inline(item[0] ?? '') : tight(blocks(item, []).join('\n'))}</li>`).join('')}</${tag}>`);
    } else {
      const words: string[] = [];
      for (; line().trim() && !/^(#{1,4}\s|\||>|```)/.test(line()) && !(words.length && ITEM.test(line())); i++) words.push(line().trim());
      made.push(`<p>${inline(words.join(' '))}</p>`);
    }
  }
  return made;
}

/** An item of one paragraph needs no paragraph. */
function tight(html: string): string {
  return html.replace(/^<p>(.*?)<\/p>/s, '$1');
}
