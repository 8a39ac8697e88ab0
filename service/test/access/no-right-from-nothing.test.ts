/** Over (right of the caller) × (operation) × (target): nobody gives a right that they do not have, and only owners make owners. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCaller, sha256Hex } from '../../src/access/callers.ts';
import { getProjectRights, getWorkspaceRights } from '../../src/access/permissions.ts';
import type { WorkspaceSummary } from '../../src/access/records.ts';
import type { RequestContext } from '../../src/http/route.ts';
import { defaultSettings } from '../../src/http/settings.ts';
import { listOperations, startGranting, type Granting } from './granting.ts';
import { document, many } from '../documents.ts';

type Rights = Map<string, ReadonlySet<string>>;

/** What each principal may do: in the organization, on the workspace and its project, and whether it is an owner. */
const listRights = ({ store, clock, workspace, project }: Granting, secrets: ReadonlyMap<string, string>): Promise<Rights> =>
  store.read(async (tx) => {
    const rights: Rights = new Map();
    const [web, home] = [(await tx.get<WorkspaceSummary>('workspaces', workspace))!, (await tx.get('projects', project))!];
    for (const [principal, token] of secrets) {
      const caller = (await findCaller(tx, sha256Hex(token), clock.now()))!;
      const ctx = { tx, caller, settings: defaultSettings } as RequestContext;
      rights.set(
        principal,
        new Set([
          ...caller.memberships.flatMap((one) => [...one.access, ...(one.owner ? ['owner'] : [])]),
          ...[...(await getWorkspaceRights(ctx, web))].map((right) => `${right} the workspace`),
          ...[...(await getProjectRights(ctx, home))].map((right) => `${right} the project`),
        ]),
      );
    }
    return rights;
  });

/** What an organization's token gives people, though it has it not itself, and no token of a team (decision 139). */
const givenByOrganization: ReadonlySet<string> = new Set([
  'manage-policy-overrides',
  'delegate-policy-overrides',
  'queue-run the workspace',
  'queue-apply the workspace',
  'manage-ephemeral-workspaces the workspace',
  'manage-ephemeral-workspaces the project',
  'queue-destroy the workspace',
  'create-state-versions the workspace',
  'manage-assessments the workspace',
  'download-mocks the workspace',
  'read-plan-json the workspace',
  'force-cancel the workspace',
]);
const isGiven = (caller: string, principal: string, right: string): boolean =>
  caller === 'organization' && principal !== 'organization' && principal !== 'its token' && givenByOrganization.has(right);

const laws = suite<{ granting: Granting }>('rights are given by who has them');
laws.before.each(async (context) => {
  context.granting = await startGranting();
});
laws.after.each(async ({ granting }) => {
  await granting.close();
});

laws('no operation gives anybody a right that neither they nor the caller had', async ({ granting }) => {
  const { groups, request } = granting;
  const names = ['owner-token', 'organization', ...groups.map(({ name }) => name)];
  const secrets = new Map(names.map((name) => [name, name]));
  const broken: string[] = [];
  let before = await listRights(granting, secrets);
  let done = 0;
  for (const caller of [...groups.map(({ name }) => name), 'organization'])
    for (const { name, send } of listOperations(groups)) {
      const answer = await send((row, body) => request(row, body, { token: secrets.get(caller)! }), granting);
      assert.ok([200, 201, 204, 404, 409, 422].includes(answer.status), `${name} by ${caller}: ${answer.status}`);
      if (answer.status >= 300) continue;
      done += 1;
      const isOwnToken = caller === 'organization' && name === 'make a token of the organization';
      if (isOwnToken) secrets.set('organization', answer.body.data.attributes.token);
      else if (/(create|make a token of) .*(owners|organization)$/.test(name) || / owners?$/.test(name))
        broken.push(`${caller} could ${name}`);
      // A new token is the caller's: they may do with it what it may do.
      const secret: unknown = answer.body?.data.attributes.token;
      const after = await listRights(granting, typeof secret === 'string' ? new Map([...secrets, ['its token', secret]]) : secrets);
      for (const [principal, rights] of after)
        for (const right of rights)
          if (!before.get(principal)?.has(right) && !before.get(caller)!.has(right) && !isGiven(caller, principal, right))
            broken.push(`${caller} could ${name}: ${principal} has ${right}`);
      after.delete('its token');
      before = after;
    }
  assert.equal(broken, []);
  assert.ok(done > 100, `${done} operations were allowed: too few to show anything`);
});

