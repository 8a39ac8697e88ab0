import { notFound } from '../http/problem.ts';
import { resolveRequestOrigin } from '../http/request-origin.ts';
import { loadOpenApiDocument } from './openapi/load-document.ts';
import type { ControlEndpoints } from './control.ts';

export const openApiControls: ControlEndpoints = {
  /** `workspaces` or `ci`; in the dialect of the service, neutral where each response has that of its request. */
  'GET /_local/openapi/{service}': async ({ apis, settings, dialect }, { params, request }) => {
    const api = apis.find(({ name }) => name === params['service']);
    if (!api) throw notFound(`the service ${params['service']} (there are ${apis.map(({ name }) => name).join(' and ')})`);
    return { body: await loadOpenApiDocument(api, dialect === 'hosted' ? 'hosted' : 'neutral', resolveRequestOrigin(request, settings())) };
  },
};
