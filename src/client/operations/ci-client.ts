import { methodOf, type Params, pathOf, type Row, type Values } from '../../declare/index.ts';
import { toHosted, toNeutral } from '../../dialects/index.ts';
import type { Answer, Call, Item, Line, Query } from '../line.ts';
import { services } from '../services.ts';
import { type CiOperation, ciRows, repeatable } from './ci-operations.ts';

/** What fills the `{parameters}` of an operation's path; slugs keep their slashes. */
export type CiPath<N extends CiOperation> = { readonly [P in Params<(typeof ciRows)[N]>]: string | number };
export interface CiAsking {
  readonly query?: Query; readonly body?: Values; readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole of it. */
  readonly deadline?: number | undefined;
  /** Whether what a lost create may have made is there: its answer, or null. Without it, it is not sent again. */
  readonly found?: () => Promise<Answer | null>;
  readonly accept?: readonly number[];
}

const effects: { readonly [method: string]: Call['effect'] } = { GET: 'read', PUT: 'put', PATCH: 'put', DELETE: 'delete', POST: 'create' };
const holdsSlashes = (name: string): boolean => name.endsWith('slug') || name === 'organization';

const part = (row: Row, name: string, value: unknown): string => {
  const parts = holdsSlashes(name) ? String(value).split('/') : [String(value)];
  // An empty part would make it another path: the list, where one document was meant.
  if ((typeof value !== 'string' && typeof value !== 'number') || parts.some((one) => one === '' || one === '.' || one === '..'))
    throw new RangeError(`${row} needs ${name}, and was given ${JSON.stringify(value)}`);
  return parts.map(encodeURIComponent).join('/');
};

const fill = (row: Row, params: Values): string => pathOf(row).replace(/\{([a-z_]+)\}/g, (_, name: string) => part(row, name, params[name]));

/**
 * Every operation of the CI service. Bodies are the specification's documents, in both profiles; what a service spells with
 * hyphens or underscores stays as it came. Throws the errors of errors.ts.
 */
export const ciClient = (line: Line) => {
  if (line.service !== 'ci') throw new TypeError(`this line leads to the ${services[line.service].title}`);
  return {
    /** One request, and the document it answers; null where there is none. */
    ask: async <N extends CiOperation>(operation: N, params: CiPath<N>, { body, query, signal, deadline, found, accept }: CiAsking = {}): Promise<unknown> => {
      const row: Row = ciRows[operation], method = methodOf(row) as Call['method'];
      const effect = repeatable.has(operation) ? 'put' : effects[method] as Call['effect'];
      const answer = await line.call({
        method, effect, path: fill(row, params), ...(query && { query }), ...(signal && { signal }), ...(deadline && { deadline }), ...(found && { found }), ...(accept && { accept }),
        ...(body === undefined ? {} : { body: line.profile === 'hosted' ? toHosted(body, 'ci') : body }),
      });
      return toNeutral(answer.body, 'ci');
    },
    /** Every item of a list operation, page by page to the end. A list of decisions is counted: `{ offset: 0 }`. */
    list: async function* <N extends CiOperation>(operation: N, params: CiPath<N>, query: Query = {}, { signal }: Pick<CiAsking, 'signal'> = {}): AsyncGenerator<Item> {
      for await (const item of line.list({ path: fill(ciRows[operation], params), query, ...(signal && { signal }) })) yield toNeutral(item, 'ci') as Item;
    },
  };
};
export type CiClient = ReturnType<typeof ciClient>;
