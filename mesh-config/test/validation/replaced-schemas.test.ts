import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createReview, startWebhook, waitUntil } from './start-webhook.ts';
import { createDefinition, createDenied, createRoute } from './review-routes.ts';

const test = suite('mesh-config validation: schemas that are replaced');

test('definitions beside resources are read, those of the schema folder come before them, and those of a cluster after', async () => {
  const limited = (least: number): string => createDefinition({ properties: { size: { type: 'integer', minimum: least } } });
  const config = temporaryFolder({ 'all.yaml': `kind: Gateway\n---\n${limited(20)}` }),
    schemas = temporaryFolder({});
  const there = await startWebhook({ config, schemas });
  await there.webhook.setClusterDefinitions([
    JSON.parse(limited(30)),
    7,
    { kind: 'CustomResourceDefinition', apiVersion: 'apiextensions.k8s.io/v1' },
  ]);
  assert.equal(await there.review(createRoute({ size: 1 })), createDenied('spec.size: expected a number of at least 20'));
  writeFileSync(join(schemas, 'crd.yaml'), limited(10));
  await there.webhook.reload();
  assert.equal(await there.review(createRoute({ size: 1 })), createDenied('spec.size: expected a number of at least 10'));
  rmSync(join(schemas, 'crd.yaml'));
  rmSync(join(config, 'all.yaml'));
  await there.webhook.reload();
  assert.equal(await there.review(createRoute({ size: 1 })), createDenied('spec.size: expected a number of at least 30'));
  await there.webhook.setClusterDefinitions([]);
  assert.equal(await there.review(createRoute({ size: 1 })), { uid: 'u1', allowed: false, status: { message: 'unrecognized type Route' } });
  await there.stop();
});
test('what does not compile is reported with file and line, and what was there before holds', async () => {
  const folder = temporaryFolder({ 'crd.yaml': createDefinition({ properties: { size: { type: 'integer' } } }) });
  const there = await startWebhook({ schemas: folder });
  const broken =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: mesh.example.com\n' +
    '  names: {kind: Route}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n' +
    '          spec:\n            type: strange\n';
  for (const [text, told] of [
    [broken, /crd\.yaml:12: the schema of mesh\.example\.com\/v1 Route is not used: expected /],
    ['a: [', /crd\.yaml:1: /],
    [
      broken.replace('type: strange', 'pattern: ^(?=a)'),
      /crd\.yaml:\d*:? ?.*the pattern "\^\(\?=a\)" cannot be matched in linear time; write it without/,
    ],
  ] as const) {
    writeFileSync(join(folder, 'crd.yaml'), text);
    await there.webhook.reload();
    assert.ok(
      there.log.lines.some((line) => line.startsWith('error') && told.test(line)),
      there.log.lines.join('\n'),
    );
    assert.equal(await there.review(createRoute({ size: 'x' })), createDenied('spec.size: expected a whole number; found a string'));
  }
  await there.stop();
});
test('a schema that is replaced under load drops no stream, and every answer is of the one or the other', async () => {
  const limited = (least: number): string => createDefinition({ properties: { size: { type: 'integer', minimum: least } } });
  const folder = temporaryFolder({ 'crd.yaml': limited(10) });
  const there = await startWebhook({ schemas: folder });
  const session = connect(`https://localhost:${there.webhook.port()}`, { rejectUnauthorized: false });
  const seen = new Map<string, number>();
  let [sending, closed] = [true, false];
  session.once('close', () => {
    closed = true;
  });
  const one = (): Promise<void> =>
    new Promise((done, fail) => {
      const stream = session.request({ ':method': 'POST', ':path': '/validate', 'content-type': 'application/json' });
      let text = '';
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      stream.once('error', fail);
      stream.once('end', () => {
        const { message } = JSON.parse(text).response.status;
        seen.set(message, (seen.get(message) ?? 0) + 1);
        done();
      });
      stream.end(JSON.stringify(createReview(createRoute({ size: 1 }))));
    });
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sending) await one();
    }),
  );
  for (const least of [20, 30, 40]) {
    writeFileSync(join(folder, 'crd.yaml'), limited(least));
    await waitUntil(() => (seen.get(`configuration is invalid: spec.size: expected a number of at least ${least}`) ?? 0) > 5);
  }
  sending = false;
  await load;
  assert.is(closed, false);
  assert.equal(
    [...seen.keys()],
    [10, 20, 30, 40].map((least) => `configuration is invalid: spec.size: expected a number of at least ${least}`),
  );
  session.close();
  await there.stop();
});
test('a folder that is replaced as mounted volumes are is read again by itself', async () => {
  const folder = temporaryFolder({
    '..1/crd.yaml': createDefinition({ properties: { size: { type: 'integer' } } }),
    '..2/crd.yaml': createDefinition({ properties: { size: { type: 'string' } } }),
  });
  symlinkSync('..1', join(folder, '..data'));
  symlinkSync('..data/crd.yaml', join(folder, 'crd.yaml'));
  const there = await startWebhook({ schemas: folder });
  assert.is((await there.review(createRoute({ size: 'x' }))).allowed, false);
  symlinkSync('..2', join(folder, '..new'));
  renameSync(join(folder, '..new'), join(folder, '..data'));
  await waitUntil(async () => (await there.review(createRoute({ size: 'x' }))).allowed);
  assert.is((await there.review(createRoute({ size: 1 }))).allowed, false);
  await there.stop();
});
test.run();
