import { create, createFileRegistry, type FileRegistry, fromJson, type JsonObject } from '@bufbuild/protobuf';
import {
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
} from '@bufbuild/protobuf/wkt';

/**
 * A field: its number, and `string`, `bool`, `int32`, `uint32`, `int64`, `uint64`, `float`, `double`, `bytes`, a message's
 * or enumeration's full name, or one of them in `repeated …` or `map<…, …>`; and the name of the `oneof` it is in.
 */
export type FieldDeclaration = readonly [number: number, type: string, oneof?: string];
/** Messages and enumerations, by name; `Server.TLSOptions` is in `Server`. */
export interface MessageDeclarations {
  readonly messages: { readonly [name: string]: { readonly [field: string]: FieldDeclaration } };
  readonly enums?: { readonly [name: string]: { readonly [value: string]: number } };
}
/** All of one package, its fields of full names. */
export interface PackageDeclaration extends MessageDeclarations {
  readonly name: string;
}

/** One package of several parts, in which its own messages and enumerations are named without it. */
export const declarePackage = (name: string, ...parts: readonly MessageDeclarations[]): PackageDeclaration => {
  const messages: MessageDeclarations['messages'] = Object.assign({}, ...parts.map((part) => part.messages)),
    enums: NonNullable<MessageDeclarations['enums']> = Object.assign({}, ...parts.map((part) => part.enums ?? {}));
  const own = (type: string): string =>
    type.replace(/[\w.]+(?=>?$)/, (one) => (Object.hasOwn(messages, one) || Object.hasOwn(enums, one) ? `${name}.${one}` : one));
  const full = ([number, type, oneof]: FieldDeclaration): FieldDeclaration =>
    oneof === undefined ? [number, own(type)] : [number, own(type), oneof];
  return {
    name,
    enums,
    messages: Object.fromEntries(
      Object.entries(messages).map(([message, fields]) => [
        message,
        Object.fromEntries(Object.entries(fields).map(([field, declared]) => [field, full(declared)])),
      ]),
    ),
  };
};

const wellKnownFiles = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
].map(({ proto }) => proto);
const scalarTypes = new Set(['string', 'bool', 'int32', 'uint32', 'int64', 'uint64', 'float', 'double', 'bytes']);
const toCamelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const lastSegmentOf = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);
const parentNameOf = (dotted: string): string => (dotted.includes('.') ? dotted.slice(0, dotted.lastIndexOf('.')) : '');

/** `type`, or `type` and `typeName`, of a field descriptor. */
const fieldTypeOf = (type: string, enums: ReadonlySet<string>): JsonObject =>
  scalarTypes.has(type)
    ? { type: `TYPE_${type.toUpperCase()}` }
    : { type: enums.has(type) ? 'TYPE_ENUM' : 'TYPE_MESSAGE', typeName: `.${type}` };

const mapEntryNameOf = (field: string): string => `${toCamelCase(`_${field}`)}Entry`;
const parseMapType = (type: string): readonly [string, string] | undefined => {
  const found = /^map<(.+?), ?(.+)>$/.exec(type);
  return found ? [found[1]!, found[2]!] : undefined;
};

type Fields = readonly (readonly [name: string, declaration: FieldDeclaration])[];

/** The nested messages that protobuf generates for fields of type map. */
const describeMapEntries = (fields: Fields, enums: ReadonlySet<string>): readonly JsonObject[] =>
  fields.flatMap(([name, [, type]]): JsonObject[] => {
    const types = parseMapType(type);
    if (!types) return [];
    const field = types.map((one, index) => {
      const role = index === 0 ? 'key' : 'value';
      return { name: role, jsonName: role, number: index + 1, label: 'LABEL_OPTIONAL', ...fieldTypeOf(one, enums) };
    });
    return [{ name: mapEntryNameOf(name), options: { mapEntry: true }, field }];
  });

const describeMessage = (pack: PackageDeclaration, name: string, enums: ReadonlySet<string>): JsonObject => {
  const fields: Fields = Object.entries(pack.messages[name]!);
  const oneofs = [...new Set(fields.flatMap(([, [, , oneof]]) => oneof ?? []))];
  const full = `${pack.name}.${name}`;
  return {
    name: lastSegmentOf(name),
    oneofDecl: oneofs.map((one) => ({ name: one })),
    field: fields.map(([field, [number, type, oneof]]) => ({
      name: field,
      jsonName: toCamelCase(field),
      number,
      label: /^(repeated |map<)/.test(type) ? 'LABEL_REPEATED' : 'LABEL_OPTIONAL',
      ...(parseMapType(type)
        ? { type: 'TYPE_MESSAGE', typeName: `.${full}.${mapEntryNameOf(field)}` }
        : fieldTypeOf(type.replace(/^repeated /, ''), enums)),
      ...(oneof === undefined ? {} : { oneofIndex: oneofs.indexOf(oneof) }),
    })),
    nestedType: [
      ...Object.keys(pack.messages)
        .filter((one) => parentNameOf(one) === name)
        .map((one) => describeMessage(pack, one, enums)),
      ...describeMapEntries(fields, enums),
    ],
    enumType: Object.entries(pack.enums ?? {})
      .filter(([one]) => parentNameOf(one) === name)
      .map(([one, values]) => describeEnum(one, values)),
  };
};
const describeEnum = (name: string, values: Readonly<Record<string, number>>): JsonObject => ({
  name: lastSegmentOf(name),
  value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
  ...(new Set(Object.values(values)).size < Object.keys(values).length ? { options: { allowAlias: true } } : {}),
});

/** What the fields of a package are of. */
const referencedTypesOf = ({ messages }: PackageDeclaration): readonly string[] =>
  Object.values(messages).flatMap((fields) =>
    Object.values(fields).flatMap(([, type]) => parseMapType(type) ?? [type.replace(/^repeated /, '')]),
  );

/** The messages of these packages; each may name its own, those of packages before it, and the well-known ones of protobuf. */
export const createMessageRegistry = (...packages: readonly PackageDeclaration[]): FileRegistry => {
  const enums = new Set(packages.flatMap(({ name, enums: own = {} }) => Object.keys(own).map((one) => `${name}.${one}`)));
  const files = packages.map((pack): JsonObject => ({
    name: `${pack.name}.proto`,
    package: pack.name,
    syntax: 'proto3',
    dependency: [
      ...wellKnownFiles.map(({ name }) => name),
      ...packages
        .filter((other) => other !== pack && referencedTypesOf(pack).some((type) => type.startsWith(`${other.name}.`)))
        .map(({ name }) => `${name}.proto`),
    ],
    messageType: Object.keys(pack.messages)
      .filter((one) => parentNameOf(one) === '')
      .map((one) => describeMessage(pack, one, enums)),
    enumType: Object.entries(pack.enums ?? {})
      .filter(([one]) => parentNameOf(one) === '')
      .map(([one, values]) => describeEnum(one, values)),
  }));
  const { file } = fromJson(FileDescriptorSetSchema, { file: files });
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...wellKnownFiles, ...file] }));
};
