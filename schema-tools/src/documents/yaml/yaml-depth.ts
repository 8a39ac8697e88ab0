import { isMainThread, resourceLimits } from 'node:worker_threads';
import type { CST } from 'yaml';

/** The stack of a thread where nothing else is said, in kilobytes. */
const defaultStack = 984;
/** What the composer takes for one level, in kilobytes, and as much again to spare. */
const stackPerLevel = 2.5;

/** This thread's stack in kilobytes: of a worker as it was made, of the main thread as the command line says. */
function threadStack(): number {
  if (!isMainThread) return resourceLimits.stackSizeMb ? resourceLimits.stackSizeMb * 1024 : defaultStack;
  const [, given] = process.execArgv.map((flag) => /^--stack[-_]size=(\d+)$/.exec(flag)).findLast((match) => match !== null) ?? [];
  return given === undefined ? defaultStack : Number(given);
}

/**
 * How many levels the composer may go down on this thread's stack: it descends by calls. It is not left to fail there, for a
 * regular expression that is compiled when the stack runs out ends the whole process.
 */
export const maxYamlDepth = (): number => Math.floor(threadStack() / stackPerLevel);

interface Collection {
  readonly offset: number;
  readonly items: readonly { readonly key?: CST.Token | null; readonly value?: CST.Token }[];
}

const collections = (tokens: readonly (CST.Token | null | undefined)[]): Collection[] =>
  tokens.filter((token) => token != null && 'items' in token) as readonly unknown[] as Collection[];

/** Where a parsed document has more than `limit` collections one in the other; without calls, however deep it is. */
export function findTooDeep(document: CST.Document, limit: number): number | undefined {
  let level = collections([document.value]);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return level[0]!.offset;
    level = level.flatMap(({ items }) => collections(items.flatMap(({ key, value }) => [key, value])));
  }
  return undefined;
}
