/** Nanoseconds of each unit. */
const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const durationPart = /([0-9]*)(?:\.([0-9]{0,18}))?(ns|us|µs|μs|ms|s|m|h)/y;

/** Durations have 64 bits of nanoseconds: about 292 years. */
const maxNanoseconds = 2n ** 63n - 1n;

/** Nanoseconds of a duration such as `100ms` or `1h30m`; undefined if it is malformed. */
export const toNanoseconds = (text: string): bigint | undefined => {
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  if (text.slice(sign.length) === '0') return 0n;
  let [at, nanoseconds] = [sign.length, 0n];
  if (text.length === at || text.length > 64) return undefined;
  while (at < text.length) {
    durationPart.lastIndex = at;
    const found = durationPart.exec(text);
    if (!found) return undefined;
    const [all, whole = '', fraction = '', unit] = found;
    if (whole === '' && fraction === '') return undefined;
    nanoseconds += BigInt(whole || '0') * units[unit!]! + (BigInt(fraction || '0') * units[unit!]!) / 10n ** BigInt(fraction.length);
    at += all.length;
  }
  if (nanoseconds > maxNanoseconds) return undefined;
  return sign === '-' ? -nanoseconds : nanoseconds;
};

/** Converts a duration such as `100ms` or `1h30m` to that of protobuf's JSON, `0.1s` or `5400s`; undefined if it is malformed. */
export const toProtobufDuration = (text: string): string | undefined => {
  const nanoseconds = toNanoseconds(text);
  if (nanoseconds === undefined) return undefined;
  const absolute = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const rest = (absolute % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  return `${nanoseconds < 0n ? '-' : ''}${absolute / 1_000_000_000n}${rest === '' ? '' : `.${rest}`}s`;
};
