import { DefaultTokenResolver, StringConcat, TerraformVariable, Tokenization } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiEventOptions, CiPipelineDefinition, type CiPreset, CiProject, Slipway } from '../../constructs/src/index.ts';
import { ciTrigger } from '../../src/resources/ci/trigger.ts';
import { synthesizedBlocks, exactSynthesizedBlocks, synthesisErrors } from '../../constructs/test/support/synth.ts';
import { withMessage } from '../support/with-message.ts';

const test = suite('CI pipeline construct');
const project = '${slipway_ci_project.web.id}';
const definition = '${slipway_ci_pipeline_definition.web_pipeline-build.id}';
const built =
  (say: (build: CiPipelineDefinition) => void, more: object = {}) =>
  (stack: never) => {
    new Slipway(stack);
    say(new CiProject(stack, 'web', { name: 'web' }).pipeline({ name: 'build', repository: '101', config: '.ci/config.yml', ...more }));
  };
const triggers = (say: (build: CiPipelineDefinition) => void, more: object = {}) =>
  Object.fromEntries(
    Object.entries(synthesizedBlocks(built(say, more) as never))
      .filter(([address]) => address.startsWith('slipway_ci_trigger.'))
      .map(([address, block]) => [address.slice('slipway_ci_trigger.web_pipeline-build_'.length), block]),
  );
const wrong = (say: (build: CiPipelineDefinition) => void, more: object = {}) => synthesisErrors(built(say, more) as never);

test('a definition is named by what it is called, and its repository holds configuration and code', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      const other = new Slipway(stack, 'other', { alias: 'other' });
      new CiProject(stack, 'web', { name: 'web', provider: other })
        .pipeline({ name: 'build', description: 'All of it.', repository: '101', config: '.ci/config.yml' })
        .on('all-pushes');
    }),
    {
      'slipway_ci_project.web': { name: 'web', provider: 'slipway.other' },
      'slipway_ci_pipeline_definition.web_pipeline-build_97E8B9F1': {
        project_id: project,
        name: 'build',
        description: 'All of it.',
        config_source_provider: 'codehost_app',
        config_source_repo_external_id: '101',
        config_source_file_path: '.ci/config.yml',
        checkout_source_provider: 'codehost_app',
        checkout_source_repo_external_id: '101',
        provider: 'slipway.other',
      },
      'slipway_ci_trigger.web_pipeline-build_on-all-pushes_6FECE72A': {
        project_id: project,
        pipeline_definition_id: '${slipway_ci_pipeline_definition.web_pipeline-build_97E8B9F1.id}',
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '101',
        event_preset: 'all-pushes',
        provider: 'slipway.other',
      },
    },
  );
});
test('configuration and code lie in other repositories where that is said', () => {
  const sources = (more: object) => {
    const {
      config_source_provider: host,
      config_source_repo_external_id: config,
      config_source_file_path: file,
      checkout_source_provider: codeHost,
      checkout_source_repo_external_id: code,
    } = synthesizedBlocks(built(() => {}, more) as never)['slipway_ci_pipeline_definition.web_pipeline-build']!;
    return [host, config, file, codeHost, code];
  };
  assert.equal(sources({ config: { file: 'ci.yml', repository: '202' } }), ['codehost_app', '202', 'ci.yml', 'codehost_app', '101']);
  assert.equal(sources({ checkout: '303' }), ['codehost_app', '101', '.ci/config.yml', 'codehost_app', '303']);
  assert.equal(
    sources({
      host: 'codehost_dc',
      config: { file: 'ci.yml', host: 'codehost_app' },
      checkout: { repository: '303', host: 'codehost_app' },
    }),
    ['codehost_app', '101', 'ci.yml', 'codehost_app', '303'],
  );
  assert.equal(sources({ host: 'codehost_dc' }), ['codehost_dc', '101', '.ci/config.yml', 'codehost_dc', '101']);
});
test('it stands at the address of the generated one', () => {
  assert.equal(
    Object.keys(
      exactSynthesizedBlocks((stack) => {
        new Slipway(stack);
        new CiPipelineDefinition(stack, 'build', {
          projectId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
          name: 'build',
          configSourceProvider: 'codehost_app',
          configSourceRepoExternalId: '1',
          configSourceFilePath: 'c.yml',
          checkoutSourceProvider: 'codehost_app',
          checkoutSourceRepoExternalId: '1',
        });
      }),
    ),
    ['slipway_ci_pipeline_definition.build'],
  );
});
test('events of repositories, and webhooks, start it', () => {
  const common = { project_id: project, pipeline_definition_id: definition };
  assert.equal(
    triggers((build) =>
      build
        .on('all-pushes')
        .on('only-tags', { disabled: true, event: 'tagged' })
        .on('all-pushes', { repository: '202', checkoutRef: 'main', configRef: 'v1' })
        .on('webhook', { sender: 'shop', ref: 'main' })
        .on('webhook', { sender: 'shop', event: 'order', checkoutRef: 'main', configRef: 'v1' }),
    ),
    {
      'on-all-pushes': {
        ...common,
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '101',
        event_preset: 'all-pushes',
      },
      'on-only-tags': {
        ...common,
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '101',
        event_preset: 'only-tags',
        disabled: true,
        event_name: 'tagged',
      },
      'on-all-pushes-202': {
        ...common,
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '202',
        event_preset: 'all-pushes',
        checkout_ref: 'main',
        config_ref: 'v1',
      },
      'on-webhook-shop': {
        ...common,
        event_source_provider: 'webhook',
        event_source_webhook_sender: 'shop',
        event_name: 'shop',
        checkout_ref: 'main',
        config_ref: 'main',
      },
      'on-webhook-shop-order': {
        ...common,
        event_source_provider: 'webhook',
        event_source_webhook_sender: 'shop',
        event_name: 'order',
        checkout_ref: 'main',
        config_ref: 'v1',
      },
    },
  );
});
test('a trigger can be had as well, for the address of its webhook', () => {
  let path = '',
    url = '';
  synthesizedBlocks(
    built((build) => {
      const made = build.trigger('webhook', { sender: 'shop', ref: 'main' });
      path = made.node.path;
      url = String(
        Tokenization.resolve(made.eventSourceWebhookUrl, {
          scope: made,
          preparing: false,
          resolver: new DefaultTokenResolver(new StringConcat()),
        }),
      );
    }) as never,
  );
  assert.equal(
    [path, url],
    [
      'stack/web/pipeline-build/on-webhook-shop',
      '${slipway_ci_trigger.web_pipeline-build_on-webhook-shop_5B645FC5.event_source_webhook_url}',
    ],
  );
});
test('every preset of the vocabulary is one of the type, and there is no other', () => {
  const all: { readonly [preset in CiPreset]: true } = {
    'all-pushes': true,
    'only-tags': true,
    'default-branch-pushes': true,
    'only-build-prs': true,
    'only-open-prs': true,
    'only-labeled-prs': true,
    'only-merged-prs': true,
    'only-ready-for-review-prs': true,
    'only-branch-delete': true,
    'only-build-pushes-to-non-draft-prs': true,
    'only-merged-or-closed-prs': true,
    'pr-comment-equals-run-ci': true,
    'non-draft-pr-opened': true,
    'pushes-to-merge-queues': true,
  };
  assert.equal(Object.keys(all), (ciTrigger.attributes.event_preset.kind.json as { enum: string[] }).enum);
  assert.equal(
    wrong((build) => {
      for (const preset of Object.keys(all) as CiPreset[]) build.on(preset);
    }),
    [],
  );
});

