import { parseIndex, parsePointer } from '@slipway/schema-tools/documents';
import { escapePointerToken } from '@slipway/schema-tools/json';
import type { ConfigurationFinding } from '../configuration-diagnostic.ts';
import type { CompileSession } from '../compile-session.ts';

const childOf = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step) && (!Array.isArray(value) || parseIndex(step) !== undefined)
    ? (value as { readonly [key: string]: unknown })[step]
    : undefined;

/** Translates a finding about the compiled configuration to the location that it was compiled from. */
export const traceOrigin = (
  pointer: string,
  message: string,
  compiled: unknown,
  findRoot: (pointer: string) => { readonly prefix: string; readonly path: string; readonly root: unknown },
  session: CompileSession,
): ConfigurationFinding => {
  let [value, origin, rest]: [unknown, string, string[]] = [compiled, '', []];
  for (const step of parsePointer(pointer) ?? []) {
    value = childOf(value, step);
    rest.push(step);
    const made = typeof value === 'object' && value !== null ? session.findOrigin(value) : undefined;
    if (made !== undefined) [origin, rest] = [made, []];
  }
  const { prefix, path, root } = findRoot(origin);
  let lookup: unknown = root;
  for (const step of parsePointer(path) ?? []) lookup = childOf(lookup, step);
  let known = `${prefix}${path}`;
  for (const step of rest) {
    lookup = childOf(lookup, step);
    if (lookup === undefined) break;
    known = `${known}/${escapePointerToken(step)}`;
  }
  return { pointer: known, message: `${rest.length > 0 ? `${rest.join('.')}: ` : ''}${message}` };
};
