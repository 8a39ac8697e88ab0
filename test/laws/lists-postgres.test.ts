// process: own
// watchdog: 120 s
import { suite } from 'uvu';
import { openPostgres } from '../../service/src/store/postgres/open-postgres.ts';
import { startPipelineTest } from '../../service/test/ci/pipelines/support.ts';
import { setStoreOpener } from '../../service/test/stores.ts';
import { startPostgres } from '../support/postgres.ts';
import { skipWithReason } from '../support/skip.ts';
import { assertExactLists } from './lists/exact.ts';
import { createCiFixtures } from '../../service/test/laws/lists/ci-fixtures.ts';
import { listsOfEachKind } from '../../service/test/laws/lists/lists-of-each-kind.ts';
import { createWorkspaceFixtures } from '../../service/test/laws/lists/workspace-fixtures.ts';

const lists = suite('lists of both services over PostgreSQL');
const server = await startPostgres();
const planters = { ...createWorkspaceFixtures, ...createCiFixtures };

for (const [place, name] of listsOfEachKind.entries())
  (typeof server === 'string' ? skipWithReason(lists, server) : lists)(`${name} is exact with 0, 1, 20, 21 and 101`, async () => {
    if (typeof server === 'string') return;
    const { url } = await server.database(`lists_${place}`);
    setStoreOpener(() => openPostgres({ url }));
    const bench = await startPipelineTest();
    await assertExactLists(bench, await planters[name]!(bench), [null, 7, 100], [0, 1, 20, 21, 101]);
    await bench.close();
  });
lists.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
lists.run();
