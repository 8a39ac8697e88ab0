import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { describeFileError } from '../files/describe-file-error.ts';
import { createPluginCredentialProvider } from './exec-plugin.ts';
import type { ClusterContext } from './kubeconfig.ts';

const readToken = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code = 'Unknown' } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(`the token file ${path} cannot be read: ${describeFileError(code) ?? code}`), { code });
  }
};
/** The library's message about a file names the file; its other messages may repeat what it was given. */
const createCredentialError = (error: unknown, provider = 'of the kubeconfig'): Error => {
  const { code, path } = error as NodeJS.ErrnoException;
  return Object.assign(
    new Error(
      path === undefined ? `the credentials ${provider} cannot be had` : `${path} cannot be read: ${describeFileError(code) ?? code}`,
    ),
    { code: code ?? 'NoCredentials' },
  );
};

/** Credentials of one who was chosen, each time as they are then. */
export const createCredentialProvider = (
  { config, user, tokenFile }: ClusterContext,
  kubeconfig: string,
): (() => Promise<RequestOptions>) => {
  const plugin = user.exec ? createPluginCredentialProvider(user.exec as object, kubeconfig) : undefined;
  const provider = (user.authProvider as { readonly name?: string } | undefined)?.name;
  // Handled here: the library reads a token file once or a minute late, and repeats the output of a plugin in messages.
  if (plugin) Object.assign(user, { exec: undefined });
  if (tokenFile !== undefined) Object.assign(user, { token: undefined, authProvider: undefined });
  return async () => {
    const options: RequestOptions = { headers: {} };
    try {
      await config.applyToHTTPSOptions(options);
    } catch (error) {
      throw createCredentialError(error, provider === undefined ? undefined : `of the auth-provider ${JSON.stringify(provider)}`);
    }
    const { token = tokenFile === undefined ? undefined : await readToken(tokenFile), cert, key } = (await plugin?.()) ?? {};
    return {
      ...options,
      ...(cert === undefined ? {} : { cert, key }),
      headers: { ...(options.headers as Record<string, string>), ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    };
  };
};
