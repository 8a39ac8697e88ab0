import { noCodeWorkspace } from '../../declarations/src/resources/workspaces/no-code-workspace.ts';
import { errorDocument } from './support/organization.ts';
import { testResourceCases } from './support/resource-case.ts';
import { document, known, config, state, read, start, upgrade, seen, confirmed, toUs, inUs } from './support/no-code-workspace.ts';

testResourceCases(noCodeWorkspace, 'upgrades', {
  'a changed variable: start, poll, confirm, poll to the end, read': {
    update: { from: state, to: toUs },
    exchanges: [
      { ...start('us'), status: 200, answer: upgrade('pending') },
      seen('planning'),
      seen('planned'),
      confirmed,
      seen('applying'),
      seen('applied'),
      { request: read, status: 200, answer: document({ 'source-module-id': 'private/acme/vpc/aws/1.3.0' }) },
    ],
    progress: [
      'upgrade run-1 started: pending (https://service.test/run-1)',
      'upgrade run-1: planning (https://service.test/run-1)',
      'upgrade run-1: planned (https://service.test/run-1)',
      'upgrade run-1 confirmed',
      'upgrade run-1: applying (https://service.test/run-1)',
      'upgrade run-1: applied (https://service.test/run-1)',
    ],
    state: { ...state, variables: inUs, source_module_id: 'private/acme/vpc/aws/1.3.0' },
  },
  'another version: an upgrade that waits with its costs is confirmed, too': {
    update: { from: state, to: { ...config, module_version: '1.3.0' } },
    exchanges: [
      { ...start('eu'), status: 200, answer: upgrade('fetching') },
      seen('cost_estimated'),
      confirmed,
      seen('applied'),
      { request: read, status: 200, answer: document({ 'source-module-id': 'private/acme/vpc/aws/1.3.0' }) },
    ],
    state: { ...state, module_version: '1.3.0', source_module_id: 'private/acme/vpc/aws/1.3.0' },
  },
  'nothing to do is finished without a confirmation': {
    update: { from: state, to: toUs },
    exchanges: [
      { ...start('us'), status: 200, answer: upgrade('pending') },
      seen('planned_and_finished'),
      { request: read, status: 200, answer: document() },
    ],
    state: { ...state, variables: inUs },
  },
  'settings are patched before the upgrade': {
    update: { from: state, to: { ...toUs, description: 'our shop' } },
    exchanges: [
      {
        request: 'PATCH /workspaces/ws-1',
        body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop' } } },
        status: 200,
        answer: document({ description: 'our shop' }),
      },
      { ...start('us'), status: 200, answer: upgrade('planned_and_finished') },
      { request: read, status: 200, answer: document({ description: 'our shop' }) },
    ],
    state: { description: 'our shop', variables: inUs },
  },
  'a plan that fails is told, the variables stay as they were and the settings that were patched do not': {
    update: { from: state, to: { ...toUs, description: 'our shop' } },
    exchanges: [
      {
        request: 'PATCH /workspaces/ws-1',
        body: { data: { id: 'ws-1', type: 'workspaces', attributes: { description: 'our shop' } } },
        status: 200,
        answer: document({ description: 'our shop' }),
      },
      { ...start('us'), status: 200, answer: upgrade('pending') },
      seen('errored'),
    ],
    error: 'Upgrade run-1 ended as errored (https://service.test/run-1): the workspace keeps its version.',
    state: { ...state, description: 'our shop' },
  },
  'an upgrade that somebody discarded is told': {
    update: { from: state, to: toUs },
    exchanges: [{ ...start('us'), status: 200, answer: upgrade('pending') }, seen('discarded')],
    error: 'Upgrade run-1 ended as discarded',
    state,
  },
  "a value that the offer does not allow is told in the service's words": {
    update: { from: state, to: toUs },
    exchanges: [
      {
        ...start('us'),
        status: 422,
        answer: {
          errors: [
            {
              status: '422',
              title: 'invalid attribute',
              detail: 'must be "eu"',
              source: { pointer: '/data/relationships/vars/data/0/attributes/value' },
            },
          ],
        },
      },
    ],
    error:
      'POST http://service.test/api/v2/no-code-modules/nocode-1/workspaces/ws-1/upgrade answered 422: invalid ' +
      'attribute: must be "eu" (at /data/relationships/vars/data/0/attributes/value)',
    state,
  },
  'an upgrade that takes too long is told, and that it was not confirmed': {
    update: { from: { ...state, upgrade_timeout: 0 }, to: { ...toUs, upgrade_timeout: 0 } },
    exchanges: [{ ...start('us'), status: 200, answer: upgrade('pending') }, seen('planning')],
    error:
      'Upgrade run-1 was still planning (https://service.test/run-1) after 0 seconds, and was not confirmed; it goes on at the service.',
    state: { variables: known },
  },
  "an upgrade whose start was lost is found as the workspace's current run": {
    update: { from: state, to: toUs },
    exchanges: [
      { ...start('us'), status: 'lost' },
      { request: read, status: 200, answer: document({}, { 'current-run': { data: { id: 'run-1', type: 'runs' } } }) },
      seen('planned'),
      confirmed,
      seen('applied'),
      { request: read, status: 200, answer: document() },
    ],
    state: { ...state, variables: inUs },
  },
  'an upgrade that was not started is started again': {
    update: { from: state, to: toUs },
    exchanges: [
      { ...start('us'), status: 'lost' },
      { request: read, status: 200, answer: document() },
      { request: 'GET /no-code-modules/nocode-1/workspaces/ws-1/upgrade/run-0', status: 404, answer: errorDocument('404') },
      { ...start('us'), status: 200, answer: upgrade('planned_and_finished') },
      { request: read, status: 200, answer: document() },
    ],
    state: { ...state, variables: inUs },
  },
  'a confirmation whose answer was lost is looked up, not sent twice': {
    update: { from: state, to: toUs },
    exchanges: [
      { ...start('us'), status: 200, answer: upgrade('planned') },
      { ...confirmed, status: 'lost' },
      seen('confirmed'),
      seen('applied'),
      { request: read, status: 200, answer: document() },
    ],
    state: { ...state, variables: inUs },
  },
});
