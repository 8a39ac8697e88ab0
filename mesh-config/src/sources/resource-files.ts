import { sep } from 'node:path';
import type { findKind } from '../resources/kinds/kinds.ts';
import type { LogScope } from '../log/scope.ts';
import type { ResourceFile, UnreadableEntry } from './list-resource-files.ts';
import { createMessageFilter, type MessageFilter } from './message-filter.ts';
import { type FileContent, type ResourceInFile, readResourceFile } from './read-resource-file.ts';

interface FileState extends FileContent {
  readonly signature: string | undefined;
  /** Resources of an earlier read that stay while a document of the file cannot be read. */
  readonly retained: readonly ResourceInFile[];
}

/** The content of the files of a folder, read again where a file has changed. */
export interface ResourceFiles {
  readonly scope: LogScope;
  readonly findKind: typeof findKind | undefined;
  /** A message is logged when a problem begins, not at each read while it lasts. */
  readonly messages: MessageFilter;
  states: ReadonlyMap<string, FileState>;
}

export const createResourceFiles = (scope: LogScope, kindFinder: typeof findKind | undefined): ResourceFiles => ({
  scope,
  findKind: kindFinder,
  messages: createMessageFilter(),
  states: new Map(),
});

export const resourceKeyOf = ({ resource: { collection, name } }: ResourceInFile): string => `${collection} ${name}`;

const logOnce = ({ messages, scope }: ResourceFiles, level: 'error' | 'warn', message: string): void => {
  if (messages.isNew(message)) scope[level](message);
};

export const logUnreadableFolder = (files: ResourceFiles, path: string, reason: string): void => {
  logOnce(files, 'error', `the folder ${path} cannot be read: ${reason}`);
};

/** Content without resources, of a file that cannot be read; undefined: the file does not exist any more. */
const unreadableContent = (path: string, error: unknown): FileContent | undefined => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? undefined
    : { digest: '', resources: [], faults: [`${path}: ${code ?? message}`], skipped: [], ambiguous: [], chunks: new Map() };
};

const maxAmbiguousLines = 20;
const logAmbiguous = (files: ResourceFiles, path: string, ambiguous: readonly string[]): void => {
  for (const message of ambiguous.slice(0, maxAmbiguousLines)) logOnce(files, 'warn', message);
  const more = ambiguous.length - maxAmbiguousLines;
  if (more > 0) logOnce(files, 'warn', `${path}: ${more} more scalars mean something else in YAML 1.2`);
};

/** undefined: the file has been deleted since it was listed. */
const readFileState = async (files: ResourceFiles, { path, signature }: ResourceFile): Promise<FileState | undefined> => {
  const previous = files.states.get(path);
  if (previous && signature !== undefined && previous.signature === signature) return previous;
  let isRead = true;
  const content = await readResourceFile(path, previous, files.findKind).catch((error: unknown) => {
    isRead = false;
    return unreadableContent(path, error);
  });
  if (!content) return undefined;
  if (content === previous) return { ...previous, signature };
  for (const fault of content.faults) logOnce(files, 'error', `not read: ${fault}`);
  logAmbiguous(files, path, content.ambiguous);
  for (const skipped of content.skipped) files.scope.debug(`skipped, unknown kind: ${skipped}`);
  const keys = new Set(content.resources.map(resourceKeyOf));
  const earlier = content.faults.length > 0 ? [...(previous?.resources ?? []), ...(previous?.retained ?? [])] : [];
  const retained = earlier.filter((one) => !keys.has(resourceKeyOf(one)));
  if (retained.length > 0)
    logOnce(files, 'warn', `${path}: ${retained.length} resources of an earlier read stay until the whole file can be read`);
  // A file that could not be read is tried again, changed or not.
  return { ...content, signature: isRead ? signature : undefined, retained };
};

/** The previous content of a folder or file that cannot be read. */
const retainStates = (files: ResourceFiles, { path, code }: UnreadableEntry): readonly (readonly [string, FileState])[] => {
  const previous = [...files.states].filter(([file]) => file === path || file.startsWith(path + sep));
  logOnce(files, 'error', `${path} cannot be read: ${code}${previous.length > 0 ? '; its previous content stays in use' : ''}`);
  return previous;
};

/** Reads the files that have changed; the result replaces `states`. */
export const readResourceFiles = async (
  files: ResourceFiles,
  tree: readonly (ResourceFile | UnreadableEntry)[],
): Promise<ReadonlyMap<string, FileState>> => {
  const states = new Map<string, FileState>();
  for (const entry of tree) {
    if ('code' in entry) for (const [path, state] of retainStates(files, entry)) states.set(path, state);
    else {
      const state = await readFileState(files, entry);
      if (state) states.set(entry.path, state);
    }
  }
  return states;
};

/** All resources by key. Of two with one name the first is used. */
export const collectResources = (files: ResourceFiles): ReadonlyMap<string, ResourceInFile> => {
  const resources = new Map<string, ResourceInFile>();
  for (const { resources: current, retained } of files.states.values()) {
    for (const one of [...current, ...retained]) {
      const first = resources.get(resourceKeyOf(one));
      if (!first) {
        resources.set(resourceKeyOf(one), one);
        continue;
      }
      const [{ collection, name, origin }, used] = [one.resource, first.resource.origin];
      logOnce(
        files,
        'warn',
        `${origin.source}:${origin.line}: ${collection} ${name} already exists in ${used.source}:${used.line}, which is used`,
      );
    }
  }
  return resources;
};
