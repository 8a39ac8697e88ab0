import { isObject, type JsonObject } from '@slipway/schema-tools/json';

export const reviewVersions = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'] as const;
export type ReviewVersion = (typeof reviewVersions)[number];

export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}
/** The members of a request that decide something here. */
export interface AdmissionReview {
  readonly apiVersion: ReviewVersion;
  readonly uid: string;
  /** `CREATE`, `UPDATE`, `DELETE`, `CONNECT`, or one of a later release. */
  readonly operation: string;
  readonly resource: GroupVersionResource;
  /** '' if the request has none. */
  readonly name: string;
  readonly namespace: string;
  readonly object: unknown;
}
/** `fault`: why the body is not a review; other members as far as they could be parsed. */
export interface InvalidReview {
  readonly fault: string;
  readonly apiVersion: ReviewVersion;
  readonly uid: string;
}

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
const isVersion = (value: unknown): value is ReviewVersion => (reviewVersions as readonly unknown[]).includes(value);
/** A short form of the given value. */
const describeValue = (value: unknown): string => {
  const words = value === undefined ? 'nothing' : JSON.stringify(value);
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
};
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

const parseBody = (body: Uint8Array): { readonly value: unknown } | { readonly fault: string } => {
  let words: string;
  try {
    words = utf8Decoder.decode(body);
  } catch {
    return { fault: 'expected UTF-8' };
  }
  try {
    return { value: JSON.parse(words) as unknown };
  } catch (error) {
    // Without parts of the body, which can contain secrets.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return { fault: `expected JSON${position === undefined ? '' : `; found something else at character ${position}`}` };
  }
};
const readGroupVersionResource = (request: JsonObject): GroupVersionResource => {
  const said = isObject(request['resource']) ? request['resource'] : {};
  return { group: readText(said['group']), version: readText(said['version']), resource: readText(said['resource']) };
};

/** Parses a body. Never throws. */
export const parseReview = (body: Uint8Array): AdmissionReview | InvalidReview => {
  const read = parseBody(body);
  const none = { apiVersion: reviewVersions[0], uid: '' };
  if ('fault' in read) return { ...none, fault: read.fault };
  const { value } = read;
  if (!isObject(value)) return { ...none, fault: `expected an AdmissionReview, given ${describeValue(value)}` };
  const { apiVersion, kind, request } = value;
  const uid = isObject(request) ? readText(request['uid']) : '';
  const known = { apiVersion: isVersion(apiVersion) ? apiVersion : none.apiVersion, uid };
  if (kind !== 'AdmissionReview') return { ...known, fault: `kind: expected "AdmissionReview", given ${describeValue(kind)}` };
  if (!isVersion(apiVersion))
    return {
      ...known,
      fault: `apiVersion: expected ${reviewVersions.map((one) => JSON.stringify(one)).join(' or ')}, given ${describeValue(apiVersion)}`,
    };
  if (!isObject(request)) return { ...known, fault: `request: expected one with keys, given ${describeValue(request)}` };
  if (uid === '') return { ...known, fault: `request.uid: expected a text, given ${describeValue(request['uid'])}` };
  if (typeof request['operation'] !== 'string')
    return { ...known, fault: `request.operation: expected a text, given ${describeValue(request['operation'])}` };
  return {
    apiVersion,
    uid,
    operation: request['operation'],
    resource: readGroupVersionResource(request),
    name: readText(request['name']),
    namespace: readText(request['namespace']),
    object: request['object'],
  };
};
