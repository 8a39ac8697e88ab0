import { notFound } from '../http/problem.ts';
import { resolveRequestOrigin } from '../http/request-origin.ts';
import type { ControlEndpoints } from './control.ts';

export const openApiControls: ControlEndpoints = {
  /** `workspaces` or `ci`. */
  'GET /_local/openapi/{service}': async ({ apis, settings }, { params, request }) => {
    const api = apis.find(({ name }) => name === params['service']);
    if (!api) throw notFound(`the service ${params['service']} (there are ${apis.map(({ name }) => name).join(' and ')})`);
    // Declarations are large; only who asks waits for them.
    const [{ renderOpenApi: openApiOf }, { resources }] = await Promise.all([
      import('./openapi/document.ts'),
      import('../../resources/index.ts'),
    ]);
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    return { body: openApiOf(api, declared, resolveRequestOrigin(request, settings())) };
  },
};
