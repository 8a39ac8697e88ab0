import { isMainThread, resourceLimits } from 'node:worker_threads';
import type { CST } from 'yaml';

/** Default stack size of a thread, in kilobytes. */
const defaultStack = 984;
/** The composer's stack use per level, in kilobytes, and as much again in reserve. */
const stackPerLevel = 2.5;

/** This thread's stack size in kilobytes: as a worker was created, or from the command line of the main thread. */
function threadStack(): number {
  if (!isMainThread) return resourceLimits.stackSizeMb ? resourceLimits.stackSizeMb * 1024 : defaultStack;
  const [, given] = process.execArgv.map((flag) => /^--stack[-_]size=(\d+)$/.exec(flag)).findLast((match) => match !== null) ?? [];
  return given === undefined ? defaultStack : Number(given);
}

/**
 * How many levels the recursive composer may descend on this thread's stack. A limit is needed because a stack overflow during the
 * compilation of a regular expression ends the whole process.
 */
export const maxYamlDepth = (): number => Math.floor(threadStack() / stackPerLevel);

interface Collection {
  readonly offset: number;
  readonly items: readonly { readonly key?: CST.Token | null; readonly value?: CST.Token }[];
}

const collections = (tokens: readonly (CST.Token | null | undefined)[]): Collection[] =>
  tokens.filter((token) => token != null && 'items' in token) as readonly unknown[] as Collection[];

/** The location at which collections of a parsed document are nested deeper than `limit`; works without recursion. */
export function findTooDeep(document: CST.Document, limit: number): number | undefined {
  let level = collections([document.value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return level[0]!.offset;
    level = level.flatMap(({ items }) => collections(items.flatMap(({ key, value }) => [key, value])));
  }
  return undefined;
}
