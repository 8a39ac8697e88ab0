import { methodOf, type Params, pathOf, type Row, type Values } from '../../declare/index.ts';
import { toHosted, toNeutral } from '../../dialects/index.ts';
import { safeUrl } from '../address.ts';
import type { Asked } from '../errors.ts';
import type { Answer, Call, Item, Line, Query } from '../line.ts';
import { pagesOf } from '../pages.ts';
import { services } from '../services.ts';
import { workspaceRows } from './workspace-operations.ts';

type Rows = typeof workspaceRows;
/** What fills the `{parameters}` of an operation's path. */
export type PathOf<N extends keyof Rows> = { readonly [P in Params<Rows[N][1]>]: string };
/** For every operation: how to give it up, and milliseconds for the whole of it. */
export interface Options { readonly signal?: AbortSignal | undefined; readonly deadline?: number | undefined }
export interface Asking extends Options {
  readonly query?: Query; readonly body?: unknown; readonly effect?: Call['effect']; readonly found?: () => Promise<Answer | null>; readonly text?: true; readonly accept?: readonly number[];
}

const effects: { readonly [method: string]: Call['effect'] } = { GET: 'read', PUT: 'put', PATCH: 'put', DELETE: 'delete', POST: 'create' };

const fill = (row: Row, params: { readonly [name: string]: string }): string => pathOf(row).replace(/\{([a-z_]+)\}/g, (_, name: string) => {
  const value = params[name];
  // An empty part would make it another path: the list, where one document was meant.
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') throw new RangeError(`${row} needs ${name}, and was given ${JSON.stringify(value)}`);
  return encodeURIComponent(value);
});

/** An answer that still knows what it answers. */
export type Told = Answer & { readonly asked: Asked };

/** One operation. Bodies go in the words of the line's profile and come back in those of the specification. */
export const ask = async <N extends keyof Rows>(line: Line, operation: N, params: PathOf<N>, asking: Asking = {}): Promise<Told> => {
  const row: Row = workspaceRows[operation][1];
  const method = methodOf(row) as Call['method'];
  const { body, query, effect = effects[method] as Call['effect'], found, text, accept, signal, deadline } = asking;
  const path = fill(row, params);
  const answer = await line.call({
    method, effect, path, ...(query && { query }), ...(found && { found }), ...(text && { text }), ...(accept && { accept }), ...(signal && { signal }), ...(deadline && { deadline }),
    ...(body === undefined ? {} : { body: line.profile === 'hosted' ? toHosted(body) : body }),
  });
  return { ...answer, body: toNeutral(answer.body), asked: { ...services[line.service], method, url: safeUrl(`${line.address}/api/v2${path}`), attempts: 1 } };
};

/** Every document of a list operation, with what was included beside it, page by page to the end. */
export async function* walk<N extends keyof Rows>(line: Line, operation: N, params: PathOf<N>, query: Query = {}, { signal }: Options = {}): AsyncGenerator<{ readonly item: Item; readonly included: readonly Item[] }> {
  const seen = new Set<unknown>();
  for await (const page of pagesOf(line, { path: fill(workspaceRows[operation][1], params), query, signal })) {
    const { data, included } = toNeutral({ data: page.items, included: page.included }) as { data: readonly Item[]; included: readonly Item[] };
    for (const item of data) {
      if (item['id'] !== undefined && seen.has(item['id'])) continue;
      seen.add(item['id']);
      yield { item, included };
    }
  }
}

/** The parts of an answer's body. */
export const bodyOf = (answer: Answer): { readonly data: Values | null; readonly included: readonly Item[] } => {
  const body = (typeof answer.body === 'object' && answer.body !== null ? answer.body : {}) as { data?: Values | null; included?: readonly Item[] };
  return { data: body.data ?? null, included: body.included ?? [] };
};
