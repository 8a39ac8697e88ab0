import { createHash } from 'node:crypto';
import { type ErrorObject, Problem } from '../../../http/problem.ts';
import { parseStateFile, type ParsedState, type StateFile } from '../parse-state-file.ts';
import type { ManagedObjects } from '../read-resources.ts';
import type { ResourceSummary } from '../stored.ts';

export interface StateReadingTask {
  /** The id of the state version. */
  readonly version: string;
  readonly bytes: Uint8Array;
  /** The sum that was announced. */
  readonly md5: string | null;
  readonly pointer: string;
  /** The serial that replaces its own. */
  readonly serial?: number;
}
/** The state is malformed. */
export interface StateRefusal {
  readonly md5: string;
  readonly status: number;
  readonly errors: readonly ErrorObject[];
}
export interface StateReading {
  readonly md5: string;
  /** Only where the serial was changed: the new content. */
  readonly bytes?: Uint8Array;
  readonly state: ParsedState;
  readonly resources: readonly ResourceSummary[];
  /** Changes with the resources. */
  readonly resourcesSum: string;
  /** JSON texts of ManagedObjects, one for each record. */
  readonly managed: readonly string[];
  /** Changes with what is managed. */
  readonly managedSum: string;
}

/** Objects of one text, and of one record: as JSON these are some hundred KB. */
const pieceLength = 10_000;

/** Each piece has the blocks of its own objects. */
const divide = ({ blocks, objects }: ManagedObjects): readonly string[] => {
  if (objects.length <= pieceLength) return [JSON.stringify({ blocks, objects } satisfies ManagedObjects)];
  return Array.from({ length: Math.ceil(objects.length / pieceLength) }, (_, piece) => {
    const own = objects.slice(piece * pieceLength, (piece + 1) * pieceLength);
    const [first, last] = [own[0]![0], own.at(-1)![0]];
    const shifted = own.map(([block, ...others]) => [block - first, ...others] as const);
    return JSON.stringify({ blocks: blocks.slice(first, last + 1), objects: shifted } satisfies ManagedObjects);
  });
};

const md5Of = (...contents: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('md5');
  for (const content of contents) hash.update(content);
  return hash.digest('hex');
};

interface NumberedState {
  readonly bytes: Uint8Array;
  readonly file: StateFile;
}

const readFile = ({ version, md5, pointer }: StateReadingTask, bytes: Uint8Array): NumberedState => ({
  bytes,
  file: parseStateFile({ version, bytes, md5, pointer }),
});

/** The first serial of the text: that of the file, where an engine wrote it. */
const writtenSerial = /"serial"\s*:\s*\d+/;

/**
 * The state with another serial: the engine writes its next state with a serial above that of the one it read. The rest of the file stays
 * as it is written, so that its attributes have their fingerprints; if the serial of the file is elsewhere, all of it is written anew.
 */
const readRenumbered = (task: StateReadingTask, serial: number): NumberedState => {
  const text = new TextDecoder().decode(task.bytes);
  const replaced = readFile(task, Buffer.from(text.replace(writtenSerial, `"serial": ${serial}`)));
  if (replaced.file.state.serial === serial) return replaced;
  return readFile(task, Buffer.from(`${JSON.stringify({ ...(JSON.parse(text) as object), serial }, undefined, 2)}\n`));
};

/** What is read out of a state file, in pieces that cost the main thread little; where it is no state, why. */
export const readStateFile = (task: StateReadingTask): StateReading | StateRefusal => {
  const { serial } = task;
  try {
    const { bytes, file } = serial === undefined ? readFile(task, task.bytes) : readRenumbered(task, serial);
    const managed = divide(file.managed);
    return {
      md5: file.sum,
      ...(serial === undefined ? {} : { bytes }),
      state: file.state,
      resources: file.resources,
      resourcesSum: md5Of(JSON.stringify(file.resources)),
      managed,
      managedSum: md5Of(...managed),
    };
  } catch (error) {
    if (error instanceof Problem) return { md5: md5Of(task.bytes), status: error.status, errors: error.errors };
    throw error;
  }
};
