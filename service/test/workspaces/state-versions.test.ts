import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLockedWorkspace, md5Of, postState, renderStateFile, toBase64, writeStateFile } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const states = suite<WorkspaceTestService>('state versions');
states.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
states.after.each(async ({ close }) => {
  await close();
});

states('tell what the engine wrote: size, versions, resources, counts, who wrote it', async (service) => {
  const id = await createLockedWorkspace(service);
  const made = await writeStateFile(service, id, 1, 'blue', 'red');
  assert.is(made.status, 201);
  const { attributes, relationships } = made.body.data;
  assert.equal(Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.endsWith('-url'))), {
    serial: 1,
    lineage: 'lin-1',
    md5: md5Of(renderStateFile(1, 'blue', 'red')),
    size: renderStateFile(1, 'blue', 'red').length,
    status: 'finalized',
    intermediate: false,
    'created-at': '2026-05-01T12:00:00.000Z',
    'terraform-version': '1.11.4',
    'state-version': 4,
    'resource-count': 3,
    'resources-processed': true,
    resources: [
      { name: 'small', type: 'harbor_boat', count: 2, module: 'module.dock', provider: 'provider["harbor.test/x/harbor"]' },
      { name: 'note', type: 'terraform_data', count: 1, module: 'root', provider: 'provider["terraform.io/builtin/terraform"]' },
    ],
    modules: { 'module.dock': { harbor_boat: 2 }, root: { terraform_data: 1 } },
    providers: {
      'provider["harbor.test/x/harbor"]': { harbor_boat: 2 },
      'provider["terraform.io/builtin/terraform"]': { terraform_data: 1 },
    },
    'billable-rum-count': 2,
    'vcs-commit-sha': null,
    permissions: { 'can-restore-backing-data': false },
  });
  assert.equal(
    [
      relationships['created-by'].data.type,
      relationships.run.data,
      relationships['previous-state-version'].data,
      relationships.outputs.data.length,
    ],
    ['users', null, null, 2],
  );
  const second = await writeStateFile(service, id, 2, 'blue', 'red');
  assert.is(second.body.data.relationships['previous-state-version'].data.id, made.body.data.id);
  const first = await service.request(`GET /state-versions/${made.body.data.id}?include=next_state_version,created_by,outputs`);
  assert.is(first.body.data.relationships['next-state-version'].data.id, second.body.data.id);
  assert.equal(
    (await service.request('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web')).body.data.map((one: any) => [
      one.id,
      one.attributes.resources.length,
    ]),
    [
      [second.body.data.id, 2],
      [made.body.data.id, 2],
    ],
  );
  const pending = '/state-versions?filter[organization][name]=acme&filter[workspace][name]=web&filter[status]=pending';
  assert.equal((await service.request(`GET ${pending}`)).body.data, []);
});

states('an output is read by its id with its value, also a sensitive one; of a list, by who may read the state', async (service) => {
  const id = await createLockedWorkspace(service);
  const { data: version } = (await writeStateFile(service, id, 1, 'blue')).body;
  const { body } = await service.request(`GET /state-versions/${version.id}/outputs`);
  assert.equal(
    body.data.map(({ attributes }: any) => attributes),
    [
      { name: 'names', sensitive: false, type: 'array', 'detailed-type': ['list', 'string'], value: ['a', 'b'] },
      { name: 'code', sensitive: true, type: 'string', 'detailed-type': 'string', value: 'under the mat' },
    ],
  );
  const values = async (path: string, token?: string) =>
    (await service.request(`GET ${path}`, undefined, token === undefined ? {} : { token })).body.data.map(
      ({ attributes }: any) => attributes.value,
    );
  assert.equal(await values(`/workspaces/${id}/current-state-version-outputs`), [['a', 'b'], null]);
  const guest = await service.member('gus');
  await service.grant('team-workspaces', guest.team, id, { access: 'custom', runs: 'read', 'state-versions': 'read-outputs' });
  assert.equal(await values(`/state-versions/${version.id}/outputs`, guest.token), [['a', 'b'], null]);
  assert.equal(
    (await service.request(`GET /state-versions/${version.id}/outputs?page[size]=1&page[number]=2`)).body.data[0].attributes.name,
    'code',
  );
  const shown = await service.request(`GET /state-version-outputs/${body.data[1].id}`);
  assert.equal([shown.status, shown.body.data.attributes.value], [200, 'under the mat']);
  const reader = await service.member('rita');
  await service.grant('team-workspaces', reader.team, id, { access: 'custom', runs: 'read', 'state-versions': 'none' });
  for (const made of [body.data[1].id, 'wsout-none', `wsout-${'0'.repeat(20)}`]) {
    const refused = await service.as(reader.token)(`GET /state-version-outputs/${made}`);
    assert.equal(
      [refused.status, refused.body.errors[0].detail],
      [404, `the output ${made} was not found, or this token has no access to it`],
    );
  }
});

