import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { KeyFault, keyOf } from '../cache-key.ts';
import { type Ended, type Node, placeIn, texts } from '../node.ts';
import { pack, unpack, within } from './archives.ts';

type Given = { readonly [key: string]: unknown };

const keyIn = async (node: Node, template: string): Promise<string | undefined> => {
  const { pipeline: { body: { vcs } }, job } = node.described;
  try {
    return await keyOf(template, { folder: node.folder, environment: node.environment, branch: vcs.branch ?? vcs.tag ?? '', revision: vcs.revision ?? '', number: String(job.body.number), now: node.keep.now() });
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    await node.log.say(`${error.message}.`);
    return undefined;
  }
};

/** `save_cache`: what is below the job's home, under a key that is used once in a project. */
export const saveCache = async (node: Node, given: Given): Promise<Ended> => {
  const key = await keyIn(node, String(given['key']));
  if (key === undefined) return 'failed';
  const { project } = node.described;
  if ((await node.keep.cached(project.id, key))?.key === key) { await node.log.say(`There is a cache ${key} already; it stays.`); return 'success'; }
  const places = texts(given['paths']).map((path) => placeIn(node, path));
  const outside = places.find((place) => within(node.home, place) === undefined);
  if (outside !== undefined) { await node.log.say(`${outside} is outside of the job's own folder; what is cached lies in it.`); return 'failed'; }
  const there = places.filter((place) => existsSync(place)).map((place) => within(node.home, place)!);
  if (there.length === 0) { await node.log.say('Nothing of it is there; no cache was made.'); return 'success'; }
  const archive = await pack(node, node.home, there);
  if (!archive) return 'failed';
  const isNew = await node.keep.cache(project.id, key, archive);
  if (!isNew) await rm(archive.file, { force: true });
  await node.log.say(isNew ? `The cache ${key} was kept: ${archive.size} bytes.` : `There is a cache ${key} already; it stays.`);
  return 'success';
};

/** `restore_cache`: the first of the keys that there is, or that one begins with. */
export const restoreCache = async (node: Node, given: Given): Promise<Ended> => {
  for (const template of [...texts(given['key']), ...texts(given['keys'])]) {
    const key = await keyIn(node, template);
    if (key === undefined) continue;
    const found = await node.keep.cached(node.described.project.id, key);
    if (!found || !existsSync(found.body.file)) { await node.log.say(`There is no cache ${key}.`); continue; }
    await node.log.say(`The cache ${found.key} is restored.`);
    return unpack(node, found.body, node.home);
  }
  return 'success';
};
