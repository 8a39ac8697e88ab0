import { spawn } from 'node:child_process';
import { cleanEnvironment } from './environment.ts';
import { copyPrograms } from './programs.ts';

export const token = 'user-token-0123456789';

export interface ServiceProcess {
  readonly address: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from exec until it listens. */
  readonly readyAfter: number;
  /** A request that must succeed; answers the parsed body. */
  ask(method: string, path: string, body?: unknown): Promise<any>;
  /** Requests answered since it started. */
  requests(): Promise<number>;
  end(): Promise<void>;
}

/** `slipway serve` with these arguments, an organization `acme` and a token known to all. */
export const serviceProcess = (args: readonly string[], node: readonly string[] = []): Promise<ServiceProcess> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...node,
        copyPrograms().slipway,
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
    const ended = new Promise<void>((done) => {
      child.once('close', () => done());
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`slipway serve ended with ${code}: ${stderr}`)));
    child.stdout.once('data', (line: Buffer) => {
      const readyAfter = performance.now() - began;
      const { address, port } = JSON.parse(line.toString()) as { address: string; port: number };
      const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
        const answer = await fetch(address + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 400)}`);
        return text === '' ? null : JSON.parse(text);
      };
      resolve({
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
      });
    });
  });
