/** Whether the results of concurrent clients can be explained by a sequence of operations. */

export interface Operation {
  /** Nanoseconds of one clock. */
  readonly began: bigint;
  /** An operation with an unknown outcome ends when it can no longer take effect. */
  readonly ended: bigint;
}
export interface Model<O extends Operation, S> {
  readonly initial: S;
  /** The states in which the operation, with the outcome that it had, may leave the object; none: it cannot have had that outcome. */
  step(state: S, operation: O): readonly S[];
}

/**
 * Looks for an order in which no operation comes before one that had ended when it began, and in which each has an outcome that the model
 * gives it. Undefined where there is one; otherwise the operations of the longest beginning, and those that could not follow it.
 */
export const findContradiction = <O extends Operation, S>(
  model: Model<O, S>,
  operations: readonly O[],
): { readonly told: readonly O[]; readonly stuck: readonly O[] } | undefined => {
  const all = operations.toSorted((one, other) => (one.began < other.began ? -1 : 1));
  const visited = new Set<string>();
  let longest: { readonly told: readonly O[]; readonly stuck: readonly O[] } = { told: [], stuck: all };
  const search = (rest: readonly O[], state: S, told: readonly O[]): boolean => {
    if (rest.length === 0) return true;
    const key = `${rest.map((operation) => all.indexOf(operation)).join(' ')} ${JSON.stringify(state)}`;
    if (visited.has(key)) return false;
    visited.add(key);
    const firstEnd = rest.reduce((least, { ended }) => (ended < least ? ended : least), rest[0]!.ended);
    const possible = rest.filter(({ began }) => began <= firstEnd);
    if (told.length >= longest.told.length) longest = { told, stuck: possible };
    return possible.some((operation) =>
      model.step(state, operation).some((next) =>
        search(
          rest.filter((other) => other !== operation),
          next,
          [...told, operation],
        ),
      ),
    );
  };
  return search(all, model.initial, []) ? undefined : longest;
};
