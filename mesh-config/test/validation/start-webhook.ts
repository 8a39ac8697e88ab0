import { execFileSync } from 'node:child_process';
import { request } from 'node:https';
import { join } from 'node:path';
import { systemClock } from '../../src/lifecycle/clock.ts';
import { createValidation, type Validation, type ValidationOptions } from '../../src/validation/validation.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';

/** A key and a certificate for localhost, created by openssl; `name`: its subject. */
export const writeKeyPair = (folder: string, name: string): void => {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'ignore' },
  );
};
let shared: string | undefined;
/** A pair that several tests share. */
const sharedKeyPair = (): string => {
  if (shared === undefined) {
    shared = temporaryFolder();
    writeKeyPair(shared, 'mesh-config');
  }
  return shared;
};

export interface HttpAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}
export interface TestWebhook {
  readonly webhook: Validation;
  readonly metrics: ReturnType<typeof createRecordingMetrics>;
  readonly log: ReturnType<typeof createRecordingScope>;
  /** Sends to a path; a body that is no text goes as JSON. */
  send(path: string, body?: unknown, headers?: Readonly<Record<string, string>>, method?: string): Promise<HttpAnswer>;
  /** The message of the response to a review. */
  review(
    object: unknown,
    more?: object,
  ): Promise<{
    readonly uid: string;
    readonly allowed: boolean;
    readonly status?: { readonly message: string };
    readonly warnings?: readonly string[];
  }>;
  stop(): Promise<void>;
}

export const sendRequest = (
  port: number,
  path: string,
  body: string | Buffer | undefined,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<HttpAnswer> =>
  new Promise((done, fail) => {
    const asking = request({ port, host: 'localhost', path, method, headers, rejectUnauthorized: false, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => {
        done({ status: response.statusCode!, headers: response.headers, text });
      });
    });
    asking.once('error', fail);
    asking.end(body);
  });

export const createReview = (object: unknown, more: object = {}): object => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'u1',
    operation: 'CREATE',
    resource: { group: 'mesh.example.com', version: 'v1', resource: 'routes' },
    name: 'x',
    namespace: 'd',
    object,
    ...more,
  },
});

/** The webhook on a free port, over folders of files. */
export const startWebhook = async ({
  schemas,
  config,
  pair = sharedKeyPair(),
  ...more
}: { readonly schemas?: string; readonly config?: string; readonly pair?: string } & Pick<
  ValidationOptions,
  'diagnose' | 'reviewLimits'
> = {}): Promise<TestWebhook> => {
  const metrics = createRecordingMetrics(),
    log = createRecordingScope();
  const made = createValidation({
    options: {
      'validation-port': 0,
      'validation.tls.clientCertificate': join(pair, 'cert.pem'),
      'validation.tls.privateKey': join(pair, 'key.pem'),
      schemaPath: schemas ?? '',
      configPath: config ?? '',
      watchConfigFiles: true,
    },
    log: () => log,
    metrics,
    clock: systemClock,
    ...more,
  });
  for (const component of made.components) await component.start();
  const ask: TestWebhook['send'] = (path, body, headers = { 'content-type': 'application/json' }, method = 'POST') =>
    sendRequest(
      made.port(),
      path,
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      headers,
      method,
    );
  return {
    webhook: made,
    metrics,
    log,
    send: ask,
    review: async (object, request) => JSON.parse((await ask('/validate', createReview(object, request))).text).response,
    stop: async () => {
      for (const component of made.components.toReversed()) await component.stop();
    },
  };
};

export const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds()))
    await new Promise((done) => {
      setTimeout(done, 5);
    });
};
