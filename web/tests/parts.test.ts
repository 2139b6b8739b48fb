// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { markdown } from '../src/parts/markdown';
import { qr } from '../src/parts/qr';
import { en } from '../src/texts/en';
import { pl } from '../src/texts/pl';
import { percent } from '../src/texts/plural';
import known from './qr.json';

describe('QR codes', () => {
  for (const { text, mask, rows } of known) {
    it(`are those of the standard: ${text.length} letters, mask ${mask}`, () => {
      const made = qr(text, mask).map((row) => row.map((on) => (on ? '1' : '0')).join(''));
      expect(made).toEqual(rows);
    });
  }

  it('choose a mask by themselves, and refuse what is too long', () => {
    const best = qr('https://play.example/t/6zWIRAN_j3DM2JcVMOGnYw');
    expect(best.length).toBe(29 + 4);
    expect(() => qr('x'.repeat(300))).toThrow(RangeError);
  });
});

/** A rulebook as a whole. */
const rendered = (text: string) => {
  const { blocks, headings } = markdown(text);
  return { html: blocks.join('\n'), headings };
};

describe('rulebooks', () => {
  it('are headings, paragraphs, lists and tables, with numbers of rules', () => {
    const { html, headings } = rendered('# Blef\n\nZwykły **tekst**\ni *dalej*. [BL-01, R6]\n\n## Co jest\n\n- raz\n  dwa\n- trzy\n  - cztery\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(headings).toEqual([{ level: 1, text: 'Blef', id: 'blef' }, { level: 2, text: 'Co jest', id: 'co-jest' }]);
    expect(html).toContain('<p>Zwykły <b>tekst</b> i <em>dalej</em>. <span class="rids"><a class="rid" id="BL-01" href="#BL-01">BL-01</a> <a class="rid" id="R6" href="#R6">R6</a></span></p>');
    expect(html.replace(/\s+/g, ' ')).toContain('<ul><li>raz dwa</li><li>trzy <ul><li>cztery</li></ul></li></ul>');
    expect(html).toContain('<tr><th>a</th><th>b</th></tr>');
  });

  it('give a rule one address, where it is marked first', () => {
    const { html } = rendered('Raz. [R6]\n\nDwa. [R7, R6]\n');
    expect(html.match(/id="R6"/g)).toHaveLength(1);
    expect(html.match(/href="#R6"/g)).toHaveLength(2);
    expect(rendered('Znowu. [R6]').html).toContain('id="R6"');
  });

  it('cannot bring in HTML', () => {
    expect(rendered('# <img src=x onerror=alert(1)>\n\n`<b>` <script>').html).not.toMatch(/<(img|script|b>)/);
    expect(rendered('[x](javascript:alert(1))').html).not.toContain('href');
  });
});

describe('texts', () => {
  const same = (a: object, b: object, path = ''): string[] =>
    Object.entries(a).flatMap(([key, value]) => {
      const other = (b as Record<string, unknown>)[key];
      if (typeof value !== typeof other) return [`${path}${key}`];
      return typeof value === 'object' && !Array.isArray(value) ? same(value as object, other as object, `${path}${key}.`) : [];
    });

  it('are the same in both languages', () => {
    expect(same(en, pl)).toEqual([]);
    expect(same(pl, en)).toEqual([]);
    expect(pl.names.length).toBe(en.names.length);
  });

  it('need no format of numbers before the page is there, which costs a phone 80 ms', async () => {
    const made = vi.spyOn(Intl, 'NumberFormat');
    vi.resetModules();
    const { en } = await import('../src/texts/en');
    const { pl } = await import('../src/texts/pl');
    expect([en.freeSeats(3), pl.freeSeats(22)]).toEqual(['3 free seats', '22 wolne miejsca']);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it('write shares alike, as both languages do', () => {
    const shares = [0, 0.004, 0.125, 0.5, 1];
    for (const language of ['en', 'pl']) expect(shares.map(percent)).toEqual(shares.map((share) => share.toLocaleString(language, { style: 'percent' })));
  });

  it('count as people do', () => {
    expect([1, 2, 5, 22].map(pl.freeSeats)).toEqual(['1 wolne miejsce', '2 wolne miejsca', '5 wolnych miejsc', '22 wolne miejsca']);
    expect([pl.people(2, 4), pl.people(2, 6), pl.people(1, 2), pl.people(2, 2), pl.people(5, 5)]).toEqual(['2–4 osoby', '2–6 osób', '1–2 osoby', '2 osoby', '5 osób']);
    expect([1, 3, 1200].map(en.freeSeats)).toEqual(['1 free seat', '3 free seats', '1,200 free seats']);
    expect([0, 1, 2, 5].map(pl.gathering)).toEqual(['Komplet przy stole', 'Czekamy jeszcze na 1 osobę', 'Czekamy jeszcze na 2 osoby', 'Czekamy jeszcze na 5 osób']);
  });
});
