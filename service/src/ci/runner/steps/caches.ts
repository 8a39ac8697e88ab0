import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { CacheKeyFault, renderCacheKey } from '../cache-key.ts';
import { type StepResult, type StepContext, resolveJobPath, toTextList } from '../step-context.ts';
import { findRelativePath } from '../../../runner/own-files.ts';
import { packArchive, unpackArchive } from './archives.ts';

type StepParameters = { readonly [key: string]: unknown };

const resolveCacheKey = async (node: StepContext, template: string): Promise<string | undefined> => {
  const {
    pipeline: {
      body: { vcs },
    },
    job,
  } = node.claimed;
  try {
    return await renderCacheKey(template, {
      folder: node.folder,
      ...(node.isolation ? { own: [node.home, node.temporary] } : {}),
      environment: node.environment,
      branch: vcs.branch ?? vcs.tag ?? '',
      revision: vcs.revision ?? '',
      number: String(job.body.number),
      now: node.storage.now(),
    });
  } catch (error) {
    if (!(error instanceof CacheKeyFault)) throw error;
    await node.log.writeLine(`${error.message}.`);
    return undefined;
  }
};

/** `save_cache`: paths below the job's home, under a key that is unique in the project. */
export const saveCache = async (node: StepContext, given: StepParameters): Promise<StepResult> => {
  const key = await resolveCacheKey(node, String(given['key']));
  if (key === undefined) return 'failed';
  const { project } = node.claimed;
  if ((await node.storage.findCache(project.id, key))?.key === key) {
    await node.log.writeLine(`There is a cache ${key} already; it stays.`);
    return 'success';
  }
  const places = toTextList(given['paths']).map((path) => resolveJobPath(node, path));
  const outside = places.find((place) => findRelativePath(node.home, place) === undefined);
  if (outside !== undefined) {
    await node.log.writeLine(`${outside} is outside of the job's own folder; what is cached lies in it.`);
    return 'failed';
  }
  const stored = places.filter((place) => existsSync(place)).map((place) => findRelativePath(node.home, place)!);
  if (stored.length === 0) {
    await node.log.writeLine('Nothing of it is there; no cache was made.');
    return 'success';
  }
  const archive = await packArchive(node, node.home, stored);
  if (!archive) return 'failed';
  const isNew = await node.storage.saveCache(project.id, key, archive);
  if (!isNew) await rm(archive.file, { force: true });
  await node.log.writeLine(isNew ? `The cache ${key} was kept: ${archive.size} bytes.` : `There is a cache ${key} already; it stays.`);
  return 'success';
};

/** `restore_cache`: the cache of the first key that exists, or that an existing key begins with. */
export const restoreCache = async (node: StepContext, given: StepParameters): Promise<StepResult> => {
  for (const template of [...toTextList(given['key']), ...toTextList(given['keys'])]) {
    const key = await resolveCacheKey(node, template);
    if (key === undefined) continue;
    const found = await node.storage.findCache(node.claimed.project.id, key);
    if (!found || !existsSync(found.body.file)) {
      await node.log.writeLine(`There is no cache ${key}.`);
      continue;
    }
    await node.log.writeLine(`The cache ${found.key} is restored.`);
    return unpackArchive(node, found.body, node.home);
  }
  return 'success';
};
