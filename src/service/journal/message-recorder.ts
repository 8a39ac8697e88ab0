import type { HttpRequest, HttpResponse } from '../http/http-handler.ts';
import type { RecordedMessage } from './journal.ts';

/** A request and its answer, and the token that came with it. */
export interface HttpExchange {
  readonly incoming: HttpRequest;
  readonly headers: { readonly [name: string]: string };
  readonly body: HttpResponse['body'];
  readonly secret: string | undefined;
}
/** What a journal may keep of both, without any secret. */
export type MessageRecorder = (exchanged: HttpExchange) => { readonly request: RecordedMessage; readonly response: RecordedMessage };
