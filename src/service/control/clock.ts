import { unprocessable } from '../problem.ts';
import { objectOf } from './asked.ts';
import type { Controls } from './control.ts';

const told = (now: Date) => ({ body: { now: now.toISOString() } });

export const clockControls: Controls = {
  'GET /_local/clock': async ({ clock }) => told(clock.now()),
  /** `{"move": milliseconds}`, or `{"stand": "2026-01-01T00:00:00.000Z"}`; `{"stand": null}` follows the real clock again. */
  'POST /_local/clock': async ({ clock }, sent) => {
    const { move, stand } = objectOf(sent.json(), 'move', 'stand');
    if (move !== undefined) {
      if (!Number.isFinite(move) || Number.isNaN(new Date(clock.now().getTime() + (move as number)).getTime())) throw unprocessable('expected milliseconds', '/move');
      clock.move(move as number);
    } else if (stand === null) clock.stand(null);
    else {
      const at = new Date(typeof stand === 'string' ? stand : Number.NaN);
      if (Number.isNaN(at.getTime())) throw unprocessable('expected {"move": milliseconds} or {"stand": a time or null}', '/stand');
      clock.stand(at);
    }
    return told(clock.now());
  },
};
