import { unescapePointerToken } from '../../json.ts';

const stepMatcher = (step: string): ((text: string) => boolean) => {
  if (!step.includes('*')) return (text) => text === unescapePointerToken(step);
  const source = step
    .split('*')
    .map((part) => unescapePointerToken(part).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const expression = new RegExp(`^${source}$`, 'su');
  return (text) => expression.test(text);
};

/** Whether a pointer fits a pattern: `*` is anything within one step, `**` any number of steps, none too; all else is itself. */
export const pointerMatcher = (pattern: string): ((pointer: string) => boolean) => {
  const steps = pattern === '' ? [] : pattern.replace(/^\//, '').split('/');
  const matchers = steps.map((step) => (step === '**' ? ('any' as const) : stepMatcher(step)));
  return (pointer) => {
    const names = pointer === '' ? [] : pointer.slice(1).split('/').map(unescapePointerToken);
    // Which of the pattern's steps may come next, after each of the pointer's.
    const open = (from: ReadonlySet<number>): Set<number> => {
      const all = new Set(from);
      for (const index of all) if (matchers[index] === 'any') all.add(index + 1);
      return all;
    };
    let places = open(new Set([0]));
    for (const name of names) {
      const next = new Set<number>();
      for (const index of places) {
        const matcher = matchers[index];
        if (matcher === 'any') next.add(index);
        else if (matcher?.(name)) next.add(index + 1);
      }
      places = open(next);
    }
    return places.has(matchers.length);
  };
};
