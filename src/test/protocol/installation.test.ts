import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { serveReattach } from '../../protocol/reattach.ts';
import { makeProvider } from './fixtures/provider.ts';
import { createMirror, address } from './support/engine.ts';
import { bundleFixture, temporaryFolder } from './support/plugin.ts';

import { engineSuite, folder, store, reported, mirror, bench, good, initialised, attributes } from './support/engine-suite.ts';

const { test, real } = engineSuite('installed plugins under the real engine');

real('is installed by -plugin-dir as well, below a package of type module', async () => {
  const one = bench('');
  writeFileSync(join(one.folder, 'package.json'), '{"type":"module"}');
  one.write('resource "fixture_note" "a" { title = "One" }');
  await good(one, 'init', `-plugin-dir=${mirror}`);
  assert.match(await good(one, 'apply', '-auto-approve'), '1 added');
});

real('a running provider is used by TF_REATTACH_PROVIDERS: no init, one process, each engine with its own configuration', async () => {
  process.env['FIXTURE_STORE'] = store;
  process.env['PLUGIN_UNIX_SOCKET_DIR'] = folder.path;
  const served = await serveReattach(makeProvider, { source: address });
  const configuration = (
    greeting: string,
  ) => `provider "fixture" { greeting = "${greeting}" }\nprovider "fixture" {\n  alias = "other"\n  greeting = "Other"\n}
    data "fixture_greeting" "a" { name = "A" }\ndata "fixture_greeting" "b" {\n  provider = fixture.other\n  name = "B"\n}
    output "words" { value = "\${data.fixture_greeting.a.words}; \${data.fixture_greeting.b.words}" }\n\
resource "fixture_note" "a" { title = "${greeting}" }`;
  try {
    const benches = ['Hi', 'Hello', 'Salut'].map((greeting) => {
      const one = bench('', { TF_REATTACH_PROVIDERS: served.environment });
      one.write(configuration(greeting));
      return { one, greeting };
    });
    await Promise.all(
      benches.map(async ({ one, greeting }) => {
        assert.match(await good(one, 'apply', '-auto-approve'), `words = "${greeting}, A; Other, B"`);
        assert.not.ok(existsSync(join(one.folder, '.terraform.lock.hcl')));
      }),
    );
    assert.match(await good(benches[0]!.one, 'destroy', '-auto-approve'), '1 destroyed');
  } finally {
    await served.close();
  }
});

real('a Node that is too old, or none, is named in one sentence', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "One" }');
  const none = await one.run(['plan', '-no-color'], { SLIPWAY_NODE: '/nowhere/node' });
  assert.is(none.status, 1);
  assert.match(
    none.text.replace(/\s*\n?[│|]?\s+/g, ' '),
    "Slipway's provider needs Node.js 20.19 or newer, and there is no program '/nowhere/node' on the PATH.",
    none.text,
  );
});

real('a provider for a newer Node says so under an older one', async () => {
  const other = temporaryFolder();
  const strict = createMirror(other.path, await bundleFixture(other.path, '99.1'));
  const one = bench('');
  one.write('resource "fixture_note" "a" { title = "One" }');
  await good(one, 'init', `-plugin-dir=${strict}`);
  const { status, text } = await one.run(['plan', '-no-color']);
  other.remove();
  assert.is(status, 1);
  assert.match(text.replace(/\s+/g, ' '), `Slipway's provider needs Node.js 99.1 or newer; this is ${process.versions.node} (`);
});

/** Calls `work` once, when the provider has begun to create a slow object. */
const onceWriting = (child: ChildProcess, work: () => void): void => {
  const poll = setInterval(() => {
    if (!existsSync(reported) || !readFileSync(reported, 'utf8').includes('slow')) return;
    clearInterval(poll);
    work();
  }, 20);
  child.once('close', () => clearInterval(poll));
};

real('Ctrl-C during an apply stops it, and what was being written is finished and kept', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "Slow" }');
  const { status, text } = await one.run(['apply', '-auto-approve', '-no-color'], {}, (child) =>
    onceWriting(child, () => child.kill('SIGINT')),
  );
  assert.match(text, 'Interrupt received.');
  assert.match(text, 'Creation complete');
  assert.is(status, 1);
  assert.match(readFileSync(reported, 'utf8'), 'slow\nstop\n');
  assert.is(attributes(one, 'a').id, 'note-slow');
});

real('a second Ctrl-C waits for nothing: the engine ends with what it had, and the provider with it', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "Slow for ever" }');
  const { status, text } = await one.run(['apply', '-auto-approve', '-no-color'], {}, (child) => {
    let isFirst = true;
    onceWriting(child, () => child.kill('SIGINT'));
    child.stdout?.on('data', (output: Buffer) => {
      if (!isFirst || !output.toString().includes('Interrupt received.')) return;
      isFirst = false;
      child.kill('SIGINT');
    });
  });
  assert.match(text, 'Two interrupts received. Exiting immediately.');
  assert.not.match(text, 'Creation complete');
  assert.is(status, 1);
  const provider = Number(/^process (\d+)$/m.exec(readFileSync(reported, 'utf8'))![1]);
  const isRunning = (): boolean =>
    existsSync(`/proc/${provider}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${provider}/status`, 'utf8'));
  for (let tries = 0; tries < 500 && isRunning(); tries++) await sleep(20);
  assert.not.ok(isRunning());
});

test.run();
