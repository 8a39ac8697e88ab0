/** The engines of this machine, with a person before each, in workspaces whose runs the service executes. */
import { spawn, spawnSync } from 'node:child_process';
import { type Engine, findEngine } from '../../../src/engine/find-engine.ts';
import type { Test } from 'uvu';
import { schedule } from '../../support/scale.ts';
import { skipWithReason } from '../../support/skip.ts';
import { type Backend, type RemoteEngine, startRemoteEngine, type Way } from '../support/remote-engine.ts';

/** What a person does as soon as the engine has written a text, once: types an answer, or something else. */
export interface Reaction {
  readonly to: string;
  readonly answer?: string;
  readonly interrupt?: true;
  /** Ends the engine by force. */
  readonly kill?: true;
  act?(): Promise<unknown>;
}
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}
export interface Folder {
  /** Runs the engine here. */
  run(command: readonly string[], reactions?: readonly Reaction[]): Promise<Ended>;
}

/** Each product that is installed, and why the others are not tried. */
export const engines: readonly { readonly name: Engine['name']; readonly found?: Engine; readonly reason: string }[] = (
  ['terraform', 'tofu'] as const
).map((name) => {
  if (spawnSync(name, ['version']).error) return { name, reason: `no ${name} on PATH` };
  return { name, found: findEngine({ ...process.env, SLIPWAY_ENGINE: name }), reason: '' };
});

/** One of the ways to the service each time, another one for each scenario; both in the long schedule. */
const waysOf = (scenario: number): readonly Way[] => {
  const ways: readonly Way[] = ['tls', 'direct'];
  return schedule([ways[scenario % ways.length]!], ways);
};

type Scenario = (engine: Engine, way: Way, workspace: string) => Promise<void>;

/** Registers a scenario for each engine and way, with a name for its workspace. `number`: of the scenario in its file. */
export const defineScenarios =
  (suite: Test, isStarted: boolean) =>
  (number: number, title: string, check: Scenario): void => {
    for (const { name, found, reason } of engines) {
      const test = isStarted && found ? suite : skipWithReason(suite, reason || 'no openssl, which makes the certificate');
      for (const way of waysOf(number)) test(`${name}, ${way}: ${title}`, () => check(found!, way, `${name}-${way}-${number}`));
    }
  };

/** Undefined: no openssl here, which makes the certificate. */
export const startScenarios = (): Promise<RemoteEngine | undefined> => startRemoteEngine({ jobs: {} });

/** Runs a command in a folder of the service, with reactions to what it writes. */
export const runWith = (
  path: string,
  environment: NodeJS.ProcessEnv,
  folder: string,
  command: readonly string[],
  reactions: readonly Reaction[] = [],
): Promise<Ended> => {
  const child = spawn(path, command, { cwd: folder, env: environment, stdio: 'pipe' });
  const left = [...reactions];
  let text = '';
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    const next = left[0];
    if (!next || !text.includes(next.to)) return;
    left.shift();
    if (next.answer !== undefined) child.stdin.write(`${next.answer}\n`);
    if (next.interrupt) child.kill('SIGINT');
    if (next.kill) child.kill('SIGKILL');
    void next.act?.();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.stdin.on('error', () => undefined);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, text }));
  });
};

/** An initialized folder with a `cloud` or `backend "remote"` block of this workspace. */
export const initialize = async (
  here: RemoteEngine,
  engine: Engine,
  way: Way,
  workspace: string,
  configuration: string,
  backend: Backend = 'cloud',
): Promise<Folder> => {
  const folder = here.createFolder(workspace, configuration, backend, way);
  const run: Folder['run'] = (command, reactions) => runWith(engine.path, here.environment(folder), folder, command, reactions);
  const { code, text } = await run(['init', '-no-color']);
  if (code !== 0) throw new Error(text);
  return { run };
};

/** The document of a workspace. */
export const readWorkspace = async ({ request }: RemoteEngine, name: string): Promise<any> =>
  (await request('GET', `/organizations/acme/workspaces/${name}`)).data;
