import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiEventOptions, CiProject, Slipway } from '../../constructs/src/index.ts';
import { synthesisErrors } from '../../constructs/test/support/synth.ts';
import { pipelineErrors } from './support/ci-pipeline.ts';

const test = suite('rules of CI triggers');
const path = '[stack/web/pipeline-build/on-';

/** The errors of a trigger for one event, without the start of its path. */
const eventErrors = (preset: string, options: object): readonly string[] =>
  pipelineErrors((build) => build.on(preset as 'all-pushes', options as CiEventOptions)).map((message) => message.slice(path.length));

test('a ref is needed where the event comes from another repository, and refused where it does not', () => {
  const release = { config: { file: 'release.yml', repository: '202' } };
  assert.equal(
    pipelineErrors((build) => build.on('all-pushes'), release),
    [
      `${path}all-pushes] Missing "config_ref". The definition takes its configuration from another repository (202) than the ` +
        `one whose events start it. Set \`config_ref\`.`,
    ],
  );
  assert.equal(
    pipelineErrors((build) => build.on('all-pushes', { configRef: 'main' }), release),
    [],
  );
  assert.equal(
    pipelineErrors((build) => build.on('all-pushes', { checkoutRef: 'main', configRef: 'main' }), release),
    [
      `${path}all-pushes] "checkout_ref" does not fit the definition. The definition checks out the repository whose events ` +
        `start it, and the event contains the commit. Remove \`checkout_ref\`.`,
    ],
  );
  assert.equal(
    pipelineErrors((build) => build.on('all-pushes', { repository: '202' }), release),
    [
      `${path}all-pushes-202] Missing "checkout_ref". The definition checks out another repository (101) than the one whose ` +
        `events start it. Set \`checkout_ref\`.`,
    ],
  );
  assert.equal(
    pipelineErrors((build) => build.on('all-pushes', { repository: '303' })),
    [
      `${path}all-pushes-303] Missing "checkout_ref". The definition checks out another repository (101) than the one whose ` +
        `events start it. Set \`checkout_ref\`.`,
      `${path}all-pushes-303] Missing "config_ref". The definition takes its configuration from another repository (101) than ` +
        `the one whose events start it. Set \`config_ref\`.`,
    ],
  );
});
test('what only the engine knows of refs and repositories breaks nothing', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const text = new TerraformVariable(stack, 'v', {}).stringValue;
      const web = new CiProject(stack, 'web', { name: 'web' });
      web.pipeline({ name: 'build', repository: text, config: 'a' }).on('all-pushes', { checkoutRef: 'main' });
      web
        .pipeline({ name: 'other', repository: '1', config: { file: 'a', repository: text } })
        .on('all-pushes')
        .on('only-tags', { configRef: text });
    }),
    [],
  );
});
test('missing settings of a webhook are reported at synthesis', () => {
  assert.equal(eventErrors('webhook', {}), [
    'webhook] Missing "event_source_webhook_sender". `event_source_webhook_sender` is required when `event_source_provider` ' +
      'is "webhook". Set `event_source_webhook_sender`, or change `event_source_provider`.',
    'webhook] Missing "event_name". `event_name` is required when `event_source_provider` is "webhook". Set `event_name`, or ' +
      'change `event_source_provider`.',
    'webhook] Missing "checkout_ref". `checkout_ref` is required when `event_source_provider` is "webhook". Set ' +
      '`checkout_ref`, or change `event_source_provider`.',
    'webhook] Missing "config_ref". `config_ref` is required when `event_source_provider` is "webhook". Set `config_ref`, or ' +
      'change `event_source_provider`.',
  ]);
});
test('a provider takes some presets and some settings only', () => {
  assert.equal(eventErrors('all-pushs', {}), [
    'all-pushs] Wrong value for "event_preset". Expected one of "all-pushes", "only-tags", "default-branch-pushes", ' +
      '"only-build-prs", "only-open-prs", "only-labeled-prs", ' +
      '"only-merged-prs", "only-ready-for-review-prs", "only-branch-delete", "only-build-pushes-to-non-draft-prs", ' +
      '"only-merged-or-closed-prs", "pr-comment-equals-run-ci", "non-draft-pr-opened", "pushes-to-merge-queues"; ' +
      'given "all-pushs". Write `event_preset = "all-pushes"`.',
  ]);
  assert.equal(eventErrors('all-pushes', { provider: 'codehost_dc' }), [
    'all-pushes] "event_preset" does not fit what else is set. `event_preset` cannot be set when `event_source_provider` is ' +
      '"webhook" or "codehost_dc": its events are of one kind. Remove `event_preset`, or change `event_source_provider`.',
  ]);
  assert.equal(eventErrors('only-tags', { provider: 'github_oauth' }), [
    'only-tags] "event_preset" does not fit what else is set. `event_preset` must be "all-pushes" or "only-build-prs" when ' +
      '`event_source_provider` is "github_oauth". Change `event_preset`, or change `event_source_provider`.',
  ]);
  assert.equal(eventErrors('all-pushes', { provider: 'github_oauth', disabled: true }), [
    'all-pushes] "disabled" does not fit what else is set. `disabled` cannot be set when `event_source_provider` is ' +
      '"github_oauth". Remove `disabled`, or change `event_source_provider`.',
  ]);
  assert.equal(eventErrors('only-tags', { provider: 'github_server' }), []);
});
test.run();
