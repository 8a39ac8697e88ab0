import { decode } from './cty/decode.ts';
import { encode } from './cty/encode.ts';
import { decodeJson } from './cty/json.ts';
import { configType, storedType, type Wire } from './cty/type.ts';
import { misfitDiagnostic } from './diagnostics.ts';
import { learnSecrets } from './secrets.ts';
import type { Diagnostic, IdentitySchema, Schema, Type, Values } from './server.ts';

/** A DynamicValue message. */
export interface Sent { readonly msgpack?: Uint8Array; readonly json?: Uint8Array }

export const receive = (sent: Sent | undefined, type: Wire): unknown => {
  if (sent?.msgpack !== undefined && sent.msgpack.length > 0) return decode(sent.msgpack, type);
  if (sent?.json !== undefined && sent.json.length > 0) return decodeJson(sent.json, type);
  return null;
};

/** A configuration, a plan or a state; null where there is none. Its sensitive values are from then on kept out of logs and messages. */
export const receiveValues = (sent: Sent | undefined, schema: Schema): Values | null => {
  const values = receive(sent, configType(schema)) as Values | null;
  if (values !== null) learnSecrets(schema, values);
  return values;
};

/** A configuration where the engine leaves out an empty block: every attribute is null. */
export const receiveConfig = (sent: Sent | undefined, schema: Schema): Values =>
  receiveValues(sent, schema) ?? Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));

/** A plan or a state to send. What does not fit its type is told in `misfits` and leaves as null: the object itself is not lost. */
export const sendValues = (values: Values | null, schema: Schema, subject: string, misfits: Diagnostic[]): Sent =>
  send(values, storedType(schema), subject, misfits);

export const send = (value: unknown, type: Wire, subject: string, misfits: Diagnostic[]): Sent => {
  const encoded = encode(value, type);
  for (const misfit of encoded.misfits) misfits.push(misfitDiagnostic(subject, misfit));
  return { msgpack: encoded.bytes };
};

interface SentIdentity { readonly identity_data?: Sent | undefined }

const identityType = ({ attributes }: IdentitySchema): Wire =>
  ['object', Object.fromEntries(Object.entries(attributes).map(([name, { type }]): [string, Type] => [name, type]))];

export const receiveIdentity = (sent: SentIdentity | undefined, schema: IdentitySchema | undefined): Values | null =>
  sent?.identity_data === undefined || schema === undefined ? null : receive(sent.identity_data, identityType(schema)) as Values | null;

/** `otherwise` is what the engine knew: an identity lasts as long as its object. */
export const sendIdentity = (
  identity: Values | null | undefined, schema: IdentitySchema | undefined, subject: string, misfits: Diagnostic[], otherwise?: SentIdentity,
): SentIdentity | undefined => {
  if (schema === undefined) return undefined;
  if (identity === undefined || identity === null) return otherwise;
  return { identity_data: send(identity, identityType(schema), `the identity of ${subject}`, misfits) };
};

/** Bytes on the wire, where none and empty are the same. */
export const receivePrivate = (bytes: Uint8Array | undefined): Uint8Array | undefined =>
  (bytes === undefined || bytes.length === 0 ? undefined : bytes);
export const sendPrivate = (bytes: Uint8Array | undefined): Uint8Array => bytes ?? new Uint8Array(0);
