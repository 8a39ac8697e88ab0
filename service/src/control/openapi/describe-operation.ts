import type { JsonSchema } from '@slipway/declarations/derive';
import { nameOperation } from '../../http/operation.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import type { Route } from '../../http/route.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import type { OperationBodies } from './bodies.ts';
import { referenceErrorResponses } from './errors.ts';

const capitalize = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;
const toPascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capitalize)
    .join('');

/**
 * `getWorkspacesByWorkspaceId` of `GET /workspaces/{workspace_id}`, `getGithubApp_Installations` of `GET /github-app/installations`: words
 * that a slash separates are others than those that a hyphen does.
 */
const buildOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter(Boolean)
    .map((segment, index, all) => {
      if (segment.startsWith('{')) return `By${toPascalCase(segment.slice(1, -1))}`;
      return `${index > 0 && !all[index - 1]!.startsWith('{') ? '_' : ''}${toPascalCase(segment)}`;
    })
    .join('');

/** The noun that a path begins with. */
const pickTag = (path: string): string => path.split('/').find((segment) => segment !== '' && !segment.startsWith('{')) ?? 'other';

/** One operation of a route at a path, which begins with the API's base path unless the route is at the root. */
export interface OperationSource {
  readonly api: ApiDefinition;
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly bodies: OperationBodies;
}

const successDescriptions: { readonly [status: string]: string } = {
  200: 'The result.',
  201: 'Created.',
  202: 'Accepted: it happens later.',
  204: 'Done. The response has no body.',
  302: 'The address is in `Location`.',
  304: 'Nothing is newer. The response has no body.',
};

const listMediaTypes = ({ api, route }: OperationSource): readonly string[] =>
  route.binaryBody
    ? ['application/octet-stream']
    : [api.mediaType, ...(route.plainJson && api.mediaType !== 'application/json' ? ['application/json'] : [])];

const describeRequestBody = (source: OperationSource, schema: JsonSchema | undefined, example: unknown, required: boolean) => ({
  ...(required ? { required: true } : {}),
  content: Object.fromEntries(
    listMediaTypes(source).map((type) => [
      type,
      source.route.binaryBody ? {} : { schema: schema ?? {}, ...(example === undefined ? {} : { example }) },
    ]),
  ),
});

const isRequired = (schema: JsonSchema): boolean => Array.isArray(schema['required']) && schema['required'].length > 0;

const describeQuery = ({ query = {} }: OperationDescription): readonly object[] =>
  Object.entries(query).map(([name, { doc, schema }]) => ({ name, in: 'query', description: doc, schema }));

/** A body: JSON of the API's media type, or the media type that `fileContent` declares in the schema. */
const describeContent = ({ mediaType }: ApiDefinition, schema: JsonSchema) => ({
  [String(schema['contentMediaType'] ?? mediaType)]: { schema },
});

const describeSuccesses = ({ api }: OperationSource, { responses }: OperationDescription) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status, schema]) => schema !== null || Number(status) < 400)
      .map(([status, schema]) => [
        status,
        {
          description: successDescriptions[status] ?? (Number(status) < 400 ? 'Done.' : 'Refused.'),
          ...(schema === null ? {} : { content: describeContent(api, schema) }),
        },
      ]),
  );

/** The description of an operation that its route has. */
const fromDescription = (source: OperationSource, description: OperationDescription) => ({
  summary: description.summary,
  parameters: describeQuery(description),
  ...(description.request || source.route.binaryBody
    ? {
        requestBody: describeRequestBody(
          source,
          description.request,
          description.example,
          description.request !== undefined && isRequired(description.request),
        ),
      }
    : {}),
  responses: describeSuccesses(source, description),
});

/** The description that provider declarations have of an operation, for a route without one. */
const fromDeclarations = (source: OperationSource, name: string) => {
  const { api, method, path, bodies } = source;
  const requestSchema = bodies.requestSchema(name);
  const takes = ['POST', 'PATCH', 'PUT'].includes(method) || (method === 'DELETE' && path.includes('/relationships/'));
  const { schema, list } = bodies.responseBody(name);
  return {
    summary: name,
    ...(list ? { parameters: list } : {}),
    ...(takes ? { requestBody: describeRequestBody(source, requestSchema, undefined, requestSchema !== undefined) } : {}),
    responses: { '2XX': { description: 'Done.', ...(schema ? { content: { [api.mediaType]: { schema } } } : {}) } },
  };
};

/** The operation object of OpenAPI. */
export const describeOperation = (source: OperationSource) => {
  const { api, route, method, path } = source;
  const below = path.slice(route.atRoot ? 0 : api.basePath.length);
  const { responses, ...own } = route.description
    ? fromDescription(source, route.description)
    : fromDeclarations(source, nameOperation(route, method));
  return {
    operationId: buildOperationId(method, below),
    tags: [pickTag(below)],
    ...own,
    ...(route.deprecated === undefined ? {} : { deprecated: true, description: route.deprecated }),
    ...(route.anonymous ? { security: [] } : {}),
    // A description can contain an error response that differs from the usual one.
    responses: { ...referenceErrorResponses(route.anonymous === true), ...responses },
  };
};
