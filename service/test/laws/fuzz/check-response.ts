import * as assert from 'uvu/assert';
import type { RawResponse, RawRequest } from './socket.ts';
import { secrets } from './seed.ts';

const inside = /\bundefined\b|\[object |\bNaN\b|TypeError|RangeError|SyntaxError:|\n\s+at |node:|SQLITE|\.ts:\d|no such table/;

const readJson = ({ body, headers }: RawResponse): any => {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Error(`an answer that is no JSON: ${headers['content-type']} ${body.toString('utf8').slice(0, 200)}`);
  }
};

/** What an error says, each thing with what it is about; throws where it has the shape of neither service. */
export const listErrors = (heard: RawResponse): readonly { readonly detail: string; readonly about: string | undefined }[] => {
  const body = readJson(heard);
  if (Array.isArray(body?.errors))
    return body.errors.map((one: any) => {
      assert.is(one.status, String(heard.status));
      assert.type(one.title, 'string');
      return { detail: one.detail, about: one.source?.pointer ?? one.source?.parameter };
    });
  // The backend `http` of an engine reads who holds the lock, and shows it.
  if (heard.status === 423 && typeof body?.Who === 'string') return [{ detail: `held by ${body.Who}`, about: undefined }];
  const told = body?.message ?? body?.error;
  assert.type(told, 'string', `an error without words: ${JSON.stringify(body)?.slice(0, 200)}`);
  return told.split('; ').map((part: string) => ({ detail: part, about: /^[^\s:][^:]{0,300}(?=: )/.exec(part)?.[0] }));
};

/** What holds of every answer to every request. */
export const checkResponse = (sent: RawRequest, heard: RawResponse): void => {
  const { status, headers, body } = heard;
  assert.ok(status >= 200 && status < 500, `${status} ${body.toString('utf8').slice(0, 300)}`);
  const text = body.toString('utf8');
  // An export is the whole store, and says so.
  if (!sent.target.startsWith('/_local/state'))
    for (const secret of secrets)
      assert.not(
        text.includes(secret) && !sent.target.includes(secret) && !sent.body?.includes(secret),
        `a secret in the answer: ${text.slice(0, 200)}`,
      );
  // What is no HTTP is refused by Node before there is a request.
  if (headers['x-request-id'] === undefined) {
    assert.ok([400, 405, 408, 413, 417, 431].includes(status) && body.length < 10, `${status} without X-Request-Id: ${text.slice(0, 200)}`);
    return;
  }
  if (sent.method === 'HEAD') {
    assert.is(body.length, 0, 'a body for HEAD');
    return;
  }
  if (status >= 400) {
    const errors = listErrors(heard);
    assert.ok(errors.length > 0, 'no error in an error');
    for (const { detail } of errors) {
      assert.type(detail, 'string');
      assert.ok(detail.length > 0 && detail.length < 20_000, `a sentence of ${detail.length} characters`);
    }
    if (
      !sent.body &&
      !inside.test(decodeURIComponent(sent.target.replaceAll(/%(?![0-9a-f]{2})/gi, '%25').replaceAll(/%[89a-f][0-9a-f]/gi, '?')))
    )
      assert.not(inside.test(text), `words of the inside: ${text.slice(0, 300)}`);
  } else if (/json(;|$)/.test(headers['content-type'] ?? '')) readJson(heard);
};
