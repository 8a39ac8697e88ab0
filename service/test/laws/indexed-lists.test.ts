/** No list reads more records than its page has, however it is sorted, filtered or searched, but for those that say why. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ListRead, readLists } from './indexed-lists/list-reads.ts';
import { refused, unindexed } from './indexed-lists/unindexed.ts';

const law = suite<{ reads: readonly ListRead[] }>('lists and their indexes');
law.before(async (context) => {
  context.reads = await readLists();
});

law(
  'a list reads no bodies, no whole scope and no whole table to find its page, nor any request a whole kind, but for those named',
  ({ reads }) => {
    const found = reads.filter(({ list, faults }) => faults.length > 0 && !unindexed.has(list));
    assert.equal(found, []);
  },
);

law('what is named reads more than its page still', ({ reads }) => {
  const mended = [...unindexed].filter((named) => !reads.some(({ list, faults }) => list === named && faults.length > 0));
  assert.equal(mended, []);
});

law('each parameter is tried with a value that is accepted, but for those that are named', ({ reads }) => {
  assert.equal(
    reads.filter(({ hasParameter, status }) => hasParameter && status !== 200).map(({ list }) => list),
    refused,
  );
});

law('lists of workspaces, of which there are most, read nothing but their page', ({ reads }) => {
  const ofWorkspaces = reads.filter(
    ({ list, hasParameter }) => hasParameter && list.startsWith('workspaces GET /organizations/{organization_name}/workspaces '),
  );
  assert.equal(
    ofWorkspaces.map(({ list, faults }) => [list.split(' ').at(-1), faults]),
    [
      ['sort', []],
      ['search[name]', []],
      ['search[wildcard-name]', []],
      ['search[tags]', []],
      ['search[exclude-tags]', []],
      ['filter[project][id]', []],
      ['filter[current-run][status]', []],
      ['filter[tagged][0][key]', []],
      ['filter[tagged][0][value]', []],
      ['filter[tag-union]', []],
      ['filter[tag-value-default-null]', []],
    ],
  );
});

law.run();
