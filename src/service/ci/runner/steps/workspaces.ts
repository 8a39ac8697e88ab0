import { RE2JS } from 're2js';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../limits.ts';
import { type Ended, type Node, placeIn, text, texts } from '../node.ts';
import { pack, unpack, within } from './archives.ts';

const special = /[*?[]/;
/** A shell's pattern as a regular expression that takes linear time; `*` stops at a slash, `**` does not. */
const patternOf = (glob: string): RE2JS | undefined => {
  const source = glob.replaceAll(/\*\*\/?|\*|\?|\[\^?[^\]/]+\]|[\\^$.|+(){}[\]]/g, (part) => (part.startsWith('**') ? '.*' : part === '*' ? '[^/]*' : part === '?' ? '[^/]' : part.length > 1 ? part.replaceAll('\\', '\\\\') : `\\${part}`));
  try { return RE2JS.compile(`^(?:${source})$`); } catch { return undefined; }
};

/** What of a folder a pattern names: whole folders as well. */
const named = async (root: string, glob: string): Promise<readonly string[]> => {
  const pattern = patternOf(glob);
  const [found, folders, looked]: [string[], string[], { count: number }] = [[], [''], { count: 0 }];
  for (let folder = folders.pop(); folder !== undefined && pattern; folder = folders.pop()) for await (const entry of await opendir(join(root, folder))) {
    if (++looked.count > limits.entries) return found;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (pattern.matches(path)) found.push(path); else if (entry.isDirectory()) folders.push(path);
  }
  return found;
};
const isThere = (place: string): Promise<boolean> => lstat(place).then(() => true, () => false);

/** `persist_to_workspace`: a layer that later jobs of the workflow attach. */
export const persist = async (node: Node, given: { readonly [key: string]: unknown }): Promise<Ended> => {
  const root = placeIn(node, text(given['root']) ?? '.');
  const paths: string[] = [];
  for (const path of texts(given['paths'])) {
    const below = within(root, join(root, path));
    if (below === undefined) { await node.log.say(`${path} leads out of ${root}.`); return 'failed'; }
    const all = special.test(below) ? await named(root, below) : await isThere(join(root, below)) ? [below] : [];
    if (all.length === 0) { await node.log.say(`Nothing is at ${path} in ${root}.`); return 'failed'; }
    paths.push(...all);
  }
  const archive = await pack(node, root, paths);
  if (!archive) return 'failed';
  await node.keep.layer(node.described.job.id, archive);
  await node.log.say(`${paths.length} were persisted to the workspace: ${archive.size} bytes.`);
  return 'success';
};

/** Everything that a job requires, and what that requires. */
const before = (node: Node): readonly string[] => {
  const { job, jobs } = node.described;
  const names = new Set(job.body.dependencies);
  for (const name of names) for (const further of jobs.get(name)?.body.dependencies ?? []) names.add(further);
  return [...names].flatMap((name) => jobs.get(name)?.id ?? []);
};

/** `attach_workspace`: what the jobs before this one persisted, the later over the earlier. */
export const attach = async (node: Node, given: { readonly [key: string]: unknown }): Promise<Ended> => {
  const folder = placeIn(node, text(given['at']) ?? '.');
  const layers = await node.keep.layers(before(node));
  if (layers.length === 0) await node.log.say('No job before this one persisted anything.');
  for (const { body } of layers) { const ended = await unpack(node, body, folder); if (ended !== 'success') return ended; }
  return 'success';
};
