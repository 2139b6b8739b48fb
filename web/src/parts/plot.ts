// The arithmetic of plots.

export interface Ticks {
  low: number;
  high: number;
  at: number[];
}

/** A scale around some values, with two to five round numbers on it. */
export function ticks(values: readonly number[]): Ticks {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const rough = Math.max(most - least, 2) / 3;
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => one >= rough) ?? 200;
  const low = Math.floor((least - step / 4) / step) * step;
  const high = Math.max(low + step, Math.ceil((most + step / 4) / step) * step);
  return { low, high, at: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step) };
}

/** A scale no wider than its values, with the round numbers that lie on it. */
export function tight(values: readonly number[]): Ticks {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const { at } = ticks(values);
  const margin = Math.max(high - low, 1) * 0.03;
  return { low: low - margin, high: high + margin, at: at.filter((one) => one >= low - margin && one <= high + margin) };
}

/** The path of a line through values that stand side by side; a single one is a level. */
export function line(values: readonly number[], wide: number, y: (value: number) => number): string {
  const all = values.length === 1 ? [values[0] ?? 0, values[0] ?? 0] : values;
  return all.map((value, i) => `${i ? 'L' : 'M'}${((i / (all.length - 1)) * wide).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}
