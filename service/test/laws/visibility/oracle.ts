import type { TestService } from '../../support.ts';
import { keyOf, listShown, listThings, ownReadOf, type Thing } from './known-things.ts';

type Bench = Pick<TestService, 'request'>;

/**
 * What is told although reading it by itself is refused, and why. All else that a caller cannot read by its own address is named nowhere.
 */
const readOtherwise: { readonly [caller: string]: { readonly [type: string]: string } } = {
  run: {
    organizations: 'it is the organization of the run',
    subscriptions: 'its ID is made of that of the organization',
    'state-versions': 'it is read as that of the workspace',
    'registry-modules': 'it is read by the protocol of registries',
    tags: 'their names are an attribute of the workspace of the run',
  },
  agent: { organizations: 'it is the organization of the agent' },
  audit: { organizations: 'it is the organization of the token' },
  'run-task': { organizations: 'it is the organization of the run' },
};
/** The audit trail says what happened to whom, to the two tokens that are for it (`spec/rights.md`, A6). */
export const tellsAll = (row: string): boolean => row === 'GET /organization/audit-trail';

/** Whether the owner, and then the caller, reads it by itself: by its address, or where a request asks for it. */
export const canRead = async (bench: Bench, thing: Thing, token: string): Promise<boolean> => {
  const own = ownReadOf(thing);
  if (own !== undefined) {
    const { status } = await bench.request(own, undefined, { token });
    if (status === 401) throw new Error(`the token ${token} is not valid any more`);
    return status !== 404;
  }
  for (const line of thing.shownBy)
    if (listShown((await bench.request(line, undefined, { token })).body).includes(keyOf(thing))) return true;
  return false;
};

/** The projects of what the caller reads, and the default one: their IDs are told (decision 150). */
const listToldProjects = async (bench: Bench, readable: readonly Thing[]): Promise<ReadonlySet<string>> => {
  const told = new Set<string>([(await bench.request('GET /organizations/acme')).body.data.relationships['default-project'].data.id]);
  for (const { type, id } of readable) {
    if (type === 'workspaces') told.add((await bench.request(`GET /workspaces/${id}`)).body.data.relationships.project.data.id);
  }
  return told;
};

export interface Hidden {
  readonly thing: Thing;
  /** Texts that no response may have. */
  readonly needles: readonly string[];
}

/** Of an ID only what is behind its prefix: IDs of other types are made of it. */
const stem = (id: string): string => id.replace(/^[a-z]+-/, '');

/** Names that the world gave; others may be words of pages. */
const isNeedle = (text: string | undefined): text is string => text !== undefined && (text.includes('zq') || text.length >= 16);

/** What the owner reads by itself and this caller does not, with what would tell it. */
export const findHidden = async (bench: Bench, things: readonly Thing[], caller: string, token: string): Promise<readonly Hidden[]> => {
  const [hidden, readable]: [Thing[], Thing[]] = [[], []];
  for (const thing of things) {
    if (await canRead(bench, thing, token)) readable.push(thing);
    else if (readOtherwise[caller]?.[thing.type] === undefined) hidden.push(thing);
  }
  const known = new Set(readable.flatMap(({ id, names }) => [stem(id), ...names]));
  const told = await listToldProjects(bench, readable);
  return hidden
    .map((thing) => ({ thing, texts: told.has(thing.id) ? thing.names : [stem(thing.id), ...thing.names] }))
    .map(({ thing, texts }) => ({ thing, needles: texts.filter((text) => isNeedle(text) && !known.has(text)) }));
};

/** What of this the response tells that the request did not carry. */
export const findTold = (hidden: readonly Hidden[], line: string, body: unknown): readonly string[] => {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const sent = decodeURIComponent(line);
  return hidden.flatMap(({ thing, needles }) =>
    needles
      .filter((needle) => text.includes(needle) && !sent.includes(needle))
      .map((needle) => `the ${needle === stem(thing.id) ? 'ID' : 'name'} of ${thing.type}`),
  );
};

/** Of a list on one page: whether its count is more than what stands there. */
export const countsHidden = (body: any): boolean => {
  const pagination = body?.meta?.pagination;
  return pagination?.['total-pages'] === 1 && pagination['total-count'] !== body.data.length;
};

/** What the owner is told of by these requests, without what has an address where even they find nothing. */
export const discover = async (bench: Bench, lines: readonly string[]): Promise<readonly Thing[]> => {
  const found = new Map<string, { type: string; id: string; names: readonly string[]; shownBy: string[] }>();
  for (const line of lines) {
    const { body } = await bench.request(line);
    for (const one of listThings(body)) {
      const known = found.get(keyOf(one)) ?? { ...one, shownBy: [] };
      found.set(keyOf(one), { ...known, names: known.names.length === 0 ? one.names : known.names });
    }
    if (!line.includes('include=')) for (const key of listShown(body)) found.get(key)?.shownBy.push(line);
  }
  const own: Thing[] = [];
  for (const thing of found.values())
    if (ownReadOf(thing) === undefined ? thing.shownBy.length > 0 : (await bench.request(ownReadOf(thing)!)).status === 200)
      own.push(thing);
  return own;
};
