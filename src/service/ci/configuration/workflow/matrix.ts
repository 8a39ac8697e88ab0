import { canonical, isObject } from '../../../../../schema-tools/src/json.ts';
import { limits } from '../limits.ts';
import type { Argument } from '../reuse/argument.ts';
import type { Context } from '../reuse/context.ts';
import { someOf } from '../some-of.ts';
import { items, member, members, type Place } from '../source/place.ts';
import { resolve } from '../text/resolve.ts';

/** One job of a matrix: what each of its parameters is. */
export interface Cell {
  readonly given: ReadonlyMap<string, Place>;
  /** For `<< matrix.x >>`. */
  readonly arguments: ReadonlyMap<string, Argument>;
  /** The values, in the order of the parameters' names: `linux-20`. */
  readonly label: string;
}

/** One value of one parameter. */
interface Choice { readonly name: string; readonly place: Place; readonly value: unknown }

/** An executor with parameters is known by its name. */
const shown = (value: unknown): string | number | boolean => (isObject(value) ? String(value['name'] ?? '') : value as string | number | boolean);

const choicesOf = (name: string, place: Place, { scope, work }: Context): readonly Choice[] => {
  const values = items(place);
  if (values.length === 0) work.fault(place.pointer, `${name}: expected a list of values that is not empty`);
  return values.map((item) => { const value = resolve(item, scope, work); return { name, value, place: { value, pointer: item.pointer } }; });
};

const cellOf = (choices: readonly Choice[]): Cell => {
  const sorted = [...choices].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    given: new Map(choices.map(({ name, place }) => [name, place])),
    arguments: new Map(choices.map(({ name, value }): [string, Argument] => [name, { type: 'value', value: shown(value) }])),
    label: sorted.map(({ value }) => String(shown(value))).join('-'),
  };
};

/** What `exclude` leaves out: every cell that has all of the values of one of its items. */
const excluder = (matrix: Place, names: ReadonlySet<string>, { scope, work }: Context): ((choices: readonly Choice[]) => boolean) => {
  const excluded = items(member(matrix, 'exclude')).map((item) => members(item).flatMap(([name, place]): [string, string][] => {
    if (!names.has(name)) { work.fault(place.pointer, `${name} is no parameter of this matrix; it has: ${someOf(names)}`); return []; }
    return [[name, canonical(resolve(place, scope, work))]];
  })).filter((wanted) => wanted.length > 0);
  return (choices) => excluded.some((wanted) => wanted.every(([name, text]) => choices.some((choice) => choice.name === name && canonical(choice.value) === text)));
};

/** The jobs that a matrix stands for; of its parameters the last one changes fastest. */
export const cellsOf = (matrix: Place, context: Context): readonly Cell[] => {
  const { work } = context;
  const parameters = members(member(matrix, 'parameters')).map(([name, place]) => choicesOf(name, place, context));
  const count = parameters.reduce((product, choices) => product * choices.length, 1);
  if (parameters.length === 0) { work.fault(matrix.pointer, 'expected `parameters`: names with the values that each has'); return []; }
  if (count > limits.matrix) { work.fault(matrix.pointer, `expected a matrix of at most ${limits.matrix} jobs; this one has ${count.toLocaleString('en')}`); return []; }
  const isExcluded = excluder(matrix, new Set(parameters.flatMap(([choice]) => choice?.name ?? [])), context);
  const combined = parameters.reduce<readonly (readonly Choice[])[]>((before, choices) => before.flatMap((cell) => choices.map((choice) => [...cell, choice])), [[]]);
  const left = combined.filter((choices) => !isExcluded(choices));
  if (left.length === 0) work.fault(matrix.pointer, 'every job of this matrix is excluded');
  return left.map(cellOf);
};
