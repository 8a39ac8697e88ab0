import { readFile, stat } from 'node:fs/promises';
import { chunksOf } from '../../mesh/files/chunks.ts';
import { readChunk, type ReadChunk } from '../../mesh/files/read-chunk.ts';
import { documentsIn, understand } from '../../mesh/files/resources-in.ts';
import { kindOf } from '../../mesh/kinds/kinds.ts';
import type { Resource } from '../../mesh/resource.ts';

export interface Found { readonly resource: Omit<Resource, 'version'>; readonly hash: string }
/** What one file holds. `chunks`, by their text, is what the next reading of it may begin with. */
export interface FileContent {
  readonly found: readonly Found[];
  /** `gateways.yaml:12: …` */
  readonly faults: readonly string[];
  readonly skipped: readonly string[];
  readonly chunks: ReadonlyMap<string, ReadChunk>;
}

/** Bytes of one file; a larger one is told and not read. */
const largest = 64 * 1024 * 1024;
/** Milliseconds after which others get their turn: parsing is long work. */
const turn = 15;

/** Reads a file; documents that were read before, wherever in it they stood, are not parsed again. */
export const readConfigFile = async (path: string, before: ReadonlyMap<string, ReadChunk> = new Map(), kindFor = kindOf): Promise<FileContent> => {
  const { size } = await stat(path);
  if (size > largest) return { found: [], faults: [`${path}: it has ${size} bytes; ${largest} are read`], skipped: [], chunks: new Map() };
  const chunks = new Map<string, ReadChunk>();
  const found: Found[] = [], faults: string[] = [], skipped: string[] = [];
  let began = performance.now();
  for (const chunk of chunksOf(await readFile(path, 'utf8'))) {
    const read = before.get(chunk.text) ?? readChunk(chunk.text);
    chunks.set(chunk.text, read);
    const inFile = (line: number | undefined): number => chunk.line + (line ?? 1) - 1;
    if ('fault' in read) faults.push(`${path}:${inFile(read.line)}: ${read.fault}`);
    else for (const { value, pointer } of documentsIn(read.value)) {
      const understood = understand(value, { source: path, line: chunk.line, lineOf: (inner) => inFile(read.lineOf(pointer + inner)) }, kindFor);
      if ('resource' in understood) found.push(understood);
      else if ('skipped' in understood) skipped.push(`${path}:${chunk.line}: ${understood.skipped}`);
      else faults.push(`${path}:${inFile(read.lineOf(pointer))}: ${understood.fault}`);
    }
    if (performance.now() - began > turn) {
      await new Promise((done) => { setImmediate(done); });
      began = performance.now();
    }
  }
  return { found, faults, skipped, chunks };
};
