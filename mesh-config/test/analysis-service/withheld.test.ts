import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { trackUnconvertible } from '../../src/analysis-service/unconvertible-resources.ts';
import { readResources } from '../analysis/find-diagnostics.ts';

const test = suite('mesh-config analysis withheld');
const collection = 'istio/networking/v1alpha3/gateways';
const gateway = (name: string, port: number | string): Resource =>
  readResources(
    `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}}\nspec: {servers: [{port: {number: ${port}}}]}\n`,
  )[0]!;

/** A source whose resources are served unless their port is the string "eighty". */
const tapped = () => {
  const served = new Map<string, Resource>();
  let [whole, changes] = [false, 0];
  const kept = trackUnconvertible({ resources: () => (whole ? served : new Map()), isSynced: () => whole }, () => {
    changes += 1;
  });
  const tell = kept.tap((event: SourceEvent) => {
    if (event.kind === 'full-sync') whole = true;
    else if (event.kind === 'deleted') served.delete(event.name);
    else if (event.kind !== 'reset' && !JSON.stringify(event.resource.spec).includes('"eighty"'))
      served.set(event.resource.name, event.resource);
  });
  return { tell, names: () => kept.current().map(({ name }) => name), changes: () => changes };
};

test('a resource that cannot be served is kept as written until it is served or deleted', () => {
  const { tell, names, changes } = tapped();
  tell({ kind: 'added', resource: gateway('a', 80) });
  tell({ kind: 'added', resource: gateway('b', 'eighty') });
  assert.is(changes(), 0);
  tell({ kind: 'full-sync', collection });
  assert.equal([names(), changes()], [['default/b'], 1]);
  tell({ kind: 'updated', resource: gateway('a', 'eighty') });
  assert.equal([names(), changes()], [['default/b', 'default/a'], 2]);
  tell({ kind: 'updated', resource: gateway('a', 81) });
  assert.equal([names(), changes()], [['default/b'], 3]);
  tell({ kind: 'deleted', collection, name: 'default/b' });
  assert.equal([names(), changes()], [[], 4]);
  tell({ kind: 'updated', resource: gateway('a', 82) });
  assert.equal([names(), changes()], [[], 4]);
});
test('a source that resets starts from nothing', () => {
  const { tell, names } = tapped();
  tell({ kind: 'added', resource: gateway('b', 'eighty') });
  tell({ kind: 'reset' });
  tell({ kind: 'full-sync', collection });
  assert.equal(names(), []);
});
test.run();
