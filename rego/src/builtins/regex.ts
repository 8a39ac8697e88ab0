import { RE2JS, type Matcher } from 're2js';
import { isArray, type RegoValue } from '../values/index.ts';
import { defineBuiltin, asArray, asString, asInteger, type Builtin, type BuiltinContext } from './builtin.ts';
import { globToRegex, escapeGlob } from './glob.ts';
import { regexWeight } from './regex-weight.ts';

const compiledPatterns = new Map<string, CompiledPattern>();
/** A pattern, and how much it unrolls to. */
interface CompiledPattern {
  readonly regex: RE2JS;
  readonly weight: number;
}

/** A pattern in linear time; undefined for what is none. Those that would unroll too far end the evaluation. */
function compilePattern(pattern: string, { checkSize: grow, tick }: BuiltinContext): CompiledPattern | undefined {
  const before = compiledPatterns.get(pattern);
  if (before) return before;
  const weight = regexWeight(pattern);
  grow(weight * 20);
  tick(weight * 4);
  try {
    const found = { regex: RE2JS.compile(pattern), weight };
    if (compiledPatterns.size > 200) compiledPatterns.clear();
    compiledPatterns.set(pattern, found);
    return found;
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return undefined;
  }
}

/** The pattern for one text. To look through it takes as long as both are, multiplied. */
function chargeMatching({ regex, weight: heavy }: CompiledPattern, value: string, { tick }: BuiltinContext): RE2JS {
  tick(1 + (heavy * value.length) / 8);
  return regex;
}

/** Every match in turn, without the empty ones that touch the match before. */
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
  const found: T[] = [];
  if (limit === 0) return found;
  for (const each of all) {
    found.push(each);
    if (found.length === limit) break;
  }
  return found;
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
/** A function of a pattern, which stands at `at` among its arguments, and of a text beside it. */
const defineRegex = (
  name: string,
  takes: number,
  at: 0 | 1,
  run: (pattern: RE2JS, value: string, last: RegoValue, circumstances: BuiltinContext) => RegoValue | undefined,
): Builtin =>
  defineBuiltin(name, takes, (items, circumstances) => {
    const pattern = compilePattern(asString(items[at]), circumstances);
    const value = asString(items[1 - at]);
    return pattern && run(chargeMatching(pattern, value, circumstances), value, items[2], circumstances);
  });

export const regexBuiltins: readonly Builtin[] = [
  defineBuiltin(
    'regex.is_valid',
    1,
    ([pattern], circumstances) => typeof pattern === 'string' && compilePattern(pattern, circumstances) !== undefined,
  ),
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
  defineRegex('regex.replace', 3, 1, (pattern, value, template, circumstances) =>
    replaceMatches(pattern, value, asString(template), circumstances),
  ),
  defineBuiltin('glob.match', 3, ([pattern, delimiters, value], circumstances) => {
    const apart = delimiters === null ? [] : isArray(delimiters) ? asArray(delimiters).map(asString) : undefined;
    const translated = apart && globToRegex(asString(pattern), delimiters !== null && apart.length === 0 ? ['.'] : apart);
    const found = translated === undefined ? undefined : compilePattern(translated, circumstances);
    return found && chargeMatching(found, asString(value), circumstances).matcher(asString(value)).find();
  }),
  defineBuiltin('glob.quote_meta', 1, ([pattern]) => escapeGlob(asString(pattern))),
];
