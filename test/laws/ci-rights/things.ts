import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { newId } from '../../../service/src/store/new-id.ts';
import { done, type RightsWorld } from './world.ts';

let made = 0;
const nextName = (): string => `n${(made += 1)}`;

const makeContext = async (here: RightsWorld, group?: string): Promise<any> => {
  const id = await here.context(nextName());
  await done(here, `PUT /context/${id}/environment-variable/TOKEN`, { value: 'v' });
  if (group === undefined) return { id };
  const body = { restriction_type: 'group', restriction_value: here.uuids[group] };
  return { id, restriction: (await done(here, `POST /context/${id}/restrictions`, body)).id };
};

/** A pipeline whose workflow waits for an approval. */
export const holdPipeline = async (here: RightsWorld, token = 'owner-token'): Promise<any> => {
  const pipeline = (await done(here, 'POST /project/gh/acme/web/pipeline', { branch: 'main' }, token)).id as string;
  await here.wait(2000);
  const workflow = (await done(here, `GET /pipeline/${pipeline}/workflow`)).items[0].id as string;
  const jobs = (await done(here, `GET /workflow/${workflow}/job`)).items as { readonly name: string; readonly id: string }[];
  return { pipeline, workflow, approval: jobs.find(({ name }) => name === 'hold')!.id };
};
const endPipeline = async (here: RightsWorld): Promise<any> => {
  const { workflow } = await holdPipeline(here);
  await done(here, `POST /workflow/${workflow}/cancel`);
  const jobs = (await done(here, `GET /workflow/${workflow}/job`)).items;
  const test = jobs.find(({ name }: any) => name === 'test');
  return { workflow, job: test.id, number: test.job_number };
};
const queueJob = async (here: RightsWorld): Promise<any> => {
  const pipeline = (await done(here, 'POST /project/gh/acme/web/pipeline', { branch: 'main' })).id as string;
  await here.wait(250);
  const workflow = (await done(here, `GET /pipeline/${pipeline}/workflow`)).items[0].id as string;
  return (await done(here, `GET /workflow/${workflow}/job`)).items.find(({ name }: any) => name === 'test');
};

const makeSchedule = async (here: RightsWorld, actor: 'current' | 'system'): Promise<string> =>
  (
    await done(here, 'POST /project/gh/acme/web/schedule', {
      name: nextName(),
      timetable: { 'per-hour': 1, 'hours-of-day': [13], 'days-of-week': ['FRI'] },
      'attribution-actor': actor,
      parameters: { branch: 'main' },
    })
  ).id;

const deployed = { component_name: 'shop', environment_name: 'production' };
const makeRollback = async (here: RightsWorld): Promise<object> => {
  const { number } = await endPipeline(here);
  for (const version of ['1.0', '2.0'])
    await done(here, `POST /projects/${here.projectId}/deployments`, { ...deployed, version, job_number: number });
  return { ...deployed, current_version: '2.0', target_version: '1.0', reason: 'errors' };
};

const webhook = (here: RightsWorld): object => ({
  name: 'hook',
  url: 'https://hooks.example.com/one',
  events: ['job-completed'],
  'verify-tls': true,
  'signing-secret': 'secret-of-the-hook',
  scope: { id: here.projectId, type: 'project' },
});
const makeTrigger = async (here: RightsWorld): Promise<string> =>
  (
    await done(here, `POST /projects/${here.projectId}/pipeline-definitions/${here.definitionId}/triggers`, {
      event_source: { provider: 'codehost_app', repo: { external_id: '41' } },
      event_preset: 'all-pushes',
    })
  ).id;
const makeClass = async (here: RightsWorld, name: string): Promise<string> =>
  (await done(here, 'POST //api/v3/runner/resource', { resource_class: `acme/${name}` })).id;
const findClass = async (here: RightsWorld): Promise<void> => {
  const { items } = await done(here, `GET //api/v3/runner/resource?org-id=${here.org}`);
  if (!items.some((one: any) => one.resource_class === 'acme/linux')) await makeClass(here, 'linux');
};

