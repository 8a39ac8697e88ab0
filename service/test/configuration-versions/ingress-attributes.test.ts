import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';
import { document } from '../documents.ts';

const test = suite<WorkspaceTestService>('the commit of a configuration version');
test.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
test.after.each(({ close }) => close());

const createVersion = async ({ request, createWorkspaceId }: WorkspaceTestService) => {
  const workspace = await createWorkspaceId('web');
  const path = `POST /workspaces/${workspace}/configuration-versions`;
  return { workspace, id: (await request(path, document('configuration-versions', { 'auto-queue-runs': false }))).body.data.id };
};

test('a test sets it; the version, its runs and their lists tell of it', async (parts) => {
  const { request } = parts;
  const { workspace, id } = await createVersion(parts);
  assert.is((await request(`GET /configuration-versions/${id}/ingress-attributes`)).status, 404);
  const ingress = { 'commit-sha': 'c0ffee', branch: 'main', 'is-pull-request': true, 'pull-request-number': 7, 'sender-username': 'liv' };
  assert.is((await request(`PATCH //_local/configuration-versions/${id}`, { ingress })).status, 204);
  const ia = `ia-${id.slice(3)}`;
  const expected = {
    id: ia,
    type: 'ingress-attributes',
    attributes: {
      'commit-sha': 'c0ffee',
      identifier: null,
      branch: 'main',
      tag: null,
      'clone-url': null,
      'commit-message': null,
      'commit-url': null,
      'compare-url': null,
      'is-pull-request': true,
      'on-default-branch': null,
      'pull-request-number': 7,
      'pull-request-url': null,
      'pull-request-title': null,
      'pull-request-body': null,
      'sender-username': 'liv',
      'sender-avatar-url': null,
      'sender-html-url': null,
    },
  };
  const shown = (await request(`GET /configuration-versions/${id}/ingress-attributes`)).body.data;
  assert.equal({ id: shown.id, type: shown.type, attributes: shown.attributes }, expected);
  assert.is(shown.links.self, `/api/v2/configuration-versions/${id}/ingress-attributes`);
  const version = (await request(`GET /configuration-versions/${id}?include=ingress_attributes`)).body;
  assert.equal(version.data.relationships['ingress-attributes'].data, { id: ia, type: 'ingress-attributes' });
  assert.equal(version.included, [shown]);
  const relationships = {
    workspace: { data: { type: 'workspaces', id: workspace } },
    'configuration-version': { data: { type: 'configuration-versions', id } },
  };
  const run = (await request('POST /runs', document('runs', {}, relationships))).body.data.id;
  const found = (await request(`GET /workspaces/${workspace}/runs?search[commit]=c0ffee`)).body.data;
  assert.equal(
    found.map((one: any) => one.id),
    [run],
  );
  const late = await request(`PATCH //_local/configuration-versions/${id}`, { ingress });
  assert.is(late.status, 409, 'its runs tell of the former commit');
});

test('a commit has a hash, and nothing that nobody knows', async (parts) => {
  const { request } = parts;
  const { id } = await createVersion(parts);
  const refuse = async (body: unknown) => (await request(`PATCH //_local/configuration-versions/${id}`, body)).status;
  assert.equal(
    [await refuse({}), await refuse({ ingress: { branch: 'main' } }), await refuse({ ingress: { 'commit-sha': 'c', author: 'x' } })],
    [422, 422, 422],
  );
});

test.run();
