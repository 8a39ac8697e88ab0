/** The source address of the provider, under a host that is not public. Defined only here. */
export const providerHost = 'terraform.local';
export const providerAddress = `${providerHost}/slipway/slipway`;
export const providerType = 'slipway';
