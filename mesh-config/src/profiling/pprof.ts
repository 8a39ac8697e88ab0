import { Function as Named, Line, Location, Mapping, Profile, Sample, StringTable, ValueType } from 'pprof-format';
import { gzipSync } from 'node:zlib';

/** A frame of a stack, in the terms of V8. */
export interface StackFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}
/** A stack, innermost frame first, and its measured values. */
export interface ProfileSample {
  readonly stack: readonly StackFrame[];
  readonly values: readonly number[];
}
export interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/** The time that a profile covers. */
export interface ProfilePeriod {
  readonly period: { readonly kind: SampleType; readonly value: number };
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly nanoseconds: number;
}

/** The functions and locations of a profile, each once. */
class LocationTable {
  readonly functions = new Map<string, Named>();
  readonly locations = new Map<string, Location>();
  readonly strings: StringTable;
  constructor(strings: StringTable) {
    this.strings = strings;
  }
  /** The id of the location. */
  add({ functionName, url, lineNumber }: StackFrame): number {
    const [name, line] = [functionName || '(anonymous)', lineNumber + 1];
    const key = `${name}\n${url}\n${line}`;
    const known = this.locations.get(key);
    if (known) return Number(known.id);
    const [nameIndex, filename] = [this.strings.dedup(name), this.strings.dedup(url)];
    const named = new Named({ id: this.functions.size + 1, name: nameIndex, systemName: nameIndex, filename, startLine: line });
    this.functions.set(key, named);
    const location = new Location({ id: this.locations.size + 1, mappingId: 1, line: [new Line({ functionId: named.id, line })] });
    this.locations.set(key, location);
    return Number(location.id);
  }
}

/** A profile for `pprof`: gzipped protobuf. The values of a sample are of the given types, in their order. */
export const encodePprof = (
  samples: readonly ProfileSample[],
  types: readonly SampleType[],
  { period, startedAt, nanoseconds }: ProfilePeriod,
): Buffer => {
  const strings = new StringTable();
  const table = new LocationTable(strings);
  const valueTypeOf = ({ type, unit }: SampleType): ValueType => new ValueType({ type: strings.dedup(type), unit: strings.dedup(unit) });
  const program = strings.dedup(process.execPath);
  const profile = new Profile({
    sampleType: types.map(valueTypeOf),
    sample: samples.map(({ stack, values }) => new Sample({ locationId: stack.map((frame) => table.add(frame)), value: [...values] })),
    mapping: [new Mapping({ id: 1, filename: program, hasFunctions: true, hasFilenames: true, hasLineNumbers: true })],
    location: [...table.locations.values()],
    function: [...table.functions.values()],
    stringTable: strings,
    timeNanos: BigInt(startedAt) * 1_000_000n,
    durationNanos: BigInt(Math.round(nanoseconds)),
    periodType: valueTypeOf(period.kind),
    period: period.value,
  });
  return gzipSync(profile.encode());
};
