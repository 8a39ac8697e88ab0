import { remoteStateConsumers } from '../../declarations/src/resources/workspaces/remote-state-consumers.ts';
import { organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const state = { workspace_id: 'ws-1', consumer_ids: ['ws-2', 'ws-3'] };
const path = '/workspaces/ws-1/relationships/remote-state-consumers';
const body = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'workspaces', id })) });
const consumers = `GET ${path}?page%5Bnumber%5D=1&page%5Bsize%5D=100`;
const list = (...ids: readonly string[]) => listPage(ids.map((id) => ({ id, type: 'workspaces', attributes: { name: id } })));

testResource(
  remoteStateConsumers,
  {
    create: { create: state, exchanges: [{ request: `PATCH ${path}`, body: body('ws-2', 'ws-3'), status: 204 }], state },
    update: {
      update: { from: state, to: { workspace_id: 'ws-1', consumer_ids: ['ws-4'] } },
      exchanges: [{ request: `PATCH ${path}`, body: body('ws-4'), status: 204 }],
      state: { ...state, consumer_ids: ['ws-4'] },
    },
    delete: { delete: state, exchanges: [{ request: `PATCH ${path}`, body: body(), status: 204 }] },
    list: {
      read: state,
      exchanges: [{ request: consumers, status: 200, answer: list('ws-2', 'ws-3', 'ws-9') }],
      state: { ...state, consumer_ids: ['ws-2', 'ws-3', 'ws-9'] },
    },
  },
  {
    'another order is no difference': {
      read: state,
      exchanges: [{ request: consumers, status: 200, answer: list('ws-3', 'ws-2') }],
      state,
    },
    'nobody is a list, too': {
      create: { workspace_id: 'ws-1', consumer_ids: [] },
      exchanges: [{ request: `PATCH ${path}`, body: body(), status: 204 }],
      state: { consumer_ids: [] },
    },
    'a workspace that is gone takes its list along': {
      read: state,
      exchanges: [{ request: consumers, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions)],
      state: null,
    },
    'the list of a workspace that is gone is deleted': {
      delete: state,
      exchanges: [{ request: `PATCH ${path}`, body: body(), status: 404, answer: errorDocument('404') }],
    },
    'who may not replace the list is told as the service tells it': {
      create: state,
      exchanges: [{ request: `PATCH ${path}`, body: body('ws-2', 'ws-3'), status: 404, answer: errorDocument('404') }],
      error: `PATCH http://service.test/api/v2${path} answered 404`,
      state: null,
    },
  },
);
