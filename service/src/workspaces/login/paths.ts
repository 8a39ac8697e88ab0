/** The page that `terraform login` opens, and the endpoint where it exchanges the code. */
export const authorizationPath = '/app/oauth2/auth';
export const tokenPath = '/oauth/token';
/** The client ID that the login sends. */
export const clientId = 'slipway-cli';
/** The range of loopback ports (first and last) on which it listens for the browser. */
export const loginPorts = [10000, 10010] as const;
