import { newId } from '../../../src/store/new-id.ts';
import { createApiToken, createTeam, createUser } from '../../../src/workspaces/organizations/bootstrap.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import type { SlotValues } from '../foreign-ids/request-slots.ts';

/** Members of `acme` with their team; the name of the token is the name of the member. */
const members = [
  ['zq-insider', 'zq-secret'],
  ['zq-grouped', 'zq-open'],
  ['zq-outsider', undefined],
  ['zq-viewer', undefined],
  ['zq-project-viewer', undefined],
  ['zq-project-admin', undefined],
] as const;

/** Who asks about what is in `acme`, from those who see least: what they write takes nothing away from those who come later. */
export const memberTokens: { readonly [caller: string]: string } = {
  'an agent': 'zq-agent',
  'a run': 'zq-run',
  'a run task': 'zq-run-task',
  'the audit token': 'zq-audit',
  'an organization viewer': 'zq-viewer',
  'a viewer of one project': 'zq-project-viewer',
  "a context's outsider": 'zq-outsider',
  'a member of a group': 'zq-grouped',
  'the token of a group': 'zq-open-token',
  'the admin of one project': 'zq-project-admin',
  'the token of a secret team': 'zq-secret-token',
  'a member of a secret team': 'zq-insider',
};

/** People and teams: `zq-secret`, which others do not see, and `zq-open`, which all do; tokens for one purpose. */
export const plantMembers = async ({ store, clock }: PipelineTest): Promise<{ readonly secretTeam: string }> =>
  store.write(async (tx) => {
    const making = { clock, newId };
    const organization = (await tx.getByKey('organizations', '', 'acme'))!;
    const teams = new Map<string, string>();
    for (const [name, visibility] of [
      ['zq-secret', 'secret'],
      ['zq-open', 'organization'],
    ] as const) {
      const { id } = await createTeam(tx, making, 'acme', { name, visibility });
      teams.set(name, id);
      await createApiToken(tx, making, { secret: `${name}-token`, owner: { kind: 'team', id } });
    }
    for (const [name, team] of members) {
      const user = await createUser(tx, making, { name, email: `${name}@people.example` });
      await tx.link('organization-members', organization.id, user.id);
      if (team) await tx.link('team-members', teams.get(team)!, user.id);
      await createApiToken(tx, making, { secret: name, owner: { kind: 'user', id: user.id } });
    }
    const owner = { kind: 'organization', id: 'acme' } as const;
    await createApiToken(tx, making, { secret: 'zq-audit', owner, purpose: 'audit-trails' });
    await createApiToken(tx, making, { secret: 'zq-run', owner, purpose: 'run', runWorkspace: 'ws-none' });
    await createApiToken(tx, making, { secret: 'zq-run-task', owner, purpose: 'run-task', taskResult: 'taskrs-none' });
    await createApiToken(tx, making, { secret: 'zq-agent', owner: { kind: 'agent-pool', id: 'apool-none' } });
    return { secretTeam: teams.get('zq-secret')! };
  });

/** What some members must not be told, by what it is. */
export interface Secrets {
  readonly secretGroup: { readonly [what: string]: string };
  readonly webhook: { readonly [what: string]: string };
  /** The pipeline that the token of the secret team started. */
  readonly pipeline: string;
}

const toHook = (project: string) => ({
  name: 'zq-hook',
  url: 'https://zq-hook.example/x',
  events: ['workflow-completed'],
  'verify-tls': true,
  'signing-secret': 's',
  scope: { id: project, type: 'project' },
});

/** The secret team wherever something can name it: a context that it alone may use, roles, and what its token started. */
export const plantSecrets = async (bench: PipelineTest, acme: SlotValues, secretTeam: string): Promise<Secrets> => {
  const ask = (row: string, body?: unknown, token = 'owner-token') => requireSuccess(bench.ci(row, body, { token }));
  const [organization, project] = [acme['org_id']!, acme['ci project_id']!];
  const { items } = await ask(`GET /organizations/${organization}/groups`);
  const group = items.find((one: any) => one.name === 'zq-secret').id;
  await ask(`POST /context/${acme['context_id']}/restrictions`, { restriction_type: 'group', restriction_value: group });
  for (const place of [`/organizations/${organization}`, `/projects/${project}`])
    await ask(`PUT ${place}/roles/${group}`, { role: 'contributor' });
  for (const [name, role] of [
    ['zq-viewer', null],
    ['zq-project-viewer', 'viewer'],
    ['zq-project-admin', 'admin'],
  ] as const) {
    const { id } = await ask('GET /me', undefined, name);
    await ask(`PUT /organizations/${organization}/roles/${id}`, { role: 'viewer' });
    await ask(`PUT /projects/${project}/roles/${id}`, { role });
  }
  for (const [row, body] of [
    [`POST /owner/${organization}/context/config/decision`, { input: 'version: 2.1', metadata: {} }],
    [
      `POST /organizations/${organization}/usage_export_job`,
      { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z', shared_org_ids: [] },
    ],
  ] as const)
    await ask(row, body, 'zq-secret-token');
  const { id: pipeline } = await ask('POST /project/gh/acme/acme-web/pipeline', undefined, 'zq-secret-token');
  const webhook = await ask('POST /webhook', toHook(project));
  return {
    pipeline,
    secretGroup: { 'the ID of a group': group, 'the name of a group': 'zq-secret', 'the ID of a team': secretTeam },
    webhook: { 'the ID of a webhook': webhook.id, 'the name or the address of a webhook': 'zq-hook' },
  };
};