/** A component that is deployed, and its environment. */
const makeDeployed = async (here: RightsWorld): Promise<{ readonly component: string; readonly environment: string }> => {
  await done(here, `POST /projects/${here.projectId}/deployments`, { ...deployed, version: nextName() });
  const query = `org-id=${here.org}&page-size=10`;
  const [environment] = (await done(here, `GET /deploy/environments?${query}`)).items;
  const [component] = (await done(here, `GET /deploy/components?${query}`)).items;
  return { component: component.id, environment: environment.id };
};
const makeOrb = async (here: RightsWorld): Promise<string> => {
  const references = { namespace: { id: here.org } };
  return (await done(here, 'POST //api/v3/orb/packages', { data: { attributes: { name: nextName(), is_private: true }, references } })).data
    .id;
};
const makeOrbVersion = async (here: RightsWorld): Promise<string> => {
  const attributes = { orb_id: await makeOrb(here), yaml: 'version: 2.1\n', version: 'dev:first' };
  return (await done(here, 'POST //api/v3/orb/versions', { data: { attributes } })).data.id;
};
const makeDecision = async (here: RightsWorld): Promise<string> => {
  const path = `/owner/${here.org}/context/config/decision`;
  await done(here, `POST ${path}`, { input: 'version: 2.1\n' });
  return (await done(here, `GET ${path}`))[0].id;
};
const makePolicy = async (here: RightsWorld): Promise<string> => {
  const policies = { 'a.rego': 'package org\npolicy_name["a"]\n' };
  await done(here, `POST /owner/${here.org}/context/config/policy-bundle`, { policies });
  return 'a';
};
/** A job with the output of a step and an artifact, as a runner leaves it. */
const makeExecuted = async (here: RightsWorld): Promise<string> => {
  const { job: scope } = await endPipeline(here);
  const folder = temporaryFolder();
  for (const file of ['log', 'a.txt']) writeFileSync(join(folder, file), 'first step');
  const [startedAt, stoppedAt] = ['2026-05-01T12:00:00.000Z', '2026-05-01T12:00:01.000Z'];
  const steps = [{ name: 's', status: 'success', startedAt, stoppedAt, from: 0, to: 10 }];
  const node = { status: 'success', file: join(folder, 'log'), steps };
  const artifact = { path: 'a.txt', node: 0, file: join(folder, 'a.txt') };
  await here.store.write(async (tx) => {
    await tx.insert({ id: newId('uuid'), kind: 'ci-job-nodes', scope, key: '0', name: '0', body: node });
    await tx.insert({ id: newId('uuid'), kind: 'ci-artifacts', scope, key: '0/a.txt', name: 'a.txt', body: artifact });
  });
  return scope;
};

