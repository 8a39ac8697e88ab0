import type { ConfigurationDiagnostic } from '../configuration-diagnostic.ts';
import { checkOrb } from '../check-configuration.ts';
import { createCompileSession, ConfigurationTooLarge, TooManyFaults, type CompileSession } from '../compile-session.ts';
import { bindArguments } from '../elements/bind-arguments.ts';
import { type CompileContext, createRootContext, enterElement, withParameters } from '../elements/compile-context.ts';
import { expandJob } from '../elements/job.ts';
import { buildNamespaces, type Namespace, type ReusableElement } from '../elements/namespace.ts';
import type { ParameterDeclaration } from '../elements/parameter-declaration.ts';
import { resolveExecutor } from '../elements/executor.ts';
import { expandSteps } from '../elements/steps.ts';
import { getMember, type ConfigNode } from '../source/config-node.ts';
import { type ConfigurationDocument, readConfiguration } from '../source/read-configuration.ts';
import { loadOrbs } from './load-orbs.ts';
import { createOrbLibrary, locateFindings, type OrbLibrary } from './orb-library.ts';
import type { OrbSource } from './orb-source.ts';

export interface OrbCheck {
  readonly faults: readonly ConfigurationDiagnostic[];
  /** Deprecated and duplicate keys. */
  readonly warnings: readonly ConfigurationDiagnostic[];
}

/** A value for the texts and executors that an orb requires of its callers. */
const placeholder = 'slipway-placeholder';
const inputs = { parameters: new Map(), values: {}, isLiteral: false };

const placeholderValues: { readonly [type: string]: unknown } = { boolean: true, integer: 1, env_var_name: 'PLACEHOLDER', steps: [] };
const placeholderOf = ({ type, choices, pointer }: ParameterDeclaration): ConfigNode => ({
  value: type === 'enum' ? choices[0] : (placeholderValues[type] ?? placeholder),
  pointer,
});

const requiredArguments = ({ declarations }: ReusableElement): ReadonlyMap<string, ConfigNode> =>
  new Map([...declarations].filter(([, { default: fallback }]) => !fallback).map(([name, declared]) => [name, placeholderOf(declared)]));

/** The namespace of a caller that has one executor and nothing else. */
const createCaller = (): Namespace => {
  const caller: Namespace = { elements: { commands: new Map(), jobs: new Map(), executors: new Map() }, orbs: new Map(), isOrb: false };
  const node = { value: { docker: [{ image: placeholder }] }, pointer: '' };
  (caller.elements.executors as Map<string, ReusableElement>).set(placeholder, {
    name: placeholder,
    node,
    declarations: new Map(),
    namespace: caller,
  });
  return caller;
};

/** Calls each element with what it requires, so that unknown names and parameters show. */
const callElements = ({ elements }: Namespace, context: CompileContext): void => {
  for (const element of elements.commands.values()) {
    const bound = bindArguments(element, requiredArguments(element), element.node.pointer, context);
    if (bound) expandSteps(getMember(element.node, 'steps'), withParameters(enterElement(element, context), bound));
  }
  for (const element of elements.jobs.values())
    expandJob(element, requiredArguments(element), element.node.pointer, { before: [], after: [] }, context);
  for (const element of elements.executors.values()) {
    const required = Object.fromEntries([...requiredArguments(element)].map(([name, { value }]) => [name, value]));
    const inside = enterElement(element, context);
    resolveExecutor({ value: { name: element.name, ...required }, pointer: element.node.pointer }, { ...inside, callers: [] });
  }
};

const compileOrb = async (
  document: ConfigurationDocument,
  source: OrbSource | undefined,
  library: OrbLibrary,
  session: CompileSession,
): Promise<void> => {
  const root = { value: document.value, pointer: '' };
  await loadOrbs(root, undefined, source, library, session);
  callElements(buildNamespaces(root, library, session, true), createRootContext(createCaller(), inputs, session));
};

/**
 * Checks the text of an orb: its schema, the defaults of its parameters, and the expansion of each of its elements. Findings about values
 * that a caller supplies are dropped.
 */
export const checkOrbText = async (text: string, source?: OrbSource): Promise<OrbCheck> => {
  const reading = await readConfiguration(text);
  if ('faults' in reading) return { faults: reading.faults, warnings: [] };
  const { document } = reading;
  const checked = await checkOrb(document.value);
  const warnings = [...document.warnings, ...document.locate(checked.deprecations)];
  if (checked.faults.length > 0) return { faults: document.locate(checked.faults), warnings };
  const [session, library] = [createCompileSession(), createOrbLibrary()];
  try {
    await compileOrb(document, source, library, session);
  } catch (error) {
    if (error instanceof ConfigurationTooLarge) session.reportFault(error.pointer, error.message);
    else if (!(error instanceof TooManyFaults)) throw error;
  }
  const faults = [...session.faults.values()].filter(({ message }) => !message.includes(placeholder));
  return { faults: locateFindings(document, library, faults), warnings };
};
