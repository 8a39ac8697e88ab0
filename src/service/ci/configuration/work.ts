import type { Marked } from './fault.ts';
import { limits } from './limits.ts';

/** Stops compiling: what the configuration stands for is larger than anything that could run. */
export class TooLarge extends Error {
  readonly pointer: string;
  constructor(pointer: string) {
    super(`expected at most ${limits.compiled.toLocaleString('en')} values when everything that is called is written out; here it becomes more`);
    this.pointer = pointer;
  }
}

/** What compiling one configuration finds on the way. */
export interface Work {
  readonly faults: ReadonlyMap<string, Marked>;
  readonly notes: ReadonlyMap<string, Marked>;
  fault(pointer: string, message: string): void;
  note(pointer: string, message: string): void;
  /** Counts what is made; throws `TooLarge`. */
  spend(pointer: string): void;
  /** Remembers from which place of the configuration a made object comes. */
  made<T extends object>(object: T, pointer: string): T;
  origin(object: object): string | undefined;
}

export const newWork = (): Work => {
  const [faults, notes] = [new Map<string, Marked>(), new Map<string, Marked>()];
  const origins = new WeakMap<object, string>();
  let spent = 0;
  const mark = (marks: Map<string, Marked>) => (pointer: string, message: string) => { marks.set(`${pointer} ${message}`, { pointer, message }); };
  return {
    faults, notes, fault: mark(faults), note: mark(notes),
    spend(pointer) { spent += 1; if (spent > limits.compiled) throw new TooLarge(pointer); },
    made(object, pointer) { origins.set(object, pointer); return object; },
    origin: (object) => origins.get(object),
  };
};
