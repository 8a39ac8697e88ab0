import { createProtocolError, KubernetesError, toLogText } from './kubernetes-error.ts';
import { isKubernetesObject, type KubernetesObject } from './kubernetes-object.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubernetesObject;
}

/** Maximum size of one event in bytes: more than ten times the largest object that etcd stores. */
const maxEventBytes = 16 * 1024 * 1024;
const eventTypes: readonly unknown[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

const parseWatchEvent = (line: string, what: string): WatchEvent => {
  const { type, object } = JSON.parse(line) as {
    readonly type?: unknown;
    readonly object?: { readonly code?: unknown; readonly reason?: unknown; readonly message?: unknown } | null;
  };
  if (type === 'ERROR') {
    const [code, reason] = [Number(object?.code ?? 0), toLogText(String(object?.reason ?? 'Unknown'))];
    throw new KubernetesError(
      `${what}: the watch ends with ${code} ${reason}: ${toLogText(String(object?.message ?? 'no reason given'))}`,
      code,
      reason,
    );
  }
  if (!eventTypes.includes(type) || !isKubernetesObject(object))
    throw createProtocolError(what, 'the watch sent a value that is not an event', 'NoEvent');
  return { type: type as WatchEvent['type'], object };
};

/**
 * The events of a watch, one per line. Ends when the server ends the watch; throws a KubernetesFailure for an event of an error,
 * or when the response ends within a line. `what`: the request, as messages name it.
 */
export async function* readWatchEvents(bytes: AsyncIterable<Buffer>, what: string): AsyncGenerator<WatchEvent> {
  let parts: Buffer[] = [],
    size = 0;
  for await (const part of bytes) {
    let begin = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, begin)) {
      const line = Buffer.concat([...parts, part.subarray(begin, end)]).toString('utf8');
      [parts, size, begin] = [[], 0, end + 1];
      if (line.trim() === '') continue;
      let read: WatchEvent;
      try {
        read = parseWatchEvent(line, what);
      } catch (error) {
        throw error instanceof KubernetesError ? error : createProtocolError(what, 'the watch sent a line that is not JSON', 'NoJson');
      }
      yield read;
    }
    if (begin < part.length) {
      parts.push(part.subarray(begin));
      size += part.length - begin;
    }
    if (size > maxEventBytes) throw createProtocolError(what, `the watch sent an event of more than ${maxEventBytes} bytes`, 'TooLarge');
  }
  if (Buffer.concat(parts).toString('utf8').trim() !== '')
    throw createProtocolError(what, 'the watch was closed in the middle of an event', 'BrokenOff');
}
