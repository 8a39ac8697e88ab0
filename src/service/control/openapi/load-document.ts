import type { ApiDefinition } from '../../pipeline/api-definition.ts';

const documents = new WeakMap<ApiDefinition, object>();

/** The OpenAPI document of an API. It is made once; `address`: of the service, as the caller reaches it. */
export const loadOpenApiDocument = async (api: ApiDefinition, address: string): Promise<object> => {
  let document = documents.get(api);
  if (!document) {
    // Declarations are large; only who asks waits for them.
    const [{ renderOpenApi }, { addExamples }, { resources }] = await Promise.all([
      import('./document.ts'),
      import('./add-examples.ts'),
      import('../../../resources/index.ts'),
    ]);
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    documents.set(api, (document = addExamples(renderOpenApi(api, declared, ''))));
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
