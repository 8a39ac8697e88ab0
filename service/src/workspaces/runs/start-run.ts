import { newAddressSecret } from '../new-address-secret.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireConfigurationOfRun } from '../configuration-versions/run-configuration.ts';
import { moduleSource, type StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { canApplyItself, withholdAutoApply } from './auto-apply.ts';
import { isEngineUsed } from './is-engine-used.ts';
import { collectAttachments, notifyRunEntered, type RunAttachments, type StartingRun } from './run-listeners.ts';
import { isInQueue, saveRun, toCurrentRun } from './save-run.ts';
import { attachScript } from './script/attach-script.ts';
import { keepScript, takeScript, type RunScript } from './script/run-script.ts';
import {
  activeRunsLink,
  finalStatuses,
  organizationRunsLink,
  type RunOperation,
  type RunOutcome,
  type RunStatus,
  type StoredRun,
} from './stored.ts';
import { releaseRun } from './timeline.ts';

export type NewRun = Pick<
  StoredRun,
  | 'kind'
  | 'message'
  | 'isDestroy'
  | 'autoApply'
  | 'appliesFor'
  | 'aim'
  | 'planOnly'
  | 'savePlan'
  | 'refresh'
  | 'options'
  | 'source'
  | 'createdBy'
  | 'engineVersion'
  | 'trigger'
  | 'program'
  | 'holdsLock'
  | 'structured'
  | 'events'
> & {
  readonly outcome?: RunOutcome;
  /** The configuration version that it was given. Absent: the workspace's current one. */
  readonly configuration?: StoredRecord<StoredConfigurationVersion>;
  /** The comment of the run's author. */
  readonly comment?: string;
};
type StartContext = Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'settings' | 'listeners' | 'newId'> &
  Partial<Pick<RequestContext, 'caller'>>;

const findOperation = ({ planOnly, savePlan, isDestroy, options }: NewRun): RunOperation => {
  if (planOnly) return 'plan_only';
  if (savePlan) return 'save_plan';
  if (options?.refreshOnly) return 'refresh_only';
  if (isDestroy) return 'destroy';
  return options?.allowEmptyApply ? 'empty_apply' : 'plan_and_apply';
};

/** What `search[basic]` looks at. Not the name of a team, which may be secret: who searches would learn it. */
const maxSearchedMessage = 500;
const buildSearchText = (id: string, { message, createdBy, commit }: StoredRun): string =>
  [id, message.slice(0, maxSearchedMessage), createdBy?.kind === 'team' ? '' : (createdBy?.name ?? ''), commit ?? ''].join('\n');

const createBody = (
  { clock, newId }: StartContext,
  workspace: StoredRecord<StoredWorkspace>,
  configuration: StoredRecord<StoredConfigurationVersion>,
  { outcome, configuration: _given, comment: _comment, ...starting }: NewRun,
): StoredRun => {
  const now = clock.now().toISOString();
  const { attributes } = workspace.body;
  return {
    organization: workspace.scope,
    workspace: workspace.id,
    status: 'pending',
    movesAt: null,
    active: true,
    createdAt: now,
    month: now.slice(0, 7),
    reached: { pending: now },
    operation: findOperation(starting),
    configurationVersion: configuration.id,
    ...(configuration.body.ingress ? { commit: configuration.body.ingress.commitSha } : {}),
    structured: attributes['structured-run-output-enabled'] !== false,
    secret: newAddressSecret({ newId }),
    source: 'tfe-api',
    ...starting,
    engineVersion: starting.engineVersion ?? attributes['engine-version'],
    outcome: outcome ?? 'success',
  };
};

/**
 * The executor of a run: a script even where an engine executes runs, if a test has set one for it, or the run is of a module without
 * files.
 */
const findExecutor = (
  { settings }: StartContext,
  { kind, aim, configuration }: NewRun,
  script: RunScript | undefined,
): Pick<StoredRun, 'executor'> => {
  const hasFiles = (kind === 'plain' && Object.keys(aim).length === 0) || configuration?.body.source === moduleSource;
  return isEngineUsed(settings) && script === undefined && hasFiles ? { executor: 'engine' } : {};
};

/** Agents of the workspace's pool execute its runs. A workspace of that mode without a pool waits for one that never comes. */
const findAgentPool = async (
  context: StartContext,
  { scope, body }: StoredRecord<StoredWorkspace>,
): Promise<Pick<StoredRun, 'agentPool'>> => {
  const { mode, pool } = resolveExecution(body.attributes, await loadWorkspaceParents(context, scope, body.project));
  return mode === 'agent' ? { agentPool: pool ?? '' } : {};
};

/**
 * Decides on automatic applies (`auto-apply`, an empty apply): a saved plan, or a run of someone without the right to apply, waits for a
 * confirmation.
 */
const grantAutoApply = async (context: StartContext, workspace: StoredRecord<StoredWorkspace>, run: StoredRun): Promise<StoredRun> => {
  if (run.planOnly || run.savePlan) return run.autoApply ? { ...run, autoApply: false } : run;
  const appliesEmpty = run.options?.allowEmptyApply === true;
  if (!run.autoApply && !appliesEmpty) return run;
  if (!(await canApplyItself(context, run, workspace))) return withholdAutoApply(run, context.clock.now());
  return appliesEmpty ? { ...run, appliesEmpty } : run;
};

/** Adds the gates of the run: those of its script, and those that listeners attach. */
const attachAll = async (context: StartContext, run: StartingRun, script: RunScript | undefined): Promise<StoredRun> => {
  const scripted: RunAttachments = script ? await attachScript(context, run, script) : {};
  const attached = await collectAttachments(context, run);
  const { stages = [], checks = [], events = [] } = scripted;
  if (script)
    await keepScript(context.tx, run.workspace.id, run.id, {
      ...(script.plan ? { plan: script.plan } : {}),
      ...(script.apply ? { apply: script.apply } : {}),
      ...(script.taskStages ? { taskStages: script.taskStages, stageIds: stages.map(({ id }) => id) } : {}),
      ...(script.policyChecks ? { policyChecks: script.policyChecks, checkIds: checks.map(({ id }) => id) } : {}),
    });
  const cost = scripted.cost ?? attached.cost;
  return {
    ...run.body,
    ...(script?.outcome ? { outcome: script.outcome } : {}),
    ...(script?.ignoresCancel ? { ignoresCancel: true as const } : {}),
    stages: [...(attached.stages ?? []), ...stages],
    checks: [...(attached.checks ?? []), ...checks],
    events: [...(run.body.events ?? []), ...(attached.events ?? []), ...events],
    ...(cost ? { cost } : {}),
  };
};

/**
 * Starts a run: pending, and from then on it advances by itself. It waits while another run of the workspace is active, or the workspace is
 * locked. A plan-only run and a saved plan do not wait, and are not the current run.
 */
export const startRun = async (
  context: StartContext,
  workspace: StoredRecord<StoredWorkspace>,
  starting: NewRun,
): Promise<StoredRecord<StoredRun>> => {
  const { tx, clock, settings, newId } = context;
  const id = newId('run');
  const configuration = starting.configuration ?? (await requireConfigurationOfRun(context, workspace));
  const script = await takeScript(tx, workspace.id);
  const executor = findExecutor(context, starting, script);
  const awaitsContent = executor.executor === 'engine' && ['pending', 'fetching'].includes(configuration.body.status);
  const draft = {
    ...createBody(context, workspace, configuration, starting),
    ...executor,
    ...(executor.executor === 'engine' ? await findAgentPool(context, workspace) : {}),
    ...(awaitsContent ? { awaitsContent } : {}),
  };
  const body = await attachAll(context, { id, body: await grantAutoApply(context, workspace, draft), workspace }, script);
  const { currentRun } = workspace.body;
  const isQueued = isInQueue(body);
  const queues = isQueued && currentRun !== null && !finalStatuses.has(currentRun.status as RunStatus);
  const waits = queues || (isQueued && workspace.body.lock !== null);
  const run = await tx.insert<StoredRun>({
    id,
    kind: 'runs',
    scope: workspace.id,
    key: id,
    name: buildSearchText(id, body),
    body: waits ? body : releaseRun(body, clock.now(), settings),
  });
  await tx.link(activeRunsLink, 'all', id);
  await tx.link(organizationRunsLink, workspace.scope, id);
  const current = await tx.get<StoredWorkspace>('workspaces', workspace.id);
  if (!queues && isQueued && current)
    await tx.update<StoredWorkspace>(current, { body: { ...current.body, currentRun: toCurrentRun(id, body) } });
  await notifyRunEntered(context, run, ['pending']);
  if (waits || body.executor !== 'engine') return run;
  await saveRun(context, run, run.body);
  return (await tx.get<StoredRun>('runs', id))!;
};
