import { redact } from '../../redaction/redact.ts';

/** The codes of gRPC this server answers with. */
export const statusCode = {
  ok: 0,
  cancelled: 1,
  deadlineExceeded: 4,
  notFound: 5,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

export class GrpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Characters: the message is a header, and a frame of headers has at most 16 KB. */
const maximumMessageLength = 1_000;

/** The message without secrets, percent-encoded except for printable ASCII without the percent sign. */
export const encodeStatusMessage = (text: string): string =>
  Array.from(Buffer.from(redact(text, maximumMessageLength), 'utf8'), (byte) =>
    byte >= 0x20 && byte <= 0x7e && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');

const units: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000001 };

/** Milliseconds of a `grpc-timeout` header such as `5S`; undefined without one. */
export const parseTimeout = (header: unknown): number | undefined => {
  const [, amount, unit] = /^(\d{1,8})([HMSmun])$/.exec(String(header ?? '')) ?? [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * units[unit!]!);
};
