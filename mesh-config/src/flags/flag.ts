/** What a flag takes, by the names that help texts use (spec 3; docs/mesh-config.md). */
export interface FlagValues {
  bool: boolean;
  string: string;
  int: number;
  uint: number;
  uint16: number;
  /** Milliseconds; written as Go writes durations: `1m0.5s`. */
  duration: number;
  /** One CSV record an occurrence; the first replaces the default, later ones append. */
  strings: readonly string[];
  /** One raw item an occurrence; the first replaces the default, later ones append. */
  stringArray: readonly string[];
}
export type FlagType = keyof FlagValues;

export interface Flag<T extends FlagType = FlagType> {
  readonly type: T;
  readonly default: FlagValues[T];
  readonly usage: string;
  /** A single letter. */
  readonly short?: string;
  /** Still parsed, reported on standard error as `Flag --NAME has been deprecated, …`, and not in the help. */
  readonly deprecated?: string;
  /** Keys of a `--config` file that set this flag, besides its own name: `general.introspection.port`. */
  readonly keys?: readonly string[];
}
export interface Flags {
  readonly [name: string]: Flag;
}

/** The chosen values by the flag's exact name. */
export type OptionsOf<F extends Flags> = { readonly [N in keyof F]: FlagValues[F[N]['type']] };

type FlagDetails = Omit<Flag, 'type' | 'default' | 'usage'>;
const createFlagBuilder =
  <T extends FlagType>(type: T) =>
  (value: FlagValues[T], usage: string, rest: FlagDetails = {}): Flag<T> => ({ type, default: value, usage, ...rest });

export const bool = createFlagBuilder('bool'),
  string = createFlagBuilder('string'),
  int = createFlagBuilder('int'),
  uint = createFlagBuilder('uint'),
  uint16 = createFlagBuilder('uint16');
export const duration = createFlagBuilder('duration'),
  strings = createFlagBuilder('strings'),
  stringArray = createFlagBuilder('stringArray');
