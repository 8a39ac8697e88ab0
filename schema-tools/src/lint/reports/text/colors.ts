/** The variables that decide about colours. */
export interface ColorEnvironment {
  readonly NO_COLOR?: string | undefined;
  readonly FORCE_COLOR?: string | undefined;
  readonly CLICOLOR_FORCE?: string | undefined;
  readonly CLICOLOR?: string | undefined;
  readonly TERM?: string | undefined;
}

/**
 * Whether to write colours to a stream: if it is a terminal. In this order, NO_COLOR disables them, FORCE_COLOR and CLICOLOR_FORCE enable
 * them for any stream (`FORCE_COLOR=0` disables them), and `CLICOLOR=0` and `TERM=dumb` disable them (docs/decisions/0168-colors.md).
 */
export const wantsColors = (
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM }: ColorEnvironment,
): boolean => {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  return isTTY === true && CLICOLOR !== '0' && TERM !== 'dumb';
};

export type Color = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green';

const colorCodes = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], blue: [34, 39], green: [32, 39] } as const;

export type Paint = (color: Color, text: string) => string;

export const painter = (colors: boolean): Paint =>
  colors
    ? (color, text) => (text === '' ? '' : `\u001b[${colorCodes[color][0]}m${text}\u001b[${colorCodes[color][1]}m`)
    : (_, text) => text;
