/**
 * What a request of thirty operations costs that does not depend on the machine: statements, bytes written, bytes allocated. A commit that
 * changes one of them changes costs.json as well, by `npx tsx service/test/laws/costs/write-costs.ts`.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { compareCosts, type CostTable } from './costs/compare-costs.ts';
import { nodeMajor, readCosts } from './costs/cost-table.ts';
import { measureCosts } from './costs/run-measurement.ts';

const { node, operations: table } = readCosts();
const law = suite<{ measured: CostTable }>('costs of requests');
law.before(async (context) => {
  context.measured = await measureCosts();
});

law('each operation sends the statements of the table, and writes its bytes', ({ measured }) => {
  assert.is(compareCosts(table, measured, ['statements', 'bytesWritten']).join('\n'), '');
});

const sameNode = node === nodeMajor ? law : skipWithReason(law, `costs.json has the allocations of Node ${node}, and this is ${nodeMajor}`);
sameNode('each operation allocates the bytes of the table', ({ measured }) => {
  assert.is(compareCosts(table, measured, ['bytesAllocated']).join('\n'), '');
});

law.run();

const comparing = suite('comparing costs with the table');
const known = { 'workspace read': { statements: 10, bytesWritten: 1000, bytesAllocated: 100_000 } };
const compare = (now: Partial<(typeof known)['workspace read']>) =>
  compareCosts(known, { 'workspace read': { ...known['workspace read'], ...now } });

comparing('one statement more is too many, and one fewer belongs into the table', () => {
  assert.equal(compare({ statements: 11 }), ['workspace read: 11 statements, where the table says 10 (+10 %)']);
  assert.equal(compare({ statements: 9 }), ['workspace read: 9 statements, where the table says 10 (-10 %)']);
});
comparing('bytes may be a twentieth more, and a fifth fewer', () => {
  assert.equal(compare({ bytesWritten: 1050, bytesAllocated: 80_000 }), []);
  assert.equal(compare({ bytesWritten: 1051 }), ['workspace read: 1051 bytes written, where the table says 1000 (+5 %)']);
  assert.equal(compare({ bytesAllocated: 79_999 }), ['workspace read: 79999 bytes allocated, where the table says 100000 (-20 %)']);
});
comparing('what wrote nothing writes nothing', () => {
  const none = { 'workspace read': { statements: 1, bytesWritten: 0, bytesAllocated: 1 } };
  const some = { 'workspace read': { statements: 1, bytesWritten: 8, bytesAllocated: 1 } };
  assert.equal(compareCosts(none, some), ['workspace read: 8 bytes written, where the table says 0']);
});
comparing('an operation that only one of both has', () => {
  assert.equal(compareCosts(known, {}), ['workspace read: only the table has it']);
  assert.equal(compareCosts({}, known), ['workspace read: the table does not have it']);
});
comparing.run();
