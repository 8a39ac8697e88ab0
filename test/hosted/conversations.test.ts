/** Conversations of public clients, in our own words: each is played completely against its own service. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPipelineTest } from '../../service/test/ci/pipelines/support.ts';
import { createTestService } from '../../service/test/support.ts';
import { ci } from './conversations/ci.ts';
import { engineState } from './conversations/engine-state.ts';
import { registry } from './conversations/registry.ts';
import { teams } from './conversations/teams.ts';
import { type Exchange, playConversation, type Send } from './support/play-conversation.ts';

const test = suite('conversations of public clients');

type Fetch = (request: Request) => Promise<Response>;

/** Sends with this token unless the address has a secret of its own. */
const sendBy =
  (fetch: Fetch, mediaType: string, agent?: string): Send =>
  async ({ method, target, body, headers }) => {
    const isAbsolute = target.startsWith('http');
    const response = await fetch(
      new Request(isAbsolute ? target : `http://slipway.test${target}`, {
        method,
        headers: {
          ...(isAbsolute ? {} : { authorization: 'Bearer owner-token' }),
          ...(body === undefined ? {} : { 'content-type': mediaType }),
          ...(agent === undefined ? {} : { 'user-agent': agent }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    try {
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return { status: response.status, body: text };
    }
  };

const workspaceConversations: { readonly [title: string]: readonly Exchange[] } = {
  'a provider and its teams': teams,
  'a provider and the registry of providers': registry,
  'an engine whose state the service keeps': engineState,
};
for (const [title, exchanges] of Object.entries(workspaceConversations))
  test(title, async () => {
    const bench = await createTestService({ profile: 'hosted', settings: { tier: 'plus' } });
    assert.equal(await playConversation(sendBy(bench.service.fetch, 'application/vnd.api+json'), exchanges), []);
    await bench.close();
  });

test('a provider and a command line at the CI service', async () => {
  const bench = await startPipelineTest();
  const organization = (await bench.store.read((view) => view.getByKey('ci-organizations', '', 'acme')))!.id;
  const project = (await bench.ci('POST /organization/gh%2Facme/project', { name: 'quay' })).body.id;
  const exchanges = JSON.parse(JSON.stringify(ci).replaceAll('$organization', organization).replaceAll('$project', project));
  assert.equal(await playConversation(sendBy(bench.service.fetch, 'application/json', 'circleci-cli'), exchanges), []);
  await bench.close();
});

test('the player finds a status, a missing member, a wrong value, a list of another length', async () => {
  const send: Send = async () => ({ status: 200, body: { data: { id: 'a', tags: [1] } } });
  const play = (exchange: Partial<Exchange>) => playConversation(send, [{ step: 's', request: 'GET /x', status: 200, ...exchange }]);
  assert.equal(await play({ response: { data: { id: '$one', tags: [1] } } }), []);
  assert.equal(await play({ status: 201 }), ['s: GET /x: status 200, not 201: {"data":{"id":"a","tags":[1]}}']);
  assert.equal(await play({ response: { data: { name: '$any' } } }), ['s: GET /x: /data/name is missing']);
  assert.equal(await play({ response: { data: { id: 'b' } } }), ['s: GET /x: /data/id is "a", not "b"']);
  assert.equal(await play({ response: { data: { tags: [] } } }), ['s: GET /x: /data/tags has 1 elements, not 0']);
});

test.run();
