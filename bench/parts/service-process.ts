import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { cleanEnvironment } from './environment.ts';
import { undoAtExit } from './undo-at-exit.ts';
import { copyPrograms } from './programs.ts';

export const token = 'user-token-0123456789';

export interface ServiceProcess {
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from exec until it listens. */
  readonly readyAfter: number;
  /** Sends a request that must succeed, and returns the parsed body. */
  ask(method: string, path: string, body?: unknown): Promise<any>;
  /** Requests answered since it started. */
  requests(): Promise<number>;
  end(): Promise<void>;
  /** Ends it without giving it a chance to close its store. */
  kill(): Promise<void>;
}

type ServiceChild = ChildProcessByStdio<null, Readable, Readable>;

const spawnService = (args: readonly string[], node: readonly string[], checkout: string | undefined): ServiceChild =>
  spawn(
    process.execPath,
    [
      ...node,
      copyPrograms(checkout).slipway,
      'serve',
      '--port',
      '0',
      '--json',
      '--organization',
      'acme',
      '--token',
      token,
      '--test-controls',
      ...args,
    ],
    { env: cleanEnvironment, stdio: ['ignore', 'pipe', 'pipe'] },
  );

const createClient =
  (address: string): ServiceProcess['ask'] =>
  async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 400)}`);
    return text === '' ? null : JSON.parse(text);
  };

/** The handle of a service that has printed where it listens. */
const describeService = (child: ServiceChild, readyLine: string, readyAfter: number, ended: Promise<void>): ServiceProcess => {
  const { address, port } = JSON.parse(readyLine) as { address: string; port: number };
  const ask = createClient(address);
  return {
    address,
    port,
    pid: child.pid!,
    readyAfter,
    ask,
    requests: async () => (await ask('GET', '/_local/requests')).total as number,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** `slipway serve` with these arguments, an organization `acme` and the token above; of this checkout unless another one is named. */
export const serviceProcess = (args: readonly string[], node: readonly string[] = [], checkout?: string): Promise<ServiceProcess> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawnService(args, node, checkout);
    const ended = new Promise<void>((done) => {
      child.once('close', () => done());
    });
    undoAtExit(() => child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`slipway serve ended with ${code}: ${stderr}`)));
    child.stdout.once('data', (line: Buffer) => {
      const readyAfter = performance.now() - began;
      resolve(describeService(child, line.toString(), readyAfter, ended));
    });
  });
