/**
 * Runs are listed by their organization, whose new name must not lose them. The release before lists them by a link, which stores of older
 * releases lack.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backfillRunLinks } from '../../src/workspaces/runs/backfill.ts';
import { organizationRunsLink } from '../../src/workspaces/runs/stored.ts';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';
import { document } from '../documents.ts';

interface Parts extends NoCodeTestService {
  readonly runs: readonly string[];
}
const test = suite<Parts>('runs of an organization');
test.before.each(async (context) => {
  const bench = await createNoCodeTestService();
  const runs: string[] = [];
  for (const name of ['web', 'db']) {
    const relationships = { workspace: { data: { type: 'workspaces', id: await bench.createWorkspaceId(name) } } };
    runs.unshift((await bench.request('POST /runs', document('runs', {}, relationships))).body.data.id);
  }
  Object.assign(context, bench, { runs });
});
test.after.each(({ close }) => close());

const listLinked = ({ store }: Parts): Promise<readonly string[]> =>
  store.read(async (view) => (await view.listLinks(organizationRunsLink, { from: 'acme' })).map(({ to }) => to));

const list = async ({ request }: Parts, organization: string): Promise<readonly string[]> =>
  (await request(`GET /organizations/${organization}/runs`)).body.data.map(({ id }: any) => id);

test('a store of an older release gets the links at its start', async (parts) => {
  const { store, runs } = parts;
  await store.write(async (tx) => {
    for (const run of runs) await tx.unlink(organizationRunsLink, 'acme', run);
  });
  assert.equal(await list(parts, 'acme'), runs);
  assert.equal(await listLinked(parts), []);
  await backfillRunLinks(store);
  assert.equal(await listLinked(parts), runs.toReversed());
  await backfillRunLinks(store);
  assert.equal(await listLinked(parts), runs.toReversed());
});

test('a new name of the organization keeps them', async (parts) => {
  const { request, runs } = parts;
  assert.is((await request('PATCH /organizations/acme', document('organizations', { name: 'harbour' }))).status, 200);
  assert.equal(await list(parts, 'harbour'), runs);
});

test.run();
