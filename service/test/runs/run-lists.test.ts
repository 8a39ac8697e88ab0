import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface With extends NoCodeTestService {
  readonly ids: { readonly plain: string; readonly preview: string; readonly refresh: string; readonly shop: string };
}
const runs = suite<With>('lists of runs');
runs.before(async (context) => {
  const own = await createNoCodeTestService();
  const [web, shop] = [await own.createWorkspaceId('web'), await own.createWorkspaceId('shop')];
  const start = async (workspace: string, attributes: object): Promise<string> =>
    (await own.request('POST /runs', document('runs', attributes, { workspace: { data: { type: 'workspaces', id: workspace } } }))).body
      .data.id;
  const plain = await start(web, { message: 'Repaint the Lighthouse' });
  await own.passTime(1000);
  const ids = {
    plain,
    preview: await start(web, { 'plan-only': true }),
    refresh: await start(web, { 'refresh-only': true }),
    shop: await start(shop, { message: 'shop' }),
  };
  await own.passTime(250);
  Object.assign(context, own, { ids });
});
runs.after(async ({ close }) => {
  await close();
});

const cases: readonly (readonly [query: string, ids: readonly (keyof With['ids'])[]])[] = [
  ['', ['shop', 'refresh', 'preview', 'plain']],
  ['filter[status]=planned', ['plain']],
  ['filter[status]=planned,pending', ['refresh', 'plain']],
  ['filter[status_group]=final', []],
  ['filter[status_group]=discardable', ['refresh', 'plain']],
  ['filter[operation]=plan_only,refresh_only', ['refresh', 'preview']],
  ['filter[workspace_names]=shop', ['shop']],
  ['filter[workspace_names]=none', []],
  ['filter[source]=tfe-api', ['shop', 'refresh', 'preview', 'plain']],
  ['filter[source]=tfe-ui', []],
  ['filter[timeframe]=2026', ['shop', 'refresh', 'preview', 'plain']],
  ['filter[timeframe]=2025', []],
  ['search[basic]=lighthouse', ['plain']],
  ['search[user]=olivia', ['shop', 'refresh', 'preview', 'plain']],
  ['search[user]=nobody', []],
  ['search[commit]=abc', []],
];
for (const [query, expected] of cases)
  runs(`of an organization: ${query === '' ? 'all' : query}`, async ({ request, ids }) => {
    const { body } = await request(`GET /organizations/acme/runs?${query}`);
    assert.equal(
      body.data.map(({ id }: any) => id),
      expected.map((name) => ids[name]),
    );
  });

runs('an unknown word of a filter is 400', async ({ request }) => {
  for (const query of ['filter[status]=lost', 'filter[operation]=paint', 'filter[timeframe]=week'])
    assert.is((await request(`GET /organizations/acme/runs?${query}`)).status, 400, query);
});

runs('by the ID of a workspace, or by the name of an organization, in the query', async ({ request, ids }) => {
  const list = async (query: string) => (await request(`GET /runs?${query}`)).body.data?.map(({ id }: any) => id);
  const web = (await request('GET /organizations/acme/workspaces/web')).body.data.id;
  assert.equal(await list(`workspace_id=${web}&organization_name=acme&filter[operation]=plan_only`), [ids.preview]);
  assert.equal((await list('organization_name=acme')).length, 4);
  assert.is((await request('GET /runs')).status, 400);
});

runs('a member sees the runs of the workspaces of their teams only', async ({ request, ids, member, grant }) => {
  const reader = await member('reader');
  const { id } = (await request('GET /organizations/acme/workspaces/shop')).body.data;
  await grant('team-workspaces', reader.team, id, { access: 'read' });
  const seen = await request('GET /organizations/acme/runs', undefined, { token: reader.token });
  assert.equal(
    seen.body.data.map((one: any) => one.id),
    [ids.shop],
  );
});

runs.run();
