import { credentials } from '@grpc/grpc-js';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReloadingCredentials, type ReloadingCredentials } from '../../src/mcp/reloading-credentials.ts';
import { watchAccessList, type WatchedAccessList } from '../../src/mcp/watched-access-list.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startMcpSource, type TestMcpSource, createRecordingScope } from './start-mcp-source.ts';
import { createAuthority, type Certificate, missingOpenssl } from './certificates.ts';
import { connectClient, connectSink, type Sink } from './sink.ts';

export interface MutualTls {
  there: TestMcpSource;
  folder: string;
  log: ReturnType<typeof createRecordingScope>;
  tls: ReloadingCredentials;
  access: WatchedAccessList;
  sinks: Sink[];
}
export const [root, other] = missingOpenssl === '' ? [createAuthority('root'), createAuthority('other')] : [];
export const server = root?.issue('server', ['DNS:localhost', 'IP:127.0.0.1']);
export const [pilot, mixer] = ['pilot', 'mixer'].map((name) =>
  root?.issue(name, [`URI:spiffe://cluster.local/ns/mesh/sa/${name}`, `DNS:${name}.mesh.svc`, 'IP:10.1.2.3']),
);
export const middle = root?.issue('middle', ['URI:spiffe://cluster.local/middle'], true);

export const writeCertificate = (folder: string, { certificate, key }: Certificate, roots: readonly Certificate[]): void => {
  for (const [name, bytes] of [
    ['cert.pem', certificate],
    ['key.pem', key],
    ['root.pem', Buffer.concat(roots.map((one) => one.certificate))],
  ] as const) {
    writeFileSync(join(folder, `${name}.new`), bytes);
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
};
export const writeAccessList = (folder: string, text: string): void => {
  writeFileSync(join(folder, 'list.new'), text);
  renameSync(join(folder, 'list.new'), join(folder, 'list.yaml'));
};

export const startMutualTls = async (world: MutualTls): Promise<void> => {
  if (!root) return;
  [world.folder, world.log, world.sinks] = [temporaryFolder(), createRecordingScope(), []];
  writeCertificate(world.folder, server!, [root]);
  world.tls = await createReloadingCredentials(
    { certificate: join(world.folder, 'cert.pem'), key: join(world.folder, 'key.pem'), authorities: join(world.folder, 'root.pem') },
    world.log,
  );
  world.access = await watchAccessList(join(world.folder, 'list.yaml'), world.log);
  await world.tls.component.start();
  await world.access.component.start();
  world.there = await startMcpSource({ credentials: world.tls.credentials, accessList: world.access.current });
};
export const stopMutualTls = async ({ there, tls, access, sinks }: MutualTls): Promise<void> => {
  if (!root) return;
  for (const one of sinks) one.close();
  await there.stop();
  await tls.component.stop();
  await access.component.stop();
};

/** A sink that shows this certificate, and trusts these. */
export const dialSource = ({ there, sinks }: MutualTls, shown: Certificate | undefined, trusted: Certificate = root!): Sink => {
  const one = connectSink(
    connectClient(there.address, credentials.createSsl(trusted.certificate, ...(shown ? ([shown.key, shown.certificate] as const) : []))),
  );
  sinks.push(one);
  return one;
};
/** `served`, or how the stream ended. */
export const describeOutcome = async (one: Sink): Promise<string> =>
  Promise.race([one.header.then(() => 'served'), one.ended.then(({ code, details }) => `${code} ${details}`)]);
