/** A service in which requests are measured: nothing observes it, and its clock stands. */
import { createAdjustableClock } from '../../../src/http/clock.ts';
import { createService, sendInProcess, serviceListeners } from '../../../src/service.ts';
import { newId } from '../../../src/store/new-id.ts';
import type { Store } from '../../../src/store/store.ts';
import { createApiToken, createOrganization, createUser } from '../../../src/workspaces/organizations/bootstrap.ts';

/** `POST /workspaces/…`, below /api/v2 unless it begins with `//`. */
export interface CostRequest {
  readonly row: string;
  /** JSON, or a text as it is sent. */
  readonly body?: unknown;
  readonly api?: 'workspaces' | 'ci';
}
/** A request as the service receives it: what is made of it belongs to the client. */
export type PreparedRequest = Parameters<typeof sendInProcess>[1];

export interface CostWorld {
  readonly store: Store;
  /** Sends a request that must succeed; the body of its response. */
  ask(row: string, body?: unknown): Promise<any>;
  /** The same for the CI service. */
  askCi(row: string, body?: unknown): Promise<any>;
  /** Throws, with its body, unless the response is a success. */
  send(request: PreparedRequest): Promise<void>;
}

const mediaTypes = { workspaces: 'application/vnd.api+json', ci: 'application/json' } as const;

export const prepareRequest = ({ row, body, api = 'workspaces' }: CostRequest): PreparedRequest => {
  const [method, path] = row.split(/ (.*)/s) as [string, string];
  return {
    method,
    url: new URL(`http://slipway.test${path.startsWith('//') ? path.slice(1) : `/api/v2${path}`}`),
    headers: new Headers({
      ...(api === 'ci' ? { 'ci-token': 'owner-token' } : { authorization: 'Bearer owner-token' }),
      ...(body === undefined ? {} : { 'content-type': mediaTypes[api] }),
    }),
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  };
};

/** Over an empty store, with the organization `acme` and its owner. */
export const createCostWorld = async (store: Store): Promise<CostWorld> => {
  const clock = createAdjustableClock();
  clock.freeze(new Date('2026-05-01T12:00:00.000Z'));
  // A known caller is forgotten after a second, and what a request was answered from the store is kept for one.
  performance.now = () => 0;
  await store.write(async (tx) => {
    const making = { clock, newId, listeners: serviceListeners };
    const owner = await createUser(tx, making, { name: 'olivia' });
    await createOrganization(tx, making, { name: 'acme', email: 'ops@acme.example', owners: [owner.id] });
    await createApiToken(tx, making, { secret: 'owner-token', owner: { kind: 'user', id: owner.id } });
  });
  const { handle } = createService({ store, clock, settings: { tier: 'plus' } });
  const answer = async (request: PreparedRequest) => {
    const response = await sendInProcess(handle, request);
    if (response.status >= 300)
      throw new Error(`${request.method} ${request.url.pathname}: ${response.status} ${String(response.content)}`);
    return response.content;
  };
  const asking =
    (api: 'workspaces' | 'ci'): CostWorld['ask'] =>
    async (row, body) => {
      const content = await answer(prepareRequest({ row, body, api }));
      return content === null || content === '' ? undefined : JSON.parse(String(content));
    };
  return {
    store,
    ask: asking('workspaces'),
    askCi: asking('ci'),
    send: async (request) => {
      await answer(request);
    },
  };
};
