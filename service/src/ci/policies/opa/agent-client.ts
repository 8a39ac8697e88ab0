import { maskUserInfo } from '../../../journal/masking.ts';
import { traceHeaders } from '../../../tracing/current-span.ts';

/** The agent cannot be reached, does not respond in time, or its response is not one of an agent. */
export class AgentRequestError extends Error {
  override readonly name = 'AgentFault';
  constructor(message: string) {
    super(maskUserInfo(message));
  }
}

/** The error document of Open Policy Agent's REST API. */
export interface AgentErrorResponse {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: readonly {
    readonly code?: string;
    readonly message?: string;
    readonly location?: { readonly file?: string; readonly row?: number; readonly col?: number };
  }[];
}
export type AgentResponse =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly error: AgentErrorResponse };

const timeoutMilliseconds = 10_000;
/** Bytes of a response. */
const maxResponseBytes = 16 * 1024 * 1024;

const readResponseText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > maxResponseBytes) throw new AgentRequestError(`responds with more than ${maxResponseBytes} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
};
/** Whether the agent closed a kept-alive connection: every request may be sent twice. */
const isStaleConnection = (error: unknown): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(((error as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '');
const describeFailure = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return `does not respond within ${timeoutMilliseconds / 1000} s`;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `cannot be reached: ${code ?? message}`;
};

/** Sends one request of the agent's REST API. @throws AgentRequestError */
export const requestAgent = async (
  address: string,
  method: 'PUT' | 'POST' | 'DELETE',
  path: string,
  content?: { readonly type: string; readonly text: string },
): Promise<AgentResponse> => {
  const createError = (problem: string): AgentRequestError => new AgentRequestError(`the Open Policy Agent at ${address} ${problem}`);
  let [status, text] = [0, ''];
  try {
    const send = () =>
      fetch(`${address}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        headers: { ...traceHeaders(), ...(content === undefined ? {} : { 'content-type': content.type }) },
        ...(content === undefined ? {} : { body: content.text }),
      });
    const response = await send().catch((error: unknown) => {
      if (isStaleConnection(error)) return send();
      throw error;
    });
    [status, text] = [response.status, await readResponseText(response)];
  } catch (error) {
    throw error instanceof AgentRequestError ? createError(error.message) : createError(describeFailure(error));
  }
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw createError(`answers ${status} with a body that is not JSON`);
  }
  if (typeof body !== 'object' || body === null) throw createError(`answers ${status} with a body that is not an object`);
  return status >= 200 && status < 300 ? { ok: true, body } : { ok: false, status, error: body };
};
