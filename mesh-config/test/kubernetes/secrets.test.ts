// watchdog: 90 s
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '@slipway/test-support/free-port';
import { createTemporaryCertificate } from '../support/temporary-certificate.ts';
import { type ProgramFolder, createProgramFolder, type RunningProgram, waitUntilServing, startProgram } from '../server/start-program.ts';
import { type ApiServer, createApiServer } from './api-server/api-server.ts';
import { crd } from './api-server/kinds.ts';
import { createGateway, writeKubeconfig } from './test-source.ts';
import { waitUntil } from '../support/wait-until.ts';

const running: { program: RunningProgram; api: ApiServer }[] = [];
const test = suite('mesh-config keeps the secrets of a cluster');
test.after.each(async () => {
  for (const { program, api } of running.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
    await api.kill();
  }
});
const [server, client] = [createTemporaryCertificate(), createTemporaryCertificate()];
const data = (text: string): string => Buffer.from(text).toString('base64');

const pages = [
  '/',
  '/homej',
  ...['scope', 'mem', 'env', 'proc', 'version', 'metric', 'config', 'analysis'].flatMap((name) => [`/${name}z/`, `/${name}j/`]),
  '/argz/',
  '/signalz/',
  '/configj/?group=default',
  '/configj/resource?group=default&collection=istio/networking/v1alpha3/gateways&name=edge/front',
];
/** All output of the program, through every interface. */
const everything = async (program: RunningProgram, { ports }: ProgramFolder, profiling: number): Promise<readonly string[]> => {
  const urls = [
    ...pages.map((page) => `http://localhost:${ports.introspection}${page}`),
    `http://localhost:${ports.monitoring}/metrics`,
    `http://localhost:${ports.monitoring}/version`,
    `http://localhost:${profiling}/debug/pprof/cmdline`,
  ];
  const told = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      assert.is(answer.status, 200, url);
      return `${url}\n${await answer.text()}`;
    }),
  );
  return [program.output(), ...told];
};
/** As it is written, and in base64, and any line of a key. */
const formsOf = (secret: string): readonly string[] => [
  secret,
  data(secret),
  ...secret.split('\n').filter((line) => line.length > 30 && !line.startsWith('-----')),
];

const status = { token: 'tokenSECRET1', clientCertificateData: client.pem, clientKeyData: client.key };
for (const [how, user] of [
  [
    'a token and a key in the kubeconfig',
    { token: 'tokenSECRET1', 'client-certificate-data': data(client.pem), 'client-key-data': data(client.key) },
  ],
  ['a token file and a key file', { tokenFile: 'token', 'client-certificate': 'pem', 'client-key': 'key' }],
  [
    'a plugin',
    {
      exec: {
        command: process.execPath,
        args: ['-e', 'console.error("tokenSECRET1"); console.log(process.env.CREDENTIAL)'],
        env: [{ name: 'CREDENTIAL', value: JSON.stringify({ status }) }],
      },
    },
  ],
] as const)
  test(`with ${how}, in no line of the log and on no page is any of it, whatever the server says`, async () => {
    const api = createApiServer({ tls: { certificate: server.pem, key: server.key }, token: 'tokenSECRET1' });
    api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
    api.objects.put(crd('networking.istio.io', 'sidecars', 'Sidecar'));
    api.objects.put(createGateway('front'));
    await api.start();
    api.failRequest = ({ url }) =>
      url.includes('/sidecars')
        ? { code: 500, reason: 'InternalError', message: 'request had authorization: Bearer tokenSECRET1' }
        : undefined;
    const path = writeKubeconfig(api.url(), user, { 'certificate-authority-data': data(server.pem) }),
      at = await createProgramFolder(),
      profiling = await freePort();
    for (const [name, text] of [
      ['token', 'tokenSECRET1\n'],
      ['key', client.key],
      ['pem', client.pem],
    ] as const)
      writeFileSync(join(dirname(path), name), text);
    const program = await waitUntilServing(
      startProgram(
        at,
        '--configPath=',
        '--kubeconfig',
        path,
        '--enableAnalysis',
        '--enableProfiling',
        '--pprofPort',
        String(profiling),
        '--log_output_level',
        'all:debug',
        '--log_stacktrace_level',
        'all:debug',
      ),
    );
    running.push({ program, api });
    await waitUntil(() => program.output().includes('request had authorization') && api.watches.count() > 0);
    assert.match(program.output(), /500 InternalError: request had authorization: Bearer …/);
    api.token = 'another';
    await api.kill();
    await api.start();
    await waitUntil(() => program.output().includes('401 Unauthorized'));
    const said = await everything(program, at, profiling);
    assert.ok(program.output().includes('gateways') && said.some((text) => text.includes('networking.istio.io')));
    for (const text of said)
      for (const form of [...formsOf('tokenSECRET1'), ...formsOf(client.key)]) assert.not.ok(text.includes(form), text.split('\n')[0]);
  });
test.run();
