/** A location in the instance, linked to its parent: a pointer is only built for what is reported. */
export interface InstanceLocation {
  readonly parent: InstanceLocation | null;
  readonly step: string | number;
}
