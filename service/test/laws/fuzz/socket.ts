import { connect } from 'node:net';

/** How a request goes over the wire besides being written at once. */
export type SendManner = 'whole' | 'chunked' | 'in pieces' | 'broken chunks' | 'aborted' | 'short' | 'twice';
export const manners: readonly SendManner[] = ['whole', 'chunked', 'in pieces', 'broken chunks', 'aborted', 'short', 'twice'];

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  readonly manner: SendManner;
}
export interface RawResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
}

/** What the wire is given, piece by piece; `ends` says whether the whole request is among it. */
const pieces = ({ method, target, headers, body, manner }: RawRequest): { readonly pieces: readonly Buffer[]; readonly ends: boolean } => {
  const chunked = body !== undefined && (manner === 'chunked' || manner === 'broken chunks');
  const framing =
    body === undefined
      ? []
      : chunked
        ? [['transfer-encoding', 'chunked']]
        : [['content-length', String(body.length + (manner === 'short' || manner === 'aborted' ? 10 : 0))]];
  const lines = [['host', '127.0.0.1'], ...headers, ...framing, ['connection', 'close']].map((pair) => pair.join(': '));
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1');
  if (body === undefined)
    return { pieces: manner === 'aborted' ? [head.subarray(0, head.length - 2)] : [head], ends: manner !== 'aborted' };
  if (chunked) {
    const half = Math.floor(body.length / 2);
    const chunk = (part: Buffer): Buffer => Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
    const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0).map(chunk);
    return { pieces: [head, ...parts, Buffer.from(manner === 'chunked' ? '0\r\n\r\n' : 'zz\r\n')], ends: true };
  }
  if (manner === 'in pieces')
    return { pieces: [head.subarray(0, 20), head.subarray(20), body.subarray(0, 3), body.subarray(3)], ends: true };
  if (manner === 'twice') return { pieces: [Buffer.concat([head, body, head, body])], ends: true };
  return { pieces: [head, body], ends: manner !== 'aborted' && manner !== 'short' };
};

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
const parseResponse = (all: Buffer): RawResponse => {
  const bytes = all.subarray(0, goOn.length).toString('latin1') === goOn ? all.subarray(goOn.length) : all;
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`no head of an answer in ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`);
  const [line, ...fields] = bytes.toString('latin1', 0, end).split('\r\n') as [string, ...string[]];
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()];
    }),
  );
  const length = headers['content-length'];
  return {
    status: Number(line.slice(9, 12)),
    headers,
    body: length === undefined ? bytes.subarray(end + 4) : bytes.subarray(end + 4, end + 4 + Number(length)),
  };
};

/**
 * Sends, and answers what came back until the other side closed; undefined where the request was broken off by us, or the
 * connection by them without an answer to what was no HTTP. Rejects when nothing comes within the limit.
 */
export const sendRaw = (port: number, sent: RawRequest, limit: number): Promise<RawResponse | undefined> =>
  new Promise((done, fail) => {
    const wire = pieces(sent);
    const heard: Buffer[] = [];
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const late = setTimeout(() => {
      socket.destroy();
      fail(new Error(`no answer within ${limit} ms`));
    }, limit);
    const finish = (act: () => void): void => {
      clearTimeout(late);
      socket.destroy();
      act();
    };
    socket.on('connect', () => {
      for (const piece of wire.pieces) socket.write(piece);
      if (!wire.ends) setImmediate(() => socket.end());
    });
    socket.on('data', (bytes: Buffer) => {
      heard.push(bytes);
    });
    // Who is refused before all was read may find the connection closed while it still writes: what was answered was answered.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(() => {
        if (error.code === 'ECONNREFUSED') fail(error);
        else done(heard.length > 0 ? parseResponse(Buffer.concat(heard)) : undefined);
      }),
    );
    socket.on('close', () =>
      finish(() => {
        try {
          done(heard.length > 0 ? parseResponse(Buffer.concat(heard)) : undefined);
        } catch (error) {
          fail(error);
        }
      }),
    );
  });
