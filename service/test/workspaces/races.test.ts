import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';

const races = suite<WorkspaceTestService>('workspace races');
races.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService());
});
races.after.each(async ({ close }) => {
  await close();
});

const fifty = async (one: (index: number) => Promise<{ readonly status: number }>): Promise<{ readonly [status: string]: number }> => {
  const counts: Record<string, number> = {};
  for (const { status } of await Promise.all(Array.from({ length: 50 }, (_, index) => one(index))))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

races('of fifty creates of one name one wins', async ({ createWorkspace: make, request: ask }) => {
  assert.equal(await fifty(() => make('web')), { 201: 1, 422: 49 });
  assert.is((await ask('GET /organizations/acme/workspaces')).body.meta.pagination['total-count'], 1);
});

races('of fifty locks one wins, of fifty unlocks too', async ({ createWorkspaceId: id, request: ask }) => {
  const web = await id('web');
  assert.equal(await fifty(() => ask(`POST /workspaces/${web}/actions/lock`)), { 200: 1, 409: 49 });
  assert.equal(await fifty(() => ask(`POST /workspaces/${web}/actions/unlock`)), { 200: 1, 409: 49 });
});

races('of fifty renames to one name one wins', async ({ createWorkspaceId: id, patch }) => {
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) ids.push(await id(`w${index}`));
  assert.equal(await fifty((index) => patch(ids[index]!, { name: 'the-one' })), { 200: 1, 422: 49 });
});

races('fifty different changes of one workspace all stay', async ({ createWorkspaceId: id, request: ask }) => {
  const web = await id('web');
  assert.equal(
    await fifty((index) =>
      ask(`POST /workspaces/${web}/relationships/tags`, { data: [{ type: 'tags', attributes: { name: `t${index}` } }] }),
    ),
    { 204: 50 },
  );
  assert.is((await ask(`GET /workspaces/${web}`)).body.data.attributes['tag-names'].length, 50);
  assert.is((await ask(`GET /workspaces/${web}/relationships/tags?page[size]=100`)).body.data.length, 50);
});

races('fifty workspaces made with one new tag share it', async ({ createWorkspace: make, request: ask }) => {
  assert.equal(await fifty((index) => make(`w${index}`, {}, { tags: { data: [{ type: 'tags', attributes: { name: 'blue' } }] } })), {
    201: 50,
  });
  assert.equal(
    (await ask('GET /organizations/acme/tags')).body.data.map((one: any) => one.attributes['instance-count']),
    [50],
  );
});

races('of fifty deletes one wins', async ({ createWorkspaceId: id, request: ask }) => {
  const web = await id('web');
  assert.equal(await fifty(() => ask(`POST /workspaces/${web}/actions/safe-delete`)), { 204: 1, 404: 49 });
});

races.run();
