/** Where `terraform login` sends a person, and where it trades the code that the person brought back. */
export const authorizationPath = '/app/oauth2/auth';
export const tokenPath = '/oauth/token';
/** The client ID that the login sends. */
export const clientId = 'slipway-cli';
/** Where it listens for the person's browser, on loopback: the first and the last it may try. */
export const loginPorts = [10000, 10010] as const;
