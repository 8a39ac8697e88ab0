import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { loadExtraCertificates } from './extra-certificates.ts';
import {
  TransportError,
  type Transport,
  maximumResponseBytes,
  isNeverSent,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

// Loaded at the first request: global fetch costs 30 ms there and twice the processor time per request, node:http 8 ms.
const modules = {
  'http:': async () => (await import('node:http')).default,
  'https:': async () => (await import('node:https')).default,
};
const loadedModules = new Map<string, HttpModule>();
const agents = new Map<string, Agent>();
let trust: Awaited<ReturnType<typeof loadExtraCertificates>> = {};

type HttpModule = Awaited<ReturnType<(typeof modules)['http:']>>;

/** The module of a protocol, kept: `import` takes its time again for each request, and most of a request under a loader of tests. */
const loadModule = async (protocol: keyof typeof modules): Promise<HttpModule> => {
  const module = (await modules[protocol]()) as HttpModule;
  if (protocol === 'https:') trust = await loadExtraCertificates();
  loadedModules.set(protocol, module);
  return module;
};

/** One agent for each protocol: connections stay open between requests. */
const agentFor = (module: HttpModule, protocol: string, skipVerification: boolean): Agent => {
  const key = `${protocol}${skipVerification}`;
  let agent = agents.get(key);
  if (!agent) {
    const options = { keepAlive: true, scheduling: 'lifo', maxFreeSockets: 32, timeout: 30_000 } as const;
    agents.set(key, (agent = new module.Agent({ ...options, ...(skipVerification ? { rejectUnauthorized: false } : {}) })));
  }
  return agent;
};

const startRequest = (module: HttpModule, message: TransportRequest, agent: Agent, skipVerification: boolean): ClientRequest => {
  const length = message.body === null ? {} : { 'Content-Length': String(Buffer.byteLength(message.body)) };
  return module.request(message.url, {
    method: message.method,
    headers: { ...message.headers, ...length },
    agent: message.newConnection ? false : agent,
    ...trust,
    ...(skipVerification ? { rejectUnauthorized: false } : {}),
  });
};

/** Sends a request that was started; throws a TransportError. */
const exchangeMessages = (request: ClientRequest, message: TransportRequest): Promise<TransportResponse> =>
  new Promise((resolve, reject) => {
    const isConnected = watchSocket(request);
    const abort = () => request.destroy(new TransportError('ABORTED', 'the attempt was ended', isConnected()));
    const cleanUp = () => message.signal.removeEventListener('abort', abort);
    const fail = (error: NodeJS.ErrnoException) => {
      cleanUp();
      if (error instanceof TransportError) return reject(error);
      const wasSent = isConnected() && !isNeverSent(error.code ?? '');
      reject(new TransportError(error.code ?? 'EUNKNOWN', error.message, wasSent, request.reusedSocket));
    };
    message.signal.addEventListener('abort', abort, { once: true });
    request.once('error', fail);
    request.once('response', (incoming) => {
      collectResponse(incoming).then((response) => {
        cleanUp();
        resolve(response);
      }, fail);
    });
    if (message.signal.aborted) abort();
    else request.end(message.body ?? undefined);
  });

/** Requests over node:http and node:https. `skipVerification`: certificates of the service are not checked. */
export const httpTransport =
  (skipVerification = false): Transport =>
  async (message) => {
    const protocol = message.url.startsWith('https:') ? 'https:' : 'http:';
    const module = loadedModules.get(protocol) ?? (await loadModule(protocol));
    return exchangeMessages(startRequest(module, message, agentFor(module, protocol, skipVerification), skipVerification), message);
  };

const watchSocket = (request: ClientRequest): (() => boolean) => {
  let connected = false;
  request.once('socket', (socket) => {
    if (socket.connecting)
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    else connected = true;
  });
  return () => connected;
};

const collectResponse = (response: IncomingMessage): Promise<TransportResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maximumResponseBytes)
        response.destroy(new TransportError('TOO_LARGE', `the answer is larger than ${maximumResponseBytes} bytes`, true));
      else chunks.push(chunk);
    });
    response.once('error', reject);
    // Every answer is closed in the end; an error for each one would cost its stack.
    response.once('close', () => {
      if (!response.readableEnded) reject(new TransportError('ECONNRESET', 'the connection was closed in the middle of the answer', true));
    });
    response.once('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: {
          get: (name) => {
            const value = response.headers[name.toLowerCase()];
            return value === undefined ? null : String(value);
          },
        },
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    );
  });
