/** Characters of the shortest value that is masked: shorter ones would mask parts of ordinary text. */
export const minSecretLength = 4;
