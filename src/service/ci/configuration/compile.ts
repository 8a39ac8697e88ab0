import { isObject } from '../../../../schema-tools/src/json.ts';
import { check } from './check.ts';
import type { Configuration } from './configuration.ts';
import type { Marked, Told } from './fault.ts';
import { type Given, pipelineParameters } from './parameters.ts';
import { printed } from './print.ts';
import { outermost } from './reuse/context.ts';
import { namespaceOf } from './reuse/namespace.ts';
import { originOf } from './source/origin.ts';
import { member, members, type Place } from './source/place.ts';
import { type Document, read } from './source/read.ts';
import type { PipelineValues } from './text/pipeline-values.ts';
import { Enough, newWork, TooLarge, TooMuch, type Work } from './work.ts';
import { type Compiled, compiledWorkflows, type LeftOut } from './workflow/workflows.ts';

export interface Options {
  /** What the request gave for the parameters of the pipeline. */
  readonly parameters?: Given;
  /** By full name: `pipeline.number`. */
  readonly pipelineValues?: PipelineValues;
  /** Whether a setup configuration may stand here: not where a pipeline was continued. Default true. */
  readonly isSetup?: boolean;
}

export interface Compilation {
  readonly compiled: Configuration;
  /** `compiled` as text; compiling it again gives the same text. */
  readonly yaml: string;
  /** Deprecated keys, keys said twice. */
  readonly warnings: readonly Told[];
  /** Steps that are kept and do nothing here. */
  readonly notes: readonly Told[];
  /** Workflows whose condition does not hold. */
  readonly leftOut: readonly LeftOut[];
}
export type CompilationResult = Compilation | { readonly faults: readonly Told[]; readonly warnings: readonly Told[] };

const onlyNewer = ['commands', 'executors', 'orbs', 'parameters'];

const refuseNewer = (root: Place, work: Work): void => {
  for (const key of onlyNewer) { const place = member(root, key); if (place) work.fault(place.pointer, `${key} needs \`version: 2.1\``); }
  for (const [, job] of members(member(root, 'jobs'))) for (const key of ['parameters', 'executor']) { const place = member(job, key); if (place) work.fault(place.pointer, `${key} needs \`version: 2.1\``); }
};

const checkSetup = (root: Place, { isSetup = true }: Options, count: number, work: Work): boolean => {
  const setup = member(root, 'setup');
  if (setup?.value !== true) return false;
  if (!isSetup) work.fault(setup.pointer, 'this configuration continues a pipeline; it cannot be a setup configuration again');
  if (count > 1) work.fault(setup.pointer, `a setup configuration runs one workflow; this one runs ${count}`);
  return true;
};

const compiledFrom = (root: Place, options: Options, work: Work): { readonly compiled: Configuration; readonly leftOut: Compiled['leftOut'] } => {
  const isLiteral = !['2.1'].includes(String(member(root, 'version')?.value));
  if (isLiteral) refuseNewer(root, work);
  const values = options.pipelineValues ?? {};
  const parameters = pipelineParameters(root, options.parameters ?? {}, values, isLiteral, work);
  const context = outermost(namespaceOf(root, work), { parameters, values, isLiteral }, work);
  const { jobs, workflows, leftOut } = compiledWorkflows(root, context);
  const isSetup = checkSetup(root, options, Object.keys(workflows).length, work);
  return { compiled: { version: 2, ...(isSetup && { setup: true }), jobs, workflows: { version: 2, ...workflows } } as Configuration, leftOut };
};

/** What replaced tags made of it must be of the right shape too. */
const checkAgain = async (compiled: Configuration, root: unknown, work: Work): Promise<readonly Marked[]> =>
  (await check(compiled)).faults.map(({ pointer, message }) => originOf(pointer, message, compiled, root, work));

const compileDocument = async (document: Document, text: string, options: Options, most?: number): Promise<CompilationResult> => {
  const checked = await check(document.value);
  const warnings = [...document.warnings, ...document.tell(checked.deprecations)];
  if (checked.faults.length > 0 || !isObject(document.value)) return { faults: document.tell(checked.faults), warnings };
  const work = newWork(most);
  try {
    const { compiled, leftOut } = compiledFrom({ value: document.value, pointer: '' }, options, work);
    const faults = work.faults.size === 0 && text.includes('<<') ? await checkAgain(compiled, document.value, work) : [...work.faults.values()];
    if (faults.length > 0) return { faults: document.tell(faults), warnings };
    return { compiled, yaml: printed(compiled), warnings, notes: document.tell([...work.notes.values()]), leftOut };
  } catch (error) {
    if (error instanceof Enough) return { faults: document.tell([...work.faults.values()]), warnings };
    if (!(error instanceof TooLarge)) throw error;
    return { faults: document.tell([{ pointer: error.pointer, message: error.message }]), warnings };
  }
};

const compileText = async (text: string, options: Options, most?: number): Promise<CompilationResult> => {
  const reading = await read(text);
  return 'faults' in reading ? { faults: reading.faults, warnings: [] } : compileDocument(reading.document, text, options, most);
};

/**
 * Compiles the text of a configuration, of version 2 or 2.1: commands, executors and packages written out, parameters and
 * pipeline values put in, conditions decided, matrices expanded. Nothing is fetched. Never rejects for what is in the text.
 */
export const compileConfiguration = (text: string, options: Options = {}): Promise<CompilationResult> => compileText(text, options);

/** The same, for who has little time: undefined for one that becomes more than so many values. */
export async function compileWithin(text: string, options: Options, most: number): Promise<CompilationResult | undefined> {
  try { return await compileText(text, options, most); } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}
