import type { StateMove } from '../declare/index.ts';

type StoredState = Readonly<Record<string, unknown>>;
/** By our attribute: theirs with the same meaning, or how it is derived from their state. */
type MovedNames = { readonly [ours: string]: string | ((state: StoredState) => unknown) };

/** Types of one public provider: its source address and what names an object of ours in their states. */
const movesFrom =
  (provider: RegExp) =>
  (type: string, names: MovedNames): StateMove => ({
    provider,
    type,
    move: (state) =>
      Object.fromEntries(
        Object.entries(names).map(([ours, theirs]) => [ours, (typeof theirs === 'string' ? state[theirs] : theirs(state)) ?? null]),
      ),
  });

/** From the public provider of HCP Terraform. Only identifying attributes are converted; the next read adds the others. */
export const moveFromTfe = movesFrom(/(^|\/)hashicorp\/tfe$/);
/** Moves from a resource of the public provider of CircleCI. */
export const moveFromCircleci = movesFrom(/(^|\/)circleci-public\/circleci$/i);
