import { type CompilationResult, compileConfiguration, type CompileOptions } from '../configuration/index.ts';
import { evaluatePolicies, type PolicyEvaluationInput, type PolicyEvaluationResult } from '../policies/evaluate-policies.ts';
import { type PolicyInputResult, readPolicyInput } from '../policies/policy-input.ts';
import { compileBundle, type Policy } from '../policies/compile-bundle.ts';
import { PolicyError } from '@slipway/rego';

/** The tasks of worker threads: plain data in, plain data out. */
export interface WorkerTasks {
  readonly configuration: {
    readonly input: { readonly text: string; readonly options: CompileOptions };
    readonly output: CompilationResult;
  };
  readonly policies: { readonly input: { readonly [file: string]: string }; readonly output: PolicyCompilation };
  readonly input: { readonly input: string; readonly output: PolicyInputResult };
  readonly decision: { readonly input: PolicyEvaluationInput; readonly output: PolicyEvaluationResult };
}
/** The compiled policies of files, or the position and message of the first fault. */
export type PolicyCompilation = { readonly policies: readonly Policy[] } | { readonly refused: string };
export type WorkerTaskName = keyof WorkerTasks;
export interface WorkerTask<N extends WorkerTaskName = WorkerTaskName> {
  readonly name: N;
  readonly input: WorkerTasks[N]['input'];
}

/** Compiles policies. Never throws for the contents of the files. */
export const compilePolicies = (files: { readonly [file: string]: string }): PolicyCompilation => {
  try {
    return { policies: compileBundle(files).policies };
  } catch (error) {
    if (error instanceof PolicyError) return { refused: error.message };
    throw error;
  }
};

/** Runs a task in the current thread. */
export const runWorkerTask = async ({ name, input }: WorkerTask): Promise<WorkerTasks[WorkerTaskName]['output']> => {
  if (name === 'configuration') {
    const { text, options } = input as WorkerTasks['configuration']['input'];
    return compileConfiguration(text, options);
  }
  if (name === 'input') return readPolicyInput(input as string);
  return name === 'policies'
    ? compilePolicies(input as WorkerTasks['policies']['input'])
    : evaluatePolicies(input as PolicyEvaluationInput);
};
