import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { canDraw, hasColors } from './colors.ts';

/**
 * Whether the terminal of standard output is known to show OSC 8 hyperlinks: other terminals may print the escape sequence. Terminals in
 * terminals (tmux, screen) are not known to pass it on.
 */
export const showsHyperlinks = (environment: ProcessEnvironment = process.env): boolean => {
  const { TERM = '', TERM_PROGRAM = '', VTE_VERSION = '', WT_SESSION, KONSOLE_VERSION, TMUX, STY } = environment;
  if (!hasColors('stdout', environment) || !canDraw(environment) || TMUX || STY) return false;
  return (
    Number(VTE_VERSION) >= 5000 ||
    Boolean(WT_SESSION || KONSOLE_VERSION) ||
    ['iTerm.app', 'WezTerm', 'vscode', 'ghostty'].includes(TERM_PROGRAM) ||
    ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot'].includes(TERM)
  );
};

/** A text that opens an address in a terminal that shows hyperlinks; `text: address` elsewhere. */
export const renderLink = (text: string, address: string, isShown = showsHyperlinks()): string =>
  isShown ? `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\` : `${text}: ${address}`;
