import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import { ask } from '../judge/ask.ts';
import { judged } from '../judge/judge-source.ts';
import type { Association, Settings } from '../judge/types.ts';
import { candidatesOf } from './candidates.ts';
import { settle } from './settle.ts';
import type { Fixed } from './types.ts';

/** A rename may make another possible; more rounds than this are a circle. */
const rounds = 20;

/** The renames of one round. Nothing is tried in a file that cannot be read whole. */
export const round = async (source: Source, associations: readonly Association[], settings: Settings): ReturnType<typeof settle> => {
  if (source.faults.some(({ severity }) => severity === 'error')) return { accepted: [] };
  const problems = ask(source, associations, settings);
  const candidates = candidatesOf(source, problems, judged(source, problems, associations, { ...settings, keepSuppressed: false }));
  return candidates.length === 0 ? { accepted: [] } : settle(source, associations, candidates);
};

/**
 * Renames what can be renamed without a doubt: to a sibling that the schema declares and the file does not have, when reading
 * and evaluating the result again says nothing that was not said before. Everything else of the text stays byte for byte.
 * Settings say which findings count: what is ignored or off is left alone.
 */
export const fix = async (source: Source, associations: readonly Association[], settings: Settings): Promise<Fixed> => {
  let [now, places] = [source, associations];
  const fixed: Finding[] = [];
  for (let count = 0; count < rounds; count += 1) {
    const { accepted, attempt } = await round(now, places, settings);
    if (!attempt) break;
    fixed.push(...accepted.map(({ finding, name }) => ({ ...finding, replacement: name })));
    [now, places] = [attempt.source, attempt.associations];
  }
  return { text: now.text, fixed };
};
