import { type Attributes, computed } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import { endpointPath, type Endpoint, pathParametersOf } from '../endpoint.ts';
import { listOf } from '../kinds/collections.ts';
import { object } from '../kinds/object.ts';
import type { Renamed } from '../renamed.ts';
import { checkNames, type ServiceName } from '../resource.ts';
import type { RequestDeclaration } from './request-declaration.ts';

/** What is read and not managed. */
export interface DataSource<A extends Attributes = Attributes> extends RequestDeclaration<A> {
  readonly form: 'data source';
  /** The first row whose parameters the configuration (or the provider section) gives is asked. */
  readonly requests: readonly Endpoint[];
  /** A list: the attribute that holds the items, and the items' attributes. */
  readonly items?: { readonly name: string; readonly attributes: Attributes };
  /** One object found among a list: these attributes must be as said. */
  readonly matchBy?: readonly string[];
  /** Attributes that the document does not hold: the `read` of a resource tells them. */
  readonly fromResource?: { readonly resource: string; readonly attributes: readonly string[] };
}

/** Every document of a list, page by page to the end. Filters are attributes placed at `query(…)`. */
export const listDataSource = <const F extends Attributes, const I extends Attributes>(
  name: string,
  spec: {
    service: ServiceName;
    doc: string;
    requests: readonly Endpoint[];
    items: string;
    itemsRenamedFrom?: Renamed;
    of: I;
    filters: F;
    constraints?: readonly Constraint[];
    notes?: readonly string[];
  },
): DataSource => {
  const items = Object.fromEntries(
    Object.entries(spec.of).map(([key, a]) => [
      key,
      { ...a, ...computed(a.kind, a.doc), ...(a.sensitive ? { sensitive: true as const } : {}) },
    ]),
  );
  const attributes: Attributes = {
    ...spec.filters,
    [spec.items]: computed(
      listOf(object(items)),
      `The ${spec.items.replaceAll('_', ' ')} found.`,
      spec.itemsRenamedFrom ? { renamedFrom: spec.itemsRenamedFrom } : {},
    ),
  };
  checkPathParameters(name, spec.requests, attributes);
  checkNames(name, spec.filters, spec.constraints);
  return {
    form: 'data source',
    name,
    service: spec.service,
    doc: spec.doc,
    attributes,
    constraints: spec.constraints ?? [],
    requests: spec.requests,
    items: { name: spec.items, attributes: items },
    ...(spec.notes ? { notes: spec.notes } : {}),
  };
};

/** One document, by the first row that can be asked; or, with `matching`, the one of a list that is as said. */
export const lookupDataSource = <const B extends Attributes, const O extends Attributes>(
  name: string,
  spec: {
    service: ServiceName;
    doc: string;
    requests: readonly Endpoint[];
    by: B;
    of: O;
    matchBy?: readonly (keyof B & string)[];
    fromResource?: { resource: string; attributes: readonly (keyof O & string)[] };
    constraints?: readonly Constraint[];
    notes?: readonly string[];
  },
): DataSource => {
  const rest = Object.fromEntries(
    Object.entries(spec.of)
      .filter(([key, a]) => !(key in spec.by) && !a.local && !a.writeOnly)
      .map(([key, a]) => [
        key,
        {
          ...computed(a.kind, a.doc),
          ...(a.at ? { at: a.at } : {}),
          ...(a.whenAbsent === undefined ? {} : { whenAbsent: a.whenAbsent }),
          ...(a.sensitive ? { sensitive: true as const } : {}),
          ...(a.deprecated ? { deprecated: a.deprecated } : {}),
          ...(a.renamedFrom ? { renamedFrom: a.renamedFrom } : {}),
        },
      ]),
  );
  const attributes: Attributes = { ...spec.by, ...rest };
  checkPathParameters(name, spec.requests, attributes);
  checkNames(name, attributes, spec.constraints);
  return {
    form: 'data source',
    name,
    service: spec.service,
    doc: spec.doc,
    attributes,
    constraints: spec.constraints ?? [],
    requests: spec.requests,
    ...(spec.matchBy ? { matchBy: spec.matchBy } : {}),
    ...(spec.fromResource ? { fromResource: spec.fromResource } : {}),
    ...(spec.notes ? { notes: spec.notes } : {}),
  };
};

const checkPathParameters = (name: string, endpoints: readonly Endpoint[], attributes: Attributes): void => {
  for (const endpoint of endpoints)
    for (const param of pathParametersOf(endpointPath(endpoint)))
      if (!(param in attributes)) throw new Error(`${name}: "${endpoint}" has the parameter "${param}", which is no attribute`);
};
