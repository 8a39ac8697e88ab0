ephemeral "slipway_organization_token" "acme" {
  organization = "acme"
  lifetime     = 3600
}

provider "slipway" {
  alias = "teams"
  workspaces = {
    organization = "acme"
    token        = ephemeral.slipway_organization_token.acme.token
  }
}
