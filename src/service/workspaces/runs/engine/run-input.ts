import type { ReadTransaction, StoredRecord } from '../../../store/store.ts';
import { readArchive } from '../../configuration-versions/archive-content.ts';
import type { StoredConfigurationVersion } from '../../configuration-versions/stored.ts';
import { readContent } from '../../state-versions/content.ts';
import { loadWorkspaceVariables } from '../../variable-sets/variable-precedence.ts';
import type { StoredVariable } from '../../variables/stored.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { readRunDocument } from '../run-documents.ts';
import { toPlanId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';

export interface RunVariable {
  readonly key: string;
  readonly value: string;
  readonly category: 'infra' | 'env';
  /** The value is an expression of the configuration language, not a text. */
  readonly isExpression: boolean;
  readonly isSensitive: boolean;
}

/** What a plan leaves for its apply. */
export interface PlanFiles {
  /** The plan of the engine, base64. */
  readonly plan: string;
  /** `.terraform.lock.hcl`; null: the engine wrote none. */
  readonly lock: string | null;
  /** Of the engine that made the plan. */
  readonly version: string;
}

/** Everything that executing a phase of a run needs. */
export interface RunInput {
  readonly run: StoredRecord<StoredRun>;
  readonly workspace: StoredRecord<StoredWorkspace>;
  readonly configuration: StoredRecord<StoredConfigurationVersion> | undefined;
  /** Gzipped tar; empty: there is none. */
  readonly archive: Uint8Array;
  readonly variables: readonly RunVariable[];
  /** The current state; undefined: there is none. */
  readonly state: Uint8Array | undefined;
  /** Of the run's plan; undefined: it has none yet. */
  readonly planFiles: PlanFiles | undefined;
}

const toRunVariable = ({ body }: StoredRecord<StoredVariable>): RunVariable => ({
  key: body.key,
  value: body.value,
  category: body.category,
  isExpression: body.hcl,
  isSensitive: body.sensitive,
});

/**
 * Variables by precedence, each name once: `loadWorkspaceVariables`, with those that an upgrade will set, and then those of the run, after
 * the workspace's.
 */
const loadRunVariables = async (view: ReadTransaction, workspace: StoredRecord<StoredWorkspace>, run: StoredRun) => {
  const { usual, prior } = await loadWorkspaceVariables(view, workspace);
  const ofRun = (run.options?.variables ?? []).map(({ key, value }): RunVariable => ({
    key,
    value,
    category: 'infra',
    isExpression: true,
    isSensitive: false,
  }));
  const own = usual.filter(({ scope }) => scope === workspace.id).map(toRunVariable);
  const ofGoal = (run.aim.variables ?? []).map((attributes): RunVariable => {
    const { key, category, value, hcl, sensitive } = attributes as unknown as Partial<StoredVariable> &
      Pick<StoredVariable, 'key' | 'category'>;
    const before = own.find((one) => one.key === key && one.category === category);
    const isSensitive = sensitive === true || before?.isSensitive === true;
    return { key, category, value: value ?? before?.value ?? '', isExpression: hcl ?? before?.isExpression ?? false, isSensitive };
  });
  const all = [...usual.map(toRunVariable), ...ofGoal, ...ofRun, ...prior.map(toRunVariable)];
  return [...new Map(all.map((one) => [`${one.category}:${one.key}`, one])).values()];
};

const readPlanFiles = async (view: ReadTransaction, workspace: string, run: string): Promise<PlanFiles | undefined> => {
  const text = await readRunDocument(view, { workspace, phase: toPlanId(run) }, 'plan-files');
  return text === undefined ? undefined : (JSON.parse(text) as PlanFiles);
};

/** Undefined: the run or its workspace was deleted. */
export const loadRunInput = async (view: ReadTransaction, id: string): Promise<RunInput | undefined> => {
  const run = await view.get<StoredRun>('runs', id);
  const workspace = run && (await view.get<StoredWorkspace>('workspaces', run.body.workspace));
  if (!run || !workspace) return undefined;
  const { configurationVersion } = run.body;
  const configuration =
    configurationVersion === undefined
      ? undefined
      : await view.get<StoredConfigurationVersion>('configuration-versions', configurationVersion);
  const version = workspace.body.currentStateVersion;
  return {
    run,
    workspace,
    configuration,
    archive: configuration ? await readArchive(view, configuration) : new Uint8Array(),
    variables: await loadRunVariables(view, workspace, run.body),
    state: version === null ? undefined : await readContent(view, { kind: 'state-contents', scope: workspace.id, version }),
    planFiles: await readPlanFiles(view, workspace.id, id),
  };
};
