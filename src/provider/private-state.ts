import { newFingerprints, type Fingerprints } from '../plan/write-only.ts';
import type { PrivateState } from '../protocol/provider-server.ts';

/** Private state is JSON: salted fingerprints of values that are never stored. */
export const decodePrivateState = (bytes: PrivateState): Fingerprints => {
  if (bytes === undefined || bytes.length === 0) return newFingerprints();
  const { salt, prints: fingerprints, witnesses, imported } = JSON.parse(new TextDecoder().decode(bytes)) as Fingerprints;
  return { salt, prints: fingerprints, witnesses, ...(imported ? { imported } : {}) };
};

export const encodePrivateState = (fingerprints: Fingerprints): Uint8Array => new TextEncoder().encode(JSON.stringify(fingerprints));
