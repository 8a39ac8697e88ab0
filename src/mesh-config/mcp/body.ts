import { create, fromJson, type JsonObject, type JsonValue, toBinary } from '@bufbuild/protobuf';
import { StructSchema } from '@bufbuild/protobuf/wkt';
import type { Resource } from '../../mesh/resource.ts';
import type { Body } from './messages.ts';

const prefix = 'type.googleapis.com/';

/** A body of a kind that has no message of its own: its spec as google.protobuf.Struct. */
export const structBody = ({ spec }: Resource): Body => {
  const fields = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec as JsonObject : {};
  const message = Object.keys(fields).length === 0 ? create(StructSchema) : fromJson(StructSchema, fields as JsonValue);
  return { typeUrl: `${prefix}google.protobuf.Struct`, value: toBinary(StructSchema, message) };
};
