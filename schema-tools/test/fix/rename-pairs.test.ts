import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { renamePairs } from './rename-pairs.ts';

const test = suite('lint fix: pairs of names');

test('--fix renames a key only where the value keeps its meaning: 200 pairs of names', async () => {
  const schema = {
    properties: Object.fromEntries(
      renamePairs.map(([old, replacement, description], index) => [
        `p${index}`,
        { properties: { [old]: { deprecated: true, description }, [replacement]: {} } },
      ]),
    ),
  };
  const document = Object.fromEntries(renamePairs.map(([old], index) => [`p${index}`, { [old]: 1 }]));
  const folder = temporaryFolder({ 's.json': JSON.stringify(schema), 'a.json': JSON.stringify(document) });
  await runLint(folder, ['--schema', 's.json', '--fix', 'a.json']);
  const after = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')) as Record<string, Record<string, number>>;
  const rows = renamePairs.map(([old, replacement, message, certain], index) => ({
    pair: `${old} -> ${replacement}: ${message}`,
    expected: certain ? replacement : old,
    now: Object.keys(after[`p${index}`]!)[0],
  }));
  assert.equal(
    rows.filter(({ expected, now }) => expected !== now),
    [],
  );
  assert.is(renamePairs.length, 200);
  assert.is(renamePairs.filter(([, , , certain]) => certain).length, 63);
});

test.run();
