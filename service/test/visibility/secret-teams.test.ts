/** Actions of a secret team are visible to callers who cannot see the team, without its name. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createTeam } from '../../src/workspaces/organizations/bootstrap.ts';
import { createTestService, type TestService } from '../support.ts';
import { document } from '../documents.ts';
import { addMember } from '../members.ts';

interface World extends TestService {
  readonly workspace: string;
}

/** The token of `night-watch`, which is secret, and of lena, an administrator of the workspace who is not in it. */
const addCallers = async (bench: TestService, workspace: string): Promise<void> => {
  const { store, clock } = bench;
  await store.write(async (tx) => {
    const { id } = await createTeam(tx, { clock, newId }, 'acme', { name: 'night-watch' });
    await createApiToken(tx, { clock, newId }, { secret: 'secret-team', owner: { kind: 'team', id } });
    await tx.link('team-workspaces', id, workspace, { access: 'admin' });
  });
  const given = [['team-workspaces', workspace, { access: 'admin' }]] as const;
  await addMember(bench, { name: 'lena', token: 'lena', team: 'admins', given });
};

const teams = suite<World>('secret teams');
teams.before.each(async (context) => {
  const bench = await createTestService();
  const { id } = (await bench.request('POST /organizations/acme/workspaces', document('workspaces', { name: 'one' }))).body.data;
  await addCallers(bench, id);
  Object.assign(context, bench, { workspace: id });
});
teams.after.each(async ({ close }) => close());

teams('a refusal says that a team has locked the workspace, and to who sees the team which one', async ({ request, workspace }) => {
  await request(`POST /workspaces/${workspace}/actions/lock`, {}, { token: 'secret-team' });
  const unlock = async (token: string) => {
    const { status, body } = await request(`POST /workspaces/${workspace}/actions/unlock`, undefined, { token });
    return [status, body.errors[0].detail];
  };
  const rest = ', and only who locked it may unlock it; an administrator may force-unlock it';
  assert.equal(await unlock('lena'), [409, `the workspace is locked by Team that this token does not see${rest}`]);
  assert.equal(await unlock('owner-token'), [409, `the workspace is locked by Team night-watch${rest}`]);
  const held = await request('LOCK /organizations/acme/workspaces/one/state', { ID: 'mine' }, { token: 'lena' });
  assert.equal([held.status, held.body.Who], [423, 'Team that this token does not see']);
});

teams('its runs are found by its name by owners alone', async ({ request, workspace }) => {
  const { status, body } = await request(
    'POST /runs',
    document('runs', {}, { workspace: { data: { type: 'workspaces', id: workspace } } }),
    { token: 'secret-team' },
  );
  assert.is(status, 201, JSON.stringify(body));
  const find = async (query: string, token: string) =>
    (await request(`GET /workspaces/${workspace}/runs?${query}`, undefined, { token })).body.data.length;
  assert.is(await find('', 'lena'), 1);
  assert.is(await find('search[user]=night-watch', 'lena'), 0);
  assert.is(await find('search[basic]=night-watch', 'lena'), 0);
  assert.is(await find('search[user]=night-watch', 'owner-token'), 1);
});

teams.run();
