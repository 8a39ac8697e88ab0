import { RE2JS, type Matcher } from 're2js';
import { isArray, type Value } from '../values/index.ts';
import { define, list, text, whole, type Builtin, type Circumstances } from './builtin.ts';
import { globPattern, quoteGlob } from './glob.ts';
import { weight } from './regex-weight.ts';

const compiled = new Map<string, Pattern>();
/** A pattern, and how much it unrolls to. */
interface Pattern { readonly regex: RE2JS; readonly heavy: number }

/** A pattern in linear time; undefined for what is none. Those that would unroll too far end the evaluation. */
function compile(pattern: string, { grow, tick }: Circumstances): Pattern | undefined {
  const before = compiled.get(pattern);
  if (before) return before;
  const heavy = weight(pattern);
  grow(heavy * 20);
  tick(heavy * 4);
  try {
    const found = { regex: RE2JS.compile(pattern), heavy };
    if (compiled.size > 200) compiled.clear();
    compiled.set(pattern, found);
    return found;
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error)) throw error;
    return undefined;
  }
}

/** The pattern for one text. To look through it takes as long as both are, multiplied. */
function over({ regex, heavy }: Pattern, value: string, { tick }: Circumstances): RE2JS {
  tick(1 + heavy * value.length / 8);
  return regex;
}

/** Every match in turn, without the empty ones that touch the match before. */
function* matches(pattern: RE2JS, value: string): Generator<Matcher> {
  const matcher = pattern.matcher(value);
  let end = -1;
  while (matcher.find()) {
    const empty = matcher.start() === matcher.end();
    if (!empty || matcher.start() !== end) yield matcher;
    end = matcher.end();
  }
}
function first<T>(limit: number, all: Iterable<T>): T[] {
  const found: T[] = [];
  if (limit === 0) return found;
  for (const each of all) { found.push(each); if (found.length === limit) break; }
  return found;
}
function* mapped<T>(pattern: RE2JS, value: string, take: (match: Matcher) => T): Generator<T> {
  for (const match of matches(pattern, value)) yield take(match);
}
const groups = (match: Matcher): Value[] => Array.from({ length: match.groupCount() + 1 }, (_, index) => match.group(index) ?? '');

/** `$1`, `${1}` and `${name}` are groups, `$$` is a dollar. */
function expanded(template: string, match: Matcher): string {
  return template.replace(/\$(?:(\$)|\{(\w+)\}|(\w+))/g, (_whole, dollar: string | undefined, braced: string | undefined, bare: string | undefined) => {
    if (dollar) return '$';
    const name = (braced ?? bare) as string;
    try { return match.group(/^\d+$/.test(name) ? Number(name) : name) ?? ''; } catch { return ''; }
  });
}
function replaced(pattern: RE2JS, value: string, template: string, { grow }: Circumstances): string {
  let [result, at] = ['', 0];
  for (const match of matches(pattern, value)) {
    result += value.slice(at, match.start()) + expanded(template, match);
    at = match.end();
    grow(result.length);
  }
  return result + value.slice(at);
}
function split(pattern: RE2JS, value: string): readonly string[] {
  if (value === '' && pattern.pattern() !== '') return [''];
  const parts: string[] = [];
  let [begin, end] = [0, 0];
  for (const match of matches(pattern, value)) {
    end = match.start();
    if (match.end() !== 0) parts.push(value.slice(begin, end));
    begin = match.end();
  }
  return end === value.length ? parts : [...parts, value.slice(begin)];
}
/** A function of a pattern, which stands at `at` among its arguments, and of a text beside it. */
const defineRegex = (name: string, takes: number, at: 0 | 1, run: (pattern: RE2JS, value: string, last: Value, circumstances: Circumstances) => Value | undefined): Builtin =>
  define(name, takes, (items, circumstances) => {
    const pattern = compile(text(items[at]), circumstances);
    const value = text(items[1 - at]);
    return pattern && run(over(pattern, value, circumstances), value, items[2], circumstances);
  });

export const regex: readonly Builtin[] = [
  define('regex.is_valid', 1, ([pattern], circumstances) => typeof pattern === 'string' && compile(pattern, circumstances) !== undefined),
  defineRegex('regex.match', 2, 0, (pattern, value) => pattern.matcher(value).find()),
  defineRegex('regex.split', 2, 0, split),
  defineRegex('regex.find_n', 3, 0, (pattern, value, limit) => first(whole(limit), mapped(pattern, value, (match) => match.group() ?? ''))),
  defineRegex('regex.find_all_string_submatch_n', 3, 0, (pattern, value, limit) => first(whole(limit), mapped(pattern, value, groups))),
  defineRegex('regex.replace', 3, 1, (pattern, value, template, circumstances) => replaced(pattern, value, text(template), circumstances)),
  define('glob.match', 3, ([pattern, delimiters, value], circumstances) => {
    const apart = delimiters === null ? [] : isArray(delimiters) ? list(delimiters).map(text) : undefined;
    const translated = apart && globPattern(text(pattern), delimiters !== null && apart.length === 0 ? ['.'] : apart);
    const found = translated === undefined ? undefined : compile(translated, circumstances);
    return found && over(found, text(value), circumstances).matcher(text(value)).find();
  }),
  define('glob.quote_meta', 1, ([pattern]) => quoteGlob(text(pattern))),
];
