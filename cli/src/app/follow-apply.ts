import { systemClock, type TransportClock } from 'slipway/client/clock';
import { findRateLimitWait, type RateLimitWait } from 'slipway/client/rate-limiter';
import type { EngineMessage } from 'slipway/engine/messages';
import type { EngineRun } from 'slipway/engine/run-engine';
import { readMessageLines } from './message-lines.ts';
import { advanceProgress, describeWait, renderProgress, startProgress, type ApplyProgress } from './progress.ts';
import { renderDiagnostic } from './render-diagnostic.ts';
import type { StackTerminal } from './terminal.ts';

/** Milliseconds: the period of redrawing; without redrawing the minimum wait that is reported, and the period of reports. */
const [drawingPeriod, longWait, waitPeriod] = [200, 2000, 10_000];

/** One line of JSON: a message with the name of its stack. */
export const renderMessage = (stack: string, message: object): string => `${JSON.stringify({ ...message, stack })}\n`;

/** The printed text of a message. Outputs are left to `slipway output`; the version and the plan were printed before. */
function printMessage({ '@message': text, type, diagnostic }: EngineMessage, terminal: StackTerminal): void {
  if (diagnostic) terminal.write(renderDiagnostic(diagnostic), diagnostic.severity === 'error' ? 'stderr' : 'stdout');
  else if (type === 'change_summary') terminal.write(`\n${text}\n`);
  else if (type?.startsWith('apply_') || type?.startsWith('provision_') || type?.startsWith('ephemeral_op_')) {
    const isDrawn = terminal.draws && /_(?:start|progress)$/.test(type);
    if (!isDrawn) terminal.write(`${text}\n`);
  }
}

const renderWait = (stack: string, wait: RateLimitWait, now: number, json: boolean): string => {
  const text = describeWait(wait, now);
  const { requests, until } = wait;
  const message = { '@level': 'info', '@message': text, type: 'rate_limit_wait', requests, until: new Date(until).toISOString() };
  return json ? renderMessage(stack, message) : `${text}\n`;
};

/** Shows how far an apply is, from the messages of the engine. `end` prints what is left and takes the drawing away. */
export function followApply(
  stack: string,
  total: number,
  terminal: StackTerminal,
  { json = false, clock = systemClock }: { readonly json?: boolean; readonly clock?: TransportClock } = {},
): { readonly onOutput: NonNullable<EngineRun['onOutput']>; end(): void } {
  let progress: ApplyProgress = startProgress(total, clock.now());
  let lastWaitAt = -Infinity;
  const tick = () => {
    const [now, wait] = [clock.now(), findRateLimitWait(clock)];
    if (!json && terminal.draws) return terminal.draw(renderProgress(stack, progress, { now, wait }));
    if (!wait || wait.until - now < longWait || now - lastWaitAt < waitPeriod) return;
    lastWaitAt = now;
    terminal.write(renderWait(stack, wait, now, json));
  };
  const messages = readMessageLines(
    (message) => {
      progress = advanceProgress(progress, message, clock.now());
      if (json) terminal.write(renderMessage(stack, message));
      else printMessage(message, terminal);
    },
    (line) => terminal.write(`${line}\n`, 'stderr'),
  );
  const timer = setInterval(tick, drawingPeriod);
  return {
    onOutput: (text, stream) => (stream === 'stdout' ? messages.take(text) : terminal.write(text, 'stderr')),
    end() {
      clearInterval(timer);
      messages.end();
      terminal.draw([]);
    },
  };
}
