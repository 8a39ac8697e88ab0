/**
 * A state version costs what it must (decision 175): however many resources and outputs it has, it takes as many statements as a create of
 * a workspace, one more where objects changed, and what it writes is in proportion to the state.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setStoreOpener } from '../stores.ts';
import { createLockedWorkspace, md5Of, postState, toBase64 } from '../workspaces/state-files.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from '../workspaces/support.ts';
import { type CountingStore, createCountingStore, type StatementCount } from './statements/counting-store.ts';

/** A state with as many outputs as resources. `changed`: the attribute of the first resource. */
const stateOf = (serial: number, resources: number, changed: string): string =>
  JSON.stringify({
    version: 4,
    serial,
    lineage: 'l',
    outputs: Object.fromEntries(Array.from({ length: resources }, (_, at) => [`o${at}`, { value: at, type: 'number' }])),
    resources: Array.from({ length: resources }, (_, at) => ({
      mode: 'managed',
      type: 'harbor_boat',
      name: `some_${at}`,
      provider: 'provider["harbor.test/x/harbor"]',
      instances: [{ attributes: { id: `boat-${at}`, color: at === 0 ? changed : 'blue', plan: 'x'.repeat(600) } }],
    })),
  });

interface StateWorld {
  readonly service: WorkspaceTestService;
  readonly counting: CountingStore;
  /** The workspace has a state, and is locked by its owner. */
  readonly id: string;
}
const createWorld = async (resources: number): Promise<StateWorld> => {
  const counting = createCountingStore();
  const former = setStoreOpener(async () => counting.store);
  const service = await createWorkspaceTestService();
  setStoreOpener(former);
  const id = await createLockedWorkspace(service);
  assert.is((await postState(service, id, { serial: 1, state: toBase64(stateOf(1, resources, 'red')) })).status, 201);
  return { service, counting, id };
};

const send = async (service: WorkspaceTestService, method: string, address: string, body: string): Promise<number> =>
  (
    await service.service.fetch(
      new Request(address.startsWith('/') ? `http://slipway.test${address}` : address, {
        method,
        body,
        headers: { authorization: 'Bearer owner-token' },
      }),
    )
  ).status;

const ways: Readonly<Record<string, (world: StateWorld, state: string) => Promise<StatementCount>>> = {
  'in a document': async ({ service, counting, id }, state) => {
    const { result, count } = await counting.measure(() => postState(service, id, { serial: 2, state: toBase64(state) }));
    assert.is(result.status, 201);
    return count;
  },
  'by an upload': async ({ service, counting, id }, state) => {
    const { attributes } = (await postState(service, id, { serial: 2, md5: md5Of(state) })).body.data;
    const { result, count } = await counting.measure(() => send(service, 'PUT', attributes['hosted-state-upload-url'], state));
    assert.is(result, 200);
    return count;
  },
  'by the http backend': async ({ service, counting }, state) => {
    const address = '/api/v2/organizations/acme/workspaces/web/state';
    const { result, count } = await counting.measure(() => send(service, 'POST', address, state));
    assert.is(result, 200);
    return count;
  },
};

const law = suite('state versions cost what they must');

/** Statements by way: those of a state whose objects are as before, and of one that changes an object. */
const expected: Readonly<Record<string, readonly [same: number, changed: number]>> = {
  'in a document': [6, 7],
  'by an upload': [4, 5],
  'by the http backend': [6, 7],
};

law('a create of a workspace takes six statements', async () => {
  const { service, counting } = await createWorld(2);
  const { result, count } = await counting.measure(() => service.createWorkspace('other'));
  assert.equal([result.status, count.statements], [201, 6]);
  await service.close();
});

for (const [way, write] of Object.entries(ways)) {
  law(
    `${way}: no more statements than that, one more where an object changed, and as many for 80 resources and outputs as for two`,
    async () => {
      for (const resources of [2, 80]) {
        const counts: number[] = [];
        for (const color of ['red', 'green']) {
          const world = await createWorld(resources);
          counts.push((await write(world, stateOf(2, resources, color))).statements);
          await world.service.close();
        }
        assert.equal(counts, expected[way], `${resources} resources`);
      }
    },
  );

  law(`${way}: for each further byte of a state, at most two are written`, async () => {
    const sizes: (readonly [state: number, written: number])[] = [];
    for (const resources of [10, 80]) {
      const world = await createWorld(resources);
      const state = stateOf(2, resources, 'green');
      sizes.push([state.length, (await write(world, state)).bytesWritten]);
      await world.service.close();
    }
    const [few, many] = sizes;
    const rate = (many![1] - few![1]) / (many![0] - few![0]);
    // Sealed in base64, the content itself is 1.33 of them.
    assert.ok(rate > 1.33 && rate <= 2, `${rate}`);
  });
}

law.run();
