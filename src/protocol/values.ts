import { decodeMsgpack } from './cty/decode.ts';
import { encodeMsgpack } from './cty/encode.ts';
import { decodeJson } from './cty/json.ts';
import { configType, storedType, type CodecType } from './cty/type.ts';
import { mismatchDiagnostic } from './diagnostics.ts';
import { registerSensitiveValues } from './secrets.ts';
import type { Diagnostic, IdentitySchema, BlockSchema, CtyType, ProtocolValues } from './provider-server.ts';

/** A DynamicValue message. */
export interface EncodedValue {
  readonly msgpack?: Uint8Array;
  readonly json?: Uint8Array;
}

export const decodeDynamicValue = (sent: EncodedValue | undefined, type: CodecType): unknown => {
  if (sent?.msgpack !== undefined && sent.msgpack.length > 0) return decodeMsgpack(sent.msgpack, type);
  if (sent?.json !== undefined && sent.json.length > 0) return decodeJson(sent.json, type);
  return null;
};

/** A configuration, a plan or a state; null where there is none. Its sensitive values are from then on kept out of logs and messages. */
export const receiveProtocolValues = (sent: EncodedValue | undefined, schema: BlockSchema): ProtocolValues | null => {
  const values = decodeDynamicValue(sent, configType(schema)) as ProtocolValues | null;
  if (values !== null) registerSensitiveValues(schema, values);
  return values;
};

/** A configuration where the engine leaves out an empty block: every attribute is null. */
export const receiveProtocolConfig = (sent: EncodedValue | undefined, schema: BlockSchema): ProtocolValues =>
  receiveProtocolValues(sent, schema) ?? Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));

/** A plan or a state to send. What does not fit its type is told in `misfits` and leaves as null: the object itself is not lost. */
export const encodeProtocolValues = (
  values: ProtocolValues | null,
  schema: BlockSchema,
  subject: string,
  misfits: Diagnostic[],
): EncodedValue => encodeDynamicValue(values, storedType(schema), subject, misfits);

export const encodeDynamicValue = (value: unknown, type: CodecType, subject: string, misfits: Diagnostic[]): EncodedValue => {
  const encoded = encodeMsgpack(value, type);
  for (const misfit of encoded.misfits) misfits.push(mismatchDiagnostic(subject, misfit));
  return { msgpack: encoded.bytes };
};

interface EncodedIdentity {
  readonly identity_data?: EncodedValue | undefined;
}

const identityType = ({ attributes }: IdentitySchema): CodecType => [
  'object',
  Object.fromEntries(Object.entries(attributes).map(([name, { type }]): [string, CtyType] => [name, type])),
];

export const decodeIdentity = (sent: EncodedIdentity | undefined, schema: IdentitySchema | undefined): ProtocolValues | null =>
  sent?.identity_data === undefined || schema === undefined
    ? null
    : (decodeDynamicValue(sent.identity_data, identityType(schema)) as ProtocolValues | null);

/** `otherwise` is what the engine knew: an identity lasts as long as its object. */
export const encodeIdentity = (
  identity: ProtocolValues | null | undefined,
  schema: IdentitySchema | undefined,
  subject: string,
  misfits: Diagnostic[],
  otherwise?: EncodedIdentity,
): EncodedIdentity | undefined => {
  if (schema === undefined) return undefined;
  if (identity === undefined || identity === null) return otherwise;
  return { identity_data: encodeDynamicValue(identity, identityType(schema), `the identity of ${subject}`, misfits) };
};

/** Bytes on the wire, where none and empty are the same. */
export const decodePrivate = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
  bytes === undefined || bytes.length === 0 ? undefined : bytes;
export const encodePrivate = (bytes: Uint8Array | undefined): Uint8Array => bytes ?? new Uint8Array(0);
