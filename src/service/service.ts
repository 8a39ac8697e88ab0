import { readFile } from 'node:fs/promises';
import { callers } from './caller.ts';
import type { RunnerOptions } from './ci/runner/runner.ts';
import { ciSurface } from './ci/surface.ts';
import type { ControlOptions } from './control/control.ts';
import { controlDesk } from './control/desk.ts';
import { type Door, door, pathsOf } from './door.ts';
import type { Exchange, Outgoing } from './exchange.ts';
import { isFileBody } from './file-body.ts';
import { coverage } from './coverage.ts';
import { faults } from './faults.ts';
import { journal } from './journal.ts';
import type { Keeping } from './keeping.ts';
import { movableClock, type MovableClock } from './clock.ts';
import type { Profile } from './profile.ts';
import { rateLimit } from './rate-limit.ts';
import type { Settings } from './route.ts';
import { defaultSettings } from './settings.ts';
import { StorageFull, StoreUnavailable } from './store/failures.ts';
import type { Store } from './store/store.ts';
import type { Surface } from './surface.ts';
import { workspacesSurface } from './workspaces/surface.ts';

export interface ServiceOptions {
  readonly store: Store;
  readonly settings?: Partial<Settings>;
  readonly clock?: MovableClock;
  /** `auto` unless said: answers in the words it was asked in. */
  readonly profile?: Profile;
  /** The embedded services that are served at the one address; all of them unless said. */
  readonly surfaces?: readonly [Surface, ...Surface[]];
  readonly control?: ControlOptions;
  /** Jobs of service 2 really run, as processes of this machine. Unsaid: they follow a script. */
  readonly jobs?: RunnerOptions;
  /** What went wrong that no caller was told the whole of; it goes to the log unless said. */
  readonly report?: (words: string, error: unknown) => void;
}

export interface Service {
  /** A service is a fetch. */
  fetch(request: Request): Promise<Response>;
  /** The same without Request and Response, for the socket. */
  answer: Exchange;
  /** Whether the journal keeps headers and bodies, redacted. */
  keepBodies(on: boolean): Promise<void>;
  /** Lets what goes on without being asked go on. */
  live(address?: string): { stop(): Promise<void> };
}

/** A fetch Request through an exchange; a broken connection rejects as fetch's own does. */
export const asFetch = (answer: Exchange) => async (request: Request): Promise<Response> => {
  const url = new URL(request.url);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const outgoing: Outgoing = await answer({
    method: request.method, target: url.pathname + url.search, body, peer: 'fetch',
    headers: () => request.headers,
    header: (name) => (name === 'host' ? request.headers.get('host') ?? url.host : request.headers.get(name) ?? undefined),
  });
  if (outgoing.broken) throw new TypeError('fetch failed', { cause: Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }) });
  const content = isFileBody(outgoing.body) ? await readFile(outgoing.body.file) : outgoing.body ?? null;
  return new Response(content as string | null, { status: outgoing.status, headers: outgoing.headers });
};

/** A store that is out of reach is nobody's mistake here: one sentence. Anything else is ours, with its stack. */
const log = (words: string, error: unknown): void => {
  if (error instanceof StoreUnavailable || error instanceof StorageFull) console.error(`slipway: ${words} failed, and is tried again: ${error.message}`);
  else console.error(`slipway: ${words} failed; this is our fault, please report it\n`, error);
};

export const everySurface: readonly [Surface, ...Surface[]] = [workspacesSurface, ciSurface];

/** To the service whose rows know the path; where none does, to the one that takes tokens as this one is carried, else to the first. */
const switchboard = (doors: readonly [Door, ...Door[]]): Exchange => (incoming) => {
  const [path] = incoming.target.split('?', 1) as [string];
  const found = doors.find((one) => one.knows(path)) ?? doors.slice(1).find((one) => one.carries(incoming)) ?? doors[0];
  return found.answer(incoming);
};

/** The embedded services over a store. */
export const serviceOf = (options: ServiceOptions): Service => {
  const clock = options.clock ?? movableClock();
  let settings: Settings = { ...defaultSettings, ...options.settings, ...(options.jobs ? { runsJobs: true } : {}) };
  let limit = rateLimit(settings.rateLimit);
  let keeping: Keeping | undefined;
  const parts = {
    store: options.store, clock, callers: callers(options.store, clock), settings: () => settings, profile: options.profile ?? 'auto' as const,
    limit: (caller: string) => limit(caller), journal: journal(), coverage: coverage(), faults: faults(), keeping: () => keeping,
    report: options.report ?? log,
  };
  const surfaces = options.surfaces ?? everySurface;
  const inside = switchboard(surfaces.map((surface) => door({ ...parts, surface })) as unknown as readonly [Door, ...Door[]]);
  const keepBodies = async (on: boolean): Promise<void> => {
    // What is sensitive stands in the declarations; only who asks waits for them.
    keeping = on ? (await import('./redaction.ts')).keepingOf(surfaces.flatMap(pathsOf)) : undefined;
  };
  const control = controlDesk({
    ...parts, surfaces, options: options.control ?? {}, began: performance.now(), forgetCallers: parts.callers.forget, keepBodies,
    get keepsBodies() { return keeping !== undefined; },
    setSettings: (next) => { settings = { ...settings, ...next }; limit = rateLimit(settings.rateLimit); },
  });
  const answer: Exchange = (incoming) => (/^\/_local(?:[/?]|$)/.test(incoming.target) ? control(incoming) : inside(incoming));
  const live: Service['live'] = (address = '') => {
    const lives = surfaces.flatMap((surface) => surface.live?.({ ...parts, address, jobs: options.jobs }) ?? []);
    return { stop: async () => { await Promise.all(lives.map((one) => one.stop())); } };
  };
  return { answer, live, keepBodies, fetch: asFetch(answer) };
};

/** The embedded services as a fetch. */
export const service = (options: ServiceOptions): ((request: Request) => Promise<Response>) => serviceOf(options).fetch;
