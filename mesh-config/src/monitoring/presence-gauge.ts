import { truncateLabel, maxSeries } from './limits.ts';

type PresenceLabels<L extends string> = Readonly<Record<L, string>>;
/** A gauge as the registry gives it to introspection. */
export interface PresenceFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge';
  readonly values: readonly { readonly labels: PresenceLabels<string>; readonly value: 1 }[];
}
/** Series with the value 1 for what exists: as text, and as values. */
export interface PresenceGauge {
  text(): string;
  family(): PresenceFamily;
}

const specialCharacters = /[\\\n"]/g,
  escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' };
const escapeLabel = (text: string): string =>
  text.search(specialCharacters) < 0 ? text : text.replace(specialCharacters, (one) => escapes[one]!);

/**
 * Only the first 1000 have series. The text is cached for each array that `there` returns, so a change requires another array: with 10,000
 * series a scrape would otherwise block the process for 60 ms.
 */
export const createPresenceGauge = <T, L extends string>(
  name: string,
  help: string,
  labels: readonly L[],
  there: () => readonly T[],
  labelsOf: (one: T) => PresenceLabels<L>,
): PresenceGauge => {
  let told: readonly T[] | undefined,
    text = '';
  const line = (one: PresenceLabels<L>): string => {
    let inside = '';
    for (const label of labels) inside += `${inside === '' ? '' : ','}${label}="${escapeLabel(truncateLabel(one[label]))}"`;
    return `${name}{${inside}} 1\n`;
  };
  return {
    text: () => {
      const now = there();
      if (now !== told) {
        const lines = now.slice(0, maxSeries).map((one) => line(labelsOf(one)));
        // Two truncated labels can be equal, and Prometheus rejects duplicate series.
        const apart = lines.some((one) => one.includes('…')) ? [...new Set(lines)] : lines;
        [told, text] = [now, `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${apart.join('')}`];
      }
      return text;
    },
    family: () => ({
      name,
      help,
      type: 'gauge',
      values: there()
        .slice(0, maxSeries)
        .map((one) => ({ labels: labelsOf(one), value: 1 })),
    }),
  };
};
