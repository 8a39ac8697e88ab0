import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { isRecord } from '@slipway/declarations/record';
import { CliError } from '../cli-error.ts';

/** Properties of a saved plan. The file stays a plan of the engine: they are in the comment of its archive. */
export interface PlanMark {
  readonly stack: string;
  /** The folder of the configuration, relative to the folder in which the command ran. */
  readonly folder: string;
}

/** The end of an archive without a comment: a signature, 16 bytes, and the length of the comment. */
const endLength = 22;
const endSignature = 0x06_05_4b_50;
const markName = 'slipway plan ';

/** Writes which stack a plan is of into the file, which only its owner may read: it may hold secrets. */
export function markPlan(file: string, { stack, folder }: { readonly stack: string; readonly folder: string }): void {
  chmodSync(file, 0o600);
  const bytes = readFileSync(file);
  const end = bytes.length - endLength;
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature)
    throw new CliError(
      `${file} is not a plain archive; it cannot say which stack it is of. Plans that are encrypted cannot be saved here.`,
    );
  const comment = Buffer.from(markName + JSON.stringify({ stack, folder: relative(process.cwd(), folder) || '.' } satisfies PlanMark));
  bytes.writeUInt16LE(comment.length, bytes.length - 2);
  writeFileSync(file, Buffer.concat([bytes, comment]), { mode: 0o600 });
}

const parseMark = (text: string): PlanMark | undefined => {
  try {
    const mark: unknown = JSON.parse(text);
    if (!isRecord(mark)) return undefined;
    const { stack, folder } = mark;
    return typeof stack === 'string' && typeof folder === 'string' ? { stack, folder } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The origin of the plan in a file; undefined: the file does not exist, or is not an archive. Throws a CliError for one without our mark.
 */
export function readPlanMark(name: string): PlanMark | undefined {
  const file = resolve(name);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = readFileSync(file);
  if (bytes.length < endLength || bytes.readUInt16LE(0) !== 0x4b_50) return undefined;
  const at = bytes.lastIndexOf(markName);
  const mark = at < 0 ? undefined : parseMark(bytes.subarray(at + markName.length).toString('utf8'));
  if (!mark) throw new CliError(`${name} does not say which stack it is of. Save plans by \`slipway plan STACK --out ${name}\`.`, 2);
  return mark;
}
