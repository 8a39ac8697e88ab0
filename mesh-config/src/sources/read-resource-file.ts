import { createHash } from 'node:crypto';
import { splitDocuments } from '../resources/documents/split-documents.ts';
import { parseDocument, type ParsedDocument } from '../resources/documents/parse-document.ts';
import { expandList, readResource } from '../resources/documents/read-resource.ts';
import { findKind } from '../resources/kinds/kinds.ts';
import type { Resource } from '../resources/resource.ts';
import { readRegularFile } from '../files/read-regular-file.ts';

export interface ResourceInFile {
  readonly resource: Omit<Resource, 'version'>;
  readonly hash: string;
}
/** What one file holds. `chunks`, by their text, is what the next reading of it may begin with. */
export interface FileContent {
  /** A digest of the bytes of the file. */
  readonly digest: string;
  readonly resources: readonly ResourceInFile[];
  /** `gateways.yaml:12: …` */
  readonly faults: readonly string[];
  readonly skipped: readonly string[];
  /** Values with another meaning in YAML 1.2: `gateways.yaml:12: …` */
  readonly ambiguous: readonly string[];
  readonly chunks: ReadonlyMap<string, ParsedDocument>;
}

/** Bytes of one file, and characters of one document; larger ones are reported and not read. Parsing takes a second per million. */
const maxFileBytes = 64 * 1024 * 1024,
  maxDocumentCharacters = 2 * 1024 * 1024;
/** Milliseconds after which others get their turn: parsing is long work. */
const sliceMilliseconds = 15;

/** Parses a document, or takes the result of an earlier read of the same text. */
const parseText = (text: string, previous: FileContent | undefined): ParsedDocument => {
  const known = previous?.chunks.get(text);
  if (known) return known;
  if (text.length <= maxDocumentCharacters) return parseDocument(text);
  const fault = `the document has ${text.length} characters; at most ${maxDocumentCharacters} are read: split it with ---`;
  return { fault, line: 1 };
};

interface Content {
  readonly resources: ResourceInFile[];
  readonly faults: string[];
  readonly skipped: string[];
  readonly ambiguous: string[];
}

/** Adds the resources of one document, or of the items of its list. */
const addDocument = (content: Content, path: string, startLine: number, parsed: ParsedDocument, kindFinder: typeof findKind): void => {
  const lineInFile = (line: number | undefined): number => startLine + (line ?? 1) - 1;
  if ('fault' in parsed) {
    content.faults.push(`${path}:${lineInFile(parsed.line)}: ${parsed.fault}`);
    return;
  }
  for (const { line, message } of parsed.ambiguous) content.ambiguous.push(`${path}:${lineInFile(line)}: ${message}`);
  for (const { value, pointer } of expandList(parsed.value)) {
    const lineOf = (inner: string): number => lineInFile(parsed.lineOf(pointer + inner));
    const origin = { source: path, ...(pointer === '' ? {} : { pointer }), line: startLine, lineOf };
    const result = readResource(value, origin, kindFinder);
    if ('resource' in result) content.resources.push(result);
    else if ('skipped' in result) content.skipped.push(`${path}:${startLine}: ${result.skipped}`);
    else content.faults.push(`${path}:${lineOf('')}: ${result.fault}`);
  }
};

/**
 * Reads a file. An unchanged file returns `previous`; unchanged documents are not parsed again, even at another position. Rejects with the
 * error of the system, or with a sentence, when the file cannot be read.
 */
export const readResourceFile = async (path: string, previous?: FileContent, kindFinder = findKind): Promise<FileContent> => {
  const bytes = await readRegularFile(path, maxFileBytes);
  const digest = createHash('sha256').update(bytes).digest('base64');
  if (digest === previous?.digest) return previous;
  const chunks = new Map<string, ParsedDocument>();
  const content: Content = { resources: [], faults: [], skipped: [], ambiguous: [] };
  let sliceStart = performance.now();
  for (const { text, line } of splitDocuments(bytes.toString('utf8'))) {
    const parsed = parseText(text, previous);
    chunks.set(text, parsed);
    addDocument(content, path, line, parsed, kindFinder);
    if (performance.now() - sliceStart <= sliceMilliseconds) continue;
    await new Promise((done) => {
      setImmediate(done);
    });
    sliceStart = performance.now();
  }
  return { digest, ...content, chunks };
};
