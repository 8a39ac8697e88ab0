import type { ReadTransaction, StoredRecord } from '../../../store/store.ts';
import { readArchive } from '../../configuration-versions/archive-content.ts';
import type { StoredConfigurationVersion, StoredIngress } from '../../configuration-versions/stored.ts';
import { readContent } from '../../state-versions/content.ts';
import { loadWorkspaceVariables } from '../../variable-sets/variable-precedence.ts';
import type { StoredVariable } from '../../variables/stored.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { readRunDocument } from '../run-documents.ts';
import { toPlanId } from '../run-ids.ts';
import { listSecretKeys } from '../secret-run-variables.ts';
import type { StoredRun } from '../stored.ts';
import { isFollowed } from '../timeline.ts';
import type { EngineCommand } from './engine-command.ts';

export interface RunVariable {
  readonly key: string;
  readonly value: string;
  readonly category: 'infra' | 'env';
  /** The value is an expression of the configuration language, not a text. */
  readonly isExpression: boolean;
  readonly isSensitive: boolean;
}

/** The files that a plan leaves for its apply. */
export interface PlanFiles {
  /** The plan of the engine, base64. */
  readonly plan: string;
  /** `.terraform.lock.hcl`; null: the engine wrote none. */
  readonly lock: string | null;
  /** Version of the engine that made the plan. */
  readonly version: string;
}

/** The data that executing a phase of a run needs, without its files: plain data, which agents get as JSON. */
export interface RunFacts {
  readonly run: { readonly id: string } & Pick<
    StoredRun,
    'structured' | 'isDestroy' | 'refresh' | 'options' | 'engineVersion' | 'program'
  > & {
      /** An engine started it, follows its logs, and is not asked before the apply. */
      readonly followed?: true;
    };
  readonly workspace: {
    readonly id: string;
    readonly organization: string;
    readonly name: string;
    /** Relative to the configuration; empty: its folder. */
    readonly folder: string;
    /** ID of its current state version. */
    readonly stateVersion: string | null;
  };
  readonly configuration:
    | ({ readonly id: string } & Pick<StoredConfigurationVersion, 'status' | 'source'> & { readonly ingress?: StoredIngress })
    | undefined;
  readonly variables: readonly RunVariable[];
}

/** Everything that executing a phase of a run needs. */
export interface RunInput extends RunFacts {
  /** Gzipped tar; empty: there is none. */
  readonly archive: Uint8Array;
  /** The current state; undefined: there is none. */
  readonly state: Uint8Array | undefined;
  /** The files of the run's plan; undefined before it. */
  readonly planFiles: PlanFiles | undefined;
  /** What is executed instead of the run's phase. */
  readonly command?: EngineCommand;
}

