/** RFC 9113, section 7. */
export const errorCode = {
  none: 0,
  protocol: 1,
  flowControl: 3,
  frameSize: 6,
  refusedStream: 7,
  compression: 9,
  enhanceYourCalm: 11,
} as const;

/** A protocol error of the peer: the connection ends with this code. */
export class Http2Error extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
