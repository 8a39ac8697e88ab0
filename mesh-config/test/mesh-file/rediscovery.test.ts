import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProgramFolder, waitUntilServing, startProgram, waitUntil } from '../server/start-program.ts';

const test = suite('mesh-config mesh file and discovery');

test('a change of the mesh file is served, and entries of services have the new trust domain', async () => {
  const at = await createProgramFolder();
  mkdirSync(at.config, { recursive: true });
  writeFileSync(join(at.config, 'mesh'), 'trustDomain: one\n');
  writeFileSync(
    join(at.config, 'a.yaml'),
    [
      'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\n' +
        'spec: {clusterIP: 10.0.0.1, ports: [{name: http, port: 80}]}\n',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec: {serviceAccountName: clerk}\n',
      'apiVersion: v1\nkind: Endpoints\nmetadata: {name: web, namespace: shop}\n' +
        'subsets: [{addresses: [{ip: 10.1.0.1, targetRef: {kind: Pod, name: p}}], ports: [{name: http, port: 8080}]}]\n',
    ].join('---\n'),
  );
  const running = await waitUntilServing(startProgram(at, '--enableServiceDiscovery'));
  try {
    const shown = async (
      group: string,
      collection: string,
      name: string,
    ): Promise<{ TypeURL: string; Body: Record<string, unknown> } | null> =>
      (await (
        await fetch(
          `http://localhost:${at.ports.introspection}/configj/resource?${String(new URLSearchParams({ group, collection, name }))}`,
        )
      ).json()) as never;
    const entry = () => shown('syntheticServiceEntry', 'istio/networking/v1alpha3/synthetic/serviceentries', 'shop/web');
    const mesh = () => shown('default', 'istio/mesh/v1alpha1/MeshConfig', 'istio-system/meshconfig');
    for (const domain of ['one', 'two']) {
      writeFileSync(join(at.config, 'mesh'), `trustDomain: ${domain}\n`);
      await waitUntil(
        async () =>
          (await mesh())?.Body['trustDomain'] === domain && String((await entry())?.Body['subjectAltNames']).includes(`//${domain}/`),
      );
      assert.equal((await entry())?.Body['subjectAltNames'], [`spiffe://${domain}/ns/shop/sa/clerk`]);
    }
    assert.equal(
      [(await mesh())?.TypeURL, (await entry())?.TypeURL],
      ['type.googleapis.com/istio.mesh.v1alpha1.MeshConfig', 'type.googleapis.com/istio.networking.v1alpha3.ServiceEntry'],
    );
  } finally {
    running.process.kill('SIGTERM');
    await running.ended;
  }
});
test.run();
