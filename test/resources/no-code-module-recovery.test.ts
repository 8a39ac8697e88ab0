import { noCodeModule } from '../../declarations/src/resources/workspaces/no-code-module.ts';
import { hiddenOrganizationRead, organizationRead, allPermissions, errorDocument } from './support/organization.ts';
import { testResourceCases } from './support/resource-case.ts';
import { regions, document, state, config, enable, read, registry, sizes } from './support/no-code-module.ts';

testResourceCases(noCodeModule, 'after lost answers', {
  'an offer whose answer was lost is found by its registry module and adopted': {
    create: config,
    exchanges: [
      { ...enable, status: 'lost' },
      registry('nocode-1'),
      { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
    ],
    state,
  },
  'an offer of that module that is not as asked is not adopted': {
    create: config,
    exchanges: [
      { ...enable, status: 'lost' },
      registry('nocode-1'),
      { request: read, status: 200, answer: { data: document({ 'version-pin': '1.0.0' }), included: [regions, sizes] } },
      { ...enable, status: 422, answer: errorDocument('422', 'invalid attribute', 'already enabled') },
    ],
    error: 'answered 422: invalid attribute: already enabled',
    state: null,
  },
  'an offer of that module with other options is not adopted': {
    create: config,
    exchanges: [
      { ...enable, status: 'lost' },
      registry('nocode-1'),
      { request: read, status: 200, answer: { data: document({}, [regions]), included: [regions] } },
      { ...enable, status: 422, answer: errorDocument('422', 'invalid attribute', 'already enabled') },
    ],
    error: 'answered 422: invalid attribute: already enabled',
    state: null,
  },
  'an offer that was not made is sent again': {
    create: config,
    exchanges: [{ ...enable, status: 'lost' }, registry(), { ...enable, status: 200, answer: { data: document() } }],
    state,
  },
  'an internal failure of the service is looked into, too': {
    create: config,
    exchanges: [
      { ...enable, status: 500, answer: errorDocument('500', 'internal server error') },
      registry('nocode-1'),
      { request: read, status: 200, answer: { data: document(), included: [regions, sizes] } },
    ],
    state,
  },
  'a 404 of an offer that its registry module does not name means gone': {
    read: state,
    exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions), registry()],
    state: null,
  },
  'a 404 of an offer whose registry module is gone means gone': {
    read: state,
    exchanges: [
      { request: read, status: 404, answer: errorDocument('404') },
      organizationRead(allPermissions),
      { request: 'GET /registry-modules/mod-1', status: 404, answer: errorDocument('404') },
    ],
    state: null,
  },
  'a token that no-code endpoints refuse drops no offer': {
    read: state,
    exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, organizationRead(allPermissions), registry('nocode-1')],
    error:
      'The service answered 404 for this no-code module, and its registry module still names it: organization tokens are refused ' +
      'by no-code endpoints. The object stays in the state. Use a user or a team token.',
  },
  'a 404 below an organization that cannot be read proves nothing': {
    read: state,
    exchanges: [{ request: read, status: 404, answer: errorDocument('404') }, hiddenOrganizationRead],
    error: 'its organization "acme" cannot be read with this token either',
  },
  "an offer that workspaces were made of is kept, in the service's words": {
    delete: state,
    exchanges: [
      {
        request: 'DELETE /no-code-modules/nocode-1',
        status: 409,
        answer: errorDocument('409', 'conflict', '2 workspaces were made of it'),
      },
    ],
    error: 'DELETE http://service.test/api/v2/no-code-modules/nocode-1 answered 409: conflict: 2 workspaces were made of it',
  },
  'an answer that contradicts the plan is told': {
    create: config,
    exchanges: [{ ...enable, status: 200, answer: { data: document({ enabled: false }) } }],
    broken: [{ name: 'enabled', planned: true, actual: false }],
    state: { ...state, enabled: false },
  },
});
