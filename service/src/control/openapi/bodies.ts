import type { Resource, Endpoint } from '@slipway/declarations/declare';
import type { JsonSchema } from '@slipway/declarations/derive';
import type { DocumentFormat } from '@slipway/declarations/dialects';
import { matchRoutesToDocuments } from '../../pipeline/deprecations.ts';
import { nameOperation, withoutParameterNames } from '../../http/operation.ts';
import type { Route } from '../../http/route.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import { buildDocumentSchema, type MessageSide } from './document-schema.ts';

export interface ResponseBody {
  readonly schema?: JsonSchema;
  /** Query parameters of a list. */
  readonly list?: readonly object[];
}
export interface OperationBodies {
  /** The schema of a request's body: one component, or any of several; undefined: no declaration describes it. */
  requestSchema(operation: string): JsonSchema | undefined;
  responseBody(operation: string): ResponseBody;
  readonly schemas: { readonly [name: string]: JsonSchema };
}

const pageParameters: { readonly [service in ApiDefinition['name']]: readonly object[] } = {
  workspaces: ['page[number]', 'page[size]'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer', minimum: 1, ...(name === 'page[size]' ? { maximum: 100, default: 20 } : {}) },
  })),
  ci: [{ name: 'page-token', in: 'query', schema: { type: 'string' }, description: 'The `next_page_token` of the page before.' }],
};

const wrapResource = (dialect: DocumentFormat, type: string, inner: JsonSchema, side: MessageSide): JsonSchema => {
  if (dialect.root === null) return inner;
  return {
    ...inner,
    required: ['type', ...((inner['required'] as string[] | undefined) ?? []), ...(side === 'response' ? ['id'] : [])],
    properties: { type: { type: 'string', const: type }, id: { type: 'string' }, ...(inner['properties'] as object) },
  };
};
const wrapDocument = (dialect: DocumentFormat, schema: JsonSchema): JsonSchema =>
  dialect.root === null ? schema : { type: 'object', required: ['data'], properties: { data: schema } };
const wrapList = (dialect: DocumentFormat, schema: JsonSchema): JsonSchema =>
  dialect.root === null
    ? { type: 'object', properties: { items: { type: 'array', items: schema }, next_page_token: { type: ['string', 'null'] } } }
    : {
        type: 'object',
        required: ['data'],
        properties: { data: { type: 'array', items: schema }, links: { type: 'object' }, meta: { type: 'object' } },
      };

interface BodyTables {
  readonly api: ApiDefinition;
  readonly dialect: DocumentFormat;
  /** The API's operations, by their names without those of parameters. */
  readonly operations: ReadonlyMap<string, readonly string[]>;
  /** The operations that take the documents of a resource's update. */
  readonly updates: ReadonlyMap<Resource, readonly string[]>;
  readonly schemas: Record<string, JsonSchema>;
  /** Names of components, by operation. */
  readonly requests: Map<string, Set<string>>;
  readonly responses: Map<string, ResponseBody>;
}
type Endpoints = { readonly [verb in 'create' | 'read' | 'update' | 'list']?: Endpoint };

const listRouteOperations = (route: Route): readonly string[] =>
  route.endpoint
    .split(' ')[0]!
    .split('|')
    .map((method) => nameOperation(route, method));

const indexOperations = (routes: readonly Route[]): BodyTables['operations'] => {
  const operations = new Map<string, string[]>();
  for (const operation of routes.flatMap(listRouteOperations)) {
    const row = withoutParameterNames(operation);
    const known = operations.get(row);
    if (known) known.push(operation);
    else operations.set(row, [operation]);
  }
  return operations;
};

const findOperations = ({ operations }: BodyTables, endpoint: string | undefined): readonly string[] =>
  endpoint === undefined ? [] : (operations.get(withoutParameterNames(endpoint)) ?? []);

const indexUpdates = (routes: readonly Route[], declared: readonly Resource[]): BodyTables['updates'] => {
  const updates = new Map<Resource, string[]>(declared.map((resource) => [resource, []]));
  const owners = new Map(
    declared.flatMap((resource) => {
      const { update } = resource.endpoints as Endpoints;
      return update === undefined ? [] : [[{ block: { ...resource, form: 'resource' as const }, endpoints: [update] }, resource] as const];
    }),
  );
  for (const [route, documents] of matchRoutesToDocuments(routes, [...owners.keys()]))
    for (const document of documents) updates.get(owners.get(document as never)!)!.push(...listRouteOperations(route));
  return updates;
};

