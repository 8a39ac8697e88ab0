import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judge } from './judge.ts';

const test = suite('mesh rules: large documents');
const many = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: 30_000 }, (_, index) => make(index));
const route = [{ destination: { host: 'a' } }];
const withLocalities = (distribute: unknown): unknown => ({
  host: 'a',
  trafficPolicy: { loadBalancer: { localityLbSetting: { distribute } } },
});
const weights = Object.fromEntries(many((index) => [`r${index}`, 1]));

/** Milliseconds; a rule that compares each item with each would take minutes. */
const limit = 5000;
for (const [name, kind, spec, problems] of [
  ['hosts', 'VirtualService', { hosts: many((index) => `h${index}.a`), http: [{ route }] }, 0],
  ['wildcard hosts', 'VirtualService', { hosts: many((index) => `*.h${index}.a`), http: [{ route }] }, 0],
  ['SNI hosts', 'VirtualService', { hosts: ['*.b'], tls: [{ match: [{ sniHosts: many((index) => `h${index}.b`) }], route }] }, 0],
  [
    'hosts and SNI hosts',
    'VirtualService',
    { hosts: many((index) => `*.h${index}.a`), tls: [{ match: [{ sniHosts: many((index) => `x.h${index}.a`) }], route }] },
    0,
  ],
  ['localities', 'DestinationRule', withLocalities(many((index) => ({ from: `r${index}`, to: { a: 100 } }))), 1],
  ['weights of localities', 'DestinationRule', withLocalities([{ from: 'a', to: weights }]), 1],
  ['ports', 'ServiceEntry', { hosts: ['a'], ports: many((index) => ({ number: index + 1, name: `p${index}` })) }, 0],
  ['endpoints', 'ServiceEntry', { hosts: ['a'], resolution: 'STATIC', endpoints: many(() => ({ address: '10.0.0.1' })) }, 0],
] as const)
  test(`${name} are judged in a time that grows with their number`, () => {
    const started = performance.now();
    const found = judge(kind, spec);
    const elapsed = performance.now() - started;
    assert.is(found.length, problems, found.slice(0, 3).join('\n'));
    assert.ok(elapsed < limit, `${elapsed} ms`);
  });
test.run();
