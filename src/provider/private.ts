import { noPrints, type Prints } from '../plan/write-only.ts';
import type { Private } from '../protocol/server.ts';

/** Private state is JSON: the salted prints of what is never stored. */
export const readPrivate = (bytes: Private): Prints => {
  if (bytes === undefined || bytes.length === 0) return noPrints();
  const { salt, prints, witnesses, imported } = JSON.parse(new TextDecoder().decode(bytes)) as Prints;
  return { salt, prints, witnesses, ...(imported ? { imported } : {}) };
};

export const writePrivate = (prints: Prints): Uint8Array => new TextEncoder().encode(JSON.stringify(prints));
