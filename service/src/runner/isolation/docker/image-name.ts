/** The image of runs and jobs unless one is named: Debian with certificates, git, tar and a shell. */
export const defaultRunImage = 'buildpack-deps:stable-scm';

/** An image that the operator or a job may name: no word that the client takes for an option. */
export const isImageName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}$/.test(text);
