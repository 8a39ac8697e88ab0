import { systemClock, type TransportClock } from 'slipway/client/clock';
import { findRateLimitWait, type RateLimitWait } from 'slipway/client/rate-limiter';
import { isForced, isInterrupted, onInterruption } from 'slipway/engine/interruption';
import type { EngineMessage } from 'slipway/engine/messages';
import type { EngineRun } from 'slipway/engine/run-engine';
import { paintFor } from '../color/colors.ts';
import { completeChange, type CompletedChanges } from './changes.ts';
import { isHalt, isStateProblem } from './describe-interruption.ts';
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
  if (diagnostic) {
    const stream = diagnostic.severity === 'error' ? 'stderr' : 'stdout';
    terminal.write(renderDiagnostic(diagnostic, paintFor(stream)), stream);
  } else if (type === 'change_summary') terminal.write(`\n${paintFor('stdout')('green', text)}\n`);
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

/** What an apply did, as its messages tell. */
export interface ApplyOutcome {
  readonly changes: CompletedChanges;
  readonly done: number;
  /** Addresses whose change began and has no result, after an interruption. */
  readonly unfinished: readonly string[];
  readonly hasStateProblem: boolean;
}

/** The consequences of an interruption, which one sentence tells at the end. */
const createInterruptionRecord = () => {
  const halted = new Set<string>();
  let hasStateProblem = false;
  return {
    /** True: the message says nothing else than that something did not happen. */
    take({ diagnostic }: EngineMessage): boolean {
      if (diagnostic && isStateProblem(diagnostic)) hasStateProblem = true;
      if (!diagnostic || !isInterrupted() || !isHalt(diagnostic)) return false;
      if (diagnostic.address) halted.add(diagnostic.address);
      return true;
    },
    /** What an apply did that ended with this progress. */
    read: (changes: CompletedChanges, { done, running }: ApplyProgress): ApplyOutcome => {
      const addresses = [...running.keys()].map((key) => key.slice(0, key.lastIndexOf(' ')));
      return { changes, done, unfinished: [...new Set([...addresses, ...halted])], hasStateProblem };
    },
  };
};

const interruptionNotice =
  '\nInterrupted. Waiting until what is in progress is finished and the state is saved; a second Ctrl-C ends it at once.\n';

/**
 * Shows how far an apply is, from the messages of the engine. `end` prints what is left, takes the drawing away, and returns what was done.
 */
export function followApply(
  stack: string,
  total: number,
  terminal: StackTerminal,
  { json = false, clock = systemClock }: { readonly json?: boolean; readonly clock?: TransportClock } = {},
): { readonly onOutput: NonNullable<EngineRun['onOutput']>; end(): ApplyOutcome } {
  let progress: ApplyProgress = startProgress(total, clock.now());
  let changes: CompletedChanges = new Map();
  const record = createInterruptionRecord();
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
      changes = completeChange(changes, message);
      const isConsequence = record.take(message);
      if (json) terminal.write(renderMessage(stack, message));
      else if (!isConsequence) printMessage(message, terminal);
    },
    (line) => terminal.write(`${line}\n`, 'stderr'),
  );
  const timer = setInterval(tick, drawingPeriod);
  const stopListening = onInterruption(() => !json && !isForced() && terminal.write(interruptionNotice, 'stderr'));
  return {
    onOutput: (text, stream) => (stream === 'stdout' ? messages.take(text) : terminal.write(text, 'stderr')),
    end() {
      clearInterval(timer);
      stopListening();
      messages.end();
      terminal.draw([]);
      return record.read(changes, progress);
    },
  };
}
