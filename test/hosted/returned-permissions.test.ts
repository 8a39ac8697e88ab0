/**
 * Clients decide by the permissions in a document whether they ask at all. What is told is what the endpoints do: for an owner, and for a
 * member whose team can only read. Each request below is asked by both; a permission is told if and only if it is neither 403 nor 404.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProjectId, createTeamId } from '../../service/test/creators.ts';
import { document, many, one } from '../../service/test/documents.ts';
import { addMember } from '../../service/test/members.ts';
import { createTestService, type TestService } from '../../service/test/support.ts';

interface World extends TestService {
  readonly ids: { readonly [name: string]: string };
}
const test = suite<World>('permissions that documents tell');
test.before(async (context) => {
  const service = await createTestService({ profile: 'hosted' });
  const { create } = service;
  const project = await createProjectId(service, 'harbor');
  const inProject = { project: one('projects', project) };
  const workspace = (await create('POST /organizations/acme/workspaces', document('workspaces', { name: 'web' }, inProject))).id;
  const queue = async (): Promise<string> =>
    (await create('POST /runs', document('runs', {}, { workspace: one('workspaces', workspace) }))).id;
  const [run, waiting] = [await queue(), await queue()];
  const varset = (await create('POST /organizations/acme/varsets', document('varsets', { name: 'tides', global: true }))).id;
  await create('POST /organizations/acme/registry-modules', document('registry-modules', { ...berth, provider: 'aws' }));
  await create('POST /organizations/acme/registry-providers', document('registry-providers', { ...berth, namespace: 'acme' }));
  await service.request('PATCH /organizations/acme', document('organizations', { 'stacks-enabled': true }));
  const stack = (await create('POST /stacks', document('stacks', { name: 'fleet' }, inProject))).id;
  const given = [
    ['team-workspaces', workspace, { access: 'read' }],
    ['team-projects', project, { access: 'read' }],
  ] as const;
  const { team, user } = await addMember(service, { name: 'mate', team: 'crew', visibility: 'organization', given });
  Object.assign(context, service, {
    ids: { project, stack, workspace, run, waiting, varset, team: team!, user, pier: await createTeamId(service, 'pier') },
  });
});
test.after(({ close }) => close());

const berth = { name: 'berth', 'registry-name': 'private' };
const named = (type: string): object => document(type, { name: 'new' });
const empty = { data: [] };

/** By the document: the permission, and a request of the endpoint that clients ask because of it. What deletes comes last. */
const gated: { readonly [path: string]: readonly (readonly [permission: string, row: string, body?: object])[] } = {
  '/organizations/acme': [
    ['can-update', 'PATCH /organizations/acme', document('organizations', {})],
    ['can-enable-stacks', 'PATCH /organizations/acme', document('organizations', { 'stacks-enabled': true })],
    ['can-create-team', 'POST /organizations/acme/teams', named('teams')],
    ['can-create-project', 'POST /organizations/acme/projects', named('projects')],
    ['can-create-module', 'POST /organizations/acme/registry-modules', document('registry-modules', {})],
    ['can-manage-run-tasks', 'POST /organizations/acme/tasks', document('tasks', {})],
    ['can-manage-users', 'POST /organizations/acme/organization-memberships', document('organization-memberships', {})],
    ['can-manage-varsets', 'POST /organizations/acme/varsets', document('varsets', {})],
    ['can-manage-auditing', 'GET /organizations/acme/audit-configuration'],
    ['can-update-agent-pools', 'POST /organizations/acme/agent-pools', document('agent-pools', {})],
    ['can-update-api-token', 'POST /organizations/acme/authentication-token'],
    ['can-update-oauth', 'POST /organizations/acme/oauth-clients', document('oauth-clients', {})],
    ['can-update-sentinel', 'POST /organizations/acme/policies', document('policies', {})],
    ['can-update-ssh-keys', 'POST /organizations/acme/ssh-keys', document('ssh-keys', {})],
    ['can-traverse', 'GET /organizations/acme/workspaces'],
  ],
  '/workspaces/<workspace>': [
    ['can-read-settings', 'GET /workspaces/<workspace>'],
    ['can-read-variable', 'GET /workspaces/<workspace>/vars'],
    ['can-update-variable', 'POST /workspaces/<workspace>/vars', document('vars', {})],
    ['can-update', 'PATCH /workspaces/<workspace>', document('workspaces', {})],
    ['can-manage-tags', 'POST /workspaces/<workspace>/relationships/tags', empty],
    ['can-manage-run-tasks', 'POST /workspaces/<workspace>/tasks', document('workspace-tasks', {})],
    ['can-create-state-versions', 'POST /workspaces/<workspace>/state-versions', document('state-versions', {})],
    ['can-read-state-versions', 'GET /state-versions?filter[organization][name]=acme&filter[workspace][name]=web'],
    ['can-queue-apply', 'POST /runs/<run>/actions/apply'],
    ['can-queue-run', 'POST /runs', document('runs', {}, { workspace: one('workspaces', '<workspace>') })],
    ['can-lock', 'POST /workspaces/<workspace>/actions/lock'],
    ['can-unlock', 'POST /workspaces/<workspace>/actions/unlock'],
    ['can-force-unlock', 'POST /workspaces/<workspace>/actions/force-unlock'],
  ],
  // Only a run that waits for another one can be force-executed.
  '/runs/<waiting>': [['can-force-execute', 'POST /runs/<waiting>/actions/force-execute']],
  '/runs/<run>': [
    ['can-comment', 'POST /runs/<run>/comments', document('comments', { body: 'ahoy' })],
    ['can-apply', 'POST /runs/<run>/actions/apply'],
    ['can-discard', 'POST /runs/<run>/actions/discard'],
    ['can-cancel', 'POST /runs/<run>/actions/cancel'],
    ['can-force-cancel', 'POST /runs/<run>/actions/force-cancel'],
  ],
  '/varsets/<varset>': [['can-update', 'PATCH /varsets/<varset>', document('varsets', { description: 'high' })]],
  '/teams/<team>': [
    ['can-update-membership', 'POST /teams/<team>/relationships/users', many('users', '<user>')],
    ['can-update-name', 'PATCH /teams/<team>', document('teams', { name: 'crew' })],
    ['can-update-organization-access', 'PATCH /teams/<team>', document('teams', { 'organization-access': {} })],
    ['can-update-visibility', 'PATCH /teams/<team>', document('teams', { visibility: 'organization' })],
    ['can-update-api-token', 'POST /teams/<team>/authentication-token'],
    ['can-view-api-token', 'GET /teams/<team>/authentication-token'],
    ['can-destroy', 'DELETE /teams/<pier>'],
  ],
  '/projects/<project>': [
    ['can-read', 'GET /projects/<project>'],
    // `can-read-teams` is about teams that the caller does not see otherwise: the list is answered to all who read the project.
    ['can-update', 'PATCH /projects/<project>', document('projects', { description: 'berths' })],
    ['can-manage-tags', 'PATCH /projects/<project>/tag-bindings', empty],
    ['can-view-stacks', 'GET /stacks/<stack>'],
    ['can-update-stacks', 'PATCH /stacks/<stack>', document('stacks', { description: 'berths' })],
    ['can-manage-stacks', 'DELETE /stacks/<stack>'],
    [
      'can-manage-teams',
      'POST /team-projects',
      document(
        'team-projects',
        { access: 'read' },
        {
          project: one('projects', '<project>'),
          team: one('teams', '<pier>'),
        },
      ),
    ],
    [
      'can-create-workspace',
      'POST /organizations/acme/workspaces',
      document('workspaces', { name: 'db' }, { project: one('projects', '<project>') }),
    ],
  ],
  '/organizations/acme/registry-modules/private/acme/berth/aws': [
    ['can-delete', 'DELETE /organizations/acme/registry-modules/private/acme/berth/aws'],
  ],
  '/organizations/acme/registry-providers/private/acme/berth': [
    ['can-delete', 'DELETE /organizations/acme/registry-providers/private/acme/berth'],
  ],
};

const fill = (text: string, ids: World['ids']): string => text.replaceAll(/<(\w+)>/g, (_, name: string) => ids[name]!);

// The member comes first: the owner's requests delete.
for (const [who, token] of [
  ['a member who reads', 'mate-token'],
  ['an owner', 'owner-token'],
] as const)
  test(`${who} is told what the endpoints do`, async ({ request, ids }) => {
    const wrong: string[] = [];
    for (const [path, rows] of Object.entries(gated)) {
      const { permissions } = (await request(`GET ${fill(path, ids)}`, undefined, { token })).body.data.attributes;
      for (const [permission, row, body] of rows) {
        const sent = body && JSON.parse(fill(JSON.stringify(body), ids));
        const { status } = await request(fill(row, ids), sent, { token });
        if (permissions[permission] !== ![403, 404].includes(status))
          wrong.push(`${row} ${permission} ${permissions[permission]}, ${status}`);
      }
    }
    assert.equal(wrong, []);
  });

test.run();
