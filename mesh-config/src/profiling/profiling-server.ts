import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Component } from '../lifecycle/component.ts';
import { createHttpListener } from '../http/http-listener.ts';
import { isAddressedToLoopback } from '../http/loopback.ts';
import { describeListenError } from '../http/describe-listen-error.ts';
import { recordCpuProfile, startHeapSampler } from './profiler.ts';

/** Seconds of a CPU profile. */
const maxSeconds = 600,
  defaultSeconds = 30;
const pages = {
  cmdline: 'the command line',
  heap: 'memory by allocation site, sampled since profiling started',
  profile: 'CPU time; ?seconds=30',
  symbol: 'for pprof: profiles contain the names',
} as const;
/** Profiles of Go programs that Node does not have. */
const unsupportedProfiles = ['allocs', 'block', 'goroutine', 'mutex', 'threadcreate', 'trace'] as const;

const renderIndex = (): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>/debug/pprof/</title><h1>/debug/pprof/</h1><ul>${Object.entries(pages)
    .map(([name, about]) => `<li><a href="${name}">${name}</a>: ${about}</li>`)
    .join('')}</ul></html>\n`;

type Headers = Readonly<Record<string, string>>;

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer, headers: Headers = {}): void => {
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers }).end(body);
};
const sendText = (response: ServerResponse, status: number, text: string, headers?: Headers): void => {
  send(response, status, 'text/plain; charset=utf-8', text, headers);
};
const sendProfile = (response: ServerResponse, name: string, profile: Buffer): void => {
  send(response, 200, 'application/octet-stream', profile, { 'content-disposition': `attachment; filename="${name}"` });
};

interface Profiler {
  heap: Awaited<ReturnType<typeof startHeapSampler>> | undefined;
  isBusy: boolean;
}

const sendCpuProfile = async (profiler: Profiler, response: ServerResponse, parameter: string | null): Promise<void> => {
  const seconds = parameter === null ? defaultSeconds : Number(parameter);
  if (!(seconds > 0 && seconds <= maxSeconds)) {
    sendText(response, 400, `expected seconds above 0 and up to ${maxSeconds}\n`);
    return;
  }
  if (profiler.isBusy) {
    sendText(response, 409, 'another profile is being recorded\n');
    return;
  }
  profiler.isBusy = true;
  const closed = new AbortController();
  response.on('close', () => {
    closed.abort();
  });
  try {
    sendProfile(response, 'profile', await recordCpuProfile(seconds, closed.signal));
  } finally {
    profiler.isBusy = false;
  }
};

const available = Object.keys(pages).join(', ');

const sendNamed = async (profiler: Profiler, response: ServerResponse, name: string, query: URLSearchParams): Promise<void> => {
  if (name === 'cmdline') sendText(response, 200, process.argv.slice(1).join('\0'));
  else if (name === 'symbol') sendText(response, 200, 'num_symbols: 1\n');
  else if (name === 'profile') await sendCpuProfile(profiler, response, query.get('seconds'));
  else if (name === 'heap') sendProfile(response, 'heap', await profiler.heap!.profile());
  else if ((unsupportedProfiles as readonly string[]).includes(name))
    sendText(response, 501, `${name} exists in Go and not in Node; available: ${available}\n`);
  else sendText(response, 404, `Unknown profile; available: ${available}\n`);
};

const handleRequest = async (profiler: Profiler, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (!isAddressedToLoopback(request)) {
    sendText(response, 403, 'expected this machine as Host, such as localhost\n');
    return;
  }
  const { url = '/' } = request;
  // Split by hand: `//` is not a valid URL, and must not throw.
  const [pathname = '/', query = ''] = url.split('?', 2);
  if (pathname === '/') sendText(response, 303, '', { location: '/debug/pprof/' });
  else if (pathname === '/debug/pprof/') send(response, 200, 'text/html; charset=utf-8', renderIndex());
  else if (!pathname.startsWith('/debug/pprof/')) sendText(response, 404, 'profiles are below /debug/pprof/\n');
  else await sendNamed(profiler, response, pathname.replace(/^\/debug\/pprof\//, ''), new URLSearchParams(query));
};

/** Serves profiles for `pprof` at `--pprofPort`, on loopback. */
export const createProfilingServer = (port: number): Component & { port(): number } => {
  const profiler: Profiler = { heap: undefined, isBusy: false };
  const listener = createHttpListener(
    (request, response) => {
      handleRequest(profiler, request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else sendText(response, 500, `This is a bug in Slipway; please report it: ${(error as Error).message}\n`);
      });
    },
    { port, host: 'localhost' },
  );
  return {
    name: 'profiling',
    port: listener.port,
    start: async () => {
      await listener.start().catch((error: unknown) => {
        throw new Error(`unable to start profiling: ${describeListenError(error, `:${port}`)}`);
      });
      profiler.heap = await startHeapSampler();
    },
    stop: async () => {
      await listener.stop();
      await profiler.heap?.stop();
    },
  };
};
