import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type RenamePair, renamePairs } from './rename-pairs.ts';
import { toolRenamePairs } from './rename-pairs-by-tool.ts';

const test = suite('lint fix: pairs of names');

/** The pairs of names that `--fix` treats otherwise than the table says. */
async function wrongPairs(renamePairs: readonly RenamePair[]): Promise<readonly object[]> {
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
  return rows.filter(({ expected, now }) => expected !== now);
}
const certainCount = (pairs: readonly RenamePair[]): number => pairs.filter(([, , , certain]) => certain).length;

test('--fix renames a key only where the value keeps its meaning: 200 pairs of names', async () => {
  assert.equal(await wrongPairs(renamePairs), []);
  assert.equal([renamePairs.length, certainCount(renamePairs)], [200, 63]);
});
test('200 more pairs of names of known tools, half of them traps', async () => {
  assert.equal(await wrongPairs(toolRenamePairs), []);
  assert.equal([toolRenamePairs.length, certainCount(toolRenamePairs)], [200, 100]);
});

test.run();
