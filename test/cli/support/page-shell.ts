/** Runs the commands of a page as they stand, as somebody would who has installed `slipway` and has an empty folder. */
import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface PageBlock {
  readonly language: string;
  readonly text: string;
}
/** The blocks of a page in these languages, in order. */
export const pageBlocks = (page: string, ...languages: readonly string[]): readonly PageBlock[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)]
    .map(([, language, text]) => ({ language: language!, text: text! }))
    .filter(({ language }) => languages.includes(language));

export interface PageShell {
  /** Saves a block as a file of the folder. */
  save(name: string, text: string): void;
  /** Runs a command, or starts one that serves; what it printed. The folder changes with `&& cd`, the environment with `export`. */
  run(command: string): Promise<string>;
  close(): void;
}

/** The token that `slipway serve` prints for people. */
const readToken = (child: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
      const [, token] = /SLIPWAY_WORKSPACES_TOKEN=['"]?([^\s'"]+)/.exec((text += piece)) ?? [];
      if (token) done(token);
    });
    child.once('close', () => fail(new Error(`slipway serve ended: ${text}`)));
  });

/** An agent runs as long as the page; it has joined when it says so. */
const waitUntilJoined = (child: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
      if ((text += piece).includes('joined its pool')) done();
    });
    child.once('close', () => fail(new Error(`slipway agent ended: ${text}`)));
  });

/** The port 4000 of the page is another one here, which is free. */
export const openPageShell = async (): Promise<PageShell> => {
  const home = temporaryFolder({ slipway: `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/bin/slipway.cjs')}' "$@"\n` });
  spawnSync('chmod', ['+x', join(home, 'slipway')]);
  const clean = Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE)|TFE?_|CIRCLE_|NODE_OPTIONS$|npm_)/.test(name));
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(clean),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    PATH: `${home}:${process.env['PATH']}`,
  };
  const port = String(await freePort());
  const localize = (text: string): string => text.replace(/\b4000\b/g, port);
  let [folder, token] = [temporaryFolder({}), ''];
  const started: ChildProcess[] = [];
  const start = (command: string, stdio: StdioOptions): ChildProcess => {
    const child = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env, stdio });
    started.unshift(child);
    return child;
  };
  return {
    save: (name, text) => writeFileSync(join(folder, name), `${localize(text)}\n`),
    run: async (line) => {
      const command = localize(line);
      if (command.startsWith('slipway serve')) {
        token = await readToken(start(command, ['ignore', 'pipe', 'inherit']));
        return '';
      }
      if (command.startsWith('slipway agent')) {
        await waitUntilJoined(start(command, ['ignore', 'pipe', 'inherit']));
        return '';
      }
      for (const [, name, value] of command.matchAll(/\bexport (\w+)=(\S+)/g)) env[name!] = value!.replace(/^~/, home);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8', input: `${token}\n` });
      assert.is(status, 0, `${command}: ${stdout}${stderr}`);
      const [, next] = /&& cd (\S+)$/.exec(command) ?? [];
      if (next) folder = join(folder, next);
      return stdout.replaceAll(port, '4000');
    },
    // An agent leaves before its service.
    close: () => started.forEach((child) => child.kill('SIGTERM')),
  };
};
