// watchdog: 120 s
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const suiteOf = suite('docs/start.md');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const root = resolve(import.meta.dirname, '../..');
let service: ChildProcess | undefined;
suiteOf.after(() => {
  service?.kill('SIGTERM');
});

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

test('its five commands work as they stand, one after the other', async () => {
  const commands = [...readFileSync(join(root, 'docs/start.md'), 'utf8').matchAll(/```sh\n(.*)\n```/g)].map(([, line]) => line!);
  assert.is(commands.length, 5);
  const home = temporaryFolder({ slipway: `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'cli/bin/slipway.cjs')}' "$@"\n` });
  spawnSync('chmod', ['+x', join(home, 'slipway')]);
  const clean = Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE)|TFE?_|CIRCLE_|NODE_OPTIONS$)/.test(name));
  const env = { ...Object.fromEntries(clean), XDG_CONFIG_HOME: join(home, 'configuration'), PATH: `${home}:${process.env['PATH']}` };
  const port = String(await freePort());
  let [folder, token] = [temporaryFolder({}), ''];
  const outputs: string[] = [];
  for (const command of commands.map((line) => line.replace('4000', port))) {
    if (command.startsWith('slipway serve')) {
      service = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
      token = await readToken(service);
      continue;
    }
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8', input: `${token}\n` });
    assert.is(status, 0, `${command}: ${stdout}${stderr}`);
    outputs.push(stdout);
    const [, next] = /&& cd (\S+)$/.exec(command) ?? [];
    if (next) folder = join(folder, next);
  }
  assert.match(outputs[1]!, `Logged in to http://127.0.0.1:${port} as owner, organization slipway`);
  assert.match(outputs[2]!, 'Apply complete! Resources: 3 added');
  assert.match(outputs[3]!, 'No changes.');
});
suiteOf.run();
