import { arrayValue, enumValue, nullable, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Entity } from './envelope.ts';
import type { Run } from './find-runs.ts';
import { phaseOfRun } from './phase.ts';

const eventTypes: { readonly [type in Pipeline['trigger']['type']]: string } = {
  api: 'api',
  explicit: 'api',
  scheduled_pipeline: 'schedule',
  webhook: 'webhook',
};

const renderVcs = ({ branch, tag, revision, url, commit }: Pipeline['vcs'], login: string) => ({
  branch: branch ?? '',
  tag: tag ?? '',
  revision: revision ?? '',
  origin_repository_url: url,
  ...(commit === null ? {} : { commit: { subject: commit.subject, url: `${url}/commit/${revision}`, author: { name: login, login } } }),
});

export const renderRunEntity = ({ pipeline, statuses }: Run): Entity => {
  const { body, id, scope } = pipeline;
  const { phase, current_outcome } = phaseOfRun(body.state, statuses);
  const type = eventTypes[body.trigger.type];
  return {
    id,
    type: 'run',
    attributes: { phase, current_outcome, created_at: body.createdAt, updated_at: body.updatedAt, errors: body.errors, warnings: [] },
    references: {
      event: { id, attributes: { type, action: '', vcs: renderVcs(body.vcs, body.login) } },
      trigger: { id: null, attributes: { event_source: { type } } },
      project: { id: scope },
      org: { id: body.organization },
      user: { id: body.startedBy, attributes: { login: body.login } },
    },
  };
};

export const phaseValue: JsonSchema = enumValue('created', 'queued', 'started', 'ended');
export const referenceValue: JsonSchema = objectValue({ id: nullable(uuidValue) });

export const runSchema: JsonSchema = objectValue({
  id: uuidValue,
  type: enumValue('run'),
  attributes: objectValue({
    phase: phaseValue,
    current_outcome: nullable(stringValue),
    created_at: timeValue,
    updated_at: timeValue,
    errors: arrayValue(objectValue({ type: stringValue, message: stringValue })),
    warnings: arrayValue({ type: 'object' }),
  }),
  references: objectValue({
    event: objectValue({
      id: uuidValue,
      attributes: objectValue({
        type: stringValue,
        action: stringValue,
        vcs: objectValue(
          { branch: stringValue, tag: stringValue, revision: stringValue, origin_repository_url: stringValue },
          {
            commit: objectValue({ subject: stringValue, url: stringValue, author: objectValue({ name: stringValue, login: stringValue }) }),
          },
        ),
      }),
    }),
    trigger: objectValue({ id: nullable(uuidValue), attributes: objectValue({ event_source: objectValue({ type: stringValue }) }) }),
    project: referenceValue,
    org: referenceValue,
    user: objectValue({ id: nullable(uuidValue), attributes: objectValue({ login: stringValue }) }),
  }),
});
