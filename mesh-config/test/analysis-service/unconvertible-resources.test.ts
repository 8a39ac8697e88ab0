import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, SourceEvent } from '../../src/resources/resource.ts';
import { trackUnconvertible } from '../../src/analysis-service/unconvertible-resources.ts';
import { readResources } from '../analysis/find-diagnostics.ts';

const test = suite('mesh-config unconvertible resources');
const collection = 'istio/networking/v1alpha3/gateways';
const gateway = (name: string, port: number | string): Resource =>
  readResources(
    `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}}\nspec: {servers: [{port: {number: ${port}}}]}\n`,
  )[0]!;

/** A source whose resources are served unless their port is the string "eighty". */
const createSource = () => {
  const served = new Map<string, Resource>();
  let [synced, changes] = [false, 0];
  const unconvertible = trackUnconvertible({ resources: () => (synced ? served : new Map()), isSynced: () => synced }, () => {
    changes += 1;
  });
  const send = unconvertible.tap((event: SourceEvent) => {
    if (event.kind === 'full-sync') synced = true;
    else if (event.kind === 'deleted') served.delete(event.name);
    else if (event.kind !== 'reset' && !JSON.stringify(event.resource.spec).includes('"eighty"'))
      served.set(event.resource.name, event.resource);
  });
  return { send, names: () => unconvertible.current().map(({ name }) => name), changes: () => changes };
};

test('a resource that cannot be served is kept as written until it is served or deleted', () => {
  const { send, names, changes } = createSource();
  send({ kind: 'added', resource: gateway('a', 80) });
  send({ kind: 'added', resource: gateway('b', 'eighty') });
  assert.is(changes(), 0);
  send({ kind: 'full-sync', collection });
  assert.equal([names(), changes()], [['default/b'], 1]);
  send({ kind: 'updated', resource: gateway('a', 'eighty') });
  assert.equal([names(), changes()], [['default/b', 'default/a'], 2]);
  send({ kind: 'updated', resource: gateway('a', 81) });
  assert.equal([names(), changes()], [['default/b'], 3]);
  send({ kind: 'deleted', collection, name: 'default/b' });
  assert.equal([names(), changes()], [[], 4]);
  send({ kind: 'updated', resource: gateway('a', 82) });
  assert.equal([names(), changes()], [[], 4]);
});
test('a source that resets starts from nothing', () => {
  const { send, names } = createSource();
  send({ kind: 'added', resource: gateway('b', 'eighty') });
  send({ kind: 'reset' });
  send({ kind: 'full-sync', collection });
  assert.equal(names(), []);
});
test.run();
