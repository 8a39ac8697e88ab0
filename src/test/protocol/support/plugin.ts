import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pluginBuilds } from '../../../protocol/bundle.ts';
import { entryFile } from '../../../protocol/plugin-files.ts';

const fixtures = join(import.meta.dirname, '../fixtures');

/** The fixture provider as a provider is shipped; answers the file to start. */
export const bundleFixture = async (folder: string, minimumNode = '20.19'): Promise<string> => {
  for (const options of pluginBuilds({ minimumNode, entry: join(fixtures, 'main.ts'), late: [join(fixtures, 'provider.ts')], folder }))
    await build(options);
  return join(folder, entryFile);
};

export const temporaryFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'slipway-protocol-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

export const cookie = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

export interface PluginProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its first line, or everything when it ended before one. */
  readonly line: Promise<string>;
  readonly ended: Promise<number | string>;
}

/** Starts the program with nothing in its environment but what is given, and the PATH. */
export const startPlugin = (program: string, args: readonly string[], environment: Record<string, string>): PluginProcess => {
  const child = spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '',
    stderr = '';
  const client = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
      if (stdout.includes('\n')) resolve(stdout.split('\n')[0]!);
    });
    child.once('close', () => resolve(stdout));
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<number | string>((resolve) => child.once('close', (status, signal) => resolve(status ?? signal ?? 'gone')));
  return { child, stdout: () => stdout, stderr: () => stderr, line: client, ended };
};
