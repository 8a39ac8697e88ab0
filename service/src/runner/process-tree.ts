import { readdirSync, readFileSync } from 'node:fs';

/** The parent of a process; undefined if it has ended. */
const readParent = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

/** The descendants of a process, in any namespace. */
export const listDescendants = (of: number): readonly number[] => {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc').map(Number)) {
    const parent = pid > 0 ? readParent(pid) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  for (let from = [of]; from.length > 0;) {
    from = from.flatMap((pid) => children.get(pid) ?? []);
    found.push(...from);
  }
  return found;
};
