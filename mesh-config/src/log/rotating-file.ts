import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface RotationLimits {
  /** Bytes after which a new file is begun; 0: never. */
  readonly maxBytes: number;
  /** Of backups; 0: no limit. */
  readonly maxAgeDays: number;
  /** 0: no limit. */
  readonly maxBackups: number;
}

const dayMilliseconds = 86_400_000;
/** `name-2006-01-02T15-04-05.000.ext`, in UTC. */
const formatStamp = (now: Date): string => now.toISOString().slice(0, 23).replaceAll(':', '-');
const stampPattern = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3})$/;

/** A log file that is put aside before the write that would make it too large; too many or too old backups are deleted then. */
export const openRotatingFile = (
  path: string,
  { maxBytes, maxAgeDays, maxBackups }: RotationLimits,
  now: () => Date = () => new Date(),
) => {
  const [folder, ending] = [dirname(path), extname(path)];
  const stem = basename(path, ending);
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;

  const backups = (): { readonly file: string; readonly at: number }[] =>
    readdirSync(folder)
      .flatMap((name) => {
        if (!name.startsWith(`${stem}-`) || !name.endsWith(ending)) return [];
        const found = stampPattern.exec(name.slice(stem.length + 1, name.length - ending.length));
        return found ? [{ file: join(folder, name), at: Date.parse(`${found[1]}${found[2]}:${found[3]}:${found[4]}Z`) }] : [];
      })
      .sort((a, b) => b.at - a.at);

  /** Two within a millisecond do not write over each other. */
  const unused = (): string => {
    for (let at = now().getTime(); ; at += 1) {
      const name = join(folder, `${stem}-${formatStamp(new Date(at))}${ending}`);
      if (!existsSync(name)) return name;
    }
  };
  const rotate = (): void => {
    // Somebody may have taken it away: there is nothing to put aside then.
    if (existsSync(path)) renameSync(path, unused());
    const before = file;
    [file, size] = [openSync(path, 'a', 0o600), 0];
    closeSync(before);
    const oldest = now().getTime() - maxAgeDays * dayMilliseconds;
    for (const [index, backup] of backups().entries()) {
      if ((maxBackups > 0 && index >= maxBackups) || (maxAgeDays > 0 && backup.at < oldest)) rmSync(backup.file, { force: true });
    }
  };
  return {
    write(text: string): void {
      const bytes = Buffer.from(text);
      if (maxBytes > 0 && size > 0 && size + bytes.length > maxBytes) rotate();
      appendFileSync(file, bytes);
      size += bytes.length;
    },
    close(): void {
      closeSync(file);
    },
  };
};
