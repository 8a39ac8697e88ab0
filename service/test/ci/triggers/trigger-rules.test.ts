import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { statusAndMessage } from '../support.ts';
import { app, hook, hosted, startEach, type TriggerTest } from './support.ts';

const triggers = suite<TriggerTest>('CI triggers: rules of presets, refs and event sources');
startEach(triggers);

const presets = [
  'all-pushes',
  'only-tags',
  'default-branch-pushes',
  'only-build-prs',
  'only-open-prs',
  'only-labeled-prs',
  'only-merged-prs',
  'only-ready-for-review-prs',
  'only-branch-delete',
  'only-build-pushes-to-non-draft-prs',
  'only-merged-or-closed-prs',
  'pr-comment-equals-run-ci',
  'non-draft-pr-opened',
  'pushes-to-merge-queues',
];
triggers('every event preset is for a repository of the app, none for a webhook', async ({ here: { ci }, path }) => {
  for (const event_preset of presets) {
    assert.is((await ci(`POST ${path}`, { event_source: app('1'), event_preset })).body.event_preset, event_preset);
    assert.equal(
      statusAndMessage(await ci(`POST ${path}`, { event_source: hook, event_preset, checkout_ref: 'main', config_ref: 'main' })),
      [400, 'event_preset: is for event_source.provider "codehost_app" only; this one\'s is "webhook"'],
      event_preset,
    );
    assert.is(
      (await ci(`POST ${path}`, { event_source: app('1'), event_preset }, hosted)).status,
      event_preset === 'only-branch-delete' ? 400 : 200,
      event_preset,
    );
  }
  assert.is((await ci(`POST ${path}`, { event_source: app('1') })).status, 200, 'none: every event');
  assert.equal(statusAndMessage(await ci(`POST ${path}`, { event_source: app('1'), event_preset: 'sometimes' })), [
    400,
    `event_preset: expected one of ${presets.join(', ')}, got "sometimes"`,
  ]);
});

const same = (source: string) =>
  `must be omitted if event_source and ${source} are the same repository: the event of codehost_app determines the branch or tag`;
const differs = (source: string) => `is required where event_source is another repository than ${source}`;
/** Repository of the event, of the configuration, of the code; refs; what is said of them. */
const refs: readonly (readonly [event: string, config: string, checkout: string, refs: object, message: string | undefined])[] = [
  ['1', '1', '1', {}, undefined],
  ['1', '1', '1', { checkout_ref: 'main' }, `checkout_ref: ${same('checkout_source')}`],
  ['1', '1', '1', { config_ref: 'main' }, `config_ref: ${same('config_source')}`],
  ['1', '1', '2', {}, `checkout_ref: ${differs('checkout_source')}`],
  ['1', '1', '2', { checkout_ref: 'main' }, undefined],
  ['1', '2', '1', {}, `config_ref: ${differs('config_source')}`],
  ['1', '2', '1', { config_ref: 'main' }, undefined],
  ['1', '2', '2', {}, `checkout_ref: ${differs('checkout_source')}; config_ref: ${differs('config_source')}`],
  ['1', '2', '3', { checkout_ref: 'main', config_ref: 'main' }, undefined],
];
triggers(
  "refs of a repository: said where the event's repository is another, left out where it is the same",
  async ({ here: { ci, definition }, project }) => {
    for (const [event, config, checkout, sent, message] of refs) {
      const path = `/projects/${project}/pipeline-definitions/${await definition(project, config, checkout)}/triggers`;
      assert.equal(
        statusAndMessage(await ci(`POST ${path}`, { event_source: app(event), ...sent })),
        [message === undefined ? 200 : 400, message],
        JSON.stringify([event, config, checkout, sent]),
      );
    }
  },
);

triggers('the hosted dialect keeps refs that the event determines', async ({ here: { ci, definition }, project }) => {
  const path = `/projects/${project}/pipeline-definitions/${await definition(project, '1', '1')}/triggers`;
  const { status, body } = await ci(`POST ${path}`, { event_source: app('1'), config_ref: 'main', checkout_ref: 'release' }, hosted);
  assert.equal([status, body.config_ref, body.checkout_ref], [200, 'main', 'release']);
  const { body: read } = await ci(`GET /projects/${project}/triggers/${body.id}`, undefined, hosted);
  assert.equal([read.config_ref, read.checkout_ref], ['main', 'release']);
});