const path = '[stack/web/pipeline-build/on-';
test('a ref is needed where the event comes from another repository, and refused where it does not', () => {
  const release = { config: { file: 'release.yml', repository: '202' } };
  assert.equal(
    wrong((build) => build.on('all-pushes'), release),
    [
      `${path}all-pushes] Missing "config_ref". The definition takes its configuration from another repository (202) than the ` +
        `one whose events start it. Set \`config_ref\`.`,
    ],
  );
  assert.equal(
    wrong((build) => build.on('all-pushes', { configRef: 'main' }), release),
    [],
  );
  assert.equal(
    wrong((build) => build.on('all-pushes', { checkoutRef: 'main', configRef: 'main' }), release),
    [
      `${path}all-pushes] "checkout_ref" does not fit the definition. The definition checks out the repository whose events ` +
        `start it, and the event says at which commit. Remove \`checkout_ref\`.`,
    ],
  );
  assert.equal(
    wrong((build) => build.on('all-pushes', { repository: '202' }), release),
    [
      `${path}all-pushes-202] Missing "checkout_ref". The definition checks out another repository (101) than the one whose ` +
        `events start it. Set \`checkout_ref\`.`,
    ],
  );
  assert.equal(
    wrong((build) => build.on('all-pushes', { repository: '303' })),
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
const row = (preset: string, options: object): readonly string[] =>
  wrong((build) => build.on(preset as 'all-pushes', options as CiEventOptions)).map((told) => told.slice(path.length));
test('what a webhook is not told is told at synthesis', () => {
  assert.equal(row('webhook', {}), [
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
  assert.equal(row('all-pushs', {}), [
    'all-pushs] Wrong value for "event_preset". Expected one of "all-pushes", "only-tags", "default-branch-pushes", ' +
      '"only-build-prs", "only-open-prs", "only-labeled-prs", ' +
      '"only-merged-prs", "only-ready-for-review-prs", "only-branch-delete", "only-build-pushes-to-non-draft-prs", ' +
      '"only-merged-or-closed-prs", "pr-comment-equals-run-ci", "non-draft-pr-opened", "pushes-to-merge-queues"; ' +
      'given "all-pushs". Write `event_preset = "all-pushes"`.',
  ]);
  assert.equal(row('all-pushes', { provider: 'codehost_dc' }), [
    'all-pushes] "event_preset" does not fit what else is set. `event_preset` cannot be set when `event_source_provider` is ' +
      '"webhook" or "codehost_dc": its events are of one kind. Remove `event_preset`, or change `event_source_provider`.',
  ]);
  assert.equal(row('only-tags', { provider: 'github_oauth' }), [
    'only-tags] "event_preset" does not fit what else is set. `event_preset` must be "all-pushes" or "only-build-prs" when ' +
      '`event_source_provider` is "github_oauth". Change `event_preset`, or change `event_source_provider`.',
  ]);
  assert.equal(row('all-pushes', { provider: 'github_oauth', disabled: true }), [
    'all-pushes] "disabled" does not fit what else is set. `disabled` cannot be set when `event_source_provider` is ' +
      '"github_oauth". Remove `disabled`, or change `event_source_provider`.',
  ]);
  assert.equal(row('only-tags', { provider: 'github_server' }), []);
});
test('a definition and a trigger are said once', () => {
  assert.throws(
    () => triggers((build) => build.on('all-pushes').on('all-pushes', { disabled: true })),
    withMessage('[stack/web/pipeline-build] has a trigger for all-pushes already. Say it once.'),
  );
  assert.throws(
    () =>
      triggers((build) =>
        build.on('webhook', { sender: 'shop', event: 'order', ref: 'a' }).on('webhook', { sender: 'shop', event: 'order', ref: 'b' }),
      ),
    withMessage('[stack/web/pipeline-build] has a trigger for webhook "shop" "order" already. Say it once.'),
  );
});
test.run();
