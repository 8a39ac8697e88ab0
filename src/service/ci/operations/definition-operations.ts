import { nullable } from '../../http/body-schemas.ts';
import { definitionUpdateMembers, newDefinitionMembers } from '../pipeline-definitions/pipeline-definitions.ts';
import {
  describeDeletion,
  describeRead,
  describeWrite,
  documentOf,
  itemsOf,
  kinds,
  type OperationDescriptions,
} from '../requests/document-schemas.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { newTriggerMembers, triggerUpdateMembers } from '../triggers/trigger-request.ts';

const { boolean, text, time, uuid } = kinds;
/** Requests of the hosted dialect have all members of the neutral one. */
const hosted = { dialect: 'hosted' } as const;

const repo = documentOf({ full_name: text, external_id: text });
const source = { provider: text, repo };
const definition = documentOf({
  id: uuid,
  name: text,
  description: text,
  created_at: time,
  config_source: documentOf({ ...source, file_path: text }),
  checkout_source: documentOf(source),
});
const trigger = documentOf(
  {
    id: uuid,
    event_name: nullable(text),
    event_source: documentOf(
      { provider: text },
      {
        repo,
        webhook: documentOf({ url: text, sender: text }),
        schedule: documentOf({ cron_expression: text, attribution_actor: documentOf({ id: uuid, login: text }) }),
      },
    ),
    event_preset: nullable(text),
    checkout_ref: nullable(text),
    config_ref: nullable(text),
    disabled: boolean,
  },
  { created_at: time, parameters: { type: 'object' } },
);

const definitionsPath = '/projects/{project_id}/pipeline-definitions';
const definitionPath = `${definitionsPath}/{pipeline_definition_id}`;
const triggerPath = '/projects/{project_id}/triggers/{trigger_id}';

/** Pipeline definitions and their triggers. */
export const definitionOperations: OperationDescriptions = {
  [`GET ${definitionsPath}`]: describeRead('Lists the pipeline definitions of a project.', itemsOf(definition)),
  [`POST ${definitionsPath}`]: describeWrite(
    'Creates a pipeline definition.',
    { 200: definition },
    requestSchema(newDefinitionMembers(hosted)),
  ),
  [`GET ${definitionPath}`]: describeRead('Reads a pipeline definition.', definition),
  [`PATCH ${definitionPath}`]: describeWrite(
    'Changes a pipeline definition.',
    { 200: definition },
    requestSchema(definitionUpdateMembers(hosted)),
  ),
  [`DELETE ${definitionPath}`]: describeDeletion('Deletes a pipeline definition with its triggers.'),
  [`GET ${definitionPath}/triggers`]: describeRead('Lists the triggers of a pipeline definition.', itemsOf(trigger)),
  [`POST ${definitionPath}/triggers`]: describeWrite('Creates a trigger.', { 200: trigger }, requestSchema(newTriggerMembers(hosted))),
  [`GET ${triggerPath}`]: describeRead('Reads a trigger.', trigger),
  [`PATCH ${triggerPath}`]: describeWrite('Changes a trigger.', { 200: trigger }, requestSchema(triggerUpdateMembers(hosted))),
  [`DELETE ${triggerPath}`]: describeDeletion('Deletes a trigger.'),
};
