import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface RotationLimits {
  /** Bytes after which a new file is started; 0: never. */
  readonly maxBytes: number;
  /** The most days that backups are kept; 0: no limit. */
  readonly maxAgeDays: number;
  /** 0: no limit. */
  readonly maxBackups: number;
}

const dayMilliseconds = 86_400_000;
/** `name-2006-01-02T15-04-05.000.ext`, in UTC. */
const formatStamp = (now: Date): string => now.toISOString().slice(0, 23).replaceAll(':', '-');
const stampPattern = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3})$/;

interface BackupNames {
  readonly folder: string;
  /** The file name without its extension. */
  readonly stem: string;
  readonly extension: string;
}
interface Backup {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Newest first. */
const listBackups = ({ folder, stem, extension }: BackupNames): readonly Backup[] =>
  readdirSync(folder)
    .flatMap((name) => {
      if (!name.startsWith(`${stem}-`) || !name.endsWith(extension)) return [];
      const stamp = stampPattern.exec(name.slice(stem.length + 1, name.length - extension.length));
      return stamp ? [{ file: join(folder, name), createdAt: Date.parse(`${stamp[1]}${stamp[2]}:${stamp[3]}:${stamp[4]}Z`) }] : [];
    })
    .sort((a, b) => b.createdAt - a.createdAt);

/** A name that no file has: two backups may be created within a millisecond. */
const unusedName = ({ folder, stem, extension }: BackupNames, now: Date): string => {
  for (let time = now.getTime(); ; time += 1) {
    const name = join(folder, `${stem}-${formatStamp(new Date(time))}${extension}`);
    if (!existsSync(name)) return name;
  }
};

const deleteBackups = (names: BackupNames, { maxAgeDays, maxBackups }: RotationLimits, now: Date): void => {
  const oldest = now.getTime() - maxAgeDays * dayMilliseconds;
  for (const [index, { file, createdAt }] of listBackups(names).entries()) {
    if ((maxBackups > 0 && index >= maxBackups) || (maxAgeDays > 0 && createdAt < oldest)) rmSync(file, { force: true });
  }
};

/** A log file that is renamed before a write would make it too large. Backups beyond the limits are deleted then. */
export const openRotatingFile = (path: string, limits: RotationLimits, now: () => Date = () => new Date()) => {
  const extension = extname(path);
  const names: BackupNames = { folder: dirname(path), stem: basename(path, extension), extension };
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  const rotate = (): void => {
    // The file may have been deleted or renamed.
    if (existsSync(path)) renameSync(path, unusedName(names, now()));
    const previous = file;
    [file, size] = [openSync(path, 'a', 0o600), 0];
    closeSync(previous);
    deleteBackups(names, limits, now());
  };
  return {
    write(text: string): void {
      const bytes = Buffer.from(text);
      if (limits.maxBytes > 0 && size > 0 && size + bytes.length > limits.maxBytes) rotate();
      appendFileSync(file, bytes);
      size += bytes.length;
    },
    close(): void {
      closeSync(file);
    },
  };
};
