import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removeStale } from './runner/bundle.ts';
import { temporaryFolder } from './temporary-folder.ts';

const test = suite('bundled tests of earlier runs');

test('what no test loads any more is removed an hour after it was written; other files stay', () => {
  const folder = temporaryFolder({ 'used-A.js': '', 'old-B.js': '', 'old-B.js.map': '', 'fresh-C.js': '', 'seconds.json': '{}' });
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const name of ['used-A.js', 'old-B.js', 'old-B.js.map', 'seconds.json']) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
  removeStale(folder, new Set([join(folder, 'used-A.js')]));
  assert.equal(readdirSync(folder).sort(), ['fresh-C.js', 'seconds.json', 'used-A.js']);
});

test.run();
