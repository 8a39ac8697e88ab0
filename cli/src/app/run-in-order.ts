import type { Stack } from 'slipway/engine/stacks';

/** By stack, those of `stacks` that it depends on, directly or through stacks that are not among them. */
export function findPredecessors(
  stacks: readonly Stack[],
  all: readonly Stack[],
  backwards = false,
): ReadonlyMap<string, ReadonlySet<string>> {
  const reach = (name: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const other of all.find((stack) => stack.name === name)?.dependsOn ?? []) if (!found.has(other)) reach(other, found.add(other));
    return found;
  };
  const needs = new Map(stacks.map(({ name }) => [name, reach(name)]));
  const waitsFor = (name: string, other: string) => (backwards ? needs.get(other) : needs.get(name))!.has(backwards ? name : other);
  return new Map(
    stacks.map(({ name }) => [
      name,
      new Set(stacks.filter((other) => other.name !== name && waitsFor(name, other.name)).map((other) => other.name)),
    ]),
  );
}

/** The results of stacks that were processed in order. */
export interface OrderedRun {
  readonly failures: readonly { readonly name: string; readonly error: unknown }[];
  /** Stacks that were not begun, because another one failed. */
  readonly skipped: readonly string[];
}

/**
 * Does `work` for each name after all of its predecessors, at most `concurrency` at once, otherwise in the order of the map. After a
 * failure no more are begun; running ones are finished.
 */
export async function runInOrder(
  predecessors: ReadonlyMap<string, ReadonlySet<string>>,
  concurrency: number,
  work: (name: string) => Promise<unknown>,
): Promise<OrderedRun> {
  const waiting = new Set(predecessors.keys());
  const done = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  const failures: { name: string; error: unknown }[] = [];
  const begin = (name: string) => {
    waiting.delete(name);
    underWay.set(
      name,
      work(name).then(
        () => void (underWay.delete(name), done.add(name)),
        (error: unknown) => void (underWay.delete(name), failures.push({ name, error })),
      ),
    );
  };
  for (;;) {
    if (failures.length === 0)
      for (const name of waiting)
        if (underWay.size < concurrency && [...predecessors.get(name)!].every((other) => done.has(other))) begin(name);
    if (underWay.size === 0) return { failures, skipped: [...waiting] };
    await Promise.race(underWay.values());
  }
}
