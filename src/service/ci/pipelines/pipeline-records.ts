import type { ResourceUsage, TestCase } from '../../store/ledger/ledger.ts';
import type { JobStatus, JobType, PipelineState, PipelineValues, RequiredStatus, Stop, WorkflowStatus } from '../configuration/index.ts';

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

export interface Workflow {
  readonly project: string;
  readonly pipelineNumber: number;
  readonly name: string;
  readonly status: WorkflowStatus;
  readonly tag: 'setup' | null;
  readonly startedBy: string;
  readonly canceledBy: string | null;
  readonly erroredBy: string | null;
  readonly rerun: number;
  readonly autoRerun: number;
  readonly maxAutoReruns: number;
  readonly stop: Stop | null;
  /** In the order of the configuration; a rerun keeps those that it does not run again. */
  readonly jobs: readonly string[];
  readonly createdAt: string;
  readonly stoppedAt: string | null;
}

export interface Job {
  readonly pipeline: string;
  /** The latest that it is in. */
  readonly workflow: string;
  readonly name: string;
  readonly type: JobType;
  readonly status: JobStatus;
  readonly number: number | null;
  readonly contexts: readonly string[];
  readonly dependencies: readonly string[];
  readonly requires: readonly { readonly job: string; readonly statuses: readonly RequiredStatus[] }[];
  readonly executor: { readonly type: string; readonly resourceClass: string };
  readonly parallelism: number;
  readonly messages: readonly { readonly type: string; readonly message: string; readonly reason: string }[];
  readonly approvedBy: string | null;
  readonly canceledBy: string | null;
  /** When it leaves its status by itself. */
  readonly movesAt: string | null;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly stoppedAt: string | null;
  /** Its reports were too large: none of its tests are told. */
  readonly testsOver?: true;
  /** What the runner measured. */
  readonly measured?: ResourceUsage;
}

export interface Continuation {
  readonly pipeline: string;
}
export interface StoredConfiguration {
  readonly text: string;
}
/** As a report tells it. */
export type TestResult = TestCase;
/** What becomes of a job of this name where nothing really runs. */
export interface JobOutcome {
  readonly outcome: JobStatus;
  readonly tests?: readonly TestResult[];
  readonly artifacts?: readonly { readonly path: string; readonly content: string }[];
  /** How long it runs. */
  readonly milliseconds?: number;
}
export interface Artifact {
  readonly path: string;
  /** Which of the parallel runs made it, from 0. */
  readonly node: number;
  /** Bytes. */
  readonly size: number;
  /** Of a scripted job's; null where a file holds it. */
  readonly content: string | null;
  readonly file: string | null;
}

/** Of the test results of one job (specification, limits). */
export const maxTestBytes = 250_000_000;

/** Jobs that wait for a runner, in the order in which they began to. */
export const queueLink = 'ci-queue';
export const pendingLink = 'ci-pending';
export const activeLink = 'ci-active';
