import {
  anyValue,
  booleanMembers,
  booleanValue,
  enumValue,
  fileContent,
  freeObject,
  integerValue,
  nullableBoolean,
  nullableInteger,
  nullableString,
  stringValue,
} from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { textParameter } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

const statuses = ['pending', 'finalized', 'discarded', 'backing_data_soft_deleted', 'backing_data_permanently_deleted'];

const stateShape: DocumentShape = {
  type: 'state-versions',
  attributes: {
    serial: integerValue,
    lineage: nullableString,
    md5: nullableString,
    size: nullableInteger,
    status: enumValue(...statuses),
    intermediate: booleanValue,
    'created-at': stringValue,
    'engine-version': nullableString,
    'state-version': nullableInteger,
    'resource-count': integerValue,
    'resources-processed': booleanValue,
    resources: { type: 'array', items: freeObject },
    modules: freeObject,
    providers: freeObject,
    'billable-rum-count': nullableInteger,
    'vcs-commit-sha': nullableString,
    'vcs-commit-url': nullableString,
    'hosted-state-download-url': nullableString,
    'hosted-state-upload-url': nullableString,
    'encrypted-state-download-url': nullableString,
    'sanitized-state-download-url': nullableString,
    'sanitized-state-upload-url': nullableString,
    'hosted-json-state-download-url': nullableString,
    'hosted-json-state-upload-url': nullableString,
    permissions: booleanMembers(['can-restore-backing-data']),
  },
  relationships: {
    workspace: { to: 'workspaces' },
    run: { to: 'runs' },
    'created-by': { to: ['users', 'teams', 'organizations'] },
    'rollback-state-version': { to: 'state-versions' },
    'previous-state-version': { to: 'state-versions' },
    'next-state-version': { to: 'state-versions' },
    'hyok-encrypted-data-key': { to: 'hyok-encrypted-data-keys' },
    outputs: { to: 'state-version-outputs', many: true },
  },
};

const outputShape: DocumentShape = {
  type: 'state-version-outputs',
  attributes: {
    name: stringValue,
    sensitive: booleanValue,
    type: stringValue,
    'detailed-type': anyValue,
    value: anyValue,
  },
};

const query = { include: includeParameter };

export const stateDescription: OperationDescription = {
  summary: 'Shows a state version.',
  query,
  responses: { 200: describeResponseDocument(stateShape) },
};

export const listStatesDescription: OperationDescription = {
  summary: 'Lists the state versions of a workspace, the newest first.',
  query: {
    ...listParameters,
    'filter[organization][name]': textParameter('The name of the organization. Required.'),
    'filter[workspace][name]': textParameter('The name of the workspace. Required.'),
    'filter[status]': textParameter('Only versions of this status; several with commas.'),
  },
  responses: { 200: describeResponseList(stateShape) },
};

export const createStateDescription: OperationDescription = {
  summary: 'Creates a state version: with its content, or to be uploaded. The workspace must be locked by the caller.',
  query,
  request: describeRequestDocument({
    type: 'state-versions',
    attributes: {
      serial: integerValue,
      lineage: nullableString,
      md5: nullableString,
      state: nullableString,
      'json-state': nullableString,
      'json-state-outputs': nullableString,
      force: nullableBoolean,
      intermediate: nullableBoolean,
    },
    required: ['serial'],
    relationships: { run: { to: 'runs' } },
  }),
  responses: { 201: describeResponseDocument(stateShape) },
};

export const rollbackDescription: OperationDescription = {
  summary: 'Creates a state version with the content of an earlier one. The workspace must be locked by the caller.',
  request: describeRequestDocument({
    type: 'state-versions',
    attributes: {},
    relationships: { 'rollback-state-version': { to: 'state-versions' } },
  }),
  responses: { 201: describeResponseDocument(stateShape) },
};

export const outputDescription: OperationDescription = {
  summary: 'Shows an output of a state version, with its value even if that is sensitive.',
  responses: { 200: describeResponseDocument(outputShape) },
};

export const outputsDescription: OperationDescription = {
  summary: 'Lists the outputs of the current state version; sensitive values are null.',
  responses: { 200: describeResponseList(outputShape) },
};

export const listOutputsDescription: OperationDescription = {
  summary: 'Lists the outputs of a state version; sensitive values are null for who may not read the state.',
  query: listParameters,
  responses: { 200: describeResponseList(outputShape) },
};

/** Describes an operation at a signed address, without JSON of the API in either direction. */
export const stateUpload = (summary: string): OperationDescription => ({ summary, responses: { 200: null } });
export const stateDownload = (summary: string): OperationDescription => ({
  summary,
  responses: { 200: fileContent('application/json') },
});
