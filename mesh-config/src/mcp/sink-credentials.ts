import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';

const cloudPlatformScope = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * TLS, and for each stream a token of the application default credentials of Google: from a key file, this machine, or another
 * cloud.
 */
const createGoogleCredentials = async (): Promise<ChannelCredentials> => {
  // Only who dials such a sink waits for the library.
  const {
    default: { GoogleAuth },
  } = await import('google-auth-library');
  const client = await new GoogleAuth({ scopes: [cloudPlatformScope] }).getClient();
  // gRPC has a way of its own to ask such a client; it takes the headers for a plain object, which they no longer are, and sends none.
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
