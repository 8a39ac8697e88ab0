resource "slipway_team" "platform" {
  name = "platform"
}

resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_team_workspace_access" "platform" {
  team_id      = slipway_team.platform.id
  workspace_id = slipway_workspace.network.id
  access       = "custom"
  runs         = "apply"
  variables    = "read"
}
