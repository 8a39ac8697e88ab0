/**
 * Admission reviews as an API server sends them, run as a process of its own: connections are kept open, each sends one review
 * after the other, at a given rate or as fast as they are answered. Reads one JSON document on stdin, writes one on stdout.
 */
import { connect as connectTls } from 'node:tls';
import { connect as connectHttp2 } from 'node:http2';

export interface AdmissionLoadPlan {
  readonly port: number;
  readonly protocol: 'h2' | 'http/1.1';
  /** How many connections; each HTTP/2 connection carries 16 reviews at a time. */
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
  /** Milliseconds from when a review was due until its response arrived. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Responses without `"allowed":`. */
  readonly wrong: number;
}

/** Sends one review and resolves with the response's text. */
type SendReview = (body: string) => Promise<string>;
interface Connection {
  readonly send: SendReview;
  end(): void;
}

const overHttp2 = (port: number): Promise<Connection> =>
  new Promise((done, fail) => {
    const session = connectHttp2(`https://localhost:${port}`, { rejectUnauthorized: false });
    session.once('error', fail);
    session.once('remoteSettings', () => {
      done({
        end: () => {
          session.close();
        },
        send: (body) =>
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

const overHttp1 = (port: number): Promise<Connection> =>
  new Promise((done, fail) => {
    const socket = connectTls({ port, host: 'localhost', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, () => {
      socket.setNoDelay(true);
      done({
        send,
        end: () => {
          socket.end();
        },
      });
    });
    socket.once('error', fail);
    let [received, answered]: [string, ((text: string) => void) | undefined] = ['', undefined];
    socket.setEncoding('latin1').on('data', (piece: string) => {
      received += piece;
      const head = received.indexOf('\r\n\r\n');
      const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1];
      if (head < 0 || received.length < head + 4 + Number(length)) return;
      const text = received.slice(head + 4);
      received = '';
      answered?.(text);
    });
    const send: SendReview = (body) =>
      new Promise((take) => {
        answered = take;
        socket.write(
          `POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ` +
            `${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
      });
  });

/**
 * Sends reviews until the time is over and every one is answered. A review that is due waits for a free connection, and its
 * waiting counts: a server that falls behind shows it. Returns the milliseconds of each, and how many responses were wrong.
 */
const sendReviews = (
  { rate, milliseconds, bodies }: AdmissionLoadPlan,
  free: SendReview[],
  began: number,
): Promise<{ readonly times: number[]; readonly wrong: number }> => {
  const times: number[] = [];
  let [wrong, sent, open] = [0, 0, 0];
  const countDue = (): number => (rate === 0 ? Infinity : Math.floor(((performance.now() - began) / 1000) * rate) + 1);
  const isOver = (): boolean => performance.now() - began >= milliseconds;
  return new Promise((done) => {
    const sendDue = (): void => {
      while (free.length > 0 && sent < countDue() && !isOver()) {
        const send = free.pop()!;
        const dueAt = rate === 0 ? performance.now() : began + (sent / rate) * 1000;
        open += 1;
        void send(bodies[sent++ % bodies.length]!).then((text) => {
          times.push(performance.now() - dueAt);
          if (!text.includes('"allowed":')) wrong += 1;
          open -= 1;
          free.push(send);
          sendDue();
        });
      }
      if (isOver() && open === 0) {
        clearInterval(timer);
        done({ times, wrong });
      }
    };
    const timer = setInterval(sendDue, 1);
    sendDue();
  });
};

const generateReviews = async (plan: AdmissionLoadPlan): Promise<AdmissionLoadResult> => {
  const { port, protocol, connections: count } = plan;
  const connections = await Promise.all(Array.from({ length: count }, () => (protocol === 'h2' ? overHttp2(port) : overHttp1(port))));
  const free = connections.flatMap(({ send }) => Array.from({ length: protocol === 'h2' ? 16 : 1 }, () => send));
  const began = performance.now();
  const { times, wrong } = await sendReviews(plan, free, began);
  const seconds = (performance.now() - began) / 1000;
  for (const connection of connections) connection.end();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { answered: times.length, seconds, p50: at(0.5), p99: at(0.99), longest: times.at(-1) ?? Number.NaN, wrong };
};

if (process.argv.includes('--from-stdin')) {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  console.log(JSON.stringify(await generateReviews(JSON.parse(text) as AdmissionLoadPlan)));
}
