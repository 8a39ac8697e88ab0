import { arrayValue, enumValue, nullable, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { newContextMembers } from '../contexts/context-owner.ts';
import { contextVariableMembers } from '../contexts/context-variables.ts';
import { newRestrictionMembers } from '../contexts/parse-restriction.ts';
import {
  describeDeletion,
  describeRead,
  describeWrite,
  type OperationDescriptions,
  pageOf,
  pageToken,
  uuidQuery,
  wordQuery,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';

const context = objectValue({ id: uuidValue, name: stringValue, created_at: timeValue });
const variable = objectValue(
  { variable: stringValue, context_id: uuidValue, created_at: timeValue, updated_at: timeValue },
  { truncated_value: stringValue },
);
const restriction = objectValue(
  {
    id: uuidValue,
    context_id: uuidValue,
    project_id: nullable(uuidValue),
    restriction_type: enumValue('project', 'expression', 'group'),
    restriction_value: nullable(stringValue),
  },
  { name: nullable(stringValue) },
);
const wholeContext = objectValue(
  { id: uuidValue, name: stringValue, created_at: timeValue },
  { org_id: uuidValue, environment_variables: arrayValue(variable), restrictions: arrayValue(restriction) },
);

export const contextOperations: OperationDescriptions = {
  'GET /context': describeRead('Lists the contexts of an owner.', pageOf(context), {
    'owner-id': uuidQuery('The owner. Either this or `owner-slug` is required.'),
    'owner-slug': textParameter('The slug of the organization that owns the contexts.'),
    'owner-type': wordQuery('What the owner is.', 'account', 'organization'),
    name: textParameter('A part of the name, in any case.'),
    ...pageToken,
  }),
  'POST /context': describeWrite('Creates a context.', { 200: context }, requestSchema(newContextMembers)),
  'GET /context/{context-id}': describeRead('Reads a context.', wholeContext),
  'DELETE /context/{context-id}': describeDeletion('Deletes a context with its variables and restrictions.'),
  'GET /context/{context-id}/environment-variable': describeRead('Lists the variables of a context.', pageOf(variable), pageToken),
  'PUT /context/{context-id}/environment-variable/{env-var-name}': describeWrite(
    'Creates or replaces a variable of a context.',
    { 200: variable },
    requestSchema(contextVariableMembers),
  ),
  'DELETE /context/{context-id}/environment-variable/{env-var-name}': describeDeletion('Deletes a variable of a context.'),
  'GET /context/{context_id}/restrictions': describeRead('Lists the restrictions of a context.', pageOf(restriction), pageToken),
  'POST /context/{context_id}/restrictions': describeWrite(
    'Restricts a context.',
    { 201: restriction },
    requestSchema(newRestrictionMembers),
  ),
  'DELETE /context/{context_id}/restrictions/{restriction_id}': describeDeletion('Deletes a restriction of a context.'),
};
