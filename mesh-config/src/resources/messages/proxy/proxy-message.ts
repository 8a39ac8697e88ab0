import { readProxyMessages } from './generated/proxy-messages.ts';

/** The type of a field's value: `string`, `uint32` …, or the full name of a message or an enumeration. */
export interface ProxyField {
  readonly name: string;
  readonly type: string;
  readonly isRepeated: boolean;
  /** The type of the keys of a map; `type` is that of its values. */
  readonly keyType?: string;
  readonly oneof?: string;
}
export interface ProxyMessage {
  readonly name: string;
  /** Fields by their names in protobuf and in JSON. */
  readonly fields: ReadonlyMap<string, ProxyField>;
}

interface TableEntry {
  readonly packageName: string;
  readonly words: string;
}
let entries: ReadonlyMap<string, TableEntry> | undefined;

/** Lines of the table by the full name of what they declare; names of enumerations begin with `=`. */
const entriesByName = (): ReadonlyMap<string, TableEntry> => {
  if (entries) return entries;
  const found = new Map<string, TableEntry>();
  let packageName = '';
  for (const line of readProxyMessages().trim().split('\n')) {
    const [first, words] = line.split(/ (.*)/) as [string, string?];
    if (first === 'package') packageName = words ?? '';
    else if (first.startsWith('=')) found.set(`=${packageName}.${first.slice(1)}`, { packageName, words: words ?? '' });
    else found.set(`${packageName}.${first}`, { packageName, words: words ?? '' });
  }
  return (entries = found);
};

const toFullName = (type: string, packageName: string): string =>
  type.startsWith('.') ? packageName + type : type.startsWith('@') ? `google.protobuf.${type.slice(1)}` : type;

const parseField = (text: string, packageName: string): ProxyField => {
  const [, name, repeated, declared, oneof] = /^(\w+):(\*?)([^|]+)(?:\|(\w+))?$/.exec(text) as unknown as readonly string[];
  const [, keyType, valueType] = /^map<(\w+),(.+)>$/.exec(declared!) ?? [];
  return {
    name: name!,
    type: toFullName(valueType ?? declared!, packageName),
    isRepeated: repeated === '*',
    ...(keyType === undefined ? {} : { keyType }),
    ...(oneof === undefined ? {} : { oneof }),
  };
};
const toJsonName = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const messages = new Map<string, ProxyMessage>();

/** A message of Envoy's API, as of the release that the public reference of the mesh is built with; undefined: it has none of that name. */
export const findProxyMessage = (name: string): ProxyMessage | undefined => {
  const known = messages.get(name);
  const entry = name.startsWith('=') ? undefined : entriesByName().get(name);
  if (known || !entry) return known;
  const fields = entry.words === '' ? [] : entry.words.split(' ').map((text) => parseField(text, entry.packageName));
  const message = {
    name,
    fields: new Map(fields.flatMap((field) => [[toJsonName(field.name), field] as const, [field.name, field] as const])),
  };
  messages.set(name, message);
  return message;
};

/** The names of an enumeration; undefined if the type is another one. */
export const findProxyEnum = (name: string): readonly string[] | undefined => entriesByName().get(`=${name}`)?.words.split(' ');
