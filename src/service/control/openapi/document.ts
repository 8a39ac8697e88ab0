import type { Resource, Endpoint } from '../../../declare/index.ts';
import { documentFormatOf } from '../../../dialects/index.ts';
import { operationOf } from '../../operation.ts';
import type { Route } from '../../route.ts';
import type { Surface } from '../../surface.ts';
import { version } from '../../../version.ts';
import { errorResponses, errorSchemas, refusals } from './errors.ts';
import { bodiesOf, type Bodies } from './bodies.ts';
import { operationId, tagOf } from './words.ts';

const unnamed = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');
const parametersIn = (path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);

const parameterOf = (name: string) => ({
  name, in: 'path', required: true, schema: { type: 'string' },
  ...(name === 'project-slug' ? { description: 'Three segments, such as gh/acme/web; its slashes may be percent-encoded.' } : {}),
});

const security = {
  workspaces: { schemes: { token: { type: 'http', scheme: 'bearer' } }, any: [{ token: [] }] },
  ci: {
    schemes: { header: { type: 'apiKey', in: 'header', name: 'Ci-Token' }, basic: { type: 'http', scheme: 'basic', description: 'The token as the name, no password.' }, bearer: { type: 'http', scheme: 'bearer' } },
    any: [{ header: [] }, { basic: [] }, { bearer: [] }],
  },
} as const;

const operation = (surface: Surface, route: Route, method: string, path: string, bodies: Bodies) => {
  const name = operationOf(route, method);
  const asked = bodies.asked(name);
  const takes = method === 'POST' || method === 'PATCH' || method === 'PUT' || (method === 'DELETE' && path.includes('/relationships/'));
  const mediaTypes = route.bytes ? ['application/octet-stream'] : [surface.mediaType, ...(route.plain && surface.mediaType !== 'application/json' ? ['application/json'] : [])];
  const { schema: answered, list } = bodies.answered(name);
  return {
    operationId: operationId(method, path.slice(route.root ? 0 : surface.base.length)), summary: name, tags: [tagOf(path.slice(route.root ? 0 : surface.base.length))],
    ...(route.deprecated === undefined ? {} : { deprecated: true, description: route.deprecated }),
    ...(route.open ? { security: [] } : {}),
    ...(list ? { parameters: list } : {}),
    ...(takes ? { requestBody: { ...(asked ? { required: true } : {}), content: Object.fromEntries(mediaTypes.map((type) => [type, route.bytes ? {} : { schema: asked ?? {} }])) } } : {}),
    responses: { '2XX': { description: 'Done.', ...(answered ? { content: { [surface.mediaType]: { schema: answered } } } : {}) }, ...refusals(route.open === true) },
  };
};

/** OpenAPI 3.1 of one service: every route it has, with the bodies that declarations know. */
export const openApiOf = (surface: Surface, declared: readonly Resource[], server: string): object => {
  const bodies = bodiesOf(surface, documentFormatOf(surface.name), declared);
  const paths = new Map<string, { readonly path: string; readonly operations: Record<string, object> }>();
  for (const route of surface.routes) {
    const [methods, row] = route.row.split(' ') as [string, Endpoint];
    const own = `${route.root ? '' : surface.base}${row}`;
    // Two paths that differ in their parameters' names alone are one.
    const known = paths.get(unnamed(own)) ?? { path: own, operations: {} };
    paths.set(unnamed(own), known);
    for (const method of methods.split('|')) known.operations[method.toLowerCase()] = operation(surface, route, method, known.path, bodies);
  }
  const { schemes, any } = security[surface.name];
  return {
    openapi: '3.1.0', jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: { title: surface.name === 'ci' ? 'Slipway: the CI service' : 'Slipway: the workspace service', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: server }], security: any,
    paths: Object.fromEntries([...paths.values()].sort((a, b) => (a.path < b.path ? -1 : 1)).map(({ path, operations }) =>
      [path, { ...(path.includes('{') ? { parameters: parametersIn(path).map(parameterOf) } : {}), ...operations }])),
    components: {
      securitySchemes: schemes, responses: errorResponses(surface.mediaType),
      schemas: { Error: errorSchemas[surface.name], ...bodies.schemas },
    },
  };
};