const member = (name: string) => many('users', name);
laws('the team of owners is managed by owners alone: its members, token, name and rights', async ({ granting }) => {
  const { owners, request } = granting;
  const rename = { data: { type: 'teams', attributes: { name: 'bosses' } } };
  const attempts: readonly (readonly [string, unknown?])[] = [
    [`PATCH /teams/${owners}`, rename],
    [`POST /teams/${owners}/relationships/users`, member('both')],
    [`DELETE /teams/${owners}/relationships/users`, member('olivia')],
    [`POST /teams/${owners}/authentication-token`],
    [`GET /teams/${owners}/authentication-token`],
    [`DELETE /teams/${owners}/authentication-token`],
    [`DELETE /teams/${owners}`],
  ];
  for (const token of ['both', 'team-both', 'organization'])
    for (const [row, body] of attempts) {
      const { status, body: answer } = await request(row, body, { token });
      assert.is(status, 404, `${row} by ${token}`);
      assert.is(answer.errors[0].detail, `the team ${owners} was not found, or this token has no access to it`);
    }
  for (const [row, status, body] of [
    [`POST /teams/${owners}/relationships/users`, 204, member('both')],
    [`DELETE /teams/${owners}/relationships/users`, 204, member('both')],
    [`PATCH /teams/${owners}`, 200, rename],
    [`DELETE /teams/${owners}`, 409],
  ] as const)
    assert.is((await request(row, body)).status, status, row);
  const reduce = document('teams', { 'organization-access': { 'manage-teams': false } });
  const reduced = await request(`PATCH /teams/${owners}`, reduce);
  assert.equal(
    [reduced.status, reduced.body.errors],
    [
      422,
      [
        {
          status: '422',
          title: 'invalid attribute',
          detail: 'owners have every right',
          source: { pointer: '/data/attributes/organization-access/manage-teams' },
        },
      ],
    ],
  );
});

laws('the last owner stays', async ({ granting: { owners, request, as } }) => {
  const remove = (name: string) => request(`DELETE /teams/${owners}/relationships/users`, member(name));
  const refused = await remove('olivia');
  assert.equal([refused.status, refused.body.errors[0].detail], [409, 'an organization keeps at least one owner: add another owner first']);
  assert.is((await request(`POST /teams/${owners}/relationships/users`, member('both'))).status, 204);
  assert.is((await remove('olivia')).status, 204);
  assert.is((await request('GET /organizations/acme')).body.data.attributes.permissions['can-destroy'], false);
  assert.is((await as('both')('GET /organizations/acme')).body.data.attributes.permissions['can-destroy'], true);
});

laws('a right that the caller lacks is refused where it is written', async ({ granting: { groups, as } }) => {
  const { team } = groups.find(({ name }) => name === 'nobody')!;
  const give = document('teams', { 'organization-access': { 'manage-teams': true, 'manage-workspaces': true } });
  const refused = await as('manage-organization-access')(`PATCH /teams/${team}`, give);
  assert.equal(
    [refused.status, refused.body.errors.map(({ detail, source }: any) => [detail, source.pointer])],
    [
      422,
      [
        [
          'this token does not have the right manage-workspaces, so it cannot give it to a team',
          '/data/attributes/organization-access/manage-workspaces',
        ],
      ],
    ],
  );
  const byManager = await as('manage-teams')(`PATCH /teams/${team}`, give);
  assert.equal(
    [byManager.status, byManager.body.errors.map(({ source }: any) => source.pointer)],
    [422, ['/data/attributes/organization-access/manage-workspaces', '/data/attributes/organization-access/manage-teams']],
    'what teams may do in the organization is a right of its own',
  );
});

const give = (type: 'team-projects' | 'team-workspaces', team: string, target: string, attributes: object) => ({
  data: {
    type,
    attributes,
    relationships: {
      team: { data: { type: 'teams', id: team } },
      [type.slice(5, -1)]: { data: { type: type.slice(5), id: target } },
    },
  },
});

laws(
  'who manages the access to a thing gives it, up to their own rights',
  async ({ granting: { request, groups, workspace, project, as } }) => {
    const teamOf = (name: string): string => groups.find((group) => group.name === name)!.team;
    for (const { team } of groups) await request(`PATCH /teams/${team}`, document('teams', { visibility: 'organization' }));
    const rights = { access: 'custom', 'project-access': { teams: 'manage' }, 'workspace-access': { runs: 'plan' } };
    assert.is((await request('POST /team-projects', give('team-projects', teamOf('both'), project, rights))).status, 201);
    const raised = give('team-projects', teamOf('nobody'), project, { access: 'write' });
    const answer = await as('both')('POST /team-projects', raised);
    assert.equal(
      [answer.status, answer.body.errors[0].detail],
      [422, `this token does not have all rights of this access to the project ${project}, so it cannot give them to a team`],
    );
    const own = { access: 'custom', 'workspace-access': { runs: 'plan' } };
    const made = await as('both')('POST /team-projects', give('team-projects', teamOf('nobody'), project, own));
    assert.is(made.status, 201);
    const path = `/team-projects/${made.body.data.id}`;
    const change = (access: string) => as('both')(`PATCH ${path}`, document('team-projects', { access }));
    assert.is((await change('admin')).status, 422);
    assert.is(
      (await as('both')('POST /team-workspaces', give('team-workspaces', teamOf('nobody'), workspace, { access: 'read' }))).status,
      404,
      'of the project, not of the workspace',
    );
    assert.is((await request(`PATCH ${path}`, document('team-projects', { access: 'write' }))).status, 200);
    assert.is((await change('write')).status, 200, 'what it has already is kept');
  },
);

laws.run();
