import { withInheritedFlags } from './hosted/inherited-flags.ts';
import { apiUrl, parseServiceAddress, appendQuery } from './address.ts';
import type { RequestLogEntry, SendContext } from './send-once.ts';
import { type TransportClock, systemClock } from './clock.ts';
import { SettingError } from './contract/errors.ts';
import { type RateLimiter, rateLimiterFor } from './rate-limiter.ts';
import type { ServiceRequest, ServiceClient } from './contract/service-client.ts';
import { type FetchFunction, fetchTransport } from './fetch-transport.ts';
import { httpTransport } from './http-transport.ts';
import { listItems } from './list-pages.ts';
import { registerSecret } from '../redaction/secret-registry.ts';
import { sendRequest } from './send-request.ts';
import { serviceInfos } from './service-info.ts';
import { createSnapshots } from './snapshots.ts';

export type { RequestLogEntry } from './send-once.ts';

export interface ServiceClientOptions {
  readonly service: ServiceClient['service'];
  /** `https://host`, with or without `/api/v2`. */
  readonly address: string;
  readonly token: string;
  readonly organization?: string | null | undefined;
  readonly dialect?: ServiceClient['dialect'] | undefined;
  /** The embedded service itself, or a test double; default: node:http. */
  readonly fetch?: FetchFunction | undefined;
  readonly userAgent?: string | undefined;
  /** Takes any certificate from the service: for one that signs its own. */
  readonly skipVerification?: boolean | undefined;
  /** Upper limit, in addition to the service's own. All clients of this host and token share it, as well as `concurrency`. */
  readonly requestsPerSecond?: number | undefined;
  /** Requests under way at once; 32 unless given. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for requests without a deadline of their own; default 60,000. */
  readonly deadline?: number | undefined;
  readonly log?: ((entry: RequestLogEntry) => void) | undefined;
  /** Called once for a host and token, when requests wait for the limit of the service for 2 s or more, with a sentence. */
  readonly logWait?: ((text: string) => void) | undefined;
  readonly clock?: TransportClock | undefined;
  /** A number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
}

/** A service that answers in both dialects tells the hosted one by it. */
const describeUserAgent = ({ userAgent = 'slipway', dialect }: ServiceClientOptions): string =>
  dialect === 'hosted' ? `${userAgent} (dialect: hosted)` : userAgent;

const describeLongWait = (service: string, requests: number, seconds: number): string =>
  `The rate limit of the ${service} is reached: ${requests} ${requests === 1 ? 'request waits' : 'requests wait'}, ` +
  `the next one is sent in ${seconds} s. The operation continues by itself.`;

/** The limiter of the host and the token, with the limits of these options. `title` names the service in sentences. */
const openLimiter = (options: ServiceClientOptions, title: string, address: string): RateLimiter => {
  const { token, clock = systemClock, random = Math.random, logWait } = options;
  const limiter = rateLimiterFor(new URL(address).host, token, clock, random);
  limiter.configure({
    ...options,
    onLongWait: logWait && (({ requests, seconds }) => logWait(describeLongWait(title, requests, seconds))),
  });
  return limiter;
};

/** Opens a client; sends nothing. Throws a SettingError that names the setting if the address or the token is invalid. */
export const openServiceClient = (options: ServiceClientOptions): ServiceClient => {
  const { service, token, organization = null, dialect: profile = 'neutral', clock = systemClock, random = Math.random } = options;
  const info = serviceInfos[service];
  const address = parseServiceAddress(info.settings.address, options.address);
  registerSecret(token);
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new SettingError(
      `${info.settings.token} ${token === '' ? 'is empty' : 'holds a space, a line break or another character no token has'}.`,
    );
  const limiter = openLimiter(options, `${info.title} at ${new URL(address).host}`, address);
  const context: SendContext = {
    serviceInfo: info,
    address,
    limiter,
    clock,
    random,
    log: options.log,
    deadline: options.deadline ?? 60_000,
    transport: options.fetch ? fetchTransport(options.fetch) : httpTransport(options.skipVerification ?? false),
    headers: {
      Accept: info.mediaType,
      'Content-Type': info.mediaType,
      'User-Agent': describeUserAgent(options),
      [info.tokenHeader(profile)]: info.formatToken(token),
    },
  };
  const ask = (request: ServiceRequest) => sendRequest(context, request, apiUrl(address, appendQuery(request.path, request.query)));
  const kept = createSnapshots({ service, address, call: ask }, clock);
  const client: ServiceClient = withInheritedFlags({
    service,
    address,
    organization,
    dialect: profile,
    call: (request) => (request.method === 'GET' ? ask(request) : kept.invalidateAround(request, () => ask(request))),
    read: (read) => kept.read(read),
    list: (list) => listItems(client, list),
  });
  return client;
};
