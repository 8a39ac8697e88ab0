import type { RE2JS } from 're2js';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { jobLimits } from '../job-limits.ts';
import { type StepResult, type StepContext, findOwnFolder, resolveJobPath, toOptionalText, toTextList } from '../step-context.ts';
import { findRelativePath } from '../../../runner/own-files.ts';
import { packArchive, unpackArchive } from './archives.ts';

const globCharacters = /[*?[]/;
/** Compiles a glob to a regular expression that matches in linear time; `*` does not match slashes, `**` does. */
const compileGlob = async (glob: string): Promise<RE2JS | undefined> => {
  const { RE2JS } = await import('re2js');
  const source = glob.replaceAll(/\*\*\/?|\*|\?|\[\^?[^\]/]+\]|[\\^$.|+(){}[\]]/g, (part) =>
    part.startsWith('**')
      ? '.*'
      : part === '*'
        ? '[^/]*'
        : part === '?'
          ? '[^/]'
          : part.length > 1
            ? part.replaceAll('\\', '\\\\')
            : `\\${part}`,
  );
  try {
    return RE2JS.compile(`^(?:${source})$`);
  } catch {
    return undefined;
  }
};

/** The files and folders of a folder that match a pattern. */
const findMatches = async (root: string, glob: string): Promise<readonly string[]> => {
  const pattern = await compileGlob(glob);
  const [found, folders, visited]: [string[], string[], { count: number }] = [[], [''], { count: 0 }];
  for (let folder = folders.pop(); folder !== undefined && pattern; folder = folders.pop())
    for await (const entry of await opendir(join(root, folder))) {
      if (++visited.count > jobLimits.entries) return found;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (pattern.matches(path)) found.push(path);
      else if (entry.isDirectory()) folders.push(path);
    }
  return found;
};
const exists = (place: string): Promise<boolean> =>
  lstat(place).then(
    () => true,
    () => false,
  );

/** `persist_to_workspace`: a layer that later jobs of the workflow attach. */
export const persistToWorkspace = async (node: StepContext, given: { readonly [key: string]: unknown }): Promise<StepResult> => {
  const root = resolveJobPath(node, toOptionalText(given['root']) ?? '.');
  const paths: string[] = [];
  if (findOwnFolder(node, root) === undefined) {
    await node.log.writeLine(`${root} is outside of the job's own folder; what is persisted lies in it.`);
    return 'failed';
  }
  for (const path of toTextList(given['paths'])) {
    const below = findRelativePath(root, join(root, path));
    if (below === undefined) {
      await node.log.writeLine(`${path} leads out of ${root}.`);
      return 'failed';
    }
    const all = globCharacters.test(below) ? await findMatches(root, below) : (await exists(join(root, below))) ? [below] : [];
    if (all.length === 0) {
      await node.log.writeLine(`Nothing is at ${path} in ${root}.`);
      return 'failed';
    }
    paths.push(...all);
  }
  const archive = await packArchive(node, root, paths);
  if (!archive) return 'failed';
  await node.storage.saveLayer(node.claimed.job.id, archive);
  await node.log.writeLine(`${paths.length} were persisted to the workspace: ${archive.size} bytes.`);
  return 'success';
};

/** Ids of all jobs that a job requires, directly or indirectly. */
const listRequiredJobs = (node: StepContext): readonly string[] => {
  const { job, jobs } = node.claimed;
  const names = new Set(job.body.dependencies);
  for (const name of names) for (const further of jobs.get(name)?.body.dependencies ?? []) names.add(further);
  return [...names].flatMap((name) => jobs.get(name)?.id ?? []);
};

/** `attach_workspace`: the layers of the jobs before this one; later layers overwrite earlier ones. */
export const attachWorkspace = async (node: StepContext, given: { readonly [key: string]: unknown }): Promise<StepResult> => {
  const folder = resolveJobPath(node, toOptionalText(given['at']) ?? '.');
  const layers = await node.storage.listLayers(listRequiredJobs(node));
  if (layers.length === 0) await node.log.writeLine('No job before this one persisted anything.');
  for (const { body } of layers) {
    const result = await unpackArchive(node, body, folder);
    if (result !== 'success') return result;
  }
  return 'success';
};
