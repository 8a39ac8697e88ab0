import { isObject } from '@slipway/schema-tools/json';
import { summarizeNames } from '../summarize-names.ts';
import { getMember, getMembers, type ConfigNode } from '../source/config-node.ts';
import type { CompileSession } from '../compile-session.ts';
import type { OrbLibrary } from '../orbs/orb-library.ts';
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

/** The elements of the configuration itself, or of one orb. */
export interface Namespace {
  readonly elements: { readonly [kind in ElementKind]: ReadonlyMap<string, ReusableElement> };
  /** Orbs by the names under which this text imports them. Undefined for an orb that could not be loaded; its fault is reported once. */
  readonly orbs: ReadonlyMap<string, Namespace | undefined>;
  readonly isOrb: boolean;
}

/** Keys that a workflow uses where it calls a job: no parameter of a job has such a name. */
export const jobCallKeys: ReadonlySet<string> = new Set([
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

type OrbNamespaces = (node: ConfigNode) => Namespace | undefined;

const buildNamespace = (node: ConfigNode, isOrb: boolean, orbOf: OrbNamespaces, session: CompileSession): Namespace => {
  const orbs = new Map<string, Namespace | undefined>();
  const elementsOf = (kind: ElementKind): Map<string, ReusableElement> =>
    new Map(
      getMembers(getMember(node, kind)).map(([name, inner]) => [
        name,
        { name, node: inner, declarations: parseParameterDeclarations(inner, session), namespace },
      ]),
    );
  const namespace: Namespace = { elements: { commands: new Map(), executors: new Map(), jobs: new Map() }, orbs, isOrb };
  const elements = namespace.elements as { [kind in ElementKind]: ReadonlyMap<string, ReusableElement> };
  for (const kind of ['commands', 'executors', 'jobs'] as const) elements[kind] = elementsOf(kind);
  for (const [, job] of elements.jobs)
    for (const [name, { pointer }] of job.declarations)
      if (jobCallKeys.has(name))
        session.reportFault(pointer, `a job cannot have a parameter named ${name}: workflows use that key themselves`);
  for (const [name, inner] of getMembers(getMember(node, 'orbs'))) orbs.set(name, orbOf(inner));
  return namespace;
};

/** Builds the namespaces of a configuration and of all orbs that it uses; that of a loaded orb once. */
export const buildNamespaces = (root: ConfigNode, { byPointer }: OrbLibrary, session: CompileSession, isOrb = false): Namespace => {
  const built = new Map<string, Namespace>();
  const orbOf: OrbNamespaces = (inner) => {
    if (isObject(inner.value)) return buildNamespace(inner, true, orbOf, session);
    const orb = byPointer.get(inner.pointer);
    if (!orb) return undefined;
    const namespace = built.get(orb.id) ?? buildNamespace(orb.node, true, orbOf, session);
    built.set(orb.id, namespace);
    return namespace;
  };
  return buildNamespace(root, isOrb, orbOf, session);
};

export type ElementLookup = { readonly element: ReusableElement } | 'unknown' | 'refused';

/** Finds the element of a name: `name`, or `orb/name`. */
export const findElement = (name: string, kind: ElementKind, namespace: Namespace): ElementLookup => {
  const own = namespace.elements[kind].get(name);
  if (own) return { element: own };
  const slash = name.indexOf('/');
  if (slash < 0 || !namespace.orbs.has(name.slice(0, slash))) return 'unknown';
  const inner = namespace.orbs.get(name.slice(0, slash));
  if (!inner) return 'refused';
  const element = inner.elements[kind].get(name.slice(slash + 1));
  return element ? { element } : 'unknown';
};

/** Suggestions for an unknown name, for the end of a message; empty if there are none. */
export const describeElements = (name: string, kind: ElementKind, namespace: Namespace): string => {
  const orb = name.slice(0, Math.max(0, name.indexOf('/')));
  const elements = (namespace.orbs.get(orb) ?? namespace).elements[kind];
  if (elements.size === 0) return '';
  return `; ${kind} ${namespace.orbs.get(orb) ? `of ${orb}` : 'here'}: ${summarizeNames(elements.keys())}`;
};
