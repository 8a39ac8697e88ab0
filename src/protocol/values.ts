import { decodeMsgpack } from './cty/decode.ts';
import { encodeMsgpack } from './cty/encode.ts';
import { decodeJson } from './cty/json.ts';
import { configType, storedType, type CodecType } from './cty/type.ts';
import { mismatchDiagnostic } from './diagnostics.ts';
import { registerSensitiveValues } from './secrets.ts';
import type { IdentitySchema, BlockSchema, CtyType } from '@slipway/declarations/block-schema';
import type { Diagnostic, ProtocolValues } from './provider-server.ts';

/** A DynamicValue message, in one of its two encodings. */
export interface EncodedValue {
  readonly msgpack?: Uint8Array;
  readonly json?: Uint8Array;
}

export const decodeDynamicValue = (encoded: EncodedValue | undefined, type: CodecType): unknown => {
  if (encoded?.msgpack !== undefined && encoded.msgpack.length > 0) return decodeMsgpack(encoded.msgpack, type);
  if (encoded?.json !== undefined && encoded.json.length > 0) return decodeJson(encoded.json, type);
  return null;
};

/**
 * Decodes a configuration, a plan or a state; null if there is none. Registers its sensitive values, so that logs and messages do not show
 * them.
 */
export const receiveProtocolValues = (encoded: EncodedValue | undefined, schema: BlockSchema): ProtocolValues | null => {
  const values = decodeDynamicValue(encoded, configType(schema)) as ProtocolValues | null;
  if (values !== null) registerSensitiveValues(schema, values);
  return values;
};

/** A configuration where the engine leaves out an empty block: every attribute is null. */
export const receiveProtocolConfig = (encoded: EncodedValue | undefined, schema: BlockSchema): ProtocolValues =>
  receiveProtocolValues(encoded, schema) ?? Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));

/** A plan or a state to send. A value of another type is reported in `mismatches` and sent as null, so that the object is not lost. */
export const encodeProtocolValues = (
  values: ProtocolValues | null,
  schema: BlockSchema,
  subject: string,
  mismatches: Diagnostic[],
): EncodedValue => {
  if (values !== null) registerSensitiveValues(schema, values);
  return encodeDynamicValue(values, storedType(schema), subject, mismatches);
};

export const encodeDynamicValue = (value: unknown, type: CodecType, subject: string, mismatches: Diagnostic[]): EncodedValue => {
  const encoded = encodeMsgpack(value, type);
  for (const mismatch of encoded.misfits) mismatches.push(mismatchDiagnostic(subject, mismatch));
  return { msgpack: encoded.bytes };
};

interface EncodedIdentity {
  readonly identity_data?: EncodedValue | undefined;
}

const identityType = ({ attributes }: IdentitySchema): CodecType => [
  'object',
  Object.fromEntries(Object.entries(attributes).map(([name, { type }]): [string, CtyType] => [name, type])),
];

export const decodeIdentity = (encoded: EncodedIdentity | undefined, schema: IdentitySchema | undefined): ProtocolValues | null =>
  encoded?.identity_data === undefined || schema === undefined
    ? null
    : (decodeDynamicValue(encoded.identity_data, identityType(schema)) as ProtocolValues | null);

/** `otherwise` is what the engine knew: an identity lasts as long as its object. */
export const encodeIdentity = (
  identity: ProtocolValues | null | undefined,
  schema: IdentitySchema | undefined,
  subject: string,
  mismatches: Diagnostic[],
  otherwise?: EncodedIdentity,
): EncodedIdentity | undefined => {
  if (schema === undefined) return undefined;
  if (identity === undefined || identity === null) return otherwise;
  return { identity_data: encodeDynamicValue(identity, identityType(schema), `the identity of ${subject}`, mismatches) };
};

/** Private data on the wire; no bytes and empty bytes are the same. */
export const decodePrivate = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
  bytes === undefined || bytes.length === 0 ? undefined : bytes;
export const encodePrivate = (bytes: Uint8Array | undefined): Uint8Array => bytes ?? new Uint8Array(0);
