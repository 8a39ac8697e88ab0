import { isObject } from '@slipway/schema-tools/json';
import { compiledKey } from './compiled-key.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Configuration } from './configuration.ts';
import type { ConfigurationFinding, ConfigurationDiagnostic } from './configuration-diagnostic.ts';
import { type ParameterValues, bindPipelineParameters } from './parameter-values.ts';
import { printConfiguration } from './print-configuration.ts';
import { createRootContext } from './elements/compile-context.ts';
import { buildNamespace } from './elements/namespace.ts';
import { traceOrigin } from './source/trace-origin.ts';
import { getMember, getMembers, type ConfigNode } from './source/config-node.ts';
import { type ConfigurationDocument, readConfiguration } from './source/read-configuration.ts';
import type { PipelineValues } from './templates/pipeline-values.ts';
import { TooManyFaults, createCompileSession, ConfigurationTooLarge, type CompileSession } from './compile-session.ts';
import { type CompiledWorkflows, compileWorkflows, type SkippedWorkflow } from './workflows/compile-workflows.ts';

export interface CompileOptions {
  /** The pipeline parameters of the request. */
  readonly parameters?: ParameterValues;
  /** Pipeline values by full name: `pipeline.number`. */
  readonly pipelineValues?: PipelineValues;
  /** Whether a setup configuration is allowed: not in a continued pipeline. The default is true. */
  readonly allowSetup?: boolean;
  /** Whether the text may have a member `_compiled_`, which has no effect. The default is false. */
  readonly allowCompiled?: boolean;
}

export interface Compilation {
  readonly compiled: Configuration;
  /** `compiled` as text; compiling it again gives the same text. */
  readonly yaml: string;
  /** Deprecated keys and duplicate keys. */
  readonly warnings: readonly ConfigurationDiagnostic[];
  /** Steps without effect. */
  readonly notes: readonly ConfigurationDiagnostic[];
  /** Workflows whose condition does not hold. */
  readonly skipped: readonly SkippedWorkflow[];
}
export type CompilationResult =
  | Compilation
  | { readonly faults: readonly ConfigurationDiagnostic[]; readonly warnings: readonly ConfigurationDiagnostic[] };

const version21Keys = ['commands', 'executors', 'orbs', 'parameters'];

const rejectVersion21Keys = (root: ConfigNode, session: CompileSession): void => {
  for (const key of version21Keys) {
    const node = getMember(root, key);
    if (node) session.reportFault(node.pointer, `${key} needs \`version: 2.1\``);
  }
  for (const [, job] of getMembers(getMember(root, 'jobs')))
    for (const key of ['parameters', 'executor']) {
      const node = getMember(job, key);
      if (node) session.reportFault(node.pointer, `${key} needs \`version: 2.1\``);
    }
};

const checkSetup = (root: ConfigNode, { allowSetup: isSetup = true }: CompileOptions, count: number, session: CompileSession): boolean => {
  const setup = getMember(root, 'setup');
  if (setup?.value !== true) return false;
  if (!isSetup) session.reportFault(setup.pointer, 'this configuration continues a pipeline; it cannot be a setup configuration again');
  if (count > 1) session.reportFault(setup.pointer, `a setup configuration runs one workflow; this one runs ${count}`);
  return true;
};

const compileRoot = (
  root: ConfigNode,
  options: CompileOptions,
  session: CompileSession,
): { readonly compiled: Configuration; readonly skipped: CompiledWorkflows['skipped'] } => {
  const reserved = getMember(root, compiledKey);
  if (reserved && !options.allowCompiled)
    session.reportFault(reserved.pointer, `${compiledKey} is reserved for the compiled configuration that policies receive`);
  const isLiteral = !['2.1'].includes(String(getMember(root, 'version')?.value));
  if (isLiteral) rejectVersion21Keys(root, session);
  const values = options.pipelineValues ?? {};
  const parameters = bindPipelineParameters(root, options.parameters ?? {}, values, isLiteral, session);
  const context = createRootContext(buildNamespace(root, session), { parameters, values, isLiteral }, session);
  const { jobs, workflows, skipped } = compileWorkflows(root, context);
  const isSetup = checkSetup(root, options, Object.keys(workflows).length, session);
  return {
    compiled: { version: 2, ...(isSetup && { setup: true }), jobs, workflows: { version: 2, ...workflows } } as Configuration,
    skipped,
  };
};

/** Checks the compiled configuration, whose values came from tags, against the schema again. */
const checkCompiled = async (compiled: Configuration, root: unknown, session: CompileSession): Promise<readonly ConfigurationFinding[]> =>
  (await checkConfiguration(compiled)).faults.map(({ pointer, message }) => traceOrigin(pointer, message, compiled, root, session));

const compileDocument = async (document: ConfigurationDocument, text: string, options: CompileOptions): Promise<CompilationResult> => {
  const checked = await checkConfiguration(document.value);
  const warnings = [...document.warnings, ...document.locate(checked.deprecations)];
  if (checked.faults.length > 0 || !isObject(document.value)) return { faults: document.locate(checked.faults), warnings };
  const session = createCompileSession();
  try {
    const { compiled, skipped } = compileRoot({ value: document.value, pointer: '' }, options, session);
    const faults =
      session.faults.size === 0 && text.includes('<<')
        ? await checkCompiled(compiled, document.value, session)
        : [...session.faults.values()];
    if (faults.length > 0) return { faults: document.locate(faults), warnings };
    return { compiled, yaml: printConfiguration(compiled), warnings, notes: document.locate([...session.notes.values()]), skipped };
  } catch (error) {
    if (error instanceof TooManyFaults) return { faults: document.locate([...session.faults.values()]), warnings };
    if (!(error instanceof ConfigurationTooLarge)) throw error;
    return { faults: document.locate([{ pointer: error.pointer, message: error.message }]), warnings };
  }
};

/**
 * Compiles the text of a configuration of version 2 or 2.1: it expands commands, executors, packages and matrices, replaces parameters
 * and pipeline values, and evaluates conditions. It fetches nothing. It never rejects for the contents of the text.
 */
export const compileConfiguration = async (text: string, options: CompileOptions = {}): Promise<CompilationResult> => {
  const reading = await readConfiguration(text);
  return 'faults' in reading ? { faults: reading.faults, warnings: [] } : compileDocument(reading.document, text, options);
};
