import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';

const cloudPlatformScope = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * TLS, and for each stream a token of the application default credentials of Google: from a key file, this machine, or another
 * cloud.
 */
const createGoogleCredentials = async (): Promise<ChannelCredentials> => {
  // The library is loaded only for sinks that need it.
  const {
    default: { GoogleAuth },
  } = await import('google-auth-library');
  const client = await new GoogleAuth({ scopes: [cloudPlatformScope] }).getClient();
  // The integration of gRPC with this client expects headers as a plain object, which they no longer are, and would send none.
  const token = credentials.createFromMetadataGenerator((_, done) => {
    client.getRequestHeaders().then(
      (headers) => {
        const metadata = new Metadata();
        headers.forEach((value, name) => {
          metadata.set(name, value);
        });
        done(null, metadata);
      },
      (error: Error) => {
        done(error);
      },
    );
  });
  return credentials.combineChannelCredentials(credentials.createSsl(), token);
};

const authPlugins: Readonly<Record<string, () => Promise<ChannelCredentials>>> = {
  NONE: async () => credentials.createInsecure(),
  GOOGLE: createGoogleCredentials,
};

/** The credentials for `--sinkAuthMode`. Rejects with a message for an unknown plugin, or when the credentials are not available. */
export const createSinkCredentials = async (mode: string): Promise<ChannelCredentials> => {
  if (!Object.hasOwn(authPlugins, mode)) throw new Error(`callout could not be initialized: auth plugin ${mode} not found`);
  return authPlugins[mode]!().catch((error: Error) => {
    throw new Error(`callout could not be initialized: ${error.message}`);
  });
};
