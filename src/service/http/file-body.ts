/** A file on this machine as an answer's body; it goes out as it is read. */
export interface FileBody {
  readonly file: string;
  readonly size: number;
}
export const isFileBody = (body: unknown): body is FileBody => typeof body === 'object' && body !== null && 'file' in body;
