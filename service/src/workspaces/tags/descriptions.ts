import { freeObject, integerValue, nullableString, stringValue } from '../../http/body-schemas.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import { describeRequestList, describeResponseList, type DocumentShape, listParameters } from '../../json-api/describe-document.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';

/** Attributes of an entry in a request, including read-only ones: clients send back what they read. */
export const bindingAttributes = { key: stringValue, value: nullableString, 'created-at': nullableString } as const;

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
            properties: bindingAttributes,
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

const tagShape: DocumentShape = {
  type: 'tags',
  attributes: { name: stringValue, 'created-at': stringValue, 'instance-count': integerValue },
  required: ['name', 'created-at', 'instance-count'],
  relationships: { organization: { to: 'organizations' } },
};
const tagList = { 200: describeResponseList(tagShape) };
export const workspaceTagsDescription: OperationDescription = {
  summary: 'Lists the flat tags of a workspace.',
  query: { ...listParameters, name: textParameter('A part of the name.') },
  responses: tagList,
};
export const organizationTagsDescription: OperationDescription = {
  summary: 'Lists the flat tags of an organization.',
  query: {
    ...listParameters,
    q: textParameter('A part of the name.'),
    'filter[exclude][taggable][id]': textParameter('The ID of a workspace: only tags that it does not have.'),
  },
  responses: tagList,
};
/** An operation that names tags, by ID or, for those of a workspace, by name. */
export const describeTagChange = (summary: string): OperationDescription => ({
  summary,
  request: describeRequestList('tags', { name: stringValue, 'created-at': stringValue, 'instance-count': integerValue }),
  responses: { 204: null },
});
export const deleteTagsDescription: OperationDescription = {
  summary: 'Takes flat tags off every workspace; then they are gone.',
  request: describeRequestList('tags'),
  responses: { 204: null },
};
export const applyTagDescription: OperationDescription = {
  summary: 'Puts a flat tag on workspaces.',
  request: describeRequestList('workspaces'),
  responses: { 204: null },
};
