import { booleanValue, nullableBoolean, nullableInteger, nullableString, stringValue, octetStream } from '../../http/body-schemas.ts';
import { ingressAttributes } from './stored.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

export const configurationShape: DocumentShape = {
  type: 'configuration-versions',
  attributes: {
    'auto-queue-runs': booleanValue,
    error: nullableString,
    'error-message': nullableString,
    source: stringValue,
    speculative: booleanValue,
    provisional: booleanValue,
    status: stringValue,
    'status-timestamps': { type: 'object', additionalProperties: stringValue },
    'changed-files': { type: 'array', items: stringValue },
    'upload-url': nullableString,
  },
  relationships: { 'ingress-attributes': { to: 'ingress-attributes' }, run: { to: 'runs' } },
};
const ingressSchemas = { text: nullableString, flag: nullableBoolean, number: nullableInteger } as const;
const ingressShape: DocumentShape = {
  type: 'ingress-attributes',
  attributes: {
    'commit-sha': stringValue,
    ...Object.fromEntries(Object.entries(ingressAttributes).map(([name, kind]) => [name, ingressSchemas[kind]])),
  },
  relationships: { 'created-by': { to: 'users' } },
};

export const createConfigurationDescription: OperationDescription = {
  summary: 'Creates a configuration version; its content is then uploaded to the address of `upload-url`.',
  request: describeRequestDocument({
    type: 'configuration-versions',
    attributes: { 'auto-queue-runs': booleanValue, speculative: booleanValue, provisional: booleanValue },
  }),
  responses: { 201: describeResponseDocument(configurationShape) },
  example: { data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } } },
};
export const listConfigurationsDescription: OperationDescription = {
  summary: 'Lists the configuration versions of a workspace, the latest first.',
  query: listParameters,
  responses: { 200: describeResponseList(configurationShape) },
};
export const showConfigurationDescription: OperationDescription = {
  summary: 'Shows a configuration version.',
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(configurationShape) },
};
export const ingressDescription: OperationDescription = {
  summary: 'Shows the commit that a configuration version was made of.',
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(ingressShape) },
};
export const downloadDescription: OperationDescription = {
  summary: 'Downloads the archive of a configuration version.',
  responses: { 200: octetStream },
};
export const uploadDescription: OperationDescription = {
  summary: 'Uploads the archive of a configuration version: a tar file, compressed with gzip.',
  responses: { 200: null },
};
/** The description of an action that takes no body. */
export const describeAction = (summary: string, status: 200 | 202): OperationDescription => ({ summary, responses: { [status]: null } });
