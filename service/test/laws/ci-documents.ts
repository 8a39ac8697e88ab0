import * as assert from 'uvu/assert';
import type { CiTestService } from '../ci/support.ts';

interface WrittenDocument {
  readonly endpoint: string;
  readonly members: readonly string[];
}

/** Writes every member of every document in the hosted dialect, and asserts that it is read as it was written. */
export const documentsReadBack = async ({ ci, org, project }: CiTestService): Promise<readonly WrittenDocument[]> => {
  const list: WrittenDocument[] = [];
  const note = (endpoint: string, body: object) => list.push({ endpoint, members: Object.keys(body) });
  const ask = async (line: string, body?: unknown): Promise<any> => {
    const answer = await ci(line, body);
    assert.ok(answer.status < 300, `${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  /** Writes, reads at an address of the answer, and compares the members that were written, unless they are read as something else. */
  const roundTrip = async (
    endpoint: string,
    line: string,
    body: { readonly [name: string]: unknown },
    { read, as = {} }: { readonly read: (answer: any) => Promise<any>; readonly as?: { readonly [name: string]: unknown } },
  ): Promise<any> => {
    const answer = await ask(line, body);
    const document = await read(answer);
    for (const [name, value] of Object.entries({ ...body, ...as })) assert.equal(document[name], value, `${endpoint}: ${name}`);
    note(endpoint, body);
    return answer;
  };

  const web = await project('law', 'gh/acme');
  const slug = 'gh/acme/law';
  assert.is(web.name, 'law');
  note('POST /organization/{org-slug-or-id}/project', { name: '' });
  await contextsReadBack({ ask, note, org, project: web.id });
  await projectReadBack({ roundTrip, ask, org, project: web.id, slug });
  await definitionsReadBack({ roundTrip, ask, note, project: web.id, slug });
  await othersReadBack({ roundTrip, ask, note, org, project: web.id });
  return list;
};

type Ask = (line: string, body?: unknown) => Promise<any>;
type Note = (endpoint: string, body: object) => void;
type RoundTrip = (
  endpoint: string,
  line: string,
  body: { readonly [name: string]: unknown },
  options: { readonly read: (answer: any) => Promise<any>; readonly as?: { readonly [name: string]: unknown } },
) => Promise<any>;

const contextsReadBack = async ({ ask, note, org, project }: { ask: Ask; note: Note; org: string; project: string }): Promise<void> => {
  const context = { name: 'law', owner: { id: org, type: 'organization' } };
  const { id } = await ask('POST /context', context);
  const document = await ask(`GET /context/${id}`);
  assert.equal([document.name, document.org_id], ['law', org]);
  note('POST /context', context);
  await ask(`PUT /context/${id}/environment-variable/KEY`, { value: 'canary-1234' });
  assert.is((await ask(`GET /context/${id}/environment-variable`)).items[0].truncated_value, 'xxxx1234');
  note('PUT /context/{context-id}/environment-variable/{env-var-name}', { value: '' });
  const restriction = { restriction_type: 'project', restriction_value: project };
  const { id: row } = await ask(`POST /context/${id}/restrictions`, restriction);
  const { items } = await ask(`GET /context/${id}/restrictions`);
  const { restriction_type, restriction_value } = items.find((one: any) => one.id === row);
  assert.equal({ restriction_type, restriction_value }, restriction);
  note('POST /context/{context_id}/restrictions', restriction);
};

const projectReadBack = async (given: { roundTrip: RoundTrip; ask: Ask; org: string; project: string; slug: string }): Promise<void> => {
  const { roundTrip, ask, project, slug } = given;
  await roundTrip(
    'POST /project/{project-slug}/envvar',
    `POST /project/${slug}/envvar`,
    { name: 'KEY', value: 'canary-1234' },
    { read: () => ask(`GET /project/${slug}/envvar/KEY`), as: { value: 'xxxx1234' } },
  );
  await roundTrip(
    'POST /project/{project-slug}/checkout-key',
    `POST /project/${slug}/checkout-key`,
    { type: 'deploy-key' },
    { read: ({ fingerprint }) => ask(`GET /project/${slug}/checkout-key/${fingerprint}`) },
  );
  const advanced = {
    autocancel_builds: true,
    build_fork_prs: true,
    build_prs_only: true,
    disable_ssh: true,
    forks_receive_secret_env_vars: true,
    set_github_status: false,
    setup_workflows: true,
    write_settings_requires_admin: true,
    pr_only_branch_overrides: ['main', 'next'],
  };
  await roundTrip(
    'PATCH /project/{provider}/{organization}/{project}/settings',
    `PATCH /project/${slug}/settings`,
    { advanced },
    { read: () => ask(`GET /project/${slug}/settings`), as: { advanced: { ...advanced, oss: false } } },
  );
  const webhook = { name: 'a', url: 'https://a.example/in', events: ['job-completed'], 'verify-tls': false, 'signing-secret': 's' };
  const scope = { id: project, type: 'project' };
  const masked = { as: { 'signing-secret': '****' } };
  const { id } = await roundTrip(
    'POST /webhook',
    'POST /webhook',
    { ...webhook, scope },
    { read: (one) => ask(`GET /webhook/${one.id}`), ...masked },
  );
  const other = { ...webhook, name: 'b', url: 'https://b.example/in', events: ['workflow-completed'], 'verify-tls': true, scope };
  await roundTrip('PUT /webhook/{webhook-id}', `PUT /webhook/${id}`, other, { read: () => ask(`GET /webhook/${id}`), ...masked });
  const timetable = { 'per-hour': 2, 'hours-of-day': [1, 2], 'days-of-month': [3], months: ['MAR'] };
  const schedule = { name: 'a', description: 'x', timetable, parameters: { branch: 'main' }, 'attribution-actor': 'system' };
  const made = await roundTrip('POST /project/{project-slug}/schedule', `POST /project/${slug}/schedule`, schedule, {
    read: (one) => ask(`GET /schedule/${one.id}`),
    as: { 'attribution-actor': undefined },
  });
  await roundTrip(
    'PATCH /schedule/{schedule-id}',
    `PATCH /schedule/${made.id}`,
    { ...schedule, name: 'b', description: 'y', parameters: { tag: 'v1', deep: true } },
    { read: () => ask(`GET /schedule/${made.id}`), as: { 'attribution-actor': undefined } },
  );
};

const definitionsReadBack = async (given: { roundTrip: RoundTrip; ask: Ask; note: Note; project: string; slug: string }): Promise<void> => {
  const { roundTrip, ask, note, project, slug } = given;
  const path = `/projects/${project}/pipeline-definitions`;
  const source = (external_id: string) => ({ provider: 'github_app', repo: { external_id, full_name: `acme/${external_id}` } });
  const sent = (external_id: string) => ({ provider: 'github_app', repo: { external_id } });
  const definition = { name: 'a', description: 'x', config_source: { ...sent('1'), file_path: 'a.yml' }, checkout_source: sent('2') };
  const { id } = await roundTrip('POST /projects/{project_id}/pipeline-definitions', `POST ${path}`, definition, {
    read: (one) => ask(`GET ${path}/${one.id}`),
    as: { config_source: { ...source('1'), file_path: 'a.yml' }, checkout_source: source('2') },
  });
  await roundTrip(
    'PATCH /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}',
    `PATCH ${path}/${id}`,
    { name: 'b', description: 'y', config_source: { ...source('1'), file_path: 'b.yml' }, checkout_source: sent('3') },
    { read: () => ask(`GET ${path}/${id}`), as: { checkout_source: source('3') } },
  );
  const create = 'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers';
  const change = 'PATCH /projects/{project_id}/triggers/{trigger_id}';
  const read = (one: any) => ask(`GET /projects/${project}/triggers/${one.id}`);
  const system = { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor' };
  const scheduled = (cron_expression: string, attribution_actor: unknown) => ({
    provider: 'schedule',
    schedule: { cron_expression, attribution_actor },
  });
  const refs = {
    checkout_ref: 'main',
    config_ref: 'v1',
    event_name: 'a',
    disabled: true,
    parameters: { deep: true, times: 2, color: 'x' },
  };
  const nightly = await roundTrip(
    create,
    `POST ${path}/${id}/triggers`,
    { event_source: scheduled('1 2 * * *', 'system'), ...refs },
    {
      read,
      as: { event_source: scheduled('1 2 * * *', system) },
    },
  );
  await roundTrip(
    change,
    `PATCH /projects/${project}/triggers/${nightly.id}`,
    { ...refs, event_source: scheduled('3 4 * * 5', system), checkout_ref: 'next', config_ref: 'v2', event_name: 'b', disabled: false },
    { read: () => read(nightly) },
  );
  const pushes = { event_source: sent('4'), event_preset: 'only-tags', checkout_ref: 'main', config_ref: 'main' };
  const push = await roundTrip(create, `POST ${path}/${id}/triggers`, pushes, { read, as: { event_source: source('4') } });
  await roundTrip(change, `PATCH /projects/${project}/triggers/${push.id}`, { event_preset: 'all-pushes' }, { read: () => read(push) });
  const started = { branch: 'next', parameters: { deep: true } };
  const pipeline = await ask(`GET /pipeline/${(await ask(`POST /project/${slug}/pipeline`, started)).id}`);
  assert.equal([pipeline.vcs.branch, pipeline.trigger_parameters], ['next', { deep: 'true' }]);
  note('POST /project/{project-slug}/pipeline', started);
  const run = { definition_id: id, checkout: { tag: 'v1' } };
  assert.is((await ask(`GET /pipeline/${(await ask(`POST /project/${slug}/pipeline/run`, run)).id}`)).vcs.tag, 'v1');
  note('POST /project/{provider}/{organization}/{project}/pipeline/run', run);
};

const othersReadBack = async (given: { roundTrip: RoundTrip; ask: Ask; note: Note; org: string; project: string }): Promise<void> => {
  const { roundTrip, ask, note, org, project } = given;
  const organization = { name: 'law-two', vcs_type: 'bitbucket' };
  await roundTrip('POST /organization', 'POST /organization', organization, { read: ({ id }) => ask(`GET /organization/${id}`) });
  for (const [owner, path] of [
    ['/org/{org_id}', `/org/${org}`],
    ['/org/{org_id}/project/{project_id}', `/org/${org}/project/${project}`],
  ] as const)
    await roundTrip(
      `PATCH ${owner}/oidc-custom-claims`,
      `PATCH ${path}/oidc-custom-claims`,
      { audience: ['a', 'b'], ttl: '1h' },
      { read: () => ask(`GET ${path}/oidc-custom-claims`) },
    );
  const runner = '/api/v3/runner';
  await roundTrip(
    `POST ${runner}/resource`,
    `POST /${runner}/resource`,
    { resource_class: 'acme/law', description: 'x' },
    { read: async () => (await ask(`GET /${runner}/resource?resource-class=acme/law`)).items[0] },
  );
  await roundTrip(
    `POST ${runner}/token`,
    `POST /${runner}/token`,
    { resource_class: 'acme/law', nickname: 'n' },
    { read: async () => (await ask(`GET /${runner}/token?resource-class=acme/law`)).items[0] },
  );
  const deployment = { component_name: 'web', environment_name: 'live', version: 'v1', namespace: 'blue' };
  const { component_id: component } = await ask(`POST /projects/${project}/deployments`, deployment);
  const [version] = (await ask(`GET /deploy/components/${component}/versions`)).items;
  const environment = await ask(`GET /deploy/environments/${version.environment_id}`);
  assert.equal(
    [(await ask(`GET /deploy/components/${component}`)).name, environment.name, version.name, version.namespace],
    ['web', 'live', 'v1', 'blue'],
  );
  note('POST /projects/{project_id}/deployments', deployment);
  const policies = `/owner/${org}/context/config`;
  const content = 'package org\npolicy_name["a"]\n';
  await ask(`POST ${policies}/policy-bundle`, { policies: { 'a.rego': content } });
  assert.is((await ask(`GET ${policies}/policy-bundle/a`)).content, content);
  note('POST /owner/{ownerID}/context/{context}/policy-bundle', { policies: {} });
  await roundTrip(
    'PATCH /owner/{ownerID}/context/{context}/decision/settings',
    `PATCH ${policies}/decision/settings`,
    { enabled: true },
    { read: () => ask(`GET ${policies}/decision/settings`) },
  );
  const [, group] = (await ask(`GET /organizations/${org}/groups`)).items;
  for (const [endpoint, place] of [
    ['PUT /organizations/{org_id}/roles/{member_id}', `/organizations/${org}/roles`],
    ['PUT /projects/{project_id}/roles/{member_id}', `/projects/${project}/roles`],
  ] as const)
    await roundTrip(
      endpoint,
      `PUT ${place}/${group.id}`,
      { role: 'viewer' },
      {
        read: async () => (await ask(`GET ${place}`)).items.find(({ id }: any) => id === group.id),
      },
    );
  const window = { start: '2026-04-01T00:00:00.000Z', end: '2026-04-20T00:00:00.000Z' };
  const exports = `/organizations/${org}/usage_export_job`;
  await roundTrip('POST /organizations/{org_id}/usage_export_job', `POST ${exports}`, window, {
    read: ({ usage_export_job_id: id }) => ask(`GET ${exports}/${id}`),
  });
};
