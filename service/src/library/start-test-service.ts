import { randomUUID } from 'node:crypto';
import type { TestService, TestServiceOptions } from './test-service.ts';
import { createAdjustableClock } from '../http/clock.ts';
import { openService } from '../start.ts';
import { sendInProcess } from '../service.ts';

/** An error document of either API. */
interface ErrorDocument {
  readonly errors?: readonly { readonly detail?: string; readonly source?: { readonly pointer?: string } }[];
}

const describeErrors = (status: number, text: string): string => {
  const { errors = [] } = JSON.parse(text) as ErrorDocument;
  const sentences = errors.map(({ detail, source }) => [source?.pointer, detail].filter(Boolean).join(': '));
  return sentences.length > 0 ? sentences.join('; ') : `status ${status}`;
};

interface RecordedRequests {
  readonly entries: readonly { readonly method: string; readonly path: string; readonly status: number }[];
}

const optionNames = Object.keys({
  store: true,
  seed: true,
  token: true,
  organization: true,
  dialect: true,
  port: true,
} satisfies Record<keyof TestServiceOptions, true>);

/** Throws for unknown options: plain JavaScript has no other check against misspelled ones, or those of `slipway serve`. */
const requireKnownOptions = (options: TestServiceOptions): void => {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not an option of startService: expected one of ${optionNames.join(', ')}`);
};

/** Documented where it is exported to users (index.ts). */
export const startTestService = async (options: TestServiceOptions): Promise<TestService> => {
  requireKnownOptions(options);
  const { store = 'memory', seed, token = randomUUID(), ...more } = options;
  const clock = createAdjustableClock();
  const service = await openService({ ...more, store, token, clock, test: true, ...(seed === undefined ? {} : { seed }) });
  const control: TestService['control'] = async (endpoint, body) => {
    const [method, path] = endpoint.split(' ', 2) as [string, string];
    const { status, content } = await sendInProcess(service.handle, {
      method,
      url: new URL(path, service.address),
      headers: new Headers(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
    const text = Buffer.from(content ?? '').toString();
    if (status >= 400) throw new Error(`${endpoint}: ${describeErrors(status, text)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    address: service.address,
    port: service.port,
    token: service.firstToken,
    organization: service.organization,
    now: () => clock.now(),
    advance: (milliseconds) => {
      clock.advance(milliseconds);
      return clock.now();
    },
    freeze: (at) => {
      clock.freeze(at);
      return clock.now();
    },
    settle: async () => void (await control('POST /_local/move', { until: 'still' })),
    addFault: async (fault) => void (await control('POST /_local/faults', fault)),
    clearFaults: async () => void (await control('DELETE /_local/faults')),
    listRequests: async () => ((await control('GET /_local/requests')) as RecordedRequests).entries,
    reset: async () => void (await control('POST /_local/reset')),
    control,
    stop: () => service.close(),
  };
};
