import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firstCharacters } from '../../http/characters.ts';
import { findRelativePath, openRegularFile } from '../../runner/own-files.ts';

export interface CacheKeyInputs {
  readonly folder: string;
  /** The folders in which files lie whose checksums a key may use; undefined: all. */
  readonly own?: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly branch: string;
  readonly revision: string;
  readonly number: string;
  readonly now: Date;
}

/** An invalid template; the message is a sentence. */
export class CacheKeyFault extends Error {}

/** A stream of a file; a link to a file of the job is followed. */
const openContent = async (folder: string, file: string, own: readonly string[] | undefined): Promise<Readable> => {
  if (!own) return createReadStream(resolve(folder, file));
  const path = await realpath(resolve(folder, file));
  const folders = await Promise.all(own.map((one) => realpath(one)));
  const isOwn = folders.some((one) => findRelativePath(one, path) !== undefined);
  const opened = isOwn ? await openRegularFile(path) : undefined;
  if (!opened) throw new Error('it is no file of the job');
  return opened.handle.createReadStream();
};

const checksum = async ({ folder, own }: CacheKeyInputs, file: string): Promise<string> => {
  const hash = createHash('sha256');
  try {
    await pipeline(await openContent(folder, file, own), hash);
  } catch {
    throw new CacheKeyFault(`the key uses the checksum of ${file}, which cannot be read`);
  }
  return hash.digest('base64url');
};

const evaluateKeyPart = async (words: string, parts: CacheKeyInputs): Promise<string> => {
  const variable = /^\.Environment\.([A-Za-z_]\w*)$/.exec(words)?.[1];
  const quoted = /^checksum\s+"([^"]+)"$/.exec(words)?.[1];
  if (quoted !== undefined) return checksum(parts, quoted);
  if (variable !== undefined) return parts.environment[variable] ?? '';
  switch (words) {
    case '.Branch':
      return parts.branch;
    case '.Revision':
      return parts.revision;
    case '.BuildNum':
      return parts.number;
    case 'epoch':
      return String(Math.floor(parts.now.getTime() / 1000));
    case 'arch':
      return `${arch()}-${platform()}`;
    default:
      throw new CacheKeyFault(
        `the key holds {{ ${firstCharacters(words, 60)} }}; expected checksum "file", ` +
          `.Branch, .Revision, .BuildNum, .Environment.NAME, epoch or arch`,
      );
  }
};

/** Renders the template of a cache key: `v1-{{ checksum "package-lock.json" }}`. Throws CacheKeyFault. */
export const renderCacheKey = async (template: string, parts: CacheKeyInputs): Promise<string> => {
  let key = '';
  let at = 0;
  for (;;) {
    const from = template.indexOf('{{', at);
    const to = from < 0 ? -1 : template.indexOf('}}', from);
    if (to < 0) {
      key += template.slice(at);
      break;
    }
    key += template.slice(at, from) + (await evaluateKeyPart(template.slice(from + 2, to).trim(), parts));
    at = to + 2;
  }
  if (key.length > 900) throw new CacheKeyFault('the key is longer than 900 characters');
  return key;
};
