import { KubernetesFailure } from './failure.ts';
import type { KubernetesObject } from './object.ts';

export interface WatchEvent { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: KubernetesObject }

/** Bytes of one event. etcd holds no object of a tenth of that. */
const longest = 16 * 1024 * 1024;
const types: readonly unknown[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

const event = (line: string): WatchEvent => {
  const { type, object } = JSON.parse(line) as { readonly type?: unknown; readonly object?: KubernetesObject & { readonly code?: number; readonly reason?: string; readonly message?: string } };
  if (type === 'ERROR') throw new KubernetesFailure(`the watch ends: ${object?.message ?? 'for no reason told'}`, object?.code ?? 0, object?.reason ?? 'Unknown');
  if (!types.includes(type) || typeof object !== 'object' || object === null) throw new KubernetesFailure('the watch told no event', 0, 'NoEvent');
  return { type: type as WatchEvent['type'], object };
};

/** The events of a watch, one a line. Ends when the server does; throws a KubernetesFailure when it tells one. */
export async function* watchEvents(bytes: AsyncIterable<Buffer>): AsyncGenerator<WatchEvent> {
  let parts: Buffer[] = [], size = 0;
  for await (const part of bytes) {
    let begin = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, begin)) {
      const line = Buffer.concat([...parts, part.subarray(begin, end)]).toString('utf8');
      [parts, size, begin] = [[], 0, end + 1];
      if (line.trim() === '') continue;
      let read: WatchEvent;
      try { read = event(line); } catch (error) {
        throw error instanceof KubernetesFailure ? error : new KubernetesFailure('the watch told a line that is no JSON', 0, 'NoJson');
      }
      yield read;
    }
    if (begin < part.length) { parts.push(part.subarray(begin)); size += part.length - begin; }
    if (size > longest) throw new KubernetesFailure(`the watch told an event of more than ${longest} bytes`, 0, 'TooLarge');
  }
}
