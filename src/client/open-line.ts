import { addressOf, withQuery } from './address.ts';
import type { LogEntry, Sender } from './attempt.ts';
import { type Clock, realClock } from './clock.ts';
import { SettingError } from './errors.ts';
import { limiterFor } from './limiter.ts';
import type { Call, Line } from './line.ts';
import { type Fetch, overFetch } from './over-fetch.ts';
import { overHttp } from './over-http.ts';
import { itemsOf } from './pages.ts';
import { registerSecret } from './secrets.ts';
import { send } from './send.ts';
import { services } from './services.ts';
import { snapshots } from './snapshots.ts';

export type { LogEntry } from './attempt.ts';

export interface Opening {
  readonly service: Line['service'];
  /** `https://host`, with or without `/api/v2`. */
  readonly address: string;
  readonly token: string;
  readonly organization?: string | null | undefined;
  readonly profile?: Line['profile'] | undefined;
  /** The embedded service itself, or a stand-in; node:http unless given. */
  readonly fetch?: Fetch | undefined;
  readonly userAgent?: string | undefined;
  /** Takes any certificate from the service: for one that signs its own. */
  readonly unverified?: boolean | undefined;
  /** Never more than this, whatever the service says. Shared by all lines to this host with this token, as `concurrency` is. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests under way at once; 32 unless given. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for calls that do not say; 60,000 unless given. */
  readonly deadline?: number | undefined;
  readonly log?: ((entry: LogEntry) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** Opens a line. Nothing is sent yet. Throws a sentence naming the setting when the address or token cannot be right. */
export const openLine = (opening: Opening): Line => {
  const { service, token, organization = null, profile = 'neutral', clock = realClock, random = Math.random } = opening;
  const wire = services[service];
  const address = addressOf(wire.settings.address, opening.address);
  registerSecret(token);
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SettingError(`${wire.settings.token} ${token === '' ? 'is empty' : 'holds a space, a line break or another character no token has'}.`);
  const limiter = limiterFor(new URL(address).host, token, clock, random);
  limiter.configure(opening);
  const sender: Sender = {
    wire, address, limiter, clock, random, log: opening.log,
    deadline: opening.deadline ?? 60_000,
    exchange: opening.fetch ? overFetch(opening.fetch) : overHttp(opening.unverified ?? false),
    headers: {
      'Accept': wire.media, 'Content-Type': wire.media, 'User-Agent': opening.userAgent ?? 'slipway',
      [wire.tokenHeader(profile)]: wire.tokenText(token),
    },
  };
  const ask = (call: Call) => send(sender, call, `${address}/api/v2${withQuery(call.path, call.query)}`);
  const kept = snapshots({ service, address, call: ask }, clock);
  const line: Line = {
    service, address, organization, profile,
    call: (call) => (call.method === 'GET' ? ask(call) : kept.writing(() => ask(call))),
    read: (read) => kept.read(read),
    list: (list) => itemsOf(line, list),
  };
  return line;
};
