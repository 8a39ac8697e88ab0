import { mapOf, optional, string } from '@slipway/declarations/declare';
import { unprocessable } from '../http/problem.ts';
import { validateArchive } from '../workspaces/configuration-versions/validate-archive.ts';
import { writeTar } from '../workspaces/runs/plan-exports/write-tar.ts';

interface ArchiveEntry {
  readonly files?: { readonly [path: string]: string } | null | undefined;
  readonly archive?: string | null | undefined;
}

/** Members of an entry whose object has an archive. `without`: the meaning of a missing archive. */
export const archiveMembers = (without: string) => ({
  files: optional(mapOf(string), `Its files: texts by path. ${without}`),
  archive: optional(string, 'Its archive instead of `files`: a tar file, compressed with gzip, in base64.'),
});

/** What an entry of an archive can be called without extensions of the format. */
const isShortName = (path: string): boolean => /^[ -~]{1,100}$/.test(path);

/** The archive of an entry; undefined: it has none. Throws 422 for what an upload would refuse. `what`: `configuration version`. */
export const readEntryArchive = async ({ files, archive }: ArchiveEntry, what: string, at: Date): Promise<Buffer | undefined> => {
  if (files && archive) throw unprocessable(`a ${what} has \`files\` or an \`archive\`, not both`);
  const long = Object.keys(files ?? {}).find((path) => !isShortName(path));
  if (long !== undefined)
    throw unprocessable(`the path ${JSON.stringify(long)} is not of 1 to 100 characters in ASCII; use an \`archive\``);
  const bytes = archive
    ? Buffer.from(archive, 'base64')
    : files &&
      (await writeTar(
        Object.entries(files).map(([name, text]) => ({ name, text })),
        at,
      ));
  if (bytes) await validateArchive(bytes);
  return bytes ?? undefined;
};
