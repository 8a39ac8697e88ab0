import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const program = join(import.meta.dirname, '../../../../cli/bin/slipway.cjs');
/** At the same time, over connections that stay: each new one has shapes of its own in Node. */
const clients = 8;

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly data?: unknown;
}
export interface Sent {
  readonly status: number;
  readonly body: any;
}
type Ask = (one: SentRequest) => Promise<Sent>;
export interface Client {
  readonly ask: Ask;
  /** Several at a time; throws where a response has another status. */
  askAll(status: number, requests: readonly SentRequest[]): Promise<readonly Sent[]>;
}

const send = (agent: Agent, address: string, { method, path, data }: SentRequest): Promise<Sent> =>
  new Promise((done, fail) => {
    const body = data === undefined ? '' : JSON.stringify({ data });
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const headers = { authorization: 'Bearer some-token', 'content-type': 'application/vnd.api+json', ...length };
    const sending = request(`${address}/api/v2${path}`, { agent, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece)).once('error', fail);
      response.once('end', () => {
        const text = Buffer.concat(pieces).toString();
        done({ status: response.statusCode!, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    sending.once('error', fail);
    sending.end(body);
  });

const createClient = (agent: Agent, address: string): Client => {
  const ask: Ask = (one) => send(agent, address, one);
  return {
    ask,
    askAll: async (status, requests) => {
      const answers: Sent[] = [];
      for (let at = 0; at < requests.length; at += clients)
        answers.push(...(await Promise.all(requests.slice(at, at + clients).map((one) => ask(one)))));
      const wrong = answers.find((answer) => answer.status !== status);
      if (wrong) throw new Error(`a response has the status ${wrong.status}, and not ${status}: ${JSON.stringify(wrong.body)}`);
      return answers;
    },
  };
};

/**
 * The shapes of objects (V8 calls them maps) that a service made until its end, from the log that V8 writes of them: each names the place
 * in the program, and the member that was added.
 */
export const countShapes = async (
  args: readonly string[],
  work: (client: Client) => Promise<void>,
): Promise<ReadonlyMap<string, number>> => {
  const log = join(temporaryFolder({}), 'v8.log');
  const flags = ['--log-maps', '--no-log-maps-details', `--logfile=${log}`, '--no-logfile-per-isolate'];
  const serve = ['serve', '--port', '0', '--json', '--organization', 'acme', '--token', 'some-token', ...args];
  const running = spawn(process.execPath, [...flags, program, ...serve], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(running, 'close');
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  try {
    const [line] = (await once(running.stdout, 'data')) as [Buffer];
    await work(createClient(agent, (JSON.parse(line.toString()) as { address: string }).address));
  } finally {
    agent.destroy();
    running.kill('SIGTERM');
    await closed;
  }
  const counts = new Map<string, number>();
  for (const entry of readFileSync(log, 'latin1').split('\n')) {
    const [event, , , , , , row, column, reason, member] = entry.split(',');
    // Values of a request with many members are dictionaries, and symbols without a description are the engine's own. A prototype that
    // is used for the first time since the garbage collector forgot its shape is optimized again: that of the results of `stat` is.
    const isExpected = reason === 'TooManyFastProperties' || reason === 'OptimizeAsPrototype' || member?.startsWith('symbol(hash');
    if (event !== 'map' || isExpected) continue;
    const place = `${row}:${column} ${member}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  if (counts.size < 1000) throw new Error(`the log of ${process.version} tells of only ${counts.size} places: nothing was counted`);
  return counts;
};
