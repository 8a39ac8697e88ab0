import type { StateMove } from '../../declare/index.ts';

/** The widely used provider for the hosted service; its objects are ours under other names. */
const tfeProvider = /(^|\/)hashicorp\/tfe$/;

/** A `moved` block from that provider's type: what names the object is taken over, and the next read fills in the rest. */
export const moveFromTfe = (type: string, names: { readonly [ours: string]: string }): StateMove => ({
  provider: tfeProvider,
  type,
  move: (state) => Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, state[theirs] ?? null])),
});
