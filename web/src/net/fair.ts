// Fair deals in the browser: the same bytes as `engine/fairness.py`; docs/fairness.md tells what they prove. What is only
// needed after a match stands in `audit.ts`.

const ascii = new TextEncoder();

export function hex(data: ArrayBuffer | Uint8Array): string {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function unhex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export async function sha256(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', ascii.encode(text)));
}

export async function hmac(key: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', unhex(key), algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', imported, ascii.encode(text)));
}

export function head(purpose: string, table: string, deal: number): string {
  return `sprawdzam ${purpose} 1\ntable ${table}\ndeal ${deal}\n`;
}

export function commitment(table: string, deal: number, secret: string): Promise<string> {
  return sha256(`${head('commitment', table, deal)}secret ${secret}\n`);
}

export function seal(table: string, deal: number, seat: number, part: string): Promise<string> {
  return sha256(`${head('seal', table, deal)}seat ${seat}\npart ${part}\n`);
}

export function newPart(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What a player remembers of a deal from before it: only this can show later that nothing was exchanged. */
export interface Remembered {
  deal: number;
  commitment: string;
  seals: (string | null)[];
  seat: number;
  part: string;
}
