import { unprocessable } from '../http/problem.ts';
import { requireMembers } from './request-values.ts';
import type { ControlEndpoints } from './control.ts';

const renderClock = (now: Date) => ({ body: { now: now.toISOString() } });

export const clockControls: ControlEndpoints = {
  'GET /_local/clock': async ({ clock }) => renderClock(clock.now()),
  /** `{"move": milliseconds}`, or `{"stand": "2026-01-01T00:00:00.000Z"}`; `{"stand": null}` follows the real clock again. */
  'POST /_local/clock': async ({ clock }, request) => {
    const { move, stand } = requireMembers(request.json(), 'move', 'stand');
    if (move !== undefined) {
      if (!Number.isFinite(move) || Number.isNaN(new Date(clock.now().getTime() + (move as number)).getTime()))
        throw unprocessable('expected milliseconds', '/move');
      clock.advance(move as number);
    } else if (stand === null) clock.freeze(null);
    else {
      const at = new Date(typeof stand === 'string' ? stand : Number.NaN);
      if (Number.isNaN(at.getTime())) throw unprocessable('expected {"move": milliseconds} or {"stand": a time or null}', '/stand');
      clock.freeze(at);
    }
    return renderClock(clock.now());
  },
};
