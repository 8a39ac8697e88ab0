import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Where an API server is, and how it is called. */
export interface ClusterAccess {
  /** `https://10.0.0.1:443` */
  readonly address: string;
  readonly namespace: string;
  /** A file with the token, which the cluster may renew; undefined: none is sent. */
  readonly tokenFile: string | undefined;
  /** A file with the certificates to trust; undefined: those of the system. */
  readonly authorityFile: string | undefined;
}

/** The API server said no, and will say it again. */
export class ClusterRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
/** No answer, or none that lasts. */
export class ClusterAway extends Error {}

/** A JSON object of the cluster. */
export interface ClusterObject {
  readonly [member: string]: any;
}
export interface KubernetesClient {
  readonly namespace: string;
  /** `send('POST', 'apis/batch/v1', 'jobs', job)`. Throws ClusterRefused or ClusterAway. */
  send(method: string, group: string, path: string, body?: ClusterObject): Promise<ClusterObject>;
  /** The body of an answer while it comes; ends when it is over, or when `signal` is aborted. */
  stream(group: string, path: string, signal: AbortSignal, onText: (text: string) => void): Promise<void>;
}

const timeout = 15_000;

const open = (access: ClusterAccess, method: string, path: string, body: string | undefined, signal?: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const url = new URL(`${access.address}/${path}`);
    const token = access.tokenFile === undefined ? undefined : readFileSync(access.tokenFile, 'utf8').trim();
    const headers = {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const ca = access.authorityFile === undefined ? {} : { ca: readFileSync(access.authorityFile) };
    const send = url.protocol === 'http:' ? requestHttp : requestHttps;
    const sent = send(url, { method, headers, ...ca, ...(signal ? { signal } : { timeout }) }, resolve);
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => reject(new ClusterAway(error.message)));
    sent.end(body);
  });

const readText = async (answer: IncomingMessage): Promise<string> => {
  try {
    return Buffer.concat(await answer.toArray()).toString('utf8');
  } catch (error) {
    throw new ClusterAway((error as Error).message);
  }
};

/** The sentence of a refusal: the API server answers with an object of kind Status. */
const describeRefusal = (status: number, text: string): string => {
  try {
    return String((JSON.parse(text) as ClusterObject)['message'] ?? status);
  } catch {
    return `the API server answered with ${status}`;
  }
};

export const createKubernetesClient = (access: ClusterAccess): KubernetesClient => {
  const pathOf = (group: string, path: string): string => `${group}/namespaces/${access.namespace}/${path}`;
  return {
    namespace: access.namespace,
    send: async (method, group, path, body) => {
      const answer = await open(access, method, pathOf(group, path), body && JSON.stringify(body));
      const text = await readText(answer);
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return text === '' ? {} : (JSON.parse(text) as ClusterObject);
      const refusal = describeRefusal(status, text);
      if (status >= 500 || status === 429) throw new ClusterAway(refusal);
      throw new ClusterRefused(status, refusal);
    },
    stream: async (group, path, signal, onText) => {
      const answer = await open(access, 'GET', pathOf(group, path), undefined, signal);
      if (answer.statusCode !== 200)
        throw new ClusterRefused(answer.statusCode ?? 0, describeRefusal(answer.statusCode ?? 0, await readText(answer)));
      answer.setEncoding('utf8');
      try {
        for await (const text of answer) onText(text as string);
      } catch (error) {
        if (!signal.aborted) throw new ClusterAway((error as Error).message);
      }
    },
  };
};
