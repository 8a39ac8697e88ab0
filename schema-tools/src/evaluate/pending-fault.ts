import type { InstanceLocation } from './instance-location.ts';

/** A failure with its message, which is located only when it is reported. */
export interface PendingFault {
  readonly at: InstanceLocation;
  readonly keyword: string;
  readonly message: string;
  readonly location: string;
}

const depthOf = (at: InstanceLocation | null): number => {
  let depth = 0;
  for (let place = at; place; place = place.parent) depth += 1;
  return depth;
};

/**
 * Keywords that do not indicate the intended branch: a failure of another one at the location itself means that another branch was
 * intended.
 */
const discriminatingKeywords = new Set(['type', 'const', 'enum']);

/** Smaller is nearer: branches of another kind last, then the one whose faults lie deepest, then the one with fewest. */
const branchDistance = (at: InstanceLocation, faults: readonly PendingFault[]): readonly number[] => {
  const depth = depthOf(at);
  const depths = faults.map((fault) => depthOf(fault.at) - depth);
  const other = faults.some(
    (fault, index) =>
      discriminatingKeywords.has(fault.keyword) && (depths[index] === 0 || (depths[index] === 1 && fault.keyword !== 'type')),
  );
  return [other ? 1 : 0, -Math.min(...depths), faults.length];
};

const isNearer = (a: readonly number[], b: readonly number[]): boolean => {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index !== -1 && a[index]! < b[index]!;
};

const isSameLocation = (a: InstanceLocation | null, b: InstanceLocation | null): boolean => {
  let [one, other] = [a, b];
  while (one && other && one !== other) {
    if (one.step !== other.step) return false;
    one = one.parent;
    other = other.parent;
  }
  return one === other;
};

/** When every branch expects something else of one place (a type, a discriminator's value): what they expect there, together. */
export const combineFaults = (
  branches: readonly (readonly PendingFault[])[],
): { readonly at: InstanceLocation; readonly message: string } | undefined => {
  const first = branches[0]?.[0];
  const alike =
    first !== undefined &&
    branches.every(
      ([only, ...more]) =>
        only !== undefined && more.length === 0 && discriminatingKeywords.has(only.keyword) && isSameLocation(only.at, first.at),
    );
  if (!alike) return undefined;
  const parts = branches.map(([only]) => only!.message.slice('expected '.length).split('; '));
  return {
    at: first.at,
    message: `expected ${[...new Set(parts.map(([expected]) => expected))].join(', or ')}${parts[0]![1] ? `; ${parts[0]![1]}` : ''}`,
  };
};

/** The index of the branch that was probably intended, if all branches failed. */
export const nearestBranch = (at: InstanceLocation, branches: readonly (readonly PendingFault[])[]): number => {
  const distances = branches.map((faults) => branchDistance(at, faults));
  return distances.reduce((best, one, index) => (isNearer(one, distances[best]!) ? index : best), 0);
};
