import { type Connection, ErrorCodes, type Message, ResponseError } from 'vscode-languageserver/node';
import { paramsFault } from './request-params.ts';

interface MethodMessage extends Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: unknown;
}

const isMethodMessage = (message: Message): message is MethodMessage => 'method' in message && typeof message.method === 'string';

/** Requests that are refused arrive under these methods, whose handlers answer with the error. */
const refusals = {
  notInitialized: 'slipway/notInitialized',
  alreadyInitialized: 'slipway/alreadyInitialized',
  shutDown: 'slipway/shutDown',
  invalidParams: 'slipway/invalidParams',
} as const;

interface LifecycleStrategy {
  /** Whether the editor has sent `shutdown`. */
  isShutDown(): boolean;
  handleMessage(message: Message, next: (message: Message) => void): void;
}

/**
 * Enforces the protocol: only `initialize` at first, only `exit` after `shutdown`, parameters as they are defined. Other requests are
 * answered with an error, other notifications are dropped.
 */
export function lifecycleStrategy(): LifecycleStrategy {
  let state: 'starting' | 'running' | 'shutDown' = 'starting';
  const refusalOf = (method: string): string | undefined => {
    if (state === 'shutDown') return refusals.shutDown;
    if (state === 'starting') return method === 'initialize' ? undefined : refusals.notInitialized;
    return method === 'initialize' ? refusals.alreadyInitialized : undefined;
  };
  return {
    isShutDown: () => state === 'shutDown',
    handleMessage(message, next) {
      if (!isMethodMessage(message)) {
        next(message);
        return;
      }
      const { id, method, jsonrpc, params } = message;
      const fault = paramsFault(method, params);
      if (id === undefined) {
        if ((state === 'running' && fault === undefined) || method === 'exit') next(message);
        return;
      }
      const refusal = refusalOf(method);
      if (refusal === undefined && fault !== undefined) {
        next({ jsonrpc, id, method: refusals.invalidParams, params: [fault] } as Message);
        return;
      }
      if (refusal === undefined && method === 'initialize') state = 'running';
      if (refusal === undefined && method === 'shutdown') state = 'shutDown';
      next(refusal === undefined ? message : ({ jsonrpc, id, method: refusal } as Message));
    },
  };
}

const serverNotInitialized = -32002;

/** Answers the requests that `lifecycleStrategy` refuses. */
export function registerLifecycleErrors(connection: Connection): void {
  const refuse = (method: string, code: number, message: string): void => {
    connection.onRequest(method, () => new ResponseError(code, message));
  };
  connection.onRequest(refusals.invalidParams, (fault: string) => new ResponseError(ErrorCodes.InvalidParams, fault));
  refuse(refusals.notInitialized, serverNotInitialized, 'The server is not initialized; send `initialize` first.');
  refuse(refusals.alreadyInitialized, ErrorCodes.InvalidRequest, 'The server is initialized already; send `initialize` once.');
  refuse(refusals.shutDown, ErrorCodes.InvalidRequest, 'The server is shut down; only `exit` may follow.');
}
