import { type CompilationResult, compileConfiguration, type Options } from '../configuration/index.ts';
import { decisionOn, type Judged, type Verdict } from '../policies/decision-on.ts';
import { type InputRead, readInput } from '../policies/input.ts';
import { compileBundle, type Policy, PolicyFault } from '../policies/rego/index.ts';

/** What is done apart from the event loop: plain data in, plain data out. */
export interface WorkerTasks {
  readonly configuration: { readonly given: { readonly text: string; readonly options: Options }; readonly made: CompilationResult };
  readonly policies: { readonly given: { readonly [file: string]: string }; readonly made: PolicyCompilation };
  readonly input: { readonly given: string; readonly made: InputRead };
  readonly decision: { readonly given: Judged; readonly made: Verdict };
}
/** The policies of files that compile, or the place and reason of the first fault. */
export type PolicyCompilation = { readonly policies: readonly Policy[] } | { readonly refused: string };
export type WorkerTaskName = keyof WorkerTasks;
export interface WorkerTask<N extends WorkerTaskName = WorkerTaskName> { readonly name: N; readonly given: WorkerTasks[N]['given'] }

/** @throws nothing for what is in the files. */
export const compilePolicies = (files: { readonly [file: string]: string }): PolicyCompilation => {
  try { return { policies: compileBundle(files).policies }; } catch (error) {
    if (error instanceof PolicyFault) return { refused: error.message };
    throw error;
  }
};

/** Does a job, in whatever thread. */
export const runWorkerTask = async ({ name, given }: WorkerTask): Promise<WorkerTasks[WorkerTaskName]['made']> => {
  if (name === 'configuration') {
    const { text, options } = given as WorkerTasks['configuration']['given'];
    return compileConfiguration(text, options);
  }
  if (name === 'input') return readInput(given as string);
  return name === 'policies' ? compilePolicies(given as WorkerTasks['policies']['given']) : decisionOn(given as Judged);
};
