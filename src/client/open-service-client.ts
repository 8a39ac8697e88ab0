import { parseServiceAddress, appendQuery } from './address.ts';
import type { RequestLogEntry, SendContext } from './send-once.ts';
import { type TransportClock, systemClock } from './clock.ts';
import { SettingError } from './errors.ts';
import { rateLimiterFor } from './rate-limiter.ts';
import type { ServiceRequest, ServiceClient } from './service-client.ts';
import { type FetchFunction, fetchTransport } from './fetch-transport.ts';
import { httpTransport } from './http-transport.ts';
import { listItems } from './list-pages.ts';
import { registerSecret } from './secrets.ts';
import { sendRequest } from './send-request.ts';
import { serviceInfos } from './service-info.ts';
import { createSnapshots } from './snapshots.ts';

export type { RequestLogEntry as LogEntry } from './send-once.ts';

export interface ServiceClientOptions {
  readonly service: ServiceClient['service'];
  /** `https://host`, with or without `/api/v2`. */
  readonly address: string;
  readonly token: string;
  readonly organization?: string | null | undefined;
  readonly dialect?: ServiceClient['dialect'] | undefined;
  /** The embedded service itself, or a stand-in; node:http unless given. */
  readonly fetch?: FetchFunction | undefined;
  readonly userAgent?: string | undefined;
  /** Takes any certificate from the service: for one that signs its own. */
  readonly skipVerification?: boolean | undefined;
  /** Never more than this, whatever the service says. Shared by all lines to this host with this token, as `concurrency` is. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests under way at once; 32 unless given. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for calls that do not say; 60,000 unless given. */
  readonly deadline?: number | undefined;
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  readonly clock?: TransportClock | undefined;
  /** A number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** Opens a line. Nothing is sent yet. Throws a sentence naming the setting when the address or token cannot be right. */
export const openServiceClient = (opening: ServiceClientOptions): ServiceClient => {
  const { service, token, organization = null, dialect: profile = 'neutral', clock = systemClock, random = Math.random } = opening;
  const wire = serviceInfos[service];
  const address = parseServiceAddress(wire.settings.address, opening.address);
  registerSecret(token);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new SettingError(
      `${wire.settings.token} ${token === '' ? 'is empty' : 'holds a space, a line break or another character no token has'}.`,
    );
  const limiter = rateLimiterFor(new URL(address).host, token, clock, random);
  limiter.configure(opening);
  const sender: SendContext = {
    serviceInfo: wire,
    address,
    limiter,
    clock,
    random,
    log: opening.log,
    deadline: opening.deadline ?? 60_000,
    transport: opening.fetch ? fetchTransport(opening.fetch) : httpTransport(opening.skipVerification ?? false),
    headers: {
      Accept: wire.mediaType,
      'Content-Type': wire.mediaType,
      'User-Agent': opening.userAgent ?? 'slipway',
      [wire.tokenHeader(profile)]: wire.formatToken(token),
    },
  };
  const ask = (call: ServiceRequest) => sendRequest(sender, call, `${address}/api/v2${appendQuery(call.path, call.query)}`);
  const kept = createSnapshots({ service, address, call: ask }, clock);
  const line: ServiceClient = {
    service,
    address,
    organization,
    dialect: profile,
    call: (call) => (call.method === 'GET' ? ask(call) : kept.invalidateAround(() => ask(call))),
    read: (read) => kept.read(read),
    list: (list) => listItems(line, list),
  };
  return line;
};
