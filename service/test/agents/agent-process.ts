/** Real agent processes, from the build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import type { EngineRunsTest } from '../engine-runs/support.ts';

const program = join(import.meta.dirname, '../../../cli/bin/slipway.cjs');

export interface AgentProcess {
  signal(name: NodeJS.Signals): void;
  /** Its exit code; null: a signal ended it. */
  readonly over: Promise<number | null>;
  /** What it wrote so far, to both streams. */
  output(): string;
}

/**
 * `slipway agent` in an empty folder, without any variable of the service; the token is in the environment, as in a container. `prefix`:
 * what it is started by.
 */
export const startAgentProcess = (
  address: string,
  token: string,
  args: readonly string[] = [],
  environment: { readonly [name: string]: string } = {},
  prefix: readonly string[] = [],
): AgentProcess => {
  const [file, ...words] = [...prefix, process.execPath, program, 'agent', '--address', address, ...args];
  const child = spawn(file!, words, {
    cwd: temporaryFolder(),
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLIPWAY_'))),
      SLIPWAY_AGENT_TOKEN: token,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    signal: (name) => void child.kill(name),
    over: once(child, 'close').then(([code]) => code as number | null),
    output: () => output,
  };
};

/** A new agent pool, and a token of it. */
export const createAgentPool = async ({ request }: EngineRunsTest): Promise<{ readonly pool: string; readonly token: string }> => {
  const { body } = await request('POST /organizations/acme/agent-pools', { data: { type: 'agent-pools', attributes: { name: 'far' } } });
  const pool = body.data.id;
  const issued = await request(`POST /agent-pools/${pool}/authentication-tokens`, { data: { type: 'authentication-tokens' } });
  return { pool, token: issued.body.data.attributes.token };
};
