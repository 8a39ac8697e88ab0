import { computed, oneOf, optional, required, resource, string, stringMatching, stringOfLength, uuid } from '../../declare/index.ts';
import { createdAt, nonEmptyString, projectIdAttribute } from './kinds.ts';
import { moveFromCircleci } from '../state-moves.ts';

const providerKind = oneOf('codehost_app', 'codehost_dc');

/** A path that does not leave the repository. */
const repositoryPath = stringMatching(
  /^(?!\/)(?!(?:[^/]*\/)*\.\.(?:\/|$))[^\\\u0000-\u001f\u007f-\u009f]{1,1024}$/u,
  'a path inside the repository, such as .ci/config.yml',
);

export const ciPipelineDefinition = resource('ci_pipeline_definition', {
  service: 'ci',
  doc: 'Where pipelines of a project take their configuration and check out their code.',
  type: 'pipeline-definition',
  naturalKey: ['project_id', 'name'],
  imports: ['{project_id}/{id}'],
  stateMoves: [moveFromCircleci('circleci_pipeline', { id: 'id', project_id: 'project_id' })],

  endpoints: {
    create: 'POST /projects/{project_id}/pipeline-definitions',
    list: 'GET /projects/{project_id}/pipeline-definitions',
    read: 'GET /projects/{project_id}/pipeline-definitions/{id}',
    update: 'PATCH /projects/{project_id}/pipeline-definitions/{id}',
    delete: 'DELETE /projects/{project_id}/pipeline-definitions/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the definition.'),
    project_id: projectIdAttribute,
    name: required(stringOfLength(1, 255), 'Its name.'),
    description: optional(string, 'What it is for.', { default: '' }),
    config_source_provider: required(
      providerKind,
      'What hosts the repository that holds the configuration. Only definitions of `codehost_app` can be made.',
      { immutable: true, at: 'config_source.provider' },
    ),
    config_source_repo_external_id: required(nonEmptyString, 'That repository, by the ID its host gives it.', {
      immutable: true,
      at: 'config_source.repo.external_id',
    }),
    config_source_repo_full_name: computed(string, 'Its name there.', { at: 'config_source.repo.full_name' }),
    config_source_file_path: required(repositoryPath, 'Where the configuration is in it.', { at: 'config_source.file_path' }),
    checkout_source_provider: required(providerKind, 'What hosts the repository that is checked out.', {
      at: 'checkout_source.provider',
      companions: ['checkout_source_repo_external_id'],
    }),
    checkout_source_repo_external_id: required(nonEmptyString, 'That repository, by the ID its host gives it.', {
      at: 'checkout_source.repo.external_id',
      companions: ['checkout_source_provider'],
    }),
    checkout_source_repo_full_name: computed(string, 'Its name there.', {
      at: 'checkout_source.repo.full_name',
      changesWith: ['checkout_source_provider', 'checkout_source_repo_external_id'],
    }),
    created_at: createdAt,
  },
});
