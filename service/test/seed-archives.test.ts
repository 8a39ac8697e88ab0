/** Archives and files of a seed: versions of policy sets, of registry modules and of registry providers, as if they had been uploaded. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applySeed, parseSeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { createSigningKey } from './registry/openpgp.ts';
import { createZip } from './registry/zip.ts';
import { createTestService, type TestService } from './support.ts';
import { serviceListeners } from '../src/service.ts';

const test = suite<{ bench: TestService }>('archives of a seed file');
test.before.each(async (context) => {
  context.bench = await createTestService({ profile: 'hosted' });
  await context.bench.store.clear();
});
test.after.each(({ bench }) => bench.close());

const port = (members: object): string =>
  JSON.stringify({ users: [{ name: 'ann', token: 'ann-token' }], organizations: [{ name: 'port', owners: ['ann'], ...members }] });
const apply = ({ store, clock }: TestService, members: object): Promise<unknown> =>
  applySeed(store, parseSeed('seed.json', port(members)), { clock, settings: {}, listeners: serviceListeners, routes });
const refusal = (bench: TestService, members: object): Promise<string> =>
  apply(bench, members).then(
    () => 'nothing',
    ({ message }: Error) => message,
  );
const as = { token: 'ann-token' };
const get = async ({ request }: TestService, path: string) => (await request(`GET ${path}`, undefined, as)).body;

const files = {
  'rules/policies.hcl': 'policy "lit" {\n  query = "data.harbor.deny"\n  enforcement_level = "mandatory"\n}\n',
  'rules/harbor.rego': 'package harbor\nimport rego.v1\ndeny contains "dark" if input.plan.format_version == "1.2"\n',
};
const policySet = (versions: readonly object[]) => ({
  policy_sets: [{ id: 'polset-rules', name: 'rules', kind: 'opa', global: true, policies_path: 'rules', versions }],
});

test('a policy set is evaluated by the version that has files', async ({ bench }) => {
  await apply(bench, {
    ...policySet([{ id: 'polsetver-one', created_at: '2025-01-01T00:00:00Z', files }]),
    workspaces: [{ id: 'ws-web', name: 'web' }],
  });
  const version = (await get(bench, '/policy-set-versions/polsetver-one')).data;
  assert.equal(
    [version.attributes.status, version.attributes['created-at'], version.links.upload],
    ['ready', '2025-01-01T00:00:00.000Z', undefined],
  );
  await bench.request('POST //_local/run-outcome', { plan: { json: { format_version: '1.2', resource_changes: [] } } });
  const workspace = { data: { type: 'workspaces', id: 'ws-web' } };
  const run = (await bench.request('POST /runs', { data: { type: 'runs', relationships: { workspace } } }, as)).body.data.id;
  await bench.request('POST //_local/move', { until: 'still' });
  const { included } = await get(bench, `/runs/${run}/task-stages?include=policy_evaluations`);
  const outcomes = await get(bench, `/policy-evaluations/${included[0].id}/policy-set-outcomes`);
  assert.equal(
    outcomes.data[0].attributes.outcomes.map(({ policy_name, status, output }: any) => [policy_name, status, output]),
    [['lit', 'failed', ['dark']]],
  );
});

test('an archive without its declaration leaves the version as an upload would', async ({ bench }) => {
  await apply(bench, policySet([{ id: 'polsetver-one', files: { 'harbor.rego': 'package harbor\n' } }]));
  const { status, error, 'error-message': message } = (await get(bench, '/policy-set-versions/polsetver-one')).data.attributes;
  assert.equal([status, error, message], ['errored', 'invalid', 'the archive has no file rules/policies.hcl']);
  assert.is((await get(bench, '/policy-sets/polset-rules')).data.relationships['current-version'].data, null);
});

test('a module has its files, and the inputs that the seed tells', async ({ bench }) => {
  const archive = gzipSync(Buffer.alloc(1024)).toString('base64');
  const versions = [
    { version: '1.0.0', files: { 'main.tf': 'variable "berth" {}\n' }, variables: [{ name: 'berth' }] },
    { version: '1.1.0', archive },
    { version: '1.2.0' },
  ];
  await apply(bench, { registry_modules: [{ id: 'mod-quay', name: 'quay', provider: 'sea', versions }] });
  const download = async (version: string): Promise<Buffer | number> => {
    const found = await bench.request(`GET //api/registry/v1/modules/port/quay/sea/${version}/download`, undefined, as);
    const address = found.headers.get('x-terraform-get');
    return address === null ? found.status : Buffer.from(await (await bench.service.fetch(new Request(address))).arrayBuffer());
  };
  const tar = gunzipSync((await download('1.0.0')) as Buffer);
  assert.equal([tar.subarray(0, 8).toString(), tar.subarray(512, 531).toString()], ['main.tf\0', 'variable "berth" {}']);
  assert.is(((await download('1.1.0')) as Buffer).toString('base64'), archive);
  assert.is(await download('1.2.0'), 404);
  const { root } = await get(bench, '//api/registry/v1/modules/port/quay/sea/1.0.0');
  assert.equal(
    root.inputs.map(({ name }: any) => name),
    ['berth'],
  );
});

test('a provider has its package, checksums and signature, for the engine', async ({ bench }) => {
  const key = createSigningKey();
  const zip = createZip({ 'terraform-provider-crane_v1.0.0': Buffer.from('a program') });
  const shasum = createHash('sha256').update(zip).digest('hex');
  const shasums = `${shasum}  crane.zip\n`;
  const signature = key.sign(Buffer.from(shasums)).toString('base64');
  const platform = { id: 'provpltfrm-linux', os: 'linux', arch: 'amd64', shasum, filename: 'crane.zip', package: zip.toString('base64') };
  const version = { version: '1.0.0', key_id: key.keyId, shasums, shasums_signature: signature, platforms: [platform] };
  const providers = (one: object) => ({
    gpg_keys: [{ ascii_armor: key.asciiArmor }],
    registry_providers: [{ name: 'crane', versions: [{ ...version, created_at: '2025-01-01T00:00:00Z', ...one }] }],
  });
  assert.match(
    await refusal(bench, providers({ platforms: [{ ...platform, package: 'UEs=' }] })),
    /seed\.json:\d+: organizations\.0\.registry_providers\.0: .*the SHA-256 of these bytes is [0-9a-f]{64}; the platform was created with /,
  );
  await apply(bench, providers({}));
  const found = await get(bench, '//api/registry/v1/providers/port/crane/1.0.0/download/linux/amd64');
  const read = async (address: string) => Buffer.from(await (await bench.service.fetch(new Request(address))).arrayBuffer());
  assert.equal([await read(found.download_url), found.shasum], [zip, shasum]);
  assert.equal((await read(found.shasums_url)).toString(), shasums);
  assert.equal((await read(found.shasums_signature_url)).toString('base64'), signature);
});

test('refused, with its line: two archives, and what no upload takes', async ({ bench }) => {
  const both = { files, archive: 'aGVsbG8=' };
  assert.match(await refusal(bench, policySet([both])), /seed\.json:\d+: .*a policy set version has `files` or an `archive`, not both/);
  const modules = (one: object) => ({ registry_modules: [{ name: 'quay', provider: 'sea', versions: [{ version: '1.0.0', ...one }] }] });
  assert.match(await refusal(bench, modules(both)), /a module version has `files` or an `archive`, not both/);
  assert.match(await refusal(bench, modules({ archive: 'aGVsbG8=' })), /the content is not a gzipped tar archive/);
});

test.run();
