import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

const listed = suite<NoCodeTestService>('workspaces by their current run');
listed.before.each(async (context) => {
  Object.assign(context, await createNoCodeTestService());
});
listed.after.each(async ({ close }) => {
  await close();
});

const run = async ({ request: ask }: NoCodeTestService, workspace: string): Promise<string> =>
  (await ask('POST /runs', document('runs', {}, { workspace: { data: { type: 'workspaces', id: workspace } } }))).body.data.id;
const names = async ({ request: ask }: NoCodeTestService, query: string): Promise<string[]> =>
  (await ask(`GET /organizations/acme/workspaces?${query}`)).body.data.map((one: any) => one.attributes.name);

listed('filter[current-run][status] follows the run from status to status', async (context) => {
  const { createWorkspaceId: id, passTime: pass, request: ask } = context;
  const [web, db] = [await id('web'), await id('db')];
  await id('idle');
  const first = await run(context, web);
  await pass(100);
  await run(context, db);
  const by = (status: string) => names(context, `filter[current-run][status]=${status}`);
  assert.equal([await by('fetching'), await by('pending'), await by('planned')], [['web'], ['db'], []]);
  await pass(1000);
  assert.equal([await by('planned'), await by('pending')], [['web', 'db'], []]);
  await ask(`POST /runs/${first}/actions/discard`);
  assert.equal([await by('discarded'), await by('planned')], [['web'], ['db']]);
});

listed('sort by current-run.created-at and latest-change-at, and back; the former with those without a run last', async (context) => {
  const { createWorkspaceId: id, passTime: pass, request: ask } = context;
  const [web, db, api] = [await id('web'), await id('db'), await id('api')];
  for (const workspace of [db, web]) {
    await pass(10);
    await run(context, workspace);
  }
  assert.equal(
    [await names(context, 'sort=current-run.created-at'), await names(context, 'sort=-current-run.created-at')],
    [
      ['db', 'web', 'api'],
      ['api', 'web', 'db'],
    ],
  );
  await pass(1000);
  await pass(10);
  const applied = await run(context, api);
  await pass(1000);
  await ask(`POST /runs/${applied}/actions/apply`);
  await pass(1000);
  assert.equal(
    [await names(context, 'sort=-latest-change-at'), await names(context, 'sort=-current-run.created-at')],
    [
      ['api', 'db', 'web'],
      ['api', 'web', 'db'],
    ],
  );
});

listed.run();
