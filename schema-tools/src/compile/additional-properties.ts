import { type Browser, keys, step, typeOf } from '@hyperjump/browser';
import { addKeyword, getKeyword, getKeywordName, type Keyword, type SchemaDocument, Validation } from '@hyperjump/json-schema/experimental';

const keywordId = 'https://json-schema.org/keyword/';

/** The names of the members of a keyword that is next to `additionalProperties`. */
const memberNames = async (keyword: string, parent: Browser<SchemaDocument>): Promise<readonly string[]> => {
  const table = await step(getKeywordName(parent.document.dialectId, `${keywordId}${keyword}`), parent);
  return typeOf(table) === 'object' ? [...keys(table)] : [];
};

type DeclaredNameTest = { test(name: string): boolean };
type AdditionalProperties = readonly [isDeclared: DeclaredNameTest, uri: string];

const id = `${keywordId}additionalProperties`;

const compile: Keyword<AdditionalProperties>['compile'] = async (schema, ast, parent) => {
  const names = new Set(await memberNames('properties', parent));
  const patterns = (await memberNames('patternProperties', parent)).map((source) => new RegExp(source, 'u'));
  const isDeclared = { test: (name: string) => names.has(name) || patterns.some((pattern) => pattern.test(name)) };
  return [isDeclared, await Validation.compile(schema, ast, parent)];
};

/**
 * Replaces hyperjump's compilation of `additionalProperties`, which joins all names and patterns into one regular expression: groups of
 * one name in two patterns are a syntax error there, and a back reference counts the groups of the patterns before it. Called before each
 * compilation, because a bundle may run modules in another order.
 */
export const useSeparatePatterns = (): void => {
  const current = getKeyword<AdditionalProperties>(id);
  if (current.compile !== compile) addKeyword<AdditionalProperties>({ ...current, compile });
};
