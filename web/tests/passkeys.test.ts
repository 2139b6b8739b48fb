// Where pass keys can be offered.

import { afterEach, expect, test, vi } from 'vitest';
import { hindered } from '../src/app/passkeys';

afterEach(() => vi.unstubAllGlobals());

test('pass keys are not offered at an IP address, for browsers take none as the name that a key belongs to', () => {
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => null });
  for (const host of ['127.0.0.1', '10.0.0.7', '[::1]', '[2001:db8::7]']) expect(hindered(host)).toBe('address');
  for (const host of ['localhost', 'play.example', '7.example', 'xn--karty-9ib.pl']) expect(hindered(host)).toBe('');
});

test('pass keys are not offered by a browser that knows none', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(hindered('play.example')).toBe('browser');
});
