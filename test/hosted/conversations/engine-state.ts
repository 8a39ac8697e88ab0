import type { Exchange } from '../support/play-conversation.ts';
import { document, response } from './documents.ts';

const state =
  '{"version":4,"terraform_version":"1.15.9","serial":1,"lineage":"5f2c",' +
  '"outputs":{"tide":{"value":"high","type":"string"}},"resources":[]}';
const stateMd5 = '9cb41b5e90c85b6990924509d41e51f0';

const tagged = 'filter%5Btagged%5D%5B0%5D';
const findByTag = `GET /api/v2/organizations/acme/workspaces?${tagged}%5Bkey%5D=pier&${tagged}%5Bvalue%5D=north&search%5Btags%5D=pier`;

/** The engine with a `cloud` block of tags: finds its workspace by key and value, plans by itself, and keeps its state in the service. */
export const engineState: readonly Exchange[] = [
  { step: 'init', request: 'GET /.well-known/terraform.json', status: 200, response: { 'tfe.v2': '/api/v2/', 'state.v2': '/api/v2/' } },
  { step: 'init', request: 'GET /api/v2/ping', status: 204 },
  {
    step: 'init: nothing runs here, so every operation is local',
    request: 'GET /api/v2/organizations/acme/entitlement-set',
    status: 200,
    response: { data: { type: 'entitlement-sets', attributes: { operations: false, 'state-storage': true } } },
  },
  {
    step: 'init',
    request: findByTag,
    status: 200,
    response: { data: [] },
  },
  {
    step: 'workspace new',
    request: 'POST /api/v2/organizations/acme/workspaces',
    body: document(
      'workspaces',
      { name: 'pier-north', 'terraform-version': '1.15.9' },
      { 'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'pier', value: 'north' } }] } },
    ),
    status: 201,
    response: response('workspaces', '$workspace', { name: 'pier-north', 'execution-mode': '$any', 'terraform-version': '1.15.9' }),
  },
  {
    step: 'workspace list',
    request: findByTag,
    status: 200,
    response: { data: [{ type: 'workspaces', id: '$workspace' }] },
  },
  { step: 'apply', request: 'POST /api/v2/workspaces/$workspace/actions/lock', body: { reason: 'apply' }, status: 200 },
  {
    step: 'apply',
    request: 'POST /api/v2/workspaces/$workspace/state-versions',
    body: document('state-versions', {
      serial: 1,
      md5: stateMd5,
      lineage: '5f2c',
      'json-state-outputs': 'eyJ0aWRlIjp7InZhbHVlIjoiaGlnaCIsInR5cGUiOiJzdHJpbmcifX0=',
    }),
    status: 201,
    response: response('state-versions', '$version', {
      serial: 1,
      'hosted-state-upload-url': '$upload',
      'hosted-json-state-upload-url': '$any',
    }),
  },
  { step: 'apply', request: 'PUT $upload', body: state, headers: { 'content-type': 'application/octet-stream' }, status: 200 },
  { step: 'apply', request: 'POST /api/v2/workspaces/$workspace/actions/unlock', status: 200 },
  {
    step: 'output',
    request: 'GET /api/v2/workspaces/$workspace/current-state-version?include=outputs',
    status: 200,
    response: {
      data: { type: 'state-versions', id: '$version', attributes: { serial: 1, 'hosted-state-download-url': '$download' } },
      included: [{ type: 'state-version-outputs', id: '$output', attributes: { name: 'tide', sensitive: false, value: 'high' } }],
    },
  },
  { step: 'output', request: 'GET $download', status: 200, response: { version: 4, serial: 1, lineage: '5f2c' } },
  {
    step: 'output',
    request: 'GET /api/v2/state-version-outputs/$output',
    status: 200,
    response: response('state-version-outputs', '$output', { name: 'tide', value: 'high' }),
  },
];
