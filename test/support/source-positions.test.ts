import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { nameSources } from './runner/source-positions.ts';

const test = suite('source positions');

test('a position in a bundle is the one in its source; what has no map stays as it is', async () => {
  const folder = temporaryFolder({
    'test/a.test.ts': 'type Text = string;\nexport const fail = (text: Text): never => {\n  throw new Error(text);\n};\n',
  });
  await build({
    entryPoints: [join(folder, 'test/a.test.ts')],
    outfile: join(folder, 'dist/tests/a.js'),
    sourcemap: 'linked',
    logLevel: 'silent',
  });
  const lines = readFileSync(join(folder, 'dist/tests/a.js'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('throw')) + 1;
  assert.is(nameSources(`at fail (file://${folder}/dist/tests/a.js:${line}:9)`, folder), 'at fail (test/a.test.ts:3:9)');
  assert.is(nameSources(`at fail (${folder}/dist/tests/b.js:1:9)`, folder), `at fail (${folder}/dist/tests/b.js:1:9)`);
  assert.is(
    nameSources('at runner (file:///checkout/node_modules/uvu/dist/index.mjs:78:16)', folder),
    'at runner (file:///checkout/node_modules/uvu/dist/index.mjs:78:16)',
  );
});
test.run();
