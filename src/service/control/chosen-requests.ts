import type { Noted } from '../journal.ts';
import { pathFits } from '../glob.ts';
import { badRequest } from '../problem.ts';
import { wholeIn } from './asked.ts';

export const questions = ['service', 'method', 'status', 'path', 'operation', 'caller', 'since', 'until', 'text', 'limit', 'after', 'format'] as const;

type Test = (noted: Noted) => boolean;

/** `404`, `4xx` or `400-499`. */
const statusTest = (text: string): Test => {
  const [, one, from, to] = /^(\dxx|\d{1,3})$|^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (one?.endsWith('xx')) return ({ entry }) => Math.floor(entry.status / 100) === Number(one[0]);
  if (one !== undefined) return ({ entry }) => entry.status === Number(one);
  if (from === undefined) throw badRequest(`status is "${text}"; expected 404, 4xx or 400-499`, 'status');
  return ({ entry }) => entry.status >= Number(from) && entry.status <= Number(to);
};

const timeIn = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw badRequest(`${name} is "${text}"; expected a time such as 2026-05-01T12:00:00.000Z`, name);
  return at;
};

const holds = (text: string): Test => {
  const sought = text.toLowerCase();
  return ({ entry: { path, requestId, warnings = [], request, response } }) =>
    [path, requestId, ...warnings, request?.body, response?.body].some((one) => one?.toLowerCase().includes(sought));
};

const tests: { readonly [name: string]: (text: string) => Test } = {
  service: (text) => ({ entry }) => entry.service === text,
  method: (text) => ({ entry }) => entry.method === text.toUpperCase(),
  status: statusTest,
  path: (text) => ({ entry }) => pathFits(text, entry.path),
  operation: (text) => ({ entry }) => entry.operation === text,
  caller: (text) => ({ entry }) => entry.caller?.id === text || entry.caller?.name === text,
  text: holds,
};

/**
 * Those that the query asks for, oldest first. With `after` (a `seq`) the next `limit` of them, without it the newest; `next`
 * is what to pass as `after` to go on.
 */
export const chosen = (entries: readonly Noted[], latest: number, query: URLSearchParams): { readonly found: readonly Noted[]; readonly next: number } => {
  const odd = [...query.keys()].find((name) => !(questions as readonly string[]).includes(name));
  if (odd !== undefined) throw badRequest(`expected one of ${questions.join(', ')}`, odd);
  const asked = Object.entries(tests).flatMap(([name, make]) => { const text = query.get(name); return text === null ? [] : [make(text)]; });
  const [since, until] = [timeIn(query, 'since'), timeIn(query, 'until')];
  if (since !== undefined) asked.push(({ entry }) => Date.parse(entry.at) >= since);
  if (until !== undefined) asked.push(({ entry }) => Date.parse(entry.at) < until);
  const after = wholeIn(query, 'after', 0);
  const limit = wholeIn(query, 'limit', 1);
  const all = entries.filter((noted) => (after === undefined || noted.seq > after) && asked.every((test) => test(noted)));
  const cut = limit !== undefined && all.length > limit;
  const found = !cut ? all : after === undefined ? all.slice(-limit) : all.slice(0, limit);
  // What was cut off at the end comes next; else what is not there yet.
  return { found, next: cut && after !== undefined ? found.at(-1)!.seq : Math.max(latest, after ?? 0) };
};
