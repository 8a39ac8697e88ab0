import type { EngineDiagnostic } from 'slipway/engine/messages';
import type { Paint } from '../color/colors.ts';

const unpainted: Paint = (_, text) => text;

/** A diagnostic as the engine prints it to people, without its frame. */
export function renderDiagnostic({ severity, summary, detail, address, range, snippet }: EngineDiagnostic, paint = unpainted): string {
  const place = [
    ...(address ? [`  with ${address},`] : []),
    ...(range ? [`  on ${range.filename} line ${range.start.line}:`] : []),
    ...(range && snippet?.code ? [`  ${snippet.start_line ?? range.start.line}: ${snippet.code.split('\n')[0]}`] : []),
  ];
  const word = severity === 'error' ? paint('red', 'Error:') : paint('yellow', 'Warning:');
  const parts = [`${word} ${paint('bold', summary)}`, place.join('\n'), detail ?? ''];
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
