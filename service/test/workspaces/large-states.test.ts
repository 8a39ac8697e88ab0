/** States larger than one piece of the store, read in a worker thread. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stageContent } from '../../src/workspaces/state-versions/content.ts';
import { sweepUploads } from '../../src/workspaces/state-versions/sweep-uploads.ts';
import { createLockedWorkspace, md5Of, postState, toBase64 } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const states = suite<WorkspaceTestService>('large states');
states.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
states.after.each(async ({ close }) => {
  await close();
});

const stateOf = (serial: number, objects: number, text: string): string =>
  JSON.stringify({
    version: 4,
    serial,
    lineage: 'l',
    outputs: { o: { value: 'ü', type: 'string' } },
    resources: [
      {
        mode: 'managed',
        type: 't',
        name: 'n',
        provider: 'provider["p"]',
        instances: Array.from({ length: objects }, (_, index) => ({ index_key: index, attributes: { text } })),
      },
    ],
  });

states('come back byte by byte, and every object of them is listed', async (service) => {
  const id = await createLockedWorkspace(service);
  // 'ü' takes two bytes, and the pieces end at even ones: one of them ends within it.
  const [content, readable] = [stateOf(1, 2500, 'ü'.repeat(400)), `{"x":"${'ü'.repeat(700_000)}"}`];
  const { attributes } = (await postState(service, id, { serial: 1, md5: md5Of(content) })).body.data;
  const send = async (method: string, address: string, body?: string): Promise<Response> =>
    service.service.fetch(new Request(address, { method, ...(body === undefined ? {} : { body }) }));
  assert.is((await send('PUT', attributes['hosted-state-upload-url'], content)).status, 200);
  assert.is((await send('PUT', attributes['hosted-state-upload-url'], content)).status, 200);
  assert.is((await send('PUT', attributes['hosted-state-upload-url'], `${content} `)).status, 409);
  const current = (await service.request(`GET /workspaces/${id}/current-state-version`)).body.data;
  assert.equal(
    [current.attributes.status, current.attributes['resource-count'], current.attributes.size],
    ['finalized', 2500, Buffer.byteLength(content)],
  );
  assert.is(await (await send('GET', current.attributes['hosted-state-download-url'])).text(), content);
  for (const [body, status] of [
    [readable, 200],
    [readable, 200],
    ['{}', 409],
  ] as const)
    assert.is((await send('PUT', attributes['hosted-json-state-upload-url'], body)).status, status);
  assert.is(await (await send('GET', current.attributes['hosted-json-state-download-url'])).text(), readable);
  const last = await service.request(`GET /workspaces/${id}/resources?page[size]=1&page[number]=2500`);
  assert.equal([last.body.meta.pagination['total-count'], last.body.data[0].attributes.address], [2500, 't.n[2499]']);
});

states('in a document are read as small ones are, and can be returned to', async (service) => {
  const id = await createLockedWorkspace(service);
  const content = stateOf(1, 300, 'x'.repeat(2000));
  const first = (await postState(service, id, { serial: 1, state: toBase64(content) })).body.data;
  assert.equal([first.attributes.status, first.attributes['resource-count']], ['finalized', 300]);
  await postState(service, id, { serial: 2, state: toBase64(stateOf(2, 1, 'y')) });
  const returned = await service.request(`PATCH /workspaces/${id}/state-versions`, {
    data: { type: 'state-versions', relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: first.id } } } },
  });
  assert.equal([returned.status, returned.body.data.attributes.serial, returned.body.data.attributes['resource-count']], [201, 3, 300]);
  const downloaded = await service.service.fetch(new Request(returned.body.data.attributes['hosted-state-download-url']));
  assert.equal(await downloaded.json(), JSON.parse(stateOf(3, 300, 'x'.repeat(2000))));
});

states('that were never uploaded to their end leave nothing: pieces are swept after ten minutes', async (service) => {
  const { store, clock } = service;
  const id = await createLockedWorkspace(service);
  const content = stateOf(1, 2500, 'x'.repeat(800));
  const { attributes } = (await postState(service, id, { serial: 1, md5: md5Of(content) })).body.data;
  const upload = new Request(attributes['hosted-state-upload-url'], { method: 'PUT', body: content });
  assert.is((await service.service.fetch(upload)).status, 200);
  const count = () => store.read((view) => view.count({ kind: 'state-contents', scope: id }));
  const kept = await count();
  // What a process leaves that was killed between the pieces and the transaction, and another one for a workspace that is gone.
  for (const scope of [id, 'ws-gone'])
    await stageContent(
      { clock, write: (work) => store.write(work) },
      { kind: 'state-contents', scope, version: 'sv-lost' },
      Buffer.from(content),
    );
  assert.is(await count(), 2 * kept - 1);
  clock.advance(600_000);
  assert.is(await sweepUploads(store, clock), 0);
  clock.advance(1);
  assert.is(await sweepUploads(store, clock), 2);
  assert.equal([await count(), await sweepUploads(store, clock)], [kept, 0]);
  const whole = await service.request(`GET /workspaces/${id}/current-state-version`);
  assert.is(await (await service.service.fetch(new Request(whole.body.data.attributes['hosted-state-download-url']))).text(), content);
});

states('with more outputs, blocks or objects than are kept are refused with the limit', async (service) => {
  const id = await createLockedWorkspace(service);
  const refuse = async (state: object): Promise<unknown> => {
    const body = JSON.stringify({ version: 4, serial: 1, lineage: 'l', ...state });
    const { attributes } = (await postState(service, id, { serial: 1, md5: md5Of(body) })).body.data;
    const response = await service.service.fetch(new Request(attributes['hosted-state-upload-url'], { method: 'PUT', body }));
    return [response.status, ((await response.json()) as any).errors[0].detail];
  };
  const block = { mode: 'managed', type: 't', name: 'n', instances: [{}] };
  assert.equal(await refuse({ outputs: { o: { value: 'x'.repeat(1_100_000) } } }), [
    422,
    'the outputs of the state have 1100018 characters as JSON; at most 1048576 are kept',
  ]);
  assert.equal(await refuse({ resources: Array.from({ length: 10_001 }, () => block) }), [
    422,
    'the state manages 10001 resource blocks; at most 10000 are kept',
  ]);
  assert.equal(await refuse({ resources: [{ ...block, instances: Array.from({ length: 50_001 }, () => ({})) }] }), [
    422,
    'the state manages 50001 objects; at most 50000 are kept',
  ]);
});

states.run();
