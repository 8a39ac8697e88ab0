import {
  type Compilation,
  compileConfiguration,
  type CompileOptions,
  type Configuration,
  type ConfigurationDiagnostic,
  PatternsTooCostly,
  type PlannedJob,
  type PlannedWorkflow,
  type PlanTarget,
  planWorkflows,
} from '../configuration/index.ts';
import type { Job } from '../jobs/job-records.ts';
import type { PublishedOrbs } from '../orbs/find-published.ts';
import { openOrbsAtHand } from '../orbs/orbs-at-hand.ts';

/** A job that a pipeline starts, and what its record keeps of the configuration. */
export interface PipelineJob extends PlannedJob, Pick<Job, 'executor' | 'parallelism'> {}
/** A workflow that a pipeline starts. */
export interface PipelineWorkflow extends Pick<PlannedWorkflow, 'name' | 'maxAutoReruns'> {
  readonly jobs: readonly PipelineJob[];
}
/** What a pipeline keeps of its compiled configuration. Plain data, because it comes from a worker thread. */
export interface CompiledPipeline {
  readonly isSetup: boolean;
  readonly yaml: string;
  /** The given pipeline parameters whose values are not their defaults. */
  readonly changedParameters: readonly string[];
  /** The workflows that have jobs. */
  readonly workflows: readonly PipelineWorkflow[];
}
/** `wanted`: references to orbs that are neither in the folder nor among the published ones that were given. */
export type PipelineCompilation = (CompiledPipeline | { readonly faults: readonly ConfigurationDiagnostic[] }) & {
  readonly wanted?: readonly string[];
};

/** The origin of a configuration and the inputs it is compiled with. */
export interface PipelineSource {
  readonly text: string;
  readonly options?: Omit<CompileOptions, 'orbs'>;
  /** The folder of orbs; undefined or empty: there is none. */
  readonly orbs?: string;
  /** The published orbs that were found for it. */
  readonly published?: PublishedOrbs;
  /** Absent: no workflows are planned. */
  readonly target?: PlanTarget;
}

const executorOf = (job: Configuration['jobs'][string] | undefined): Job['executor'] => ({
  type: job?.machine ? 'machine' : job?.macos ? 'macos' : 'docker',
  resourceClass: job?.resource_class ?? 'medium',
});

const planJobs = ({ compiled }: Compilation, target: PlanTarget): readonly PipelineWorkflow[] =>
  planWorkflows(compiled, target)
    .filter(({ jobs }) => jobs.length > 0)
    .map(({ name, maxAutoReruns, jobs }) => ({
      name,
      maxAutoReruns,
      jobs: jobs.map((planned) => {
        const job = Object.hasOwn(compiled.jobs, planned.name) ? compiled.jobs[planned.name] : undefined;
        return { ...planned, executor: executorOf(job), parallelism: job?.parallelism ?? 1 };
      }),
    }));

/** Compiles a configuration and plans its workflows. It may take long: call it in a worker thread. Never rejects because of the text. */
export const compilePipeline = async ({ text, options, orbs, published = {}, target }: PipelineSource): Promise<PipelineCompilation> => {
  const missing = new Set<string>();
  const result = await compileConfiguration(text, { ...options, orbs: openOrbsAtHand(orbs, published, missing) });
  const wanted = [...missing];
  if ('faults' in result) return { faults: result.faults, wanted };
  try {
    return {
      isSetup: result.compiled.setup === true,
      yaml: result.yaml,
      changedParameters: result.changedParameters,
      workflows: target ? planJobs(result, target) : [],
      wanted,
    };
  } catch (error) {
    if (error instanceof PatternsTooCostly) return { faults: [{ path: '', line: 1, column: 1, message: error.message }] };
    throw error;
  }
};
