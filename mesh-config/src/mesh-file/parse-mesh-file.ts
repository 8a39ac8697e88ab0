import { splitDocuments } from '../resources/documents/split-documents.ts';
import { parseDocument } from '../resources/documents/parse-document.ts';
import { isFields } from '../resources/messages/message-fields.ts';
import { parseMessageJson } from '../resources/messages/parse-message-json.ts';
import { getMessageType } from '../resources/messages/message-types.ts';
import { meshDefaults } from './mesh-defaults.ts';

type Fields = Readonly<Record<string, unknown>>;
export type MeshFileContent =
  /** `ambiguous`: what means something else in YAML 1.2. */
  | {
      readonly spec: Fields;
      readonly ambiguous: readonly { readonly line: number; readonly message: string }[];
      readonly lineOf: (pointer: string) => number | undefined;
    }
  | { readonly fault: string; readonly line: number };

/**
 * `written`: in JSON's spelling, without nulls. Each field replaces its default whole, except `defaultConfig`, whose fields do so one
 * by one.
 */
const applyDefaults = (written: Fields): Fields => {
  const proxy = written['defaultConfig'];
  return {
    ...meshDefaults,
    ...written,
    ...(isFields(proxy) ? { defaultConfig: { ...meshDefaults.defaultConfig, ...proxy } } : {}),
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
  const [unknown] = sound.canonical.unknown;
  if ('faults' in sound) {
    const [{ fault, pointer }] = sound.faults;
    return { fault: `${pointer}: ${fault}`, line: lineOf(pointer) };
  }
  if (unknown !== undefined) return { fault: `${unknown} is not a field of MeshConfig`, line: lineOf(unknown) };
  const ambiguous = read.ambiguous.map(({ line, message }) => ({ line: inFile(line), message }));
  return { spec: applyDefaults(sound.canonical.value as Fields), ambiguous, lineOf };
};
