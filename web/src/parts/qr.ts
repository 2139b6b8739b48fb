// QR codes (ISO/IEC 18004) for short texts: bytes, error correction M, versions 1 to 10.

/** Of each version: words of correction in each block, then blocks and data words of both kinds of blocks. */
const BLOCKS: [number, number, number, number, number][] = [
  [10, 1, 16, 0, 0], [16, 1, 28, 0, 0], [26, 1, 44, 0, 0], [18, 2, 32, 0, 0], [24, 2, 43, 0, 0],
  [16, 4, 27, 0, 0], [18, 4, 31, 0, 0], [22, 2, 38, 2, 39], [22, 3, 36, 2, 37], [26, 4, 43, 1, 44],
];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const at = (list: ArrayLike<number>, i: number) => list[i] as number;
const times = (a: number, b: number) => (a && b ? at(EXP, at(LOG, a) + at(LOG, b)) : 0);

/** The words of correction for a block. */
function corrected(data: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((one, j) => (next[j + 1] = at(next, j + 1) ^ times(one, at(EXP, i))));
    divisor = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  data.forEach((_, i) => {
    const factor = at(rest, i);
    divisor.forEach((one, j) => (rest[i + j] = at(rest, i + j) ^ times(one, factor)));
  });
  return rest.slice(data.length);
}

function words(text: string): { version: number; words: number[] } {
  const bytes = [...new TextEncoder().encode(text)];
  const room = ([, n, a, m, b]: [number, number, number, number, number]) => n * a + m * b;
  const version = BLOCKS.findIndex((blocks, i) => bytes.length <= room(blocks) - (i < 9 ? 2 : 3)) + 1;
  const blocks = BLOCKS[version - 1];
  if (!blocks) throw new RangeError('too long for a QR code of ours');
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const capacity = room(blocks) * 8;
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = Array.from({ length: capacity / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
  const [correction, n, a, m, b] = blocks;
  const parts: number[][] = [];
  for (let i = 0, from = 0; i < n + m; i++) parts.push(data.slice(from, (from += i < n ? a : b)));
  const checks = parts.map((part) => corrected(part, correction));
  const mixed = (rows: number[][]) => Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => rows.flatMap((row) => (i < row.length ? [at(row, i)] : []))).flat();
  return { version, words: [...mixed(parts), ...mixed(checks)] };
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function remainder(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let i = 31; i >= bits; i--) if ((rest >>> i) & 1) rest ^= divisor << (i - bits);
  return rest;
}

/** Rows of dark and light squares, without the quiet zone; the mask is chosen unless it is given. */
export function qr(text: string, mask = -1): boolean[][] {
  const { version, words: data } = words(text);
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    const [row, known] = [dark[y], fixed[y]];
    if (!row || !known || x < 0 || x >= size) return;
    row[x] = on;
    known[x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = ALIGNED[version - 1] ?? [];
  const last = centres.length - 1;
  centres.forEach((cx, i) => {
    centres.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    });
  });
  if (version >= 7) {
    const bits = (version << 12) | remainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      set(far, near, !!((bits >> i) & 1));
      set(near, far, !!((bits >> i) & 1));
    }
  }
  const format = (kind: number) => {
    const bits = ((kind << 10) | remainder(kind, 0x537, 10)) ^ 0x5412;
    const bit = (i: number) => !!((bits >> i) & 1);
    for (let i = 0; i < 8; i++) set(8, i < 6 ? i : i + 1, bit(i));
    for (let i = 8; i < 15; i++) set(i === 8 ? 7 : 14 - i, 8, bit(i));
    for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
    set(8, size - 8, true);
  };
  format(0);
  let i = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]?.[x]) continue;
        (dark[y] as boolean[])[x] = !!(((data[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
        i++;
      }
    }
  }
  const masked = (kind: number): boolean[][] => {
    format(kind); // level M is 00
    return dark.map((row, y) => row.map((on, x) => (fixed[y]?.[x] ? on : on !== MASKS[kind]?.(x, y))));
  };
  if (mask >= 0) return masked(mask);
  return MASKS.map((_, kind) => masked(kind)).reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

function penalty(rows: boolean[][]): number {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x] as boolean))].map((line) => line.map((on) => (on ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/1{5,}|0{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (['10111010000', '00001011101'].includes(line.slice(i, i + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++) for (let x = 1; x < size; x++) if (rows[y]?.[x] === rows[y - 1]?.[x] && rows[y]?.[x] === rows[y]?.[x - 1] && rows[y]?.[x] === rows[y - 1]?.[x - 1]) sum += 3;
  const share = rows.flat().filter(Boolean).length / size / size;
  return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
}

/** The same as a path for SVG, one unit for each square. */
export function qrPath(rows: boolean[][]): string {
  return rows.map((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
}
