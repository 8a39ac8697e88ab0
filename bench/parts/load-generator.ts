/**
 * A load generator, run as a process of its own: keep-alive connections over raw sockets, one request at a time on each, on
 * loopback only, bounded in count and in time. Reads one JSON document on stdin, writes one on stdout. Each connection asks
 * for `/` first, and the clock starts when all were answered: Node takes one new connection per turn of its event loop, so
 * under load the last of 64 waits for 300 ms, once; that is no part of a rate.
 */
import { connect } from 'node:net';

export interface LoadPlan {
  readonly port: number;
  readonly clients: number;
  readonly token: string;
  /** Sent in turn by whichever client is free. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: string }[];
  /** How many in all; above the number of requests they begin again. */
  readonly count: number;
  /** Ends early, after so many milliseconds. */
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
  /** What was answered instead of the expected status, the first of them. */
  readonly wrong: number;
  readonly firstWrong?: string;
}

const requestBytes = ({ method, path, body }: LoadPlan['requests'][number], { port, token }: LoadPlan): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
      (body === undefined ? '\r\n' : `content-type: application/vnd.api+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  );

/** One answer's status and where it ends; undefined while some of it has yet to come. */
const parseResponse = (bytes: Buffer): { readonly status: number; readonly end: number } | undefined => {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const text = bytes.toString('latin1', 0, head);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without content-length: ${text}`);
  const end = head + 4 + Number(length);
  return bytes.length < end ? undefined : { status: Number(text.slice(9, 12)), end };
};

export const generateLoad = (work: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const requests = work.requests.map((request) => requestBytes(request, work));
    const times: number[] = [];
    let sent = 0,
      open = work.clients,
      wrong = 0,
      firstWrong: string | undefined;
    let began = 0,
      greeted = 0;
    const finish = (): void => {
      const seconds = (performance.now() - began) / 1000;
      times.sort((a, b) => a - b);
      const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
      resolve({
        answered: times.length,
        seconds,
        p50: at(0.5),
        p99: at(0.99),
        longest: times.at(-1) ?? Number.NaN,
        wrong,
        ...(firstWrong === undefined ? {} : { firstWrong }),
      });
    };
    const start: (() => void)[] = [];
    const greeting = requestBytes({ method: 'GET', path: '/' }, work);
    for (let client = 0; client < work.clients; client++) {
      const socket = connect(work.port, '127.0.0.1').setNoDelay(true);
      let askedAt = 0;
      let have: Buffer | undefined;
      const next = (): void => {
        if (sent >= work.count || performance.now() >= began + work.milliseconds) {
          socket.end();
          return;
        }
        const bytes = requests[sent++ % requests.length]!;
        askedAt = performance.now();
        socket.write(bytes);
      };
      start.push(next);
      socket.once('connect', () => socket.write(greeting));
      socket.on('data', (chunk: Buffer) => {
        have = have ? Buffer.concat([have, chunk]) : chunk;
        let answer;
        try {
          answer = parseResponse(have);
        } catch (error) {
          reject(error);
          return;
        }
        if (!answer) return;
        if (began === 0) {
          have = undefined;
          if (++greeted < work.clients) return;
          began = performance.now();
          for (const go of start) go();
          return;
        }
        times.push(performance.now() - askedAt);
        if (answer.status !== work.status) {
          wrong++;
          firstWrong ??= have.toString('utf8').slice(0, 600);
        }
        have = undefined;
        next();
      });
      socket.once('error', reject);
      socket.once('close', () => {
        if (--open === 0) finish();
      });
    }
  });

const readStdin = async (): Promise<string> => {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  return text;
};
if (process.argv.includes('--from-stdin')) console.log(JSON.stringify(await generateLoad(JSON.parse(await readStdin()) as LoadPlan)));