states('an encrypted state has the outputs that the engine sent beside it, and is not deleted safely', async (service) => {
  const id = await createLockedWorkspace(service);
  const state = JSON.stringify({ serial: 1, lineage: 'lin-2', meta: { 'key_provider.pbkdf2.mine': 'x' }, encrypted_data: 'AAAA' });
  const outputs = { code: { value: 'x', type: 'string', sensitive: true }, size: { value: 7, type: 'number', sensitive: false } };
  const announced = await postState(service, id, {
    serial: 1,
    md5: md5Of(state),
    lineage: 'lin-2',
    'json-state-outputs': toBase64(outputs),
  });
  const upload = new URL(announced.body.data.attributes['hosted-state-upload-url']);
  const sent = await service.request(`PUT /${upload.pathname}`, state, { token: null, headers: { 'content-type': 'text/plain' } });
  assert.is(sent.status, 200);
  assert.is((await service.as(null)(`PUT /${upload.pathname}`, state)).status, 200, 'the same content again is harmless');
  assert.is((await service.as(null)(`PUT /${upload.pathname}`, '{}')).status, 409);
  assert.equal(
    (await service.request(`GET /workspaces/${id}/current-state-version-outputs`)).body.data.map(({ attributes }: any) => [
      attributes.name,
      attributes.value,
      attributes['detailed-type'],
    ]),
    [
      ['code', null, 'string'],
      ['size', 7, 'number'],
    ],
  );
  await service.request(`POST /workspaces/${id}/actions/unlock`);
  assert.is((await service.request(`POST /workspaces/${id}/actions/safe-delete`)).status, 409);
});

states('a repeated write is harmless; another content of the same serial is a conflict, unless it is forced', async (service) => {
  const id = await createLockedWorkspace(service);
  const first = await writeStateFile(service, id, 3, 'blue');
  const again = await writeStateFile(service, id, 3, 'blue');
  assert.equal([again.status, again.body.data.id], [201, first.body.data.id]);
  assert.is((await writeStateFile(service, id, 3, 'red')).status, 409);
  assert.is((await writeStateFile(service, id, 2, 'blue')).status, 409);
  const forced = await postState(service, id, { serial: 2, force: true, state: toBase64(renderStateFile(2, 'red')) });
  assert.is(forced.status, 201);
  const sum = md5Of(renderStateFile(5, 'blue'));
  const announced = await postState(service, id, { serial: 5, md5: sum });
  const repeated = await postState(service, id, { serial: 5, md5: sum });
  assert.equal([repeated.status, repeated.body.data.id], [201, announced.body.data.id]);
});

