import type { CallerName } from '../../../generate/ci-rights/callers.ts';
import { newId } from '../../../service/src/store/new-id.ts';
import { createApiToken, createTeam, createUser } from '../../../service/src/workspaces/organizations/bootstrap.ts';
import { type PipelineTest, startPipelineTest } from '../../../service/test/ci/pipelines/support.ts';

/** Two jobs, of which the second uses a context and waits for an approval. */
export const heldConfiguration = `version: 2.1
jobs:
  test: { docker: [{ image: node }], steps: [checkout] }
  ship: { docker: [{ image: node }], steps: [checkout] }
workflows:
  all:
    jobs:
      - test
      - hold: { type: approval, requires: [test] }
      - ship: { requires: [hold], context: keys }
`;

/** The tokens of the callers. */
export const tokens: { readonly [caller in CallerName]: string } = {
  owner: 'owner-token',
  contributor: 'mia-token',
  viewer: 'vic-token',
  'project-admin': 'pia-token',
  'project-contributor': 'cora-token',
  'project-viewer': 'vera-token',
  'organization-token': 'acme-token',
  'team-token': 'ops-team-token',
};

export interface RightsWorld extends PipelineTest {
  /** IDs of the project `web` and of its definition. */
  readonly projectId: string;
  readonly definitionId: string;
  /** UUIDs of users by name, and of the groups `ops` (of which mia is a member), `others`, and `everyones`, which is no secret. */
  readonly uuids: { readonly [name: string]: string };
}

/** Users who are no owners: the callers of the table, then noa, a contributor outside of the group; vip and pam are in it as mia is. */
const viewers = ['vic', 'pia', 'cora', 'vera', 'vip', 'pam'];
const projectRoles = [
  ['pia', 'admin'],
  ['cora', 'contributor'],
  ['vera', 'viewer'],
  ['pam', 'admin'],
] as const;

const addUser = async ({ store, clock }: PipelineTest, name: string): Promise<void> =>
  store.write(async (tx) => {
    const making = { clock, newId };
    const user = await createUser(tx, making, { name });
    await tx.link('organization-members', (await tx.getByKey('organizations', '', 'acme'))!.id, user.id);
    if (name === 'vip' || name === 'pam') await tx.link('team-members', (await tx.getByKey('teams', 'acme', 'ops'))!.id, user.id);
    await createApiToken(tx, making, { secret: `${name}-token`, owner: { kind: 'user', id: user.id } });
  });

const addTeams = async ({ store, clock }: PipelineTest): Promise<void> =>
  store.write(async (tx) => {
    const making = { clock, newId };
    await createTeam(tx, making, 'acme', { name: 'others' });
    await createTeam(tx, making, 'acme', { name: 'everyones', visibility: 'organization' });
    const ops = (await tx.getByKey('teams', 'acme', 'ops'))!.id;
    await createApiToken(tx, making, { secret: 'ops-team-token', owner: { kind: 'team', id: ops } });
  });

/** Asks as the owner, and throws unless it is done. */
export const done = async ({ ci }: PipelineTest, row: string, body?: unknown, token = 'owner-token'): Promise<any> => {
  const answer = await ci(row, body, { token });
  if (answer.status >= 300) throw new Error(`${row}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** `acme` with the project `gh/acme/web`, and somebody in each role. Each status of a job lasts 100 milliseconds. */
export const startRightsWorld = async (configuration = heldConfiguration): Promise<RightsWorld> => {
  const here = await startPipelineTest();
  const projectId = await here.configureProject(configuration);
  const definitionId = await here.definition(projectId, '41', '41');
  await done(here, 'POST /project/gh/acme/web/envvar', { name: 'TOKEN', value: 'v' });
  await here.project('guarded', 'gh/acme');
  await done(here, 'PATCH /project/gh/acme/guarded/settings', { advanced: { write_settings_requires_admin: true } });
  for (const name of [...viewers, 'noa']) await addUser(here, name);
  await addTeams(here);
  const groups = (await done(here, `GET /organizations/${here.org}/groups`)).items as { readonly id: string; readonly name: string }[];
  const uuids: Record<string, string> = Object.fromEntries(groups.map(({ id, name }) => [name, id]));
  for (const name of viewers) uuids[name] = (await done(here, 'GET /me', undefined, `${name}-token`)).id;
  for (const name of viewers) await done(here, `PUT /organizations/${here.org}/roles/${uuids[name]}`, { role: 'viewer' });
  for (const [name, role] of projectRoles) await done(here, `PUT /projects/${projectId}/roles/${uuids[name]}`, { role });
  return { ...here, projectId, definitionId, uuids };
};
