// watchdog: 60 s
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { crd } from './api-server/kinds.ts';
import { createTestSource, type TestSource } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: TestSource[] = [];
const test = suite('mesh-config source and kubectl');
test.after.each(async () => {
  for (const one of running.splice(0)) await one.stop();
});
const real = spawnSync('kubectl', ['version', '--client']).status === 0 ? test : skipWithReason(test, 'no kubectl on PATH');

const manifest = (port: number): string => `apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata: {name: front, namespace: edge}
spec:
  servers:
  - port: {number: ${port}, name: http, protocol: HTTP}
`;

real('what kubectl applies, patches and deletes is told', async () => {
  const one = await createTestSource((api) => {
    api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  });
  running.push(one);
  await one.start();
  await waitUntil(() => one.events.filter(({ kind }) => kind === 'full-sync').length === kinds.length);
  one.events.length = 0;
  const folder = temporaryFolder({ '80.yaml': manifest(80), '81.yaml': manifest(81) });
  const kubectl = (...args: readonly string[]): Promise<string> =>
    new Promise((done) => {
      const child = spawn('kubectl', ['--server', one.api.url(), '--cache-dir', join(folder, 'cache'), '-n', 'edge', ...args], {
        env: { ...process.env, KUBECONFIG: join(folder, 'none') },
      });
      let said = '';
      for (const out of [child.stdout, child.stderr])
        out.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      child.on('close', () => {
        done(said);
      });
    });
  assert.is(await kubectl('apply', '--validate=false', '-f', join(folder, '80.yaml')), 'gateway.networking.istio.io/front created\n');
  assert.is(await kubectl('apply', '--validate=false', '-f', join(folder, '81.yaml')), 'gateway.networking.istio.io/front configured\n');
  assert.is(await kubectl('apply', '--validate=false', '-f', join(folder, '81.yaml')), 'gateway.networking.istio.io/front unchanged\n');
  assert.is(await kubectl('get', 'gateways', '-o', 'jsonpath={.items[*].spec.servers[0].port.number}'), '81');
  assert.is(
    await kubectl('patch', 'gateway', 'front', '--type=merge', '-p', '{"metadata":{"labels":{"app":"x"}}}'),
    'gateway.networking.istio.io/front patched\n',
  );
  assert.is(await kubectl('delete', 'gateway', 'front', '--wait=false'), 'gateway.networking.istio.io "front" deleted\n');
  await waitUntil(() => one.events.length === 4);
  assert.equal(one.told(), [
    'added gateways edge/front 102',
    'updated gateways edge/front 103',
    'updated gateways edge/front 104',
    'deleted gateways edge/front',
  ]);
  const last = one.events[2]!;
  assert.equal('resource' in last && [last.resource.labels, last.resource.spec], [
    { app: 'x' },
    { servers: [{ port: { name: 'http', number: 81, protocol: 'HTTP' } }] },
  ]);
});
test.run();
