import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parsePoliciesFile } from '../../src/workspaces/policies/versions/parse-policies-file.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';
import { createTar } from './create-tar.ts';

const test = suite<{ service: WorkspaceTestService }>('policy set versions');
test.before.each(async (context) => {
  context.service = await createWorkspaceTestService({ profile: 'hosted' });
});
test.after.each(({ service }) => service.close());

const declaration = `
# What a harbor asks for.
policy "lit" {
  query             = "data.harbor.deny"
  enforcement_level = "mandatory"
  description       = "Buoys are lit."
}
policy "named" { query = "data.harbor.warn" }
`;
const createVersion = async ({ request }: WorkspaceTestService, attributes: object = { kind: 'opa' }) => {
  const set = await request('POST /organizations/acme/policy-sets', {
    data: { type: 'policy-sets', attributes: { name: 'rules', ...attributes } },
  });
  const created = await request(`POST /policy-sets/${set.body.data.id}/versions`);
  assert.is(created.status, 201);
  const { id, links } = created.body.data;
  return {
    set: set.body.data.id as string,
    id: id as string,
    upload: `PUT //${new URL(links.upload).pathname.slice(1)}`,
    created: created.body.data,
  };
};
const upload = ({ request }: WorkspaceTestService, row: string, body: Buffer) =>
  request(row, body as unknown as string, { token: null, headers: { 'content-type': 'application/octet-stream' } });
const detail = ({ status, body }: { status: number; body: any }) => [status, body?.errors?.[0].detail];

test('a version waits for its archive, and is the current one from then on', async ({ service }) => {
  const { set, id, created, ...version } = await createVersion(service);
  const told = (await service.request(`GET /policy-set-versions/${id}`)).body.data;
  assert.equal(told, created);
  assert.match(told.links.upload, new RegExp(`^http://slipway.test/api/v2/policy-set-versions/${id}/upload/[a-z0-9]{8}\\.[\\w-]{43}$`));
  assert.equal(
    [told.attributes, told.relationships],
    [
      {
        source: 'tfe-api',
        status: 'pending',
        'status-timestamps': { 'pending-at': '2026-05-01T12:00:00.000Z' },
        error: null,
        'error-message': null,
        'ingress-attributes': null,
        'created-at': '2026-05-01T12:00:00.000Z',
        'updated-at': '2026-05-01T12:00:00.000Z',
      },
      { 'policy-set': { data: { id: set, type: 'policy-sets' } } },
    ],
  );
  const readSet = async () => (await service.request(`GET /policy-sets/${set}?include=newest_version`)).body;
  const before = await readSet();
  assert.equal([before.data.attributes.versioned, before.included[0].id], [true, id]);
  assert.is(before.data.relationships['current-version'].data, null);
  const archive = gzipSync(createTar({ 'policies.hcl': declaration, 'harbor.rego': 'package harbor\n' }));
  assert.is((await upload(service, version.upload, archive)).status, 200);
  const after = (await service.request(`GET /policy-set-versions/${id}`)).body.data;
  assert.equal([after.attributes.status, after.links.upload], ['ready', undefined]);
  assert.equal((await readSet()).data.relationships['current-version'].data, { id, type: 'policy-set-versions' });
  assert.equal(detail(await upload(service, version.upload, archive)), [
    409,
    'the archive of this policy set version was already uploaded',
  ]);
  assert.is((await service.request(`GET /policy-sets/${set}/versions`)).body.data.length, 1);
});
test('what is no archive, leaves its folder or is too large is refused', async ({ service }) => {
  const { upload: row, id } = await createVersion(service);
  assert.equal(detail(await upload(service, row, Buffer.from('no archive'))), [
    422,
    'the content is not a gzipped tar archive: it cannot be decompressed',
  ]);
  assert.equal(detail(await upload(service, row, gzipSync(createTar({ '../policies.hcl': '' })))), [
    422,
    'the archive has an entry outside of its folder: "../policies.hcl"',
  ]);
  assert.equal(detail(await upload(service, row, gzipSync(createTar({ 'a.rego': '#'.repeat(5 * 1024 * 1024) })))), [
    422,
    'the archive has more than 4194304 bytes when it is unpacked',
  ]);
  assert.equal(detail(await upload(service, `${row.slice(0, -3)}abc`, Buffer.from('x')))[0], 404);
  assert.is((await service.request(`GET /policy-set-versions/${id}`)).body.data.attributes.status, 'pending');
});
test('an archive without its declaration is errored; one in Sentinel is kept as it is', async ({ service }) => {
  const rego = await createVersion(service);
  assert.is((await upload(service, rego.upload, gzipSync(createTar({ 'a.rego': 'package a' })))).status, 200);
  const { attributes } = (await service.request(`GET /policy-set-versions/${rego.id}`)).body.data;
  assert.equal([attributes.status, attributes['error-message']], ['errored', 'the archive has no file policies.hcl']);
  assert.is((await service.request(`GET /policy-sets/${rego.set}`)).body.data.relationships['current-version'].data, null);
  const sentinel = await createVersion(service, { name: 'older' });
  assert.is((await upload(service, sentinel.upload, gzipSync(createTar({ 'a.sentinel': 'main = rule { true }' })))).status, 200);
  assert.is((await service.request(`GET /policy-set-versions/${sentinel.id}`)).body.data.attributes.status, 'ready');
});
test('the declaration of policies is read, and what it says wrong is reported with its line', () => {
  assert.equal(parsePoliciesFile(declaration), [
    { name: 'lit', query: 'data.harbor.deny', level: 'mandatory', description: 'Buoys are lit.' },
    { name: 'named', query: 'data.harbor.warn', level: 'advisory', description: '' },
  ]);
  const fault = (text: string) => {
    try {
      return parsePoliciesFile(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.is(fault(''), 'it declares no policy');
  assert.is(fault('rule "a" {}'), 'line 1: expected policy, got "rule"');
  assert.is(fault('\npolicy "a" {\n  source = "x"\n}'), 'line 3: expected query, enforcement_level, description, each once, got source');
  assert.is(fault('policy "a" { description = "d" }'), 'line 1: the policy "a" has no query');
  assert.is(fault('policy "a" {'), 'line 1: expected a word, got the end');
  assert.is(
    fault('policy "a" {\n query = "data.a.b"\n enforcement_level = "hard"\n}'),
    'line 1: the enforcement_level of "a" is neither mandatory nor advisory',
  );
  const twice = 'policy "a" {\n query = "data.a.b"\n}\n';
  assert.is(fault(twice + twice), 'the policy "a" is declared twice');
});

test.run();
