import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import https from 'node:https';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openServiceClient } from '../../src/client/open-service-client.ts';
import { createTemporaryCertificate } from '../../src/protocol/go-plugin/certificate.ts';
import { startService, type RunningService } from '../support/cli.ts';
import { waitUntil } from './support/hosted.ts';
// watchdog: 120 s

/** The client of the hosted workspace service that CDK for Terraform uses; it speaks HTTPS only, as a proxy before the service does. */
const { TerraformCloud } = createRequire(import.meta.url)('@skorfmann/terraform-cloud') as {
  readonly TerraformCloud: new (token: string, host: string) => any;
};

const test = suite('the workspace service and @skorfmann/terraform-cloud');
let service: RunningService;
let proxy: https.Server;
let host: string;
let cloud: any;
const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env;

test.before(async () => {
  service = await startService('--in-memory', '--dialect', 'hosted', '--organization', 'acme', '--run-status-milliseconds', '1');
  const { pem, key } = createTemporaryCertificate();
  proxy = https.createServer({ cert: pem, key }, (incoming, outgoing) => {
    incoming.pipe(
      http.request(`${service.address}${incoming.url}`, { method: incoming.method!, headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done);
  });
  host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  cloud = new TerraformCloud(service.token!, host);
});
test.before.each(() => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
});
test.after.each(() => {
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
});
test.after(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await service.stop();
});

/** Status and first detail of what was refused. */
const refused = async (work: Promise<unknown>): Promise<readonly [number, string]> => {
  try {
    await work;
  } catch (error) {
    const { response } = error as { response: { status: number; data: any } };
    return [response.status, response.data.errors[0].detail];
  }
  throw new Error('it was answered');
};
const workspace = async (name: string): Promise<any> =>
  cloud.Workspaces.create('acme', { data: { type: 'workspaces', attributes: { name, 'terraform-version': '1.11.4' } } });

test('a person', async () => {
  const details = await cloud.Account.getDetails();
  assert.equal([details.type, details.attributes.username], ['users', 'owner']);
  assert.equal((await cloud.Account.getUser(details.id)).attributes.username, 'owner');
});

test('workspaces are created, read both ways, changed and deleted', async () => {
  const made = await workspace('web');
  assert.equal(
    [made.type, made.attributes.name, made.attributes.terraformVersion, made.relationships.organization.data.id],
    ['workspaces', 'web', '1.11.4', 'acme'],
  );
  assert.equal(made.attributes.permissions.canForceDelete, true);
  assert.equal(await cloud.Workspaces.show(made.id), made);
  assert.equal(await cloud.Workspaces.showByName('acme', 'web'), made);
  const changed = await cloud.Workspaces.update('acme', 'web', {
    data: { type: 'workspaces', attributes: { description: 'the shop', 'terraform-version': '1.10.5' } },
  });
  assert.equal([changed.attributes.description, changed.attributes.terraformVersion], ['the shop', '1.10.5']);
  assert.equal(await refused(workspace('web')), [422, '"web" has already been taken']);
  await cloud.Workspaces.deleteByName('acme', 'web');
  assert.is((await refused(cloud.Workspaces.show(made.id)))[0], 404);
});

test('a run goes to its end when it is applied', async () => {
  const { id } = await workspace('runs');
  const run = await cloud.Runs.create({
    data: {
      type: 'runs',
      attributes: { message: 'by hand', 'is-destroy': false },
      relationships: { workspace: { data: { type: 'workspaces', id } } },
    },
  });
  assert.equal([run.type, run.attributes.message], ['runs', 'by hand']);
  await waitUntil(
    () => cloud.Runs.show(run.id),
    ({ attributes }: any) => attributes.status === 'planned',
  );
  assert.equal((await cloud.Runs.show(run.id)).attributes.actions, {
    isCancelable: false,
    isConfirmable: true,
    isDiscardable: true,
    isForceCancelable: false,
  });
  await cloud.Runs.action('apply', run.id);
  await waitUntil(
    () => cloud.Runs.show(run.id),
    ({ attributes }: any) => attributes.status === 'applied',
  );
  assert.equal(
    (await cloud.Runs.list(id)).map((one: any) => one.id),
    [run.id],
  );
  const other = await cloud.Runs.create({ data: { type: 'runs', relationships: { workspace: { data: { type: 'workspaces', id } } } } });
  await waitUntil(
    () => cloud.Runs.show(other.id),
    ({ attributes }: any) => attributes.status === 'planned',
  );
  await cloud.Runs.action('discard', other.id);
  assert.is((await cloud.Runs.show(other.id)).attributes.status, 'discarded');
});

test('states are written under a lock and read again', async () => {
  const { id } = await workspace('states');
  const state = {
    version: 4,
    serial: 1,
    lineage: 'b9f5d3f2-0000-4000-8000-000000000001',
    outputs: { url: { value: 'http://web', type: 'string' } },
    resources: [],
  };
  await fetch(`${service.address}/api/v2/workspaces/${id}/actions/lock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
  });
  const bytes = Buffer.from(JSON.stringify(state));
  const written = await cloud.StateVersions.create(id, {
    data: {
      type: 'state-versions',
      attributes: {
        serial: 1,
        md5: createHash('md5').update(bytes).digest('hex'),
        lineage: state.lineage,
        state: bytes.toString('base64'),
      },
    },
  });
  assert.equal([written.type, written.attributes.serial], ['state-versions', 1]);
  assert.is((await cloud.StateVersions.show(written.id, true)).id, written.id);
});

test('what is not there is 404, not a failure of the service', async () => {
  for (const ask of [
    () => cloud.ConfigurationVersion.show('cv-1'),
    () => cloud.Plans.show('plan-1'),
    () => cloud.Plans.jsonOutput('plan-1'),
    () => cloud.Applies.show('apply-1'),
  ])
    assert.is((await refused(ask()))[0], 404);
});

test('our own client believes a certificate of its own only when it is told to', async () => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const ask = (unverified: boolean) =>
    openServiceClient({
      service: 'workspaces',
      address: `https://${host}`,
      token: service.token!,
      dialect: 'hosted',
      skipVerification: unverified,
    }).call({ method: 'GET', effect: 'read', path: '/account/details' });
  assert.is((await ask(true)).status, 200);
  try {
    await ask(false);
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  }
});

test.run();
