// watchdog: 120 s
import { credentials } from '@grpc/grpc-js';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { freePort } from '@slipway/test-support/free-port';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createAuthority, type Certificate, missingOpenssl } from '../mcp/certificates.ts';
import { connectClient, connectSink, type Sink } from '../mcp/sink.ts';
import { startReviews } from './start-reviews.ts';
import { remainingFiles, createProgramFolder, type RunningProgram, waitUntilServing, startProgram, waitUntil } from './start-program.ts';

const test = suite('mesh-config while what it reads is replaced');
let running: RunningProgram | undefined;
test.after(() => {
  running?.process.kill('SIGKILL');
});
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);

const gateways = 'istio/networking/v1alpha3/gateways',
  mesh = 'istio/mesh/v1alpha1/MeshConfig';
const names = ['DNS:localhost', 'IP:127.0.0.1'];
const document = (name: string, revision = 0): string =>
  'apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\n' +
  `metadata: {name: ${name}, namespace: edge, labels: {revision: "${revision}"}}\n` +
  'spec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n';
const schema = (least: number): string => `properties: {spec: {properties: {size: {type: integer, minimum: ${least}}}}}\n`;
/** Replaces a file atomically. */
const put = (path: string, bytes: string | Buffer): void => {
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
};
/** All at once, as a volume is mounted anew: files are links into the folder that `..data` leads to. */
const mount = (folder: string, version: string, files: Readonly<Record<string, string | Buffer>>): void => {
  mkdirSync(join(folder, version));
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, version, name), bytes);
    if (!existsSync(join(folder, '..data'))) symlinkSync(`..data/${name}`, join(folder, name));
  }
  symlinkSync(version, join(folder, '..new'));
  renameSync(join(folder, '..new'), join(folder, '..data'));
};
const pair = ({ certificate, key }: Certificate, root: Certificate): Readonly<Record<string, Buffer>> => ({
  'cert.pem': certificate,
  'key.pem': key,
  'root.pem': root.certificate,
});

/** A sink that accepts all responses, with the last one of each collection; `faults` stays empty. */
const follower = (one: Sink): { readonly one: Sink; readonly faults: string[]; told(collection: string): string; pushes(): number } => {
  const told = new Map<string, string>(),
    faults: string[] = [];
  let pushes = 0;
  const follow = async (): Promise<void> => {
    for (;;) {
      const { collection, nonce, resources } = await one.next();
      pushes += 1;
      if (nonce !== String(pushes)) faults.push(`nonce ${nonce} in place of ${pushes}`);
      told.set(
        collection,
        resources.map(({ metadata: { name }, body }) => (collection === mesh ? body.value.toString('latin1') : name)).join(' '),
      );
      one.sendRequest({ collection, response_nonce: nonce });
    }
  };
  void follow();
  for (const collection of [gateways, mesh]) one.sendRequest({ collection });
  return { one, faults, told: (collection) => told.get(collection) ?? '', pushes: () => pushes };
};

/** A program with all that it may read, issued by `root`. */
const startWithEverything = async (root: Certificate) => {
  const here = await createProgramFolder();
  const folder = temporaryFolder({
    'source/.keep': '',
    'webhook/.keep': '',
    'schemas/mesh.example.com/route_v1.yaml': schema(10),
    'list.yaml': 'allowed: [pilot, fresh]\n',
    mesh: 'rootNamespace: first-root\n',
  });
  const [source, webhook, schemas] = ['source', 'webhook', 'schemas'].map((name) => join(folder, name)) as [string, string, string];
  mount(source, '..1', pair(root.issue('server', names), root));
  mount(webhook, '..1', pair(root.issue('webhook', names), root));
  mount(here.config, '..1', { 'mounted.yaml': document('first') });
  const [port, validation] = [await freePort(), await freePort()];
  const program = await waitUntilServing(
    startProgram(
      here,
      '--watchConfigFiles',
      '--insecure=false',
      `--server-address=tcp://127.0.0.1:${port}`,
      `--tlsCertFile=${source}/cert.pem`,
      `--tlsKeyFile=${source}/key.pem`,
      `--caCertFile=${source}/root.pem`,
      `--accessListFile=${folder}/list.yaml`,
      `--meshConfigFile=${folder}/mesh`,
      '--enable-validation',
      '--enable-reconcileWebhookConfiguration=false',
      `--validation-port=${validation}`,
      `--validation.tls.clientCertificate=${webhook}/cert.pem`,
      `--validation.tls.privateKey=${webhook}/key.pem`,
      `--schemaPath=${schemas}`,
    ),
  );
  return { here, folder, source, webhook, schemas, port, validation, program };
};

