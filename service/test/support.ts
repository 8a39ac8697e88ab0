import { newId } from '../src/store/new-id.ts';
import { createAdjustableClock, type AdjustableClock } from '../src/http/clock.ts';
import type { ServiceSettings } from '../src/http/route.ts';
import { traceStore } from '../src/tracing/trace-store.ts';
import type { Tracer } from '../src/tracing/tracer.ts';
import { type EmbeddedService, createService, sendInProcess, serviceListeners } from '../src/service.ts';
import type { Store } from '../src/store/store.ts';
import { noteAnswerFault } from './answer-faults.ts';
import { newStore } from './stores.ts';
import type { ApiDialect } from '../src/http/api-dialect.ts';
import { createOrganization, createApiToken, createUser } from '../src/workspaces/organizations/bootstrap.ts';

export interface TestResponse {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}
/** `send('GET /organizations/acme')`; the path is below /api/v2 unless it begins with `//`. A body that is no text is sent as JSON. */
export type SendRequest = (
  row: string,
  body?: unknown,
  options?: { readonly token?: string | null; readonly headers?: Record<string, string> },
) => Promise<TestResponse>;
export interface TestService {
  readonly service: EmbeddedService;
  readonly store: Store;
  readonly clock: AdjustableClock;
  /** Sends with the token of the first user, unless the options have another. */
  request: SendRequest;
  /** Sends with this token: `as('mia-token')('GET /organizations/acme')`. null: with none. */
  as(token: string | null): SendRequest;
  /** `data` of what a request of the workspace service creates. Throws unless the status is 200 or 201. */
  create(row: string, body?: unknown, token?: string): Promise<any>;
  close(): Promise<void>;
}

const encodeBody = (body: unknown): Uint8Array | undefined =>
  body === undefined || body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const readBody = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const createSend =
  ({ handle }: EmbeddedService): SendRequest =>
  async (row, body, { token = 'owner-token', headers = {} } = {}) => {
    const [method, path] = row.split(/ (.*)/s) as [string, string];
    const url = new URL(`http://slipway.test${path.startsWith('//') ? path.slice(1) : `/api/v2${path}`}`);
    const sent = new Headers({
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
      ...headers,
    });
    const { status, content, ...response } = await sendInProcess(handle, { method, url, headers: sent, body: encodeBody(body) });
    const text = typeof content === 'string' ? content : Buffer.from(content ?? []).toString();
    return { status, headers: new Headers(response.headers), body: readBody(text) };
  };
/** The same with this token. */
export const withToken =
  (send: SendRequest, token: string | null): SendRequest =>
  (row, body, options) =>
    send(row, body, { token, ...options });

/** An archive without files, in place of the one that a build writes. */
const bundledProvider = {
  platforms: ['linux_amd64', 'linux_arm64', 'darwin_amd64', 'darwin_arm64'],
  readArchive: async () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'),
};

/** The service over an empty store (stores.ts), with the organization `acme`, its owner, and the token `owner-token`. */
export const createTestService = async (
  options: {
    readonly settings?: Partial<ServiceSettings>;
    readonly profile?: ApiDialect;
    readonly test?: boolean;
    readonly operatorToken?: string;
    readonly report?: (words: string, error: unknown) => void;
    readonly tracer?: Tracer | undefined;
  } = {},
): Promise<TestService> => {
  const store = await newStore();
  const clock = createAdjustableClock();
  clock.freeze(new Date('2026-05-01T12:00:00.000Z'));
  await store.write(async (tx) => {
    const making = { clock, newId, listeners: serviceListeners };
    const owner = await createUser(tx, making, { name: 'olivia' });
    await createOrganization(tx, making, { name: 'acme', email: 'ops@acme.example', owners: [owner.id] });
    await createApiToken(tx, making, { secret: 'owner-token', owner: { kind: 'user', id: owner.id } });
  });
  const { tracer } = options;
  const service = createService({
    store: tracer ? traceStore(store, tracer) : store,
    tracer,
    clock,
    settings: options.settings ?? {},
    observe: noteAnswerFault,
    bundledProvider,
    dialect: options.profile ?? 'auto',
    ...(options.report ? { report: options.report } : {}),
    control: { test: options.test ?? true, ...(options.operatorToken ? { operatorToken: options.operatorToken } : {}) },
  });
  const request = createSend(service);
  return {
    service,
    store,
    clock,
    request,
    as: (token) => withToken(request, token),
    create: async (row, body, token = 'owner-token') => {
      const response = await request(row, body, { token });
      if (response.status !== 200 && response.status !== 201)
        throw new Error(`${row}: ${response.status} ${JSON.stringify(response.body)}`);
      return response.body.data;
    },
    close: () => store.close(),
  };
};
