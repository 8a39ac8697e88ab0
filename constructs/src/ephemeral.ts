import * as cdktf from 'cdktf';

/**
 * An ephemeral resource: opened for a plan or an apply, closed after it, and never stored. cdktf does not support these; it is rendered as
 * a data source in a block of another name.
 */
export class TerraformEphemeral extends cdktf.TerraformDataSource {
  public override toTerraform(): any {
    const { data } = super.toTerraform() as { data: object };
    return { ephemeral: data };
  }

  public override toHclTerraform(): any {
    const { data } = super.toHclTerraform() as { data: object };
    return { ephemeral: data };
  }

  public override interpolationForAttribute(attribute: string): cdktf.IResolvable {
    return cdktf.ref(`ephemeral.${this.terraformResourceType}.${this.friendlyUniqueId}.${attribute}`, this.cdktfStack);
  }
}