const dial = (port: number, shown: Certificate, trusted: Certificate): Sink =>
  connectSink(connectClient(`localhost:${port}`, credentials.createSsl(trusted.certificate, shown.key, shown.certificate)));
/** The outcome for a sink that connects now. */
const outcome = async (port: number, shown: Certificate, trusted: Certificate): Promise<string> => {
  const one = dial(port, shown, trusted);
  try {
    return await Promise.race([one.header.then(() => 'served'), one.ended.then(({ code, details }) => `${code} ${details}`)]);
  } finally {
    one.close();
  }
};
const canConnect = (port: number, authority: Certificate): Promise<boolean> =>
  new Promise((done) => {
    const one = connect(`https://localhost:${port}`, { ca: authority.certificate });
    one.once('error', () => {
      done(false);
    });
    one.once('connect', () => {
      one.close();
      done(true);
    });
  });

/** Replaces one resource every 50 ms. */
const startChanges = (config: string) => {
  let loading = true;
  const changing = (async () => {
    for (let revision = 1; loading; revision += 1) {
      put(join(config, 'load.yaml'), document('load', revision));
      await new Promise((done) => {
        setTimeout(done, 50);
      });
    }
  })();
  return {
    stop: async (): Promise<void> => {
      loading = false;
      await changing;
    },
  };
};
const refused = (least: number): string => `configuration is invalid: spec.size: expected a number of at least ${least}`;

real('certificates, access list, schema, mesh file and folder are replaced under load, and no stream is dropped', async () => {
  const [root, other] = [createAuthority('root'), createAuthority('other')];
  const pilot = root.issue('pilot', ['DNS:pilot']),
    fresh = other.issue('fresh', ['DNS:fresh']);
  const { here, folder, source, webhook, schemas, port, validation, program } = await startWithEverything(root);
  running = program;
  const sinks = Array.from({ length: 20 }, () => follower(dial(port, pilot, root)));
  const dropped: string[] = [];
  for (const { one } of sinks)
    void one.ended.then(({ code, details }) => {
      dropped.push(`${code} ${details}`);
    });
  const every = (collection: string, words: string): Promise<void> =>
    waitUntil(() => sinks.every(({ told }) => told(collection).includes(words)));
  const reviews = startReviews(validation, root);
  const changes = startChanges(here.config);

  await every(gateways, 'edge/first edge/load');
  await every(mesh, 'first-root');
  await waitUntil(() => (reviews.answers.get(refused(10)) ?? 0) > 20);

  mount(source, '..2', pair(other.issue('server', names), other));
  await waitUntil(async () => (await outcome(port, fresh, other)) === 'served');
  mount(webhook, '..2', pair(other.issue('webhook', names), other));
  await waitUntil(() => canConnect(validation, other));

  put(join(folder, 'list.yaml'), 'allowed: [pilot]\n');
  await waitUntil(
    async () =>
      (await outcome(port, fresh, other)) === "16 Authentication failure: no allowed identity found in peer's authentication info",
  );

  put(join(schemas, 'mesh.example.com', 'route_v1.yaml'), schema(20));
  await waitUntil(() => (reviews.answers.get(refused(20)) ?? 0) > 20);

  put(join(folder, 'mesh'), 'rootNamespace: second-root\n');
  await every(mesh, 'second-root');

  mount(here.config, '..2', { 'mounted.yaml': document('second') });
  await every(gateways, 'edge/load edge/second');

  const before = sinks.map(({ pushes }) => pushes());
  await waitUntil(() => sinks.every(({ pushes }, index) => pushes() > before[index]!));
  await Promise.all([reviews.stop(), changes.stop()]);
  assert.equal(
    { dropped, failed: reviews.failed, faults: sinks.flatMap(({ faults }) => faults), answers: [...reviews.answers.keys()] },
    { dropped: [], failed: [], faults: [], answers: [refused(10), refused(20)] },
  );
  assert.equal(
    program
      .output()
      .split('\n')
      .filter((line) => /\t(error|fatal)\t/.test(line)),
    [],
  );

  program.process.kill('SIGTERM');
  assert.equal([await program.ended, remainingFiles(here)], [0, []]);
  await waitUntil(() => dropped.length === sinks.length);
  assert.equal([...new Set(dropped)], ['0 OK']);
  for (const { one } of sinks) one.close();
});
test.run();
