import { splitDocuments } from '../resources/documents/split-documents.ts';
import { parseDocument } from '../resources/documents/parse-document.ts';
import { fieldsOf, isFields } from '../resources/messages/message-fields.ts';
import { parseMessageJson } from '../resources/messages/parse-message-json.ts';
import { getMessageType } from '../resources/messages/message-types.ts';
import { meshDefaults } from './mesh-defaults.ts';

type Fields = Readonly<Record<string, unknown>>;
export type MeshFileContent =
  /** `unknown`: pointers of what a MeshConfig does not know. */
  | { readonly spec: Fields; readonly unknown: readonly string[]; readonly lineOf: (pointer: string) => number | undefined }
  | { readonly fault: string; readonly line: number };

/** Fields by the one name that JSON has for them; what is null is as good as not written. */
const useJsonNames = (type: string, fields: Fields): Fields => {
  const known = fieldsOf(getMessageType(type));
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[known.get(name)?.jsonName ?? name, value]])),
  );
};

/** Each field that is written replaces its default whole, except `defaultConfig`, whose fields do so one by one. */
const applyDefaults = (written: Fields): Fields => {
  const fields = useJsonNames('istio.mesh.v1alpha1.MeshConfig', written),
    proxy = fields['defaultConfig'];
  return {
    ...meshDefaults,
    ...fields,
    ...(isFields(proxy)
      ? { defaultConfig: { ...meshDefaults.defaultConfig, ...useJsonNames('istio.mesh.v1alpha1.ProxyConfig', proxy) } }
      : {}),
  };
};

/** A MeshConfig, as YAML has it, over the defaults. */
export const parseMeshFile = (text: string): MeshFileContent => {
  const chunks = splitDocuments(text);
  if (chunks.length > 1) return { fault: 'expected one document, found another', line: chunks[1]!.line };
  const chunk = chunks[0] ?? { text: '{}', line: 1 };
  const read = parseDocument(chunk.text);
  const inFile = (line: number | undefined): number => chunk.line + (line ?? 1) - 1;
  if ('fault' in read) return { fault: read.fault, line: inFile(read.line) };
  const written = read.value ?? {};
  if (!isFields(written)) return { fault: 'expected the fields of a MeshConfig', line: chunk.line };
  const lineOf = (pointer: string): number => inFile(read.lineOf(pointer));
  // What is written is read by itself, so that a fault is where it was written; the whole is sound then.
  const sound = parseMessageJson(getMessageType('istio.mesh.v1alpha1.MeshConfig'), written);
  if (!('faults' in sound)) return { spec: applyDefaults(written), unknown: sound.canonical.unknown, lineOf };
  const [{ fault, pointer }] = sound.faults;
  return { fault: `${pointer}: ${fault}`, line: lineOf(pointer) };
};