/** What a request may name: made anew by the owner for each request that writes, so that none finds what another has changed. */
export const things: { readonly [name: string]: (here: RightsWorld) => Promise<unknown> } = {
  new: async () => nextName(),
  org: async ({ org }) => org,
  group: async ({ uuids }) => uuids['everyones'],
  user: async ({ uuids }) => uuids['vera'],
  project: async ({ projectId }) => projectId,
  component: async (here) => (await makeDeployed(here)).component,
  environment: async (here) => (await makeDeployed(here)).environment,
  orb: makeOrb,
  'orb-version': makeOrbVersion,
  category: async (here) => (await done(here, 'GET //api/v3/orb/categories')).data[0].id,
  policy: makePolicy,
  decision: makeDecision,
  executed: makeExecuted,
  definition: (here) => here.definition(here.projectId, '41', '41'),
  context: async (here) => (await makeContext(here)).id,
  'group-context': async (here) => (await makeContext(here, 'ops')).id,
  'foreign-context': async (here) => (await makeContext(here, 'others')).id,
  'closed-context': async (here) => {
    const { id } = await makeContext(here);
    const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
    if ((await here.ci(`DELETE /context/${id}/restrictions/${here.org}`, undefined, hosted)).status !== 200) throw new Error('not closed');
    return id;
  },
  'runner-token': async (here) => {
    await findClass(here);
    return (await done(here, 'POST //api/v3/runner/token', { resource_class: 'acme/linux', nickname: nextName() })).id;
  },
  'resource-class': (here) => makeClass(here, nextName()),
  'class-name': async (here) => {
    const name = nextName();
    await makeClass(here, name);
    return name;
  },
  'usage-export': async (here) =>
    (
      await done(here, `POST /organizations/${here.org}/usage_export_job`, {
        start: '2026-04-20T00:00:00Z',
        end: '2026-04-21T00:00:00Z',
      })
    ).usage_export_job_id,
  webhook: async (here) => (await done(here, 'POST /webhook', webhook(here))).id,
  'new-webhook': async (here) => webhook(here),
  trigger: makeTrigger,
  schedule: (here) => makeSchedule(here, 'system'),
  'foreign-schedule': (here) => makeSchedule(here, 'current'),
  'checkout-key': async (here) => (await done(here, 'POST /project/gh/acme/web/checkout-key', { type: 'deploy-key' })).fingerprint,
  rollback: makeRollback,
  pipeline: async (here) => (await holdPipeline(here)).pipeline,
  workflow: async (here) => (await holdPipeline(here)).workflow,
  ended: async (here) => (await endPipeline(here)).workflow,
  'ended-number': async (here) => String((await endPipeline(here)).number),
  job: async (here) => (await queueJob(here)).id,
  'job-number': async (here) => String((await queueJob(here)).job_number),
  linux: findClass,
};

/** Things that come together: the approval of the same workflow, the job of the same run, the restriction of the same context. */
const pairs: { readonly [names: string]: (here: RightsWorld) => Promise<{ readonly [name: string]: string }> } = {
  approval: async (here) => {
    const { workflow, approval } = await holdPipeline(here);
    return { workflow, approval };
  },
  'ended-job': async (here) => {
    const { workflow, job } = await endPipeline(here);
    return { ended: workflow, 'ended-job': job };
  },
  restriction: async (here) => {
    const { id, restriction } = await makeContext(here, 'ops');
    return { 'group-context': id, restriction };
  },
};

/** What requests that read are given: made once for each world. */
const kept = new WeakMap<RightsWorld, Map<string, unknown>>();
const makeThing = async (here: RightsWorld, name: string, isRead: boolean): Promise<unknown> => {
  if (!isRead) return things[name]!(here);
  const made = kept.get(here) ?? new Map<string, unknown>();
  kept.set(here, made);
  if (!made.has(name)) made.set(name, await things[name]!(here));
  return made.get(name);
};

/** The request with what it names. */
export const fillRequest = async (
  here: RightsWorld,
  [row, body]: readonly [string, unknown?],
): Promise<readonly [row: string, body?: unknown]> => {
  const text = JSON.stringify([row, ...(body === undefined ? [] : [body])]);
  if (text.includes('acme/linux')) await findClass(here);
  const names = [...new Set([...text.matchAll(/<([a-z-]+)>/g)].map((match) => match[1]!))];
  const values = new Map<string, unknown>();
  for (const name of names) for (const [one, value] of Object.entries((await pairs[name]?.(here)) ?? {})) values.set(one, value);
  for (const name of names) if (!values.has(name)) values.set(name, await makeThing(here, name, row.startsWith('GET ')));
  const filled = text.replaceAll(/"<([a-z-]+)>"|<([a-z-]+)>/g, (_, whole: string | undefined, part: string | undefined) =>
    whole === undefined ? encodeURIComponent(String(values.get(part!))) : JSON.stringify(values.get(whole)),
  );
  return JSON.parse(filled) as readonly [string, unknown?];
};
