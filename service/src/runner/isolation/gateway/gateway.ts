/** The way out of a sandbox that has no network of the machine. */
export interface Gateway {
  /** The folder of its sockets. */
  readonly folder: string;
  /** The port of the service on loopback; undefined: it is reached through the proxy. */
  readonly servicePort?: number;
}

export const proxySocket = 'proxy.sock';
export const serviceSocket = 'service.sock';
/** The port of the proxy on the loopback of each sandbox. */
export const proxyPort = 3128;

/** Set for the program inside where it is a part of a single executable: that is to be the program. */
export const gatewayVariable = 'SLIPWAY_RUN_GATEWAY';

/** The environment variables by which programs find a proxy. */
export const proxyEnvironment = (): { readonly [name: string]: string } => {
  const [proxy, near] = [`http://127.0.0.1:${proxyPort}`, 'localhost,127.0.0.1,::1'];
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: near, http_proxy: proxy, https_proxy: proxy, no_proxy: near };
};
