/**
 * Admission reviews as an API server sends them, run as a process of its own: connections kept open, a review after the other
 * on each, at a rate that is given or as fast as they are answered. Reads one JSON document on stdin, writes one on stdout.
 */
import { connect as connectTls } from 'node:tls';
import { connect as connectHttp2 } from 'node:http2';

export interface AdmissionLoadPlan {
  readonly port: number;
  readonly protocol: 'h2' | 'http/1.1';
  /** Connections; of HTTP/2 each carries 16 reviews at a time. */
  readonly connections: number;
  /** Reviews per second; 0: as fast as they are answered. */
  readonly rate: number;
  readonly milliseconds: number;
  /** Sent in turn. */
  readonly bodies: readonly string[];
}
export interface AdmissionLoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds from when a review was due until its answer was there. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers without `"allowed":`. */
  readonly wrong: number;
}

type SendReview = (body: string) => Promise<string>;

const overHttp2 = (port: number): Promise<{ ask: SendReview; end(): void }> =>
  new Promise((done, fail) => {
    const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
    session.once('error', fail);
    session.once('remoteSettings', () => {
      done({
        end: () => {
          session.close();
        },
        ask: (body) =>
          new Promise((answered, failed) => {
            const stream = session.request({ ':method': 'POST', ':path': '/validate', 'content-type': 'application/json' });
            let text = '';
            stream.setEncoding('utf8').on('data', (piece: string) => {
              text += piece;
            });
            stream.once('end', () => {
              answered(text);
            });
            stream.once('error', failed);
            stream.end(body);
          }),
      });
    });
  });

const overHttp1 = (port: number): Promise<{ ask: SendReview; end(): void }> =>
  new Promise((done, fail) => {
    const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, () => {
      socket.setNoDelay(true);
      done({
        ask,
        end: () => {
          socket.end();
        },
      });
    });
    socket.once('error', fail);
    let [have, answered]: [string, ((text: string) => void) | undefined] = ['', undefined];
    socket.setEncoding('latin1').on('data', (piece: string) => {
      have += piece;
      const head = have.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: (\d+)/i.exec(have)?.[1];
      if (head < 0 || have.length < head + 4 + Number(length)) return;
      const text = have.slice(head + 4);
      have = '';
      answered?.(text);
    });
    const ask: SendReview = (body) =>
      new Promise((take) => {
        answered = take;
        socket.write(
          `POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ` +
            `${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      });
  });

const generateReviews = async ({
  port,
  protocol,
  connections,
  rate,
  milliseconds,
  bodies,
}: AdmissionLoadPlan): Promise<AdmissionLoadResult> => {
  const lines = await Promise.all(Array.from({ length: connections }, () => (protocol === 'h2' ? overHttp2(port) : overHttp1(port))));
  const times: number[] = [];
  let [wrong, sent] = [0, 0];
  const free: SendReview[] = lines.flatMap(({ ask }) => Array.from({ length: protocol === 'h2' ? 16 : 1 }, () => ask));
  const began = performance.now();
  // What is due waits for a free connection, and its waiting counts: a server that falls behind shows it.
  const due = (): number => (rate === 0 ? Infinity : Math.floor(((performance.now() - began) / 1000) * rate) + 1);
  const over = (): boolean => performance.now() - began >= milliseconds;
  await new Promise<void>((done) => {
    let open = 0;
    const look = (): void => {
      while (free.length > 0 && sent < due() && !over()) {
        const ask = free.pop()!;
        const dueAt = rate === 0 ? performance.now() : began + (sent / rate) * 1000;
        open += 1;
        void ask(bodies[sent++ % bodies.length]!).then((text) => {
          times.push(performance.now() - dueAt);
          if (!text.includes('"allowed":')) wrong += 1;
          open -= 1;
          free.push(ask);
          look();
        });
      }
      if (over() && open === 0) {
        clearInterval(timer);
        done();
      }
    };
    const timer = setInterval(look, 1);
    look();
  });
  const seconds = (performance.now() - began) / 1000;
  for (const line of lines) line.end();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { answered: times.length, seconds, p50: at(0.5), p99: at(0.99), longest: times.at(-1) ?? Number.NaN, wrong };
};

if (process.argv.includes('--from-stdin')) {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  console.log(JSON.stringify(await generateReviews(JSON.parse(text) as AdmissionLoadPlan)));
}
