import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runEngine } from '../../src/engine/run-engine.ts';
import { readPluginArchive } from '../../src/engine/package-root.ts';
import { nodePlatforms } from '../../src/engine/platform.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createCertificate, startTlsFront, type TlsFront } from './support/tls-front.ts';
// watchdog: 180 s

const suiteOf = suite('the engine behind TLS');
const files = createCertificate();
const reason = engine.found ? (files ? '' : 'no openssl, which makes the certificate') : engine.reason;
const test = reason === '' ? suiteOf : skipWithReason(suiteOf, reason);
let [service, front]: [RunningService, TlsFront] = [undefined!, undefined!];

if (reason === '') {
  suiteOf.before(async () => {
    service = await openService({
      store: 'memory',
      organization: 'acme',
      token,
      dialect: 'hosted',
      settings: { trustedProxies: ['127.0.0.1'] },
      bundledProvider: { platforms: nodePlatforms, readArchive: readPluginArchive },
    });
    front = await startTlsFront(service.address, files!);
  });
  suiteOf.after(async () => {
    await front.close();
    await service.close();
  });
}

/** GET, or POST of a document. */
const read = async (path: string, data?: object): Promise<any> =>
  (
    await fetch(`${service.address}/api/v2${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(data ? { 'content-type': 'application/vnd.api+json' } : {}) },
      ...(data ? { method: 'POST', body: JSON.stringify({ data }) } : {}),
    })
  ).json();

interface Folder {
  readonly path: string;
  /** Of several workspaces the selected one. */
  readonly workspace?: string;
}

const newFolder = (block: string): Folder => ({
  path: temporaryFolder({
    'main.tf':
      `terraform {\n  ${block.replace('{', `{\n    hostname = "${front.host}"\n    organization = "acme"`)}\n}\n` +
      'resource "terraform_data" "boat" { input = "blue" }\n' +
      'output "color" { value = terraform_data.boat.output }\noutput "code" {\n  value     = "under the mat"\n  sensitive = true\n}\n',
    'cli.tfrc': `credentials "${front.host}" { token = "${token}" }\n`,
  }),
});

const run = async ({ path: folder, workspace }: Folder, ...command: readonly string[]): Promise<string> => {
  const trust = { TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), SSL_CERT_FILE: front.certificate };
  const environment = { ...process.env, ...trust, ...(workspace ? { TF_WORKSPACE: workspace } : {}) };
  const { code, stdout, stderr } = await runEngine(engine.found!, [...command, '-no-color'], { folder, environment });
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
};

/** What a person does with a new block: nothing is set up before, nothing runs in the service. */
const live = async (block: string, workspace: string): Promise<void> => {
  const folder = newFolder(block);
  await run(folder, 'init');
  assert.match(await run(folder, 'plan'), /1 to add/);
  await run(folder, 'apply', '-auto-approve');
  assert.match(await run(folder, 'plan'), /No changes/);
  assert.equal(JSON.parse(await run(folder, 'output', '-json')).code, { sensitive: true, type: 'string', value: 'under the mat' });
  const { data } = await read(`/organizations/acme/workspaces/${workspace}`);
  assert.equal([data.attributes['execution-mode'], data.attributes['resource-count'], data.attributes.locked], ['local', 1, false]);
  await run(folder, 'destroy', '-auto-approve');
  assert.is((await read(`/workspaces/${data.id}`)).data.attributes['resource-count'], 0);
};

test('a new cloud block makes its workspace, plans and applies at once; the service keeps the state', () =>
  live('cloud {\n    workspaces { name = "by-name" }\n  }', 'by-name'));

test('a backend "remote" does the same', () => live('backend "remote" {\n    workspaces { name = "by-backend" }\n  }', 'by-backend'));

const isTofu = engine.found?.name === 'tofu';
const tagged = isTofu ? skipWithReason(suiteOf, 'the cloud block of OpenTofu knows tags without values only') : test;
tagged('workspaces are found by key-value tags', async () => {
  const bow = await read('/organizations/acme/workspaces', {
    type: 'workspaces',
    attributes: { name: 'bow' },
    relationships: { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'deck', value: 'upper' } }] } },
  });
  assert.is(bow.data.attributes.name, 'bow');
  const block = 'cloud {\n    workspaces { tags = { deck = "upper" } }\n  }';
  const folder = newFolder(block);
  await run(folder, 'init');
  await run(folder, 'workspace', 'new', 'stern');
  const again = newFolder(block);
  await run({ ...again, workspace: 'stern' }, 'init');
  assert.equal((await run({ ...again, workspace: 'stern' }, 'workspace', 'list')).match(/bow|stern/g), ['bow', 'stern']);
  await run(folder, 'apply', '-auto-approve');
  const { data, included } = await read('/organizations/acme/workspaces/stern?include=effective_tag_bindings');
  assert.is(data.attributes['resource-count'], 1);
  assert.equal(
    included.map(({ attributes }: any) => attributes),
    [{ key: 'deck', value: 'upper' }],
  );
});

test('the provider is installed from the service by its host alone; lock and mirror find every platform', async () => {
  const path = temporaryFolder({
    'main.tf': `terraform {\n  required_providers {\n    slipway = { source = "${front.host}/slipway/slipway" }\n  }\n}\n`,
    'cli.tfrc': '',
  });
  const folder = { path };
  assert.match(await run(folder, 'init'), `Installed ${front.host}/slipway/slipway v0.1.0 (${isTofu ? 'signed' : 'self-signed'}, key ID `);
  const schemas = JSON.parse(await run(folder, 'providers', 'schema', '-json')).provider_schemas;
  assert.ok(schemas[`${front.host}/slipway/slipway`].resource_schemas.slipway_workspace);
  const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
  await run(folder, 'providers', 'lock', ...platforms.map((platform) => `-platform=${platform}`));
  await run(folder, 'providers', 'mirror', ...platforms.map((platform) => `-platform=${platform}`), 'copy');
  assert.equal(
    readdirSync(join(path, 'copy', front.host, 'slipway/slipway')).sort(),
    ['0.1.0.json', 'index.json', ...platforms.map((platform) => `terraform-provider-slipway_0.1.0_${platform}.zip`)].sort(),
  );
});

suiteOf.run();
