import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService, statusAndMessage } from '../support.ts';

const changed = new Date('2026-02-01T00:00:00Z');
const files = {
  'acme/slack@4.2.0.yml': 'version: 2.1\ndescription: older\n',
  'acme/slack@4.10.0.yml': 'version: 2.1\ndescription: newer\n',
  'acme/slack@dev:next.yml': 'version: 2.1\ndescription: next\n',
  'other/lamp@dev:one.yaml': 'version: 2.1\n',
};

const test = suite<{ here: CiTestService; folder: string }>('orbs of API v3');
test.before(async (context) => {
  const folder = (context.folder = mkdtempSync(join(tmpdir(), 'slipway-orbs-')));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, changed, changed);
  }
  context.here = await startCiService({ settings: { orbsFolder: folder } });
});
test.after(async ({ here, folder }) => {
  await here.close();
  rmSync(folder, { recursive: true });
});

const list = async ({ ci }: CiTestService, query: string) => (await ci(`GET //api/v3/orb/${query}`)).body.data;
const namesOf = async (here: CiTestService, query: string) => (await list(here, query)).map(({ attributes }: any) => attributes.name);

test('the orbs of the folder are listed, with their highest release', async ({ here }) => {
  const [slack, lamp, ...others] = await list(here, 'packages?filter[certified]=true');
  assert.equal(others, []);
  const created_at = '2026-02-01T00:00:00.000Z';
  assert.equal(slack.attributes, { name: 'acme/slack', is_private: false, is_listed: true, created_at });
  const { namespace, orb_versions, ...none } = slack.references;
  assert.equal([namespace, none], [{ id: here.org, attributes: { name: 'acme' } }, {}]);
  assert.equal([orb_versions.length, orb_versions[0].attributes], [1, { version: '4.10.0', created_at }]);
  assert.is(lamp.attributes.name, 'other/lamp');
  assert.equal(lamp.references, { namespace: { id: null, attributes: { name: 'other' } } });
  assert.equal((await here.ci(`GET //api/v3/orb/packages/${slack.id}`)).body.data, slack);
});

test('they are found by name and by namespace; all are certified and public', async ({ here }) => {
  assert.equal(await namesOf(here, 'packages?filter[name]=acme/slack'), ['acme/slack']);
  assert.equal(await namesOf(here, 'packages?filter[name]=acme/none'), []);
  assert.equal(await namesOf(here, `packages?filter[namespace_id]=${here.org}`), ['acme/slack']);
  assert.equal(await namesOf(here, 'packages?filter[certified]=false'), []);
  assert.equal(await namesOf(here, 'packages?filter[visibility]=private'), []);
  assert.is((await here.ci('GET //api/v3/orb/packages?filter[certified]=maybe')).status, 400);
});

test('versions of an orb are listed, releases first; one is shown with its text', async ({ here }) => {
  const [slack] = await list(here, 'packages?filter[name]=acme/slack');
  const versions = await list(here, `versions?filter[orb_id]=${slack.id}`);
  assert.equal(
    versions.map(({ attributes }: any) => [attributes.version, 'source' in attributes]),
    [
      ['4.10.0', false],
      ['4.2.0', false],
      ['dev:next', false],
    ],
  );
  assert.equal((await list(here, `versions?filter[orb_id]=${slack.id}&filter[channel]=dev`)).length, 1);
  assert.equal((await list(here, `versions?filter[orb_id]=${slack.id}&filter[channel]=stable`)).length, 2);
  const { body } = await here.ci(`GET //api/v3/orb/versions/${versions[1].id}`);
  const { body: source, headers } = await here.ci(`GET //api/v3/orb/versions/${versions[1].id}/source`);
  assert.equal([source, headers.get('content-type')], ['version: 2.1\ndescription: older\n', 'text/plain; charset=utf-8']);
  assert.is(body.data.attributes.source, 'version: 2.1\ndescription: older\n');
  assert.equal(body.data.references, { orb_package: { id: slack.id, attributes: { name: 'acme/slack' } } });
});

test('a reference selects a version as in a configuration', async ({ here }) => {
  const select = async (reference: string) =>
    (await list(here, `versions?filter[ref]=${reference}`)).map(({ attributes }: any) => [attributes.version, attributes.source]);
  assert.equal(await select('acme/slack@4'), [['4.10.0', 'version: 2.1\ndescription: newer\n']]);
  assert.equal(await select('acme/slack@4.2'), [['4.2.0', 'version: 2.1\ndescription: older\n']]);
  assert.equal(await select('acme/slack@volatile'), [['4.10.0', 'version: 2.1\ndescription: newer\n']]);
  assert.equal(await select('acme/slack@dev:next'), [['dev:next', 'version: 2.1\ndescription: next\n']]);
  for (const none of ['acme/slack@5', 'acme/none@1', 'acme/slack', '../../etc/passwd@1'])
    assert.equal([none, await select(none)], [none, []]);
});

test('what is not there is 404, and a list of versions needs an orb or a reference', async ({ here: { ci } }) => {
  const missing = '00000000-1111-4222-8333-000000000001';
  for (const path of [`packages/${missing}`, `versions/${missing}`]) assert.is((await ci(`GET //api/v3/orb/${path}`)).status, 404, path);
  assert.equal(statusAndMessage(await ci('GET //api/v3/orb/versions')), [400, 'expected filter[orb_id] or filter[ref]']);
});

test('the text of an orb is validated with the orbs that it uses', async ({ here }) => {
  const validate = async (yaml: string, org_id?: string, token?: string) => {
    const { status, body } = await here.ci(
      'POST //api/v3/orb/packages/validate',
      { yaml, ...(org_id === undefined ? {} : { org_id }) },
      token === undefined ? {} : { token },
    );
    return [status, body.data?.attributes ?? body.message];
  };
  const using = (reference: string) => `version: 2.1\norbs: { slack: ${reference} }\n`;
  const output_yaml = 'version: 2.1\norbs:\n  slack: acme/slack@4\n';
  for (const org_id of [undefined, '', here.org])
    assert.equal(await validate(using('acme/slack@4'), org_id), [200, { is_valid: true, output_yaml, errors: [] }]);
  const [, invalid] = await validate(using('acme/slack@5'));
  assert.equal([invalid.is_valid, invalid.output_yaml, invalid.errors.length], [false, '', 1]);
  assert.match(invalid.errors[0], /^line 2, column 9 \(\/orbs\/slack\): the orb "acme\/slack@5" is not here/);
  assert.is((await validate(using('acme/slack@4'), here.org, 'stranger-token'))[0], 404);
});

test('a service without a folder of orbs has none', async () => {
  const here = await startCiService();
  assert.equal(await list(here, 'packages'), []);
  assert.equal(await list(here, 'versions?filter[ref]=acme/slack@4'), []);
  await here.close();
});

test.run();
