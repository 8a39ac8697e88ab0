/** No resource blocks the server: long ones are validated in a thread, with a budget, and the other analyzers yield within a resource. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ThreadPoolLimits } from '@slipway/schema-tools/threads';
import type { Analyzer } from '../../src/analysis/analyzer.ts';
import { checkResource } from '../../src/analysis/check-resource.ts';
import { createAnalysisContext } from '../../src/analysis/analysis-context.ts';
import { createAnalysisService } from '../../src/analysis-service/analysis-service.ts';
import { isLargerThan } from '../../src/analysis-service/document-size.ts';
import { createJudgeWorker, judgeLimits } from '../../src/analysis-service/judge-in-worker.ts';
import { createSchemaProvider } from '../../src/analysis-service/schema-provider.ts';
import { readResource } from '../../src/resources/index.ts';
import { kinds, meshCollection } from '../../src/resources/kinds/kinds.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { createMetricsRegistry } from '../../src/monitoring/metrics-registry.ts';
import { createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { createLogScope } from './log-scope.ts';

const test = suite('mesh-config analysis: long resources');
const collections = [...kinds.map(({ collection }) => collection).filter((one) => !one.startsWith('k8s/')), meshCollection];
const read = (spec: object): Resource => {
  const document = { apiVersion: 'networking.istio.io/v1alpha3', kind: 'VirtualService', metadata: { name: 'long', namespace: 'd' }, spec };
  const found = readResource(document, { source: 'a.yaml' });
  if (!('resource' in found)) throw new Error('it is not read');
  return { ...found.resource, version: 'v1' };
};
const route = [{ destination: { host: 'a' } }];
/** 130 KB: many routes, of which the last has a wrong timeout and a deprecated field. */
const long = read({
  hosts: ['a.b'],
  http: [
    ...Array.from({ length: 2000 }, (_, at) => ({ match: [{ uri: { exact: `/${at}` } }], route })),
    { route, timeout: '0s', fault: { delay: { percent: 3, fixedDelay: '5s' } } },
  ],
});
const onePart = read({ hosts: ['a.b'], http: [{ route, timeout: '0s' }] });

/** The diagnostics of the first analysis, and the processor time in milliseconds of the longest turn of the event loop. */
const analyzeOnce = async (resource: Resource, limits?: ThreadPoolLimits) => {
  const snapshots = createSnapshotStore(collections);
  const service = createAnalysisService({
    snapshots,
    unpublished: () => undefined,
    schemas: createSchemaProvider(),
    ...(limits ? { judge: createJudgeWorker(undefined, limits) } : {}),
    scope: createLogScope(),
    metrics: createMetricsRegistry({}),
    clock: {
      now: () => performance.now(),
      schedule: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds);
        return () => {
          clearTimeout(timer);
        };
      },
    },
    domain: 'cluster.local',
    fromFiles: true,
  });
  const result = new Promise<readonly string[]>((resolve) => {
    service.subscribe((found) => {
      resolve(found.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`));
    });
  });
  await service.start();
  snapshots.publish(
    collections.map((collection) => ({
      collection,
      version: `${collection}/1`,
      resources: collection === resource.collection ? [resource] : [],
      encoded: () => [],
    })),
  );
  let [longest, last] = [0, performance.eventLoopUtilization().active];
  const beat = setInterval(() => {
    const { active } = performance.eventLoopUtilization();
    [longest, last] = [Math.max(longest, active - last), active];
  }, 1);
  const found = await result;
  clearInterval(beat);
  await service.stop();
  return { found, longest };
};

test('what is found in a long resource is what is found in place, and others are answered meanwhile', async () => {
  // The schemas are compiled once.
  await analyzeOnce(onePart);
  const there = await analyzeOnce(long, { ...judgeLimits, milliseconds: 60_000 });
  const here = await analyzeOnce(long);
  assert.equal(there.found, here.found);
  assert.equal(
    there.found.filter((one) => !one.startsWith('IST0101')),
    [
      'IST0002 /spec/http/2000/fault/delay/percent: ' +
        'spec.http[2000].fault.delay.percent is deprecated: Write it as `percentage.value`, which may have a fraction.',
      'IST0106 /spec/http/2000/timeout: duration must be greater than 1ms',
    ],
  );
  assert.ok(there.longest * 2 < here.longest, `${there.longest} ms, in place ${here.longest} ms`);
});
test('a budget that is spent is a finding, and the other findings stay', async () => {
  const { found } = await analyzeOnce(long, { ...judgeLimits, milliseconds: 1 });
  const message = 'This resource is not validated: it takes longer than 0.001 s. Split it into smaller resources';
  assert.equal(
    found.filter((one) => !one.startsWith('IST0101')),
    [`IST0001 : ${message}`, `IST0001 : ${message}`],
  );
});
test('a short resource is judged in place', async () => {
  const { found } = await analyzeOnce(onePart, { ...judgeLimits, milliseconds: 1 });
  assert.equal(found.at(-1), 'IST0106 /spec/http/0/timeout: duration must be greater than 1ms');
});

const findMany: Analyzer = {
  name: 'many',
  codes: ['IST0101'],
  collections: [long.collection],
  requires: [],
  *check() {
    for (let at = 0; at < 5; at++) yield { code: 'IST0101', pointer: `/${at}`, message: 'm' };
  },
};
const check = (analyzer: Analyzer, budget: { milliseconds: number; findings: number }): readonly string[] => {
  const steps = checkResource(analyzer, long, createAnalysisContext({ resources: () => [] }), budget);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.map(({ pointer, message }) => pointer + message);
};
test('an analyzer ends where its budget for a resource is spent', () => {
  assert.equal(check(findMany, { milliseconds: 5000, findings: 5 }), ['/0m', '/1m', '/2m', '/3m', '/4m']);
  assert.equal(check(findMany, { milliseconds: 5000, findings: 2 }), [
    '/0m',
    '/1m',
    'The analyzer many ended before the end of this resource: it has more than 2 findings. Split it into smaller resources',
  ]);
  assert.equal(check(findMany, { milliseconds: -1, findings: 5 }), [
    '/0m',
    'The analyzer many ended before the end of this resource: it takes longer than -0.001 s. Split it into smaller resources',
  ]);
});
test('the size of a document is looked at no further than the limit', () => {
  assert.is(isLargerThan({ a: 'x'.repeat(90) }, 100), false);
  assert.is(isLargerThan({ a: 'x'.repeat(101) }, 100), true);
  assert.is(
    isLargerThan(
      Array.from({ length: 60 }, () => 1),
      100,
    ),
    true,
  );
  assert.is(isLargerThan({ a: [[{ b: [1, 2, null] }]] }, 100), false);
});
test.run();
