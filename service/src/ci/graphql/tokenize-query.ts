import { GraphqlFault, graphqlLimits } from './graphql-fault.ts';

export interface GraphqlToken {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  /** A string without its quotes. */
  readonly text: string;
}

const ignored = /(?:[\s,\uFEFF]+|#[^\n]*)*/y;
const shapes: readonly (readonly [GraphqlToken['kind'], RegExp])[] = [
  ['name', /[A-Za-z_]\w*/y],
  ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['string', /"(?:[^"\\\n]|\\.)*"/y],
  ['sign', /\.\.\.|[!$()=:@[\]{}|&]/y],
];

const readString = (text: string): string => {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new GraphqlFault(`${text.slice(0, 60)} is not a string`);
  }
};

/** The tokens of a query. Throws GraphqlFault. */
export const tokenizeQuery = (source: string): readonly GraphqlToken[] => {
  if (source.length > graphqlLimits.characters)
    throw new GraphqlFault(`expected a query of at most ${graphqlLimits.characters} characters`);
  const tokens: GraphqlToken[] = [];
  for (let at = 0; ;) {
    ignored.lastIndex = at;
    at += ignored.exec(source)![0].length;
    if (at >= source.length) return [...tokens, { kind: 'end', text: 'the end' }];
    const found = shapes.flatMap(([kind, shape]) => {
      shape.lastIndex = at;
      const text = shape.exec(source)?.[0];
      return text === undefined ? [] : [{ kind, text }];
    })[0];
    if (!found) throw new GraphqlFault(`did not expect ${JSON.stringify(source[at])} at character ${at + 1}`);
    at += found.text.length;
    tokens.push(found.kind === 'string' ? { kind: 'string', text: readString(found.text) } : found);
  }
};
