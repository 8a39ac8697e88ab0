import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isArtifactPath } from '../../pipelines/script.ts';
import { limits } from '../limits.ts';
import { type Ended, type Node, placeIn, text } from '../node.ts';
import { filesAt, openRegular } from '../walk.ts';

/** How much of them the parallel runs of a job have kept. */
export interface Kept { count: number; bytes: number }

const copy = async (from: string, to: string, room: number): Promise<number | undefined> => {
  const open = await openRegular(from);
  if (!open) return undefined;
  // No further than it was when it was looked at: something may still be writing to it.
  if (open.size > room) { await open.handle.close(); return undefined; }
  if (open.size === 0) { await open.handle.close(); createWriteStream(to, { mode: 0o600 }).end(); return 0; }
  await pipeline(open.handle.createReadStream({ end: open.size - 1 }), createWriteStream(to, { mode: 0o600 }));
  return open.size;
};

/** `store_artifacts`: a file, or every file of a folder, under the path it has there or `destination`. */
export const storeArtifacts = async (node: Node, kept: Kept, given: { readonly [key: string]: unknown }): Promise<Ended> => {
  const place = placeIn(node, text(given['path']) ?? '.');
  const files = await filesAt(place).catch(() => undefined);
  if (!files) { await node.log.say(`Nothing is at ${place}.`); return 'success'; }
  const destination = (text(given['destination']) ?? '').replaceAll(/^[./]+|\/+$/g, '');
  const folder = join(node.keep.folder.artifacts, node.described.job.id, String(node.index));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let stored = 0;
  for (const { file, path } of files) {
    const name = [destination, path].filter((part) => part !== '').join('/') || basename(place);
    const room = Math.min(limits.artifact, limits.artifacts - kept.bytes);
    if (kept.count >= limits.artifactCount) { await node.log.say(`More than ${limits.artifactCount} artifacts are not kept.`); break; }
    const to = join(folder, String(kept.count++));
    const size = isArtifactPath(name) ? await copy(file, to, room) : undefined;
    if (size === undefined) { await rm(to, { force: true }); await node.log.say(`${name.slice(0, 200)} is not kept: it is larger than ${room} bytes, or no plain file.`); continue; }
    kept.bytes += size;
    await node.keep.artifact(node.described.job.id, { path: name, node: node.index, size, file: to });
    stored++;
  }
  await node.log.say(`${stored} artifacts were kept.`);
  return 'success';
};
