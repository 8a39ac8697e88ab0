import { gzipSync } from 'node:zlib';
import { type AcceptedRequests, createWorkspace, passTime, pathOf, type World } from './accepted-request.ts';
import { document, one } from '../../../documents.ts';

const archive = gzipSync(Buffer.alloc(1024));

const startRun = async ({ ask }: World, workspace: string, attributes: object = {}) =>
  (await ask('POST /runs', document('runs', attributes, { workspace: one('workspaces', workspace) }))).data;

/** A run in a workspace of its own, after so many milliseconds, and its parts. */
const runAfter = async (world: World, name: string, steps: readonly number[], outcome?: object, attributes: object = {}) => {
  const workspace = await createWorkspace(world, name, { 'assessments-enabled': true });
  if (outcome) await world.ask('POST //_local/run-outcome', { workspace: workspace['a workspace'], ...outcome });
  const run = await startRun(world, workspace['a workspace'], attributes);
  await passTime(world, ...steps);
  const { plan, apply, 'task-stages': stages } = (await world.ask(`GET /runs/${run.id}`)).data.relationships;
  return {
    ...workspace,
    'a run': run.id as string,
    'its plan': plan.data.id as string,
    'its apply': (apply.data?.id ?? '') as string,
    'its stage': (stages.data[0]?.id ?? '') as string,
  };
};
const applied = (world: World, name: string, outcome?: object) =>
  runAfter(world, name, [10_000, 10_000, 10_000, 10_000], outcome, { 'auto-apply': true });

/** The same, with the data of a part put away. */
const withoutData = async (world: World, name: string, part: 'plans' | 'applies') => {
  const run = await applied(world, name);
  const id = part === 'plans' ? run['its plan'] : run['its apply'];
  await world.ask(`POST /${part}/${id}/actions/soft-delete-backing-data`);
  return run;
};
/** Where an address leads that a document tells, or to which a response sends. */
const addressIn = async ({ ask }: World, row: string, attribute: string) => ({
  'an address': pathOf((await ask(row)).data.attributes[attribute]),
});
const locationOf = async ({ bench }: World, row: string) => ({
  'an address': pathOf((await bench.request(row)).headers.get('location')!),
});
const configuration = async ({ ask, bench }: World, workspace: string, upload = true) => {
  const made = document('configuration-versions', { 'auto-queue-runs': false });
  const { id, attributes } = (await ask(`POST /workspaces/${workspace}/configuration-versions`, made)).data;
  const address = pathOf(attributes['upload-url']);
  if (upload) await bench.request(`PUT ${address}`, archive, { token: null });
  return { 'a configuration': id as string, 'an address': address };
};
const backing = (part: string, id: string, action: string) => `/${part}/${id}/actions/${action}-backing-data`;

