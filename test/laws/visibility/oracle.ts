import type { TestService } from '../../service/support.ts';
import { listThings, ownReadOf, type Thing } from './known-things.ts';

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
  },
  agent: { organizations: 'it is the organization of the agent' },
  audit: { organizations: 'it is the organization of the token' },
  'run-task': { organizations: 'it is the organization of the run' },
};
/** The audit trail says what happened to whom, to the two tokens that are for it (`spec/rights.md`, A6). */
export const tellsAll = (row: string): boolean => row === 'GET /organization/audit-trail';

const statusOf = async (bench: Bench, thing: Thing, token: string): Promise<number> =>
  (await bench.request(ownReadOf(thing)!, undefined, { token })).status;

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
    if (ownReadOf(thing) === undefined) continue;
    if ((await statusOf(bench, thing, token)) !== 404) readable.push(thing);
    else if (readOtherwise[caller]?.[thing.type] === undefined) hidden.push(thing);
  }
  const known = new Set(readable.flatMap(({ id, name }) => [stem(id), name]));
  const told = await listToldProjects(bench, readable);
  return hidden
    .map((thing) => ({ thing, needles: [stem(thing.id), thing.name].filter((text): text is string => isNeedle(text) && !known.has(text)) }))
    .map(({ thing, needles }) => ({ thing, needles: told.has(thing.id) ? needles.slice(1) : needles }));
};

/** What of this the response tells that the request did not carry. */
export const findTold = (hidden: readonly Hidden[], line: string, body: unknown): readonly string[] => {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return hidden.flatMap(({ thing, needles }) =>
    needles
      .filter((needle) => text.includes(needle) && !line.includes(needle))
      .map((needle) => `the ${needle === thing.name ? 'name' : 'ID'} of ${thing.type}`),
  );
};

/** Of a list on one page: whether its count is more than what stands there. */
export const countsHidden = (body: any): boolean => {
  const pagination = body?.meta?.pagination;
  return pagination?.['total-pages'] === 1 && pagination['total-count'] !== body.data.length;
};

/** What the owner is told of by these requests, without what has an address where even they find nothing. */
export const discover = async (bench: Bench, lines: readonly string[]): Promise<readonly Thing[]> => {
  const found = new Map<string, Thing>();
  for (const line of lines)
    for (const thing of listThings((await bench.request(line)).body)) {
      const key = `${thing.type} ${thing.id}`;
      if (!found.get(key)?.name) found.set(key, thing);
    }
  const own: Thing[] = [];
  for (const thing of found.values())
    if (ownReadOf(thing) === undefined || (await statusOf(bench, thing, 'owner-token')) === 200) own.push(thing);
  return own;
};
