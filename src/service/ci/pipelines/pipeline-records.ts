import type { PipelineState, PipelineValues } from '../configuration/index.ts';

/**
 * What pipelines remember. `prj`: the id of a project.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-pipelines` | prj | number | Pipeline |
 * | `ci-workflows` | id of the pipeline | id | Workflow |
 * | `ci-jobs` | prj | number; id until it has one | Job |
 * | `ci-counters` | prj | `pipeline`, `job` | the number that was given last |
 * | `ci-continuations` | '' | key | Continuation: gone once it was used |
 * | `ci-configurations` | prj | `config` | Text: of a project without a definition |
 * | `ci-job-outcomes` | prj, or '' for all | name of a job | JobOutcome |
 * | `ci-artifacts` | id of the job | `node/path` | Artifact |
 *
 * Links `ci-queue`, `ci-pending` and `ci-active`, `all` → what the clock moves: jobs that wait for a runner, pipelines without workflows yet, workflows that are not over.
 */
export interface Pipeline {
  readonly organization: string;
  readonly number: number;
  readonly state: PipelineState;
  readonly errors: readonly PipelineError[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** When its configuration is read; null: it was, or it waits to be continued. */
  readonly movesAt: string | null;
  readonly trigger: { readonly type: 'scheduled_pipeline' | 'explicit' | 'api' | 'webhook'; readonly receivedAt: string };
  /** A user's UUID, or the organization's where a team's or an organization's token asked. */
  readonly startedBy: string;
  readonly login: string;
  readonly parameters: PipelineParameters;
  /** Pipeline values that what started it brought, by full name. */
  readonly values?: PipelineValues;
  /** Of a fork that receives no secrets: no context and no project variable reaches its jobs. */
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
  /** As pipeline values tell them. */
  readonly host: string;
  readonly url: string;
  readonly branch: string | null;
  readonly tag: string | null;
  readonly revision: string | null;
  readonly isDefault: boolean;
  readonly commit: { readonly subject: string; readonly body: string } | null;
  /** Where the repository lies on this machine, if it does. */
  readonly repository?: string;
}
/** Where its configuration comes from: a file at a commit of a repository on this machine, or a text. `missing` says why neither. */
export type ConfigOrigin =
  | { readonly kind: 'file'; readonly repository: string; readonly revision: string; readonly file: string }
  | { readonly kind: 'text'; readonly text: string; readonly continued: boolean }
  | { readonly kind: 'missing'; readonly message: string };
/** Empty where there is none. */
export interface PipelineConfig {
  readonly source: string;
  readonly compiled: string;
  readonly setup: string;
  readonly compiledSetup: string;
}

export interface Continuation {
  readonly pipeline: string;
}
export interface StoredConfiguration {
  readonly text: string;
}

export const pendingLink = 'ci-pending';
