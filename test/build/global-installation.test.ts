// watchdog: 300 s
// process: own
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packFolders } from '../../build/packages/pack-packages.ts';
import { stageCli } from '../../build/packages/stage-packages.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { strangersEnvironment } from './support/install-service.ts';
import { startLocalRegistry } from './support/local-registry.ts';

const test = suite('slipway, installed globally');
const root = resolve(import.meta.dirname, '../..');

test('by the command of the start page, serves in memory on this version of Node.js', async () => {
  const output = temporaryFolder();
  packFolders(output, [await stageCli(output)]);
  const registry = await startLocalRegistry([]);
  const folder = temporaryFolder();
  const page = readFileSync(join(root, 'docs/start.md'), 'utf8');
  const [newer, older] = [...page.matchAll(/`(npm install --global [^`]+)`/g)].map(([, command]) => command!);
  assert.match(newer!, /^npm install --global slipway\/dist\/packages\/slipway-cli-0\.1\.0\.tgz$/);
  assert.is(older, `${newer} libsql@0.5.29`);
  const major = Number(process.versions.node.split('.')[0]);
  const [, , ...words] = (major > 22 ? newer! : older!).replace('slipway/dist/packages', output).split(' ');
  const npm = { npm_config_registry: registry.address, npm_config_cache: join(folder, '.npm'), npm_config_prefix: folder };
  const install = promisify(execFile);
  try {
    const options = { cwd: folder, env: { ...strangersEnvironment(), ...npm } };
    await install('npm', ['install', ...words, '--ignore-scripts', '--no-audit', '--no-fund'], options);
  } finally {
    await registry.close();
  }
  const child = spawn(join(folder, 'bin/slipway'), ['serve', '--in-memory', '--port', '0', '--json'], {
    cwd: folder,
    env: strangersEnvironment(),
  });
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('close', (code) => fail(new Error(`slipway serve ended with ${code}`)));
  });
  assert.match(line, /^\{"address":"http:\/\/127\.0\.0\.1:/);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  assert.is(code, 0);
});

test.run();
