import type { StoredRecord, Transaction } from '../../store/store.ts';
import { attachTaskStage, type NewTaskResult } from '../runs/gates/attach-task-stage.ts';
import type { RunContext } from '../runs/run-context.ts';
import type { RunAttachments, StartingRun } from '../runs/run-listeners.ts';
import type { StageReference } from '../runs/stored-parts.ts';
import { hasGlobalTasks } from './global-tasks.ts';
import { type EnforcementLevel, type StoredRunTask, type StoredWorkspaceTask, type TaskStage, taskStages } from './stored.ts';

type TaskRecord = StoredRecord<StoredRunTask>;

const createResult = ({ id, body }: TaskRecord, workspaceTask: string | null, enforcement: EnforcementLevel): NewTaskResult => ({
  task: { id, name: body.name, url: body.url },
  workspaceTask,
  enforcement,
  agentPool: body.agentPool ?? null,
});

/** The tasks of the workspace at a stage, and those of the organization that run in every workspace and are not among them. */
const listTasksAt = (
  stage: TaskStage,
  tasks: readonly TaskRecord[],
  attached: readonly StoredRecord<StoredWorkspaceTask>[],
  withGlobal: boolean,
): readonly NewTaskResult[] =>
  tasks.flatMap((task) => {
    const own = attached.find(({ body }) => body.task === task.id);
    if (own?.body.stages.includes(stage)) return [createResult(task, own.id, own.body.enforcementLevel)];
    const everywhere = task.body.globalConfiguration;
    const isGlobal = withGlobal && everywhere?.enabled === true && (everywhere.stages ?? []).includes(stage);
    return isGlobal ? [createResult(task, null, everywhere['enforcement-level'] ?? 'advisory')] : [];
  });

const listEnabledTasks = async (tx: Transaction, organization: string): Promise<readonly TaskRecord[]> =>
  (await tx.list<StoredRunTask>({ kind: 'tasks', scope: organization, body: [{ path: 'enabled', is: true }] })).records;

/** The task stages that a run has to pass. One that only plans is never applied. */
export const attachTasks = async (context: RunContext, run: StartingRun, present: readonly StageReference[]): Promise<RunAttachments> => {
  const { tx } = context;
  const tasks = await listEnabledTasks(tx, run.workspace.scope);
  if (tasks.length === 0) return {};
  const attached = (await tx.list<StoredWorkspaceTask>({ kind: 'workspace-tasks', scope: run.workspace.id })).records;
  const withGlobal = await hasGlobalTasks(context, run.workspace.scope);
  const stages: StageReference[] = [];
  for (const stage of taskStages) {
    if (run.body.planOnly && stage.endsWith('_apply')) continue;
    const results = listTasksAt(stage, tasks, attached, withGlobal);
    if (results.length > 0) stages.push(await attachTaskStage(context, run, { stage, results }, present));
  }
  return { stages };
};
