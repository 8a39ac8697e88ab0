/** The provider's source address, under a host that nobody can publish under. The one place that says it. */
export const providerHost = 'terraform.local';
export const providerAddress = `${providerHost}/slipway/slipway`;
export const providerType = 'slipway';
