import { registryModule } from '../../declarations/src/resources/workspaces/registry-module.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'mod-1',
  type: 'registry-modules',
  attributes: {
    name: 'vpc',
    provider: 'aws',
    namespace: 'acme',
    'registry-name': 'private',
    status: 'pending',
    'no-code': false,
    'publishing-mechanism': 'non_vcs',
    'created-at': '2026-01-01T00:00:00.000Z',
  },
  relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
};
const state = {
  id: 'mod-1',
  organization: 'acme',
  name: 'vpc',
  module_provider: 'aws',
  namespace: 'acme',
  registry_name: 'private',
  status: 'pending',
  no_code: false,
  publishing_mechanism: 'non_vcs',
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /registry-modules/mod-1', status: 200, answer: { data: document } } as const;

testResource(registryModule, {
  create: {
    create: { name: 'vpc', module_provider: 'aws' },
    exchanges: [
      {
        request: 'POST /organizations/acme/registry-modules',
        body: { data: { type: 'registry-modules', attributes: { name: 'vpc', provider: 'aws' } } },
        status: 201,
        answer: { data: document },
      },
    ],
    state,
  },
  list: {
    read: state,
    times: 3,
    exchanges: [
      shown,
      shown,
      {
        request: 'GET /organizations/acme/registry-modules?page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  delete: { delete: state, exchanges: [{ request: 'DELETE /organizations/acme/registry-modules/private/acme/vpc/aws', status: 204 }] },
});
