import type { ApiDefinition } from '../../pipeline/api-definition.ts';

/** In the neutral dialect and in the hosted one, of each API. */
const documents = { neutral: new WeakMap<ApiDefinition, object>(), hosted: new WeakMap<ApiDefinition, object>() };

/** The OpenAPI document of an API in a dialect. It is made once; `address`: of the service, as the caller reaches it. */
export const loadOpenApiDocument = async (api: ApiDefinition, dialect: 'neutral' | 'hosted', address: string): Promise<object> => {
  let document = documents[dialect].get(api);
  if (!document) {
    // Declarations are large, so they are loaded with the first request for a document.
    const [{ renderOpenApi }, { addExamples }, { toHostedOpenApi }, { resources }] = await Promise.all([
      import('./document.ts'),
      import('./add-examples.ts'),
      import('@slipway/declarations/dialects/hosted-openapi'),
      import('@slipway/declarations/resources'),
    ]);
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    const neutral = addExamples(renderOpenApi(api, declared, ''));
    document = dialect === 'hosted' ? toHostedOpenApi(neutral, api.name) : neutral;
    documents[dialect].set(api, document);
  }
  return withAddress(document, address);
};

const withAddress = (document: any, address: string): object => ({
  ...document,
  servers: document.servers.map(({ url }: { readonly url: string }) => ({ url: `${address}${url}` })),
  paths: Object.fromEntries(
    Object.entries<any>(document.paths).map(([path, item]) => [path, item.servers ? { ...item, servers: [{ url: address }] } : item]),
  ),
});
