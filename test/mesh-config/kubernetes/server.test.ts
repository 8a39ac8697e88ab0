// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../../../src/protocol/go-plugin/certificate.ts';
import { sink } from '../mcp/sink.ts';
import { type Place, place, type Running, serving, started } from '../server/program.ts';
import { type ApiServer, apiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { gateway, kubeconfig } from './begun-source.ts';
import { until } from './until.ts';

const collection = 'istio/networking/v1alpha3/gateways';
const running: { program?: Running; api: ApiServer; close?: () => void }[] = [];
const test = suite('mesh-config server of a cluster');
test.after.each(async () => {
  for (const { program, api, close } of running.splice(0)) {
    close?.();
    program?.process.kill('SIGKILL');
    await program?.ended;
    await api.kill();
  }
});
const serve = async (api: ApiServer, path: string, at: Place, ...more: readonly string[]): Promise<{ program: Running; stream: ReturnType<typeof sink> }> => {
  const program = await serving(started(at, '--configPath=', '--kubeconfig', path, ...more));
  const stream = sink(`unix:${at.socket}`);
  running.push({ program, api, close: stream.close });
  return { program, stream };
};
const names = (response: { readonly resources: readonly { readonly metadata: { readonly name: string; readonly version: string } }[] }): string[] => response.resources.map(({ metadata: { name, version } }) => `${name} ${version}`);

test('resources of a cluster reach a sink, and so do changes; at its end nothing is left open', async () => {
  const certificate = createTemporaryCertificate();
  const api = apiServer({ tls: { certificate: certificate.pem, key: certificate.key }, token: 'abc' });
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  api.objects.put(gateway('front'));
  await api.start();
  const { program, stream } = await serve(api, kubeconfig(api.url(), { token: 'abc' }, { 'certificate-authority-data': Buffer.from(certificate.pem).toString('base64') }), await place());
  stream.ask({ collection });
  const first = await stream.next();
  assert.equal([first.system_version_info, names(first)], [`${collection}/1`, ['edge/front 102']]);
  stream.ask({ collection, response_nonce: first.nonce });
  api.objects.put(gateway('back'));
  const second = await stream.next();
  assert.equal([second.system_version_info, names(second)], [`${collection}/2`, ['edge/back 103', 'edge/front 102']]);
  program.process.kill('SIGTERM');
  assert.is(await program.ended, 0);
  await until(() => api.watches.count() === 0);
});
test('an API server that is killed again and again under changes takes nothing away, and in the end every sink has what there is', async () => {
  const api = apiServer();
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  for (let index = 0; index < 200; index += 1) api.objects.put(gateway(`kept-${index}`));
  await api.start();
  const { stream } = await serve(api, kubeconfig(api.url()), await place());
  const got: string[][] = [];
  stream.ask({ collection });
  const follow = (async () => { for (;;) { const response = await stream.next(); got.push(names(response)); stream.ask({ collection, response_nonce: response.nonce }); } })();
  void follow;
  await until(() => got.length === 1);
  const kind = api.objects.kinds().find((one) => one.kind === 'Gateway')!;
  let changes = 0;
  const changing = setInterval(() => {
    const name = `g-${(changes += 1) % 40}`;
    if (changes % 3 === 0) api.objects.remove(kind, `edge/${name}`); else api.objects.put(gateway(name, 1000 + changes));
  }, 3);
  for (let round = 0; round < 8; round += 1) {
    await new Promise((done) => { setTimeout(done, 60 + round * 40); });
    await api.kill();
    if (round % 2 === 0) api.objects.compact();
    await new Promise((done) => { setTimeout(done, 40); });
    await api.start();
  }
  clearInterval(changing);
  const there = (): string[] => api.objects.list(kind).map(({ metadata: { namespace, name, resourceVersion } }) => `${namespace}/${name} ${resourceVersion}`).sort();
  await until(() => JSON.stringify(got.at(-1)!.toSorted()) === JSON.stringify(there()));
  for (const one of got) assert.is(one.filter((line) => line.startsWith('edge/kept-')).length, 200);
});
test('what analysis finds in a cluster stands in the status of the resource it is of, until it is mended', async () => {
  const api = apiServer();
  for (const [plural, kind] of [['gateways', 'Gateway'], ['virtualservices', 'VirtualService']] as const) api.objects.put(crd('networking.istio.io', plural, kind));
  api.objects.put({ apiVersion: 'networking.istio.io/v1alpha3', kind: 'VirtualService', metadata: { name: 'web', namespace: 'edge' }, spec: { hosts: ['web.example.com'], gateways: ['front'], http: [{ route: [{ destination: { host: 'web.example.com' } }] }] } });
  await api.start();
  await serve(api, kubeconfig(api.url()), await place(), '--enableAnalysis');
  const messages = () => (api.objects.list(api.objects.kinds().find(({ kind }) => kind === 'VirtualService')!)[0]!['status'] as { validationMessages?: { code: string; level: string; pointer: string; message: string }[] } | undefined)?.validationMessages;
  await until(() => messages() !== undefined);
  const found = messages()!.find(({ pointer }) => pointer === '/spec/gateways/0')!;
  assert.equal([found.code, found.level], ['IST0101', 'Error']);
  api.objects.put(gateway('front'));
  await until(() => !(messages() ?? []).some(({ pointer }) => pointer === '/spec/gateways/0'));
});
test('without a cluster the server does not start, and says why', async () => {
  const program = started(await place(), '--configPath=');
  assert.is(await program.ended, 1);
  assert.match(program.said(), /\tfatal\tserver\tError creating server: invalid configuration: no configuration has been provided\n$/);
});
test('a cluster that is away when the server starts is waited for', async () => {
  const api = apiServer();
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  api.objects.put(gateway('front'));
  await api.start();
  const path = kubeconfig(api.url());
  await api.kill();
  const { program, stream } = await serve(api, path, await place());
  stream.ask({ collection });
  await until(() => program.said().includes('the cluster is not reached'));
  await api.start();
  assert.equal(names(await stream.next()), ['edge/front 102']);
});
test.run();
