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

/** What a request may name: made anew by the owner for each request, so that none finds what another has changed. */
export const things: { readonly [name: string]: (here: RightsWorld) => Promise<unknown> } = {
  new: async () => nextName(),
  org: async ({ org }) => org,
  group: async ({ uuids }) => uuids['everyones'],
  project: async ({ projectId }) => projectId,
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
  for (const name of names) if (!values.has(name)) values.set(name, await things[name]!(here));
  const filled = text.replaceAll(/"<([a-z-]+)>"|<([a-z-]+)>/g, (_, whole: string | undefined, part: string | undefined) =>
    whole === undefined ? encodeURIComponent(String(values.get(part!))) : JSON.stringify(values.get(whole)),
  );
  return JSON.parse(filled) as readonly [string, unknown?];
};
