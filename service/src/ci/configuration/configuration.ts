/** A compiled configuration: without calls and without tags. As JSON it is the compiled YAML. */
export interface Configuration {
  readonly version: 2;
  /** Whether it is a setup configuration, which continues with another configuration. */
  readonly setup?: true;
  readonly jobs: { readonly [name: string]: JobConfig };
  readonly workflows: { readonly version: 2 } & { readonly [name: string]: WorkflowConfig | 2 };
}

/** A step type such as `checkout`, or a step type with its parameters. */
export type StepConfig = string | { readonly [type: string]: unknown };

export interface EnvironmentConfig {
  readonly [name: string]: string | number | boolean | null;
}

export interface ExecutorConfig {
  readonly docker?: readonly { readonly image: string; readonly [key: string]: unknown }[];
  readonly machine?: true | string | { readonly [key: string]: unknown };
  readonly macos?: { readonly [key: string]: unknown };
  readonly resource_class?: string;
  readonly shell?: string;
  readonly working_directory?: string;
  readonly environment?: EnvironmentConfig;
}

export type JobType = 'build' | 'approval' | 'release' | 'no-op';

export interface JobConfig extends ExecutorConfig {
  /** The default is `build`. */
  readonly type?: JobType;
  readonly parallelism?: number;
  readonly steps?: readonly StepConfig[];
  readonly [key: string]: unknown;
}

export interface WorkflowConfig {
  readonly max_auto_reruns?: number;
  readonly triggers?: readonly { readonly schedule: ScheduleConfig }[];
  readonly jobs: readonly (string | { readonly [job: string]: WorkflowJob })[];
}

export interface ScheduleConfig {
  readonly cron: string;
  readonly filters?: { readonly branches?: NameFilter };
}

/** The required final status of a job. `failed` includes timeouts and lost machines; `terminal` is any final status. */
export type RequiredStatus = 'success' | 'failed' | 'canceled' | 'not_run' | 'unauthorized' | 'terminal';

export interface WorkflowJob {
  readonly type?: 'approval';
  readonly context?: readonly string[];
  /** A name alone requires `success`. */
  readonly requires?: readonly (string | { readonly [job: string]: readonly RequiredStatus[] })[];
  readonly filters?: JobFilters;
  readonly 'serial-group'?: string;
}

/** `true` and `false`: the result of an expression. */
export type JobFilters = 'true' | 'false' | { readonly branches?: NameFilter; readonly tags?: NameFilter };
/** Names, or patterns between slashes that match a whole name. */
export interface NameFilter {
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
}
