import { runs } from '@slipway/test-support/scale';
import { anyCharacter, fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createReview, startWebhook, type TestWebhook } from './start-webhook.ts';

const test = suite<{ there: TestWebhook }>('mesh-config validation of arbitrary input');
test.before(async (context) => {
  context.there = await startWebhook({
    schemas: temporaryFolder({
      'crd.yaml': JSON.stringify({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        spec: {
          group: 'mesh.example.com',
          names: { kind: 'Route' },
          versions: [
            {
              name: 'v1',
              schema: {
                openAPIV3Schema: {
                  properties: {
                    spec: {
                      type: 'object',
                      properties: {
                        a: { type: 'string', pattern: '^(x+)+$', deprecated: true },
                        b: { type: 'array', items: { type: 'object', nullable: true }, 'x-kubernetes-list-type': 'set' },
                        c: { 'x-kubernetes-int-or-string': true },
                      },
                    },
                  },
                },
              },
            },
          ],
        },
      }),
    }),
  });
});
test.after(async ({ there }) => {
  await there.stop();
});

/** An AdmissionReview with a verdict, or an error status with a reason. */
const isAnswer = ({ status, text }: { readonly status: number; readonly text: string }): void => {
  if (status !== 200) {
    assert.ok([400, 413, 415].includes(status), String(status));
    return;
  }
  const { apiVersion, kind, response } = JSON.parse(text);
  assert.ok(
    ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'].includes(apiVersion) &&
      kind === 'AdmissionReview' &&
      typeof response.uid === 'string' &&
      typeof response.allowed === 'boolean',
    text,
  );
  assert.is(typeof response.status?.message, response.allowed ? 'undefined' : 'string');
  assert.ok((response.warnings ?? []).join('').length <= 4096);
};
const names = fc.constantFrom(
  'apiVersion',
  'kind',
  'metadata',
  'spec',
  'a',
  'b',
  'c',
  'servers',
  'port',
  'number',
  'hosts',
  'http',
  'route',
  'name',
  'namespace',
  'labels',
  '__proto__',
  'constructor',
  'toString',
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, '', 'x', 'Gateway', 'v1', -0, 1e308, 80, [], {}),
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

test('any bytes are answered', async ({ there }) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2000 }), async (bytes) => {
      isAnswer(await there.send('/validate', Buffer.from(bytes)));
    }),
    { numRuns: runs(200) },
  );
});
test('any JSON is answered', async ({ there }) => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      isAnswer(await there.send('/validate', JSON.stringify(value)));
    }),
    { numRuns: runs(200) },
  );
});
test('a review of any object of any kind is answered', async ({ there }) => {
  const kinds = fc.constantFrom(
    ['networking.istio.io/v1alpha3', 'Gateway'],
    ['networking.istio.io/v1alpha3', 'VirtualService'],
    ['networking.istio.io/v1alpha3', 'Sidecar'],
    ['security.istio.io/v1beta1', 'AuthorizationPolicy'],
    ['mesh.example.com/v1', 'Route'],
    ['v1', 'Service'],
  );
  await fc.assert(
    fc.asyncProperty(
      kinds,
      tree,
      tree,
      fc.constantFrom('CREATE', 'UPDATE', 'DELETE', ''),
      async ([apiVersion, kind], metadata, spec, operation) => {
        isAnswer(
          await there.send('/validate', createReview({ apiVersion, kind, metadata: metadata ?? { name: 'x' }, spec }, { operation })),
        );
        isAnswer(await there.send('/validate', createReview({ apiVersion, kind, metadata: { name: 'x' }, spec })));
      },
    ),
    { numRuns: runs(300) },
  );
});
test('a list as long as a body may be is answered in a moment', async ({ there }) => {
  const body = JSON.stringify(
    createReview({ apiVersion: 'mesh.example.com/v1', kind: 'Route', metadata: { name: 'x' }, spec: { b: 'LIST' } }),
  ).replace('"LIST"', `[${'1,'.repeat(1_500_000)}1]`);
  isAnswer(await there.send('/validate', body));
});
test('none of this is reported as a bug', async ({ there }) => {
  assert.equal(
    there.log.lines.filter((line) => line.startsWith('error')),
    [],
  );
});
test.run();
