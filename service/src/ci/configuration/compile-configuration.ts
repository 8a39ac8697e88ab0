import { isObject } from '@slipway/schema-tools/json';
import { compiledKey } from './compiled-key.ts';
import { checkConfiguration } from './check-configuration.ts';
import type { Configuration } from './configuration.ts';
import type { ConfigurationFinding, ConfigurationDiagnostic } from './configuration-diagnostic.ts';
import { bindPipelineParameters, listChangedParameters } from './bind-pipeline-parameters.ts';
import type { ParameterValues } from './parameter-values.ts';
import { createRootContext, createRootScope, type PipelineInputs } from './elements/compile-context.ts';
import { buildNamespaces } from './elements/namespace.ts';
import { traceOrigin } from './source/trace-origin.ts';
import { getMember, getMembers, type ConfigNode } from './source/config-node.ts';
import { loadOrbs } from './orbs/load-orbs.ts';
import { createOrbLibrary, locateFindings, type OrbLibrary, splitPointer } from './orbs/orb-library.ts';
import type { OrbSource } from './orbs/orb-source.ts';
import { type ConfigurationDocument, readConfiguration } from './source/read-configuration.ts';
import type { NameScope } from './templates/name-scope.ts';
import type { PipelineValues } from './templates/pipeline-values.ts';
import { resolveNode } from './templates/resolve.ts';
import { describeScalarFault, parseScalar } from './elements/scalar.ts';
import { TooManyFaults, createCompileSession, ConfigurationTooLarge, type CompileSession } from './compile-session.ts';
import { compileWorkflows, type SkippedWorkflow } from './workflows/compile-workflows.ts';
import { stringify } from 'yaml';

/** Prints a compiled configuration as YAML: deterministic, and with the same meaning in YAML 1.1 and 1.2. */
const printConfiguration = (compiled: Configuration): string =>
  stringify(compiled, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0, indentSeq: true });

export interface CompileOptions {
  /** The pipeline parameters of the request. */
  readonly parameters?: ParameterValues;
  /** Pipeline values by full name: `pipeline.number`. */
  readonly pipelineValues?: PipelineValues;
  /** Whether a setup configuration is allowed: not in a continued pipeline. The default is true. */
  readonly allowSetup?: boolean;
  /** Where orbs are found that the text references. Without it, only orbs that are written in the text can be used. */
  readonly orbs?: OrbSource;
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
  /** The given pipeline parameters whose values are not their defaults. */
  readonly changedParameters: readonly string[];
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

const checkSetup = (
  root: ConfigNode,
  scope: NameScope,
  { allowSetup: isSetup = true }: CompileOptions,
  count: number,
  session: CompileSession,
): boolean => {
  const setup = getMember(root, 'setup');
  const value = setup && resolveNode(setup, scope, session);
  if (!setup || value === undefined) return false;
  const isSetupConfiguration = parseScalar(value, { type: 'boolean', choices: [] });
  if (isSetupConfiguration === undefined) session.reportFault(setup.pointer, describeScalarFault(value, { type: 'boolean', choices: [] }));
  if (isSetupConfiguration !== true) return false;
  if (!isSetup) session.reportFault(setup.pointer, 'this configuration continues a pipeline; it cannot be a setup configuration again');
  if (count > 1) session.reportFault(setup.pointer, `a setup configuration runs one workflow; this one runs ${count}`);
  return true;
};

type CompiledRoot = Pick<Compilation, 'compiled' | 'skipped'>;

const readInputs = (root: ConfigNode, options: CompileOptions, session: CompileSession): PipelineInputs => {
  const reserved = getMember(root, compiledKey);
  if (reserved && !options.allowCompiled)
    session.reportFault(reserved.pointer, `${compiledKey} is reserved for the compiled configuration that policies receive`);
  const isLiteral = !['2.1'].includes(String(getMember(root, 'version')?.value));
  if (isLiteral) rejectVersion21Keys(root, session);
  const values = options.pipelineValues ?? {};
  return { values, isLiteral, parameters: bindPipelineParameters(root, options.parameters ?? {}, values, isLiteral, session) };
};

const compileRoot = (
  root: ConfigNode,
  inputs: PipelineInputs,
  library: OrbLibrary,
  options: CompileOptions,
  session: CompileSession,
): CompiledRoot => {
  const context = createRootContext(buildNamespaces(root, library, session), inputs, session);
  const { jobs, workflows, skipped } = compileWorkflows(root, context);
  const isSetup = checkSetup(root, context.scope, options, Object.keys(workflows).length, session);
  return {
    compiled: { version: 2, ...(isSetup && { setup: true }), jobs, workflows: { version: 2, ...workflows } } as Configuration,
    skipped,
  };
};

/** Checks the compiled configuration, whose values came from tags and orbs, against the schema again. */
const checkCompiled = async (
  compiled: Configuration,
  root: unknown,
  { byId }: OrbLibrary,
  session: CompileSession,
): Promise<readonly ConfigurationFinding[]> => {
  const findRoot = (pointer: string) => {
    const { id, ...rest } = splitPointer(pointer);
    return { ...rest, root: id === undefined ? root : byId.get(id)?.document.value };
  };
  const { faults } = await checkConfiguration(compiled);
  return faults.map(({ pointer, message }) => traceOrigin(pointer, message, compiled, findRoot, session));
};

const compileDocument = async (document: ConfigurationDocument, text: string, options: CompileOptions): Promise<CompilationResult> => {
  const checked = await checkConfiguration(document.value);
  const warnings = [...document.warnings, ...document.locate(checked.deprecations)];
  if (checked.faults.length > 0 || !isObject(document.value)) return { faults: document.locate(checked.faults), warnings };
  const [session, library] = [createCompileSession(), createOrbLibrary()];
  const locate = (findings: Iterable<ConfigurationFinding>) => locateFindings(document, library, [...findings]);
  try {
    const root = { value: document.value, pointer: '' };
    const inputs = readInputs(root, options, session);
    if (!inputs.isLiteral) await loadOrbs(root, createRootScope(inputs), options.orbs, library, session);
    const { compiled, skipped } = compileRoot(root, inputs, library, options, session);
    const mustCheck = session.faults.size === 0 && (text.includes('<<') || library.byId.size > 0);
    const faults = mustCheck ? await checkCompiled(compiled, document.value, library, session) : [...session.faults.values()];
    if (faults.length > 0) return { faults: locate(faults), warnings };
    const changedParameters = listChangedParameters(root, options.parameters ?? {}, inputs, session);
    return { compiled, yaml: printConfiguration(compiled), warnings, notes: locate(session.notes.values()), skipped, changedParameters };
  } catch (error) {
    if (error instanceof TooManyFaults) return { faults: locate(session.faults.values()), warnings };
    if (!(error instanceof ConfigurationTooLarge)) throw error;
    return { faults: locate([{ pointer: error.pointer, message: error.message }]), warnings };
  }
};

/**
 * Compiles the text of a configuration of version 2 or 2.1: it expands commands, executors, orbs and matrices, replaces parameters and
 * pipeline values, and evaluates conditions. It fetches nothing. It never rejects for the contents of the text.
 */
export const compileConfiguration = async (text: string, options: CompileOptions = {}): Promise<CompilationResult> => {
  const reading = await readConfiguration(text);
  return 'faults' in reading ? { faults: reading.faults, warnings: [] } : compileDocument(reading.document, text, options);
};
