/**
 * A load generator, run as a process of its own: keep-alive connections over raw sockets, one request at a time on each, on
 * loopback only, bounded in count and in time. Reads one JSON document on stdin, writes one on stdout. Each connection
 * requests `/` first, and the clock starts when all were answered: Node accepts one new connection per turn of its event
 * loop, so under load the last of 64 waits for 300 ms, once; that must not count in a rate.
 */
import { connect } from 'node:net';

export interface LoadPlan {
  readonly port: number;
  readonly clients: number;
  readonly token: string;
  /** Sent in turn, each by the next client that is free. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: string }[];
  /** How many requests in all; when it exceeds the length of `requests`, they repeat. */
  readonly count: number;
  /** After this many milliseconds no further request is sent. */
  readonly milliseconds: number;
  readonly status: number;
}
export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** How many responses had another status than the expected one. */
  readonly wrong: number;
  /** The first of them. */
  readonly firstWrong?: string;
}

const requestBytes = ({ method, path, body }: LoadPlan['requests'][number], { port, token }: LoadPlan): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
      (body === undefined ? '\r\n' : `content-type: application/vnd.api+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );

/** The status of the first response in `bytes` and where it ends; undefined while it is incomplete. */
const parseResponse = (bytes: Buffer): { readonly status: number; readonly end: number } | undefined => {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const text = bytes.toString('latin1', 0, head);
  // A response without content says no length.
  const length = text.slice(9, 12) === '204' ? '0' : /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without content-length: ${text}`);
  const end = head + 4 + Number(length);
  return bytes.length < end ? undefined : { status: Number(text.slice(9, 12)), end };
};

/** What the connections of one run share. */
interface RunState {
  readonly plan: LoadPlan;
  readonly requests: readonly Buffer[];
  readonly greeting: Buffer;
  /** Milliseconds that each response took. */
  readonly times: number[];
  /** Sends the first measured request, for each connection. */
  readonly starts: (() => void)[];
  sent: number;
  greeted: number;
  /** When the measured part began; 0 until every connection has its greeting answered. */
  began: number;
  wrong: number;
  firstWrong: string | undefined;
}

const createState = (plan: LoadPlan): RunState => ({
  plan,
  requests: plan.requests.map((request) => requestBytes(request, plan)),
  greeting: requestBytes({ method: 'GET', path: '/' }, plan),
  times: [],
  starts: [],
  sent: 0,
  greeted: 0,
  began: 0,
  wrong: 0,
  firstWrong: undefined,
});

const summarize = ({ times, began, wrong, firstWrong }: RunState): LoadResult => {
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {
    answered: times.length,
    seconds,
    p50: at(0.5),
    p99: at(0.99),
    longest: times.at(-1) ?? Number.NaN,
    wrong,
    ...(firstWrong === undefined ? {} : { firstWrong }),
  };
};

/** Counts a greeting as answered; the last one starts the clock and all connections. */
const countGreeting = (run: RunState): void => {
  if (++run.greeted < run.plan.clients) return;
  run.began = performance.now();
  for (const start of run.starts) start();
};

/** Records a response and how long it took. */
const recordResponse = (run: RunState, status: number, milliseconds: number, bytes: Buffer): void => {
  run.times.push(milliseconds);
  if (status === run.plan.status) return;
  run.wrong++;
  run.firstWrong ??= bytes.toString('utf8').slice(0, 600);
};

/** Opens one connection: it sends the greeting, and when the run starts one request after the other. */
const openConnection = (run: RunState, closed: () => void, fail: (error: unknown) => void): void => {
  const socket = connect(run.plan.port, '127.0.0.1').setNoDelay(true);
  let sentAt = 0;
  let received: Buffer | undefined;
  const sendNext = (): void => {
    if (run.sent >= run.plan.count || performance.now() >= run.began + run.plan.milliseconds) {
      socket.end();
      return;
    }
    const bytes = run.requests[run.sent++ % run.requests.length]!;
    sentAt = performance.now();
    socket.write(bytes);
  };
  run.starts.push(sendNext);
  socket.once('connect', () => socket.write(run.greeting));
  socket.on('data', (chunk: Buffer) => {
    const bytes = received ? Buffer.concat([received, chunk]) : chunk;
    received = bytes;
    let response;
    try {
      response = parseResponse(bytes);
    } catch (error) {
      fail(error);
      return;
    }
    if (!response) return;
    received = undefined;
    if (run.began === 0) {
      countGreeting(run);
      return;
    }
    recordResponse(run, response.status, performance.now() - sentAt, bytes);
    sendNext();
  });
  socket.once('error', fail);
  socket.once('close', closed);
};

export const generateLoad = (plan: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const run = createState(plan);
    let open = plan.clients;
    const countClosed = (): void => {
      if (--open === 0) resolve(summarize(run));
    };
    for (let client = 0; client < plan.clients; client++) openConnection(run, countClosed, reject);
  });

const readStdin = async (): Promise<string> => {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  return text;
};
if (process.argv.includes('--from-stdin')) console.log(JSON.stringify(await generateLoad(JSON.parse(await readStdin()) as LoadPlan)));
