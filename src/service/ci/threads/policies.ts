import { unavailable } from '../../problem.ts';
import { decisionOn, errorDecision, isUnfinished, type Judged, type Verdict } from '../policies/decision-on.ts';
import { type InputRead, readInput } from '../policies/input.ts';
import { apart } from './apart.ts';
import { type PoliciesMade, policiesIn } from './jobs.ts';
import { GivenUp } from './pool.ts';

/** What is read and evaluated at once: some milliseconds of it. More is done in a worker thread. */
const most = { characters: 32 * 1024, steps: 20_000 };
const lengthOf = (files: { readonly [file: string]: string }): number => Object.values(files).reduce((sum, { length }) => sum + length, 0);

const unlessGivenUp = async <T>(work: Promise<T>, otherwise: (message: string) => T): Promise<T> => {
  try { return await work; } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    if (error.why === 'crowd') throw unavailable(error.message, 5);
    return otherwise(error.message);
  }
};

/** Compiles policies. Never within a unit of work. */
export const policiesApart = async (files: { readonly [file: string]: string }): Promise<PoliciesMade> =>
  (lengthOf(files) <= most.characters ? policiesIn(files)
    : unlessGivenUp<PoliciesMade>(apart('policies', files), (message) => ({ refused: `the policies cannot be compiled here: ${message}` })));

/** Evaluates policies over the text of a configuration; what turns out to take many steps begins again in a worker thread. Never within a unit of work. */
export const decideApart = async (judged: Judged): Promise<Verdict> => {
  const known = judged.text.length + lengthOf(judged.files) <= most.characters ? decisionOn(judged, most.steps) : undefined;
  if (known && !isUnfinished(known, most.steps)) return known;
  return unlessGivenUp<Verdict>(apart('decision', judged), (message) => ({ decision: errorDecision(`the policies cannot be evaluated here: ${message}`) }));
};

/** Reads the text of a configuration for policies that are evaluated elsewhere. */
export const readApart = async (text: string): Promise<InputRead> =>
  (text.length <= most.characters ? readInput(text) : unlessGivenUp<InputRead>(apart('input', text), (message) => ({ misread: `cannot be read here: ${message}` })));
