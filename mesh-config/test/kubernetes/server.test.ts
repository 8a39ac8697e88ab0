// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { connectSink } from '../mcp/sink.ts';
import { type ProgramFolder, createProgramFolder, type RunningProgram, waitUntilServing, startProgram } from '../server/start-program.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createGateway, writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const collection = 'istio/networking/v1alpha3/gateways';
const running: { program?: RunningProgram; api: ApiServer; close?: () => void }[] = [];
const test = suite('mesh-config server of a cluster');
test.after.each(async () => {
  for (const { program, api, close } of running.splice(0)) {
    close?.();
    program?.process.kill('SIGKILL');
    await program?.ended;
    await api.kill();
  }
});
const serve = async (
  api: ApiServer,
  path: string,
  at: ProgramFolder,
  ...more: readonly string[]
): Promise<{ program: RunningProgram; stream: ReturnType<typeof connectSink> }> => {
  const program = await waitUntilServing(startProgram(at, '--configPath=', '--kubeconfig', path, ...more));
  const stream = connectSink(`unix:${at.socket}`);
  running.push({ program, api, close: stream.close });
  return { program, stream };
};
const names = (response: {
  readonly resources: readonly { readonly metadata: { readonly name: string; readonly version: string } }[];
}): string[] => response.resources.map(({ metadata: { name, version } }) => `${name} ${version}`);

