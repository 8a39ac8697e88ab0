/**
 * Every write of both services, and after each of them every document that may be given again: it is the one that is built anew, for an
 * owner in the neutral dialect, and for a member of a team in the hosted one.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes } from '../../src/workspaces/index.ts';
import { addMember } from '../members.ts';
import { startPipelineTest, type PipelineTest } from '../ci/pipelines/support.ts';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from './foreign-ids/request-slots.ts';

const repeatable = new Set(routes.filter((one) => one.repeatable).map(({ endpoint }) => endpoint));
const reads = slottedRequests.filter(({ service, row }) => service === 'workspaces' && repeatable.has(row));
/** What deletes stands last, and the workspace and its organization at the very end. */
const rankOf = ({ row }: SlottedRequest): number =>
  /^DELETE .*(?:relationships|vars)|^(?!DELETE)(?!.*delete)/.test(row) ? 0 : /workspace|organization/i.test(row) ? 2 : 1;
const writes = slottedRequests.filter(({ line }) => !/^(?:GET|HEAD) /.test(line)).toSorted((one, other) => rankOf(one) - rankOf(other));
const callers = [
  { token: 'owner-token', headers: {} },
  { token: 'member-token', headers: { accept: 'application/vnd.api+json', 'user-agent': 'go-tfe' } },
] as const;

interface World {
  readonly bench: PipelineTest;
  readonly values: SlotValues;
}
const law = suite<World>('documents that are given again');
law.before(async (context) => {
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  const values = { ...(await plantWorkspaces(bench, 'acme', 'owner-token')), ...(await plantCi(bench, 'acme', 'owner-token')) };
  const given = [['team-workspaces', values['workspace_id']!, { access: 'read' }]] as const;
  await addMember(bench, { name: 'marie', token: 'member-token', team: 'readers', given });
  Object.assign(context, { bench, values });
});
law.after(({ bench }) => bench.close());

const readAll = async ({ bench, values }: World, more: Record<string, string> = {}): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const read of reads)
    for (const { token, headers } of callers) {
      const { line } = fillSlots(read, values);
      const { status, body } = await bench.request(line, undefined, { token, headers: { ...headers, ...more } });
      found.push(`${token} ${line}: ${status} ${JSON.stringify(body)}`);
    }
  return found;
};

law('there are some, and the world has them', async (world) => {
  assert.equal([...repeatable], ['GET /workspaces/{workspace_id}', 'GET /organizations/{organization_name}/workspaces/{name}']);
  assert.equal(
    (await readAll(world)).map((text) => /: (\d+)/.exec(text)![1]),
    ['200', '200', '200', '200'],
  );
});

law('after each write they are what is built anew', async (world) => {
  const { bench, values } = world;
  const stale: string[] = [];
  const changes: string[] = [];
  let before = await readAll(world);
  let now = Date.parse('2026-05-02T00:00:00.000Z');
  for (const write of writes) {
    const { line, body } = fillSlots(write, values);
    bench.clock.freeze(new Date((now += 1000)));
    await (write.service === 'ci' ? bench.ci : bench.request)(line, body, { token: 'owner-token' });
    const [kept, anew] = [await readAll(world), await readAll(world, { 'cache-control': 'no-cache' })];
    if (anew.join('\n') !== before.join('\n')) changes.push(write.row);
    before = anew;
    if (kept.join('\n') !== anew.join('\n')) stale.push(write.row);
  }
  assert.equal(stale, []);
  assert.equal(
    [...new Set(changes)],
    [
      'POST /change-requests/{change_request_id}/actions/archive',
      'PATCH /organizations/{organization_name}',
      'POST /organizations/{organization_name}/explorer/bulk-actions',
      'PATCH /workspaces/{workspace_id}',
      'POST /workspaces/{workspace_id}/actions/lock',
      'POST /workspaces/{workspace_id}/actions/unlock',
      'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
      'POST /workspaces/{workspace_id}/relationships/tags',
      'DELETE /workspaces/{workspace_id}/relationships/tags',
      'POST /workspaces/{workspace_id}/tag-bindings',
      'PATCH /workspaces/{workspace_id}/tag-bindings',
      'PATCH /workspaces/{workspace_id}/relationships/tag-bindings',
      'DELETE /workspaces/{workspace_id}/vars/{var_id}',
      'POST /vars',
      'POST /runs/{run_id}/actions/cancel',
      'DELETE /oauth-clients/{oauth_client_id}',
      'DELETE /ssh-keys/{ssh_key_id}',
      'DELETE /organizations/{organization_name}',
    ],
  );
});

law.run();
