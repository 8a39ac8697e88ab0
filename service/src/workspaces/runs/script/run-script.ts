import { newId } from '../../../store/new-id.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import type { CostFigures, ResourceCounts } from '../stored-parts.ts';
import type { RunOutcome } from '../stored.ts';

type JsonObject = { readonly [name: string]: unknown };

/** The scripted result of a plan; absent members get default values. */
export interface PlanScript extends Partial<ResourceCounts> {
  /** Instead of the log that is made up, without marks. */
  readonly log?: string;
  /** As `show -json` and `providers schema -json` write them. */
  readonly json?: JsonObject;
  readonly schemas?: JsonObject;
}
export interface ApplyScript extends Partial<ResourceCounts> {
  readonly log?: string;
  /** The state file that the apply leaves. Absent: it leaves none. */
  readonly state?: JsonObject;
  readonly erroredState?: JsonObject;
}
export interface PolicyCheckScript {
  readonly scope: 'organization' | 'workspace';
  readonly status: 'passed' | 'soft_failed' | 'hard_failed' | 'errored';
  readonly output: string;
}
export interface PolicyEvaluationScript {
  readonly policySet: string;
  readonly status: 'passed' | 'failed' | 'errored';
  /** The words of the policies. */
  readonly output: string;
}
export interface TaskResultScript {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'errored';
  readonly message: string;
  readonly url: string | null;
  readonly enforcement: 'advisory' | 'mandatory';
  readonly outcomes: readonly { readonly name: string; readonly description: string; readonly body: string | null }[];
}
export const taskStageNames = ['pre_plan', 'post_plan', 'pre_apply', 'post_apply'] as const;
export type TaskStageName = (typeof taskStageNames)[number];
export interface TaskStageScript {
  readonly stage: TaskStageName;
  readonly results: readonly TaskResultScript[];
  readonly evaluations: readonly PolicyEvaluationScript[];
}

/** How a simulated run proceeds and ends, as a test sets it. */
export interface RunScript {
  readonly outcome?: RunOutcome;
  /** A cancellation does not end it while it plans or applies. */
  readonly ignoresCancel?: boolean;
  readonly plan?: PlanScript;
  readonly apply?: ApplyScript;
  readonly cost?: CostFigures;
  readonly policyChecks?: readonly PolicyCheckScript[];
  readonly taskStages?: readonly TaskStageScript[];
  readonly events?: readonly { readonly action: string; readonly description: string }[];
}

/** Kind `run-outcomes`: the script of the next run, of any workspace or of one. Its text is JSON, which may hold states. */
interface StoredOutcome {
  readonly outcome?: RunOutcome;
  readonly workspace?: string;
  readonly text?: string;
}

/** Scripts the next run that starts, of the workspace of this id or of any; scripts are used in the order in which they came. */
export const scriptNextRun = async (tx: Transaction, script: RunScript, workspace?: string): Promise<void> => {
  const id = newId('script');
  const { outcome, ...rest } = script;
  const body: StoredOutcome = {
    ...(outcome === undefined ? {} : { outcome }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(Object.keys(rest).length === 0 ? {} : { text: JSON.stringify(rest) }),
  };
  await tx.insert<StoredOutcome>({ id, kind: 'run-outcomes', scope: '', key: id, name: id, body });
};

/** The script of a run that starts in this workspace; each is used once. */
export const takeScript = async (tx: Transaction, workspace: string): Promise<RunScript | undefined> => {
  const scripts = await tx.list<StoredOutcome>({ kind: 'run-outcomes' }, { offset: 0, limit: 1000 });
  const script = scripts.records.find(({ body }) => body.workspace === undefined || body.workspace === workspace);
  if (!script) return undefined;
  await tx.delete('run-outcomes', script.id);
  const { outcome, text } = script.body;
  return { ...(text === undefined ? {} : (JSON.parse(text) as RunScript)), ...(outcome === undefined ? {} : { outcome }) };
};

/** Kind `run-scripts`, scope the workspace's id, key the run's: what is needed after the start of the run, as JSON. */
interface StoredScript {
  readonly text: string;
}
export interface KeptScript extends Pick<RunScript, 'plan' | 'apply' | 'taskStages' | 'policyChecks'> {
  /** Ids of the task stages and policy checks that were made of the script, in its order. */
  readonly stageIds?: readonly string[];
  readonly checkIds?: readonly string[];
}

export const keepScript = async (tx: Transaction, workspace: string, run: string, script: KeptScript): Promise<void> => {
  if (!script.plan && !script.apply && !script.taskStages && !script.policyChecks) return;
  const body: StoredScript = { text: JSON.stringify(script) };
  const existing = await tx.getByKey<StoredScript>('run-scripts', workspace, run);
  if (existing) await tx.update<StoredScript>(existing, { body });
  else await tx.insert<StoredScript>({ id: newId('rs'), kind: 'run-scripts', scope: workspace, key: run, name: '', body });
};

export const readScript = async (tx: Transaction, workspace: string, run: string): Promise<KeptScript> => {
  const found: StoredRecord<StoredScript> | undefined = await tx.getByKey<StoredScript>('run-scripts', workspace, run);
  return found ? (JSON.parse(found.body.text) as KeptScript) : {};
};
