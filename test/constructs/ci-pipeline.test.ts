import { DefaultTokenResolver, StringConcat, Tokenization } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiPipelineDefinition, type CiPreset, CiProject, Slipway } from '../../constructs/src/index.ts';
import { ciTrigger } from '../../declarations/src/resources/ci/trigger.ts';
import { exactSynthesizedBlocks, synthesizedBlocks } from '../../constructs/test/support/synth.ts';
import { pipelineErrors, triggerBlocks, withPipeline } from './support/ci-pipeline.ts';
import { withMessage } from '../support/with-message.ts';

const test = suite('CI pipeline construct');
const project = '${slipway_ci_project.web.id}';
const definition = '${slipway_ci_pipeline_definition.web_pipeline-build.id}';

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
    } = synthesizedBlocks(withPipeline(() => {}, more) as never)['slipway_ci_pipeline_definition.web_pipeline-build']!;
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
    triggerBlocks((build) =>
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
    withPipeline((build) => {
      const trigger = build.trigger('webhook', { sender: 'shop', ref: 'main' });
      path = trigger.node.path;
      url = String(
        Tokenization.resolve(trigger.eventSourceWebhookUrl, {
          scope: trigger,
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
  const presets: { readonly [preset in CiPreset]: true } = {
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
  assert.equal(Object.keys(presets), (ciTrigger.attributes.event_preset.kind.json as { enum: string[] }).enum);
  assert.equal(
    pipelineErrors((build) => {
      for (const preset of Object.keys(presets) as CiPreset[]) build.on(preset);
    }),
    [],
  );
});
test('a definition and a trigger are said once', () => {
  assert.throws(
    () => triggerBlocks((build) => build.on('all-pushes').on('all-pushes', { disabled: true })),
    withMessage('[stack/web/pipeline-build] has a trigger for all-pushes already. Declare it once.'),
  );
  assert.throws(
    () =>
      triggerBlocks((build) =>
        build.on('webhook', { sender: 'shop', event: 'order', ref: 'a' }).on('webhook', { sender: 'shop', event: 'order', ref: 'b' }),
      ),
    withMessage('[stack/web/pipeline-build] has a trigger for webhook "shop" "order" already. Declare it once.'),
  );
});
test.run();
