import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { firstCharacters } from '../../../http/characters.ts';
import { isArtifactPath } from '../../jobs/script-job.ts';
import { jobLimits } from '../job-limits.ts';
import { type StepResult, type StepContext, findOwnFolder, resolveJobPath, toOptionalText } from '../step-context.ts';
import { listFiles } from '../list-files.ts';
import { openRegularFile } from '../../../runner/own-files.ts';

/** The artifacts that the parallel runs of a job have stored. */
export interface ArtifactUsage {
  count: number;
  bytes: number;
}

const copyArtifact = async (from: string, to: string, room: number): Promise<number | undefined> => {
  const open = await openRegularFile(from);
  if (!open) return undefined;
  // A process may still write to the file, so no more is read than fits.
  if (open.size > room) {
    await open.handle.close();
    return undefined;
  }
  if (open.size === 0) {
    await open.handle.close();
    createWriteStream(to, { mode: 0o600 }).end();
    return 0;
  }
  await pipeline(open.handle.createReadStream({ end: open.size - 1 }), createWriteStream(to, { mode: 0o600 }));
  return open.size;
};

/** `store_artifacts`: a file, or all files of a folder, under their own paths or below `destination`. */
export const storeArtifacts = async (
  node: StepContext,
  usage: ArtifactUsage,
  given: { readonly [key: string]: unknown },
): Promise<StepResult> => {
  const place = resolveJobPath(node, toOptionalText(given['path']) ?? '.');
  const own = findOwnFolder(node, place);
  const files = own === undefined ? undefined : await listFiles(place, own).catch(() => undefined);
  if (!files) {
    await node.log.writeLine(`Nothing is at ${place}.`);
    return 'success';
  }
  const destination = (toOptionalText(given['destination']) ?? '').replaceAll(/^[./]+|\/+$/g, '');
  const folder = join(node.storage.folder.artifacts, node.claimed.job.id, String(node.index));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let stored = 0;
  for (const { file, path } of files) {
    const name = [destination, path].filter((part) => part !== '').join('/') || basename(place);
    const room = Math.min(jobLimits.artifact, jobLimits.artifacts - usage.bytes);
    if (usage.count >= jobLimits.artifactCount) {
      await node.log.writeLine(`More than ${jobLimits.artifactCount} artifacts are not kept.`);
      break;
    }
    const to = join(folder, String(usage.count++));
    const size = isArtifactPath(name) ? await copyArtifact(file, to, room) : undefined;
    if (size === undefined) {
      await rm(to, { force: true });
      await node.log.writeLine(`${firstCharacters(name, 200)} is not kept: it is larger than ${room} bytes, or no plain file.`);
      continue;
    }
    usage.bytes += size;
    await node.storage.saveArtifact(node.claimed.job.id, { path: name, node: node.index, size, file: to });
    stored++;
  }
  await node.log.writeLine(`${stored} artifacts were kept.`);
  return 'success';
};
