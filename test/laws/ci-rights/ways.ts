import type { TestResponse } from '../../../service/test/support.ts';
import { sign } from '../../../service/test/ci/code-host-events/support.ts';
import { startScheduledPipelines } from '../../../service/src/ci/schedules/start-scheduled-pipelines.ts';
import { defaultSettings } from '../../../service/src/http/settings.ts';
import { done, type RightsWorld, startRightsWorld } from './world.ts';

/** `direct` runs at once with the context, `ship` when somebody has approved. */
const configuration = `version: 2.1
jobs:
  direct: { docker: [{ image: node }], steps: [checkout] }
  ship: { docker: [{ image: node }], steps: [checkout] }
workflows:
  now: { jobs: [direct: { context: keys }] }
  held: { jobs: [hold: { type: approval }, ship: { requires: [hold], context: keys }] }
`;

/** What somebody gets to by a way: nothing changes; jobs run, without the context of the group `ops`; they run with it. */
export type Effect = 'nothing' | 'without' | 'with';

export interface WaysWorld extends RightsWorld {
  /** Path of a webhook trigger, with its secret. */
  readonly address: string;
}
/** The context `keys` is for the group `ops`: mia, vip (a viewer), pam (a project admin). */
export const startWaysWorld = async (): Promise<WaysWorld> => {
  const here = await startRightsWorld(configuration);
  const context = await here.context('keys');
  await done(here, `POST /context/${context}/restrictions`, { restriction_type: 'group', restriction_value: here.uuids['ops'] });
  const triggers = `POST /projects/${here.projectId}/pipeline-definitions/${here.definitionId}/triggers`;
  const source = { provider: 'codehost_app', repo: { external_id: '41' } };
  await done(here, triggers, { event_source: source, event_preset: 'all-pushes' });
  const hook = {
    event_source: { provider: 'webhook', webhook: { sender: 'bell' } },
    checkout_ref: 'main',
    config_ref: 'main',
    event_name: 'bell',
  };
  const { url } = (await done(here, triggers, hook)).event_source.webhook;
  return { ...here, address: url.slice(url.indexOf('/hooks/')) };
};

interface RunJob {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly job_number: number | null;
}
export const listJobs = async (here: RightsWorld, workflow: string): Promise<readonly RunJob[]> =>
  (await done(here, `GET /workflow/${workflow}/job`)).items;
export const findJob = async (here: RightsWorld, workflow: string, name: string): Promise<RunJob> =>
  (await listJobs(here, workflow)).find((job) => job.name === name)!;

const effects: { readonly [status: string]: Effect } = { success: 'with', unauthorized: 'without', blocked: 'nothing' };
export const readEffect = async (here: RightsWorld, workflow: string, job: string): Promise<Effect> => {
  await here.wait(2000);
  const { status } = await findJob(here, workflow, job);
  const effect = effects[status];
  if (effect === undefined) throw new Error(`the job ${job} is ${status}`);
  return effect;
};

/** IDs of the workflows of a pipeline by name. */
const listWorkflows = async (here: RightsWorld, pipeline: string): Promise<{ readonly [name: string]: string }> =>
  Object.fromEntries((await done(here, `GET /pipeline/${pipeline}/workflow`)).items.map(({ id, name }: any) => [name, id]));
export const startAs = async (here: RightsWorld, token: string): Promise<{ readonly [name: string]: string }> => {
  const { id } = await done(here, 'POST /project/gh/acme/web/pipeline', { branch: 'main' }, token);
  await here.wait(2000);
  return listWorkflows(here, id);
};

const countPipelines = (here: RightsWorld): Promise<number> => here.store.read((view) => view.count({ kind: 'ci-pipelines' }));
/** What a request leads to that may start a pipeline. */
const effectOfStart = async (here: RightsWorld, ask: () => Promise<unknown>): Promise<Effect> => {
  const before = await countPipelines(here);
  await ask();
  await here.wait(2000);
  if ((await countPipelines(here)) === before) return 'nothing';
  const [last] = (await done(here, 'GET /project/gh/acme/web/pipeline')).items;
  return readEffect(here, (await listWorkflows(here, last.id))['now']!, 'direct');
};

/** What a rerun leads to: of the job `direct` in the new workflow. */
const effectOfRerun = async (here: RightsWorld, answer: TestResponse): Promise<Effect> => {
  if (answer.status >= 300) return 'nothing';
  const workflow = answer.body.workflow_id ?? answer.body.data?.id ?? answer.body.workflows.workflow_id;
  return readEffect(here, workflow, 'direct');
};

const asks =
  (row: string, body?: (here: WaysWorld) => object): Way =>
  (here, token) =>
    effectOfStart(here, () => here.ci(row.replace('<org>', here.org), body?.(here), { token }));
const approves =
  (starter: string): Way =>
  async (here, token) => {
    const { held } = await startAs(here, starter);
    await here.ci(`POST /workflow/${held}/approve/${(await findJob(here, held!, 'hold')).id}`, undefined, { token });
    return readEffect(here, held!, 'ship');
  };
