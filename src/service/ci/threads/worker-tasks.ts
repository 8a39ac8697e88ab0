import { type CompilationResult, compileConfiguration, type CompileOptions } from '../configuration/index.ts';
import { evaluatePolicies, type PolicyEvaluationInput, type PolicyEvaluationResult } from '../policies/evaluate-policies.ts';
import { type PolicyInputResult, readPolicyInput } from '../policies/policy-input.ts';
import { compileBundle, type Policy } from '../policies/compile-bundle.ts';
import { PolicyError } from '@slipway/rego';

/** What is done apart from the event loop: plain data in, plain data out. */
export interface WorkerTasks {
  readonly configuration: { readonly given: { readonly text: string; readonly options: CompileOptions }; readonly made: CompilationResult };
  readonly policies: { readonly given: { readonly [file: string]: string }; readonly made: PolicyCompilation };
  readonly input: { readonly given: string; readonly made: PolicyInputResult };
  readonly decision: { readonly given: PolicyEvaluationInput; readonly made: PolicyEvaluationResult };
}
/** The policies of files that compile, or the place and reason of the first fault. */
export type PolicyCompilation = { readonly policies: readonly Policy[] } | { readonly refused: string };
export type WorkerTaskName = keyof WorkerTasks;
export interface WorkerTask<N extends WorkerTaskName = WorkerTaskName> {
  readonly name: N;
  readonly given: WorkerTasks[N]['given'];
}

/** @throws nothing for what is in the files. */
export const compilePolicies = (files: { readonly [file: string]: string }): PolicyCompilation => {
  try {
    return { policies: compileBundle(files).policies };
  } catch (error) {
    if (error instanceof PolicyError) return { refused: error.message };
    throw error;
  }
};

/** Does a job, in whatever thread. */
export const runWorkerTask = async ({ name, given }: WorkerTask): Promise<WorkerTasks[WorkerTaskName]['made']> => {
  if (name === 'configuration') {
    const { text, options } = given as WorkerTasks['configuration']['given'];
    return compileConfiguration(text, options);
  }
  if (name === 'input') return readPolicyInput(given as string);
  return name === 'policies'
    ? compilePolicies(given as WorkerTasks['policies']['given'])
    : evaluatePolicies(given as PolicyEvaluationInput);
};
