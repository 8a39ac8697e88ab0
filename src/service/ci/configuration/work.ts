import type { Marked } from './fault.ts';
import { limits } from './limits.ts';

/** Stops compiling: what the configuration stands for is larger than anything that could run. */
export class TooLarge extends Error {
  readonly pointer: string;
  constructor(pointer: string) {
    super(`expected at most ${limits.compiled.toLocaleString('en')} values and ${limits.characters.toLocaleString('en')} characters when everything that is called is written out; here it becomes more`);
    this.pointer = pointer;
  }
}

/** Stops compiling: there is more to do than was asked for. */
export class TooMuch extends Error {}

/** Stops compiling: more faults are of no use to anybody. */
export class Enough extends Error {}

/** What compiling one configuration finds on the way. */
export interface Work {
  readonly faults: ReadonlyMap<string, Marked>;
  readonly notes: ReadonlyMap<string, Marked>;
  fault(pointer: string, message: string): void;
  note(pointer: string, message: string): void;
  /** Counts what is made, a value or so many, with the characters in them; throws `TooLarge`. */
  spend(pointer: string, characters?: number, values?: number): void;
  /** Counts what was made before and is used once more. */
  again(pointer: string, made: unknown): void;
  /** Remembers from which place of the configuration a made object comes. */
  made<T extends object>(object: T, pointer: string): T;
  origin(object: object): string | undefined;
}

interface Weight { readonly values: number; readonly characters: number }

const weightOf = (value: unknown, known: WeakMap<object, Weight>): Weight => {
  if (typeof value !== 'object' || value === null) return { values: 1, characters: typeof value === 'string' ? value.length : 0 };
  const before = known.get(value);
  if (before) return before;
  let [values, characters] = [1, 0];
  for (const inner of Object.values(value)) { const weight = weightOf(inner, known); values += weight.values; characters += weight.characters; }
  const weight = { values, characters };
  known.set(value, weight);
  return weight;
};

/** `most`: how many values are asked for, where not all that there may be. */
export const newWork = (most: number = limits.compiled): Work => {
  const [faults, notes] = [new Map<string, Marked>(), new Map<string, Marked>()];
  const origins = new WeakMap<object, string>();
  const weights = new WeakMap<object, Weight>();
  let [values, characters] = [0, 0];
  const spend: Work['spend'] = (pointer, moreCharacters = 0, moreValues = 1) => {
    values += moreValues;
    characters += moreCharacters;
    if (values > limits.compiled || characters > limits.characters) throw new TooLarge(pointer);
    if (values > most) throw new TooMuch();
  };
  const mark = (marks: Map<string, Marked>) => (pointer: string, message: string) => {
    if (marks.size >= limits.faults) { if (marks === faults) throw new Enough(); return; }
    const short = message.length > limits.message ? `${message.slice(0, limits.message)}…` : message;
    marks.set(`${pointer} ${short}`, { pointer, message: short });
  };
  return {
    faults, notes, fault: mark(faults), note: mark(notes),
    spend,
    again(pointer, value) { const weight = weightOf(value, weights); spend(pointer, weight.characters, weight.values); },
    made(object, pointer) { origins.set(object, pointer); return object; },
    origin: (object) => origins.get(object),
  };
};
