import type { Resource, Endpoint } from '@slipway/declarations/declare';
import { documentFormatOf } from '@slipway/declarations/dialects';
import { withoutParameterNames } from '../../http/operation.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import { version } from '@slipway/declarations/version';
import { describeOperation } from './describe-operation.ts';
import { renderErrorResponses, errorSchemas } from './errors.ts';
import { describeBodies, type OperationBodies } from './bodies.ts';

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

interface PathEntry {
  readonly path: string;
  readonly isAtRoot: boolean;
  readonly operations: Record<string, object>;
}

const standardMethods: readonly string[] = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'];
/** OpenAPI 3.2 has `additionalOperations` for other methods; 3.1 takes them as an extension. */
const addOperation = ({ operations }: PathEntry, method: string, operation: object): void => {
  if (standardMethods.includes(method)) operations[method.toLowerCase()] = operation;
  else operations['x-additionalOperations'] = { ...operations['x-additionalOperations'], [method]: operation };
};

/** The paths of an API, each with its operations. Paths that differ only in the names of their parameters are merged. */
const collectPaths = (api: ApiDefinition, bodies: OperationBodies) => {
  const paths = new Map<string, PathEntry>();
  for (const route of api.routes) {
    const [methods, row] = route.endpoint.split(' ') as [string, Endpoint];
    const own = `${route.atRoot ? '' : api.basePath}${row}`;
    const entry = paths.get(withoutParameterNames(own)) ?? { path: own, isAtRoot: route.atRoot === true, operations: {} };
    paths.set(withoutParameterNames(own), entry);
    for (const method of methods.split('|'))
      addOperation(entry, method, describeOperation({ api, route, method, path: entry.path, bodies }));
  }
  return [...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
};

/**
 * OpenAPI 3.1 of one service: every route, with its own description or else with the bodies that declarations have. Paths begin below the
 * API's base path, as in the vendor's documents; paths at the root name their server. `address`: of the service.
 */
export const renderOpenApi = (api: ApiDefinition, declared: readonly Resource[], address: string): object => {
  const bodies = describeBodies(api, documentFormatOf(api.name), declared);
  const { schemes, any } = securitySchemes[api.name];
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: {
      title: api.name === 'ci' ? 'Slipway: the CI service' : 'Slipway: the workspace service',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${address}${api.basePath}` }],
    security: any,
    paths: Object.fromEntries(
      collectPaths(api, bodies).map(({ path, isAtRoot, operations }) => [
        isAtRoot ? path : path.slice(api.basePath.length),
        {
          ...(isAtRoot ? { servers: [{ url: address }] } : {}),
          ...(path.includes('{') ? { parameters: listPathParameters(path).map(describeParameter) } : {}),
          ...operations,
        },
      ]),
    ),
    components: {
      securitySchemes: schemes,
      responses: renderErrorResponses(api.mediaType),
      schemas: { Error: errorSchemas[api.name], ...bodies.schemas },
    },
  };
};
