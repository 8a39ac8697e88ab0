import { isObject } from '@slipway/schema-tools/json';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import type { CompileSession } from '../compile-session.ts';
import { type ParameterDeclarations, parseParameterDeclarations } from './parameter-declaration.ts';

export type ElementKind = 'commands' | 'executors' | 'jobs';

/** A reusable element: a command, executor or job. */
export interface ReusableElement {
  readonly name: string;
  readonly node: ConfigNode;
  readonly declarations: ParameterDeclarations;
  /** The namespace of the names that it uses. */
  readonly namespace: Namespace;
}

/** The elements of the configuration itself, or of one package in it. */
export interface Namespace {
  readonly elements: { readonly [kind in ElementKind]: ReadonlyMap<string, ReusableElement> };
  /** Undefined for a package that is not inline; its fault is reported once. */
  readonly packages: ReadonlyMap<string, Namespace | undefined>;
  readonly isPackage: boolean;
}

const reservedParameterNames = new Set([
  'name',
  'requires',
  'context',
  'type',
  'filters',
  'matrix',
  'pre-steps',
  'post-steps',
  'serial-group',
  'override-with',
]);

/** Builds the namespace of a configuration or a package. */
export const buildNamespace = (node: ConfigNode, session: CompileSession, isPackage = false): Namespace => {
  const packages = new Map<string, Namespace | undefined>();
  const elementsOf = (kind: ElementKind): Map<string, ReusableElement> =>
    new Map(
      getMembers(getMember(node, kind)).map(([name, inner]) => [
        name,
        { name, node: inner, declarations: parseParameterDeclarations(inner, session), namespace },
      ]),
    );
  const namespace: Namespace = { elements: { commands: new Map(), executors: new Map(), jobs: new Map() }, packages, isPackage };
  const elements = namespace.elements as { [kind in ElementKind]: ReadonlyMap<string, ReusableElement> };
  for (const kind of ['commands', 'executors', 'jobs'] as const) elements[kind] = elementsOf(kind);
  for (const [, job] of elements.jobs)
    for (const [name, { pointer }] of job.declarations)
      if (reservedParameterNames.has(name))
        session.reportFault(pointer, `a job cannot have a parameter named ${name}: workflows use that key themselves`);
  for (const [name, inner] of getMembers(getMember(node, 'orbs')))
    packages.set(name, isObject(inner.value) ? buildNamespace(inner, session, true) : rejectRegistryPackage(inner, session));
  return namespace;
};

const rejectRegistryPackage = ({ value, pointer }: ConfigNode, session: CompileSession): undefined => {
  session.reportFault(
    pointer,
    `${JSON.stringify(value)} is in a registry, and the service ` +
      `fetches nothing: write its commands, executors and jobs here instead of its name`,
  );
};

export type ElementLookup = { readonly element: ReusableElement } | 'unknown' | 'refused';

/** Finds the element of a name: `name`, or `package/name`. */
export const findElement = (name: string, kind: ElementKind, namespace: Namespace): ElementLookup => {
  const own = namespace.elements[kind].get(name);
  if (own) return { element: own };
  const slash = name.indexOf('/');
  if (slash < 0 || !namespace.packages.has(name.slice(0, slash))) return 'unknown';
  const inner = namespace.packages.get(name.slice(0, slash));
  if (!inner) return 'refused';
  const element = inner.elements[kind].get(name.slice(slash + 1));
  return element ? { element } : 'unknown';
};
