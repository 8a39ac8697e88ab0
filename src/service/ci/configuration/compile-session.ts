import type { ConfigurationFinding } from './configuration-diagnostic.ts';
import { configurationLimits } from './configuration-limits.ts';

/** Stops compiling: what the configuration stands for is larger than anything that could run. */
export class ConfigurationTooLarge extends Error {
  readonly pointer: string;
  constructor(pointer: string) {
    super(
      `expected at most ${configurationLimits.compiled.toLocaleString('en')} values and ${configurationLimits.characters.toLocaleString('en')} characters when everything that is called is written out; here it becomes more`,
    );
    this.pointer = pointer;
  }
}

/** Stops compiling: there is more to do than was asked for. */
export class BudgetExceeded extends Error {}

/** Stops compiling: more faults are of no use to anybody. */
export class TooManyFaults extends Error {}

/** What compiling one configuration finds on the way. */
export interface CompileSession {
  readonly faults: ReadonlyMap<string, ConfigurationFinding>;
  readonly notes: ReadonlyMap<string, ConfigurationFinding>;
  reportFault(pointer: string, message: string): void;
  reportNote(pointer: string, message: string): void;
  /** Counts what is made, a value or so many, with the characters in them; throws `TooLarge`. */
  charge(pointer: string, characters?: number, values?: number): void;
  /** Counts what was made before and is used once more. */
  chargeReuse(pointer: string, made: unknown): void;
  /** Remembers from which place of the configuration a made object comes. */
  recordOrigin<T extends object>(object: T, pointer: string): T;
  findOrigin(object: object): string | undefined;
}

interface Weight {
  readonly values: number;
  readonly characters: number;
}

const weigh = (value: unknown, known: WeakMap<object, Weight>): Weight => {
  if (typeof value !== 'object' || value === null) return { values: 1, characters: typeof value === 'string' ? value.length : 0 };
  const before = known.get(value);
  if (before) return before;
  let [values, characters] = [1, 0];
  for (const inner of Object.values(value)) {
    const weight = weigh(inner, known);
    values += weight.values;
    characters += weight.characters;
  }
  const weight = { values, characters };
  known.set(value, weight);
  return weight;
};

/** `most`: how many values are asked for, where not all that there may be. */
export const createCompileSession = (most: number = configurationLimits.compiled): CompileSession => {
  const [faults, notes] = [new Map<string, ConfigurationFinding>(), new Map<string, ConfigurationFinding>()];
  const origins = new WeakMap<object, string>();
  const weights = new WeakMap<object, Weight>();
  let [values, characters] = [0, 0];
  const spend: CompileSession['charge'] = (pointer, moreCharacters = 0, moreValues = 1) => {
    values += moreValues;
    characters += moreCharacters;
    if (values > configurationLimits.compiled || characters > configurationLimits.characters) throw new ConfigurationTooLarge(pointer);
    if (values > most) throw new BudgetExceeded();
  };
  const mark = (marks: Map<string, ConfigurationFinding>) => (pointer: string, message: string) => {
    if (marks.size >= configurationLimits.faults) {
      if (marks === faults) throw new TooManyFaults();
      return;
    }
    const short = message.length > configurationLimits.message ? `${message.slice(0, configurationLimits.message)}…` : message;
    marks.set(`${pointer} ${short}`, { pointer, message: short });
  };
  return {
    faults,
    notes,
    reportFault: mark(faults),
    reportNote: mark(notes),
    charge: spend,
    chargeReuse(pointer, value) {
      const weight = weigh(value, weights);
      spend(pointer, weight.characters, weight.values);
    },
    recordOrigin(object, pointer) {
      origins.set(object, pointer);
      return object;
    },
    findOrigin: (object) => origins.get(object),
  };
};
