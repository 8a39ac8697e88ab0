import { GraphqlFault, graphqlLimits } from './graphql-fault.ts';
import { type GraphqlToken, tokenizeQuery } from './tokenize-query.ts';

/** A value of an argument, with the variables of the request in it. */
export type GraphqlValue = string | number | boolean | null | readonly GraphqlValue[] | { readonly [name: string]: GraphqlValue };
/** A selected field; `alias` is the member of the response. */
export interface SelectedField {
  readonly name: string;
  readonly alias: string;
  readonly arguments: { readonly [name: string]: GraphqlValue };
  /** Empty: the field has no selection. */
  readonly selection: readonly SelectedField[];
}
export interface GraphqlOperation {
  readonly kind: 'query' | 'mutation';
  readonly fields: readonly SelectedField[];
}

type Selection = SelectedField | { readonly spread: string };
interface QueryParser {
  readonly tokens: readonly GraphqlToken[];
  readonly variables: { readonly [name: string]: unknown };
  at: number;
  depth: number;
  fields: number;
}

const current = ({ tokens, at }: QueryParser): GraphqlToken => tokens[at]!;
const take = (parser: QueryParser, text: string): boolean => {
  const { kind, text: own } = current(parser);
  if (kind === 'string' || own !== text) return false;
  parser.at += 1;
  return true;
};
const expectText = (parser: QueryParser, text: string): void => {
  if (!take(parser, text)) throw new GraphqlFault(`expected ${text}; found ${current(parser).text.slice(0, 60)}`);
};
const takeName = (parser: QueryParser): string => {
  const { kind, text } = current(parser);
  if (kind !== 'name') throw new GraphqlFault(`expected a name; found ${text.slice(0, 60)}`);
  parser.at += 1;
  return text;
};

/** Parses what is nested in something, but not too deep. */
const nested = <T>(parser: QueryParser, parse: () => T): T => {
  if ((parser.depth += 1) > graphqlLimits.depth) throw new GraphqlFault(`expected at most ${graphqlLimits.depth} nested levels`);
  const result = parse();
  parser.depth -= 1;
  return result;
};
const listUntil = <T>(parser: QueryParser, end: string, item: () => T): readonly T[] =>
  nested(parser, () => {
    const items: T[] = [];
    while (!take(parser, end)) items.push(item());
    return items;
  });

const constants: ReadonlyMap<string, GraphqlValue> = new Map<string, GraphqlValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const parseValue = (parser: QueryParser): GraphqlValue => {
  if (take(parser, '$')) return (parser.variables[takeName(parser)] ?? null) as GraphqlValue;
  if (take(parser, '[')) return listUntil(parser, ']', () => parseValue(parser));
  if (take(parser, '{')) return Object.fromEntries(listUntil(parser, '}', () => parseArgument(parser)));
  const { kind, text } = current(parser);
  if (kind === 'sign' || kind === 'end') throw new GraphqlFault(`expected a value; found ${text}`);
  parser.at += 1;
  if (kind === 'number') return Number(text);
  return kind === 'name' && constants.has(text) ? constants.get(text)! : text;
};

const parseArgument = (parser: QueryParser): readonly [string, GraphqlValue] => {
  const name = takeName(parser);
  expectText(parser, ':');
  return [name, parseValue(parser)];
};

const parseSelection = (parser: QueryParser): readonly Selection[] => listUntil(parser, '}', () => parseSelected(parser));

const parseSelected = (parser: QueryParser): Selection => {
  if ((parser.fields += 1) > graphqlLimits.fields) throw new GraphqlFault(`expected at most ${graphqlLimits.fields} fields`);
  if (take(parser, '...')) return { spread: takeName(parser) };
  const first = takeName(parser);
  const name = take(parser, ':') ? takeName(parser) : first;
  const given = take(parser, '(') ? Object.fromEntries(listUntil(parser, ')', () => parseArgument(parser))) : {};
  return { name, alias: first, arguments: given, selection: (take(parser, '{') ? parseSelection(parser) : []) as readonly SelectedField[] };
};

/** `($name: String!, $ids: [ID!]!)`: types are not checked, values are by the fields that take them. */
const skipVariables = (parser: QueryParser): void => {
  if (!take(parser, '(')) return;
  while (!take(parser, ')')) {
    if (current(parser).kind === 'end') throw new GraphqlFault('expected )');
    parser.at += 1;
  }
};

interface Fragments {
  readonly [name: string]: readonly Selection[];
}
interface Expansion {
  readonly fragments: Fragments;
  fields: number;
}

/** Puts fragments where they are spread. */
const expand = (expansion: Expansion, selection: readonly Selection[], within: readonly string[]): readonly SelectedField[] =>
  selection.flatMap((one) => {
    if ((expansion.fields += 1) > graphqlLimits.fields) throw new GraphqlFault(`expected at most ${graphqlLimits.fields} fields`);
    if (!('spread' in one)) return [{ ...one, selection: expand(expansion, one.selection, within) }];
    const fragment = Object.hasOwn(expansion.fragments, one.spread) ? expansion.fragments[one.spread] : undefined;
    if (!fragment || within.includes(one.spread)) throw new GraphqlFault(`the fragment ${one.spread.slice(0, 60)} cannot be spread here`);
    return expand(expansion, fragment, [...within, one.spread]);
  });

/** Parses a query with one operation, and fragments. Throws GraphqlFault. */
export const parseQuery = (source: string, variables: QueryParser['variables']): GraphqlOperation => {
  const parser: QueryParser = { tokens: tokenizeQuery(source), variables, at: 0, depth: 0, fields: 0 };
  const fragments: { [name: string]: readonly Selection[] } = {};
  let operation: { readonly kind: GraphqlOperation['kind']; readonly selection: readonly Selection[] } | undefined;
  while (current(parser).kind !== 'end') {
    if (take(parser, 'fragment')) {
      const name = takeName(parser);
      expectText(parser, 'on');
      takeName(parser);
      expectText(parser, '{');
      fragments[name] = parseSelection(parser);
      continue;
    }
    if (operation) throw new GraphqlFault('expected one operation');
    const kind = take(parser, 'mutation') ? 'mutation' : 'query';
    if (kind === 'query') take(parser, 'query');
    if (current(parser).kind === 'name') parser.at += 1;
    skipVariables(parser);
    expectText(parser, '{');
    operation = { kind, selection: parseSelection(parser) };
  }
  if (!operation) throw new GraphqlFault('expected a query or a mutation');
  return { kind: operation.kind, fields: expand({ fragments, fields: 0 }, operation.selection, []) };
};
