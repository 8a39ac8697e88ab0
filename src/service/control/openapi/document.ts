import type { Resource, Endpoint } from '../../../declare/index.ts';
import { documentFormatOf } from '../../../dialects/index.ts';
import { nameOperation, withoutParameterNames } from '../../http/operation.ts';
import type { Route } from '../../http/route.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import { version } from '../../../version.ts';
import { renderErrorResponses, errorSchemas, referenceErrorResponses } from './errors.ts';
import { describeBodies, type OperationBodies } from './bodies.ts';
import { buildOperationId, pickTag } from './operation-id.ts';

const listPathParameters = (path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);

const describeParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  ...(name === 'project-slug' ? { description: 'Three segments, such as gh/acme/web; its slashes may be percent-encoded.' } : {}),
});

const securitySchemes = {
  workspaces: { schemes: { token: { type: 'http', scheme: 'bearer' } }, any: [{ token: [] }] },
  ci: {
    schemes: {
      header: { type: 'apiKey', in: 'header', name: 'Ci-Token' },
      basic: { type: 'http', scheme: 'basic', description: 'The token as the name, no password.' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    any: [{ header: [] }, { basic: [] }, { bearer: [] }],
  },
} as const;

const describeOperation = (api: ApiDefinition, route: Route, method: string, path: string, bodies: OperationBodies) => {
  const name = nameOperation(route, method);
  const requestSchema = bodies.requestSchema(name);
  const takes = method === 'POST' || method === 'PATCH' || method === 'PUT' || (method === 'DELETE' && path.includes('/relationships/'));
  const mediaTypes = route.binaryBody
    ? ['application/octet-stream']
    : [api.mediaType, ...(route.plainJson && api.mediaType !== 'application/json' ? ['application/json'] : [])];
  const { schema: answered, list } = bodies.responseBody(name);
  return {
    operationId: buildOperationId(method, path.slice(route.atRoot ? 0 : api.basePath.length)),
    summary: name,
    tags: [pickTag(path.slice(route.atRoot ? 0 : api.basePath.length))],
    ...(route.deprecated === undefined ? {} : { deprecated: true, description: route.deprecated }),
    ...(route.anonymous ? { security: [] } : {}),
    ...(list ? { parameters: list } : {}),
    ...(takes
      ? {
          requestBody: {
            ...(requestSchema ? { required: true } : {}),
            content: Object.fromEntries(mediaTypes.map((type) => [type, route.binaryBody ? {} : { schema: requestSchema ?? {} }])),
          },
        }
      : {}),
    responses: {
      '2XX': { description: 'Done.', ...(answered ? { content: { [api.mediaType]: { schema: answered } } } : {}) },
      ...referenceErrorResponses(route.anonymous === true),
    },
  };
};

/** OpenAPI 3.1 of one service: every route it has, with the bodies that declarations know. */
export const renderOpenApi = (api: ApiDefinition, declared: readonly Resource[], server: string): object => {
  const bodies = describeBodies(api, documentFormatOf(api.name), declared);
  const paths = new Map<string, { readonly path: string; readonly operations: Record<string, object> }>();
  for (const route of api.routes) {
    const [methods, row] = route.endpoint.split(' ') as [string, Endpoint];
    const own = `${route.atRoot ? '' : api.basePath}${row}`;
    // Two paths that differ in their parameters' names alone are one.
    const entry = paths.get(withoutParameterNames(own)) ?? { path: own, operations: {} };
    paths.set(withoutParameterNames(own), entry);
    for (const method of methods.split('|'))
      entry.operations[method.toLowerCase()] = describeOperation(api, route, method, entry.path, bodies);
  }
  const { schemes, any } = securitySchemes[api.name];
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: {
      title: api.name === 'ci' ? 'Slipway: the CI service' : 'Slipway: the workspace service',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: any,
    paths: Object.fromEntries(
      [...paths.values()]
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map(({ path, operations }) => [
          path,
          { ...(path.includes('{') ? { parameters: listPathParameters(path).map(describeParameter) } : {}), ...operations },
        ]),
    ),
    components: {
      securitySchemes: schemes,
      responses: renderErrorResponses(api.mediaType),
      schemas: { Error: errorSchemas[api.name], ...bodies.schemas },
    },
  };
};
