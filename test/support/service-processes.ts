/** Real service processes, from the build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../cli/bin/slipway.cjs');
const cleanEnvironment = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLIPWAY_')));

export interface ProcessResponse {
  readonly status: number;
  readonly body: any;
}
export interface ServiceProcess {
  readonly address: string;
  /** The first token, when this start made one. */
  readonly token: string | null;
  /** `ask(token, 'GET /organizations/acme', body?)`; the path is below /api/v2 unless it begins with `//`. */
  request(token: string | null, row: string, body?: unknown, type?: string): Promise<ProcessResponse>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>;
  /** What it wrote to stderr so far. */
  readStderr(): string;
}

/** `slipway serve --port 0 --json …`, as soon as it listens. */
export const startProcess = (...args: string[]): Promise<ServiceProcess> => startProcessWith([], ...args);

/** The same with arguments for Node, and a channel for messages to what these import. */
export const startProcessWith = async (
  nodeArguments: readonly string[],
  ...args: string[]
): Promise<ServiceProcess & { readonly child: ChildProcess }> => {
  const serve = [program, 'serve', '--port', '0', '--json', '--organization', 'acme', ...args];
  const running = spawn(process.execPath, [...nodeArguments, ...serve], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', ...(nodeArguments.length > 0 ? (['ipc'] as const) : [])],
  }) as ChildProcess & { readonly stdout: NodeJS.ReadableStream; readonly stderr: NodeJS.ReadableStream };
  const closed = once(running, 'close') as Promise<[number | null]>;
  let complaints = '';
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const line = await Promise.race([
    once(running.stdout.setEncoding('utf8'), 'data').then(([text]) => text as string),
    closed.then(([code]) => {
      throw new Error(`slipway serve ended with ${code}: ${complaints}`);
    }),
  ]);
  const { address, token } = JSON.parse(line) as { address: string; token: string | null };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    running.kill(signal);
    return (await closed)[0];
  };
  return {
    child: running,
    address,
    token,
    readStderr: () => complaints,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
    request: async (secret, row, body, type = 'application/vnd.api+json') => {
      const [method, path] = row.split(/ (.*)/s) as [string, string];
      const response = await fetch(path.startsWith('//') ? `${address}${path.slice(1)}` : `${address}/api/v2${path}`, {
        method,
        headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), 'content-type': type },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
};

/** How often each status came. */
export const countStatuses = async (answers: Iterable<Promise<ProcessResponse>>): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
