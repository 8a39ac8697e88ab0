import { type Attributes, isAbsent, type Values } from '../../declare/index.ts';
import type { AttributePath } from '../../attribute-path.ts';
import { isRecord } from '../../record.ts';

/** The document format: `decode` returns only attributes that the document contains, `pointer` is RFC 6901 in the names of the wire. */
export interface WireFormat {
  /** The member below which a document has its attributes, or null: the body is the document. */
  readonly root: 'attributes' | null;
  decode(attributes: Attributes, document: Values): Values;
  pointer(attributes: Attributes, path: AttributePath): string;
}

/** One member of `errors`: where in the request, in the wire's names, and what to send. */
export interface RequestViolation {
  readonly pointer: string;
  readonly detail: string;
}

const rejectDocument = (pointer: string, detail: string) => ({ refused: { pointer, detail } });

/** The document in a body, or what keeps it from being one. */
export const extractDocument = (
  wire: WireFormat,
  types: readonly string[],
  body: unknown,
): { document: Values } | { refused: RequestViolation } => {
  if (!isRecord(body)) return rejectDocument('', 'Expected a JSON object as the body of the request.');
  if (wire.root === null) return { document: body };
  const data = body['data'];
  if (!isRecord(data)) return rejectDocument('/data', 'Expected a document: an object with `type` and `attributes`.');
  if (!types.includes(data['type'] as string))
    return rejectDocument('/data/type', `Expected ${types.map((type) => JSON.stringify(type)).join(' or ')}.`);
  for (const part of [wire.root, 'relationships'])
    if (!isAbsent(data[part]) && !isRecord(data[part])) return rejectDocument(`/data/${part}`, 'Expected an object.');
  return { document: data };
};

/** `agent-pool-id` of `/data/attributes/agent-pool-id`, `parent` of `/data/relationships/parent/data`. */
export const wireName = (pointer: string): string =>
  pointer
    .replace(/^\/data\/attributes\//, '')
    .replace(/^\/data\/relationships\/([^/]+)\/data$/, '$1')
    .replace(/^\//, '')
    .replaceAll('/', '.');
