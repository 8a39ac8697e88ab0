import { providerHost } from './address.ts';
import { isRecord } from '@slipway/declarations/record';

const ourProviders = `${providerHost}/*/*`;

/** The text with comments and strings blanked, so that remaining braces and names are syntax. */
const maskText = (text: string): string =>
  text.replace(/"(?:\\.|[^"\\\n])*"|#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (found) => found.replace(/[^\n]/g, ' '));

/**
 * The text of the CLI configuration the engine is given: our provider from `mirror`, everything else as the user has it.
 * `userText`: the text of the user's own file, or empty; in the language of the engine or in JSON.
 */
export function renderCliConfiguration(mirror: string, userText = ''): string {
  if (/^\s*\{/.test(userText)) return renderJson(mirror, userText);
  const mirrorBlock = `  filesystem_mirror {\n    path    = ${JSON.stringify(mirror)}\n    include = ["${ourProviders}"]\n  }\n`;
  const masked = maskText(userText);
  const block = /(?<=^|[\s}])provider_installation\s*\{/.exec(masked);
  if (!block)
    return `provider_installation {\n${mirrorBlock}  direct {\n    exclude = ["${ourProviders}"]\n  }\n}\n${userText && `\n${userText}`}`;

  const start = block.index + block[0].length;
  const end = findClosingBrace(masked, start);
  const methods = excludeFromMethods(userText.slice(start, end), masked.slice(start, end)).replace(/^[ \t]*\n/, '');
  return `${userText.slice(0, start)}\n${mirrorBlock}${methods}${userText.slice(end)}`;
}

/** Excludes our host from each method of a block; `masked` has the same length. */
function excludeFromMethods(text: string, masked: string): string {
  let rendered = '';
  let at = 0;
  for (const method of masked.matchAll(/([ \t]*)(\w+)\s*\{/g)) {
    if (method.index < at) continue;
    const start = method.index + method[0].length;
    const end = findClosingBrace(masked, start);
    const inside = text.slice(start, end);
    rendered +=
      text.slice(at, start) + (method[2] === 'dev_overrides' ? inside : excludeHost(inside, masked.slice(start, end), method[1]!));
    at = end;
  }
  return rendered + text.slice(at);
}

/** The contents of one of the user's methods, with our host excluded. */
function excludeHost(inside: string, masked: string, space: string): string {
  const list = /\bexclude\s*=\s*\[/.exec(masked);
  if (!list) return `${inside.trimEnd()}\n${space}  exclude = ["${ourProviders}"]\n${space}`;
  const at = list.index + list[0].length;
  const isEmpty = /^\s*\]/.test(masked.slice(at)) && /^\s*\]/.test(inside.slice(at));
  return `${inside.slice(0, at)}"${ourProviders}"${isEmpty ? '' : ', '}${inside.slice(at)}`;
}

/** The index of the brace that closes the block which is open at `start`. */
function findClosingBrace(masked: string, start: number): number {
  let depth = 1;
  for (let at = start; at < masked.length; at++) {
    if (masked[at] === '{') depth++;
    else if (masked[at] === '}' && --depth === 0) return at;
  }
  return masked.length;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Renders a configuration in JSON. An invalid one is passed on unchanged, and the engine reports the fault. */
function renderJson(mirror: string, userText: string): string {
  let settings: unknown;
  try {
    settings = JSON.parse(userText);
  } catch {
    return userText;
  }
  const { provider_installation: theirs, ...rest } = settings as { readonly provider_installation?: unknown };
  const methods = theirs === undefined ? [{ direct: {} }] : asList(theirs).filter(isRecord);
  const excluded = (method: string, value: unknown): unknown =>
    method === 'dev_overrides' || !isRecord(value)
      ? value
      : { ...value, exclude: [ourProviders, ...asList(value['exclude'] ?? []).flat()] };
  const others = methods.flatMap((one) =>
    Object.entries(one).flatMap(([method, values]) => asList(values).map((value) => ({ [method]: excluded(method, value) }))),
  );
  const ours = { filesystem_mirror: { path: mirror, include: [ourProviders] } };
  return `${JSON.stringify({ ...rest, provider_installation: [Object.assign({}, ...mergeMethods([ours, ...others]))] }, null, 2)}\n`;
}

/** Methods of one kind under one name. */
function mergeMethods(methods: readonly { readonly [method: string]: unknown }[]): readonly object[] {
  const merged = new Map<string, unknown[]>();
  for (const one of methods) for (const [method, value] of Object.entries(one)) merged.set(method, [...(merged.get(method) ?? []), value]);
  return [...merged].map(([method, values]) => ({ [method]: values.length === 1 ? values[0] : values }));
}
