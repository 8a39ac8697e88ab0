import { type DeliveryQueue, enqueueDelivery, sendDueDeliveries } from '../../delivery/delivery-queue.ts';
import type { WebhookRequest } from '../../delivery/post-webhook.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { dueWorkOfLinks, taskOfDueWork } from '../../pipeline/due-work.ts';
import { newId } from '../../store/new-id.ts';
import type { Store, StoredRecord, Transaction } from '../../store/store.ts';
import { buildRunPath, buildWorkspacePath } from '../pages/paths.ts';
import { reportTaskResult } from '../runs/gates/attach-task-stage.ts';
import type { StoredTaskResult, StoredTaskStage } from '../runs/gates/stored.ts';
import type { RunConditions, RunContext } from '../runs/run-context.ts';
import { toPlanId } from '../runs/run-ids.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredRunTask } from './stored.ts';
import { awaitedResultsLink, issueTaskToken, reportTimeout, revokeTaskTokens, type TaskCall, taskCallQueue } from './task-calls.ts';
import { buildTaskRequest, type TaskPayload } from './task-request.ts';

/** A run waits for its tasks: after these, in milliseconds, a task is unreachable. */
const retryDelays = [1_000, 5_000, 15_000];

/** Queues the calls of the tasks of the stages that a run has just begun. */
export const queueTaskCalls = async ({ tx, clock }: RunContext, run: StoredRecord<StoredRun>): Promise<void> => {
  const begun = (run.body.stages ?? []).filter(({ stage, status }) => run.body.status === `${stage}_running` && status === 'pending');
  for (const { id } of begun) {
    const stage = await tx.get<StoredTaskStage>('task-stages', id);
    const results = await tx.getMany<StoredTaskResult>('task-results', stage?.body.results ?? []);
    for (const { id: result, scope, body } of results) {
      // The results of a scripted stage are no task's.
      if (body.status !== 'pending' || !(await tx.get('tasks', body.task.id)) || (await tx.getByKey('task-calls', scope, result))) continue;
      const call: TaskCall = { result, state: 'waiting', attempts: 0, dueAt: clock.now().toISOString(), answer: null };
      await enqueueDelivery<TaskCall>(tx, taskCallQueue, { id: newId('tc'), kind: 'task-calls', scope, key: result, name: '', body: call });
    }
  }
};

interface CallSubject {
  readonly result: StoredRecord<StoredTaskResult>;
  readonly run: StoredRecord<StoredRun>;
  readonly workspace: StoredRecord<StoredWorkspace>;
}

const renderPayload = ({ result, run, workspace }: CallSubject, token: string, origin: string): TaskPayload => {
  const { body } = run;
  const { name } = workspace.body;
  return {
    payload_version: 1,
    access_token: token,
    stage: result.body.stage,
    capabilities: { outcomes: true },
    is_speculative: result.body.isSpeculative,
    task_result_id: result.id,
    task_result_enforcement_level: result.body.enforcement,
    task_result_callback_url: `${origin}/api/v2/task-results/${result.id}/callback`,
    organization_name: body.organization,
    workspace_id: workspace.id,
    workspace_name: workspace.body.name,
    workspace_app_url: `${origin}${buildWorkspacePath(body.organization, name)}`,
    workspace_working_directory: (workspace.body.attributes['working-directory'] as string | null | undefined) ?? '',
    run_id: run.id,
    run_app_url: `${origin}${buildRunPath(body.organization, name, run.id)}`,
    run_message: body.message,
    run_created_at: body.createdAt,
    run_created_by: body.createdBy?.name ?? '',
    configuration_version_id: body.configurationVersion ?? null,
    configuration_version_download_url: null,
    ...(result.body.stage === 'pre_plan' ? {} : { plan_json_api_url: `${origin}/api/v2/plans/${toPlanId(run.id)}/json-output` }),
    vcs_repo_url: null,
    vcs_branch: workspace.body.attributes['vcs-repo']?.branch ?? null,
    vcs_pull_request_url: null,
    vcs_commit_url: null,
  };
};

