import type { NumberedEntry } from '../journal/journal.ts';
import { matchesPath } from '../faults/glob.ts';
import { badRequest } from '../http/problem.ts';
import { integerParameter } from './request-values.ts';

export const requestParameters = [
  'service',
  'method',
  'status',
  'path',
  'operation',
  'caller',
  'since',
  'until',
  'text',
  'limit',
  'after',
  'format',
] as const;

type EntryFilter = (noted: NumberedEntry) => boolean;

/** `404`, `4xx` or `400-499`. */
const parseStatusFilter = (text: string): EntryFilter => {
  const [, one, from, to] = /^(\dxx|\d{1,3})$|^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  if (one?.endsWith('xx')) return ({ entry }) => Math.floor(entry.status / 100) === Number(one[0]);
  if (one !== undefined) return ({ entry }) => entry.status === Number(one);
  if (from === undefined) throw badRequest(`status is "${text}"; expected 404, 4xx or 400-499`, 'status');
  return ({ entry }) => entry.status >= Number(from) && entry.status <= Number(to);
};

const parseTimeParameter = (query: URLSearchParams, name: string): number | undefined => {
  const text = query.get(name);
  if (text === null) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw badRequest(`${name} is "${text}"; expected a time such as 2026-05-01T12:00:00.000Z`, name);
  return at;
};

const containsText = (text: string): EntryFilter => {
  const needle = text.toLowerCase();
  return ({ entry: { path, requestId, warnings = [], request, response } }) =>
    [path, requestId, ...warnings, request?.body, response?.body].some((one) => one?.toLowerCase().includes(needle));
};

const entryFilters: { readonly [name: string]: (text: string) => EntryFilter } = {
  service:
    (text) =>
    ({ entry }) =>
      entry.service === text,
  method:
    (text) =>
    ({ entry }) =>
      entry.method === text.toUpperCase(),
  status: parseStatusFilter,
  path:
    (text) =>
    ({ entry }) =>
      matchesPath(text, entry.path),
  operation:
    (text) =>
    ({ entry }) =>
      entry.operation === text,
  caller:
    (text) =>
    ({ entry }) =>
      entry.caller?.id === text || entry.caller?.name === text,
  text: containsText,
};

/**
 * Journal entries that match the query, oldest first: with `after` (a `seq`) the next `limit` of them, without it the newest. `next`: the
 * value of `after` for the following page.
 */
export const filterRequests = (
  entries: readonly NumberedEntry[],
  latest: number,
  query: URLSearchParams,
): { readonly found: readonly NumberedEntry[]; readonly next: number } => {
  const unknown = [...query.keys()].find((name) => !(requestParameters as readonly string[]).includes(name));
  if (unknown !== undefined) throw badRequest(`expected one of ${requestParameters.join(', ')}`, unknown);
  const filters = Object.entries(entryFilters).flatMap(([name, make]) => {
    const text = query.get(name);
    return text === null ? [] : [make(text)];
  });
  const [since, until] = [parseTimeParameter(query, 'since'), parseTimeParameter(query, 'until')];
  if (since !== undefined) filters.push(({ entry }) => Date.parse(entry.at) >= since);
  if (until !== undefined) filters.push(({ entry }) => Date.parse(entry.at) < until);
  const after = integerParameter(query, 'after', 0);
  const limit = integerParameter(query, 'limit', 1);
  const all = entries.filter((noted) => (after === undefined || noted.seq > after) && filters.every((test) => test(noted)));
  const isCut = limit !== undefined && all.length > limit;
  const found = !isCut ? all : after === undefined ? all.slice(-limit) : all.slice(0, limit);
  // What was cut off at the end comes next; else what is not there yet.
  return { found, next: isCut && after !== undefined ? found.at(-1)!.seq : Math.max(latest, after ?? 0) };
};
