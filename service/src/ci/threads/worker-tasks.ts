import { PolicyError } from '@slipway/rego';
import { type JobConfig, readCompiledJob } from '../configuration/index.ts';
import { checkOrbAtHand, type OrbText, type OrbTextCheck } from '../orbs/check-orb.ts';
import { compilePipeline, type PipelineCompilation, type PipelineSource } from '../pipelines/compile-pipeline.ts';
import { type AgentModules, createAgentModules } from '../policies/opa/agent-bundle.ts';
import { evaluatePolicies, type PolicyEvaluationInput, type PolicyEvaluationResult } from '../policies/evaluate-policies.ts';
import { type PolicyInputResult, type PolicyInputTexts, readPolicyInput } from '../policies/policy-input.ts';
import { compileBundle, type Policy } from '../policies/compile-bundle.ts';

type PolicyFiles = { readonly [file: string]: string };
/** A result, or the position and message of the first fault of the policies. */
export type Refusable<T> = T | { readonly refused: string };
export type PolicyCompilation = Refusable<{ readonly policies: readonly Policy[] }>;

/** The tasks of worker threads: plain data in, plain data out. */
export interface WorkerTasks {
  readonly configuration: { readonly input: PipelineSource; readonly output: PipelineCompilation };
  readonly orb: { readonly input: OrbText; readonly output: OrbTextCheck };
  readonly job: { readonly input: { readonly yaml: string; readonly name: string }; readonly output: JobConfig };
  readonly policies: { readonly input: PolicyFiles; readonly output: PolicyCompilation };
  readonly 'agent-modules': { readonly input: PolicyFiles; readonly output: Refusable<AgentModules> };
  readonly input: { readonly input: PolicyInputTexts; readonly output: PolicyInputResult };
  readonly decision: { readonly input: PolicyEvaluationInput; readonly output: PolicyEvaluationResult };
}
export type WorkerTaskName = keyof WorkerTasks;
export interface WorkerTask<N extends WorkerTaskName = WorkerTaskName> {
  readonly name: N;
  readonly input: WorkerTasks[N]['input'];
}
type Handler<N extends WorkerTaskName> = (input: WorkerTasks[N]['input']) => WorkerTasks[N]['output'] | Promise<WorkerTasks[N]['output']>;

const catchPolicyError = <T>(work: () => T): Refusable<T> => {
  try {
    return work();
  } catch (error) {
    if (error instanceof PolicyError) return { refused: error.message };
    throw error;
  }
};

const handlers: { readonly [N in WorkerTaskName]: Handler<N> } = {
  configuration: compilePipeline,
  orb: checkOrbAtHand,
  job: ({ yaml, name }) => readCompiledJob(yaml, name),
  policies: (files) => catchPolicyError(() => ({ policies: compileBundle(files).policies })),
  'agent-modules': (files) => catchPolicyError(() => createAgentModules(files)),
  input: readPolicyInput,
  decision: evaluatePolicies,
};

/** Runs a task in the current thread. Never throws because of texts, files or policies. */
export const runWorkerTask = async <N extends WorkerTaskName>({ name, input }: WorkerTask<N>): Promise<WorkerTasks[N]['output']> =>
  (handlers[name] as Handler<N>)(input);
