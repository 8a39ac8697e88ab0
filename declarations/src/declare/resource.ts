import type { Attribute, Attributes } from './attribute.ts';
import type { Constraint } from './constraint.ts';
import { type Endpoints, type PathParameters, pathParametersOf } from './endpoint.ts';

/** Which of the two services a thing belongs to. */
export type ServiceName = 'workspaces' | 'ci';

/** How a state of a schema version is converted to the next one: `upgrades[0]` takes version 0 to 1. See `renamedAttributes`. */
export type StateUpgrade = (old: Readonly<Record<string, unknown>>, attributes: Attributes) => Record<string, unknown>;

/** Converts the state of another resource type to ours (`moved`); undefined if this source is not supported. */
export interface StateMove {
  readonly provider: RegExp;
  readonly type: string;
  move(state: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export interface ResourceSpec<A extends Attributes> {
  readonly service: ServiceName;
  /** One sentence. */
  readonly doc: string;
  /** The document's `type` on the wire. */
  readonly type: string;
  /** The attributes that identify an object; default `['id']`. All are computed or immutable. */
  readonly key?: readonly (keyof A & string)[];
  /** The attributes by which users identify an object, unique in its parent: they are looked for before a create is repeated. */
  readonly naturalKey?: readonly (keyof A & string)[];
  /** The attribute whose null or false in the document means that the object is not there: a key assigned, a lock held. */
  readonly presenceAttribute?: keyof A & string;
  /** Groups of attributes, of each of which a create must configure one. An existing object keeps a value that is not configured. */
  readonly requiredOnCreate?: readonly (readonly (keyof A & string)[])[];
  /** Import forms, tried in order: `['{id}', '{organization}/{name}']`. */
  readonly imports: readonly string[];
  readonly attributes: A;
  readonly constraints?: readonly Constraint[];
  /** Paragraphs of the reference page. */
  readonly notes?: readonly string[];
  /** Why `terraform query` does not find its objects, in one sentence: for a type without a `list` endpoint. */
  readonly notListed?: string;
  /** The resource has no delete: destroying it only removes it from the state; this sentence says what remains. */
  readonly keptOnDestroy?: string;
  readonly upgrades?: readonly StateUpgrade[];
  readonly stateMoves?: readonly StateMove[];
  readonly deprecated?: string;
}

type CheckedEndpoints<E, K> = { readonly [Op in keyof E]: PathParameters<E[Op]> extends K ? E[Op] : never };

export interface Resource<A extends Attributes = Attributes> extends ResourceSpec<A> {
  readonly form: 'resource';
  /** The name without the provider's prefix: `variable_set`. */
  readonly name: string;
  readonly key: readonly (keyof A & string)[];
  readonly endpoints: Endpoints;
}

const referencedNames = (attribute: Attribute): readonly string[] => [
  ...(Array.isArray(attribute.changesWith) ? (attribute.changesWith as readonly string[]) : []),
  ...(attribute.companions ?? []),
  ...(attribute.clearedUnless ?? []),
  ...(attribute.equivalents ?? []),
  ...[
    attribute.secret?.changeMarker,
    attribute.writeOnly?.revision,
    attribute.writeOnly?.changeMarker,
    attribute.writeOnly?.insteadOf,
    attribute.readableCopy?.of,
    attribute.readableCopy?.unless,
    attribute.ownership,
    attribute.impliedBy?.attribute,
  ].filter((name) => name !== undefined),
];

/** Names in traits and constraints that the compiler cannot check; an error here is ours. */
export const checkNames = (resource: string, attributes: Attributes, constraints: readonly Constraint[] = []): void => {
  const exists = (path: string, attributes: Attributes): boolean => {
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    const attribute = attributes[first];
    return (
      attribute !== undefined &&
      (rest.length === 0 || (attribute.kind.members !== undefined && exists(rest.join('.'), attribute.kind.members)))
    );
  };
  for (const [name, { renamedFrom, secret, writeOnly }] of Object.entries(attributes)) {
    if (!renamedFrom) continue;
    if (renamedFrom.name in attributes)
      throw new Error(`${resource}.${name} was renamed from "${renamedFrom.name}", which is an attribute`);
    if (secret || writeOnly) throw new Error(`${resource}.${name}: a secret has no former name`);
  }
  for (const [name, attribute] of Object.entries(attributes))
    for (const sibling of referencedNames(attribute))
      if (!exists(sibling, attributes)) throw new Error(`${resource}.${name} names the attribute "${sibling}", which does not exist`);
  for (const { kind } of Object.values(attributes))
    for (const [member, { impliedBy, inheritanceOf = [] }] of Object.entries(kind.members ?? {}))
      for (const other of [...inheritanceOf, ...(impliedBy ? [impliedBy.attribute] : [])])
        if (!exists(other, attributes)) throw new Error(`${resource}: the member ${member} names "${other}", which does not exist`);
  for (const constraint of constraints)
    for (const path of constraint.paths)
      if (!exists(path, attributes))
        throw new Error(`a constraint of ${resource} names "${path}", which does not exist: ${constraint.doc}`);
};

/** Declares a resource that is one document with its own endpoints. */
export const resource = <const A extends Attributes, const E extends Endpoints>(
  name: string,
  spec: ResourceSpec<A> & { readonly endpoints: E & CheckedEndpoints<E, keyof A> },
): Resource<A> & { readonly endpoints: E } => {
  checkNames(name, spec.attributes, spec.constraints);
  for (const endpoint of Object.values(spec.endpoints) as string[])
    for (const param of pathParametersOf(endpoint))
      if (!(param in spec.attributes)) throw new Error(`${name}: "${endpoint}" has the parameter "${param}", which is no attribute`);
  return { ...spec, form: 'resource', name, key: spec.key ?? ['id'], endpoints: spec.endpoints };
};

/** A resource as a sentence calls it: `no-code workspace`, `variable of a variable set`. */
export const nounOf = (name: string): string =>
  name === 'variable_set_variable'
    ? 'variable of a variable set'
    : name
        .replaceAll('_', ' ')
        .replace(/^ci /, 'CI ')
        .replace('no code', 'no-code')
        .replace('ssh key', 'SSH key')
        .replace('oauth', 'OAuth');
