import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles } from '../support/repository-files.ts';

const test = suite('chance in tests');

/** The one source of chance, what draws its seed, and this file. */
const sources = ['test/support/seed.ts', 'test/torture.ts', 'test/house/chance.test.ts'];
const forms: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\bMath\.random\b/, 'Math.random: take numbers() of test/support/seed.ts'],
  [/from 'fast-check'|import\('fast-check'\)/, 'fast-check without its seed: take fc of test/support/seed.ts'],
  [/\brandom(Int|Bytes|FillSync|Fill)\(|\bgetRandomValues\(/, 'chance of crypto: take numbers() of test/support/seed.ts'],
  [/\.close\(\(\) => (\{\s*)?\w+\(port\b/, 'a port that was free a moment ago: take freePort() of test/support/free-port.ts'],
  [/Date\.now\(\) %/, 'the time as a seed: take seed of test/support/seed.ts'],
];
const chanceIn = (text: string): readonly string[] => forms.filter(([form]) => form.test(text)).map(([, instead]) => instead);

test('comes from one source, whose seed is fixed in the suite', () => {
  const files = repositoryFiles().filter((file) => /(^|\/)test\/.*\.ts$/.test(file) && !sources.includes(file));
  assert.ok(files.length > 500);
  assert.equal(
    files.flatMap((file) => chanceIn(readFileSync(file, 'utf8')).map((instead) => `${file}: ${instead}`)),
    [],
  );
});

test('is found in each of its forms', () => {
  const forms = ['const a = Math.random();', "import fc from 'fast-check';", "import * as fc from 'fast-check';"];
  for (const planted of [
    ...forms,
    'randomInt(3)',
    'randomBytes(8)',
    'crypto.getRandomValues(a)',
    'const seed = Date.now() % 7;',
    'server.close(() => done(port));',
  ])
    assert.is(chanceIn(planted).length, 1, planted);
  assert.equal(chanceIn("import { fc, numbers } from '../support/seed.ts';"), []);
});

test.run();
