import { anyCharacter, fc } from '@slipway/test-support/seed';
import { join } from 'node:path';
import protobuf from 'protobufjs';

/** Protocol 6 as protobufjs reads it. */
export const root = new protobuf.Root().loadSync(join(import.meta.dirname, 'tfplugin6.proto'), { keepCase: true });
root.resolveAll();

const shown = { longs: Number, enums: Number, defaults: true, arrays: true, objects: true } as const;

/** The message as plain data: what is absent has its default, messages that are absent are null. */
export const oracleDecode = (type: string, bytes: Uint8Array): Record<string, unknown> => {
  const found = root.lookupType(`tfplugin6.${type}`);
  return found.toObject(found.decode(bytes), shown);
};
export const oracleEncode = (type: string, value: object): Uint8Array => {
  const found = root.lookupType(`tfplugin6.${type}`);
  return found.encode(found.fromObject(value)).finish();
};

const scalar = (field: protobuf.Field): fc.Arbitrary<unknown> => {
  if (field.resolvedType instanceof protobuf.Enum) return fc.nat({ max: 5 });
  switch (field.type) {
    case 'string':
      return fc.string({ unit: anyCharacter, maxLength: 200 });
    case 'bytes':
      return fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.integer();
    default:
      return fc.maxSafeInteger();
  }
};

/** Random messages of a type, from nothing but what protobufjs knows of it. */
export const messages = (type: protobuf.Type, depth = 0): fc.Arbitrary<Record<string, unknown>> => {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const field of type.fieldsArray) {
    const nested = field.resolvedType instanceof protobuf.Type;
    if (nested && depth > 3) continue;
    const one = nested ? messages(field.resolvedType as protobuf.Type, depth + 1) : scalar(field);
    fields[field.name] =
      field instanceof protobuf.MapField
        ? fc.dictionary(fc.string({ maxLength: 20 }), one, { maxKeys: 3 })
        : field.repeated
          ? fc.array(one, { maxLength: 3 })
          : one;
  }
  return fc.record(fields, { requiredKeys: [] }).map((value) => {
    for (const one of type.oneofsArray)
      one.fieldsArray.slice(1).forEach(({ name }) => {
        if (one.fieldsArray.length > 1) delete value[name];
      });
    return value;
  });
};
