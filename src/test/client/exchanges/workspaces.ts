import { collectAll } from '../support/client.ts';
import { workspaceDocument, firstPage, onePageLinks, workspaceValues, type Exchanges } from './exchange.ts';

export const workspaces: Exchanges = {
  'workspaces.create': {
    row: 'POST /organizations/{organization_name}/workspaces',
    call: ({ workspaces }) =>
      workspaces.create('acme', {
        name: 'app',
        project_id: 'prj-1',
        execution_mode: 'remote',
        engine_version: '~> 1.9.0',
        trigger_patterns: ['a/**'],
        vcs_repo: { identifier: 'acme/app', oauth_token_id: 'ot-1' },
        setting_overwrites: { execution_mode: true },
        tags: { env: 'prod' },
      }),
    request: 'POST /organizations/acme/workspaces',
    body:
      '{"data":{"type":"workspaces","attributes":{"name":"app","execution-mode":"remote","engine-version":"~> ' +
      '1.9.0","trigger-patterns":["a/**"],"vcs-repo":{"identifier":"acme/app","oauth-token-id":"ot-1"},' +
      '"setting-overwrites":{"execution-mode":true}},"relationships":{"project":{"data":{"type":"projects","id":"prj-1"}},' +
      '"tag-bindings":{"data":[{"type":"tag-bindings","attributes":{"key":"env","value":"prod"}}]}}}}',
    status: 201,
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.update': {
    row: 'PATCH /workspaces/{workspace_id}',
    call: ({ workspaces }) => workspaces.update('ws-1', { vcs_repo: null, tags: {}, auto_destroy_activity_duration: '14d' }),
    request: 'PATCH /workspaces/ws-1',
    body:
      '{"data":{"id":"ws-1","type":"workspaces","attributes":{"vcs-repo":null,' +
      '"auto-destroy-activity-duration":"14d"},"relationships":{"tag-bindings":{"data":[]}}}}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.updateByName': {
    row: 'PATCH /organizations/{organization_name}/workspaces/{name}',
    call: ({ workspaces }) => workspaces.updateByName('acme', 'app', { description: null }),
    request: 'PATCH /organizations/acme/workspaces/app',
    body: '{"data":{"type":"workspaces","attributes":{"description":null}}}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.list': {
    row: 'GET /organizations/{organization_name}/workspaces',
    call: ({ workspaces }) =>
      collectAll(
        workspaces.list('acme', {
          name: 'ap',
          wildcard_name: '*p',
          tag_names: ['a', 'b'],
          exclude_tag_names: ['c'],
          tags: { env: 'prod', team: '' },
          project_id: 'prj-1',
          current_run_status: 'applied',
          sort: '-name',
        }),
      ),
    request:
      `GET /organizations/acme/workspaces?${firstPage}&search%5Bname%5D=ap&search%5Bwildcard-name%5D=*p&search%5Btags%5D=a%2Cb&` +
      'search%5Bexclude-tags%5D=c&filter%5Bproject%5D%5Bid%5D=prj-1&filter%5Bcurrent-run%5D%5Bstatus%5D=applied&sort=-name&' +
      'filter%5Btagged%5D%5B0%5D%5Bkey%5D=env&filter%5Btagged%5D%5B0%5D%5Bvalue%5D=prod&filter%5Btagged%5D%5B1%5D%5Bkey%5D=team',
    answer: { data: [workspaceDocument.data], ...onePageLinks },
    result: [workspaceValues],
  },
  'workspaces.showByName': {
    row: 'GET /organizations/{organization_name}/workspaces/{name}',
    call: ({ workspaces }) => workspaces.showByName('acme', 'app'),
    request: 'GET /organizations/acme/workspaces/app',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.show': {
    row: 'GET /workspaces/{workspace_id}',
    call: ({ workspaces }) => workspaces.show('ws-1'),
    request: 'GET /workspaces/ws-1',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.safeDeleteByName': {
    row: 'POST /organizations/{organization_name}/workspaces/{name}/actions/safe-delete',
    call: ({ workspaces }) => workspaces.safeDeleteByName('acme', 'app'),
    request: 'POST /organizations/acme/workspaces/app/actions/safe-delete',
    status: 204,
  },
  'workspaces.safeDelete': {
    row: 'POST /workspaces/{workspace_id}/actions/safe-delete',
    call: ({ workspaces }) => workspaces.safeDelete('ws-1'),
    request: 'POST /workspaces/ws-1/actions/safe-delete',
    status: 204,
  },
  'workspaces.forceDelete': {
    row: 'DELETE /workspaces/{workspace_id}',
    call: ({ workspaces }) => workspaces.forceDelete('ws-1'),
    request: 'DELETE /workspaces/ws-1',
    status: 204,
  },
  'workspaces.forceDeleteByName': {
    row: 'DELETE /organizations/{organization_name}/workspaces/{name}',
    call: ({ workspaces }) => workspaces.forceDeleteByName('acme', 'app'),
    request: 'DELETE /organizations/acme/workspaces/app',
    status: 204,
  },
  'workspaces.lock': {
    row: 'POST /workspaces/{workspace_id}/actions/lock',
    call: ({ workspaces }) => workspaces.lock('ws-1', { reason: 'work' }),
    request: 'POST /workspaces/ws-1/actions/lock',
    body: '{"reason":"work"}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.unlock': {
    row: 'POST /workspaces/{workspace_id}/actions/unlock',
    call: ({ workspaces }) => workspaces.unlock('ws-1'),
    request: 'POST /workspaces/ws-1/actions/unlock',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.forceUnlock': {
    row: 'POST /workspaces/{workspace_id}/actions/force-unlock',
    call: ({ workspaces }) => workspaces.forceUnlock('ws-1'),
    request: 'POST /workspaces/ws-1/actions/force-unlock',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.assignSshKey': {
    row: 'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
    call: ({ workspaces }) => workspaces.assignSshKey('ws-1', 'sshkey-1'),
    request: 'PATCH /workspaces/ws-1/relationships/ssh-key',
    body: '{"data":{"type":"workspaces","attributes":{"id":"sshkey-1"}}}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
  'workspaces.unassignSshKey': {
    row: 'PATCH /workspaces/{workspace_id}/relationships/ssh-key',
    call: ({ workspaces }) => workspaces.unassignSshKey('ws-1'),
    request: 'PATCH /workspaces/ws-1/relationships/ssh-key',
    body: '{"data":{"type":"workspaces","attributes":{"id":null}}}',
    answer: workspaceDocument,
    result: workspaceValues,
  },
};
