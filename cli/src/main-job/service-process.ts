import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { programFile } from 'slipway/engine/package-root';
import { CliError } from '../cli-error.ts';

export interface ServiceProcess {
  readonly address: string;
  readonly organization: string;
  readonly token: string;
  readonly pid: number;
  stop(): void;
  /** Lets this process end without it. */
  detach(): void;
}

/**
 * Starts `slipway serve` as a process on a free port of this machine, and waits until it listens. Its stderr is written to the file `log`.
 */
export function startServiceProcess(log: string, ...more: string[]): Promise<ServiceProcess> {
  const complaints = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, [programFile('slipway.cjs'), 'serve', '--port', '0', '--json', ...more], {
    detached: true,
    stdio: ['ignore', 'pipe', complaints],
  });
  closeSync(complaints);
  const stop = () => {
    child.kill('SIGTERM');
  };
  process.once('exit', stop);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      reject(new CliError(`The service ended (${code}) before it listened.\n${readFileSync(log, 'utf8')}`.trimEnd())),
    );
    createInterface({ input: child.stdout! }).once('line', (line) => {
      const { address, organization, token } = JSON.parse(line) as { address: string; organization: string; token: string };
      resolve({
        address,
        organization,
        token,
        pid: child.pid!,
        stop,
        detach: () => {
          process.off('exit', stop);
          child.stdout!.destroy();
          child.unref();
        },
      });
    });
  });
}
