import { type CompilationResult, compileConfiguration, type Options } from '../configuration/index.ts';
import { decisionOn, type Judged, type Verdict } from '../policies/decision-on.ts';
import { type InputRead, readInput } from '../policies/input.ts';
import { compileBundle, type Policy, PolicyFault } from '../policies/rego/index.ts';

/** What is done apart from the event loop: plain data in, plain data out. */
export interface Jobs {
  readonly configuration: { readonly given: { readonly text: string; readonly options: Options }; readonly made: CompilationResult };
  readonly policies: { readonly given: { readonly [file: string]: string }; readonly made: PoliciesMade };
  readonly input: { readonly given: string; readonly made: InputRead };
  readonly decision: { readonly given: Judged; readonly made: Verdict };
}
/** The policies of files that compile, or the place and reason of the first fault. */
export type PoliciesMade = { readonly policies: readonly Policy[] } | { readonly refused: string };
export type JobName = keyof Jobs;
export interface Job<N extends JobName = JobName> { readonly name: N; readonly given: Jobs[N]['given'] }

/** @throws nothing for what is in the files. */
export const policiesIn = (files: { readonly [file: string]: string }): PoliciesMade => {
  try { return { policies: compileBundle(files).policies }; } catch (error) {
    if (error instanceof PolicyFault) return { refused: error.message };
    throw error;
  }
};

/** Does a job, in whatever thread. */
export const doJob = async ({ name, given }: Job): Promise<Jobs[JobName]['made']> => {
  if (name === 'configuration') {
    const { text, options } = given as Jobs['configuration']['given'];
    return compileConfiguration(text, options);
  }
  if (name === 'input') return readInput(given as string);
  return name === 'policies' ? policiesIn(given as Jobs['policies']['given']) : decisionOn(given as Judged);
};
