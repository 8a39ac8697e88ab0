import { newId } from '../../../src/store/new-id.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { times } from '../lists/ci-fixture-parts.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import type { SlotValues } from './request-slots.ts';

const configuration = `version: 2.1
jobs: { a: { docker: [{ image: x }], steps: [checkout] } }
workflows: { w: { jobs: [a, { hold: { type: approval, requires: [a] } }] } }
`;
const repository = { provider: 'codehost_app', repo: { external_id: '1' } };
const policy = 'package org\npolicy_name["a"]\nenable_rule["r"]\nr["too old"] { input.version < 3 }\n';

type Ask = (row: string, body?: unknown) => Promise<any>;

/** A pipeline with a finished job and a pending approval, of a project of this slug. */
const plantPipeline = async (bench: PipelineTest, ask: Ask, slug: string): Promise<SlotValues> => {
  const pipeline = await ask(`POST /project/${slug}/pipeline`);
  for (let turn = 0; turn < 6; turn++) await bench.wait(100);
  const {
    items: [workflow],
  } = await ask(`GET /pipeline/${pipeline.id}/workflow`);
  const jobs = (await ask(`GET /workflow/${workflow.id}/job`)).items;
  const [job, approval] = [jobs.find((one: any) => one.type === 'build'), jobs.find((one: any) => one.type === 'approval')];
  return {
    'pipeline-id': pipeline.id,
    'id of workflow': workflow.id,
    approval_request_id: approval.approval_request_id,
    'job-id': job.id,
  };
};

/** What has no endpoint that creates it. */
const plantDeployments = async ({ store }: PipelineTest, organization: string, project: string): Promise<SlotValues> => {
  const [environment, component] = [newId('uuid'), newId('uuid')];
  const insert = (kind: string, id: string, scope: string, body: object) =>
    store.write((tx) => tx.insert({ id, kind, scope, key: id, name: 'n', body }));
  await insert('ci-environments', environment, organization, { name: 'n', description: '', labels: [], ...times });
  await insert('ci-components', component, organization, { name: 'n', project, labels: [], ...times });
  return { environment_id: environment, component_id: component };
};

const plantProject = async (bench: PipelineTest, ask: Ask, organization: string): Promise<SlotValues> => {
  const project = await ask(`POST /organization/${encodeURIComponent(`gh/${organization}`)}/project`, { name: `${organization}-web` });
  await bench.store.write((tx) =>
    tx.insert({ id: newId('text'), kind: 'ci-configurations', scope: project.id, key: 'config', name: '', body: { text: configuration } }),
  );
  const slug = `gh/${organization}/${organization}-web`;
  const definitions = `/projects/${project.id}/pipeline-definitions`;
  const source = { ...repository, file_path: 'c.yml' };
  const definition = await ask(`POST ${definitions}`, { name: 'build', config_source: source, checkout_source: repository });
  const trigger = await ask(`POST ${definitions}/${definition.id}/triggers`, {
    event_name: 'hook',
    event_source: { provider: 'webhook', webhook: { sender: 's' } },
    checkout_ref: 'main',
    config_ref: 'main',
  });
  await ask(`POST /project/${slug}/envvar`, { name: `KEY_${organization}`, value: 'v' });
  const webhook = await ask('POST /webhook', {
    name: 'told',
    url: 'https://a.example/x',
    events: ['workflow-completed'],
    'verify-tls': true,
    'signing-secret': 's',
    scope: { id: project.id, type: 'project' },
  });
  const schedule = await ask(`POST /project/${slug}/schedule`, {
    name: 'nightly',
    'attribution-actor': 'current',
    parameters: { branch: 'main' },
    timetable: { 'per-hour': 1, 'hours-of-day': [1], 'days-of-week': ['MON'] },
  });
  return {
    ...(await plantPipeline(bench, ask, slug)),
    'ci project_id': project.id,
    'ci project': `${organization}-web`,
    pipeline_definition_id: definition.id,
    trigger_id: trigger.id,
    'id of hooks': trigger.id,
    'name of envvar': `KEY_${organization}`,
    fingerprint: (await ask(`POST /project/${slug}/checkout-key`, { type: 'deploy-key' })).fingerprint,
    'webhook-id': webhook.id,
    'schedule-id': schedule.id,
  };
};

/** A private orb with a development version. */
const plantOrb = async (ask: Ask, organization: string, id: string): Promise<SlotValues> => {
  const [name, references] = [`${organization}-orb`, { namespace: { id } }];
  const orb = await ask('POST //api/v3/orb/packages', { data: { attributes: { name, is_private: true }, references } });
  const attributes = { orb_id: orb.data.id, yaml: 'version: 2.1', version: 'dev:one' };
  const version = await ask('POST //api/v3/orb/versions', { data: { attributes } });
  return { orb_id: orb.data.id, orb_version_id: version.data.id, 'orb name': name };
};

/** One of everything that the CI service can have, in the organization; the ids. */
export const plantCi = async (bench: PipelineTest, organization: string, token: string): Promise<SlotValues> => {
  const ask: Ask = (row, body) => requireSuccess(bench.ci(row, body, { token }));
  const id = (await bench.store.read((view) => view.getByKey('ci-organizations', '', organization)))!.id;
  const project = await plantProject(bench, ask, organization);
  const context = (await ask('POST /context', { name: 'keys', owner: { id } })).id;
  await ask(`PUT /context/${context}/environment-variable/A_${organization}`, { value: 'v' });
  const restriction = { restriction_type: 'expression', restriction_value: 'pipeline.git.branch == "main"' };
  const resourceClass = await ask('POST //api/v3/runner/resource', { resource_class: `${organization}/linux`, description: '' });
  const runnerToken = await ask('POST //api/v3/runner/token', { resource_class: `${organization}/linux`, nickname: 'one' });
  await ask(`POST /owner/${id}/context/config/policy-bundle`, { policies: { [`${organization}.rego`]: policy } });
  await ask(`POST /owner/${id}/context/config/decision`, { input: 'version: 2.1', metadata: {} });
  const usageExport = await ask(`POST /organizations/${id}/usage_export_job`, {
    start: '2026-04-01T00:00:00Z',
    end: '2026-05-01T00:00:00Z',
    shared_org_ids: [],
  });
  return {
    ...project,
    ...(await plantDeployments(bench, id, project['ci project_id']!)),
    ...(await plantOrb(ask, organization, id)),
    'ci organization': organization,
    'ci namespace': organization,
    org_id: id,
    ownerID: id,
    'id of user': (await ask('GET /me')).id,
    member_id: (await ask('GET /me')).id,
    'context-id': context,
    context_id: context,
    'env-var-name': `A_${organization}`,
    restriction_id: (await ask(`POST /context/${context}/restrictions`, restriction)).id,
    'resource-class-id': resourceClass.id,
    'token-id': runnerToken.id,
    policyName: organization,
    decisionID: (await ask(`GET /owner/${id}/context/config/decision`))[0].id,
    usage_export_job_id: usageExport.usage_export_job_id,
  };
};
