import type { PipelineState } from '../configuration/states/statuses.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';

/**
 * The stored records of pipelines, workflows and jobs; each body is declared in the `…-records.ts` of its folder. `prj`: the id of a
 * project.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-pipelines` | prj | number | Pipeline |
 * | `ci-workflows` | id of the pipeline | id | Workflow |
 * | `ci-jobs` | prj | number; id until it has one | Job |
 * | `ci-counters` | prj | `pipeline`, `job` | the last number that was assigned |
 * | `ci-continuations` | '' | hash of the continuation key | Continuation, deleted when the pipeline continues, is canceled or deleted |
 * | `ci-configurations` | prj | `config` | StoredConfiguration, for a project without a definition |
 * | `ci-job-outcomes` | prj, or '' for all | name of a job | JobOutcome |
 * | `ci-artifacts` | id of the job | `node/path` | Artifact |
 *
 * Links from `all`, which the background work follows: `ci-pending` → pipelines without workflows yet, `ci-active` → workflows that are
 * not over, `ci-queue` → jobs that wait for a runner.
 */
export interface Pipeline {
  readonly organization: string;
  readonly number: number;
  readonly state: PipelineState;
  readonly errors: readonly PipelineError[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When its configuration is read; null if it was read, or if the pipeline waits for its continuation. */
  readonly movesAt: string | null;
  readonly trigger: { readonly type: 'scheduled_pipeline' | 'explicit' | 'api' | 'webhook'; readonly receivedAt: string };
  /** The UUID of the user who started it, or of the organization for a team's or an organization's token. */
  readonly startedBy: string;
  readonly login: string;
  readonly parameters: PipelineParameters;
  /** Parameters that a setup pipeline was started with, and whose values are not the defaults of its configuration. */
  readonly changedParameters?: readonly string[];
  /** Pipeline values of the trigger, by full name. */
  readonly values?: PipelineValues;
  /** For a fork without access to secrets: jobs receive neither contexts nor project variables. */
  readonly withoutSecrets?: true;
  readonly vcs: Vcs;
  readonly from: ConfigOrigin;
  readonly config: PipelineConfig;
}
export interface PipelineParameters {
  readonly [name: string]: string | number | boolean;
}
export interface PipelineError {
  readonly type: 'config' | 'config-fetch' | 'timeout' | 'permission' | 'other' | 'plan';
  readonly message: string;
}
export interface Vcs {
  /** The code host's name in pipeline values. */
  readonly host: string;
  readonly url: string;
  readonly branch: string | null;
  readonly tag: string | null;
  readonly revision: string | null;
  readonly isDefault: boolean;
  readonly commit: { readonly subject: string; readonly body: string } | null;
  /** Path of the repository on this machine, if it is known. */
  readonly repository?: string;
}
/**
 * The origin of the configuration: a file at a commit of a repository on this machine, or a text. `missing`: why there is none. `sent`: the
 * request that started the pipeline had the text.
 */
export type ConfigOrigin =
  | { readonly kind: 'file'; readonly repository: string; readonly revision: string; readonly file: string }
  | { readonly kind: 'text'; readonly text: string; readonly continued: boolean; readonly sent?: true }
  | { readonly kind: 'missing'; readonly message: string };
/** YAML texts; empty if there is none. */
export interface PipelineConfig {
  readonly source: string;
  readonly compiled: string;
  readonly setup: string;
  readonly compiledSetup: string;
}

export interface Continuation {
  readonly pipeline: string;
  /** The continuation key, which jobs of the setup are given. */
  readonly secret: string;
}
export interface StoredConfiguration {
  readonly text: string;
}

/** Whether the configuration with which the pipeline began came with the request that started it. */
export const isSentConfiguration = ({ from }: Pick<Pipeline, 'from'>): boolean => from.kind === 'text' && from.sent === true;

export const pendingLink = 'ci-pending';