/** A variable as a run has it. */
export const toRunVariable = ({ body }: StoredRecord<StoredVariable>): RunVariable => ({
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
export const loadRunVariables = async (
  view: ReadTransaction,
  workspace: StoredRecord<StoredWorkspace>,
  run: Pick<RunLike['body'], 'aim' | 'options'>,
): Promise<readonly RunVariable[]> => {
  const { usual, prior } = await loadWorkspaceVariables(view, workspace);
  const secretKeys = listSecretKeys([...usual, ...prior].map(({ body }) => body));
  const ofRun = (run.options?.variables ?? []).map(({ key, value, sensitive }): RunVariable => ({
    key,
    value,
    category: 'infra',
    isExpression: true,
    isSensitive: sensitive === true || secretKeys.has(key),
  }));
  const own = usual.filter(({ scope }) => scope === workspace.id).map(toRunVariable);
  const ofGoal = (run.aim.variables ?? []).map((attributes): RunVariable => {
    const { key, category, value, hcl, sensitive } = attributes as unknown as Partial<StoredVariable> &
      Pick<StoredVariable, 'key' | 'category'>;
    const before = own.find((one) => one.key === key && one.category === category);
    const isSensitive = sensitive === true || before?.isSensitive === true || (category === 'infra' && secretKeys.has(key));
    return { key, category, value: value ?? before?.value ?? '', isExpression: hcl ?? before?.isExpression ?? false, isSensitive };
  });
  const all = [...usual.map(toRunVariable), ...ofGoal, ...ofRun, ...prior.map(toRunVariable)];
  return [...new Map(all.map((one) => [`${one.category}:${one.key}`, one])).values()];
};

/** The variables of the run with this ID; empty if it or its workspace was deleted. */
export const loadVariablesOfRun = async (view: ReadTransaction, id: string): Promise<readonly RunVariable[]> => {
  const run = await view.get<StoredRun>('runs', id);
  const workspace = run && (await view.get<StoredWorkspace>('workspaces', run.body.workspace));
  return workspace ? loadRunVariables(view, workspace, run.body) : [];
};

/** A run, or what is executed as one. */
export interface RunLike {
  readonly id: string;
  readonly body: Pick<
    StoredRun,
    'workspace' | 'configurationVersion' | 'options' | 'aim' | 'structured' | 'isDestroy' | 'refresh' | 'engineVersion' | 'program'
  > &
    Partial<Pick<StoredRun, 'source' | 'autoApply'>>;
}

const readConfiguration = async (view: ReadTransaction, { body }: RunLike) =>
  body.configurationVersion === undefined
    ? undefined
    : view.get<StoredConfigurationVersion>('configuration-versions', body.configurationVersion);

const describeConfiguration = ({ id, body: { status, source, ingress } }: StoredRecord<StoredConfigurationVersion>) => ({
  id,
  status,
  source,
  ...(ingress ? { ingress } : {}),
});

const describeRun = ({ id, body }: RunLike): RunFacts['run'] => {
  const { structured, isDestroy, refresh, options, engineVersion, program, source, autoApply } = body;
  return {
    id,
    isDestroy,
    ...(structured === undefined ? {} : { structured }),
    ...(refresh === undefined ? {} : { refresh }),
    ...(options === undefined ? {} : { options }),
    ...(engineVersion === undefined ? {} : { engineVersion }),
    ...(program === undefined ? {} : { program }),
    ...(autoApply && isFollowed({ source }) ? { followed: true } : {}),
  };
};

const describeWorkspace = ({ id, scope, body }: StoredRecord<StoredWorkspace>): RunFacts['workspace'] => ({
  id,
  organization: scope,
  name: body.name,
  folder: String(body.attributes['working-directory'] ?? ''),
  stateVersion: body.currentStateVersion,
});

/** Undefined: its workspace was deleted. */
export const loadRunFacts = async (view: ReadTransaction, run: RunLike): Promise<RunFacts | undefined> => {
  const workspace = await view.get<StoredWorkspace>('workspaces', run.body.workspace);
  if (!workspace) return undefined;
  const configuration = await readConfiguration(view, run);
  return {
    run: describeRun(run),
    workspace: describeWorkspace(workspace),
    configuration: configuration && describeConfiguration(configuration),
    variables: await loadRunVariables(view, workspace, run.body),
  };
};

export const runFileNames = ['configuration', 'state', 'plan'] as const;
export type RunFileName = (typeof runFileNames)[number];

/** A file that executing a run needs: the archive, the current state, or PlanFiles as JSON. Undefined: there is none. */
export const readRunFile = async (view: ReadTransaction, run: RunLike, name: RunFileName): Promise<Uint8Array | undefined> => {
  if (name === 'configuration') {
    const configuration = await readConfiguration(view, run);
    return configuration && (await readArchive(view, configuration));
  }
  if (name === 'plan') {
    const text = await readRunDocument(view, { workspace: run.body.workspace, phase: toPlanId(run.id) }, 'plan-files');
    return text === undefined ? undefined : Buffer.from(text);
  }
  const workspace = await view.get<StoredWorkspace>('workspaces', run.body.workspace);
  const version = workspace?.body.currentStateVersion ?? null;
  return version === null ? undefined : readContent(view, { kind: 'state-contents', scope: run.body.workspace, version });
};

/** Adds the files of a run. `readFile`: undefined if there is none. */
export const withRunFiles = async (
  facts: RunFacts,
  readFile: (name: RunFileName) => Promise<Uint8Array | undefined>,
): Promise<RunInput> => {
  const plan = await readFile('plan');
  return {
    ...facts,
    archive: (await readFile('configuration')) ?? new Uint8Array(),
    state: await readFile('state'),
    planFiles: plan && (JSON.parse(Buffer.from(plan).toString()) as PlanFiles),
  };
};

/** Undefined: its workspace was deleted. */
export const loadRunInput = async (view: ReadTransaction, run: RunLike): Promise<RunInput | undefined> => {
  const facts = await loadRunFacts(view, run);
  return facts && withRunFiles(facts, (name) => readRunFile(view, run, name));
};
