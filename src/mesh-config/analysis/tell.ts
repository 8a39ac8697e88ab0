import type { Skipped } from '../../mesh/analysis/analyze.ts';
import { type Diagnostic, type Level, writtenAt } from '../../mesh/analysis/diagnostic.ts';
import type { Scope } from '../log/scope.ts';

const levels: Readonly<Record<Level, 'info' | 'warn' | 'error'>> = { Info: 'info', Warn: 'warn', Error: 'error' };
/** Lines of one analysis: a folder that is all wrong does not fill the disk. */
const mostLines = 1000;

/** What makes two findings the same, wherever their lines have moved. */
export const keyOf = ({ code, pointer, message, resource: { collection, name } }: Diagnostic): string => JSON.stringify([code, collection, name, pointer, message]);

/** `[IST0101] VirtualService default/front (mesh.yaml:12 /spec/gateways/0): …` */
export const lineOf = (one: Diagnostic): string =>
  `[${one.code}] ${one.kind} ${one.resource.name} (${[one.resource.origin.source + (one.line === undefined ? '' : `:${one.line}`), writtenAt(one)].filter(Boolean).join(' ')}): ${one.message}`;

/** Tells what is new at its level, and what is gone. */
export const tellChanges = (scope: Scope, before: readonly Diagnostic[], after: readonly Diagnostic[]): void => {
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const fresh = after.filter((one) => !old.has(keyOf(one))), gone = before.filter((one) => !now.has(keyOf(one)));
  for (const one of fresh.slice(0, mostLines)) scope[levels[one.level]](`${lineOf(one)} (${one.documentation})`);
  for (const one of gone.slice(0, mostLines)) scope.info(`no longer: ${lineOf(one)}`);
  const more = Math.max(0, fresh.length - mostLines) + Math.max(0, gone.length - mostLines);
  if (more > 0) scope.warn(`${more} more findings have come or gone; introspection shows all there are, at /analysisz/`);
};

/** Tells analyzers that cannot tell, in one line, when they are others than before. */
export const tellSkipped = (scope: Scope, before: readonly Skipped[] | undefined, after: readonly Skipped[]): void => {
  const words = (skipped: readonly Skipped[]): string => skipped.map(({ analyzer, missing }) => `${analyzer} (${missing.join(', ')})`).join('; ');
  if (before && words(before) === words(after)) return;
  if (after.length > 0) scope.info(`skipped, as collections are not known here: ${words(after)}`);
  else if (before) scope.info('no analyzer is skipped any more');
};
