import { runTriggerResource } from '../../declarations/src/resources/workspaces/run-trigger.ts';
import { listPage } from './support/page.ts';
import { testResource } from './support/resource-case.ts';

const document = {
  id: 'rt-1',
  type: 'run-triggers',
  attributes: { 'workspace-name': 'web', 'sourceable-name': 'dns', 'created-at': '2026-01-01T00:00:00.000Z' },
  relationships: { workspace: { data: { id: 'ws-1', type: 'workspaces' } }, sourceable: { data: { id: 'ws-2', type: 'workspaces' } } },
};
const state = {
  id: 'rt-1',
  workspace_id: 'ws-1',
  sourceable_id: 'ws-2',
  workspace_name: 'web',
  sourceable_name: 'dns',
  created_at: '2026-01-01T00:00:00.000Z',
};
const shown = { request: 'GET /run-triggers/rt-1', status: 200, answer: { data: document } } as const;

testResource(runTriggerResource, {
  create: {
    create: { workspace_id: 'ws-1', sourceable_id: 'ws-2' },
    exchanges: [
      {
        request: 'POST /workspaces/ws-1/run-triggers',
        body: {
          data: { type: 'run-triggers', attributes: {}, relationships: { sourceable: { data: { id: 'ws-2', type: 'workspaces' } } } },
        },
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
        request: 'GET /workspaces/ws-1/run-triggers?filter[run-trigger][type]=inbound&page%5Bnumber%5D=1&page%5Bsize%5D=100',
        status: 200,
        answer: listPage([{ ...document, id: 'other-1' }, document]),
      },
    ],
    state,
  },
  read: { read: state, exchanges: [shown], state },
  delete: { delete: state, exchanges: [{ request: 'DELETE /run-triggers/rt-1', status: 204 }] },
});
