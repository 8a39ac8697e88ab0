import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, taskOfDueWork } from '../../pipeline/due-work.ts';
import { newId } from '../../store/new-id.ts';
import type { ReadTransaction, Store, StoredRecord } from '../../store/store.ts';
import { queueNotifications } from '../notification-configurations/deliver-notifications.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { RunConditions, RunContext } from '../runs/run-context.ts';
import { startRun } from '../runs/start-run.ts';
import { resolveAutoDestroy } from '../workspaces/auto-destroy.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { autoDestroyLink } from './index-candidates.ts';

type WorkspaceRecord = StoredRecord<StoredWorkspace>;

/** Runs of this source destroy by themselves. */
export const autoDestroySource = 'tfe-infrastructure-lifecycle';
/** How long before the destruction the reminder is sent. */
const reminderMilliseconds = 24 * 60 * 60_000;

/** The workspaces that may be destroyed by themselves, with their projects. */
const loadCandidates = async (view: ReadTransaction): Promise<readonly (readonly [WorkspaceRecord, StoredProject])[]> => {
  const ids = (await view.listLinks(autoDestroyLink, { from: 'all' })).map(({ to }) => to);
  if (ids.length === 0) return [];
  const workspaces = new Map((await view.getMany<StoredWorkspace>('workspaces', ids)).map((one) => [one.id, one]));
  const ofProjects = ids.filter((id) => !workspaces.has(id));
  if (ofProjects.length > 0)
    for (const one of (await view.list<StoredWorkspace>({ kind: 'workspaces', body: [{ path: 'project', is: ofProjects }] })).records)
      workspaces.set(one.id, one);
  const projects = await view.getMany<StoredProject>('projects', [...new Set([...workspaces.values()].map(({ body }) => body.project))]);
  const byId = new Map(projects.map(({ id, body }) => [id, body]));
  return [...workspaces.values()].flatMap((one) => (byId.has(one.body.project) ? [[one, byId.get(one.body.project)!] as const] : []));
};

type Step = 'remind' | 'destroy' | undefined;
const findStep = ({ body }: WorkspaceRecord, project: StoredProject, now: Date): { readonly step: Step; readonly due: string | null } => {
  const { at: due } = resolveAutoDestroy(body, project);
  const { reminded, ran } = body.autoDestroy ?? {};
  if (due === null || ran === due) return { step: undefined, due };
  const left = Date.parse(due) - now.getTime();
  if (left <= 0) return { step: 'destroy', due };
  return { step: left <= reminderMilliseconds && reminded !== due ? 'remind' : undefined, due };
};

const remind = async (context: RunContext, workspace: WorkspaceRecord, due: string): Promise<void> => {
  const { id, scope, body } = workspace;
  await context.tx.update<StoredWorkspace>(workspace, { body: { ...body, autoDestroy: { ...body.autoDestroy, reminded: due } } });
  await queueNotifications(
    context,
    [id, body.project],
    [
      {
        trigger: 'workspace:auto_destroy_reminder',
        message: 'Auto Destroy Reminder',
        organization: scope,
        workspace: { id, name: body.name },
        run: null,
        details: { auto_destroy_at: due, workspace_created_at: body.createdAt },
      },
    ],
  );
};

/** Starts a destroy run that applies itself; none if the workspace manages no resources, or runs are executed locally. */
const destroy = async (context: RunContext, workspace: WorkspaceRecord, due: string): Promise<void> => {
  const { scope, body } = workspace;
  const home = await loadWorkspaceParents(context, scope, body.project);
  const isAllowed = body.attributes['allow-destroy-plan'] !== false && resolveExecution(body.attributes, home).mode !== 'local';
  const isNeeded = body.resourceCount > 0;
  const outcome = isNeeded ? (isAllowed ? 'running' : 'errored') : 'finished';
  const next = await context.tx.update<StoredWorkspace>(workspace, {
    body: { ...body, autoDestroy: { ...body.autoDestroy, ran: due, outcome } },
  });
  if (outcome !== 'running') return;
  await startRun({ ...context, newId }, next, {
    kind: 'plain',
    message: 'Destroyed automatically, by the settings of the workspace or its project',
    isDestroy: true,
    aim: {},
    autoApply: true,
    source: autoDestroySource,
  });
};

/** Reminds of destructions that are near, and starts those that are due. Returns how many of both. */
export const destroyDue = async (store: Store, conditions: RunConditions): Promise<number> => {
  const { clock } = conditions;
  let done = 0;
  for (const [{ id }, project] of (await store.read(loadCandidates)).filter(([one, of]) => findStep(one, of, clock.now()).step)) {
    const isDone = await store.write(async (tx) => {
      const workspace = await tx.get<StoredWorkspace>('workspaces', id);
      const { step, due } = workspace ? findStep(workspace, project, clock.now()) : { step: undefined, due: null };
      if (!workspace || step === undefined || due === null) return false;
      await (step === 'remind' ? remind : destroy)({ ...conditions, tx }, workspace, due);
      return true;
    });
    if (isDone) done += 1;
  }
  return done;
};

const dueDestructions: DueWorkKind = {
  name: 'destructions',
  kinds: [autoDestroyLink],
  ownKinds: ['workspaces', 'projects'],
  listTimes: async (view) =>
    (await loadCandidates(view)).flatMap(([workspace, project]) => {
      const { at } = resolveAutoDestroy(workspace.body, project);
      return at === null ? [] : [Date.parse(at), Date.parse(at) - reminderMilliseconds];
    }),
};

/** Creates the task that sends reminders and starts destroy runs. */
export const createAutoDestroyTask = ({ store, clock, settings, listeners }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    // All that may be destroyed are read each time that any workspace was written.
    {
      name: 'destroying workspaces',
      pause: 60_000,
      due: [dueDestructions],
      perform: () => destroyDue(store, { clock, settings: settings(), listeners }),
    },
  );
