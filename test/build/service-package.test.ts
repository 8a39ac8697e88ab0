// watchdog: 240 s
// process: own
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installService, runThere } from './support/install-service.ts';

const test = suite('the package of the service, installed by npm');
let folder = '';
test.before(async () => {
  folder = await installService();
});

const readOrganization = `
  const service = await startService({ organization: 'acme' });
  const headers = { authorization: 'Bearer ' + service.token };
  const response = await fetch(service.address + '/api/v2/organizations/acme', { headers });
  console.log(response.status, (await response.json()).data.id);
  await service.stop();
`;
for (const [kind, file, text] of [
  ['CommonJS', 'one.cjs', `const { startService } = require('@slipway/service');\n(async () => {${readOrganization}})();\n`],
  ['an ES module', 'one.mjs', `import { startService } from '@slipway/service';\n${readOrganization}`],
] as const)
  test(`from ${kind} it starts, answers a request, stops, and lets the process end`, () => {
    assert.equal(runThere(folder, [file, text], [process.execPath, file]), { status: 0, printed: '200 acme\n' });
  });

const compiledCode = (): string => join(folder, 'node_modules/.cache/slipway/programs');
/** Of each file there: its size, and when it was written. */
const listCompiledCode = (): readonly (readonly [number, number])[] =>
  readdirSync(compiledCode(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)))
    .map(({ size, mtimeMs }) => [size, mtimeMs]);
const startThere = (environment: NodeJS.ProcessEnv = {}, program = readOrganization): { status: number | null; printed: string } =>
  runThere(
    folder,
    ['cached.cjs', `const { startService } = require('@slipway/service');\n(async () => {${program}})();\n`],
    [process.execPath, 'cached.cjs'],
    environment,
  );

test('the first start keeps the compiled code in node_modules/.cache, and later ones take it from there', () => {
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  assert.equal(startThere(), { status: 0, printed: '200 acme\n' });
  const kept = listCompiledCode();
  assert.is(kept.length, 1);
  assert.ok(kept[0]![0] > 1_000_000, `${kept[0]![0]} bytes`);
  assert.equal(startThere(), { status: 0, printed: '200 acme\n' });
  assert.equal(listCompiledCode(), kept);
});

test('loading the package writes nothing, nor does a start with SLIPWAY_CODE_CACHE=off', () => {
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  assert.equal(startThere({}, 'console.log(typeof startService);'), { status: 0, printed: 'function\n' });
  assert.equal(startThere({ SLIPWAY_CODE_CACHE: 'off' }), { status: 0, printed: '200 acme\n' });
  assert.not.ok(existsSync(join(folder, 'node_modules/.cache')));
});

test('a folder that others may write to is not used: what lies there would be executed', () => {
  startThere();
  const before = listCompiledCode();
  chmodSync(compiledCode(), 0o777);
  rmSync(join(compiledCode(), readdirSync(compiledCode())[0]!), { recursive: true });
  assert.is(before.length, 1);
  assert.equal(startThere(), { status: 0, printed: '200 acme\n' });
  assert.equal(listCompiledCode(), []);
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true });
});

test('where a test has a global object of its own, the service is of that one', () => {
  const text = `
    const { createRequire } = require('node:module');
    const { readFileSync } = require('node:fs');
    const { dirname } = require('node:path');
    const { createContext, runInContext } = require('node:vm');
    const context = createContext({ process, console, Buffer, fetch, URL, TextEncoder, TextDecoder, AbortController, setTimeout,
      setInterval, setImmediate, clearTimeout, clearInterval, performance, Headers, URLSearchParams, Blob, structuredClone,
      queueMicrotask });
    const modules = new Map();
    const load = (file) => {
      if (modules.has(file)) return modules.get(file).exports;
      const module = { exports: {} };
      modules.set(file, module);
      const own = createRequire(file);
      const find = (id) => (id.startsWith('.') ? load(own.resolve(id)) : own(id));
      const run = runInContext('(function (exports, require, module, __filename, __dirname) {' + readFileSync(file) + '\\n})', context);
      run(module.exports, find, module, file, dirname(file));
      return module.exports;
    };
    const { startService } = load(require.resolve('@slipway/service'));
    startService({ organisation: 'acme' }).catch((error) =>
      console.log(error instanceof runInContext('Error', context), error instanceof Error));
  `;
  assert.equal(runThere(folder, ['realm.cjs', text], [process.execPath, 'realm.cjs']), { status: 0, printed: 'true false\n' });
});

test('what needs a thread finds its script: pipelines, policies, large states, large seeds', () => {
  const text = readFileSync(join(import.meta.dirname, 'support/service-threads.mjs'), 'utf8');
  const { status, printed } = runThere(folder, ['threads.mjs', text], [process.execPath, 'threads.mjs']);
  assert.is(status, 0, printed);
  const { seeded, ...others } = JSON.parse(printed);
  assert.is(seeded.workspaces, 500);
  assert.equal(others, {
    pipelines: [true, false],
    policies: [
      ['delete', 'errored'],
      ['create', 'post_plan_completed'],
    ],
    states: 1,
  });
});

test('an error that nobody catches is a few lines, not the code of the package', () => {
  const text = `require('@slipway/service').startService({ seed: { organizations: [{ name: 'acme', title: 'x' }] } });\n`;
  const { status, printed } = runThere(folder, ['seed.cjs', text], [process.execPath, 'seed.cjs']);
  assert.is(status, 1);
  assert.match(printed, 'seed: "organizations[0].title" is not a member');
  assert.ok(printed.length < 4000, printed);
});

test.run();
