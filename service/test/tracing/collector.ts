/** A collector of traces on a real socket, that reads OTLP in JSON. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
  /** By name, as `stringValue x`. */
  readonly attributes: { readonly [name: string]: string };
}
export interface CollectedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly resource: { readonly [name: string]: string };
}
export interface Collector {
  readonly address: string;
  readonly requests: CollectedRequest[];
  readonly spans: CollectedSpan[];
  /** Until so many requests to the service are there: those that it answered, each after what is below it. */
  waitForRequests(count: number): Promise<readonly CollectedSpan[]>;
  /** How the requests from now on are answered; by default 200. */
  answerWith(answer: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** `SPAN_KIND_SERVER`. */
const serverKind = 2;

const flatten = (attributes: readonly { key: string; value: Record<string, unknown> }[]): { readonly [name: string]: string } =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.entries(value).flat().join(' ')]));

export const startCollector = async (port = 0): Promise<Collector> => {
  const [requests, spans]: [CollectedRequest[], CollectedSpan[]] = [[], []];
  let answer = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const text = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        requests.push({ path: request.url!, headers: request.headers, text, resource: flatten(resource.attributes) });
        for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ ...span, attributes: flatten(span.attributes) });
      }
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    waitForRequests: async (count) => {
      const servers = () => spans.filter(({ kind }) => kind === serverKind);
      for (let tries = 0; servers().length < count; tries++) {
        if (tries > 500) throw new Error(`of ${count} requests: ${spans.map(({ name }) => name).join(', ')}`);
        await sleep(20);
      }
      return servers();
    },
    answerWith: (next) => {
      answer = next;
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};

/** The names of spans as they stand below each other, in the order of their beginnings. */
export const renderTree = (spans: readonly CollectedSpan[], parent?: string, depth = 0): readonly string[] =>
  spans
    .filter(({ parentSpanId, spanId }) =>
      parent === undefined ? !spans.some((one) => one.spanId === parentSpanId) && spanId : parentSpanId === parent,
    )
    .toSorted((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
    .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...renderTree(spans, span.spanId, depth + 1)]);
