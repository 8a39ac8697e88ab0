import { canonicalJson, isObject } from '@slipway/schema-tools/json';
import { configurationLimits } from '../configuration-limits.ts';
import type { Argument } from '../elements/argument.ts';
import type { CompileContext } from '../elements/compile-context.ts';
import { summarizeNames } from '../summarize-names.ts';
import { getItems, getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import { resolveNode } from '../templates/resolve.ts';

/** One job of a matrix, with its parameters. */
export interface MatrixCell {
  readonly given: ReadonlyMap<string, ConfigNode>;
  /** For `<< matrix.x >>`. */
  readonly arguments: ReadonlyMap<string, Argument>;
  /** The values, in the order of the parameters' names: `linux-20`. */
  readonly label: string;
}

/** One value of one parameter. */
interface MatrixChoice {
  readonly name: string;
  readonly place: ConfigNode;
  readonly value: unknown;
}

/** The value in names and tags: an executor with parameters counts as its name. */
const toMatrixValue = (value: unknown): string | number | boolean =>
  isObject(value) ? String(value['name'] ?? '') : (value as string | number | boolean);

const resolveChoices = (name: string, node: ConfigNode, { scope, session }: CompileContext): readonly MatrixChoice[] => {
  const values = getItems(node);
  if (values.length === 0) session.reportFault(node.pointer, `${name}: expected a list of values that is not empty`);
  return values.map((item) => {
    const value = resolveNode(item, scope, session);
    return { name, value, place: { value, pointer: item.pointer } };
  });
};

const buildCell = (choices: readonly MatrixChoice[]): MatrixCell => {
  const sorted = [...choices].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    given: new Map(choices.map(({ name, place: node }) => [name, node])),
    arguments: new Map(choices.map(({ name, value }): [string, Argument] => [name, { type: 'value', value: toMatrixValue(value) }])),
    label: sorted.map(({ value }) => String(toMatrixValue(value))).join('-'),
  };
};

/** Tests whether `exclude` leaves out a cell: it has all values of one of the items. */
const createExclusion = (
  matrix: ConfigNode,
  names: ReadonlySet<string>,
  { scope, session }: CompileContext,
): ((choices: readonly MatrixChoice[]) => boolean) => {
  const excluded = getItems(getMember(matrix, 'exclude'))
    .map((item) =>
      getMembers(item).flatMap(([name, node]): [string, string][] => {
        if (!names.has(name)) {
          session.reportFault(node.pointer, `${name} is no parameter of this matrix; it has: ${summarizeNames(names)}`);
          return [];
        }
        return [[name, canonicalJson(resolveNode(node, scope, session))]];
      }),
    )
    .filter((wanted) => wanted.length > 0);
  return (choices) =>
    excluded.some((wanted) =>
      wanted.every(([name, text]) => choices.some((choice) => choice.name === name && canonicalJson(choice.value) === text)),
    );
};

/** Expands a matrix to its cells; the last parameter varies fastest. */
export const expandMatrix = (matrix: ConfigNode, context: CompileContext): readonly MatrixCell[] => {
  const { session } = context;
  const parameters = getMembers(getMember(matrix, 'parameters')).map(([name, node]) => resolveChoices(name, node, context));
  const count = parameters.reduce((product, choices) => product * choices.length, 1);
  if (parameters.length === 0) {
    session.reportFault(matrix.pointer, 'expected `parameters`: names with the values that each has');
    return [];
  }
  if (count > configurationLimits.matrix) {
    session.reportFault(
      matrix.pointer,
      `expected a matrix of at most ${configurationLimits.matrix} jobs; this one has ${count.toLocaleString('en')}`,
    );
    return [];
  }
  const isExcluded = createExclusion(matrix, new Set(parameters.flatMap(([choice]) => choice?.name ?? [])), context);
  const combined = parameters.reduce<readonly (readonly MatrixChoice[])[]>(
    (before, choices) => before.flatMap((cell) => choices.map((choice) => [...cell, choice])),
    [[]],
  );
  const left = combined.filter((choices) => !isExcluded(choices));
  if (left.length === 0) session.reportFault(matrix.pointer, 'every job of this matrix is excluded');
  return left.map(buildCell);
};
