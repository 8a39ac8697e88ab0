import { RE2JS } from 're2js';
import { type CompiledKeyword, type SchemaAst, astOf } from '@slipway/schema-tools/compiled';
import type { Compiled } from '@slipway/schema-tools/load';

/** The part of RegExp that the evaluation of a schema uses. */
interface LinearPattern {
  readonly source: string;
  test(text: string): boolean;
}

const compileLinear = ({ source }: RegExp): LinearPattern => {
  const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
  return { source, test: (text) => pattern.test(text) };
};

/** Throws one sentence for a pattern with lookaround or backreferences, which may take exponential time. */
const requireLinear = (pattern: RegExp): LinearPattern => {
  try {
    return compileLinear(pattern);
  } catch {
    throw new Error(
      `the pattern ${JSON.stringify(pattern.source)} cannot be matched in linear time; write it without (?=, (?!, (?< and \\1`,
    );
  }
};

const convertRow = ([keyword, location, value]: CompiledKeyword): CompiledKeyword => {
  if (value instanceof RegExp) return [keyword, location, requireLinear(value)];
  if (keyword !== 'patternProperties') return [keyword, location, value];
  return [keyword, location, (value as readonly (readonly [RegExp, string])[]).map(([pattern, uri]) => [requireLinear(pattern), uri])];
};

/** The schema with every pattern matched in linear time, because the texts come from untrusted objects. */
export const useLinearPatterns = (compiled: Compiled): Compiled => {
  const schemas = astOf(compiled);
  const nodes = Object.fromEntries(
    Object.entries(schemas.nodes).map(([uri, rows]) => [uri, typeof rows === 'boolean' ? rows : rows.map(convertRow)]),
  );
  return { ...schemas, nodes } satisfies SchemaAst as Compiled;
};
