import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { onInterruption, throwIfInterrupted } from 'slipway/engine/interruption';
import { programFile } from 'slipway/engine/package-root';
import { isOwnFolder, resolveCacheFolder } from 'slipway/protocol/code-cache/cache-folder';
import { readLogin } from '../login/login-file.ts';
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
 * our answer. An app that throws becomes a CliError with its message and its position in the user's file.
 */
export async function runApp(project: AppProject, folder: string): Promise<void> {
  const room = mkdtempSync(join(tmpdir(), 'slipway-app-'));
  const faultFile = join(room, 'fault.json');
  const preload = programFile('app-preload.cjs', room);
  try {
    const { code, printed } = await runInShell(project.app, folder, {
      ...process.env,
      CDKTF_OUTDIR: project.output,
      CDKTF_CONTEXT_JSON: JSON.stringify({ slipway: findServiceContext(), ...project.context }),
      CDKTN_DISABLE_CREATION_STACK: '1',
      ...compileCache(process.env),
      SLIPWAY_APP_FAULT: faultFile,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`.trim(),
    });
    throwIfInterrupted();
    if (code === 0) return;
    const appError = readAppError(faultFile);
    if (!appError)
      throw new CliError(`The app \`${project.app}\` ended with ${code}${printed ? '; see its output above.' : ' and printed nothing.'}`);
    const frame = findUserFrame(appError.stack, folder);
    const kind = appError.name && appError.name !== 'Error' ? `${appError.name}: ` : '';
    throw new CliError(
      `The app stopped with an error:\n\n  ${(kind + appError.message).trimEnd().replace(/\n(?=.)/g, '\n  ')}\n\n` +
        `  ${frame ? `at ${frame}` : `It contains no source position; \`${project.app}\` run by itself may show one.`}`,
    );
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Node 22 and newer keep what they compiled of the app and its libraries there, so that the next synthesis starts sooner. */
const compileCache = (environment: NodeJS.ProcessEnv): { readonly NODE_COMPILE_CACHE?: string } => {
  const cache = resolveCacheFolder(environment);
  if (environment.NODE_COMPILE_CACHE || cache === undefined) return {};
  const folder = join(cache, 'apps');
  try {
    return isOwnFolder(folder) ? { NODE_COMPILE_CACHE: folder } : {};
  } catch {
    // The app runs as well without.
    return {};
  }
};

/** The service in which `SlipwayBackend` stores states: that of the environment, or of the login. */
const findServiceContext = (): { readonly address?: string | undefined; readonly organization?: string | undefined } => {
  const { SLIPWAY_WORKSPACES_ADDRESS: address, SLIPWAY_WORKSPACES_ORGANIZATION: organization } = process.env;
  const login = address ? undefined : readLogin();
  return { address: address ?? login?.address, organization: organization ?? login?.organization };
};

/**
 * Whether the app runs in its own process group, so that the shell's children can be stopped with it. Not in a terminal, which sends Ctrl-C
 * to the foreground group only, and lets only that group read.
 */
const hasOwnGroup = process.platform !== 'win32' && !isatty(0);

const stopApp = (child: ChildProcess): void => {
  if (hasOwnGroup && (child.exitCode ?? child.signalCode) === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  else child.kill();
};

function runInShell(command: string, folder: string, env: NodeJS.ProcessEnv): Promise<{ code: number | NodeJS.Signals; printed: boolean }> {
  return new Promise((resolve, reject) => {
    let printed = false;
    const child = spawn(command, { cwd: folder, env, shell: true, stdio: ['inherit', 'pipe', 'pipe'], detached: hasOwnGroup });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed = true;
        process.stderr.write(chunk);
      });
    const stopListening = onInterruption(() => stopApp(child));
    child.on('error', (error) => {
      stopListening();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stopListening();
      resolve({ code: code ?? signal ?? 1, printed });
    });
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