test('resources of a cluster reach a sink, and so do changes; at its end nothing is left open', async () => {
  const certificate = createTemporaryCertificate();
  const api = createApiServer({ tls: { certificate: certificate.pem, key: certificate.key }, token: 'abc' });
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  api.objects.put(createGateway('front'));
  await api.start();
  const { program, stream } = await serve(
    api,
    writeKubeconfig(api.url(), { token: 'abc' }, { 'certificate-authority-data': Buffer.from(certificate.pem).toString('base64') }),
    await createProgramFolder(),
  );
  stream.sendRequest({ collection });
  const first = await stream.next();
  assert.equal([first.system_version_info, names(first)], [`${collection}/1`, ['edge/front 102']]);
  stream.sendRequest({ collection, response_nonce: first.nonce });
  api.objects.put(createGateway('back'));
  const second = await stream.next();
  assert.equal([second.system_version_info, names(second)], [`${collection}/2`, ['edge/back 103', 'edge/front 102']]);
  for (const { agent } of api.requests) assert.match(agent, /^mesh-config\/\d+\.\d+\.\d+$/);
  program.process.kill('SIGTERM');
  assert.is(await program.ended, 0);
  await waitUntil(() => api.watches.count() === 0);
});
test(
  'an API server that is killed again and again under changes takes nothing away, and in the end every sink has ' + 'what there is',
  async () => {
    const api = createApiServer();
    api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
    for (let index = 0; index < 200; index += 1) api.objects.put(createGateway(`kept-${index}`));
    await api.start();
    const { stream } = await serve(api, writeKubeconfig(api.url()), await createProgramFolder());
    const got: string[][] = [];
    stream.sendRequest({ collection });
    const follow = (async () => {
      for (;;) {
        const response = await stream.next();
        got.push(names(response));
        stream.sendRequest({ collection, response_nonce: response.nonce });
      }
    })();
    void follow;
    await waitUntil(() => got.length === 1);
    const kind = api.objects.kinds().find((one) => one.kind === 'Gateway')!;
    let changes = 0;
    const changing = setInterval(() => {
      const name = `g-${(changes += 1) % 40}`;
      if (changes % 3 === 0) api.objects.remove(kind, `edge/${name}`);
      else api.objects.put(createGateway(name, 1000 + changes));
    }, 3);
    for (let round = 0; round < 8; round += 1) {
      await new Promise((done) => {
        setTimeout(done, 60 + round * 40);
      });
      await api.kill();
      if (round % 2 === 0) api.objects.compact();
      await new Promise((done) => {
        setTimeout(done, 40);
      });
      await api.start();
    }
    clearInterval(changing);
    const there = (): string[] =>
      api.objects
        .list(kind)
        .map(({ metadata: { namespace, name, resourceVersion } }) => `${namespace}/${name} ${resourceVersion}`)
        .sort();
    await waitUntil(() => JSON.stringify(got.at(-1)!.toSorted()) === JSON.stringify(there()));
    for (const one of got) assert.is(one.filter((line) => line.startsWith('edge/kept-')).length, 200);
  },
);
test('findings about a resource of a cluster are in its status until they are fixed', async () => {
  const api = createApiServer();
  for (const [plural, kind] of [
    ['gateways', 'Gateway'],
    ['virtualservices', 'VirtualService'],
  ] as const)
    api.objects.put(crd('networking.istio.io', plural, kind));
  api.objects.put({
    apiVersion: 'networking.istio.io/v1alpha3',
    kind: 'VirtualService',
    metadata: { name: 'web', namespace: 'edge' },
    spec: { hosts: ['web.example.com'], gateways: ['front'], http: [{ route: [{ destination: { host: 'web.example.com' } }] }] },
  });
  await api.start();
  await serve(api, writeKubeconfig(api.url()), await createProgramFolder(), '--enableAnalysis');
  const messages = () =>
    (
      api.objects.list(api.objects.kinds().find(({ kind }) => kind === 'VirtualService')!)[0]!['status'] as
        | { validationMessages?: { code: string; level: string; pointer: string; message: string }[] }
        | undefined
    )?.validationMessages;
  await waitUntil(() => messages() !== undefined);
  const found = messages()!.find(({ pointer }) => pointer === '/spec/gateways/0')!;
  assert.equal([found.code, found.level], ['IST0101', 'Error']);
  api.objects.put(createGateway('front'));
  await waitUntil(() => !(messages() ?? []).some(({ pointer }) => pointer === '/spec/gateways/0'));
});
test('a Policy and a MeshPolicy are told to be replaced once the cluster has the kind that replaces them', async () => {
  const api = createApiServer();
  const versions = (name: string) => [{ name, served: true, storage: true, subresources: { status: {} } }];
  for (const [plural, kind, scope] of [
    ['policies', 'Policy', 'Namespaced'],
    ['meshpolicies', 'MeshPolicy', 'Cluster'],
  ] as const)
    api.objects.put(crd('authentication.istio.io', plural, kind, { versions: versions('v1alpha1'), scope }));
  const policyOf = (kind: string, metadata: { name: string; namespace?: string }) => ({
    apiVersion: 'authentication.istio.io/v1alpha1',
    kind,
    metadata,
    spec: { peers: [{ mtls: {} }] },
  });
  api.objects.put(policyOf('Policy', { name: 'default', namespace: 'edge' }));
  api.objects.put(policyOf('MeshPolicy', { name: 'default' }));
  const codesOf = (name: string): readonly string[] => {
    const [object] = api.objects.list(api.objects.kinds().find(({ kind }) => kind === name)!);
    const { validationMessages = [] } = (object!['status'] ?? {}) as { validationMessages?: { code: string }[] };
    return validationMessages.map(({ code }) => code).filter((code) => code === 'IST0120' || code === 'IST0121');
  };
  await api.start();
  const { program } = await serve(api, writeKubeconfig(api.url()), await createProgramFolder(), '--enableAnalysis');
  await waitUntil(() => program.output().includes('\tanalysis\t'));
  assert.equal([codesOf('Policy'), codesOf('MeshPolicy')], [[], []]);
  api.objects.put(crd('security.istio.io', 'peerauthentications', 'PeerAuthentication', { versions: versions('v1beta1') }));
  await waitUntil(() => codesOf('Policy').length > 0 && codesOf('MeshPolicy').length > 0);
  assert.equal([codesOf('Policy'), codesOf('MeshPolicy')], [['IST0120'], ['IST0121']]);
});
test('without a cluster the server does not start, and says why', async () => {
  const program = startProgram(await createProgramFolder(), '--configPath=');
  assert.is(await program.ended, 1);
  assert.match(program.output(), /\tfatal\tserver\tError creating server: invalid configuration: no configuration has been provided\n$/);
});
test('a cluster that is away when the server starts is waited for', async () => {
  const api = createApiServer();
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  api.objects.put(createGateway('front'));
  await api.start();
  const path = writeKubeconfig(api.url());
  await api.kill();
  const { program, stream } = await serve(api, path, await createProgramFolder());
  stream.sendRequest({ collection });
  await waitUntil(() => program.output().includes('the cluster cannot be reached'));
  await api.start();
  assert.equal(names(await stream.next()), ['edge/front 102']);
});
test.run();
