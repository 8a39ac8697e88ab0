import type { SlotValues } from './request-slots.ts';

const document = (type: string, attributes: object, relationships: object = {}) => ({ data: { type, attributes, relationships } });
const one = (type: string, id: string) => ({ data: { type, id } });

/** What stands around the runs of a workspace: a notification configuration, a run task, its place in the workspace, a run trigger. */
export const plantRunNeighbours = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  workspace: string,
): Promise<SlotValues> => {
  const destination = { name: 'horn', 'destination-type': 'generic', url: 'http://127.0.0.1:9/in' };
  const configuration = await ask(
    `POST /workspaces/${workspace}/notification-configurations`,
    document('notification-configurations', destination),
  );
  const task = await ask(`POST /organizations/${organization}/tasks`, document('tasks', { name: 'scan', url: 'http://127.0.0.1:9/in' }));
  const workspaceTask = await ask(
    `POST /workspaces/${workspace}/tasks`,
    document('workspace-tasks', { 'enforcement-level': 'advisory' }, { task: one('tasks', task.data.id) }),
  );
  const source = await ask(`POST /organizations/${organization}/workspaces`, document('workspaces', { name: `${organization}-source` }));
  const trigger = await ask(
    `POST /workspaces/${workspace}/run-triggers`,
    document('run-triggers', {}, { sourceable: one('workspaces', source.data.id) }),
  );
  return {
    notification_configuration_id: configuration.data.id,
    run_task_id: task.data.id,
    workspace_task_id: workspaceTask.data.id,
    run_trigger_id: trigger.data.id,
  };
};
