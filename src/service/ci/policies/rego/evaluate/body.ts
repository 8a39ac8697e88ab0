import type { Resolved, Step, Steps } from '../resolve/resolved.ts';
import { match, unify } from './match.ts';
import { pairsIn } from './members.ts';
import { within, type Frame, type Go } from './run.ts';
import { eachOf } from './terms.ts';
import type { Value } from '../values/index.ts';
import { replacing } from './replace.ts';

const matchPair = (frame: Frame, key: Resolved | undefined, pattern: Resolved, [name, value]: readonly [Value, Value], go: Go): boolean =>
  (key ? match(frame, key, name, () => match(frame, pattern, value, go)) : match(frame, pattern, value, go));
const holds = (frame: Frame, steps: Steps): boolean => holdAll(frame, steps, 0, () => true);

function holdStep(frame: Frame, step: Step, go: Go): boolean {
  const { run } = frame.view;
  switch (step.is) {
    case 'holds': return eachOf(frame, step.term, (value) => value !== false && go());
    case 'unify': return unify(frame, step.left, step.right, go);
    case 'not': return !holds(frame, [step.step]) && go();
    case 'member': return eachOf(frame, step.domain, (domain) => pairsIn(domain).some((pair) => { run.tick(1); return matchPair(frame, step.key, step.value, pair, go); }));
    case 'every': return eachOf(frame, step.domain, (domain) => typeof domain === 'object' && domain !== null
      && pairsIn(domain).every((pair) => { run.tick(1); return matchPair(frame, step.key, step.value, pair, () => holds(frame, step.body)); }) && go());
  }
}

/** Calls `go` for every way in which all statements from `index` on hold, until it says to stop. */
export function holdAll(frame: Frame, steps: Steps, index: number, go: Go): boolean {
  const step = steps[index];
  if (!step) return go();
  const { run } = frame.view;
  run.file = frame.file;
  run.at = step.at;
  run.tick(1);
  return within(run, () => {
    const onward = () => holdAll(frame, steps, index + 1, go);
    return step.replacing.length ? replacing(frame, step, (inner) => holdStep(inner, step, onward)) : holdStep(frame, step, onward);
  });
}
