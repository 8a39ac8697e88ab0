import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, systemClock } from '../../src/lifecycle/clock.ts';
import type { KubernetesClient, RequestTimeouts } from '../../src/kubernetes-client/client.ts';
import type { KubernetesError } from '../../src/kubernetes-client/kubernetes-error.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import { startInformer } from '../../src/kubernetes-client/informer.ts';
import { objectKeyOf } from '../../src/kubernetes-client/kubernetes-object.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';
import { openClient, writeKubeconfig } from './test-source.ts';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const ends: (() => void | Promise<void>)[] = [];
/** Stops a server or an informer after the test. */
export const stopAfterTest = (end: () => void | Promise<void>): void => {
  ends.push(end);
};
export const stopAll = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) await end();
};

/** A server with these responses in order, the last one repeated, and an informer of its pods. */
export const startMisbehavingServer = async (answers: readonly Answer[], patience?: RequestTimeouts) => {
  let asked = 0;
  const server: Server = createServer((request, response) => {
    answers[Math.min(asked++, answers.length - 1)]!(response, request);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  stopAfterTest(
    () =>
      new Promise<void>((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await openClient(writeKubeconfig(url, { token: 'SECRET' }), patience);
  const what = `GET ${url}/api/v1/pods`;
  return {
    client,
    what,
    count: () => asked,
    failure: async (): Promise<string> =>
      client.request({ path: '/api/v1/pods', query: { a: 'b' } }).then(
        () => 'it worked',
        (error: KubernetesError) => `${error.status} ${error.reason} ${error.message.replace(what, 'WHAT')}`,
      ),
  };
};

/** Pauses are short: how long they are is another test's. */
const clock: Clock = { ...systemClock, schedule: (milliseconds, call) => systemClock.schedule(milliseconds / 50, call) };
export const followPods = (client: KubernetesClient) => {
  const log = createRecordingScope(),
    told: string[] = [];
  const end = startInformer(
    { client, clock, path: '/api/v1/pods', failures: createFailureLog(log) },
    {
      onListStart: () => {},
      onObject: (object) => {
        told.push(objectKeyOf(object));
      },
      onListEnd: () => {
        told.push('whole');
      },
      onDelete: () => {},
    },
  );
  stopAfterTest(end);
  return { log, told, errors: () => log.lines.filter((line) => line.startsWith('error')) };
};
const createPod = (name: string, version: number) => ({ metadata: { name, resourceVersion: String(version) } });
/** Answers with this status and body. */
export const answerWith =
  (code: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, headers).end(body);
  };
/** A list of one pod, `first`. */
export const podList: Answer = answerWith(200, JSON.stringify({ metadata: { resourceVersion: '1' }, items: [createPod('first', 1)] }));
/** The watch event of a new pod. */
export const createEventLine = (name: string, version: number): string =>
  `${JSON.stringify({ type: 'ADDED', object: createPod(name, version) })}\n`;
/** A watch that sends these bytes and stays open. */
export const answerWatch =
  (...parts: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200);
    for (const part of parts) response.write(part);
  };
