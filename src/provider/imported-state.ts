import type { Resource, Values } from '@slipway/declarations/declare';
import { newFingerprints } from '../plan/write-only.ts';
import { encodePrivateState } from './private-state.ts';

/** The state of an imported or moved object: its key only; the next read fills in the rest. */
export const importedState = (resource: Resource, known: Values): { state: Values; private: Uint8Array } => ({
  state: Object.fromEntries(
    Object.entries(resource.attributes).map(([name, { local, default: defaultValue }]) => [
      name,
      known[name] ?? (local && typeof defaultValue !== 'symbol' ? defaultValue : null) ?? null,
    ]),
  ),
  private: encodePrivateState({ ...newFingerprints(), imported: true }),
});
