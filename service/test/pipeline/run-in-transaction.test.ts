import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readIdentityVersion } from '../../src/access/identity-version.ts';
import { StaleCaller } from '../../src/access/callers.ts';
import { notFound } from '../../src/http/problem.ts';
import { type Route, route } from '../../src/http/route.ts';
import { authenticate } from '../../src/pipeline/authenticate.ts';
import { requireRoute } from '../../src/pipeline/match-route.ts';
import { runInTransaction } from '../../src/pipeline/run-in-transaction.ts';
import type { RequestPipeline } from '../../src/pipeline/request-state.ts';
import { catchProblem, createTestPipeline, startRequest } from './support.ts';

const test = suite('pipeline: run in transaction');
const run = async (pipeline: RequestPipeline, endpoint: string, headers: Record<string, string> = {}) => {
  const state = startRequest(pipeline, endpoint, { headers: { authorization: 'Bearer token', ...headers } });
  const match = requireRoute(state);
  await authenticate(pipeline, state, match.value);
  return runInTransaction(pipeline, state, match);
};
const insertThing: Route['handle'] = async ({ tx, params }) => {
  const id = params['id']!;
  await tx.insert({ id, kind: 'things', scope: '', key: id, name: id, body: {} });
  return { status: 201, body: { id } };
};

test('what the handler writes is stored when it responds, and undone when it throws', async () => {
  const pipeline = await createTestPipeline([
    route('PUT /things/{id}', insertThing),
    route('POST /things/{id}', async (ctx) => {
      await insertThing(ctx);
      throw notFound();
    }),
  ]);
  assert.equal(await run(pipeline, 'PUT /api/things/a'), { status: 201, body: { id: 'a' } });
  assert.is((await catchProblem(() => run(pipeline, 'POST /api/things/b')))[0], 404);
  assert.is(await pipeline.store.read((view) => view.count({ kind: 'things' })), 1);
});
test('the handler of GET has a read-only transaction', async () => {
  const seen: boolean[] = [];
  const pipeline = await createTestPipeline([
    route('GET|POST /things', async ({ tx }) => {
      seen.push('insert' in tx);
      return { status: 204 };
    }),
  ]);
  await run(pipeline, 'GET /api/things');
  await run(pipeline, 'POST /api/things');
  assert.equal(seen, [false, true]);
});
test('prepare runs before the transaction, and its result is in the context', async () => {
  const pipeline = await createTestPipeline([
    route('POST /things', async ({ prepared }) => ({ status: 200, body: prepared }), {
      prepare: ({ read, caller }) => read(async ({ tx }) => ({ users: await tx.count({ kind: 'users' }), caller: caller.name })),
    }),
  ]);
  assert.equal((await run(pipeline, 'POST /api/things')).body, { users: 1, caller: 'olivia' });
});
test('an external lookup runs outside of the transaction, once for all runs of the handler', async () => {
  let [runs, lookups] = [0, 0];
  const pipeline = await createTestPipeline([
    route(
      'POST /things',
      async ({ lookUp }) => {
        runs += 1;
        return {
          status: 200,
          body: lookUp('answer', async () => {
            lookups += 1;
            return 42;
          }),
        };
      },
      { looksUp: true },
    ),
  ]);
  assert.is((await run(pipeline, 'POST /api/things')).body, 42);
  assert.equal([runs, lookups], [2, 1]);
});
test('when rights change meanwhile, the caller is looked up again and the handler runs again', async () => {
  let checks = 0;
  const pipeline = await createTestPipeline([route('POST /things', async ({ caller }) => ({ status: 200, body: caller.name }))]);
  const callers = {
    ...pipeline.callers,
    requireCurrent: async () => {
      if (++checks === 1) throw new StaleCaller();
    },
  };
  // Other processes may write to the store, too.
  const store = { ...pipeline.store, shared: true as const };
  assert.is((await run({ ...pipeline, callers, store }, 'POST /api/things')).body, 'olivia');
  assert.is(checks, 2);
});
test('an endpoint that changes rights marks the change in the store', async () => {
  const pipeline = await createTestPipeline([route('POST /rights', async () => ({ status: 204 }), { changesIdentity: true })]);
  const before = await pipeline.store.read(readIdentityVersion);
  await run(pipeline, 'POST /api/rights');
  assert.is.not(await pipeline.store.read(readIdentityVersion), before);
});
test('the response is in the dialect of the request', async () => {
  const pipeline = await createTestPipeline([route('GET /things', async () => ({ status: 200, body: 1 }))]);
  assert.is((await run(pipeline, 'GET /api/things')).body, 1);
  assert.equal((await run(pipeline, 'GET /api/things', { 'user-agent': 'hosted-client' })).body, { hosted: 1 });
});
test.run();
