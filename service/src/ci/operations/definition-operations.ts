import { booleanValue, nullable, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { definitionUpdateMembers, newDefinitionMembers } from '../pipeline-definitions/pipeline-definitions.ts';
import { describeDeletion, describeRead, describeWrite, itemsOf, type OperationDescriptions } from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { newTriggerMembers, triggerUpdateMembers } from '../triggers/trigger-request.ts';

/** Requests of the hosted dialect have all members of the neutral one. */
const hosted = { dialect: 'hosted' } as const;

const repo = objectValue({ full_name: stringValue, external_id: stringValue });
const source = { provider: stringValue, repo };
const definition = objectValue({
  id: uuidValue,
  name: stringValue,
  description: stringValue,
  created_at: timeValue,
  config_source: objectValue({ ...source, file_path: stringValue }),
  checkout_source: objectValue(source),
});
const trigger = objectValue(
  {
    id: uuidValue,
    event_name: nullable(stringValue),
    event_source: objectValue(
      { provider: stringValue },
      {
        repo,
        webhook: objectValue({ url: stringValue, sender: stringValue }),
        schedule: objectValue({ cron_expression: stringValue, attribution_actor: objectValue({ id: uuidValue, login: stringValue }) }),
      },
    ),
    event_preset: nullable(stringValue),
    checkout_ref: nullable(stringValue),
    config_ref: nullable(stringValue),
    disabled: booleanValue,
  },
  { created_at: timeValue, parameters: { type: 'object' } },
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
