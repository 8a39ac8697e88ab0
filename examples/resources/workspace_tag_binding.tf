resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace_tag_binding" "env" {
  workspace_id = slipway_workspace.network.id
  key          = "env"
  value        = "prod"
}
