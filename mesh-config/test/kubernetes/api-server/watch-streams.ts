import type { ServerResponse } from 'node:http';
import type { ApiKind, ApiObject } from './kinds.ts';
import type { Change, ObjectStore } from './object-store.ts';

export interface WatchRequest {
  readonly kind: ApiKind;
  readonly version: string;
  readonly namespace?: string;
  /** `metadata.name=x` */
  readonly selector?: string;
  readonly from: number;
  /** Seconds. */
  readonly timeout: number;
  readonly bookmarks: boolean;
}

export const createFieldSelector =
  (selector: string | undefined) =>
  ({ metadata }: ApiObject): boolean =>
    selector === undefined || selector === `metadata.name=${metadata.name}`;
export const createExpiredStatus = (message: string): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason: 'Expired',
  code: 410,
});

/** Streams of watch events. */
export const createWatchStreams = (objects: ObjectStore) => {
  let isMute = false;
  const open = new Set<{ of: WatchRequest; response: ServerResponse }>();
  const write = (response: ServerResponse, type: string, object: object): void => {
    response.write(`${JSON.stringify({ type, object })}\n`);
  };
  const tell = ({ of, response }: { of: WatchRequest; response: ServerResponse }, { type, kind, object }: Change): void => {
    if (
      kind.plural !== of.kind.plural ||
      kind.group !== of.kind.group ||
      !createFieldSelector(of.selector)(object) ||
      (of.namespace !== undefined && object.metadata.namespace !== of.namespace)
    )
      return;
    write(response, type, { ...object, apiVersion: kind.group === '' ? of.version : `${kind.group}/${of.version}` });
  };
  objects.subscribe((change) => {
    if (!isMute) for (const one of open) tell(one, change);
  });
  return {
    count: () => open.size,
    /** From now on streams stay open and send nothing. */
    mute: (): void => {
      isMute = true;
    },
    begin: (of: WatchRequest, response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      if (of.from < objects.oldest()) {
        write(response, 'ERROR', createExpiredStatus(`too old resource version: ${of.from} (${objects.oldest()})`));
        response.end();
        return;
      }
      const one = { of, response };
      for (const change of objects.since(of.kind, of.from)) tell(one, change);
      open.add(one);
      const timer = setTimeout(() => {
        response.end();
      }, of.timeout * 1000).unref();
      response.on('close', () => {
        clearTimeout(timer);
        open.delete(one);
      });
    },
    /** A bookmark, which a server sends occasionally, so that watches of a quiet kind learn the current version. */
    bookmark: (): void => {
      for (const { of, response } of open)
        if (of.bookmarks)
          write(response, 'BOOKMARK', {
            kind: of.kind.kind,
            apiVersion: of.version,
            metadata: { resourceVersion: String(objects.version()) },
          });
    },
    /** Ends every stream in good order, as a server does when time is up. */
    end: (): void => {
      for (const { response } of open) response.end();
    },
    /** Sends something that is not an event to every stream. */
    say: (bytes: string): void => {
      for (const { response } of open) response.write(bytes);
    },
  };
};
