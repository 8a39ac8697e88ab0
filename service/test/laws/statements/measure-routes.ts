import { startPipelineTest, type PipelineTest } from '../../ci/pipelines/support.ts';
import { setStoreOpener } from '../../stores.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from '../foreign-ids/request-slots.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import { isAccepted, listWorlds, type ServiceWorld } from './accepted/index.ts';
import type { AcceptedRequest, World } from './accepted/accepted-request.ts';
import { createCountingStore, type StatementCount } from './counting-store.ts';

export interface MeasuredRoute extends StatementCount {
  readonly service: SlottedRequest['service'];
  /** `GET /workspaces/{workspace_id}` */
  readonly row: string;
  readonly status: number;
  readonly isList: boolean;
  /** What a refused request was told. */
  readonly refusal?: string;
}

interface Sent {
  readonly line: string;
  readonly body: unknown;
  readonly token: string | null;
  readonly headers: Record<string, string>;
}

const fillText = (text: string, values: SlotValues): string => text.replaceAll(/<([^<>]+)>/g, (all, slot: string) => values[slot] ?? all);

const encodeBody = (request: SlottedRequest, body: unknown): string | undefined =>
  body === undefined ? request.body : typeof body === 'string' ? body : JSON.stringify(body);

/** The request of the fuzz with values of the world, or the one that is accepted instead of it. */
const prepareRequest = async (world: World, request: SlottedRequest, accepted: AcceptedRequest | undefined): Promise<Sent> => {
  const { prepare, path, body, token = 'owner-token', headers = {} } = accepted ?? {};
  const values: SlotValues = { ...world.values, ...(await prepare?.(world)) };
  const [method] = request.line.split(' ') as [string];
  const line = path === undefined ? request.line : `${method} ${path}`;
  const isBinary = body instanceof Uint8Array;
  const filled = fillSlots({ ...request, line, body: isBinary ? undefined : encodeBody(request, body) }, values);
  // An address that the service told is written as it is.
  const [, address] = /^<([^<>]+)>$/.exec(path ?? '') ?? [];
  return {
    line: address === undefined ? filled.line : `${method} ${values[address]}`,
    body: isBinary ? body : filled.body,
    token: token === null ? null : (values[token] ?? token),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fillText(text, values)])),
  };
};

const send = (bench: PipelineTest, { service }: SlottedRequest, { line, body, token, headers }: Sent) =>
  (service === 'ci' ? bench.ci : bench.request)(line, body, { token, headers });

type Counting = ReturnType<typeof createCountingStore>;

const measureRequest = async (
  { measure }: Counting,
  world: World,
  request: SlottedRequest,
  accepted: AcceptedRequest | undefined,
  caller: string | undefined,
): Promise<MeasuredRoute> => {
  const { bench } = world;
  const prepared = await prepareRequest(world, request, accepted);
  const sent = caller === undefined || prepared.token !== 'owner-token' ? prepared : { ...prepared, token: world.values[caller]! };
  // The caller is known already, as that of most requests is.
  if (sent.token !== null) await bench.request('GET /account/details', undefined, { token: sent.token });
  const { result, count } = await measure(() => send(bench, request, sent));
  const { service, row } = request;
  const { status, body } = result;
  const isList = [body, body?.data, body?.items].some(Array.isArray);
  return { service, row, status, isList, ...count, ...(status >= 400 ? { refusal: JSON.stringify(body) } : {}) };
};

/** Whether the most expensive success of a route is this one; a refusal stands where nothing succeeds. */
const isMore = (one: MeasuredRoute, known: MeasuredRoute): boolean =>
  one.status < 400 ? known.status >= 400 || one.roundTrips > known.roundTrips : known.status >= 400 && one.roundTrips > known.roundTrips;

const asking =
  (request: PipelineTest['request']): World['ask'] =>
  (row, body) =>
    requireSuccess(request(row, body, { token: 'owner-token' }));

/** A service of the world that counts, and what `work` makes of it. */
const withWorld = async <T>(
  { createSettings, plant }: ServiceWorld,
  enrich: ((world: World) => Promise<void>) | undefined,
  work: (counting: Counting, world: World) => Promise<T>,
): Promise<T> => {
  const counting = createCountingStore();
  const former = setStoreOpener(async () => counting.store);
  const bench = await startPipelineTest({ settings: createSettings() });
  setStoreOpener(former);
  const closing: (() => void)[] = [];
  try {
    const values = await plant(bench);
    // A known caller is forgotten after a second: on a slow machine, in the midst of a request.
    performance.now = () => 0;
    const world: World = { bench, values, ask: asking(bench.request), askCi: asking(bench.ci), closing };
    if (values['workspace_id'] !== undefined) await enrich?.(world);
    return await work(counting, world);
  } finally {
    // An own member hides the one of the prototype.
    Reflect.deleteProperty(performance, 'now');
    for (const close of closing) close();
    await bench.close();
  }
};

/** The requests of each row; where one is known to be accepted, that one. */
const listRequests = (): readonly SlottedRequest[] => {
  const seen = new Set<string>();
  return slottedRequests.filter((request) => {
    const key = `${request.service} ${request.row}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst || !isAccepted(request);
  });
};

/** A part of all requests, in the world with one of everything alone, to which `enrich` adds. */
export interface MeasuredPart {
  readonly enrich: (world: World) => Promise<void>;
  readonly what: 'reads' | 'writes';
  /** Whose requests the owner's are then, as the world names the token. */
  readonly caller?: string;
}

/** What each route of both services sends to the database for a request that it accepts. */
export const measureRoutes = async (part?: MeasuredPart): Promise<readonly MeasuredRoute[]> => {
  const measured = new Map<string, MeasuredRoute>();
  const isMeant = ({ row }: SlottedRequest): boolean => part === undefined || row.startsWith('GET ') === (part.what === 'reads');
  const worlds = listWorlds(listRequests().filter(isMeant));
  const enrich = part?.enrich;
  for (const { world: described, requests } of enrich ? worlds.slice(0, 1) : worlds)
    await withWorld(described, enrich, async (counting, world) => {
      for (const request of requests) {
        const one = await measureRequest(counting, world, request, described.requests[request.service][request.row], part?.caller);
        const key = `${one.service} ${one.row}`;
        const known = measured.get(key);
        if (!known || isMore(one, known)) measured.set(key, one);
      }
    });
  return [...measured.values()];
};

/** The most round trips that an operation should cost; undefined: there is no such goal. */
export const goalOf = ({ row, isList, status }: MeasuredRoute): number | undefined => {
  if (status >= 400) return undefined;
  if (row.startsWith('GET ')) return isList ? 3 : 2;
  return status === 201 ? 4 : undefined;
};
