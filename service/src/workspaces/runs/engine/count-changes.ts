import { isRecord } from '@slipway/declarations/record';
import type { ResourceCounts } from '../stored-parts.ts';

type JsonObject = { readonly [name: string]: unknown };
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a plan changes, from its JSON. A replacement is an addition and a destruction. */
export const countPlannedChanges = (plan: JsonObject): ResourceCounts => {
  const changes = listOf(plan['resource_changes']).flatMap((one) => (isRecord(one) && isRecord(one['change']) ? [one['change']] : []));
  const count = (action: string): number => changes.filter((change) => listOf(change['actions']).includes(action)).length;
  return {
    additions: count('create'),
    changes: count('update'),
    destructions: count('delete'),
    imports: changes.filter((change) => isRecord(change['importing'])).length,
  };
};

/** Counts what an apply completed, by the lines of its log, whole or broken off. */
export const createApplyCounter = (): { take(chunk: Buffer): void; counts(): ResourceCounts } => {
  const counts = { additions: 0, changes: 0, destructions: 0, imports: 0 };
  let rest = '';
  const words: readonly (readonly [RegExp, keyof ResourceCounts])[] = [
    [/: Creation complete after /, 'additions'],
    [/: Modifications complete after /, 'changes'],
    [/: Destruction complete after /, 'destructions'],
    [/: Import complete/, 'imports'],
  ];
  return {
    take: (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      // The words are near the beginning of a line, so longer lines can be truncated.
      rest = lines.pop()!.slice(0, 64 * 1024);
      for (const line of lines) {
        const found = words.find(([pattern]) => pattern.test(line));
        if (found) counts[found[1]] += 1;
      }
    },
    counts: () => ({ ...counts }),
  };
};
