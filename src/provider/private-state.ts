import { newFingerprints, type Fingerprints } from '../plan/write-only.ts';
import type { PrivateState } from '../protocol/provider-server.ts';

/** Private state is JSON. Fingerprints of former forms are dropped: they could be compared with guesses at the speed of a hash. */
export const decodePrivateState = (bytes: PrivateState): Fingerprints => {
  if (bytes === undefined || bytes.length === 0) return newFingerprints();
  const { prints, witnesses, imported, configured } = JSON.parse(new TextDecoder().decode(bytes)) as Fingerprints;
  const current = Object.entries(prints).filter(([, print]) => print.startsWith('scrypt$'));
  return { prints: Object.fromEntries(current), witnesses, ...(imported ? { imported } : {}), ...(configured ? { configured } : {}) };
};

export const encodePrivateState = (fingerprints: Fingerprints): Uint8Array => new TextEncoder().encode(JSON.stringify(fingerprints));
