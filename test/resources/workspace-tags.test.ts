import { workspace } from '../../declarations/src/resources/workspaces/workspace.ts';
import { testResourceCases } from './support/resource-case.ts';
import { tagBindings, plain, plainState, tag } from './support/workspace.ts';

const read = 'GET /workspaces/ws-2';
const bindings = 'GET /workspaces/ws-2/tag-bindings?page%5Bnumber%5D=1&page%5Bsize%5D=100';
const patch = (...tags: readonly object[]) => ({
  request: 'PATCH /workspaces/ws-2',
  body: { data: { id: 'ws-2', type: 'workspaces', attributes: {}, relationships: { 'tag-bindings': { data: tags } } } },
  status: 200 as const,
  answer: plain(),
});
const flat = (...names: readonly string[]) => ({ data: names.map((name) => ({ type: 'tags', attributes: { name } })) });
const flatTags = '/workspaces/ws-2/relationships/tags';

testResourceCases(workspace, 'tags', {
  'unset: nothing of them is sent, nothing is read': {
    read: plainState,
    exchanges: [{ request: read, status: 200, answer: plain({ 'tag-names': ['of', 'others'] }) }],
    state: { tags: null, tag_names: null },
  },
  'no tags at all is said by an empty list': {
    update: { from: { ...plainState, tags: { env: 'prod' } }, to: { name: 'plain', tags: {} } },
    exchanges: [patch()],
    state: { tags: {} },
  },
  'all: exactly these are sent, whatever is there': {
    update: { from: { ...plainState, tags: { env: 'prod', tier: '1' } }, to: { name: 'plain', tags: { env: 'dev' } } },
    exchanges: [patch(tag('env', 'dev'))],
    state: { tags: { env: 'dev' } },
  },
  'all: what others added is read, and so is a difference': {
    read: { ...plainState, tags: { env: 'prod' }, tag_names: ['core'] },
    exchanges: [
      { request: read, status: 200, answer: plain({ 'tag-names': ['core', 'new'] }) },
      { request: bindings, status: 200, answer: tagBindings('ws-2', ['env', 'prod'], ['team', 'a']) },
    ],
    state: { tags: { env: 'prod', team: 'a' }, tag_names: ['core', 'new'] },
  },
  'some: only ours are read, what others have stays unseen': {
    read: {
      ...plainState,
      tags: { env: 'prod', gone: 'x' },
      ignore_additional_tags: true,
      tag_names: ['core'],
      ignore_additional_tag_names: true,
    },
    exchanges: [
      { request: read, status: 200, answer: plain({ 'tag-names': ['core', 'new'] }) },
      { request: bindings, status: 200, answer: tagBindings('ws-2', ['team', 'a'], ['env', 'dev']) },
    ],
    state: { tags: { env: 'dev' }, tag_names: ['core'] },
  },
  'some: a change is merged with what is there': {
    update: {
      from: { ...plainState, tags: { env: 'prod', tier: '1' }, ignore_additional_tags: true },
      to: { name: 'plain', tags: { env: 'dev', owner: 'b' }, ignore_additional_tags: true },
    },
    exchanges: [
      { request: bindings, status: 200, answer: tagBindings('ws-2', ['team', 'a'], ['env', 'prod'], ['tier', '1']) },
      patch(tag('team', 'a'), tag('env', 'dev'), tag('owner', 'b')),
    ],
    state: { tags: { env: 'dev', owner: 'b' }, ignore_additional_tags: true },
  },
  'some: from the first on, nothing that was there is taken away': {
    update: { from: plainState, to: { name: 'plain', tags: { env: 'dev' }, ignore_additional_tags: true } },
    exchanges: [
      { request: bindings, status: 200, answer: tagBindings('ws-2', ['team', 'a'], ['env', 'prod']) },
      patch(tag('team', 'a'), tag('env', 'dev')),
    ],
    state: { tags: { env: 'dev' } },
  },
  'from all to some: what is no longer named stays at the service': {
    update: {
      from: { ...plainState, tags: { env: 'prod', team: 'a' } },
      to: { name: 'plain', tags: { env: 'prod' }, ignore_additional_tags: true },
    },
    exchanges: [
      { request: bindings, status: 200, answer: tagBindings('ws-2', ['env', 'prod'], ['team', 'a']) },
      patch(tag('env', 'prod'), tag('team', 'a')),
    ],
    state: { tags: { env: 'prod' }, ignore_additional_tags: true },
  },
  'from some to all: what others have goes with the same apply': {
    update: { from: { ...plainState, tags: { env: 'prod' }, ignore_additional_tags: true }, to: { name: 'plain', tags: { env: 'prod' } } },
    exchanges: [patch(tag('env', 'prod'))],
    state: { tags: { env: 'prod' }, ignore_additional_tags: false },
  },
  'flat: an unchanged set in another order sends nothing': {
    update: { from: { ...plainState, tag_names: ['core', 'eu'] }, to: { name: 'plain', tag_names: ['eu', 'core'] } },
    exchanges: [],
    state: { tag_names: ['core', 'eu'] },
  },
  'flat: the difference is added, then removed': {
    update: { from: { ...plainState, tag_names: ['core', 'eu'] }, to: { name: 'plain', tag_names: ['eu', 'us'] } },
    exchanges: [
      { request: `POST ${flatTags}`, body: flat('us'), status: 204 },
      { request: `DELETE ${flatTags}`, body: flat('core'), status: 204 },
      { request: read, status: 200, answer: plain({ 'tag-names': ['eu', 'us'] }) },
    ],
    state: { tag_names: ['eu', 'us'] },
  },
  'flat, some: only what was ours is removed': {
    update: {
      from: { ...plainState, tag_names: ['core', 'eu'], ignore_additional_tag_names: true },
      to: { name: 'plain', tag_names: ['eu'], ignore_additional_tag_names: true },
    },
    exchanges: [
      { request: `DELETE ${flatTags}`, body: flat('core'), status: 204 },
      { request: read, status: 200, answer: plain({ 'tag-names': ['eu', 'others'] }) },
    ],
    state: { tag_names: ['eu'] },
  },
  'flat, some: from the first on, nothing is removed': {
    update: { from: plainState, to: { name: 'plain', tag_names: ['eu'], ignore_additional_tag_names: true } },
    exchanges: [
      { request: `POST ${flatTags}`, body: flat('eu'), status: 204 },
      { request: read, status: 200, answer: plain({ 'tag-names': ['eu', 'others'] }) },
    ],
    state: { tag_names: ['eu'] },
  },
  'flat, all: who takes over the whole set asks what is there': {
    update: { from: plainState, to: { name: 'plain', tag_names: ['eu'] } },
    exchanges: [
      { request: read, status: 200, answer: plain({ 'tag-names': ['others'] }) },
      { request: `POST ${flatTags}`, body: flat('eu'), status: 204 },
      { request: `DELETE ${flatTags}`, body: flat('others'), status: 204 },
      { request: read, status: 200, answer: plain({ 'tag-names': ['eu'] }) },
    ],
    state: { tag_names: ['eu'] },
  },
  'flat, from some to all: what others have goes with the same apply': {
    update: { from: { ...plainState, tag_names: ['eu'], ignore_additional_tag_names: true }, to: { name: 'plain', tag_names: ['eu'] } },
    exchanges: [
      { request: read, status: 200, answer: plain({ 'tag-names': ['eu', 'others'] }) },
      { request: `DELETE ${flatTags}`, body: flat('others'), status: 204 },
    ],
    state: { tag_names: ['eu'], ignore_additional_tag_names: false },
  },
  'flat: a tag that is refused after the create leaves a workspace that is known': {
    create: { name: 'plain', tag_names: ['core'] },
    exchanges: [
      {
        request: 'POST /organizations/acme/workspaces',
        body: { data: { type: 'workspaces', attributes: { name: 'plain' } } },
        status: 201,
        answer: plain(),
      },
      {
        request: `POST ${flatTags}`,
        body: flat('core'),
        status: 422,
        answer: {
          errors: [
            { status: '422', title: 'invalid attribute', detail: 'tags are reserved', source: { pointer: '/data/0/attributes/name' } },
          ],
        },
      },
    ],
    error:
      'POST http://service.test/api/v2/workspaces/ws-2/relationships/tags answered 422: invalid ' +
      'attribute: tags are reserved (at /data/0/attributes/name)',
    state: { id: 'ws-2', name: 'plain', execution_mode: 'remote', tag_names: [] },
  },
  'flat: an update that fails halfway keeps what succeeded': {
    update: { from: { ...plainState, tag_names: ['core'] }, to: { name: 'plain', description: 'new', tag_names: ['eu'] } },
    exchanges: [
      {
        request: 'PATCH /workspaces/ws-2',
        body: { data: { id: 'ws-2', type: 'workspaces', attributes: { description: 'new' } } },
        status: 200,
        answer: plain({ description: 'new', 'tag-names': ['core'] }),
      },
      { request: `POST ${flatTags}`, body: flat('eu'), status: 404, answer: { errors: ['not yours'] } },
    ],
    error: 'answered 404: not yours',
    state: { description: 'new', tag_names: ['core'] },
  },
});
