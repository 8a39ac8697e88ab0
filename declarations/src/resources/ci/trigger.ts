import { bool, serviceDefault, computed, oneOf, optional, required, resource, string, uuid, when } from '../../declare/index.ts';
import { createdAt, nonEmptyString, projectIdAttribute } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

const repositories = ['codehost_app', 'codehost_dc', 'github_server', 'github_oauth'] as const;

export const ciTrigger = resource('ci_trigger', {
  service: 'ci',
  doc: 'What starts pipelines of a definition: events of a repository, or a webhook.',
  type: 'trigger',
  imports: ['{project_id}/{pipeline_definition_id}/{id}'],
  stateMoves: [moveFromCircleci('circleci_trigger', { id: 'id', project_id: 'project_id', pipeline_definition_id: 'pipeline_id' })],

  endpoints: {
    create: 'POST /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers',
    list: 'GET /projects/{project_id}/pipeline-definitions/{pipeline_definition_id}/triggers',
    read: 'GET /projects/{project_id}/triggers/{id}',
    update: 'PATCH /projects/{project_id}/triggers/{id}',
    delete: 'DELETE /projects/{project_id}/triggers/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the trigger.'),
    project_id: projectIdAttribute,
    pipeline_definition_id: required(uuid, 'The definition whose pipelines it starts.', { pathParameter: true }),
    event_source_provider: required(
      oneOf(...repositories, 'webhook'),
      'Where events come from. Those of `codehost_dc` can be imported and changed, not made; ' +
        "`github_server` and `github_oauth` are the hosted service's.",
      {
        immutable: true,
        at: 'event_source.provider',
      },
    ),
    event_source_repo_external_id: optional(nonEmptyString, 'The repository whose events start pipelines, by the ID its host gives it.', {
      immutable: true,
      at: 'event_source.repo.external_id',
    }),
    event_source_repo_full_name: computed(string, 'Its name there.', { at: 'event_source.repo.full_name' }),
    event_source_webhook_sender: optional(nonEmptyString, 'Who sends to the webhook.', { at: 'event_source.webhook.sender' }),
    event_source_webhook_url: computed(string, 'Where the webhook is, with its secret.', {
      at: 'event_source.webhook.url',
      sensitive: true,
      revealedOnce: true,
      optionalInResponse: true,
    }),
    event_preset: optional(
      oneOf(
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
      ),
      'Which events of the repository count.',
      { default: serviceDefault, leftAlone: true, optionalInResponse: true },
    ),
    event_name: optional(nonEmptyString, 'What the event is called.', {
      default: serviceDefault,
      leftAlone: true,
      optionalInResponse: true,
    }),
    checkout_ref: optional(
      nonEmptyString,
      'What to check out if the event does not contain it: with a webhook, and where the repository ' +
        'of the event is another than the one that is checked out.',
    ),
    config_ref: optional(
      nonEmptyString,
      'Where to take the configuration from if the event does not contain it: with a webhook, and where the ' +
        'repository of the event is another than the one of the configuration.',
    ),
    disabled: optional(bool, 'Whether it starts nothing for now.', { default: false, whenAbsent: false }),
    created_at: computed(createdAt.kind, createdAt.doc, { optionalInResponse: true }),
  },

  constraints: [
    when('event_source_provider', ...repositories).needs('event_source_repo_external_id'),
    when('event_source_provider', ...repositories).forbids('event_source_webhook_sender'),
    ...['event_source_webhook_sender', 'event_name', 'checkout_ref', 'config_ref'].map((name) =>
      when('event_source_provider', 'webhook').needs(name),
    ),
    when('event_source_provider', 'webhook').forbids('event_source_repo_external_id'),
    when('event_source_provider', 'webhook', 'codehost_dc').forbids('event_preset', 'its events are of one kind'),
    when('event_source_provider', 'github_oauth').needs('event_preset'),
    when('event_source_provider', 'github_oauth').allowsOnly('event_preset', 'all-pushes', 'only-build-prs'),
    when('event_source_provider', 'github_oauth').forbids('disabled'),
  ],

  notes: [
    "The answer to a create is the only one that holds the webhook's secret; the state keeps it. After an import it is redacted.",
    'The plan reports providers, presets and refs that the service would refuse: triggers of `codehost_dc` and for its definitions ' +
      'are not made, `github_server` and `github_oauth` need the hosted dialect.',
    'With a repository, `checkout_ref` and `config_ref` are refused where the definition checks out, or takes its configuration ' +
      'from, that same repository, and required where it does not: the plan reads the definition and reports it.',
    'The hosted service documents `only-branch-delete` and was seen to refuse it.',
  ],
});
