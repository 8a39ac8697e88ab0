/** What processes of a plugin that serve one engine after another are to each of them by mutual TLS. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { type ProtocolClient, protocolClient } from '../client.ts';
import { type EngineCertificate, engineCertificate } from '../support/certificate.ts';
import { createLaunchers, endWaiting, type LaunchedPlugin } from '../support/launcher.ts';

const plugins = suite('standby processes of a plugin by mutual TLS');
const test = process.platform === 'linux' ? plugins : skipWithReason(plugins, 'standby processes need the /proc of Linux');
plugins.after(endWaiting);

interface Served {
  readonly launched: LaunchedPlugin;
  /** The certificate of the process, base64. */
  readonly certificate: string;
  connect(engine: EngineCertificate): ProtocolClient;
}

/** Starts the launcher as this engine does. */
const serve = async (launch: ReturnType<typeof createLaunchers>['launch'], engine: EngineCertificate): Promise<Served> => {
  const launched = launch({ PLUGIN_CLIENT_CERT: engine.certificate });
  const [, , , at, , certificate] = (await launched.line).split('|');
  const der = Buffer.from(certificate!, 'base64');
  return { launched, certificate: certificate!, connect: (as) => protocolClient(`unix:${at}`, { der, engine: as }) };
};
const shutDown = async (client: ProtocolClient, { launched }: Served): Promise<void> => {
  await client.raw('/plugin.GRPCController/Shutdown', Buffer.alloc(0));
  client.close();
  assert.is(await launched.ended, 0);
};

test('have one certificate for all engines, and another one than any other process', async () => {
  const { launch, oneWaiting } = createLaunchers();
  const engines = [engineCertificate(), engineCertificate(), engineCertificate()];
  const certificates: string[] = [];
  for (const engine of engines) {
    const served = await serve(launch, engine);
    const client = served.connect(engine);
    assert.is((await client.call('GetMetadata')).server_capabilities.plan_destroy, true);
    certificates.push(served.certificate);
    await shutDown(client, served);
    await oneWaiting();
  }
  assert.is(new Set(certificates).size, 1);
  const other = createLaunchers();
  const elsewhere = await serve(other.launch, engines[0]!);
  assert.is.not(elsewhere.certificate, certificates[0]);
  await shutDown(elsewhere.connect(engines[0]!), elsewhere);
});

test('serve no engine but the one that started them, and that one while others try', async () => {
  const { launch, oneWaiting } = createLaunchers();
  const [first, second] = [engineCertificate(), engineCertificate()];
  const one = await serve(launch, first);
  await shutDown(one.connect(first), one);
  await oneWaiting();
  const other = await serve(launch, second);
  const stranger = other.connect(first);
  const refusal = await stranger.call('GetMetadata', {}, { deadline: 3000 }).catch((error: { code: number }) => error.code);
  assert.is(refusal, 14);
  stranger.close();
  const client = other.connect(second);
  assert.is((await client.call('GetMetadata')).server_capabilities.plan_destroy, true);
  await shutDown(client, other);
});

plugins.run();
