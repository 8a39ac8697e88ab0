resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace_lock" "freeze" {
  workspace_id = slipway_workspace.network.id
  reason       = "Frozen until the migration is done."
}
