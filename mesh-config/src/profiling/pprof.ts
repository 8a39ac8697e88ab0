import { Function as Named, Line, Location, Mapping, Profile, Sample, StringTable, ValueType } from 'pprof-format';
import { gzipSync } from 'node:zlib';

/** One place in the program, as V8 names it. */
export interface StackFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}
/** A stack, innermost first, and what was measured there. */
export interface ProfileSample {
  readonly stack: readonly StackFrame[];
  readonly values: readonly number[];
}
export interface SampleType {
  readonly type: string;
  readonly unit: string;
}

/** A profile that `pprof` reads: gzipped protobuf. Values of a sample are of the kinds, in their order. */
export const encodePprof = (
  samples: readonly ProfileSample[],
  kinds: readonly SampleType[],
  {
    period,
    startedAt,
    nanoseconds,
  }: { readonly period: { readonly kind: SampleType; readonly value: number }; readonly startedAt: number; readonly nanoseconds: number },
): Buffer => {
  const strings = new StringTable();
  const valueType = ({ type, unit }: SampleType): ValueType => new ValueType({ type: strings.dedup(type), unit: strings.dedup(unit) });
  const functions = new Map<string, Named>(),
    locations = new Map<string, Location>();
  const locationOf = ({ functionName, url, lineNumber }: StackFrame): number => {
    const [name, line] = [functionName || '(anonymous)', lineNumber + 1];
    const key = `${name}\n${url}\n${line}`;
    const there = locations.get(key);
    if (there) return Number(there.id);
    const named =
      functions.get(key) ??
      new Named({
        id: functions.size + 1,
        name: strings.dedup(name),
        systemName: strings.dedup(name),
        filename: strings.dedup(url),
        startLine: line,
      });
    functions.set(key, named);
    const made = new Location({ id: locations.size + 1, mappingId: 1, line: [new Line({ functionId: named.id, line })] });
    locations.set(key, made);
    return Number(made.id);
  };
  const sampleType = kinds.map(valueType);
  const sample = samples.map(({ stack, values }) => new Sample({ locationId: stack.map(locationOf), value: [...values] }));
  return gzipSync(
    new Profile({
      sampleType,
      sample,
      mapping: [
        new Mapping({ id: 1, filename: strings.dedup(process.execPath), hasFunctions: true, hasFilenames: true, hasLineNumbers: true }),
      ],
      location: [...locations.values()],
      function: [...functions.values()],
      stringTable: strings,
      timeNanos: BigInt(startedAt) * 1_000_000n,
      durationNanos: BigInt(Math.round(nanoseconds)),
      periodType: valueType(period.kind),
      period: period.value,
    }).encode(),
  );
};
