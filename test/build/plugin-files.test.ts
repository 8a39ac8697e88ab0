import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStoredAnswers } from '../../src/protocol/stored-answers.ts';
import type { StoredAnswers } from '../../src/protocol/stored-methods.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import * as declared from '../../declarations/src/resources/index.ts';
import { version } from '../../declarations/src/version.ts';

const test = suite("the plugin's files");
const load = createRequire(import.meta.url);
const folder = join(import.meta.dirname.replace(/[\\/]dist[\\/].*|[\\/]test[\\/]build.*/, ''), 'dist', 'provider');

interface Records {
  readonly [record: string]: { readonly [name: string]: unknown };
}

test('the stored answers are what the provider answers', async () => {
  const stored = load(join(folder, 'provider-answers.json')) as StoredAnswers;
  assert.equal(Object.keys(stored).sort(), ['GetFunctions', 'GetMetadata', 'GetProviderSchema', 'GetResourceIdentitySchemas']);
  const computed = await createStoredAnswers(() => makeProvider({ version, environment: {}, log: () => {} }));
  for (const [name, answer] of Object.entries(computed)) assert.ok(stored[name] === answer, `${name} is stored otherwise`);
});
test('the declarations of the bundle are those of the sources, under the same names', () => {
  load(join(folder, 'provider-calls.cjs'));
  const { parseReportRows: bundled, ...records } = load(join(folder, 'provider-declarations.cjs')) as Records;
  const { parseReportRows, ...sources } = declared as unknown as Records;
  assert.is(typeof bundled, typeof parseReportRows);
  assert.equal(Object.keys(records).sort(), Object.keys(sources).sort());
  for (const [record, all] of Object.entries(sources)) {
    assert.equal(Object.keys(records[record]!), Object.keys(all), record);
    for (const [name, one] of Object.entries(all))
      assert.ok(JSON.stringify(records[record]![name]) === JSON.stringify(one), `${record}.${name} differs`);
  }
});
test('a start that is asked for what is stored loads nothing of what other calls need', () => {
  const program = `const { loadStoredAnswers, pluginServer } = require(${JSON.stringify(join(folder, 'provider-server.cjs'))});
    const answers = loadStoredAnswers();
    pluginServer(() => undefined, { answers, shutdown() {} });
    console.log(Object.keys(answers).join(), answers.GetProviderSchema.length > 100_000,
      Object.keys(require.cache).map((path) => path.replace(/.*[\\\\/]/, '')).sort().join());`;
  assert.is(
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }),
    'GetMetadata,GetProviderSchema,GetResourceIdentitySchemas,GetFunctions true provider-answers.json,provider-server.cjs\n',
  );
});
test('a start loads neither declarations, nor state stores, nor what only requests need', () => {
  const program = `require(${JSON.stringify(join(folder, 'provider-calls.cjs'))});
    console.log([...Object.keys(require.cache).filter((path) => /declarations|state-stores/.test(path)),
      ...process.moduleLoadList.filter((name) => / (_?http|https|zlib|http2|_http_.*|internal\\/http2.*)$/.test(name))].join());`;
  assert.is(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }), '\n');
});
test('loading the plugin evaluates no declaration', () => {
  const { resources } = load(join(folder, 'provider-declarations.cjs')) as Records;
  const { get } = Object.getOwnPropertyDescriptor(resources, 'workspace')!;
  assert.type(get, 'function');
});
test.run();
