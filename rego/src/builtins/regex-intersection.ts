/** One character of a pattern: any, or one of these ranges; with `+` and `*` several of them. */
interface Step {
  /** Pairs of code points, from and to; undefined is any character. */
  readonly ranges: readonly (readonly [number, number])[] | undefined;
  readonly isOptional: boolean;
  readonly isRepeated: boolean;
}
type Ranges = Step['ranges'];

const codeOf = (character: string): number => character.codePointAt(0) as number;

/** Parses `[a-z_]` after its bracket; undefined if it is unclosed or empty. */
function readClass(characters: readonly string[], from: number): { ranges: Ranges; end: number } | undefined {
  const ranges: [number, number][] = [];
  let at = from;
  const next = (): string | undefined => (characters[at] === '\\' ? characters[++at] : characters[at]);
  for (; characters[at] !== ']'; at++) {
    const first = next();
    if (first === undefined) return undefined;
    let last: string | undefined = first;
    if (characters[at + 1] === '-' && characters[at + 2] !== ']') {
      at += 2;
      last = next();
    }
    if (last === undefined || codeOf(last) < codeOf(first)) return undefined;
    ranges.push([codeOf(first), codeOf(last)]);
  }
  return ranges.length > 0 ? { ranges, end: at } : undefined;
}

/** The steps of a pattern of characters, `.`, `[a-z]`, `+`, `*` and `\`. Undefined for one that is not valid. */
function readSteps(pattern: string): readonly Step[] | undefined {
  const characters = [...pattern];
  const steps: Step[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if ('+*'.includes(character)) return undefined;
    let ranges: Ranges;
    if (character === '[') {
      const found = readClass(characters, at + 1);
      if (!found) return undefined;
      ({ ranges, end: at } = found);
    } else if (character === '\\' && characters[++at] === undefined) return undefined;
    else if (character !== '.') ranges = [[codeOf(characters[at] as string), codeOf(characters[at] as string)]];
    const flag = characters[at + 1];
    if (flag === '+' || flag === '*') at++;
    steps.push({ ranges, isOptional: flag === '*', isRepeated: flag === '+' || flag === '*' });
  }
  return steps;
}

const overlap = (left: Ranges, right: Ranges): boolean =>
  !left || !right || left.some(([from, to]) => right.some(([start, end]) => from <= end && start <= to));
/** The steps that may take the next character when those before `at` are done; `length` of the steps is the end. */
const reachableFrom = (steps: readonly Step[], at: number): readonly number[] => {
  const places = [at];
  while (steps[places.at(-1) as number]?.isOptional) places.push((places.at(-1) as number) + 1);
  return places;
};
/** Positions in a pattern after the step at `at` has consumed a character. */
const placesAfter = (steps: readonly Step[], at: number): readonly number[] => [
  ...new Set([...reachableFrom(steps, at + 1), ...(steps[at]?.isRepeated ? [at] : [])]),
];

/**
 * Whether there is a text of at least one character that both patterns match as a whole; two empty patterns also meet. Undefined when
 * one is not valid. `tick` counts the pairs of places that are visited, at most the product of both lengths.
 */
export function canIntersect(left: string, right: string, tick: (steps: number) => void): boolean | undefined {
  const [first, second] = [readSteps(left), readSteps(right)];
  if (!first || !second) return undefined;
  if (first.length === 0 && second.length === 0) return true;
  const open: (readonly [number, number])[] = reachableFrom(first, 0).flatMap((a) => reachableFrom(second, 0).map((b) => [a, b] as const));
  const seen = new Set<number>();
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [a, b] = pair;
    const key = a * (second.length + 1) + b;
    if (a >= first.length || b >= second.length || seen.has(key)) continue;
    seen.add(key);
    tick(1);
    if (!overlap((first[a] as Step).ranges, (second[b] as Step).ranges)) continue;
    const next = placesAfter(first, a).flatMap((c) => placesAfter(second, b).map((d) => [c, d] as const));
    if (next.some(([c, d]) => c === first.length && d === second.length)) return true;
    open.push(...next);
  }
  return false;
}