states('an earlier version is returned to by a new one, with a serial above all', async (service) => {
  const id = await createLockedWorkspace(service);
  const { data: old } = (await writeStateFile(service, id, 1, 'blue')).body;
  await writeStateFile(service, id, 2, 'blue', 'red');
  const rollBack = (to: string, token?: string) =>
    service.request(
      `PATCH /workspaces/${id}/state-versions`,
      { data: { type: 'state-versions', relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: to } } } } },
      token ? { token } : {},
    );
  const made = await rollBack(old.id);
  assert.equal(
    [
      made.status,
      made.body.data.attributes.serial,
      made.body.data.attributes['resource-count'],
      made.body.data.relationships['rollback-state-version'].data.id,
    ],
    [201, 3, 2, old.id],
  );
  const download = new URL(made.body.data.attributes['hosted-state-download-url']);
  assert.is((await service.as(null)(`GET /${download.pathname}`)).body.serial, 3);
  assert.is((await service.request(`GET /workspaces/${id}/current-state-version`)).body.data.id, made.body.data.id);
  assert.is((await rollBack('sv-none')).status, 422);
  await service.request(`POST /workspaces/${id}/actions/unlock`);
  assert.is((await rollBack(old.id)).status, 409);
});

states('content is deleted softly, restored, and deleted for good, in the self-hosted edition', async (service) => {
  const hosted = await createLockedWorkspace(service);
  const { data: kept } = (await writeStateFile(service, hosted, 1, 'blue')).body;
  assert.is((await service.request(`POST /state-versions/${kept.id}/actions/soft_delete_backing_data`)).status, 404);
  const own = await createWorkspaceTestService({ profile: 'hosted', settings: { edition: 'self-hosted' } });
  const id = await createLockedWorkspace(own);
  const { data: old } = (await writeStateFile(own, id, 1, 'blue')).body;
  const { data: current } = (await writeStateFile(own, id, 2, 'blue')).body;
  const act = async (version: string, action: string): Promise<number> =>
    (await own.request(`POST /state-versions/${version}/actions/${action}_backing_data`)).status;
  const status = async (): Promise<string> => (await own.request(`GET /state-versions/${old.id}`)).body.data.attributes.status;
  const download = `GET /${new URL(old.attributes['hosted-state-download-url']).pathname}`;
  assert.is(await act(current.id, 'soft_delete'), 409);
  assert.is(await act(old.id, 'restore'), 409);
  assert.equal([await act(old.id, 'soft_delete'), await status()], [204, 'backing_data_soft_deleted']);
  assert.is((await own.request(download, undefined, { token: null })).status, 404);
  assert.equal([await act(old.id, 'restore'), await status()], [204, 'finalized']);
  assert.is((await own.request(download, undefined, { token: null })).status, 200);
  assert.equal([await act(old.id, 'permanently_delete'), await status()], [204, 'backing_data_permanently_deleted']);
  assert.is(await act(old.id, 'restore'), 409);
  assert.is((await own.request(download, undefined, { token: null })).status, 404);
  await own.close();
});

states('what the current state manages is listed, with the version that changed it last', async (service) => {
  const id = await createLockedWorkspace(service);
  assert.equal((await service.request(`GET /workspaces/${id}/resources`)).body.data, []);
  const { data: first } = (await writeStateFile(service, id, 1, 'blue', 'red')).body;
  service.clock.advance(60_000);
  const { data: second } = (await writeStateFile(service, id, 2, 'blue', 'green')).body;
  const { data } = (await service.request(`GET /workspaces/${id}/resources?q=small`)).body;
  assert.equal(
    data.map(({ attributes }: any) => [
      attributes.address,
      attributes['name-index'],
      attributes.provider,
      attributes['created-at'],
      attributes['updated-at'],
      attributes['modified-by-state-version-id'],
    ]),
    [
      ['dock.harbor_boat.small[0]', '0', 'harbor.test/x/harbor', '2026-05-01T12:00:00.000Z', '2026-05-01T12:00:00.000Z', first.id],
      ['dock.harbor_boat.small[1]', '1', 'harbor.test/x/harbor', '2026-05-01T12:00:00.000Z', '2026-05-01T12:01:00.000Z', second.id],
    ],
  );
  assert.is((await service.request(`GET /workspaces/${id}/resources?page[size]=1`)).body.meta.pagination['total-count'], 3);
  assert.is((await service.request(`GET /workspaces/${id}/current-assessment-result`)).status, 404);
});

states.run();
