import type { HttpRequest, HttpResponse } from '../http/http-handler.ts';
import type { RecordedMessage } from './journal.ts';

/** A request, its response, and the token it carried. */
export interface HttpExchange {
  readonly request: HttpRequest;
  readonly headers: { readonly [name: string]: string };
  readonly body: HttpResponse['body'];
  /** As the caller sent it. */
  readonly token: string | undefined;
}
/** What the journal records of both messages, without any secret. */
export type MessageRecorder = (exchange: HttpExchange) => { readonly request: RecordedMessage; readonly response: RecordedMessage };
