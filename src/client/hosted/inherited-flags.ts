import type { ServiceClient } from '../contract/service-client.ts';

type JsonObject = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const invertFlags = (flags: unknown): unknown =>
  isObject(flags)
    ? Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, typeof flag === 'boolean' ? !flag : flag]))
    : flags;

const invertDocument = (document: unknown): unknown => {
  if (Array.isArray(document)) return document.map(invertDocument);
  if (!isObject(document) || document['type'] !== 'workspaces' || !isObject(document['attributes'])) return document;
  const { 'setting-overwrites': flags, ...attributes } = document['attributes'];
  if (flags === undefined) return document;
  return { ...document, attributes: { ...attributes, 'setting-overwrites': invertFlags(flags) } };
};

/**
 * A body with the other meaning of `setting-overwrites` of workspaces: true is "inherited" here and in the specification, and "its own" at
 * the hosted service (docs/decisions/0008).
 */
export const invertInheritedFlags = (body: unknown): unknown =>
  isObject(body) && 'data' in body
    ? {
        ...body,
        data: invertDocument(body['data']),
        ...('included' in body ? { included: invertDocument(body['included']) } : {}),
      }
    : body;

/** The client, with bodies that have the meaning of the specification also where it speaks the hosted dialect. */
export const withInheritedFlags = (client: ServiceClient): ServiceClient =>
  client.service !== 'workspaces' || client.dialect !== 'hosted'
    ? client
    : {
        ...client,
        call: async ({ body, ...request }) => {
          const response = await client.call({ ...request, ...(body === undefined ? {} : { body: invertInheritedFlags(body) }) });
          return { ...response, body: invertInheritedFlags(response.body) };
        },
        read: async (read) => {
          const response = await client.read(read);
          return { ...response, body: invertInheritedFlags(response.body) };
        },
      };
