import { safeUrl } from './address.ts';
import { attemptOnce, type Sender } from './attempt.ts';
import { pause } from './clock.ts';
import { type Asked, type CallError, CancelledError, ConnectionError, MalformedAnswer, ServiceError } from './errors.ts';
import { Broken, type Reply } from './exchange.ts';
import { allowanceOf } from './limit-headers.ts';
import type { Answer, Call } from './line.ts';
import { parse } from './parse.ts';
import { backOff, mayRepeat, verdictOnBroken, verdictOnStatus } from './retry.ts';
import { requestIdOf, wordsOf } from './service-words.ts';

/** One call to its end: turns, attempts, waits. Throws a CallError (errors.ts) and nothing else. */
export const send = async (sender: Sender, call: Call, url: string): Promise<Answer> => {
  const { clock, limiter, random } = sender;
  const within = call.deadline ?? sender.deadline;
  const until = clock.now() + within;
  let attempt = 0;
  let uncertain = false;
  let failed: CallError | null = null;
  const asked = (note: string | null = null): Asked =>
    ({ title: sender.wire.title, method: call.method, url: safeUrl(url), settings: sender.wire.settings, attempts: attempt, note });

  for (;;) {
    const turn = await limiter.enter({ until, signal: call.signal, first: attempt > 0 });
    if (turn === 'cancelled') throw new CancelledError(asked(), uncertain);
    if (turn === 'late') throw failed ?? tooLate(asked(), within);
    attempt += 1;
    const sentAt = clock.now();
    const outcome = await attemptOnce(sender, call, { url, attempt, until, within, fresh: failed instanceof ConnectionError || (call.effect === 'create' && !call.found) });
    limiter.leave(outcome instanceof Broken ? null : outcome, sentAt);

    if (!(outcome instanceof Broken) && isAnswer(call, outcome, uncertain)) return answerOf(outcome, call, asked);
    if (outcome instanceof Broken && outcome.code === 'CANCELLED') throw new CancelledError(asked(), outcome.sent);
    uncertain ||= mayHaveActed(outcome);
    const failure = (note: string | null = null): CallError => (outcome instanceof Broken
      ? new ConnectionError(asked(note), sender.address, outcome.code, uncertain)
      : new ServiceError(asked(note), outcome.status, [...wordsOf(outcome.text), ...redirection(outcome)], requestIdOf(outcome.headers)));
    failed = failure();

    const [what, told] = outcome instanceof Broken ? [outcome.code, 0] : [outcome.status, toldWait(outcome, clock.now())];
    const verdict = outcome instanceof Broken ? verdictOnBroken(call.effect, outcome, attempt) : verdictOnStatus(call.effect, outcome.status, attempt);
    if (verdict === 'ask first') {
      const made = await look(call);
      if (made instanceof Error) throw failure(`It may have been carried out, and that could not be looked up: ${made.message}`);
      if (made) return made;
      if (!call.found) throw failure('It may have been carried out; it was not sent again.');
    }
    if (verdict === 'give up' || (what !== 429 && !mayRepeat(what, attempt))) throw failed;
    if (call.signal?.aborted) throw new CancelledError(asked(), uncertain);
    // After a 429 the limiter holds everybody back; a connection that had idled is simply replaced.
    const wait = what === 429 || (outcome instanceof Broken && outcome.idle && attempt === 1) ? 0 : backOff(attempt, random, told);
    if (clock.now() + Math.max(wait, told) >= until) throw failure(`There was no time for another attempt: it was allowed ${seconds(within)} in all.`);
    if (!(await pause(clock, wait, call.signal))) throw new CancelledError(asked(), uncertain);
  }
};

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;

// What is no longer there after a delete that may have worked is what was wanted.
const isAnswer = (call: Call, { status }: Reply, uncertain: boolean): boolean =>
  (status >= 200 && status < 300) || call.accept?.includes(status) === true || (call.effect === 'delete' && uncertain && status === 404);

const mayHaveActed = (outcome: Reply | Broken): boolean => (outcome instanceof Broken ? outcome.sent : outcome.status >= 500 || outcome.status === 408);

const answerOf = async (reply: Reply, call: Call, asked: (note?: string) => Asked): Promise<Answer> => {
  const body = parse(reply, call, () => asked(call.effect === 'create' ? 'It may have been carried out: look for it before it is tried again.' : undefined));
  if (!(body instanceof MalformedAnswer)) return { status: reply.status, headers: reply.headers, body, requestId: requestIdOf(reply.headers) };
  // The service acted and its answer is lost: an object that was made can still be found.
  const made = call.effect === 'create' ? await look(call) : null;
  if (made === null || made instanceof Error) throw body;
  return made;
};

/** What a create may have made: its answer, null when it is not there, the error when that cannot be told. */
const look = async (call: Call): Promise<Answer | null | Error> => {
  try { return await call.found?.() ?? null; } catch (error) { return error instanceof Error ? error : new Error(String(error)); }
};

const toldWait = (reply: Reply, now: number): number => Math.max(0, (allowanceOf(reply.headers, now).retryAt ?? now) - now);

const redirection = ({ status, headers }: Reply) => {
  const place = status >= 300 && status < 400 ? headers.get('location') : null;
  return place === null ? [] : [{ title: `moved to ${safeUrl(place)}`, detail: null, pointer: null }];
};

const tooLate = (asked: Asked, within: number) => new ServiceError(asked, 429, [
  { title: `the service takes no further request within the ${seconds(within)} this call was allowed`, detail: null, pointer: null }], null);
