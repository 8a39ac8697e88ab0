import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import type { Pipeline } from './pipeline-records.ts';

type PipelineValueSource = Pick<Pipeline, 'number' | 'vcs' | 'trigger' | 'values'>;

/** The pipeline's values by full name; null: the value is empty for this pipeline. */
export const buildPipelineValues = (
  id: string,
  { number, vcs, trigger, values }: PipelineValueSource,
  project: { readonly id: string; readonly slug: string; readonly name: string },
): PipelineValues => ({
  'pipeline.id': id,
  'pipeline.number': number,
  'pipeline.trigger_source': trigger.type,
  'pipeline.project.id': project.id,
  'pipeline.project.name': project.name,
  'pipeline.project.slug': project.slug,
  'pipeline.project.type': vcs.host,
  'pipeline.project.git_url': vcs.url,
  'pipeline.git.branch': vcs.branch,
  'pipeline.git.branch.is_default': vcs.isDefault,
  'pipeline.git.tag': vcs.tag,
  'pipeline.git.revision': vcs.revision,
  'pipeline.git.commit.subject': vcs.commit?.subject ?? null,
  'pipeline.git.commit.body': vcs.commit?.body ?? null,
  ...values,
});

/** The body of `GET /pipeline/{id}/values`: all values that are not empty, as text, and the parameters of the request. */
export const renderPipelineValues = (
  values: PipelineValues,
  { parameters }: Pick<Pipeline, 'parameters'>,
): { readonly [name: string]: string } =>
  Object.fromEntries(
    [
      ...Object.entries(values),
      ...Object.entries(parameters).map(([name, value]) => [`pipeline.parameters.${name}`, value] as const),
    ].flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
