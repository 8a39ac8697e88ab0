/** The provider's source address, under a host that nobody can publish under. The one place that says it. */
export const host = 'terraform.local';
export const providerAddress = `${host}/slipway/slipway`;
export const providerType = 'slipway';
