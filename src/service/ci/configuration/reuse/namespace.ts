import { isObject } from '../../../../../schema-tools/src/json.ts';
import { member, members, type Place } from '../source/place.ts';
import type { Work } from '../work.ts';
import { type Declarations, declarationsOf } from './declaration.ts';

export type Kind = 'commands' | 'executors' | 'jobs';

/** Something that can be called by name. */
export interface Element {
  readonly name: string;
  readonly place: Place;
  readonly declarations: Declarations;
  /** Where the names that it uses are looked up. */
  readonly namespace: Namespace;
}

/** The configuration itself, or one reusable package in it. */
export interface Namespace {
  readonly elements: { readonly [kind in Kind]: ReadonlyMap<string, Element> };
  /** Undefined: a package that is not written here; its fault is told once. */
  readonly packages: ReadonlyMap<string, Namespace | undefined>;
  readonly isPackage: boolean;
}

const reserved = new Set(['name', 'requires', 'context', 'type', 'filters', 'matrix', 'pre-steps', 'post-steps', 'serial-group', 'override-with']);

/** Reads what a configuration or a package declares. */
export const namespaceOf = (place: Place, work: Work, isPackage = false): Namespace => {
  const packages = new Map<string, Namespace | undefined>();
  const elementsOf = (kind: Kind): Map<string, Element> => new Map(members(member(place, kind)).map(([name, inner]) => [name, { name, place: inner, declarations: declarationsOf(inner, work), namespace }]));
  const namespace: Namespace = { elements: { commands: new Map(), executors: new Map(), jobs: new Map() }, packages, isPackage };
  const elements = namespace.elements as { [kind in Kind]: ReadonlyMap<string, Element> };
  for (const kind of ['commands', 'executors', 'jobs'] as const) elements[kind] = elementsOf(kind);
  for (const [, job] of elements.jobs) for (const [name, { pointer }] of job.declarations) if (reserved.has(name)) work.fault(pointer, `a job cannot have a parameter named ${name}: workflows use that key themselves`);
  for (const [name, inner] of members(member(place, 'orbs'))) packages.set(name, isObject(inner.value) ? namespaceOf(inner, work, true) : refused(inner, work));
  return namespace;
};

const refused = ({ value, pointer }: Place, work: Work): undefined => {
  work.fault(pointer, `${JSON.stringify(value)} stands in a registry, and nothing is ever fetched: write its commands, executors and jobs here instead of its name`);
};

export type Lookup = { readonly element: Element } | 'unknown' | 'refused';

/** What a name means: `name`, or `package/name`. */
export const elementNamed = (name: string, kind: Kind, namespace: Namespace): Lookup => {
  const own = namespace.elements[kind].get(name);
  if (own) return { element: own };
  const slash = name.indexOf('/');
  if (slash < 0 || !namespace.packages.has(name.slice(0, slash))) return 'unknown';
  const inner = namespace.packages.get(name.slice(0, slash));
  if (!inner) return 'refused';
  const element = inner.elements[kind].get(name.slice(slash + 1));
  return element ? { element } : 'unknown';
};