triggers('refs of a webhook are always said', async ({ here: { ci }, path }) => {
  const post = async (more: object) => statusAndMessage(await ci(`POST ${path}`, { event_source: hook, ...more }));
  const needed = "is required: a webhook's event has no branch or tag";
  assert.equal(await post({}), [400, `checkout_ref: ${needed}; config_ref: ${needed}`]);
  assert.equal(await post({ checkout_ref: 'main' }), [400, `config_ref: ${needed}`]);
  const ref = 'expected the name of a branch or tag, 1 to 255 characters without spaces';
  assert.equal(await post({ checkout_ref: '', config_ref: 'a b' }), [400, `checkout_ref: ${ref}, got ""; config_ref: ${ref}, got "a b"`]);
  assert.equal(await post({ checkout_ref: 'main', config_ref: 'main' }), [200, undefined]);
});

triggers('the event source has what its provider needs and nothing else', async ({ here: { ci }, path }) => {
  const post = async (event_source: unknown) => statusAndMessage(await ci(`POST ${path}`, { event_source }));
  assert.equal(statusAndMessage(await ci(`POST ${path}`, {})), [400, 'event_source: is required: expected an object']);
  assert.equal(await post({}), [400, 'event_source.provider: is required: expected a string']);
  for (const provider of ['codehost_dc', 'schedule', 'github_oauth'])
    assert.equal(await post({ provider }), [
      400,
      `event_source.provider: expected "codehost_app" or "webhook", which triggers are made with; got "${provider}"`,
    ]);
  assert.equal(await post({ provider: 'codehost_app' }), [400, 'event_source.repo: is required with the provider "codehost_app"']);
  assert.equal(await post({ provider: 'webhook' }), [400, 'event_source.webhook: is required with the provider "webhook"']);
  assert.equal(await post({ ...app('1'), webhook: { sender: 'x' } }), [
    400,
    'event_source.webhook: does not go with the provider "codehost_app"',
  ]);
  assert.equal(await post({ ...hook, repo: { external_id: '1' } }), [400, 'event_source.repo: does not go with the provider "webhook"']);
  assert.equal(await post({ ...hook, webhook: {} }), [
    400,
    'event_source.webhook.sender: is required: expected a name of 1 to 255 characters on one line',
  ]);
  assert.equal(await post({ ...hook, webhook: { sender: 'x', url: 'y' } }), [
    400,
    'event_source.webhook.url: is not a known member; expected sender',
  ]);
});

triggers('an update changes neither provider nor repository, and keeps the rules', async ({ here: { ci }, path, one }) => {
  const { id } = (await ci(`POST ${path}`, { event_source: app('1'), event_preset: 'all-pushes' })).body;
  const web = (await ci(`POST ${path}`, { event_source: hook, checkout_ref: 'main', config_ref: 'main' })).body.id;
  const patch = async (to: string, body: object) => statusAndMessage(await ci(`PATCH ${one(to)}`, body));
  assert.equal(await patch(id, { event_source: app('1') }), [200, undefined]);
  assert.equal(await patch(id, { event_source: app('2') }), [400, 'event_source.repo.external_id: cannot be changed; it is "1"']);
  assert.equal(await patch(id, { event_source: { provider: 'webhook' } }), [
    400,
    'event_source.provider: cannot be changed; it is "codehost_app"',
  ]);
  assert.equal(await patch(id, { event_source: { provider: 'codehost_app' } }), [200, undefined]);
  assert.equal(await patch(id, { event_source: { webhook: { sender: 'x' } } }), [
    400,
    'event_source.webhook: does not go with the provider "codehost_app"',
  ]);
  assert.equal(await patch(id, { checkout_ref: 'main' }), [400, `checkout_ref: ${same('checkout_source')}`]);
  assert.equal(await patch(web, { event_preset: 'all-pushes' }), [
    400,
    'event_preset: is for event_source.provider "codehost_app" only; this one\'s is "webhook"',
  ]);
  assert.equal(await patch(web, { checkout_ref: '' }), [
    400,
    'checkout_ref: expected the name of a branch or tag, 1 to 255 characters without spaces, got ""',
  ]);
  assert.equal(await patch(web, { checkout_ref: 'next', config_ref: 'next' }), [200, undefined]);
  assert.equal(await patch(web, { disabled: 'yes' }), [400, 'disabled: expected true or false, got "yes"']);
});

triggers.run();
