// process: own
// watchdog: 120 s
import { suite } from 'uvu';
import { openPostgres } from '../../src/service/store/postgres/open-postgres.ts';
import { startPipelineTest } from '../service/ci/pipelines/support.ts';
import { setStoreOpener } from '../service/stores.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';
import { assertExactLists } from './lists/exact.ts';
import { createCiFixtures } from './lists/ci-fixtures.ts';
import { createWorkspaceFixtures } from './lists/workspace-fixtures.ts';

const lists = suite('lists of both services over PostgreSQL');
const server = await startPostgres();
/** One of each way of turning pages. */
const sample = { ...createWorkspaceFixtures, ...createCiFixtures };
const names = [
  'workspaces.list',
  'remoteStateConsumers.list of a workspace that shares with all',
  'contexts.list',
  'pipelines.listOfProject',
  'policies.listDecisions',
  'deployments.listComponents',
  'users.collaborations',
] as const;

for (const [place, name] of names.entries())
  (typeof server === 'string' ? skipWithReason(lists, server) : lists)(`${name} is exact with 0, 1, 20, 21 and 101`, async () => {
    if (typeof server === 'string') return;
    const { url } = await server.database(`lists_${place}`);
    setStoreOpener(() => openPostgres({ url }));
    const bench = await startPipelineTest();
    await assertExactLists(bench, await sample[name]!(bench), [null, 7, 100], [0, 1, 20, 21, 101]);
    await bench.close();
  });
lists.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
lists.run();
