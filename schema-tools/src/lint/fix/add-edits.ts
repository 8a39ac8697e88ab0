import { lineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import type { Association, Settings } from '../judge/association.ts';
import { fixRound } from './fix.ts';

const placeKey = ({ rule, line, column, message }: Finding): string => JSON.stringify([rule, line, column, message]);

/** The findings of `judgeSource`, those that `fix` would mend with their `edit`. It costs reading and evaluating once more. */
export const addEdits = async (
  findings: readonly Finding[],
  source: Source,
  associations: readonly Association[],
  settings: Settings,
): Promise<readonly Finding[]> => {
  if (!findings.some(({ replacement, isUncertain }) => replacement !== undefined && !isUncertain)) return findings;
  const { accepted } = await fixRound(source, associations, settings);
  const lines = lineIndex(source.text);
  const edits = new Map(
    accepted.map(({ finding, edit, name }) => [placeKey(finding), { name, edit: { ...lines.region(edit), text: edit.text } }]),
  );
  return findings.map((finding) => {
    const found = finding.suppressed ? undefined : edits.get(placeKey(finding));
    return found ? { ...finding, replacement: found.name, edit: found.edit } : finding;
  });
};
