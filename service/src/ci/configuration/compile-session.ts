import { firstCharacters, isLongerThan } from '../../http/characters.ts';
import type { ConfigurationFinding } from './configuration-diagnostic.ts';
import { configurationLimits } from './configuration-limits.ts';
import { createPatternBudget, type PatternBudget } from './pattern-budget.ts';

/** Stops compiling: the compiled configuration exceeds the limits. */
export class ConfigurationTooLarge extends Error {
  readonly pointer: string;
  constructor(pointer: string) {
    super(
      `expected at most ${configurationLimits.compiled.toLocaleString('en')} values and ` +
        `${configurationLimits.characters.toLocaleString('en')} characters ` +
        'when everything that is called is written out; here it becomes more',
    );
    this.pointer = pointer;
  }
}

/** Stops compiling: there are too many faults. */
export class TooManyFaults extends Error {}

/** The state of compiling one configuration: its findings, its costs, and the origins of compiled values. */
export interface CompileSession {
  readonly faults: ReadonlyMap<string, ConfigurationFinding>;
  readonly notes: ReadonlyMap<string, ConfigurationFinding>;
  /** All patterns of the configuration. */
  readonly patterns: PatternBudget;
  reportFault(pointer: string, message: string): void;
  reportNote(pointer: string, message: string): void;
  /** Counts new values and their characters; throws `ConfigurationTooLarge`. */
  charge(pointer: string, characters?: number, values?: number): void;
  /** Counts an existing value that is used once more. */
  chargeReuse(pointer: string, made: unknown): void;
  /** Remembers the location that a compiled object comes from. */
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

export const createCompileSession = (): CompileSession => {
  const [faults, notes] = [new Map<string, ConfigurationFinding>(), new Map<string, ConfigurationFinding>()];
  const origins = new WeakMap<object, string>();
  const weights = new WeakMap<object, Weight>();
  let [values, characters] = [0, 0];
  const spend: CompileSession['charge'] = (pointer, moreCharacters = 0, moreValues = 1) => {
    values += moreValues;
    characters += moreCharacters;
    if (values > configurationLimits.compiled || characters > configurationLimits.characters) throw new ConfigurationTooLarge(pointer);
  };
  const mark = (marks: Map<string, ConfigurationFinding>) => (pointer: string, message: string) => {
    if (marks.size >= configurationLimits.faults) {
      if (marks === faults) throw new TooManyFaults();
      return;
    }
    const short = isLongerThan(message, configurationLimits.message)
      ? `${firstCharacters(message, configurationLimits.message)}…`
      : message;
    marks.set(`${pointer} ${short}`, { pointer, message: short });
  };
  return {
    faults,
    notes,
    patterns: createPatternBudget(configurationLimits.patternSteps),
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