export const runs: AcceptedRequests = {
  'POST /runs/{run_id}/actions/cancel': {
    prepare: (world) => runAfter(world, 'canceled', [250]),
    path: '/runs/<a run>/actions/cancel',
  },
  'POST /runs/{run_id}/actions/force-cancel': {
    prepare: async (world) => {
      const run = await runAfter(world, 'canceled-by-force', [250], { ignoresCancel: true });
      await world.ask(`POST /runs/${run['a run']}/actions/cancel`);
      await world.ask('POST //_local/clock', { move: 60_000 });
      return run;
    },
    path: '/runs/<a run>/actions/force-cancel',
  },
  'POST /runs/{run_id}/actions/force-execute': {
    prepare: async (world) => {
      const first = await runAfter(world, 'executed-by-force', [10_000, 10_000]);
      return { ...first, 'a run': (await startRun(world, first['a workspace'])).id as string };
    },
    path: '/runs/<a run>/actions/force-execute',
  },
  'GET /plans/{plan_id}/json-output/{secret}': {
    prepare: async (world) => locationOf(world, `GET /plans/${(await applied(world, 'with-a-plan'))['its plan']}/json-output`),
    path: '<an address>',
    token: null,
  },
  'GET /plans/{plan_id}/json-schema/{secret}': {
    prepare: async (world) => locationOf(world, `GET /plans/${(await applied(world, 'with-a-schema'))['its plan']}/json-schema`),
    path: '<an address>',
    token: null,
  },
  'GET /plans/{plan_id}/logs/{secret}': {
    prepare: async (world) => addressIn(world, `GET /plans/${(await applied(world, 'planned'))['its plan']}`, 'log-read-url'),
    path: '<an address>',
    token: null,
  },
  'GET /applies/{apply_id}/logs/{secret}': {
    prepare: async (world) => addressIn(world, `GET /applies/${(await applied(world, 'applied'))['its apply']}`, 'log-read-url'),
    path: '<an address>',
    token: null,
  },
  'GET /applies/{apply_id}/errored-state': {
    prepare: (world) => applied(world, 'errored', { apply: { erroredState: { version: 4 } } }),
    path: '/applies/<its apply>/errored-state',
  },
  'GET /applies/{apply_id}/errored-state/{secret}': {
    prepare: async (world) => {
      const run = await applied(world, 'errored-again', { apply: { erroredState: { version: 4 } } });
      return locationOf(world, `GET /applies/${run['its apply']}/errored-state`);
    },
    path: '<an address>',
    token: null,
  },
  'POST /plans/{plan_id}/actions/restore-backing-data': {
    prepare: (world) => withoutData(world, 'without-plan', 'plans'),
    path: backing('plans', '<its plan>', 'restore'),
  },
  'POST /applies/{apply_id}/actions/soft-delete-backing-data': {
    prepare: (world) => applied(world, 'with-apply'),
    path: backing('applies', '<its apply>', 'soft-delete'),
  },
  'POST /applies/{apply_id}/actions/restore-backing-data': {
    prepare: (world) => withoutData(world, 'without-apply', 'applies'),
    path: backing('applies', '<its apply>', 'restore'),
  },
  'POST /applies/{apply_id}/actions/permanently-delete-backing-data': {
    prepare: (world) => withoutData(world, 'without-any-apply', 'applies'),
    path: backing('applies', '<its apply>', 'permanently-delete'),
  },
  'POST /task-stages/{task_stage_id}/actions/override': {
    prepare: (world) =>
      runAfter(world, 'with-a-stage', [10_000, 10_000], {
        taskStages: [{ stage: 'post_plan', evaluations: [{ policySet: 'all', status: 'failed', output: 'no' }] }],
      }),
    path: '/task-stages/<its stage>/actions/override',
  },
  'PUT /configuration-versions/{configuration_version_id}/upload/{secret}': {
    prepare: (world) => configuration(world, world.values['workspace_id']!, false),
    path: '<an address>',
    body: archive,
    token: null,
  },
  'POST /configuration-versions/{configuration_version_id}/actions/archive': {
    prepare: async (world) => {
      const former = await configuration(world, world.values['workspace_id']!);
      await configuration(world, world.values['workspace_id']!);
      return former;
    },
    path: '/configuration-versions/<a configuration>/actions/archive',
  },
  'POST /configuration-versions/{configuration_version_id}/actions/restore_backing_data': {
    prepare: async (world) => {
      const former = await configuration(world, world.values['workspace_id']!);
      await configuration(world, world.values['workspace_id']!);
      await world.ask(`POST /configuration-versions/${former['a configuration']}/actions/soft_delete_backing_data`);
      return former;
    },
    path: '/configuration-versions/<a configuration>/actions/restore_backing_data',
  },
  'GET /runs/{run_id}/configuration-version/download': {
    prepare: async (world) => {
      const workspace = await createWorkspace(world, 'with-a-configuration');
      await configuration(world, workspace['a workspace']);
      return { 'a run': (await startRun(world, workspace['a workspace'])).id as string };
    },
    path: '/runs/<a run>/configuration-version/download',
  },
  'POST /workspaces/{workspace_id}/actions/assess': {
    prepare: (world) => applied(world, 'assessed-now'),
    path: '/workspaces/<a workspace>/actions/assess',
  },
};
