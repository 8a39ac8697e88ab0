// watchdog: 400 s
// Values of its secrets would be redacted in the messages of other files.
// process: own
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pathParametersOf, type Values } from '../../declarations/src/declare/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import type { Provider } from '../../src/protocol/provider-server.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { ciSiblings } from './history/ci-sibling-situations.ts';
import { completeConfig, type Held, isSame, serverOf } from './history/drive-resource.ts';
import { schedule } from '../support/scale.ts';
import { type Dialect, startProvider, token, worldOf } from './history/providers.ts';
import { type Siblings, workspaceSiblings } from './history/sibling-situations.ts';

const test = suite('requests for the children of one parent');
const call = { signal: new AbortController().signal };
const everySibling = [...workspaceSiblings, ...ciSiblings];
let service: RunningService;

test.before.each(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition: 'self-hosted' } });
});
test.after.each(() => service.close());

/** The requests that the service was sent by this work. */
const countRequests = async (work: () => Promise<unknown>): Promise<{ readonly reads: number; readonly writes: number }> => {
  const control = (method: string) => fetch(`${service.address}/_local/requests?limit=1000`, { method });
  await control('DELETE');
  await work();
  const { entries } = (await (await control('GET')).json()) as { entries: readonly { readonly method: string }[] };
  const reads = entries.filter(({ method }) => method === 'GET').length;
  return { reads, writes: entries.length - reads };
};

/** Creates an object as an engine that applies: it plans once more before. */
const createChild = async (provider: Provider, type: string, values: Values): Promise<Held> => {
  const server = serverOf(provider, type);
  const config = completeConfig(server, values);
  const plan = await server.plan({ prior: null, proposed: config, config, private: undefined }, call);
  assert.equal(plan.diagnostics, []);
  const applied = await server.apply({ prior: null, planned: plan.planned, config, private: plan.private }, call);
  assert.equal(applied.diagnostics, []);
  return { state: applied.state!, private: applied.private };
};
const readChild = async (provider: Provider, type: string, { state, private: bytes }: Held): Promise<Values | null> => {
  const read = await serverOf(provider, type).read({ state, private: bytes }, call);
  assert.equal(read.diagnostics, []);
  return read.state;
};
const deleteChild = async (provider: Provider, type: string, { state, private: bytes }: Held): Promise<void> => {
  const applied = await serverOf(provider, type).apply({ prior: state, planned: null, config: null, private: bytes }, call);
  assert.equal(applied.diagnostics, []);
};

type InOrder = <A, B>(all: readonly A[], work: (one: A) => Promise<B>) => Promise<B[]>;
/** So many at a time, in order, as an engine works. */
const atATime =
  (count: number): InOrder =>
  async (all, work) => {
    const done: Awaited<ReturnType<typeof work>>[] = [];
    let next = 0;
    const workOn = async () => {
      for (let n = next++; n < all.length; n = next++) done[n] = await work(all[n]!);
    };
    await Promise.all(Array.from({ length: count }, workOn));
    return done;
  };

/** What a parent of so many children costs in one life. */
const measure = async ({ type, parent }: Siblings, dialect: Dialect, count: number, parallel: number) => {
  const start = () => startProvider(service, dialect);
  const child = await parent(worldOf(service, await start()), `p${count}-${parallel}`);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const configs = await atATime(1)(numbers, async (n) => child(n));
  const [applying, refreshing, destroying] = [await start(), await start(), await start()];
  let children: Held[] = [];
  const created = await countRequests(async () => {
    children = await atATime(parallel)(configs, (config) => createChild(applying, type, config));
  });
  let states: (Values | null)[] = [];
  const refreshed = await countRequests(async () => {
    states = await atATime(parallel)(children, (held) => readChild(refreshing, type, held));
  });
  const last = states.at(-1);
  assert.ok(isSame(last, await readChild(await start(), type, children.at(-1)!)), 'the state from the list is that of the single document');
  const deleted = await countRequests(() => atATime(parallel)(children, (held) => deleteChild(destroying, type, held)));
  const after = await start();
  assert.equal(
    (await atATime(1)(children, (held) => readChild(after, type, held))).filter((state) => state !== null),
    [],
    'each child is gone',
  );
  return { created, refreshed, deleted };
};

/** Reads that a refresh of 20 children sends; one alone sends one. Two single reads go first where the service has them. */
const refreshReads = (type: string): number => (resources[type]!.endpoints.read === undefined ? 1 : 3);
/** Reads before the creates of 20 children: whether they exist, and what a trigger belongs to. */
const createReads: { readonly [type: string]: number } = {
  workspace_variable: 1,
  variable_set_variable: 1,
  ci_context_variable: 1,
  // The service reads one by its name: twice, then the list.
  ci_project_variable: 3,
  ci_trigger: 3,
};

/** How many children, and how many of them at a time: each combination in the long schedule. */
const rounds = (dialect: Dialect, most: number): readonly (readonly [count: number, parallel: number])[] => {
  const short =
    dialect === 'neutral'
      ? ([
          [1, 10],
          [2, 10],
          [most, 10],
        ] as const)
      : ([
          [2, 1],
          [most, 10],
        ] as const);
  return schedule<readonly (readonly [number, number])[]>(
    short,
    [1, 2, most].flatMap((count) => [1, 10].map((parallel) => [count, parallel] as const)),
  );
};

for (const dialect of ['neutral', 'hosted'] as const)
  for (const siblings of everySibling)
    test(`${siblings.type}, ${dialect}: reads do not grow with the children, alone, in twos, in twenties`, async () => {
      const { type, most = 20 } = siblings;
      for (const [count, parallel] of rounds(dialect, most)) {
        const { created, refreshed, deleted } = await measure(siblings, dialect, count, parallel);
        assert.is(created.writes, count, 'one request creates one');
        assert.is(created.reads, Math.min(createReads[type] ?? 0, count), 'reads before creates');
        assert.is(refreshed.reads, Math.min(refreshReads(type), count), 'reads of a refresh');
        if (type !== 'workspace_tag_binding') assert.equal(deleted, { reads: 0, writes: count }, 'one request deletes one');
        // The bindings that stay are read and sent: for each alone, or for all that wait.
        else assert.ok(deleted.reads === deleted.writes && deleted.writes <= (parallel === 1 ? count : 2), JSON.stringify(deleted));
      }
    });

test('every type whose objects a service lists is counted', () => {
  const listed = Object.values(resources).filter(({ notListed, endpoints }) => notListed === undefined && endpoints.list !== undefined);
  // One object has all elements of the list.
  const names = listed.map(({ name }) => name).filter((name) => name !== 'remote_state_consumers');
  assert.equal(names.sort(), everySibling.map(({ type }) => type).sort());
});

test('what look-ups compare are texts, so that an index finds them', () => {
  for (const { name, attributes, endpoints, naturalKey, key } of Object.values(resources))
    for (const one of [...(naturalKey ?? []), ...key]) {
      if (pathParametersOf(endpoints.list ?? '').includes(one)) continue;
      const { type, isSameValue } = attributes[one]!.kind;
      assert.equal([type, isSameValue], ['string', undefined], `${name}.${one}`);
    }
});

test.run();
