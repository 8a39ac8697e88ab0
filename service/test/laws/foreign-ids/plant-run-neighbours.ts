import type { SlotValues } from './request-slots.ts';
import { document, one } from '../../documents.ts';

const state = Buffer.from('{"version":4,"serial":1,"lineage":"l","outputs":{},"resources":[]}').toString('base64');

/** The result of an assessment, and the assessment. */
const plantAssessment = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  label: string,
): Promise<SlotValues> => {
  const { id } = (
    await ask(
      `POST /organizations/${organization}/workspaces`,
      document('workspaces', { name: `${label}-assessed`, 'assessments-enabled': true }),
    )
  ).data;
  await ask(`POST /workspaces/${id}/actions/lock`);
  await ask(`POST /workspaces/${id}/state-versions`, document('state-versions', { serial: 1, state }));
  await ask(`POST /workspaces/${id}/actions/assess`);
  // The clock goes back afterwards: other things are planted by it.
  const { now } = await ask('GET //_local/clock');
  for (let step = 0; step < 2; step++) {
    await ask('POST //_local/clock', { move: 10_000 });
    await ask('POST //_local/move');
  }
  await ask('POST //_local/clock', { stand: now });
  const { relationships, id: result } = (await ask(`GET /workspaces/${id}/current-assessment-result`)).data;
  return { assessment_result_id: result, assessment_id: relationships.source.data.id };
};

/** What stands around the runs of a workspace: a notification configuration, a run task, its place in the workspace, a run trigger. */
export const plantRunNeighbours = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  workspace: string,
  /** The self-hosted edition has no assessments. */
  hasAssessments: boolean,
  label = organization,
): Promise<SlotValues> => {
  const destination = { name: `${label}-horn`, 'destination-type': 'generic', url: 'http://127.0.0.1:9/in' };
  const configuration = await ask(
    `POST /workspaces/${workspace}/notification-configurations`,
    document('notification-configurations', destination),
  );
  const task = await ask(
    `POST /organizations/${organization}/tasks`,
    document('tasks', { name: `${label}-scan`, url: 'http://127.0.0.1:9/in' }),
  );
  const workspaceTask = await ask(
    `POST /workspaces/${workspace}/tasks`,
    document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', task.data.id) }),
  );
  const source = await ask(`POST /organizations/${organization}/workspaces`, document('workspaces', { name: `${label}-source` }));
  const trigger = await ask(
    `POST /workspaces/${workspace}/run-triggers`,
    document('run-triggers', {}, { sourceable: one('workspaces', source.data.id) }),
  );
  return {
    ...(hasAssessments
      ? await plantAssessment(ask, organization, label)
      : { assessment_result_id: 'asmtres-none', assessment_id: 'asmt-none' }),
    notification_configuration_id: configuration.data.id,
    run_task_id: task.data.id,
    workspace_task_id: workspaceTask.data.id,
    run_trigger_id: trigger.data.id,
  };
};
