/** What is read out of a state about its objects, and kept about them from version to version (decision 175). */
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseStateFile } from '../../src/workspaces/state-versions/parse-state-file.ts';
import { createLockedWorkspace, postState, renderStateFile, toBase64, writeStateFile } from './state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const objects = suite<WorkspaceTestService>('objects of states');
objects.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
objects.after.each(async ({ close }) => {
  await close();
});

const readManaged = (text: string) => parseStateFile({ version: 'sv-1', bytes: Buffer.from(text), md5: null, pointer: '' }).managed;
const fingerprintsOf = (text: string): readonly string[] => readManaged(text).objects.map(([, , fingerprint]) => fingerprint);
const stateWith = (...instances: readonly string[]): string =>
  `{"version":4,"serial":1,"resources":[{"mode":"data","type":"d","name":"n","instances":[{"attributes":{"a":0}}]},` +
  `{"mode":"managed","type":"t","name":"n","instances":[${instances.join(',')}]}]}`;

objects('have a fingerprint of their attributes alone, wherever these are in the file', () => {
  const [first, second] = fingerprintsOf(
    stateWith(
      '{"index_key":0,"attributes":{"a":{"b":[1,"}"]}},"private":"x"}',
      '{"private":"y","attributes":{"a":{"b":[1,"}"]}},"index_key":1}',
    ),
  );
  assert.is(first, second);
  assert.is.not(first, fingerprintsOf(stateWith('{"attributes":{"a":{"b":[1,"]"]}}}'))[0]);
  // Of what follows the attributes, nothing counts.
  assert.is(
    fingerprintsOf(stateWith('{"attributes":{"a":1},"x":{"attributes":2}}'))[0],
    fingerprintsOf(stateWith('{"attributes":{"a":1}}'))[0],
  );
});

objects('without attributes have none, and those of lists, data sources and members that are there twice are not mixed up', () => {
  const states: readonly (readonly [text: string, known: readonly boolean[]])[] = [
    [stateWith('{}', '{"attributes":null}', '{"attributes":{"a":1}}', '7', '[{"attributes":{"a":2}}]'), [false, false, true]],
    [stateWith('{"attributes":{"a":1}}').replace('"serial":1', '"resources":[{"instances":[{"attributes":{"a":2}}]}]'), [true]],
    ['{"resources":[{"type":"t","name":"n"},{"type":"t","name":"m","instances":[]}]}', [false]],
  ];
  for (const [text, known] of states)
    assert.equal(
      fingerprintsOf(text).map((one) => one !== ''),
      known,
      text,
    );
  const [text] = states[1]!;
  // Only the last of the two lists counts.
  assert.is(fingerprintsOf(text)[0], fingerprintsOf(stateWith('{"attributes":{"a":1}}'))[0]);
});

type Listed = readonly [address: string, created: string, updated: string, by: string];
const listObjects = async (service: WorkspaceTestService, id: string): Promise<readonly Listed[]> =>
  (await service.request(`GET /workspaces/${id}/resources`)).body.data.map(({ attributes }: any) => [
    attributes.address,
    attributes['created-at'].slice(14, 16),
    attributes['updated-at'].slice(14, 16),
    attributes['modified-by-state-version-id'],
  ]);

/** The state with these boats, intermediate. */
const postIntermediate = (service: WorkspaceTestService, id: string, serial: number, ...colors: readonly string[]) =>
  postState(service, id, { serial, intermediate: true, state: toBase64(renderStateFile(serial, ...colors)) });

objects('of the current version stay while intermediate ones are written, whose last one counts after the unlock', async (service) => {
  const id = await createLockedWorkspace(service);
  const write = async (work: Promise<any>): Promise<string> => {
    const version = (await work).body.data.id;
    service.clock.advance(60_000);
    return version;
  };
  const first = await write(writeStateFile(service, id, 1, 'blue'));
  await write(postIntermediate(service, id, 2, 'red'));
  const third = await write(postIntermediate(service, id, 3, 'red', 'white'));
  assert.equal(await listObjects(service, id), [
    ['dock.harbor_boat.small[0]', '00', '00', first],
    ['terraform_data.note', '00', '00', first],
  ]);
  await service.request(`POST /workspaces/${id}/actions/unlock`);
  const second = (await service.request('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web')).body.data[1].id;
  assert.equal(await listObjects(service, id), [
    ['dock.harbor_boat.small[0]', '00', '01', second],
    ['dock.harbor_boat.small[1]', '02', '02', third],
    ['terraform_data.note', '00', '00', first],
  ]);
  await service.request(`POST /workspaces/${id}/actions/lock`);
  const fourth = await write(writeStateFile(service, id, 4, 'red', 'blue'));
  assert.equal(await listObjects(service, id), [
    ['dock.harbor_boat.small[0]', '00', '01', second],
    ['dock.harbor_boat.small[1]', '02', '03', fourth],
    ['terraform_data.note', '00', '00', first],
  ]);
});

