resource "slipway_team" "platform" {
  name = "platform"
}

ephemeral "slipway_team_token" "platform" {
  team_id  = slipway_team.platform.id
  lifetime = 3600
}

provider "slipway" {
  alias = "platform"
  workspaces = {
    organization = "acme"
    token        = ephemeral.slipway_team_token.platform.token
  }
}
