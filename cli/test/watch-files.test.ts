import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchFiles } from '../src/app/watch-files.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('files that are watched');

test('shows what was written, created and removed, also in folders that are new', async () => {
  const folder = temporaryFolder({ 'main.ts': '1', 'old.ts': '1' });
  const files = watchFiles(folder, () => false, { quiet: 20 });
  writeFileSync(join(folder, 'main.ts'), '2');
  rmSync(join(folder, 'old.ts'));
  mkdirSync(join(folder, 'stacks'));
  writeFileSync(join(folder, 'stacks/web.ts'), '1');
  assert.equal(await files.next(), ['main.ts', 'old.ts', 'stacks/web.ts']);
  appendFileSync(join(folder, 'stacks/web.ts'), '2');
  assert.equal(await files.next(), ['stacks/web.ts']);
  files.close();
  assert.is(await files.next(), undefined);
});
test('not what engines write, what is ignored, or what has the same content again', async () => {
  const folder = temporaryFolder({ 'main.ts': '1', 'cdktf.out/manifest.json': '{}' });
  const files = watchFiles(folder, (path) => path === join(folder, 'cdktf.out'), { quiet: 20 });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['node_modules/a.js', 'terraform.base.tfstate', '.env', 'cdktf.out/manifest.json', 'main.ts~'])
    writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, 'main.ts'), '1');
  writeFileSync(join(folder, 'other.ts'), '1');
  assert.equal(await files.next(), ['other.ts']);
  files.close();
});
test.run();