/** Stores what a version manages as releases before decision 175 did. */
const storeAsBefore = async ({ store }: WorkspaceTestService, scope: string, version: string): Promise<void> => {
  const md5 = (value: unknown): string => createHash('md5').update(JSON.stringify(value)).digest('hex');
  const dates = { createdAt: '2026-04-01T12:40:00.000Z', updatedAt: '2026-04-01T12:50:00.000Z', modifiedBy: 'sv-before' };
  await store.write(async (tx) => {
    for (const { id } of (await tx.list({ kind: 'state-instances', scope })).records) await tx.delete('state-instances', id);
    const record = (await tx.get<any>('state-versions', version))!;
    const { resources, managedIn: _, managedSum: __, ...body } = record.body;
    await tx.update(record, { body });
    const base = { scope, name: '' };
    await tx.insert({ ...base, id: 'ss-before', kind: 'state-resources', key: version, body: { resources } });
    const boat = { name: 'small', module: 'module.dock', provider: 'harbor.test/x/harbor', type: 'harbor_boat' };
    const note = { name: 'note', module: 'root', provider: 'terraform.io/builtin/terraform', type: 'terraform_data' };
    const instances = [
      { address: 'module.dock.harbor_boat.small[0]', index: '0', fingerprint: md5({ id: 'b0', color: 'blue' }), ...boat, ...dates },
      { address: 'module.dock.harbor_boat.small[1]', index: '1', fingerprint: md5({ id: 'b1', color: 'red' }), ...boat, ...dates },
      { address: 'terraform_data.note', index: null, fingerprint: md5({}), ...note, ...dates },
    ];
    await tx.insert({ ...base, id: 'si-before', kind: 'state-instances', key: `${version}/0`, body: { instances } });
  });
};

objects('that a former release stored are listed, and keep their dates in the next version', async (service) => {
  const id = await createLockedWorkspace(service);
  const version = (await writeStateFile(service, id, 1, 'blue', 'red')).body.data.id;
  await storeAsBefore(service, id, version);
  const before: readonly Listed[] = [
    ['dock.harbor_boat.small[0]', '40', '50', 'sv-before'],
    ['dock.harbor_boat.small[1]', '40', '50', 'sv-before'],
    ['terraform_data.note', '40', '50', 'sv-before'],
  ];
  assert.equal(await listObjects(service, id), before);
  assert.is((await service.request(`GET /state-versions/${version}`)).body.data.attributes.resources.length, 2);
  await postIntermediate(service, id, 2, 'blue', 'red');
  assert.equal(await listObjects(service, id), before);
  const third = (await writeStateFile(service, id, 3, 'blue', 'white')).body.data.id;
  assert.equal(await listObjects(service, id), [before[0], ['dock.harbor_boat.small[1]', '40', '00', third], before[2]]);
  const { records } = await service.store.read((view) => view.list({ kind: 'state-instances', scope: id }));
  assert.equal(
    records.map(({ key }) => key),
    ['a/0'],
  );
});

objects('of many blocks have one record that later versions with the same blocks refer to', async (service) => {
  const id = await createLockedWorkspace(service);
  const write = async (serial: number, blocks: number, color: string) => {
    const resources = Array.from({ length: blocks }, (_, at) => ({ type: 't', name: `n${at}`, instances: [{ attributes: { color } }] }));
    return (await postState(service, id, { serial, state: toBase64({ version: 4, serial, lineage: 'l', resources }) })).body.data.id;
  };
  const [first, second, third] = [await write(1, 41, 'red'), await write(2, 41, 'blue'), await write(3, 42, 'blue')];
  const { records } = await service.store.read((view) => view.list({ kind: 'state-resources', scope: id }));
  assert.equal(
    records.map(({ key }) => key),
    [first, third],
  );
  const listed = await service.request('GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web');
  assert.equal(
    listed.body.data.map((one: any) => [one.id, one.attributes.resources.length, one.relationships['next-state-version'].data?.id]),
    [
      [third, 42, undefined],
      [second, 41, third],
      [first, 41, second],
    ],
  );
});

objects.run();
