import { freeObject, jsonContent } from '../../http/body-schemas.ts';
import { type PreparationContext, route } from '../../http/route.ts';
import type { ApiDefinition } from '../../pipeline/api-definition.ts';
import { loadOpenApiDocument } from './load-document.ts';

/** The API with one more endpoint: its own OpenAPI document, in the dialect of the request, where clients of the vendor look for it. */
export const withDocumentRoute = (api: ApiDefinition, endpoint: string, atRoot?: true): ApiDefinition => {
  const prepare = async ({ dialect, origin }: PreparationContext): Promise<Buffer> =>
    Buffer.from(JSON.stringify(await loadOpenApiDocument(whole, dialect, origin)));
  const whole: ApiDefinition = {
    ...api,
    routes: [
      ...api.routes,
      route(endpoint, async ({ prepared }) => ({ status: 200, headers: { 'content-type': 'application/json' }, body: prepared }), {
        anonymous: true,
        ...(atRoot ? { atRoot } : {}),
        prepare,
        description: { summary: 'Shows this document.', responses: { 200: jsonContent(freeObject) } },
      }),
    ],
  };
  return whole;
};
