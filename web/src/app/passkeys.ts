// Pass keys: the ceremonies of the browser between two calls of the server.

import type { Api, User } from './api';

interface Ceremony<T> {
  options: T;
}

/** What keeps pass keys from working here, if anything: a key belongs to a name, and browsers take no IP address for one. */
export function hindered(host = location.hostname): 'address' | 'browser' | '' {
  if (/^[\d.]+$|^\[/.test(host)) return 'address';
  const known = typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
  return known ? '' : 'browser';
}

/** Makes a key for whoever is signed in, or a new account with it. */
export async function makeKey(api: Api, name: string, account?: { login: string; name?: string }): Promise<User> {
  const { options } = await api.post<Ceremony<PublicKeyCredentialCreationOptionsJSON>>('/api/passkeys/begin', account ?? {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return api.post<User>('/api/passkeys/finish', { credential: made.toJSON() as unknown, name, language: api.language });
}

export async function useKey(api: Api): Promise<User> {
  const { options } = await api.post<Ceremony<PublicKeyCredentialRequestOptionsJSON>>('/api/sessions/passkey/begin');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return api.post<User>('/api/sessions/passkey/finish', { credential: used.toJSON() as unknown });
}
