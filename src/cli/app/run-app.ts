import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import { CliError } from '../cli-error.ts';
import { findUserFrame } from './user-frame.ts';
import type { AppProject } from './project.ts';

interface AppError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/**
 * Runs the app, which writes its synthesis to `project.output`. What it prints goes to stderr, since stdout belongs to
 * our answer. An app that throws becomes a CliFault with its message and its place in the user's file.
 */
export async function runApp(project: AppProject, folder: string): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), 'slipway-app-'));
  const faultFile = join(room, 'fault.json');
  const preload = join(packageRoot(), 'bin', 'app-preload.cjs');
  try {
    const { code, printed } = await runInShell(project.app, folder, {
      ...process.env,
      CDKTF_OUTDIR: project.output,
      CDKTF_CONTEXT_JSON: JSON.stringify(project.context),
      CDKTN_DISABLE_CREATION_STACK: '1',
      SLIPWAY_APP_FAULT: faultFile,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`.trim(),
    });
    if (code === 0) return;
    const thrown = readAppError(faultFile);
    if (!thrown)
      throw new CliError(
        `The app \`${project.app}\` ended with ${code}${printed ? '; what it printed stands above.' : ' and printed nothing.'}`,
      );
    const place = findUserFrame(thrown.stack, folder);
    const kind = thrown.name && thrown.name !== 'Error' ? `${thrown.name}: ` : '';
    throw new CliError(
      `The app stopped with an error:\n\n  ${(kind + thrown.message).trimEnd().replace(/\n(?=.)/g, '\n  ')}\n\n  ${place ? `at ${place}` : `It does not say where; \`${project.app}\` run by itself may.`}`,
    );
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function runInShell(command: string, folder: string, env: NodeJS.ProcessEnv): Promise<{ code: number | NodeJS.Signals; printed: boolean }> {
  return new Promise((resolve, reject) => {
    let printed = false;
    const running = spawn(command, { cwd: folder, env, shell: true, stdio: ['inherit', 'pipe', 'pipe'] });
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (piece: Buffer) => {
        printed = true;
        process.stderr.write(piece);
      });
    running.on('error', reject);
    running.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, printed }));
  });
}

function readAppError(file: string): AppError | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as AppError;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