const buildCall = async (
  tx: Transaction,
  conditions: RunConditions,
  call: TaskCall,
  origin: string,
): Promise<WebhookRequest | undefined> => {
  const { clock, settings } = conditions;
  const result = await tx.get<StoredTaskResult>('task-results', call.result);
  const run = result && (await tx.get<StoredRun>('runs', result.body.run));
  const workspace = run && (await tx.get<StoredWorkspace>('workspaces', run.body.workspace));
  const task = result && (await tx.get<StoredRunTask>('tasks', result.body.task.id));
  if (!run?.body.active || !workspace) return undefined;
  if (!task) {
    await reportTaskResult({ ...conditions, tx }, result.id, { status: 'errored', message: 'the task was deleted' });
    return undefined;
  }
  await revokeTaskTokens(tx, result.id);
  const token = await issueTaskToken(tx, clock, run.body.organization, result.id);
  return buildTaskRequest(task.body, renderPayload({ result, run, workspace }, token, origin), settings);
};

const createQueue = (conditions: RunConditions, origin: string): DeliveryQueue<TaskCall> => ({
  ...taskCallQueue,
  retryDelays,
  buildRequest: (tx, { body }) => buildCall(tx, conditions, body, origin),
  afterAttempt: async (tx, { record: { body } }) => {
    const context = { ...conditions, tx };
    const { result: id, state, answer } = body;
    const result = await tx.get<StoredTaskResult>('task-results', id);
    // A task may report before it answers.
    const isOpen = result?.body.status === 'pending';
    if (state === 'delivered' && isOpen) {
      await reportTaskResult(context, id, { status: 'running' });
      await tx.link(awaitedResultsLink, 'all', id);
    }
    if (state !== 'failed' || !isOpen) return;
    await revokeTaskTokens(tx, id);
    await reportTaskResult(context, id, { status: 'unreachable', message: `the task could not be asked: ${answer}` });
  },
});

/** Ends the results whose tasks did not report in time, and forgets those whose runs are over. */
const endOverdueResults = async (store: Store, conditions: RunConditions): Promise<void> => {
  const awaited = await store.read((view) => view.listLinks(awaitedResultsLink, { from: 'all' }));
  for (const { to: id } of awaited)
    await store.write(async (tx) => {
      const result = await tx.get<StoredTaskResult>('task-results', id);
      const run = result && (await tx.get<StoredRun>('runs', result.body.run));
      const isOverdue = result && Date.parse(result.body.updatedAt) + reportTimeout <= conditions.clock.now().getTime();
      if (run?.body.active && result?.body.status === 'running' && !isOverdue) return;
      await tx.unlink(awaitedResultsLink, 'all', id);
      await revokeTaskTokens(tx, id);
      if (run?.body.active && result?.body.status === 'running')
        await reportTaskResult({ ...conditions, tx }, id, { status: 'errored', message: 'the task did not report within 10 minutes' });
    });
};

/** Calls the tasks that are due; returns how many were called. `address`: of this service, where no public one is set. */
export const callTasks = async (store: Store, conditions: RunConditions, address: string): Promise<number> => {
  const queue = createQueue(conditions, conditions.settings.publicUrl || address);
  const count = await sendDueDeliveries(store, conditions.clock, queue);
  await endOverdueResults(store, conditions);
  return count;
};

export const dueTaskCalls = dueWorkOfLinks<TaskCall>('run_tasks', taskCallQueue.link, taskCallQueue.kind, ({ state, dueAt }) =>
  state === 'waiting' ? dueAt : null,
);
const dueResults = dueWorkOfLinks<StoredTaskResult>('task_results', awaitedResultsLink, 'task-results', ({ updatedAt }) =>
  new Date(Date.parse(updatedAt) + reportTimeout).toISOString(),
);

export const createTaskCallTask = ({ store, clock, settings, listeners, address }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    {
      name: 'calling run tasks',
      pause: 250,
      due: [dueTaskCalls, dueResults],
      // A run that is over awaits no result.
      kinds: ['runs'],
      perform: () => callTasks(store, { clock, settings: settings(), listeners }, address),
    },
  );
