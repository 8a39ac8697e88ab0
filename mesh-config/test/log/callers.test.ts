// watchdog: 60 s
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toSourceLocation } from '../../src/log/source-location.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createProgramFolder, type RunningProgram, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';

const test = suite('mesh-config callers');
const root = resolve(import.meta.dirname, '../../..');
let running: RunningProgram | undefined;
test.after(() => {
  running?.process.kill('SIGKILL');
});

/** Maps line 1, column 1 to line 3, column 5 of src/a.ts. */
const map = '{"version":3,"sources":["../../src/a.ts"],"names":[],"mappings":"AAEI"}';

test('a location in the bundle is mapped to its location in the source', () => {
  const url = pathToFileURL(join(temporaryFolder({ 'a b (c)/x.js.map': map }), 'a b (c)', 'x.js')).href;
  assert.is(toSourceLocation(`at serve (${url}:1:1)`), 'at serve (src/a.ts:3:5)');
  assert.is(toSourceLocation(`at async ${url}:1:9`), 'at async src/a.ts:3:5');
  const path = join(temporaryFolder({ 'a b (c)/x.cjs.map': map }), 'a b (c)', 'x.cjs');
  assert.is(toSourceLocation(`at serve (${path}:1:1)`), 'at serve (src/a.ts:3:5)');
  assert.is(toSourceLocation(`at async ${path}:1:9`), 'at async src/a.ts:3:5');
  assert.is(toSourceLocation(`at ${path}:1:9`), 'at src/a.ts:3:5');
});
test('a location without a readable source map is unchanged', () => {
  const folder = temporaryFolder({
    'broken.js.map': '{',
    'empty.js.map': '{"version":3,"sources":[],"names":[],"mappings":""}',
    'x.js.map': map,
  });
  for (const line of [
    `at serve (${pathToFileURL(join(folder, 'none.js')).href}:1:1)`,
    `at serve (${pathToFileURL(join(folder, 'broken.js')).href}:1:1)`,
    `at serve (${pathToFileURL(join(folder, 'empty.js')).href}:1:1)`,
    `at serve (${pathToFileURL(join(folder, 'x.js')).href}:2:1)`,
    'at serve (file:///a%2Fb.js:1:1)',
    'at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    'at Array.map (<anonymous>)',
    '',
  ])
    assert.is(toSourceLocation(line), line);
});
test('the built program logs file and line of the caller, in console lines and in stacks', async () => {
  const programFolder = await createProgramFolder();
  running = await waitUntilServing(startProgram(programFolder, '--log_caller=server', '--log_stacktrace_level=server:info'));
  await waitUntil(() => running!.output().includes('run-program.ts'));
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  const match =
    /\tinfo\tserver\trun-server\.ts:(\d+)\tserving: .*\nat runServer \(mesh-config\/src\/commands\/run-server\.ts:(\d+):\d+\)\n/.exec(
      running.output(),
    );
  assert.ok(match, running.output());
  assert.is(match[1], match[2]);
  assert.match(
    readFileSync(join(root, 'mesh-config/src/commands/run-server.ts'), 'utf8').split('\n')[Number(match[1]) - 1]!,
    /scope\.info\(`serving: /,
  );
  assert.not.match(running.output(), /dist|chunk/);
});
test('callers enabled by introspection are logged from the next line on', async () => {
  const programFolder = await createProgramFolder();
  running = await waitUntilServing(startProgram(programFolder));
  assert.is(
    (await fetch(`http://localhost:${programFolder.ports.introspection}/scopej/server`, { method: 'PUT', body: '{"log_callers": true}' }))
      .status,
    202,
  );
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  assert.match(running.output(), /\tinfo\tserver\tserving: /);
  assert.match(running.output(), /\tinfo\tserver\trun-server\.ts:\d+\tSIGTERM: stopping\n/);
});
test.run();
