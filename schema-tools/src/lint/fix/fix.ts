import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import { runRules } from '../judge/run-rules.ts';
import { collectFindings } from '../judge/judge-source.ts';
import type { Association, Settings } from '../judge/association.ts';
import { findCandidates } from './candidates.ts';
import { selectRenames } from './select-renames.ts';
import type { FixResult } from './rename-candidate.ts';

/** A rename may make another possible; more rounds than this are a circle. */
const maxRounds = 20;

/** Tries the renames of one round. Files that cannot be read completely are skipped. */
export const fixRound = async (
  source: Source,
  associations: readonly Association[],
  settings: Settings,
): ReturnType<typeof selectRenames> => {
  if (source.faults.some(({ severity }) => severity === 'error')) return { accepted: [] };
  const problems = runRules(source, associations, settings);
  const candidates = findCandidates(
    source,
    problems,
    collectFindings(source, problems, associations, { ...settings, keepSuppressed: false }),
  );
  return candidates.length === 0 ? { accepted: [] } : selectRenames(source, associations, candidates);
};

/**
 * Applies safe renames: to a sibling that the schema declares and the file does not have, if reading and evaluating the result yields no
 * new message. The rest of the text is kept byte for byte. Ignored and disabled findings are skipped.
 */
export const fix = async (source: Source, associations: readonly Association[], settings: Settings): Promise<FixResult> => {
  let [now, places] = [source, associations];
  const fixed: Finding[] = [];
  for (let count = 0; count < maxRounds; count += 1) {
    const { accepted, attempt } = await fixRound(now, places, settings);
    if (!attempt) break;
    fixed.push(...accepted.map(({ finding, name }) => ({ ...finding, replacement: name })));
    [now, places] = [attempt.source, attempt.associations];
  }
  return { text: now.text, fixed };
};
