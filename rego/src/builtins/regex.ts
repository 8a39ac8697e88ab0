import { RE2JS, type Matcher } from 're2js';
import { isArray, type RegoValue } from '../values/index.ts';
import { defineBuiltin, asArray, asString, asInteger, type Builtin, type BuiltinContext } from './builtin.ts';
import { globToRegex, escapeGlob } from './glob.ts';
import { canIntersect } from './regex-intersection.ts';
import { templateToRegex } from './regex-templates.ts';
import { regexWeight } from './regex-weight.ts';

const compiledPatterns = new Map<string, CompiledPattern>();
/** A compiled pattern and its unrolled size. */
interface CompiledPattern {
  readonly regex: RE2JS;
  readonly weight: number;
}

/** Two groups may have one name, which the library refuses: the later ones get names of their own. */
function renameGroups(pattern: string): string {
  const names = new Set<string>();
  return pattern.replace(/\\.|\(\?P?<(\w+)>/g, (whole, name: string | undefined) => {
    if (name === undefined || !names.has(name)) {
      names.add(name ?? '');
      return whole;
    }
    return `(?P<${name}_${names.add(`${names.size}`).size}>`;
  });
}

/** Compiles a pattern for matching in linear time; undefined when it is not valid. A pattern that unrolls too far ends the evaluation. */
function compilePattern(pattern: string, { checkSize: grow, tick }: BuiltinContext): CompiledPattern | undefined {
  const cached = compiledPatterns.get(pattern);
  if (cached) return cached;
  const weight = regexWeight(pattern);
  grow(weight * 20);
  tick(weight * 4);
  try {
    const matches = { regex: RE2JS.compile(renameGroups(pattern)), weight };
    if (compiledPatterns.size > 200) compiledPatterns.clear();
    compiledPatterns.set(pattern, matches);
    return matches;
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Counts the steps of matching a text: the product of both sizes. */
function chargeMatching({ regex, weight }: CompiledPattern, value: string, { tick }: BuiltinContext): RE2JS {
  tick(1 + (weight * value.length) / 8);
  return regex;
}

/** All matches in order, without empty ones that touch the previous match. */
function* findMatches(pattern: RE2JS, value: string): Generator<Matcher> {
  const matcher = pattern.matcher(value);
  let end = -1;
  while (matcher.find()) {
    const empty = matcher.start() === matcher.end();
    if (!empty || matcher.start() !== end) yield matcher;
    end = matcher.end();
  }
}
function takeFirst<T>(limit: number, all: Iterable<T>): T[] {
  const matches: T[] = [];
  if (limit === 0) return matches;
  for (const each of all) {
    matches.push(each);
    if (matches.length === limit) break;
  }
  return matches;
}
function* mapMatches<T>(pattern: RE2JS, value: string, take: (match: Matcher) => T): Generator<T> {
  for (const match of findMatches(pattern, value)) yield take(match);
}
const matchGroups = (match: Matcher): RegoValue[] => Array.from({ length: match.groupCount() + 1 }, (_, index) => match.group(index) ?? '');

/** `$1`, `${1}` and `${name}` are groups, `$$` is a dollar. */
function expandTemplate(template: string, match: Matcher): string {
  return template.replace(
    /\$(?:(\$)|\{(\w+)\}|(\w+))/g,
    (_whole, dollar: string | undefined, braced: string | undefined, bare: string | undefined) => {
      if (dollar) return '$';
      const name = (braced ?? bare) as string;
      try {
        return match.group(/^\d+$/.test(name) ? Number(name) : name) ?? '';
      } catch {
        return '';
      }
    },
  );
}
function replaceMatches(pattern: RE2JS, value: string, template: string, { checkSize: grow }: BuiltinContext): string {
  let [result, at] = ['', 0];
  for (const match of findMatches(pattern, value)) {
    result += value.slice(at, match.start()) + expandTemplate(template, match);
    at = match.end();
    grow(result.length);
  }
  return result + value.slice(at);
}
function splitByPattern(pattern: RE2JS, value: string): readonly string[] {
  if (value === '' && pattern.pattern() !== '') return [''];
  const parts: string[] = [];
  let [begin, end] = [0, 0];
  for (const match of findMatches(pattern, value)) {
    end = match.start();
    if (match.end() !== 0) parts.push(value.slice(begin, end));
    begin = match.end();
  }
  return end === value.length ? parts : [...parts, value.slice(begin)];
}
/** Defines a builtin of a pattern, the operand number `at`, and a text. */
const defineRegex = (
  name: string,
  takes: number,
  at: 0 | 1,
  run: (pattern: RE2JS, value: string, last: RegoValue, context: BuiltinContext) => RegoValue | undefined,
): Builtin =>
  defineBuiltin(name, takes, (items, context) => {
    const pattern = compilePattern(asString(items[at]), context);
    const value = asString(items[1 - at]);
    return pattern && run(chargeMatching(pattern, value, context), value, items[2], context);
  });

/** Whether a pattern is found in a text; undefined when it is not valid. */
export function matchesPattern(pattern: string, value: string, context: BuiltinContext): boolean | undefined {
  const compiled = compilePattern(pattern, context);
  return compiled && chargeMatching(compiled, value, context).matcher(value).find();
}

export const regexBuiltins: readonly Builtin[] = [
  defineBuiltin('regex.is_valid', 1, ([pattern], context) => typeof pattern === 'string' && compilePattern(pattern, context) !== undefined),
  defineRegex('regex.match', 2, 0, (pattern, value) => pattern.matcher(value).find()),
  defineRegex('regex.split', 2, 0, splitByPattern),
  defineRegex('regex.find_n', 3, 0, (pattern, value, limit) =>
    takeFirst(
      asInteger(limit),
      mapMatches(pattern, value, (match) => match.group() ?? ''),
    ),
  ),
  defineRegex('regex.find_all_string_submatch_n', 3, 0, (pattern, value, limit) =>
    takeFirst(asInteger(limit), mapMatches(pattern, value, matchGroups)),
  ),
  defineRegex('regex.replace', 3, 1, (pattern, value, template, context) => replaceMatches(pattern, value, asString(template), context)),
  defineBuiltin('regex.template_match', 4, ([template, value, start, end], context) => {
    const regex = templateToRegex(asString(template), asString(start), asString(end));
    return regex === undefined ? undefined : matchesPattern(regex, asString(value), context);
  }),
  defineBuiltin('regex.globs_match', 2, ([left, right], { tick }) => canIntersect(asString(left), asString(right), tick)),
  defineBuiltin('glob.match', 3, ([pattern, delimiters, value], context) => {
    const apart = delimiters === null ? [] : isArray(delimiters) ? asArray(delimiters).map(asString) : undefined;
    if (apart?.some((delimiter) => [...delimiter].length !== 1)) return undefined;
    const translated = apart && globToRegex(asString(pattern), delimiters !== null && apart.length === 0 ? ['.'] : apart);
    const matches = translated === undefined ? undefined : compilePattern(translated, context);
    return matches && chargeMatching(matches, asString(value), context).matcher(asString(value)).find();
  }),
  defineBuiltin('glob.quote_meta', 1, ([pattern]) => escapeGlob(asString(pattern))),
];
