import { integerValue, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import {
  describeDeletion,
  describeRead,
  describeWrite,
  itemsOf,
  type OperationDescriptions,
  uuidQuery,
  wordQuery,
} from '../requests/describe-operation.ts';
import { requestSchema } from '../requests/request-schema.ts';
import { newResourceClassMembers } from '../self-hosted-runners/resource-classes.ts';
import { newRunnerTokenMembers } from '../self-hosted-runners/runner-tokens.ts';

const resourceClass = objectValue({ id: uuidValue, resource_class: stringValue, description: stringValue });
const token = { id: uuidValue, resource_class: stringValue, nickname: stringValue, created_at: timeValue };
const classQuery = { 'resource-class': textParameter('The class, as namespace/name; required.') };
const selectionQuery = {
  namespace: textParameter('All classes of this namespace.'),
  'resource-class': textParameter('The class, as namespace/name. It excludes `namespace`.'),
  'org-id': uuidQuery('All classes of this organization, or the organization of the others.'),
};
const forceQuery = { force: wordQuery('Whether the tokens of the class are deleted with it.', 'true', 'false') };
const path = '/api/v3/runner';

/** Classes, tokens and tasks of self-hosted runners. */
export const runnerOperations: OperationDescriptions = {
  [`GET ${path}/resource`]: describeRead('Lists resource classes.', itemsOf(resourceClass), selectionQuery),
  [`POST ${path}/resource`]: describeWrite('Creates a resource class.', { 200: resourceClass }, requestSchema(newResourceClassMembers)),
  [`DELETE ${path}/resource/{resource-class-id}`]: describeDeletion('Deletes a resource class.', forceQuery),
  [`DELETE ${path}/resource/{resource-class-id}/force`]: describeDeletion('Deletes a resource class with its tokens.'),
  [`DELETE ${path}/resource/{namespace}/{name}`]: describeDeletion('Deletes a resource class by its name.', forceQuery),
  [`GET ${path}`]: describeRead(
    'Lists the connected runners: none, because jobs run where the service runs.',
    itemsOf({ type: 'object' }),
    selectionQuery,
  ),
  [`GET ${path}/token`]: describeRead('Lists the tokens of a resource class.', itemsOf(objectValue(token)), classQuery),
  [`POST ${path}/token`]: describeWrite(
    'Creates a token, which only this response contains.',
    { 200: objectValue({ ...token, token: stringValue }) },
    requestSchema(newRunnerTokenMembers),
  ),
  [`DELETE ${path}/token/{token-id}`]: describeDeletion('Deletes a token.'),
  [`GET ${path}/tasks`]: describeRead(
    'Counts the jobs that wait for a runner of a class.',
    objectValue({ unclaimed_task_count: integerValue }),
    classQuery,
  ),
  [`GET ${path}/tasks/running`]: describeRead(
    'Counts the jobs that runners of a class run.',
    objectValue({ running_runner_tasks: integerValue }),
    classQuery,
  ),
};
