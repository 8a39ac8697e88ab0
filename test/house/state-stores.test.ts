import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workspaceStateStore } from '../../src/provider/state-stores/declaration.ts';
import { readText } from '../support/repository-files.ts';

const test = suite('the page of state stores');

test('it has each attribute with the sentence of its declaration', () => {
  const page = readText('docs/state-stores.md');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| ([A-Z].*) \|$/gm)].map(([, name, doc]) => [name, doc]);
  assert.equal(
    rows,
    Object.entries(workspaceStateStore.attributes).map(([name, { doc }]) => [name, doc]),
  );
});

test.run();
