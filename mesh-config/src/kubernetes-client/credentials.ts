import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { describeFileError } from '../files/describe-file-error.ts';
import { createAuthProvider } from './auth-provider.ts';
import { createPluginCredentialProvider } from './exec-plugin.ts';
import type { ClusterContext } from './kubeconfig.ts';
import { createProxyAgent } from './proxy-agent.ts';

const readToken = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code = 'Unknown' } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`the token file ${path} cannot be read: ${describeFileError(code) ?? code}`), { code });
  }
};
/** A message about a file names the file; others may repeat what was given. */
const createCredentialError = (error: unknown, provider = 'of the kubeconfig'): Error => {
  const { code, path } = error as NodeJS.ErrnoException;
  return Object.assign(
    new Error(
      path === undefined ? `the credentials ${provider} cannot be had` : `${path} cannot be read: ${describeFileError(code) ?? code}`,
    ),
    { code: code ?? 'NoCredentials' },
  );
};

/** A PEM file as it is now, or the data in its place. */
const readPem = (file: string | undefined, data: string | undefined): Buffer | undefined =>
  file ? readFileSync(file) : data ? Buffer.from(data, 'base64') : undefined;

/** Options of a request that follow from the files of a cluster and its user. */
const readTlsOptions = ({ cluster, user }: ClusterContext): RequestOptions => {
  const [ca, cert, key] = [
    readPem(cluster.caFile, cluster.caData),
    readPem(user.certFile, user.certData),
    readPem(user.keyFile, user.keyData),
  ];
  const { skipTlsVerify, tlsServerName } = cluster;
  return {
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    ...(skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...(tlsServerName ? { servername: tlsServerName } : {}),
  };
};

/** Credentials of one who was chosen, each time as they are then. */
export const createCredentialProvider = (context: ClusterContext, kubeconfig: string): (() => Promise<RequestOptions>) => {
  const { cluster, user } = context;
  const plugin = user.exec ? createPluginCredentialProvider(user.exec, kubeconfig) : undefined;
  const provider = createAuthProvider(user);
  const identity: RequestOptions = {
    headers: user.impersonate ? { 'Impersonate-User': user.impersonate } : {},
    ...(user.username ? { auth: `${user.username}:${user.password ?? ''}` } : {}),
  };
  return async () => {
    let tls: RequestOptions;
    let provided: string | undefined;
    try {
      tls = readTlsOptions(context);
      provided = user.tokenFile === undefined ? await provider?.() : undefined;
    } catch (error) {
      throw createCredentialError(error, provider && `of the auth-provider ${JSON.stringify(user.authProvider?.name)}`);
    }
    const kept = user.tokenFile === undefined ? (user.token ?? provided) : await readToken(user.tokenFile);
    const { token = kept, cert, key } = (await plugin?.()) ?? {};
    return {
      ...tls,
      ...identity,
      ...(cluster.proxyUrl ? { agent: await createProxyAgent(cluster, tls) } : {}),
      ...(cert === undefined ? {} : { cert, key }),
      headers: { ...(identity.headers as Record<string, string>), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    };
  };
};
