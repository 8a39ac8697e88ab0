import { posix } from 'node:path';
import { unprocessable } from '../../http/problem.ts';

/** What a place of an archive is: a folder, a file, or a symbolic link with its target as it is written. */
type Place = { readonly kind: 'folder' | 'file' } | { readonly kind: 'link'; readonly target: string };

/**
 * The contents of an empty folder after an archive was unpacked, by path. Folders that exist only in paths of other entries are included.
 */
export interface ArchiveTree {
  readonly places: Map<string, Place>;
  /** Places that it may have. */
  readonly maxPlaces: number;
}

/** Bytes, as file systems have them: of a name, and of a path below any folder of this service. */
const limits = { name: 255, path: 2048 } as const;
/** Symbolic links that the system follows in one path. */
const maxFollowed = 40;
/** Names that are looked up for all links of an archive together. */
const maxLookups = 300_000;

const quote = (path: string): string => JSON.stringify(path.slice(0, 200));

export const createArchiveTree = (maxPlaces: number): ArchiveTree => ({ places: new Map(), maxPlaces });

const put = ({ places, maxPlaces }: ArchiveTree, path: string, place: Place): void => {
  places.set(path, place);
  if (places.size > maxPlaces) throw unprocessable(`the archive has more than ${maxPlaces} entries, with the folders that they need`);
};

/** Whether a name has control characters: in logs and messages they could forge a line or send a command to a terminal. */
const hasControlCharacter = (text: string): boolean => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);

const requireName = (path: string): void => {
  if (path === '.' || path === './') throw unprocessable('the archive has an entry without a name');
  if (hasControlCharacter(path)) throw unprocessable(`the archive has a name with a control character: ${quote(path)}`);
  if (Buffer.byteLength(path) > limits.path)
    throw unprocessable(`the archive has a path of more than ${limits.path} bytes: ${quote(path)}`);
  if (path.split('/').some((name) => Buffer.byteLength(name) > limits.name))
    throw unprocessable(`the archive has a name of more than ${limits.name} bytes: ${quote(path)}`);
};

/** Adds each parent folder of a path; throws if one of them is a file or a link. */
const putFolder = (tree: ArchiveTree, path: string): void => {
  if (path === '.') return;
  const found = tree.places.get(path);
  if (found?.kind === 'folder') return;
  if (found) throw unprocessable(`the archive has ${quote(path)} as a folder and as a ${found.kind}`);
  putFolder(tree, posix.dirname(path));
  put(tree, path, { kind: 'folder' });
};

export const addFolder = (tree: ArchiveTree, path: string): void => {
  const name = path.replace(/\/$/, '');
  if (name === '.' || name === '') return;
  requireName(name);
  putFolder(tree, name);
};

/** Adds a file; a later entry of the same path replaces it. Throws 422 if the path is a folder or a link. */
export const addFile = (tree: ArchiveTree, path: string): void => {
  requireName(path);
  const found = tree.places.get(path);
  if (found?.kind === 'file') return;
  if (found) throw unprocessable(`the archive has ${quote(path)} as a file and as a ${found.kind}`);
  putFolder(tree, posix.dirname(path));
  put(tree, path, { kind: 'file' });
};

const addLink = (tree: ArchiveTree, path: string, place: Place): void => {
  requireName(path);
  if (tree.places.has(path)) throw unprocessable(`the archive has ${quote(path)} as a link and as something else`);
  putFolder(tree, posix.dirname(path));
  put(tree, path, place);
};

export const addSymbolicLink = (tree: ArchiveTree, path: string, target: string): void => {
  if (target === '' || Buffer.byteLength(target) > limits.path)
    throw unprocessable(`the archive has a link whose target has not 1 to ${limits.path} bytes: ${quote(path)}`);
  addLink(tree, path, { kind: 'link', target });
};

/** A hard link is the file that it names, which came before it. */
export const addHardLink = (tree: ArchiveTree, path: string, target: string): void => {
  if (tree.places.get(target)?.kind !== 'file')
    throw unprocessable(`the archive has a hard link to a file that is not in it before: ${quote(path)}`);
  addLink(tree, path, { kind: 'file' });
};

/** Names that may still be looked up. */
interface Budget {
  lookups: number;
}

/** Whether following a link as the system does leads above the folder of the archive. What is not there is passed by its name. */
const leavesTree = ({ places }: ArchiveTree, link: string, budget: Budget): boolean => {
  // The next name is the last one.
  const left = link.split('/').toReversed();
  let [at, followed] = ['.', 0];
  while (left.length > 0) {
    if (--budget.lookups < 0) throw unprocessable('the archive has too many links');
    const name = left.pop()!;
    if (name === '' || name === '.') continue;
    if (name === '..' && at === '.') return true;
    at = name === '..' ? posix.dirname(at) : posix.join(at, name);
    const found = places.get(at);
    if (found?.kind !== 'link' || name === '..') continue;
    // A circle leads nowhere.
    if (++followed > maxFollowed) return false;
    at = posix.dirname(at);
    left.push(...found.target.split('/').toReversed());
  }
  return false;
};

/** Throws 422 for a link that leaves the folder, also one that does so only together with others. */
export const requireLinksInside = (tree: ArchiveTree): void => {
  const budget: Budget = { lookups: maxLookups };
  for (const [path, { kind }] of tree.places) {
    if (kind === 'link' && leavesTree(tree, path, budget))
      throw unprocessable(`the archive has a link that leaves its folder: ${quote(path)}`);
  }
};
