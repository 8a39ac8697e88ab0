import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCliConfiguration } from './cli-configuration.ts';
import type { Engine, ProcessEnvironment } from './find-engine.ts';
import { readUserConfiguration } from './user-configuration.ts';
import { onInterruption, throwIfInterrupted } from './interruption.ts';
import { mirrorFolder } from './package-root.ts';

export interface EngineRun {
  /** The folder that holds the configuration. */
  readonly folder: string;
  /** Each piece of output as it comes. */
  readonly onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Ends the engine the way Ctrl-C does: it finishes what is in flight and saves its state. */
  readonly signal?: AbortSignal;
  readonly environment?: ProcessEnvironment;
  /** The text of the engine is for a terminal: with colours. `-json` has none. */
  readonly colors?: boolean;
  /** A filesystem mirror other than the built one. */
  readonly mirror?: string;
}
export interface EngineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds between asking the engine to stop and making it. */
const killDelay = 30_000;

/** The engine's environment: its own CLI configuration, no prompts, no calls home. */
export function engineEnvironment(
  { folder, environment = process.env, mirror = mirrorFolder(folder) }: EngineRun,
  engine: Engine['name'] = 'terraform',
): Record<string, string | undefined> {
  const file = join(folder, '.terraform', 'slipway.tfrc');
  mkdirSync(join(folder, '.terraform'), { recursive: true });
  // The file contains the user's configuration including credentials: only the user may read it.
  rmSync(file, { force: true });
  writeFileSync(file, renderCliConfiguration(mirror, readUserConfiguration(environment, engine)), { mode: 0o600 });
  return { ...environment, TF_CLI_CONFIG_FILE: file, TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' };
}

/** Asks the engine to end gracefully. On Windows this would kill it; there the console asks. */
const askToStop = (child: ChildProcess): void => void (process.platform === 'win32' || child.kill('SIGINT'));

/**
 * Runs the engine once. Resolves with its exit code; rejects if it does not start. An interruption of this process is passed on once,
 * because two make engines abandon operations in flight. Therefore the engine has its own process group, which receives no signals of a
 * terminal or of `timeout`. A second interruption by the user forces it to end.
 */
export async function runEngine(engine: Engine, args: readonly string[], run: EngineRun): Promise<EngineResult> {
  throwIfInterrupted();
  const output = { stdout: '', stderr: '' };
  return await new Promise((resolve, reject) => {
    const child = spawn(engine.path, args, {
      cwd: run.folder,
      env: engineEnvironment(run, engine.name),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        run.onOutput?.(text, name);
      });
    }
    let killTimer: NodeJS.Timeout | undefined;
    const abort = () => {
      child.kill('SIGINT');
      killTimer = setTimeout(() => child.kill('SIGKILL'), killDelay);
    };
    if (run.signal?.aborted) abort();
    else run.signal?.addEventListener('abort', abort, { once: true });
    const stopListening = onInterruption(() => askToStop(child));
    const cleanUp = () => {
      clearTimeout(killTimer);
      run.signal?.removeEventListener('abort', abort);
      stopListening();
    };
    child.on('error', (error) => {
      cleanUp();
      reject(error);
    });
    child.on('close', (code) => {
      cleanUp();
      resolve({ code: code ?? 1, ...output });
    });
  });
}
