import { type Attribute, type Attributes, computed } from '../attribute.ts';
import type { Constraint } from '../constraint.ts';
import { endpointPath, type Endpoint, pathParametersOf } from '../endpoint.ts';
import { listOf } from '../kinds/collections.ts';
import { object } from '../kinds/object.ts';
import type { Renamed } from '../renamed.ts';
import { checkNames, type ServiceName } from '../resource.ts';
import type { RequestDeclaration } from './request-declaration.ts';

/** An object that is read, but not managed. */
export interface DataSource<A extends Attributes = Attributes> extends RequestDeclaration<A> {
  readonly form: 'data source';
  /** The first endpoint is used whose path parameters the configuration, or the provider block, sets. */
  readonly requests: readonly Endpoint[];
  /** For a list: the attribute that holds the items, and the attributes of an item. */
  readonly items?: { readonly name: string; readonly attributes: Attributes };
  /** For a list: an attribute that maps `key` of each item to its `value`, without items whose `unless` is true or whose value is null. */
  readonly index?: ListIndex;
  /** For one object of a list: the attributes that must equal those of the configuration. */
  readonly matchBy?: readonly string[];
  /** Attributes that the document lacks and the `read` of a resource returns. */
  readonly fromResource?: { readonly resource: string; readonly attributes: readonly string[] };
}

export interface ListIndex {
  readonly name: string;
  readonly attribute: Attribute;
  readonly key: string;
  readonly value: string;
  readonly unless: string;
}

interface DataSourceSpec {
  service: ServiceName;
  doc: string;
  requests: readonly Endpoint[];
  constraints?: readonly Constraint[];
  notes?: readonly string[];
}

interface ListSpec<F extends Attributes, I extends Attributes> extends DataSourceSpec {
  items: string;
  itemsRenamedFrom?: Renamed;
  of: I;
  filters: F;
  index?: ListIndex;
}

interface LookupSpec<B extends Attributes, O extends Attributes> extends DataSourceSpec {
  by: B;
  of: O;
  matchBy?: readonly (keyof B & string)[];
  fromResource?: { resource: string; attributes: readonly (keyof O & string)[] };
}

const toDataSource = (name: string, spec: DataSourceSpec, attributes: Attributes): DataSource => ({
  form: 'data source',
  name,
  service: spec.service,
  doc: spec.doc,
  attributes,
  constraints: spec.constraints ?? [],
  requests: spec.requests,
  ...(spec.notes ? { notes: spec.notes } : {}),
});

/** The attributes of an item, all of them computed. */
const itemAttributes = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, a]) => [
      key,
      { ...a, ...computed(a.kind, a.doc), ...(a.sensitive ? { sensitive: true as const } : {}) },
    ]),
  );

/** Every document of a list, with all its pages. Filters are attributes at `query(…)`. */
export const listDataSource = <const F extends Attributes, const I extends Attributes>(name: string, spec: ListSpec<F, I>): DataSource => {
  const items = itemAttributes(spec.of);
  const attributes: Attributes = {
    ...spec.filters,
    [spec.items]: computed(
      listOf(object(items)),
      `The ${spec.items.replaceAll('_', ' ')} found.`,
      spec.itemsRenamedFrom ? { renamedFrom: spec.itemsRenamedFrom } : {},
    ),
    ...(spec.index ? { [spec.index.name]: spec.index.attribute } : {}),
  };
  checkPathParameters(name, spec.requests, attributes);
  checkNames(name, spec.filters, spec.constraints);
  return {
    ...toDataSource(name, spec, attributes),
    items: { name: spec.items, attributes: items },
    ...(spec.index ? { index: spec.index } : {}),
  };
};

/** The attribute of a data source for a resource's attribute: computed. */
const shownAttribute = (a: Attribute): Attribute => ({
  ...computed(a.kind, a.doc),
  ...(a.at ? { at: a.at } : {}),
  ...(a.whenAbsent === undefined ? {} : { whenAbsent: a.whenAbsent }),
  ...(a.sensitive ? { sensitive: true as const } : {}),
  ...(a.deprecated ? { deprecated: a.deprecated } : {}),
  ...(a.renamedFrom ? { renamedFrom: a.renamedFrom } : {}),
});

/** One document, by the first endpoint whose parameters are set; or, with `matchBy`, the matching one of a list. */
export const lookupDataSource = <const B extends Attributes, const O extends Attributes>(
  name: string,
  spec: LookupSpec<B, O>,
): DataSource => {
  const shown = Object.entries(spec.of).filter(([key, a]) => !(key in spec.by) && !a.local && !a.writeOnly);
  const by = Object.entries(spec.by).map(([key, a]) => [key, key in spec.of && a.mode === 'optional' ? { ...a, returned: true } : a]);
  const attributes: Attributes = {
    ...(Object.fromEntries(by) as Attributes),
    ...Object.fromEntries(shown.map(([key, a]) => [key, shownAttribute(a)])),
  };
  checkPathParameters(name, spec.requests, attributes);
  checkNames(name, attributes, spec.constraints);
  return {
    ...toDataSource(name, spec, attributes),
    ...(spec.matchBy ? { matchBy: spec.matchBy } : {}),
    ...(spec.fromResource ? { fromResource: spec.fromResource } : {}),
  };
};

const checkPathParameters = (name: string, endpoints: readonly Endpoint[], attributes: Attributes): void => {
  for (const endpoint of endpoints)
    for (const param of pathParametersOf(endpointPath(endpoint)))
      if (!(param in attributes)) throw new Error(`${name}: "${endpoint}" has the parameter "${param}", which is no attribute`);
};