const addComponent = ({ schemas }: BodyTables, { name, doc }: Resource, suffix: string, schema: JsonSchema): string => {
  schemas[name + suffix] ??= { title: name, description: doc, ...schema };
  return name + suffix;
};

const addRequest = ({ requests }: BodyTables, operation: string, component: string): void => {
  requests.set(operation, (requests.get(operation) ?? new Set()).add(component));
};

/** Several declarations may read one operation, each its own part of the document. */
const addResponse = (responses: BodyTables['responses'], operation: string, body: ResponseBody): void => {
  const known = responses.get(operation);
  const before = known?.schema && ((known.schema['anyOf'] as readonly JsonSchema[] | undefined) ?? [known.schema]);
  responses.set(operation, { ...known, ...body, ...(before ? { schema: { anyOf: [...before, body.schema!] } } : {}) });
};

const pathOf = (endpoint: Endpoint | undefined): string | undefined =>
  endpoint === undefined ? undefined : withoutParameterNames(endpoint.split(' ')[1]!);
/** Whether two endpoints are of one path. */
const isOf = (list: Endpoint | undefined, update: Endpoint | undefined): boolean => update !== undefined && pathOf(list) === pathOf(update);

const addResponses = (tables: BodyTables, resource: Resource, { create, read, update, list }: Endpoints): void => {
  const { dialect, responses, api } = tables;
  const schema = buildDocumentSchema(dialect, resource.attributes, '', 'response');
  const component = addComponent(tables, resource, '', wrapResource(dialect, resource.type, schema, 'response'));
  const reference = { $ref: `#/components/schemas/${component}` };
  const [one, several] = [wrapDocument(dialect, reference), wrapList(dialect, reference)];
  for (const endpoint of [create, read, update])
    for (const operation of findOperations(tables, endpoint))
      // An update of a whole collection responds with the collection.
      addResponse(responses, operation, { schema: endpoint === update && isOf(list, update) ? { anyOf: [one, several] } : one });
  for (const operation of findOperations(tables, list))
    addResponse(responses, operation, { schema: several, list: pageParameters[api.name] });
};

const addCreateRequest = (tables: BodyTables, resource: Resource, create: Endpoint): void => {
  const { dialect } = tables;
  for (const operation of findOperations(tables, create)) {
    const schema = buildDocumentSchema(dialect, resource.attributes, create, 'request');
    const document = wrapDocument(dialect, wrapResource(dialect, resource.type, schema, 'request'));
    addRequest(tables, operation, addComponent(tables, resource, '_create', document));
  }
};

/** An update may leave out what a create requires. */
const addUpdateRequest = (tables: BodyTables, resource: Resource, update: Endpoint): void => {
  const { dialect, updates } = tables;
  const optional = Object.fromEntries(
    Object.entries(resource.attributes).map(([name, attribute]) => [
      name,
      attribute.mode === 'required' ? { ...attribute, mode: 'optional' as const } : attribute,
    ]),
  );
  const { required: _required, ...schema } = buildDocumentSchema(dialect, optional, update, 'request');
  const document = wrapDocument(dialect, wrapResource(dialect, resource.type, schema, 'request'));
  for (const operation of updates.get(resource) ?? []) {
    addRequest(tables, operation, addComponent(tables, resource, '_update', document));
  }
};

const referComponents = (names: ReadonlySet<string>): JsonSchema => {
  const references = [...names].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return references.length === 1 ? references[0]! : { anyOf: references };
};

/** Which requests and responses of an API are documents of a declared resource, and their schemas in the names of the wire. */
export const describeBodies = (api: ApiDefinition, dialect: DocumentFormat, declared: readonly Resource[]): OperationBodies => {
  const tables: BodyTables = {
    api,
    dialect,
    operations: indexOperations(api.routes),
    updates: indexUpdates(api.routes, declared),
    schemas: {},
    requests: new Map(),
    responses: new Map(),
  };
  for (const resource of declared) {
    const endpoints = resource.endpoints as Endpoints;
    const { create, update } = endpoints;
    addResponses(tables, resource, endpoints);
    if (create !== undefined) addCreateRequest(tables, resource, create);
    if (update !== undefined && withoutParameterNames(update) !== withoutParameterNames(create ?? ''))
      addUpdateRequest(tables, resource, update);
  }
  return {
    requestSchema: (operation) => {
      const names = tables.requests.get(operation);
      return names && referComponents(names);
    },
    responseBody: (operation) => tables.responses.get(operation) ?? {},
    schemas: tables.schemas,
  };
};
