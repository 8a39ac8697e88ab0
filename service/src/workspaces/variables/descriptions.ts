import { booleanValue, enumValue, nullableBoolean, nullableString, stringValue } from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
} from '../../json-api/describe-document.ts';

const categories = enumValue('infra', 'env');

/** The attributes of a variable in a request, also as an entry of its variable set's document. */
export const variableMembers: DocumentShape['attributes'] = {
  key: stringValue,
  value: nullableString,
  description: nullableString,
  category: categories,
  hcl: nullableBoolean,
  sensitive: nullableBoolean,
};

export const variableShape: DocumentShape = {
  type: 'vars',
  attributes: {
    key: stringValue,
    value: { ...nullableString, description: 'Null where the variable is sensitive.' },
    description: nullableString,
    category: categories,
    hcl: booleanValue,
    sensitive: booleanValue,
    'created-at': stringValue,
    'version-id': { ...stringValue, description: 'Changes with every write.' },
  },
  required: ['key', 'value', 'description', 'category', 'hcl', 'sensitive', 'created-at', 'version-id'],
  relationships: { configurable: { to: ['workspaces', 'varsets'] }, varset: { to: 'varsets' } },
};
const request: DocumentShape = { type: 'vars', attributes: variableMembers };

export const describeVariableList = (
  summary: string,
  query: OperationDescription['query'] = {},
  shape = variableShape,
): OperationDescription => ({ summary, query, responses: { 200: describeResponseList(shape) } });

export const describeVariable = (summary: string, shape = variableShape): OperationDescription => ({
  summary,
  responses: { 200: describeResponseDocument(shape) },
});

/** `relationships`: those that name what the variable belongs to, where the path does not. */
export const describeVariableCreation = (
  summary: string,
  relationships: DocumentShape['relationships'] = {},
  { statuses = [201], shape = variableShape }: { readonly statuses?: readonly number[]; readonly shape?: DocumentShape } = {},
): OperationDescription => ({
  summary,
  request: describeRequestDocument({ ...request, required: ['key', 'category'], relationships }),
  responses: Object.fromEntries(statuses.map((status) => [status, describeResponseDocument(shape)])),
});

export const describeVariableUpdate = (summary: string, shape = variableShape): OperationDescription => ({
  summary,
  request: describeRequestDocument(request),
  responses: { 200: describeResponseDocument(shape) },
});

export const describeVariableDeletion = (summary: string): OperationDescription => ({ summary, responses: { 204: null } });

/** Several variables of a workspace in one request, each named by its ID. */
export const describeVariableUpdates = (maxItems: number): OperationDescription => ({
  summary: 'Updates several variables of a workspace.',
  request: {
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'array',
        maxItems,
        items: {
          type: 'object',
          required: ['type', 'id'],
          properties: {
            type: { type: 'string', const: 'vars' },
            id: stringValue,
            attributes: { type: 'object', properties: variableMembers },
          },
        },
      },
    },
  },
  responses: { 204: null },
});
