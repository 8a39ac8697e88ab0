// watchdog: 60 s
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { type ApiServer, createApiServer } from '../kubernetes/api-server/api-server.ts';
import { crd } from '../kubernetes/api-server/kinds.ts';
import { writeKubeconfig } from '../kubernetes/test-source.ts';
import { missingOpenssl } from '../mcp/certificates.ts';
import {
  createProgramFolder,
  type ProgramFolder,
  type RunningProgram,
  waitUntilServing,
  startProgram,
  waitUntil,
} from '../server/start-program.ts';
import { writeKeyPair } from '../validation/start-webhook.ts';

const running: { program?: RunningProgram; api?: ApiServer }[] = [];
const test = suite('mesh-config analysis when schemas are replaced');
test.after.each(async () => {
  for (const { program, api } of running.splice(0)) {
    program?.process.kill('SIGKILL');
    await program?.ended;
    await api?.kill();
  }
});
const withOpenssl = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);

/** A server with validation and analysis. */
const startServer = async (programFolder: ProgramFolder, ...more: readonly string[]): Promise<RunningProgram> => {
  const pair = temporaryFolder();
  writeKeyPair(pair, 'mesh-config');
  const program = await waitUntilServing(
    startProgram(
      programFolder,
      '--enableAnalysis',
      '--enable-validation',
      '--enable-reconcileWebhookConfiguration=false',
      `--validation-port=${await freePort()}`,
      `--validation.tls.clientCertificate=${pair}/cert.pem`,
      `--validation.tls.privateKey=${pair}/key.pem`,
      ...more,
    ),
  );
  running.push({ program });
  return program;
};
/** The IST0002 findings of introspection, their metric, and the number of publications. */
const readState = async ({ ports }: ProgramFolder) => {
  const { Done, Diagnostics } = (await (await fetch(`http://localhost:${ports.introspection}/analysisj/?code=IST0002`)).json()) as {
    Done: boolean;
    Diagnostics: { pointer: string; message: string }[];
  };
  const lines = (await (await fetch(`http://localhost:${ports.monitoring}/metrics`)).text()).split('\n');
  const valueOf = (start: string): string => lines.find((line) => line.startsWith(start))!.slice(start.length + 1);
  return {
    done: Done,
    findings: Diagnostics.map(({ pointer, message }) => `${pointer} ${message}`),
    gauge: valueOf('cfgmgr_analysis_diagnostics{code="IST0002",level="Warn"}'),
    published: valueOf('cfgmgr_runtime_processor_snapshots_published_total'),
  };
};
const deprecating = (replacement: string): string =>
  JSON.stringify({
    properties: { spec: { properties: { bind: { deprecated: true, 'x-deprecation-message': `Write ${replacement}.` } } } },
  });
const spec = { servers: [{ port: { number: 80, name: 'http', protocol: 'HTTP' }, hosts: ['*'] }], bind: 'x' };

withOpenssl('creating, changing and deleting an overlay updates log, introspection, metric and status without publishing', async () => {
  const api = createApiServer();
  running.push({ api });
  api.objects.put(crd('networking.istio.io', 'gateways', 'Gateway'));
  api.objects.put({ apiVersion: 'networking.istio.io/v1alpha3', kind: 'Gateway', metadata: { name: 'front', namespace: 'edge' }, spec });
  await api.start();
  const [programFolder, schemas] = [await createProgramFolder(), temporaryFolder({ 'networking.istio.io/.keep': '' })];
  const program = await startServer(programFolder, '--configPath=', '--kubeconfig', writeKubeconfig(api.url()), `--schemaPath=${schemas}`);
  const status = () =>
    (
      api.objects.list(api.objects.kinds().find(({ kind }) => kind === 'Gateway')!)[0]!['status'] as
        | { validationMessages?: { code: string; pointer: string; message: string }[] | null }
        | undefined
    )?.validationMessages?.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
  await waitUntil(async () => (await readState(programFolder)).done);
  const { published } = await readState(programFolder);
  const overlay = join(schemas, 'networking.istio.io', 'gateway_v1alpha3.json');
  for (const replacement of ['listen', 'address']) {
    const message = `spec.bind is deprecated: Write ${replacement}.`;
    writeFileSync(overlay, deprecating(replacement));
    await waitUntil(() => status()?.length === 1 && status()![0]!.endsWith(message));
    assert.equal(status(), [`IST0002 /spec/bind ${message}`]);
    assert.equal(await readState(programFolder), { done: true, findings: [`/spec/bind ${message}`], gauge: '1', published });
    assert.match(program.output(), `\twarn\tanalysis\t[IST0002] Gateway edge/front (kubernetes /spec/bind): ${message} (https://`);
  }
  unlinkSync(overlay);
  await waitUntil(() => (status() ?? []).length === 0);
  assert.equal(await readState(programFolder), { done: true, findings: [], gauge: '0', published });
  assert.match(
    program.output(),
    '\tinfo\tanalysis\tno longer: [IST0002] Gateway edge/front (kubernetes /spec/bind): spec.bind is deprecated: Write address.\n',
  );
});
withOpenssl('a definition beside the resources is read on SIGUSR1, without publishing', async () => {
  const programFolder = await createProgramFolder();
  writeFileSync(
    join(programFolder.config, 'front.yaml'),
    `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: front}\nspec: ${JSON.stringify(spec)}\n`,
  );
  const program = await startServer(programFolder);
  await waitUntil(async () => (await readState(programFolder)).done);
  const { published, findings } = await readState(programFolder);
  assert.equal(findings, []);
  const openAPIV3Schema = JSON.parse(deprecating('listen')) as object;
  writeFileSync(
    join(programFolder.config, 'crd.yaml'),
    JSON.stringify(
      crd('networking.istio.io', 'gateways', 'Gateway', { versions: [{ name: 'v1alpha3', served: true, schema: { openAPIV3Schema } }] }),
    ),
  );
  program.process.kill('SIGUSR1');
  await waitUntil(async () => (await readState(programFolder)).findings.length > 0);
  assert.equal(await readState(programFolder), {
    done: true,
    findings: ['/spec/bind spec.bind is deprecated: Write listen.'],
    gauge: '1',
    published,
  });
});
test.run();
