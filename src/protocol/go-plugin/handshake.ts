/** The constants of go-plugin's handshake; the numbers are Terraform's and OpenTofu's. */
export const cookie = { name: 'TF_PLUGIN_MAGIC_COOKIE', value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };
export const coreProtocol = 1;
export const providerProtocol = 6;

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** A sentence that says why this process cannot be a plugin of the process that started it; undefined if it can. */
export const handshakeRefusal = (environment: EnvironmentVariables, version = ''): string | undefined => {
  if (environment[cookie.name] !== cookie.value) {
    return (
      `This program is a provider plugin${version && ` (version ${version})`} for Terraform and OpenTofu: ` +
      'it is started by them and does nothing when run by hand.'
    );
  }
  const versions = environment['PLUGIN_PROTOCOL_VERSIONS'];
  if (versions !== undefined && !versions.split(',').includes(String(providerProtocol))) {
    return (
      `This provider speaks plugin protocol ${providerProtocol} and the engine only ${versions}: ` +
      'Terraform 1.0 or OpenTofu 1.6 or newer is needed.'
    );
  }
  return undefined;
};

export interface ListenAddress {
  readonly network: 'unix' | 'tcp';
  readonly at: string;
}

/** The one line on stdout. The certificate is in base64 without padding, as Go writes it. */
export const handshakeLine = (address: ListenAddress, certificate: Buffer | undefined): string =>
  [coreProtocol, providerProtocol, address.network, address.at, 'grpc', certificate?.toString('base64').replace(/=+$/, '') ?? ''].join(
    '|',
  ) + '\n';
