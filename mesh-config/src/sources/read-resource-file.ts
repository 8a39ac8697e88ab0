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
  /** Of its bytes. */
  readonly digest: string;
  readonly resources: readonly ResourceInFile[];
  /** `gateways.yaml:12: …` */
  readonly faults: readonly string[];
  readonly skipped: readonly string[];
  readonly chunks: ReadonlyMap<string, ParsedDocument>;
}

/** Bytes of one file, and letters of one document; what is larger is told and not read. Parsing takes a second for each million. */
const maxFileBytes = 64 * 1024 * 1024,
  maxDocumentCharacters = 2 * 1024 * 1024;
/** Milliseconds after which others get their turn: parsing is long work. */
const sliceMilliseconds = 15;

/**
 * Reads a file; where it says what it said before, that is the answer, and documents that were read before, wherever in
 * it they stood, are not parsed again. Rejects with the system's error, or with a sentence, where it cannot be read.
 */
export const readResourceFile = async (path: string, before?: FileContent, kindFor = findKind): Promise<FileContent> => {
  const bytes = await readRegularFile(path, maxFileBytes);
  const digest = createHash('sha256').update(bytes).digest('base64');
  if (digest === before?.digest) return before;
  const chunks = new Map<string, ParsedDocument>();
  const found: ResourceInFile[] = [],
    faults: string[] = [],
    skipped: string[] = [];
  let began = performance.now();
  for (const chunk of splitDocuments(bytes.toString('utf8'))) {
    const read: ParsedDocument =
      before?.chunks.get(chunk.text) ??
      (chunk.text.length > maxDocumentCharacters
        ? {
            fault: `a document of ${chunk.text.length} letters; ${maxDocumentCharacters} are read: write it as several, with --- between them`,
            line: 1,
          }
        : parseDocument(chunk.text));
    chunks.set(chunk.text, read);
    const inFile = (line: number | undefined): number => chunk.line + (line ?? 1) - 1;
    if ('fault' in read) faults.push(`${path}:${inFile(read.line)}: ${read.fault}`);
    else
      for (const { value, pointer } of expandList(read.value)) {
        const understood = readResource(
          value,
          {
            source: path,
            ...(pointer === '' ? {} : { pointer }),
            line: chunk.line,
            lineOf: (inner) => inFile(read.lineOf(pointer + inner)),
          },
          kindFor,
        );
        if ('resource' in understood) found.push(understood);
        else if ('skipped' in understood) skipped.push(`${path}:${chunk.line}: ${understood.skipped}`);
        else faults.push(`${path}:${inFile(read.lineOf(pointer))}: ${understood.fault}`);
      }
    if (performance.now() - began > sliceMilliseconds) {
      await new Promise((done) => {
        setImmediate(done);
      });
      began = performance.now();
    }
  }
  return { digest, resources: found, faults, skipped, chunks };
};
