import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { splitDocuments } from '../../resources/documents/split-documents.ts';
import { parseDocument } from '../../resources/documents/parse-document.ts';
import { expandList } from '../../resources/documents/read-resource.ts';
import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { findReferences } from '@slipway/schema-tools/schemas';
import { isCrd, readCrdSchemas } from './crd-schemas.ts';
import type { SchemaReadResult, KindSchema, SchemaOrigin } from './kind-schema.ts';
import { kindsOfSchema, createOverlays } from './overlay.ts';

/** Bytes of one file; a larger one is reported and not read. */
const maxFileBytes = 16 * 1024 * 1024;
/** Names beneath which a mounted volume keeps its versions. */
const isVolumeInternal = (name: string): boolean => name.startsWith('..');

interface SchemaDocument {
  readonly path: string;
  readonly value: JsonObject;
  readonly origin: SchemaOrigin;
}

export interface SchemaFolder extends SchemaReadResult {
  /** All that were looked through, to be watched. */
  readonly folders: readonly string[];
  /** Files of which a part could not be read: their earlier schemas are kept. */
  readonly broken: ReadonlySet<string>;
}

const listFiles = async (root: string): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> => {
  const files: string[] = [],
    folders: string[] = [];
  const seen = new Set<string>();
  const enter = async (folder: string): Promise<void> => {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    folders.push(folder);
    for (const name of (await readdir(folder)).sort()) {
      if (isVolumeInternal(name)) continue;
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) await enter(path).catch(() => {});
      else if (found?.isFile() && /\.(?:ya?ml|json)$/i.test(name)) files.push(path);
    }
  };
  await enter(root);
  return { files, folders };
};

const readDocuments = async (
  path: string,
  crdsOnly: boolean,
): Promise<{ readonly documents: readonly SchemaDocument[]; readonly faults: readonly string[] }> => {
  const { size } = await stat(path);
  if (size > maxFileBytes) return { documents: [], faults: [`${path}: it has ${size} bytes; ${maxFileBytes} are read`] };
  const whole = await readFile(path, 'utf8');
  const documents: SchemaDocument[] = [],
    faults: string[] = [];
  // JSON is YAML as well, and has one document, even if a line begins with hyphens.
  for (const { text, line } of path.endsWith('.json') ? [{ text: whole, line: 1 }] : splitDocuments(whole)) {
    // The folder may contain ten thousand other documents, which are not parsed twice.
    if (crdsOnly && !text.includes('CustomResourceDefinition')) continue;
    const read = parseDocument(text);
    if ('fault' in read) {
      faults.push(`${path}:${line + read.line - 1}: ${read.fault}`);
      continue;
    }
    for (const { value, pointer } of expandList(read.value)) {
      if (isObject(value))
        documents.push({ path, value, origin: { source: path, lineOf: (inner) => line + (read.lineOf(pointer + inner) ?? 1) - 1 } });
      else faults.push(`${path}:${line}: expected a CustomResourceDefinition or a JSON Schema, found no keys`);
    }
  }
  return { documents, faults };
};

/** Another Kubernetes document, which is ignored. */
const isManifest = (value: JsonObject): boolean => typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string';

/** The files of these that a schema refers to, directly and indirectly. */
const collectReferences = (value: JsonObject, uri: string, all: ReadonlyMap<string, JsonObject>): Readonly<Record<string, unknown>> => {
  const found = new Map<string, JsonObject>();
  const open: (readonly [JsonObject, string])[] = [[value, uri]];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { uri: other } of findReferences(...next).references) {
      const there = all.get(other);
      if (!there || other === uri || found.has(other)) continue;
      found.set(other, there);
      open.push([there, other]);
    }
  }
  return Object.fromEntries(found);
};

const uriOf = (path: string): string => pathToFileURL(path).href;

interface FolderDocuments {
  readonly documents: readonly SchemaDocument[];
  readonly faults: readonly string[];
  /** Files of which a part could not be read. */
  readonly broken: ReadonlySet<string>;
}

const readFiles = async (files: readonly string[], crdsOnly: boolean): Promise<FolderDocuments> => {
  const [documents, faults, broken]: [SchemaDocument[], string[], Set<string>] = [[], [], new Set()];
  for (const path of files) {
    if (crdsOnly && path.endsWith('.json')) continue;
    const result = await readDocuments(path, crdsOnly).catch((error: NodeJS.ErrnoException) => ({
      documents: [],
      faults: [`${path}: ${error.code ?? error.message}`],
    }));
    documents.push(...result.documents);
    faults.push(...result.faults);
    if (result.faults.length > 0) broken.add(path);
  }
  return { documents, faults, broken };
};

/** Whether another schema of the folder refers to this one, which then needs no kind. */
const isReferenced = ({ path, value }: SchemaDocument, documents: readonly SchemaDocument[]): boolean =>
  documents.some(
    (other) =>
      other.value !== value &&
      !isManifest(other.value) &&
      findReferences(other.value, uriOf(other.path)).references.some(({ uri }) => uri === uriOf(path)),
  );

/** Reads the schemas below a folder. Rejects when the folder itself cannot be read. `crdsOnly`: the folder contains resources. */
export const readSchemaFolder = async (root: string, crdsOnly: boolean): Promise<SchemaFolder> => {
  const { files, folders } = await listFiles(root);
  const { documents, faults: unreadable, broken } = await readFiles(files, crdsOnly);
  const byUri = new Map(documents.filter(({ value }) => !isManifest(value)).map(({ path, value }) => [uriOf(path), value]));
  const [schemas, faults]: [KindSchema[], string[]] = [[], [...unreadable]];
  for (const document of documents) {
    const { path, value, origin } = document;
    if (isCrd(value)) {
      const result = readCrdSchemas(value, origin);
      schemas.push(...result.schemas);
      faults.push(...result.faults);
      continue;
    }
    if (crdsOnly || isManifest(value)) continue;
    const uri = uriOf(path);
    schemas.push(...createOverlays(value, path, origin, collectReferences(value, uri, byUri), uri));
    if (kindsOfSchema(value, path).length > 0 || isReferenced(document, documents)) continue;
    const advice = 'write x-kubernetes-group-version-kind, or name the file GROUP/KIND_VERSION.json';
    faults.push(`${path}: the schema does not name its kind; ${advice}`);
  }
  return { schemas, faults, folders, broken };
};