const reruns =
  (starter: string, request: (workflow: string, job: RunJob) => readonly [string, object?]): Way =>
  async (here, token) => {
    const { now } = await startAs(here, starter);
    await here.wait(2000);
    const [row, body] = request(now!, await findJob(here, now!, 'direct'));
    return effectOfRerun(here, await here.ci(row, body, { token }));
  };

const timetable = { 'per-hour': 1, 'hours-of-day': [13], 'days-of-week': ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] };
let schedules = 0;
const runSchedules = async (here: RightsWorld): Promise<void> => {
  const day = here.clock.now().getTime() + 86_400_000;
  await here.wait(new Date(new Date(day).setUTCHours(13, 0, 0, 0)).getTime() - here.clock.now().getTime());
  await startScheduledPipelines(here.store, here.clock, defaultSettings);
};
const schedulesAs =
  (actor: 'current' | 'system'): Way =>
  (here, token) =>
    effectOfStart(here, async () => {
      const body = { name: `s${(schedules += 1)}`, timetable, 'attribution-actor': actor, parameters: { branch: 'main' } };
      const made = await here.ci('POST /project/gh/acme/web/schedule', body, { token });
      await runSchedules(here);
      if (made.status < 300) await done(here, `DELETE /schedule/${made.body.id}`);
    });
/** Changes a schedule that an owner has made in their own name, who may use everything: does it run as it was changed? */
const changesSchedule: Way = async (here, token) => {
  const body = { name: `s${(schedules += 1)}`, timetable, parameters: { branch: 'main' }, 'attribution-actor': 'current' };
  const { id } = await done(here, 'POST /project/gh/acme/web/schedule', body);
  await here.ci(`PATCH /schedule/${id}`, { parameters: { branch: 'other' } }, { token });
  await runSchedules(here);
  await here.wait(2000);
  await done(here, `DELETE /schedule/${id}`);
  const [last] = (await done(here, 'GET /project/gh/acme/web/pipeline')).items;
  return last.vcs.branch === 'other' ? readEffect(here, (await listWorkflows(here, last.id))['now']!, 'direct') : 'nothing';
};

const event = { event: 'branch-updated', repository: '41', branch: 'main' };
/** The event of the code host, signed: nobody's token counts. */
const pushes: Way = (here) =>
  effectOfStart(here, async () => {
    const { secret } = await done(here, `POST /organizations/${here.org}/code-host-secret`);
    const bytes = Buffer.from(JSON.stringify(event));
    const headers = {
      'content-type': 'application/json',
      'x-slipway-event': 'push',
      'x-hub-signature-256': sign(secret, bytes.toString()),
    };
    await here.request('POST //hooks/code-host/acme', bytes, { token: null, headers });
  });

const deployed = { component_name: 'shop', environment_name: 'production' };
const rollsBack: Way = async (here, token) => {
  const { now } = await startAs(here, 'mia-token');
  const { job_number: number } = await findJob(here, now!, 'direct');
  for (const version of ['1.0', '2.0'])
    await done(here, `POST /projects/${here.projectId}/deployments`, { ...deployed, version, job_number: number });
  const body = { ...deployed, current_version: '2.0', target_version: '1.0' };
  return effectOfStart(here, () => here.ci(`POST /projects/${here.projectId}/rollback`, body, { token }));
};

export type Way = (here: WaysWorld, token: string) => Promise<Effect>;
export const ways: { readonly [way: string]: Way } = {
  'starts a pipeline': asks('POST /project/gh/acme/web/pipeline', () => ({ branch: 'main' })),
  'starts a pipeline of a definition': asks('POST /project/gh/acme/web/pipeline/run', ({ definitionId }) => ({
    definition_id: definitionId,
    config: { branch: 'main' },
    checkout: { branch: 'main' },
  })),
  'starts a build (v1.1)': asks('POST //api/v1.1/project/github/acme/web/build', () => ({ branch: 'main' })),
  'approves what mia, of the group, started': approves('mia-token'),
  'approves what noa, outside of it, started': approves('noa-token'),
  'runs again what mia started': reruns('mia-token', (workflow) => [`POST /workflow/${workflow}/rerun`]),
  'runs again what noa started, from failed': reruns('noa-token', (workflow) => [
    `POST /workflow/${workflow}/rerun`,
    { from_failed: true },
  ]),
  'runs again a single job of what mia started': reruns('mia-token', (workflow, { id }) => [
    `POST /workflow/${workflow}/rerun`,
    { jobs: [id] },
  ]),
  'runs again what mia started (v3)': reruns('mia-token', (workflow) => [`POST //api/v3/workflows/${workflow}/rerun`, {}]),
  'retries what mia started (v1.1)': reruns('mia-token', (_, { job_number: number }) => [
    `POST //api/v1.1/project/github/acme/web/${number}/retry`,
  ]),
  'schedules in the own name': schedulesAs('current'),
  'schedules in the name of the system': schedulesAs('system'),
  "changes an owner's schedule": changesSchedule,
  'sends an event with a token': asks(`POST /organizations/<org>/code-host-events`, () => event),
  'sends a signed event of the code host': pushes,
  'calls the address of a webhook trigger': (here) =>
    effectOfStart(here, () => here.request(`POST /${here.address}`, Buffer.from('{}'), { token: null })),
  'rolls back to what mia deployed': rollsBack,
};
