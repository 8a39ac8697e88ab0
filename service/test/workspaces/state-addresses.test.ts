/** Upload and download addresses of state versions: who sees them, for how long, and which content is accepted. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLockedWorkspace, md5Of, postState, renderStateFile, toBase64, writeStateFile } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const states = suite<WorkspaceTestService>('addresses of states');
states.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
states.after.each(async ({ close }) => {
  await close();
});

/** A workspace under the owner's lock, a version that waits for its content, and a team that reads both. */
const announce = async (service: WorkspaceTestService, more: object = {}) => {
  const id = await createLockedWorkspace(service);
  const text = renderStateFile(1, 'blue');
  const made = await postState(service, id, { serial: 1, lineage: 'lin-1', md5: md5Of(text), ...more });
  const member = async (name: string, access: 'read' | 'write'): Promise<string> => {
    const { token, team } = await service.member(name);
    await service.grant('team-workspaces', team, id, { access });
    return token;
  };
  return { id, text, version: made.body.data, reader: await member('rita', 'read'), writer: await member('will', 'write') };
};
const addressesOf = ({ attributes }: any): readonly unknown[] =>
  ['hosted-state-upload-url', 'hosted-json-state-upload-url'].map((name) => attributes[name] && new URL(attributes[name]).pathname);
const putTo = (service: WorkspaceTestService, path: unknown, body: string) => service.as(null)(`PUT /${path as string}`, body);

states('where the content of a version goes is told to anyone who could announce one, until it is there', async (service) => {
  const { id, text, version, reader, writer } = await announce(service);
  const [upload, jsonUpload] = addressesOf(version);
  const shown = async (token: string) => addressesOf((await service.as(token)(`GET /state-versions/${version.id}`)).body.data);
  const listed = async (token: string) =>
    addressesOf((await service.as(token)('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web')).body.data[0]);
  for (const read of [shown, listed]) {
    assert.equal(await read('owner-token'), [upload, jsonUpload]);
    assert.equal(await read(reader), [null, null]);
    // Who may write, but holds no lock, could not announce a version now.
    assert.equal(await read(writer), [null, null]);
  }
  assert.is((await putTo(service, jsonUpload, '{"format_version":"1.0"}')).status, 200);
  assert.equal(await shown('owner-token'), [upload, null]);
  assert.is((await putTo(service, upload, text)).status, 200);
  assert.equal(await shown('owner-token'), [null, null]);
  for (const [body, status] of [
    ['{"format_version":"1.0"}', 200],
    ['{"format_version":"2.0"}', 409],
  ] as const)
    assert.is((await putTo(service, jsonUpload, body)).status, status);
  assert.is((await putTo(service, upload, renderStateFile(1, 'red'))).status, 409);
  const current = (await service.as(reader)(`GET /workspaces/${id}/current-state-version`)).body.data;
  const readable = new URL(current.attributes['hosted-json-state-download-url']).pathname;
  assert.equal((await service.as(null)(`GET /${readable}`)).body, { format_version: '1.0' });
});

states('a version is announced with the sum of its content, or its content has its serial and lineage', async (service) => {
  const { id, version } = await announce(service);
  const refused = await postState(service, id, { serial: 2, lineage: 'lin-1' });
  assert.equal(
    [refused.status, refused.body.errors[0]],
    [
      422,
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'expected the MD5 of the state that will be uploaded, in hexadecimal',
        source: { pointer: '/data/attributes/md5' },
      },
    ],
  );
  for (const [attributes, detail] of [
    [{ serial: 2 }, 'the serial in this state is 3; the state version was announced with 2'],
    [{ serial: 3, lineage: 'lin-0' }, 'the lineage in this state is not the one that the state version was announced with'],
  ] as const) {
    const state = toBase64(renderStateFile(3, 'blue'));
    const inline = await postState(service, id, { lineage: 'lin-1', state, ...attributes });
    assert.equal([inline.status, inline.body.errors[0].detail], [422, detail]);
  }
  assert.is((await service.request(`GET /workspaces/${id}/current-state-version`)).status, 404);
  assert.equal((await service.request(`GET /state-versions/${version.id}`)).body.data.attributes.status, 'pending');
});

states('a client that announces the sum may count serials of its own, as the Go client does', async (service) => {
  const id = await createLockedWorkspace(service);
  const text = renderStateFile(3, 'blue');
  const announced = await postState(service, id, { serial: 1, lineage: 'lin-0', md5: md5Of(text) });
  assert.is((await putTo(service, addressesOf(announced.body.data)[0], renderStateFile(3, 'red'))).status, 422);
  assert.is((await putTo(service, addressesOf(announced.body.data)[0], text)).status, 200);
  const inline = await postState(service, id, { serial: 2, lineage: 'lin-0', md5: md5Of(text), state: toBase64(text) });
  assert.equal([inline.status, inline.body.data.attributes.serial], [201, 2]);
});

states('an address of a state is good for a day: the document tells another, within the hour the same', async (service) => {
  const id = await createLockedWorkspace(service);
  await writeStateFile(service, id, 1, 'blue');
  const told = async (): Promise<string> =>
    new URL((await service.request(`GET /workspaces/${id}/current-state-version`)).body.data.attributes['hosted-state-download-url'])
      .pathname;
  const status = async (path: string) => (await service.as(null)(`GET /${path}`)).status;
  const first = await told();
  service.clock.freeze(new Date('2026-05-01T12:59:59.999Z'));
  assert.is(await told(), first);
  service.clock.freeze(new Date('2026-05-01T13:00:00.000Z'));
  assert.is.not(await told(), first);
  service.clock.freeze(new Date('2026-05-02T12:00:00.000Z'));
  assert.is(await status(first), 200);
  service.clock.freeze(new Date('2026-05-02T12:00:00.001Z'));
  assert.equal([await status(first), await status(await told())], [404, 200]);
  const { body } = await service.as(null)(`GET /${first}`);
  assert.is(body.errors[0].detail, 'this address has ended; read the document that told it again, which tells a new one');
});

states.run();
