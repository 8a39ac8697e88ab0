import type { WorkspacesClient } from '../../../client/operations/workspaces-client.ts';

/** One operation of spec 1 as it goes over the wire, to the byte; written from the specification, not from the code. */
export interface Exchange {
  /** As the specification writes it. */
  readonly row: string;
  readonly call: (client: WorkspacesClient) => Promise<unknown>;
  /** Method, path and query as they go over the wire, and the body to the byte. */
  readonly request: string;
  readonly body?: string;
  readonly status?: number;
  readonly answer?: object | string;
  readonly result?: unknown;
}
export type Exchanges = { readonly [client: string]: Exchange };

export const firstPage = 'page%5Bnumber%5D=1&page%5Bsize%5D=100';
export const onePageLinks = {
  links: { self: 'x', first: 'x', prev: null, next: null, last: 'x' },
  meta: { pagination: { 'current-page': 1, 'page-size': 100, 'prev-page': null, 'next-page': null, 'total-pages': 1, 'total-count': 1 } },
};
export const workspaceDocument = {
  data: {
    id: 'ws-1',
    type: 'workspaces',
    attributes: {
      name: 'app',
      locked: true,
      'locked-reason': 'work',
      'execution-mode': 'remote',
      'resource-count': 3,
      permissions: { 'can-lock': true },
      'engine-version': '1.9.0',
    },
    relationships: { organization: { data: { id: 'acme', type: 'organizations' } }, project: { data: { id: 'prj-1', type: 'projects' } } },
    links: { self: '/api/v2/organizations/acme/workspaces/app', 'self-html': '/app/acme/workspaces/app' },
  },
};
export const workspaceValues = {
  id: 'ws-1',
  organization: 'acme',
  name: 'app',
  project_id: 'prj-1',
  execution_mode: 'remote',
  engine_version: '1.9.0',
  locked: true,
  resource_count: 3,
  locked_reason: 'work',
  permissions: { 'can-lock': true },
  html_url: '/app/acme/workspaces/app',
};
