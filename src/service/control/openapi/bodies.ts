import { type Resource, type Endpoint } from '../../../declare/index.ts';
import type { JsonSchema } from '../../../derive/index.ts';
import type { DocumentFormat } from '../../../dialects/index.ts';
import { matchRoutesToDocuments } from '../../pipeline/deprecations.ts';
import { nameOperation } from '../../http/operation.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import { buildDocumentSchema } from './document-schema.ts';

export interface ResponseBody {
  readonly schema?: JsonSchema;
  /** The parameters of a list. */ readonly list?: readonly object[];
}
export interface OperationBodies {
  /** What a request's body is: one component, or one of several; undefined: no declaration knows. */
  requestSchema(operation: string): JsonSchema | undefined;
  responseBody(operation: string): ResponseBody;
  readonly schemas: { readonly [name: string]: JsonSchema };
}

const withoutParameterNames = (row: string): string => row.split('?')[0]!.replaceAll(/\{[^}]+\}/g, '{}');

const pageParameters: { readonly [service in ApiDefinition['name']]: readonly object[] } = {
  workspaces: ['page[number]', 'page[size]'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'integer', minimum: 1, ...(name === 'page[size]' ? { maximum: 100, default: 20 } : {}) },
  })),
  ci: [{ name: 'page-token', in: 'query', schema: { type: 'string' }, description: 'The `next_page_token` of the page before.' }],
};

const wrapResource = (dialect: DocumentFormat, type: string, inner: JsonSchema, side: 'asked' | 'answered'): JsonSchema => {
  if (dialect.root === null) return inner;
  return {
    ...inner,
    required: ['type', ...((inner['required'] as string[] | undefined) ?? []), ...(side === 'answered' ? ['id'] : [])],
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

/** Which requests and answers of a service are documents of a declaration, and their schemas in the wire's names. */
export const describeBodies = (api: ApiDefinition, dialect: DocumentFormat, declared: readonly Resource[]): OperationBodies => {
  const schemas: Record<string, JsonSchema> = {};
  const requests = new Map<string, Set<string>>();
  const ask = (operation: string, component: string): void => {
    requests.set(operation, (requests.get(operation) ?? new Set()).add(component));
  };
  const answered = new Map<string, ResponseBody>();
  const operations = api.routes.flatMap((route) =>
    route.endpoint
      .split(' ')[0]!
      .split('|')
      .map((method) => nameOperation(route, method)),
  );
  const named = (row: string | undefined): readonly string[] =>
    row === undefined ? [] : operations.filter((operation) => withoutParameterNames(operation) === withoutParameterNames(row));

  for (const one of declared) {
    const { create, read, update, list } = one.endpoints as { readonly [verb in 'create' | 'read' | 'update' | 'list']?: Endpoint };
    const component = (suffix: string, schema: JsonSchema): string => {
      schemas[one.name + suffix] ??= { title: one.name, description: one.doc, ...schema };
      return one.name + suffix;
    };
    const reference = {
      $ref: `#/components/schemas/${component('', wrapResource(dialect, one.type, buildDocumentSchema(dialect, one.attributes, '', 'answered'), 'answered'))}`,
    };
    for (const operation of [...named(create), ...named(read), ...named(update)])
      answered.set(operation, { schema: wrapDocument(dialect, reference) });
    for (const operation of named(list)) answered.set(operation, { schema: wrapList(dialect, reference), list: pageParameters[api.name] });
    for (const operation of named(create))
      ask(
        operation,
        component(
          '_create',
          wrapDocument(dialect, wrapResource(dialect, one.type, buildDocumentSchema(dialect, one.attributes, create!, 'asked'), 'asked')),
        ),
      );
    if (update === undefined || withoutParameterNames(update) === withoutParameterNames(create ?? '')) continue;
    const { required, ...loose } = buildDocumentSchema(
      dialect,
      Object.fromEntries(
        Object.entries(one.attributes).map(([name, attribute]) => [
          name,
          attribute.mode === 'required' ? { ...attribute, mode: 'optional' as const } : attribute,
        ]),
      ),
      update,
      'asked',
    );
    const routes = matchRoutesToDocuments(api.routes, [{ block: { ...one, form: 'resource' } as never, endpoints: [update] }]);
    const rows = api.routes
      .filter((route) => routes.has(route))
      .flatMap((route) =>
        route.endpoint
          .split(' ')[0]!
          .split('|')
          .map((method) => nameOperation(route, method)),
      );
    for (const operation of rows)
      ask(operation, component('_update', wrapDocument(dialect, wrapResource(dialect, one.type, loose, 'asked'))));
  }
  const refs = (names: ReadonlySet<string>): JsonSchema => {
    const all = [...names].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    return all.length === 1 ? all[0]! : { anyOf: all };
  };
  return {
    requestSchema: (operation) => {
      const names = requests.get(operation);
      return names && refs(names);
    },
    responseBody: (operation) => answered.get(operation) ?? {},
    schemas,
  };
};
