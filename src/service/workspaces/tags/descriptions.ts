import { freeObject, nullableString, stringValue } from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { describeResponseList, type DocumentShape } from '../../json-api/describe-document.ts';
import type { JsonSchema } from '../../../derive/json-schema.ts';

const bindingShape: DocumentShape = {
  type: 'tag-bindings',
  attributes: { key: stringValue, value: stringValue, 'created-at': stringValue },
};
const effectiveShape: DocumentShape = {
  type: 'effective-tag-bindings',
  attributes: { key: stringValue, value: stringValue },
  relationships: { 'inherited-from': { to: 'projects' } },
};

const links: JsonSchema = freeObject;
const request: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['type', 'attributes'],
        properties: {
          type: { type: 'string', const: 'tag-bindings' },
          id: stringValue,
          attributes: {
            type: 'object',
            required: ['key'],
            // Clients send back what they read.
            properties: { key: stringValue, value: nullableString, 'created-at': nullableString },
          },
          links,
        },
      },
    },
  },
};
const responses = { 200: describeResponseList(bindingShape) };

export const bindingsDescription: OperationDescription = { summary: 'Lists key-value tags.', responses };
export const addBindingsDescription: OperationDescription = {
  summary: 'Adds key-value tags, or changes their values; other tags stay.',
  request,
  responses,
};
export const replaceBindingsDescription: OperationDescription = {
  summary: 'Replaces all key-value tags; an empty list removes them.',
  request,
  responses,
};
export const effectiveBindingsDescription: OperationDescription = {
  summary: 'Lists key-value tags, also those inherited from the project.',
  responses: { 200: describeResponseList(effectiveShape) },
};
