import { createHash } from 'node:crypto';
import { type ErrorObject, Problem } from '../../../http/problem.ts';
import { parseStateFile, type ParsedState } from '../parse-state-file.ts';
import type { ResourceSummary } from '../read-resources.ts';

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
  /** JSON texts of lists of ResourceInstance. */
  readonly instances: readonly string[];
}

/** Objects of one text, and of one record. */
const pieceLength = 1000;
const divide = <T>(list: readonly T[]): readonly string[] =>
  Array.from({ length: Math.ceil(list.length / pieceLength) }, (_, piece) =>
    JSON.stringify(list.slice(piece * pieceLength, (piece + 1) * pieceLength)),
  );

/** The content with the new serial: the engine writes its next state with a serial above that of the one it read. */
const renumber = (bytes: Uint8Array, serial: number): Uint8Array =>
  Buffer.from(`${JSON.stringify({ ...(JSON.parse(new TextDecoder().decode(bytes)) as object), serial }, undefined, 2)}\n`);

/** What is read out of a state file, in pieces that cost the main thread little; where it is no state, why. */
export const readStateFile = ({ version, bytes: given, md5, pointer, serial }: StateReadingTask): StateReading | StateRefusal => {
  const bytes = serial === undefined ? given : renumber(given, serial);
  const sum = createHash('md5').update(bytes).digest('hex');
  try {
    const { state, resources, instances } = parseStateFile(version, bytes, md5, pointer);
    return {
      md5: sum,
      ...(serial === undefined ? {} : { bytes }),
      state,
      resources,
      instances: divide(instances),
    };
  } catch (error) {
    if (error instanceof Problem) return { md5: sum, status: error.status, errors: error.errors };
    throw error;
  }
};
