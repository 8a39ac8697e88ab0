import { parseIndex, parsePointer } from '@slipway/schema-tools/documents';
import { escapePointerToken } from '@slipway/schema-tools/json';
import type { ConfigurationFinding } from '../configuration-diagnostic.ts';
import type { CompileSession } from '../compile-session.ts';

const childOf = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step) && (!Array.isArray(value) || parseIndex(step) !== undefined)
    ? (value as { readonly [key: string]: unknown })[step]
    : undefined;

/** What is said of a place of a compiled configuration, said of the place that it was made from. */
export const traceOrigin = (
  pointer: string,
  message: string,
  compiled: unknown,
  root: unknown,
  session: CompileSession,
): ConfigurationFinding => {
  let [value, origin, rest]: [unknown, string, string[]] = [compiled, '', []];
  for (const step of parsePointer(pointer) ?? []) {
    value = childOf(value, step);
    rest.push(step);
    const made = typeof value === 'object' && value !== null ? session.findOrigin(value) : undefined;
    if (made !== undefined) [origin, rest] = [made, []];
  }
  let found: unknown = root;
  for (const step of parsePointer(origin) ?? []) found = childOf(found, step);
  let known = origin;
  for (const step of rest) {
    found = childOf(found, step);
    if (found === undefined) break;
    known = `${known}/${escapePointerToken(step)}`;
  }
  return { pointer: known, message: `${rest.length > 0 ? `${rest.join('.')}: ` : ''}${message}` };
};
