/** Passkeys as the browser makes and uses them; the server gives the challenges and checks the answers. */
import { post } from '../api/client';
import type { Ceremony, Me } from '../api/types';
import { renewed } from './api';

/** Whether browsers make passkeys under this address: only for names, and where nobody can listen. */
export const passkeysWork = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
const written = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

interface Options {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string; type: 'public-key' }[];
}

function read(ceremony: Ceremony) {
  const options = ceremony.options as unknown as Options;
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.excludeCredentials && {
      excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
    }),
  };
}

function told(credential: PublicKeyCredential, response: Record<string, ArrayBuffer | null>) {
  const parts = Object.entries(response).map(([name, data]) => [name, data && written(data)]);
  return {
    id: credential.id,
    rawId: written(credential.rawId),
    type: credential.type,
    response: Object.fromEntries(parts) as Record<string, string | null>,
    clientExtensionResults: {},
  };
}

/** Makes a passkey on this device; null if its owner did not want to. */
export async function addPasskey(): Promise<Me | null> {
  const publicKey = read(await post<Ceremony>('/api/me/passkeys/begin', {}));
  const made = await asked(() =>
    navigator.credentials.create({ publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions }),
  );
  if (made === null) return null;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return post<Me>('/api/me/passkeys', { credential: told(made, { clientDataJSON, attestationObject }) });
}

/** Comes back with a passkey; null if its owner did not want to. */
export async function signIn(): Promise<Me | null> {
  const proof = await renewed();
  const publicKey = read(await post<Ceremony>('/api/me/sign-in/begin', { proof }));
  const used = await asked(() => navigator.credentials.get({ publicKey }));
  if (used === null) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    used.response as AuthenticatorAssertionResponse;
  const credential = told(used, { clientDataJSON, authenticatorData, signature, userHandle });
  return post<Me>('/api/me/sign-in', { credential, proof });
}

export const removePasskey = (passkey: string) => post<Me>('/api/me/passkeys/remove', { passkey });

/** What the browser's own dialog gives; whoever closes it wants nothing, and that is no mistake. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if ((error as DOMException).name === 'NotAllowedError') return null;
    throw error;
  }
}
