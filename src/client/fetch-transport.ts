import { TransportError, type Transport, isNeverSent } from './transport.ts';

export type FetchFunction = (request: Request) => Promise<Response>;

/** Sends requests through a fetch: the embedded service itself, or a test double. Redirects are not followed, as with node:http. */
export const fetchTransport =
  (fetch: FetchFunction): Transport =>
  async (message) => {
    const { method, headers, body, signal } = message;
    try {
      const response = await fetch(new Request(message.url, { method, headers, body, signal, redirect: 'manual' }));
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      const { message: messages, cause, code: own } = error as Error & { code?: unknown; cause?: { code?: unknown; message?: string } };
      const code = signal.aborted ? 'ABORTED' : String(cause?.code ?? own ?? 'EUNKNOWN');
      throw new TransportError(code, cause?.message ?? messages ?? String(error), !isNeverSent(code));
    }
  };
