/** A process that serves one engine after another, so that a command which starts its plugin several times starts Node.js once. */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { isOwnFolder } from '../code-cache/cache-folder.ts';
import type { EngineLink } from '../go-plugin/engine-link.ts';
import { setUpProcess } from '../go-plugin/own-process.ts';
import { forgetSecrets } from '../../redaction/secret-registry.ts';
import type { Identity } from '../serve-engine.ts';
import type { Plugin } from '../serve-plugin.ts';
import { discardErrors, type LauncherProcess, openLauncher } from './launcher-process.ts';
import { openStandbyFolder, type StandbyFolder } from './standby-folder.ts';
import { hasSameStart } from './start-settings.ts';

/** Seconds that a process waits for the next engine, unless `SLIPWAY_STANDBY` sets another time. */
const defaultWait = 5;
/** Milliseconds for a launcher that has chosen this process to name itself. */
const claimGrace = 1000;
/** Number of engines after which a process ends, so that leaked memory cannot grow for ever. */
const maxEngines = 100;

export interface StandbyOptions {
  readonly folder: string;
  /** The launcher that started this process and waits for it. */
  readonly launcher: number;
  /** Creates an instance with fresh modules, so that no state passes from one engine to the next. */
  readonly createPlugin: () => Plugin;
  /** Compiles what only later engines need, without running it, because it would see the environment of the first engine. */
  readonly compileCalls: () => void;
}
export interface StandbyScript {
  serveEngines(options: StandbyOptions): void;
}

/** Tells a launcher to exit with this status after its engine was served, or to start Node.js itself. */
const answerLauncher = (launcher: number, status: number | 'serving' | 'start'): void => void writeSync(1, `${launcher} ${status}\n`);

const replaceEnvironment = (environment: EngineLink['environment']): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
};

/** What this process was when it started, it is again. */
const forgetEngine = (folder: string, started: EngineLink['environment']): void => {
  process.chdir(folder);
  replaceEnvironment(started);
  forgetSecrets();
};

/** Calls the listener with each launcher that names itself on stdin. */
const onLauncher = (listener: (launcher: number) => void): void => {
  let text = '';
  new Socket({ fd: 0, readable: true, writable: false }).on('data', (chunk) => {
    const lines = (text + String(chunk)).split('\n');
    text = lines.pop()!;
    lines.forEach((line) => listener(Number(line)));
  });
};

/** Ends this process, and has the launcher start Node.js itself. */
const giveUp = (launcher: number): never => {
  answerLauncher(launcher, 'start');
  process.exit(0);
};

/** Opens a launcher and takes over its streams. If that fails, the launcher starts Node.js, which shows the cause to the engine. */
const takePlace = (launcher: number, started: EngineLink['environment']): LauncherProcess => {
  try {
    const engine = openLauncher(launcher);
    if (!hasSameStart(started, engine.environment)) throw new Error('Node.js was started with other settings');
    process.chdir(engine.folder);
    engine.takeErrors();
    answerLauncher(launcher, 'serving');
    replaceEnvironment(engine.environment);
    return engine;
  } catch {
    return giveUp(launcher);
  }
};

/** Seconds. */
const readWait = ({ SLIPWAY_STANDBY: chosen = '' }: EngineLink['environment']): number =>
  /^\d{1,6}$/.test(chosen) ? Number(chosen) : defaultWait;

/** Ends this process after these seconds, unless a launcher has chosen it by then. Returns what keeps it. */
const endAfter = (seconds: number, places: StandbyFolder): (() => void) => {
  let timer = setTimeout(() => {
    if (places.claim()) process.exit(0);
    timer = setTimeout(() => process.exit(0), claimGrace);
  }, seconds * 1000);
  return () => clearTimeout(timer);
};

export const serveEngines = ({ folder, launcher: first, createPlugin, compileCalls }: StandbyOptions): void => {
  setUpProcess();
  if (!isOwnFolder(folder)) giveUp(first);
  const started = { ...process.env };
  let plugin = createPlugin();
  // One identity for all engines: it identifies this process, which its key does not leave.
  let known: Identity | undefined;
  const identity = (): Identity => (known ??= plugin.createIdentity());
  let served = 0;
  const places = openStandbyFolder(folder);
  let keep = (): void => {};

  const prepare = (): void => {
    if (served >= maxEngines) process.exit(0);
    forgetEngine(folder, started);
    plugin = createPlugin();
    void plugin.prepare();
  };
  const wait = (): void => {
    // Not earlier, because the first engine is waiting.
    if (served === 1) onLauncher(serve);
    places.publish();
    keep = endAfter(readWait(started), places);
  };
  const serve = (launcher: number): void => {
    keep();
    if (served > 0) places.hide();
    const engine = takePlace(launcher, started);
    served++;
    const end = (status: number, isIdle: boolean): void => {
      // The engine waits for the end of its log as well.
      discardErrors();
      answerLauncher(launcher, status);
      if (!isIdle) process.exit(0);
      setImmediate(() => {
        prepare();
        // The next launcher uses the same pipe.
        engine.onEnd(wait);
      });
    };
    void plugin.serve({ ...engine, end }, identity, () => setImmediate(compileCalls));
  };
  serve(first);
};
