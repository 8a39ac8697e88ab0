import { delimiter, join } from 'node:path';
import { markVariable } from '../../../runner/marked-processes.ts';
import { traceEnvironment } from '../../../tracing/current-span.ts';
import { listEnvironment } from './render-variables.ts';
import type { RunInput } from './run-input.ts';

/** The folders of one phase of a run. */
export interface RunFolders {
  /** Everything below it is removed afterwards. */
  readonly root: string;
  /** The content of the configuration version. */
  readonly source: string;
  /** The folder in it in which the engine works. */
  readonly work: string;
  readonly home: string;
  readonly temporary: string;
  /** The folder for the engine's output: the plan, and errors of commands whose output is read. */
  readonly output: string;
  /** The settings of the engine's command line. */
  readonly settings: string;
  /** Values of the configuration's variables. */
  readonly variables: string;
  /** The plan that is applied. */
  readonly plan: string;
}

export const listFolders = (root: string, workingDirectory: string): RunFolders => {
  const source = join(root, 'source');
  // Resolved as if the folder were the root of the file system, so no path leads out of it.
  return {
    root,
    source,
    work: join(source, join('/', workingDirectory)),
    home: join(root, 'home'),
    temporary: join(root, 'tmp'),
    output: join(root, 'output'),
    settings: join(root, 'engine.tfrc'),
    variables: join(root, 'variables.tfvars'),
    plan: join(root, 'plan'),
  };
};

/** What a configuration can learn of its run: as variables of the environment, and as variables of the configuration. */
const describeRun = ({ run, workspace, configuration }: RunInput): { readonly [name: string]: string } => {
  const { commitSha, branch, tag } = configuration?.ingress ?? {};
  const text = (name: string, value: unknown) => (typeof value === 'string' && value !== '' ? { [name]: value } : {});
  return {
    TFC_RUN_ID: run.id,
    TFC_WORKSPACE_NAME: workspace.name,
    TFC_WORKSPACE_SLUG: `${workspace.organization}/${workspace.name}`,
    ...text('TFC_CONFIGURATION_VERSION_GIT_COMMIT_SHA', commitSha),
    ...text('TFC_CONFIGURATION_VERSION_GIT_BRANCH', branch),
    ...text('TFC_CONFIGURATION_VERSION_GIT_TAG', tag),
  };
};

/** The environment of the engine: of the service's own variables only the search path, so that its settings do not affect the run. */
export const buildRunEnvironment = (input: RunInput, folders: RunFolders, mark: string): { readonly [name: string]: string } => {
  const described = describeRun(input);
  return {
    PATH: process.env['PATH'] ?? ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    HOME: folders.home,
    TMPDIR: folders.temporary,
    LANG: 'C.UTF-8',
    TF_IN_AUTOMATION: 'true',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    // Provider processes must not be reused by another run.
    SLIPWAY_STANDBY: '0',
    ...traceEnvironment(),
    ...(input.run.options?.debuggingMode ? { TF_LOG: 'TRACE' } : {}),
    ...described,
    ...Object.fromEntries(Object.entries(described).map(([name, value]) => [`TF_VAR_${name}`, value])),
    ...listEnvironment(input.variables),
    TF_CLI_CONFIG_FILE: folders.settings,
    TF_WORKSPACE: input.workspace.name,
    [markVariable]: mark,
  };
};
