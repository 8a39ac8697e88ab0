import { type Paint, painter, wantsColors } from '@slipway/schema-tools/lint/colors';
import type { ProcessEnvironment } from 'slipway/engine/find-engine';

export type { Paint };
export type StandardStream = 'stdout' | 'stderr';

/** Whether text for people has colours on a stream of this process. Output for machines has none, whatever this returns. */
export const hasColors = (stream: StandardStream, environment: ProcessEnvironment = process.env): boolean =>
  wantsColors(process[stream], environment);

/** Colours text for a stream of this process, or returns it as it is. */
export const paintFor = (stream: StandardStream): Paint => painter(hasColors(stream));

/** Whether the engine prints colours: on one of two streams it cannot. */
export const hasEngineColors = (): boolean => hasColors('stdout') && hasColors('stderr');

/** Whether standard output is a terminal in which lines can be drawn again. `NO_COLOR` does not forbid that, `--color never` does. */
export const canDraw = ({ TERM }: ProcessEnvironment = process.env): boolean => process.stdout.isTTY === true && TERM !== 'dumb';

/** Takes `lines` drawn lines away: the cursor goes up to the first, and the rest of the screen is cleared. */
export const eraseLines = (lines: number): string => `\x1b[${lines}F\x1b[J`;

/** The text without colours. */
export const stripColors = (text: string): string => text.replace(/\x1b\[[\d;]{0,20}m/g, '');

/** The words at the beginning of a line that say how serious it is. */
const severityPattern = /^(slipway: )?((?:warn|warning)(?=: )|error(?=: ))?/i;

/** A line with a coloured `error:`, `warning:` or `slipway:`; the last is that of an error. */
export const paintSeverity = (line: string, paint: Paint): string =>
  line.replace(severityPattern, (_, program: string | undefined, severity: string | undefined) => {
    if (severity !== undefined) return `${program ?? ''}${paint(/^w/i.test(severity) ? 'yellow' : 'red', severity)}`;
    return program === undefined ? '' : `${paint('red', 'slipway:')} `;
  });

/** Writes a line to stderr with its severity in colour. */
export const printError = (line: string): void => void process.stderr.write(`${paintSeverity(line, paintFor('stderr'))}\n`);
