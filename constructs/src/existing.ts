import type * as cdktf from 'cdktf';

/** Where an object that exists is looked up. */
export interface LookUpOptions {
  /** The organization; the one of the provider unless set. */
  readonly organization?: string;
  readonly provider?: cdktf.TerraformProvider;
}
